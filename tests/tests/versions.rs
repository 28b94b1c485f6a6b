//! All packages have one version: the crates, the C package and the Python package.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

/// What stands in quotes, or else in words, behind each occurrence of a text.
fn values<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).map(|rest| {
        rest.split(['"', ' ', ')', '\n']).find(|word| !word.is_empty()).unwrap_or_default()
    })
}

#[test]
fn all_packages_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    let mut found = 0;
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let manifests = crates.map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        format!("crates/{name}/Cargo.toml")
    });
    for manifest in manifests.chain(["Cargo.toml".to_owned()]) {
        let text = read(&manifest);
        for line in
            text.lines().filter(|line| line.contains("path = \"") && line.contains("octosat"))
        {
            assert!(line.contains(&format!("version = \"{version}\"")), "{manifest}: {line}");
            found += 1;
        }
    }
    assert!(found > 6, "only {found} dependencies on own crates");

    let cmake = read("crates/octosat-c/CMakeLists.txt");
    assert_eq!(values(&cmake, "project(octosat VERSION").collect::<Vec<_>>(), [version]);
    let python = read("python/Cargo.toml");
    assert_eq!(values(&python, "\nversion = ").next(), Some(version));
}
