//! The C interface, called as C programs call it.
#![expect(unsafe_code, reason = "the functions under test take pointers")]
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![expect(clippy::cast_possible_truncation, reason = "scenes are small")]

mod common;
mod contenders;

mod boxes;
mod cache;
mod casts;
mod certain;
mod chains;
mod clouds;
mod covered;
mod distances;
mod errors;
mod frusta;
mod groups;
mod hulls;
mod moved;
mod other_shapes;
mod products;
mod queries;
mod rectangles;
mod round;
mod shape_casts;
mod shape_pairs;

mod programs;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the package that is tested.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/octosat-c")
}

/// The header that is checked in is the one that the source makes. With the variable `OCTOSAT_WRITE_HEADER` set, it is
/// written instead of compared.
#[test]
fn the_header_is_up_to_date() {
    let package = package();
    let mut config =
        cbindgen::Config::from_file(package.join("cbindgen.toml")).expect("a configuration");
    let source = fs::read_to_string(package.join("src/lib.rs")).expect("the list of rows");
    let words = source.split([' ', ',', '\n']);
    let names: Vec<&str> = words.filter_map(|word| word.strip_prefix("Octosat")).collect();
    assert!(names.len() > 10, "{names:?}");
    for &name in &names {
        config.export.rename.insert(name.to_owned(), format!("Octosat{name}"));
    }
    // Tolerances are of this project alone.
    let tolerances = fs::read_to_string(package.join("../octosat-rows/src/tolerances.rs"))
        .expect("the tolerances");
    let constants = tolerances.lines().filter_map(|line| line.strip_prefix("pub const "));
    let constants = constants.filter_map(|line| line.split(':').next()).map(str::to_owned);
    config.export.exclude.extend(constants);
    let bindings = cbindgen::Builder::new()
        .with_src(package.join("../octosat-rows/src/lib.rs"))
        .with_src(package.join("src/lib.rs"))
        .with_config(config)
        .generate()
        .expect("a header");
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = c_names(&names, &String::from_utf8(made).expect("text"));
    for name in made.lines().filter_map(|line| line.strip_prefix("#define ")) {
        assert!(
            name.starts_with("OCTOSAT_"),
            "{name} is in every program that includes the header"
        );
    }
    let path = package.join("include/octosat.h");
    if env::var_os("OCTOSAT_WRITE_HEADER").is_some() {
        fs::write(&path, &made).expect("a file that can be written");
    }
    let found = fs::read_to_string(&path).expect("a header");
    // Not `assert_eq`: it would print both.
    assert!(
        found == made,
        "include/octosat.h is not what the source makes: run \
         `OCTOSAT_WRITE_HEADER=1 cargo test --release --workspace --test interface the_header`"
    );
}

/// Constants of states by their names in C, and text without the links and headings of Rust.
fn c_names(names: &[&str], made: &str) -> String {
    // What callers must promise is a paragraph, without the heading that Rust asks for.
    let mut made = made.replace("// # Safety\n", "").replace("[`", "`").replace("`]", "`");
    made = made.replace("`Engine::", "`octosat_");
    for name in names {
        let state = name.trim_end_matches("State");
        let upper = format!("OCTOSAT_{}_", upper_words(state));
        for suffix in ["State_", "_", "State::", "::"] {
            made = made.replace(&format!("Octosat{state}{suffix}"), &upper);
            made = made.replace(&format!("`{state}{suffix}"), &format!("`{upper}"));
        }
    }
    made
}

/// The words of a name in capitals, as constants of C have them.
fn upper_words(name: &str) -> String {
    let word = |letter: char| {
        if letter.is_uppercase() { format!("_{letter}") } else { letter.to_string() }
    };
    name.chars().map(word).collect::<String>().trim_start_matches('_').to_uppercase()
}
