//! Whole frames and small lists in `octosat bench`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{Folder, has_fields, items, octosat, on_files};
use crate::crafted::{archive, good_arrays};

/// The different texts in a field of some rows.
fn names<'a>(rows: impl IntoIterator<Item = &'a Value>, field: &str) -> BTreeSet<&'a str> {
    rows.into_iter().map(|row| row[field].as_str().expect("a name")).collect()
}

fn number(row: &Value, field: &str) -> f64 {
    row[field].as_f64().expect("a number")
}

fn are_contacts(row: &&Value) -> bool {
    row["query"] == "contacts"
}

#[test]
fn frames_have_each_cache_and_query() {
    let folder = Folder::new("bench-frames");
    let file = folder.write("two.npz", &archive(&good_arrays()));
    let words = ["bench", "--json", "--part", "frames", "--repeats", "2", "--threads", "2"];
    let report = on_files(&words, &[&file]).json(0);
    let rows = items(&report["rows"]);
    for row in rows {
        let common = ["query", "backend", "basis", "arithmetic", "threads", "boxes", "pairs"];
        has_fields(row, &common);
        has_fields(row, &["pairs_per_second", "speedup_over_scalar"]);
        assert_eq!((&row["part"], &row["recording"]), (&"frames".into(), &"two".into()));
        assert_eq!((&row["motion"], &row["frames"]), (&"recorded".into(), &1.into()), "{row}");
        assert!(number(row, "ns_per_pair") > 0.0 && number(row, "speedup_over_stateless") > 0.0);
        assert!((0.0..=1.0).contains(&number(row, "reused_share")), "{row}");
        let is_off = row["cache"] == "off";
        assert!(!is_off || row["speedup_over_stateless"] == 1.0, "{row}");
        assert!(is_off || row["query"] == "contacts", "{row}");
    }
    for threads in [1, 2] {
        let of_threads = || rows.iter().filter(|row| row["threads"] == threads);
        assert_eq!(names(of_threads(), "query"), ["contacts", "overlap", "penetration"].into());
        let caches = names(of_threads().filter(are_contacts), "cache");
        assert_eq!(caches, ["off", "reuse", "steady"].into());
    }
}

#[test]
fn frames_of_a_scene_rest_and_creep() {
    let words = ["bench", "--json", "--scene", "pile", "--pairs", "300", "--part", "frames"];
    let how = ["--cache", "reuse", "--threads", "1", "--repeats", "1"];
    let report = octosat([&words[..], &how].concat()).json(0);
    let rows = items(&report["rows"]);
    assert_eq!(names(rows, "motion"), ["creep", "none"].into());
    let contacts: Vec<_> = rows.iter().filter(are_contacts).collect();
    assert_eq!(names(contacts.iter().copied(), "cache"), ["reuse"].into());
    for row in contacts {
        let fewest = if row["motion"] == "none" { 1.0 } else { 0.9 };
        assert!(number(row, "reused_share") >= fewest, "{row}");
    }
}

#[test]
fn small_lists_have_each_length_and_engine() {
    let words = ["bench", "--json", "--scene", "wall", "--pairs", "300"];
    let report = octosat([&words[..], &["--part", "small", "--repeats", "1"]].concat()).json(0);
    let rows = items(&report["rows"]);
    for pairs in [1, 8, 64, 200, 1_000, 5_000, 10_000, 20_000, 50_000] {
        for engine in ["default", "sequential"] {
            let found = rows.iter().filter(|row| row["engine"] == engine && row["pairs"] == pairs);
            assert_eq!(names(found, "query"), ["contacts", "overlap", "penetration"].into());
        }
    }
    assert_eq!(rows.len(), 9 * 2 * 3);
    for row in rows {
        assert_eq!(row["part"], "small");
        let expected = number(row, "ns_per_pair") * number(row, "pairs");
        assert!((number(row, "ns_per_call") / expected - 1.0).abs() < 1e-9, "{row}");
        assert!(row["engine"] != "sequential" || row["threads"] == 1, "{row}");
    }
}

#[test]
fn a_part_that_files_do_not_have_is_refused() {
    let folder = Folder::new("bench-growth");
    let file = folder.write("two.npz", &archive(&good_arrays()));
    let done = on_files(&["bench", "--part", "growth"], &[&file]);
    assert!(done.refusal().contains("nothing to measure"), "{done:?}");
    let done = octosat(["bench", "--part", "everything"]);
    assert_eq!(done.status, Some(2), "{done:?}");
}
