//! The header and the libraries work for C and C++ programs.
//!
//! Needs the compilers `cc` and `c++`; without them the tests say so and check nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::package;

/// The folder that cargo put the library in, next to this test.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("a path");
    test.parent().expect("a folder").to_owned()
}

/// Compiles a program against the static library and runs it; none if there is no such compiler.
fn output(compiler: &str, standard: &str, source: &str, name: &str) -> Option<String> {
    if Command::new(compiler).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {compiler}");
        return None;
    }
    let package = package();
    let folder = libraries().join("octosat-c-programs");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    let language = if compiler == "cc" { "c" } else { "c++" };
    let compiled = Command::new(compiler)
        .args([
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Wconversion",
            "-Wshadow",
            "-Werror",
            standard,
            "-I",
        ])
        .arg(package.join("include"))
        .args(["-x", language])
        .arg(package.join(source))
        .args(["-x", "none"])
        .arg(libraries().join("liboctosat_c.a"))
        .args(["-pthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).output().expect("a program");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(String::from_utf8(run.stdout).expect("text"))
}

#[test]
#[cfg(unix)]
fn the_stack_is_the_same_in_c11_and_in_cpp17() {
    let outputs = [
        output("cc", "-std=c11", "examples/stack.c", "stack-c"),
        output("c++", "-std=c++17", "examples/stack.c", "stack-c-as-cpp"),
    ];
    let outputs: Vec<_> = outputs.iter().flatten().collect();
    for output in &outputs {
        assert!(output.contains("at rest"), "{output}");
        assert_eq!(*output, outputs[0]);
    }
}

#[test]
#[cfg(unix)]
fn the_engine_in_cpp17_stacks_removes_picks_and_stops_bullets() {
    if let Some(output) = output("c++", "-std=c++17", "examples/engine.cpp", "engine-cpp") {
        assert_eq!(output.matches("yes: ").count(), 7, "{output}");
    }
}

#[test]
#[cfg(unix)]
fn defaults_are_those_of_rust_in_c11_and_in_cpp17() {
    let source = "tests/programs/defaults.c";
    for (compiler, standard) in [("cc", "-std=c11"), ("c++", "-std=c++17")] {
        if let Some(output) = output(compiler, standard, source, &format!("defaults-{compiler}")) {
            assert!(output.starts_with("0 of"), "{output}");
        }
    }
}

#[test]
#[cfg(unix)]
fn contacts_at_a_hit_are_found_in_c11_and_in_cpp17() {
    let source = "tests/programs/moved.c";
    for (compiler, standard) in [("cc", "-std=c11"), ("c++", "-std=c++17")] {
        if let Some(output) = output(compiler, standard, source, &format!("moved-{compiler}")) {
            assert!(output.contains("a hit with 4 points"), "{output}");
        }
    }
}

#[test]
#[cfg(unix)]
fn round_shapes_move_and_touch_in_c11_and_in_cpp17() {
    let source = "tests/programs/round.c";
    for (compiler, standard) in [("cc", "-std=c11"), ("c++", "-std=c++17")] {
        if let Some(output) = output(compiler, standard, source, &format!("round-{compiler}")) {
            assert!(output.contains("a landing, 2 contacts and a hit"), "{output}");
        }
    }
}

#[test]
#[cfg(unix)]
fn robots_move_in_c11_and_in_cpp17() {
    let source = "tests/programs/robot.c";
    for (compiler, standard) in [("cc", "-std=c11"), ("c++", "-std=c++17")] {
        if let Some(output) = output(compiler, standard, source, &format!("robot-{compiler}")) {
            let lines: Vec<&str> = output.lines().collect();
            assert!(lines[0].starts_with("shoulder: free, and a hit from 0.4"), "{output}");
            assert_eq!(lines[0], lines[1]);
        }
    }
}

#[test]
#[cfg(unix)]
fn calls_of_the_cpp_header_work() {
    for name in ["columns", "contacts", "errors", "products", "queries", "robots", "shapes"] {
        output("c++", "-std=c++17", &format!("tests/programs/cpp/{name}.cpp"), name);
    }
}

/// The functions of the C interface that a text names, without those in comments.
fn functions(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter_map(|line| line.split("//").next());
    let words = code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|word| word.starts_with("octosat_")).map(str::to_owned).collect()
}

#[test]
fn the_cpp_header_calls_every_function_of_c() {
    let include = package().join("include");
    let read = |path: &Path| fs::read_to_string(path).expect("a header");
    let of_c = functions(&read(&include.join("octosat.h")));
    assert!(of_c.len() > 100, "only {} functions", of_c.len());
    let mut of_cpp = BTreeSet::new();
    for entry in fs::read_dir(include.join("octosat")).expect("a folder") {
        of_cpp.extend(functions(&read(&entry.expect("a file").path())));
    }
    assert_eq!(of_c, of_cpp);
    assert_eq!(functions("int octosat_a(int);\n// octosat_b(1);\n").len(), 1);
}
