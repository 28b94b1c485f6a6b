//! What the book says is there is there: the table of the seeds names code and a test for each answer, and links of
//! the book and of the documents next to it lead to files and headings. All packages, for Rust, C and Python, have one
//! version. Lines of code fit into the column of the book.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{read, root};

/// What is in a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The name of a file or folder, without its ending.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

/// Whether a file has this ending.
fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

/// All text of the Rust files in a folder, or of one file.
pub(crate) fn code(path: &Path) -> String {
    let of_file = || fs::read_to_string(path).unwrap();
    let parts = || entries(path).into_iter().filter(|path| path.is_dir() || ends_in(path, "rs"));
    if path.is_file() { of_file() } else { parts().map(|path| code(&path)).collect() }
}

/// The code of each test file or folder of tests, by its name.
fn tests_in(folder: &str) -> HashMap<String, String> {
    entries(&root().join(folder)).iter().map(|path| (stem(path), code(path))).collect()
}

/// The pieces of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The cells of the rows of the table of the seeds: the answer, the code, the tests, what is right.
fn rows_of_the_seeds() -> Vec<Vec<String>> {
    let table = read("docs/src/seeds.md");
    let rows = table.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    // A bar within a cell is escaped.
    let cells = |row: &str| {
        row.replace("\\|", "¦").split('|').skip(1).map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).filter(|cells: &Vec<String>| cells[1] != "here").collect()
}

#[test]
fn every_test_that_the_table_of_the_seeds_names_is_there() {
    let own = tests_in("tests/tests");
    let reference = tests_in("crates/octosat-reference/tests/suite");
    let convex = tests_in("crates/octosat-reference/tests/convex");
    let check = tests_in("crates/octosat-check/tests");
    let mut found = 0;
    for row in rows_of_the_seeds() {
        for part in row[2].split(';') {
            let tests = match part.trim_start() {
                part if part.starts_with("*reference*") => &reference,
                part if part.starts_with("*convex*") => &convex,
                part if part.contains("*check*") => &check,
                _ => &own,
            };
            for name in quoted(part) {
                let (file, test) = name.split_once("::").expect("a file and a test in it");
                let code = tests.get(file).unwrap_or_else(|| panic!("no file {file}: {row:?}"));
                let function = format!("fn {test}(");
                assert!(code.contains(&function), "there is no test {name}: {row:?}");
                found += 1;
            }
        }
    }
    assert!(found >= 100, "only {found} tests are named");
}

/// The tests of a file.
fn tests_of(code: &str) -> impl Iterator<Item = &str> {
    code.split("#[test]\nfn ").skip(1).filter_map(|rest| rest.split('(').next())
}

#[test]
fn the_book_lists_all_reported_cases_and_no_others() {
    let folder = root().join("tests/tests/reported");
    let mut tests = Vec::new();
    for path in entries(&folder) {
        let code = code(&path);
        tests.extend(tests_of(&code).map(|test| format!("{}::{test}", stem(&path))));
    }
    let page = read("docs/src/reported.md");
    let (cases, findings) = page.split_once("## Findings").expect("cases, and then findings");
    let named = |part: &str| -> Vec<String> {
        quoted(part).filter(|name| name.contains("::")).map(str::to_owned).collect()
    };
    let mut listed = named(cases);
    tests.sort_unstable();
    listed.sort_unstable();
    assert!(tests.len() > 100, "only {} tests", tests.len());
    assert_eq!(tests, listed);

    let (everywhere, elsewhere) = (tests_in("tests/tests"), named(findings));
    assert!(elsewhere.len() >= 10, "only {} tests of findings", elsewhere.len());
    for name in elsewhere {
        let (file, test) = name.split_once("::").expect("a file and a test in it");
        let is_there =
            everywhere.get(file).is_some_and(|code| code.contains(&format!("fn {test}(")));
        assert!(is_there, "there is no test {name}");
    }
}

/// A source file of a library.
struct Source {
    /// The names of its folders, below the library's, and its own.
    modules: Vec<String>,
    text: String,
}

/// The words that a definition begins with, after how visible it is.
const KEYWORDS: [&str; 8] =
    ["fn ", "const fn ", "struct ", "enum ", "trait ", "const ", "mod ", "type "];

impl Source {
    fn all_in(folder: &Path, modules: &[String]) -> Vec<Self> {
        let of_path = |path: PathBuf| {
            let modules = [modules, &[stem(&path)]].concat();
            match path {
                path if path.is_dir() => Self::all_in(&path, &modules),
                path if ends_in(&path, "rs") => vec![Self { modules, text: code(&path) }],
                _ => Vec::new(),
            }
        };
        entries(folder).into_iter().flat_map(of_path).collect()
    }

