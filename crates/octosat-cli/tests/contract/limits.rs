//! Recordings that the unit basis takes and the pre-scaled one does not.

use std::path::Path;

use serde_json::Value;

use crate::common::{Done, Folder, count, items, on_files};
use crate::crafted::{Array, archive, good_arrays};

const HALF_EXTENTS: usize = 0;
const POSITION: usize = 1;

/// A recording whose boxes are too thin, too large or, in its second frame, too far away.
fn beyond(what: &str) -> Vec<Array> {
    let mut arrays = good_arrays();
    match what {
        "thin" => arrays[HALF_EXTENTS].put(5, 1e-7_f32.to_le_bytes()),
        "large" => arrays[HALF_EXTENTS].put(5, 2e6_f32.to_le_bytes()),
        _ => arrays[POSITION].put(9, 2e9_f32.to_le_bytes()),
    }
    arrays
}

/// The array and the row that are beyond the limits.
fn place(what: &str) -> &'static str {
    if what == "far" { "array position: frame 1, box 0" } else { "array half_extents: box 1" }
}

/// The JSON of a command that did its work and said one line about it on standard error.
fn noted(done: &Done, name: &str, what: &str) -> Value {
    assert_eq!(done.status, Some(0), "{done:?}");
    let line = done.stderr.strip_suffix('\n').expect("a line ends");
    assert!(!line.contains('\n'), "{line}");
    for part in [name, "prescaled", place(what)] {
        assert!(line.contains(part), "{part:?} is not in {line:?}");
    }
    serde_json::from_str(&done.stdout).expect("one JSON value")
}

/// Asserts that the JSON tells of one skipped basis, and that its rows are of the unit basis.
fn skipped(report: &Value, rows: &str, name: &str, what: &str) {
    let [skipped] = items(&report["skipped_bases"]) else { panic!("{report}") };
    assert_eq!(skipped["recording"], name);
    assert_eq!(skipped["basis"], "prescaled");
    assert!(skipped["why"].as_str().is_some_and(|why| why.starts_with(place(what))), "{skipped}");
    let rows = items(&report[rows]);
    assert!(!rows.is_empty(), "{report}");
    let other = rows
        .iter()
        .find(|row| !["unit", "matrix"].contains(&row["basis"].as_str().expect("a name")));
    assert_eq!(other, None);
}

#[test]
fn verify_and_bench_skip_the_basis_and_say_so() {
    let folder = Folder::new("beyond");
    for what in ["thin", "large", "far"] {
        let file = folder.write(&format!("{what}.npz"), &archive(&beyond(what)));
        let done = on_files(&["verify", "--json"], &[&file]);
        skipped(&noted(&done, what, what), "combinations", what, what);
        let done = on_files(&["bench", "--json", "--repeats", "1", "--threads", "1"], &[&file]);
        skipped(&noted(&done, what, what), "rows", what, what);
    }
}

#[test]
fn tables_have_a_line_about_it() {
    let folder = Folder::new("beyond-words");
    let file = folder.write("thin.npz", &archive(&beyond("thin")));
    for command in [&["verify"][..], &["bench", "--repeats", "1", "--threads", "1"]] {
        let done = on_files(command, &[&file]);
        assert_eq!(done.status, Some(0), "{done:?}");
        let line = done.stdout.lines().find(|line| line.contains("skipped in the prescaled basis"));
        assert!(line.is_some_and(|line| line.contains(place("thin"))), "{done:?}");
    }
}

#[test]
fn a_basis_that_is_asked_for_by_name_refuses_the_recording() {
    let folder = Folder::new("beyond-explicit");
    for what in ["thin", "large", "far"] {
        let file = folder.write("beyond.npz", &archive(&beyond(what)));
        for command in ["verify", "run"] {
            let done = on_files(&[command, "--json", "--basis", "prescaled"], &[&file]);
            assert!(done.refusal().contains(place(what)), "{done:?}");
            on_files(&[command, "--json", "--basis", "unit"], &[&file]).json(0);
        }
    }
}

#[test]
fn other_recordings_keep_the_basis() {
    let folder = Folder::new("beyond-mixed");
    let good = folder.write("good.npz", &archive(&good_arrays()));
    let thin = folder.write("thin.npz", &archive(&beyond("thin")));
    let files: [&Path; 2] = [&thin, &good];
    let report = noted(&on_files(&["verify", "--json"], &files), "thin", "thin");
    assert_eq!(items(&report["skipped_bases"]).len(), 1, "{report}");
    assert_eq!(count(&report["pairs"]), 8);
    assert!(items(&report["combinations"]).iter().any(|one| one["basis"] == "prescaled"));
    let report = on_files(&["verify", "--json"], &[&good]).json(0);
    assert!(items(&report["skipped_bases"]).is_empty(), "{report}");
}
