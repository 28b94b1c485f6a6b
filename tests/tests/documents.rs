//! What the book says is there is there: the table of the seeds names a test for each claim, and links
//! of the book lead to chapters and headings.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All text of the Rust files in a folder, or of one file.
fn code(path: &Path) -> String {
    if path.is_file() {
        return fs::read_to_string(path).unwrap();
    }
    let mut text = String::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&code(&path));
        }
    }
    text
}

/// The code of each test file or folder of tests, by its name.
fn tests_in(folder: &str) -> HashMap<String, String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), code(&path)))
        .collect()
}

/// The pieces of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_test_that_the_table_of_the_seeds_names_is_there() {
    let table = fs::read_to_string(root().join("docs/src/seeds.md")).unwrap();
    let own = tests_in("tests/tests");
    let reference = tests_in("crates/octosat-reference/tests/suite");
    let convex = tests_in("crates/octosat-convex/tests/suite");
    let mut found = 0;
    for row in table.lines().filter(|line| line.starts_with('|')) {
        // A bar within a cell is escaped.
        let row = row.replace("\\|", "¦");
        let Some(column) = row.split('|').nth(3) else { continue };
        for part in column.split(';') {
            let tests = match part.trim_start() {
                part if part.starts_with("*reference*") => &reference,
                part if part.starts_with("*convex*") => &convex,
                _ => &own,
            };
            for name in quoted(part) {
                let (file, test) = name.split_once("::").expect("a file and a test in it");
                let code = tests.get(file).unwrap_or_else(|| panic!("no file {file}: {row}"));
                let function = format!("fn {test}(");
                assert!(code.contains(&function), "there is no test {name}: {row}");
                found += 1;
            }
        }
    }
    assert!(found >= 110, "only {found} tests are named");
}

/// The address that a heading gets in the book.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_of_the_book_lead_somewhere() {
    let folder = root().join("docs/src");
    let chapters: HashMap<String, String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    let mut followed = 0;
    for (name, text) in &chapters {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let target = link.0;
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { name } else { file };
            assert!(folder.join(file).exists(), "{name} links to {target}");
            if !heading.is_empty() {
                let there = chapters[file]
                    .lines()
                    .any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(there, "{name} links to {target}, which is no heading");
            }
            followed += 1;
        }
    }
    assert!(followed > 40, "only {followed} links");
}
