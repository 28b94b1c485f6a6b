//! All packages have one version: the crates, the C package and the Python package.

use std::fs;

use crate::common::{read, root};

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