    /// Whether a line defines a function, a type, a constant or a module of a name, or may be a field
    /// or a variant.
    fn defines(&self, name: &str) -> bool {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        self.text.lines().any(|line| {
            let line = line.trim_start();
            let bare = match line.strip_prefix("pub") {
                Some(rest) => rest.split_once(' ').map_or("", |(_, item)| item),
                None => line,
            };
            let defined = KEYWORDS.iter().any(|keyword| {
                let item = bare.strip_prefix(keyword).and_then(|item| item.strip_prefix(name));
                item.is_some_and(ends)
            });
            // A field has a type behind it. A variant may have anything, but no small letter begins one,
            // so that a call is none.
            let is_variant = name.starts_with(char::is_uppercase);
            let member = bare.strip_prefix(name).is_some_and(|rest| {
                let variant =
                    rest.is_empty() || rest.starts_with([',', '(']) || rest.starts_with(" {");
                rest.starts_with(": ") || (is_variant && variant)
            });
            defined || member
        })
    }

    /// Whether a line defines a type, or begins an implementation for it.
    fn is_about(&self, name: &str) -> bool {
        let word = |line: &str| {
            line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
        };
        let begins = |line: &str| {
            ["impl", "pub struct", "pub enum", "pub trait", "pub type"]
                .iter()
                .any(|start| line.starts_with(start))
        };
        self.text.lines().any(|line| begins(line) && word(line))
    }
}

/// Whether a library has what a path names: its modules, and in one file its type and its item.
fn has(library: &[Source], path: &[&str]) -> bool {
    let is_type =
        |name: &str| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    let (modules, items): (Vec<&str>, Vec<&str>) = match path {
        [rest @ .., owner, item] if is_type(owner) => (rest.to_vec(), vec![*owner, *item]),
        [rest @ .., item] => (rest.to_vec(), vec![*item]),
        [] => return true,
    };
    let there = |source: &Source| match items[..] {
        [owner, item] => source.is_about(owner) && source.defines(item),
        [item] => source.defines(item) || source.modules.iter().any(|module| module == item),
        _ => false,
    };
    // Names may be exported further up, so of the modules each must exist somewhere.
    let exists = |module: &&str| {
        let is_it = |source: &Source| source.modules.iter().any(|name| name == module);
        library.iter().any(is_it)
    };
    modules.iter().all(exists) && library.iter().any(there)
}

#[test]
fn all_code_that_the_table_of_the_seeds_names_is_there_and_tested() {
    let names = ["octosat", "octosat_reference"];
    let libraries = names.map(|name| {
        let folder = |name: &str| root().join("crates").join(name.replace('_', "-")).join("src");
        let mut sources = Source::all_in(&folder(name), &[]);
        if name == "octosat" {
            // Exported as the engine's own.
            sources.extend(Source::all_in(&folder("octosat_rows"), &[]));
        }
        (name, sources)
    });
    let mut found = 0;
    for row in rows_of_the_seeds() {
        // A name without a library is one of the library before it.
        let mut current: Vec<&(&str, Vec<Source>)> = libraries.iter().collect();
        for name in quoted(&row[1]) {
            let mut path: Vec<&str> = name.split("::").collect();
            if let Some(library) = libraries.iter().find(|(library, _)| *library == path[0]) {
                path.remove(0);
                current = vec![library];
            }
            let there = current.iter().any(|(_, sources)| has(sources, &path));
            assert!(there, "there is no {name}: {row:?}");
            found += 1;
        }
        assert!(!row[1].is_empty() && !row[3].is_empty(), "an empty cell: {row:?}");
        let tested = row[2].contains('`') || row[2] == "the same" || row[2].starts_with('[');
        assert!(tested || !row[1].contains('`'), "code without a test: {row:?}");
    }
    assert!(found >= 100, "only {found} names");
}

/// A check that finds everything would be none.
#[test]
fn what_is_not_there_is_not_found() {
    let sources = Source::all_in(&root().join("crates/octosat/src"), &[]);
    assert!(has(&sources, &["Engine", "hits"]) && has(&sources, &["rectangles", "kernels"]));
    // `overlaps_untransformed` is the reference's; `rejected` is only called: it is a closure.
    for absent in [
        vec!["Engine", "hit"],
        vec!["Frustum", "hits"],
        vec!["rectangles", "chance"],
        vec!["overlaps_untransformed"],
        vec!["rejected"],
    ] {
        assert!(!has(&sources, &absent), "{absent:?}");
    }
}

