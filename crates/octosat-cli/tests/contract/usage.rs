//! Help, and arguments that are refused.

use crate::common::{has_fused, octosat, on_files};

const COMMANDS: [&str; 7] = ["run", "verify", "bench", "fuzz", "draw", "aabbs", "cull"];

const NO_MATRIX: &str = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0";

#[test]
fn help_shows_an_example_of_every_command() {
    for command in COMMANDS {
        let done = octosat([command, "--help"]);
        assert_eq!(done.status, Some(0), "{done:?}");
        assert_eq!(done.stderr, "");
        let (_, example) = done.stdout.split_once("Example").expect("an example");
        assert!(example.contains(&format!("octosat {command}")), "{}", done.stdout);
    }
    let done = octosat(["--help"]);
    assert_eq!(done.status, Some(0), "{done:?}");
    for command in COMMANDS {
        assert!(done.stdout.contains(&format!("  octosat {command}")), "{}", done.stdout);
    }
    assert!(done.stdout.contains("Exit status"), "{}", done.stdout);
}

#[test]
fn the_version_is_told() {
    let done = octosat(["--version"]);
    assert_eq!(done.status, Some(0));
    assert_eq!(done.stdout, format!("octosat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn unknown_arguments_are_refused() {
    let wrong: &[&[&str]] = &[
        &["dance"],
        &["--loud"],
        &["run", "--backend", "mmx"],
        &["run", "--backend", "AVX2 "],
        &["run", "--emit", "everything"],
        &["run", "--emit", "overlap,everything"],
        &["run", "--emit", ""],
        &["run", "--basis", "skewed"],
        &["run", "--arithmetic", "sloppy"],
        &["run", "--margin", "nan"],
        &["run", "--margin", "inf"],
        &["run", "--margin=-0.5"],
        &["run", "--threads=-1"],
        &["run", "--threads", "1000000000"],
        &["run", "--frames", "2"],
        &["run", "--frames", "3..1"],
        &["run", "--out"],
        &["verify", "--basis", "skewed"],
        &["verify", "--margin", "nan"],
        &["bench", "--scene", "moon"],
        &["bench", "--scene", "cloud", "--pairs", "0"],
        &["bench", "--repeats", "0"],
        &["fuzz", "--seed=-1"],
        &["fuzz", "--cases", "few"],
        &["draw"],
        &["draw", "--out"],
        &["draw", "--out", "a.svg", "--frame", "-1"],
        &["draw", "--out", "a.svg", "--margin", "nan"],
        &["draw", "--out", "a.svg", "--view", "up"],
        &["draw", "--out", "a.svg", "--view", "0,91"],
        &["draw", "--out", "a.svg", "--zoom", "1,2,3"],
        &["draw", "--out", "a.svg", "--zoom", "1,2,3,0"],
        &["draw", "--out", "a.svg", "--zoom", "1,2,3,1", "--around", "1"],
        &["draw", "--out", "a.svg", "--up", "w"],
        &["draw", "one.npz", "two.npz", "--out", "a.svg"],
        &["aabbs", "--out"],
        &["aabbs", "--backend", "mmx", "--out", "a.npz"],
        &["cull", "--look-from", "1,2,3", "--out", "a.npz"],
        &["cull", "--look-at", "1,2,3", "--out", "a.npz"],
        &["cull", "--look-from", "1,2", "--look-at", "1,2,3", "--out", "a.npz"],
        &["cull", "--view-projection", "1,2,3", "--out", "a.npz"],
        &["cull", "--view-projection", NO_MATRIX, "--look-from", "1,2,3", "--look-at", "0,0,0"],
        &["cull", "--look-from", "1,2,3", "--look-at", "0,0,0", "--depth", "0..2"],
    ];
    for arguments in wrong {
        let done = octosat(*arguments);
        assert_eq!(done.status, Some(2), "{arguments:?}: {done:?}");
        assert_eq!(done.stdout, "", "{arguments:?}");
        assert!(done.stderr.starts_with("error: "), "{arguments:?}: {done:?}");
    }
}

#[test]
fn values_that_exist_are_listed() {
    let done = octosat(["run", "--backend", "mmx"]);
    for backend in ["auto", "reference", "scalar", "portable", "avx2", "avx512"] {
        assert!(done.stderr.contains(backend), "{done:?}");
    }
}

#[test]
fn a_backend_that_the_cpu_lacks_is_refused_with_those_it_has() {
    let verified = octosat(["fuzz", "--cases", "1", "--json"]).json(0);
    for skipped in crate::common::items(&verified["skipped"]) {
        let name = skipped.as_str().expect("a name");
        let done = on_files(&["run", "--json", "--backend", name], &[]);
        assert!(done.refusal().contains("scalar"), "{done:?}");
    }
}

#[test]
fn the_reference_has_no_fused_arithmetic() {
    let done = octosat(["run", "--backend", "reference", "--arithmetic", "fused"]);
    let line = done.refusal();
    assert!(line.contains("--arithmetic fused") && line.contains("reference"), "{line}");
}

#[test]
fn fused_is_refused_where_the_hardware_does_not_fuse() {
    for backend in ["scalar", "portable"] {
        let commands = [&["run"][..], &["run", "--query", "spheres"], &["aabbs"]];
        for command in commands {
            let words = [command, &["--backend", backend, "--arithmetic", "fused"]].concat();
            let done = octosat(words);
            if has_fused(backend) {
                assert_eq!(done.status, Some(0), "{done:?}");
            } else {
                let line = done.refusal();
                assert!(line.contains(backend) && line.contains("fused"), "{line}");
            }
        }
    }
}

#[test]
fn frames_beyond_the_recording_are_refused() {
    for range in ["0..1000000", "1000000..", "1000000..1000001"] {
        let done = octosat(["run", "--frames", range]);
        assert!(done.refusal().contains("frames"), "{done:?}");
    }
}
