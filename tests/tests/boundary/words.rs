//! One word per thing: no file of the repository has a word that the glossary replaces, or a British spelling.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::root;

/// Words and phrases not to write, and what to write instead.
const REPLACED: &str = include_str!("../../words.txt");

/// A word in lower case, and the number of its line.
struct Word {
    text: String,
    line: usize,
}

/// The words of a text. Parts of identifiers are words too: `InsideBand` and `inside_band` are two each.
fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let mut last = ' ';
        for letter in content.chars() {
            let begins = !last.is_alphabetic() || (last.is_lowercase() && letter.is_uppercase());
            if letter.is_alphabetic() {
                if begins {
                    words.push(Word { text: String::new(), line });
                }
                let word =
                    words.last_mut().expect("a letter that is not the first of a word follows one");
                word.text.extend(letter.to_lowercase());
            }
            last = letter;
        }
    }
    words
}

/// Whether a word is the one of a pattern, or begins as it does before its star.
fn is(word: &str, pattern: &str) -> bool {
    pattern.strip_suffix('*').map_or(word == pattern, |beginning| word.starts_with(beginning))
}

/// What a text says in words that are replaced: the line, the phrase, and what to write.
fn replaced(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found = Vec::new();
    for row in REPLACED.lines().filter(|row| !row.starts_with('#')) {
        let (phrase, instead) = row.split_once(" | ").expect("a phrase and another");
        let pattern: Vec<&str> = phrase.split(' ').collect();
        for place in words.windows(pattern.len()) {
            if place.iter().zip(&pattern).all(|(word, pattern)| is(&word.text, pattern)) {
                found.push(format!("line {}: `{phrase}`; write: {instead}", place[0].line));
            }
        }
    }
    found
}

/// Endings of files that people write and read.
const ENDINGS: [&str; 13] =
    ["md", "rs", "toml", "py", "pyi", "h", "hpp", "c", "cpp", "txt", "cmake", "svg", "sh"];

/// All files of a folder that people write, without products of builds.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry of it").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_hidden = name.starts_with('.') && name != ".ci";
        if path.is_dir() {
            if !is_hidden
                && !["target", "book", "build", "dist", "corpus", "artifacts"].contains(&name)
            {
                files(&path, found);
            }
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_script = ending.is_none() && !name.starts_with("LICENSE");
        if !is_hidden && (is_script || ending.is_some_and(|ending| ENDINGS.contains(&ending))) {
            found.push(path);
        }
    }
}

#[test]
fn no_file_has_a_word_that_the_glossary_replaces() {
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    assert!(paths.len() > 500, "only {} files", paths.len());
    let mut found = Vec::new();
    let own = ["tests/boundary/words.rs", "tests/words.txt"];
    let is_own = |path: &Path| own.iter().any(|name| path.ends_with(name));
    for path in paths.iter().filter(|path| !is_own(path)) {
        // A program that a tool has put in the folder is not text.
        let Ok(text) = fs::read_to_string(path) else { continue };
        let name = path.strip_prefix(root()).expect("it is in the repository");
        found.extend(replaced(&text).iter().map(|what| format!("{}, {what}", name.display())));
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn replaced_words_are_found_in_text_and_in_identifiers() {
    let text = "The box is refused,\nbut in the\nplace of it OurBand and a_judge stay. Headband.";
    let lines =
        |text: &str| replaced(text).iter().map(|what| what[..7].to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(text), ["line 1:", "line 2:", "line 3:", "line 3:"]);
    assert!(replaced("Disjudged bandwidth, refined and centered.").is_empty());
}