/// The address that a heading gets in the book.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// All pages of the book, also those in folders.
pub(crate) fn pages(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) =
        entries(folder).into_iter().partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| ends_in(path, "md"));
    own.chain(folders.iter().flat_map(|folder| pages(folder))).collect()
}

/// The pages of the book, and the documents in the folder of the repository.
fn documents() -> Vec<PathBuf> {
    let next_to_it = entries(&root()).into_iter().filter(|path| ends_in(path, "md"));
    pages(&root().join("docs/src")).into_iter().chain(next_to_it).collect()
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut followed = 0;
    for path in documents() {
        let folder = path.parent().expect("a file is in a folder");
        let text = code(&path);
        for (target, _) in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(file.exists(), "{path:?} links to {target}");
            let is_it = |line: &str| line.starts_with('#') && anchor(line) == heading;
            let there = heading.is_empty() || code(&file).lines().any(is_it);
            assert!(there, "{path:?} links to {target}, which is no heading");
            followed += 1;
        }
    }
    assert!(followed > 400, "only {followed} links");
}

/// A page that the table of contents does not list is not in the book.
#[test]
fn the_table_of_contents_lists_every_page() {
    let folder = root().join("docs/src");
    let summary = read("docs/src/SUMMARY.md");
    for path in &pages(&folder) {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is missing"
        );
    }
}

/// Characters of the longest line of code that a page may have. The column of the book is 750 pixels wide, and cuts off
/// what is longer.
const WIDEST_CODE: usize = 88;

/// The lines of code of a page that a reader sees, with their numbers. Those that a program hides begin with a hash.
fn code_lines(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut block = None;
    for (number, line) in (1..).zip(page.lines()) {
        // A block within a list is indented.
        match (line.trim_start().strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (None, Some(language)) => {
                let is_hidden = language.starts_with("rust") && line.starts_with("# ");
                if !is_hidden {
                    found.push((number, line));
                }
            }
            (None, None) => {}
        }
    }
    found
}

#[test]
fn lines_of_code_fit_into_the_column_of_the_book() {
    let (mut read, mut long) = (0, Vec::new());
    for path in documents() {
        let text = code(&path);
        for (number, line) in code_lines(&text) {
            let length = line.chars().count();
            if length > WIDEST_CODE {
                long.push(format!("{}:{number}: {length} characters", path.display()));
            }
            read += 1;
        }
    }
    assert!(read > 1000, "only {read} lines of code");
    assert!(long.is_empty(), "{} lines of code are too long:\n{}", long.len(), long.join("\n"));
}

/// A check that reads no block would find none.
#[test]
fn code_lines_are_those_that_a_reader_sees() {
    let page =
        "a\n```rust\n# hidden\nb\n```\nc\n```toml\n# d\n```\n  ```rust,ignore\n  e\n  ```\nf\n";
    assert_eq!(code_lines(page), [(4, "b"), (8, "# d"), (11, "  e")]);
}

/// What stands in quotes, or else in words, behind each occurrence of a text.
fn values<'a>(text: &'a str, before: &'a str) -> Vec<&'a str> {
    let value = |rest: &'a str| rest.split(['"', ' ', ')', '\n']).find(|word| !word.is_empty());
    text.split(before).skip(1).filter_map(value).collect()
}

#[test]
fn all_packages_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let manifests = folders.chain([root()]).map(|folder| folder.join("Cargo.toml"));
    let text: String = manifests.map(|path| fs::read_to_string(path).unwrap()).collect();
    let is_own = |line: &&str| line.contains("path = \"") && line.contains("octosat");
    let own: Vec<&str> = text.lines().filter(is_own).collect();
    assert!(own.len() > 6, "only {} dependencies on own crates", own.len());
    for line in own {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
    let cmake = read("crates/octosat-c/CMakeLists.txt");
    assert_eq!(values(&cmake, "project(octosat VERSION"), [version]);
    assert_eq!(values(&read("python/Cargo.toml"), "\nversion = ").first(), Some(&version));
}

/// A test in such a library would never run.
#[test]
fn libraries_without_tests_have_none() {
    let folders = ["examples", "crates"].map(|folder| entries(&root().join(folder))).concat();
    let is_without = |folder: &&PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest
            .split("\n[")
            .any(|part| part.starts_with("lib]") && part.contains("\ntest = false"))
    };
    let found: Vec<_> = folders.iter().filter(is_without).collect();
    assert!(found.len() >= 4, "{found:?}");
    for folder in found {
        assert!(!code(&folder.join("src")).contains("#[test]"), "{}", folder.display());
    }
}
