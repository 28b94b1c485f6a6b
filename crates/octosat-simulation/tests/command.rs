//! The exit status of the command, which is what `--check` is for.

#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use std::process::{Command, Output};

fn simulate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_simulate")).args(arguments).output().unwrap()
}

fn status(arguments: &[&str]) -> Option<i32> {
    simulate(arguments).status.code()
}

#[test]
fn goals_that_are_met_end_well() {
    assert_eq!(status(&["--scene", "slope", "--seconds", "3", "--check"]), Some(0));
}

#[test]
fn a_missed_goal_is_an_exit_status_and_a_line() {
    // With one substep contacts are so soft that the light cube gives way.
    let soft = ["--scene", "mass-ratio", "--substeps", "1", "--seconds", "3"];
    assert_eq!(status(&soft), Some(0), "no check was asked for");
    let output = simulate(&[&soft[..], &["--check"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("missed: mass-ratio, octosat, Depth: boxes"), "{printed}");
}

#[test]
fn the_other_manifolds_are_run_too() {
    let output = simulate(&["--scene", "slope", "--seconds", "1", "--against", "parry", "--json"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let runs: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let narrow = [0, 1].map(|run| runs["runs"][run]["narrow"].as_str().unwrap().to_owned());
    assert_eq!(narrow, ["octosat", "parry"]);
    assert_eq!(output.status.code(), Some(0), "without --check nothing is checked");
}

#[test]
fn places_are_apart_and_their_motion_is_the_same() {
    let asked = ["--scene", "slope", "--seconds", "1", "--against", "parry", "--places", "2"];
    let printed = String::from_utf8(simulate(&[&asked[..], &["--json"]].concat()).stdout).unwrap();
    let runs: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let narrow = [0, 1].map(|line| runs["places"][line]["narrow"].as_str().unwrap());
    assert_eq!((narrow, &runs["places"][0]["places"]), (["octosat", "parry"], &2.into()));
    let runs = runs["runs"].as_array().unwrap();
    let places: Vec<_> = runs.iter().map(|run| run["place"].as_u64()).collect();
    assert_eq!(places, [Some(0), Some(1), Some(0), Some(1)]);
    let moved = |run: usize| runs[run]["moved"].as_f64().unwrap();
    assert_ne!(runs[0]["digest"], runs[1]["digest"]);
    assert!((moved(0) - moved(1)).abs() < 1e-6, "{} and {}", moved(0), moved(1));
}

#[test]
fn what_is_recorded_is_not_the_control() {
    let recorded = |extra: &[&str]| {
        let name = format!("octosat-simulate-{}-{}.npz", std::process::id(), extra.len());
        let file = std::env::temp_dir().join(name);
        let asked = ["--scene", "slope", "--seconds", "0.2", "--record", file.to_str().unwrap()];
        assert_eq!(status(&[&asked[..], extra].concat()), Some(0));
        let bytes = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        bytes
    };
    let own = recorded(&[]);
    assert!(
        recorded(&["--narrow", "parry", "--threads", "1"]) != own,
        "the control's contacts differ"
    );
    assert!(recorded(&["--against", "parry"]) == own);
}

#[test]
fn a_run_too_short_to_reference_is_rejected() {
    assert_eq!(status(&["--scene", "slope", "--seconds", "2", "--check"]), Some(2));
    assert_eq!(status(&["--all", "--far"]), Some(2));
}
