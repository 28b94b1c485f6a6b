//! The header and the libraries work for C and C++ programs.
//!
//! Needs the compilers `cc` and `c++`; without them the tests say so and check nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

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
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = libraries().join("octosat-c-programs");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    let language = if compiler == "cc" { "c" } else { "c++" };
    let compiled = Command::new(compiler)
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", standard, "-I"])
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
fn the_example_runs_as_c11_and_as_cpp17() {
    let outputs = [
        output("cc", "-std=c11", "examples/stack.c", "stack-c"),
        output("c++", "-std=c++17", "examples/stack.c", "stack-cpp"),
    ];
    for output in outputs.iter().flatten() {
        assert!(output.contains("at rest"), "{output}");
    }
    if let [Some(of_c), Some(of_cpp)] = outputs {
        assert_eq!(of_c, of_cpp);
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
fn the_tutorial_of_cpp_runs() {
    if let Some(output) = output("c++", "-std=c++17", "examples/handles.cpp", "handles") {
        assert!(output.contains("4 contact points"), "{output}");
    }
}
