//! `--query`: boxes against other shapes, checked and searched.

use crate::common::{Folder, count, has_fields, items, octosat};
use crate::crafted::{archive, good_arrays};

const QUERIES: [&str; 5] = ["half-space", "spheres", "aabbs", "frustum", "segments"];

#[test]
fn every_query_is_verified_in_every_combination() {
    let folder = Folder::new("queries-verify");
    let recording = folder.write("small.npz", &archive(&good_arrays()));
    let recording = recording.to_str().expect("the build folder's name is text");
    for query in QUERIES {
        for margin in ["0", "0.1"] {
            let how = ["--query", query, "--margin", margin];
            let report = octosat(["verify", "--json", recording].iter().chain(&how)).json(0);
            has_fields(&report, &["pairs", "combinations", "skipped", "differences", "shape_seed"]);
            assert_eq!(report["query"], query);
            // Two frames of three boxes in two bases, three shapes each where there are as many.
            assert!(count(&report["pairs"]) >= 24, "{report}");
            assert_eq!(
                (&report["bit_mismatches"], &report["outside_tolerance"]),
                (&0.into(), &0.into())
            );
            for one in items(&report["combinations"]) {
                let fields = ["backend", "basis", "arithmetic", "threads", "bit_mismatches"];
                has_fields(one, &fields);
            }
        }
    }
    let words = octosat(["verify", recording, "--query", "frustum", "--basis", "unit"]);
    assert!(words.stdout.contains("frustum: ") && words.status == Some(0), "{words:?}");
}

#[test]
fn every_query_is_searched() {
    let folder = Folder::new("queries-fuzz");
    let out = folder.path("");
    let out = out.to_str().expect("the build folder's name is text");
    for query in QUERIES {
        let search = ["fuzz", "--json", "--query", query, "--cases", "3000", "--out-dir", out];
        let report = octosat(search).json(0);
        assert!(count(&report["cases"]) >= 3000, "{report}");
        assert!(items(&report["failures"]).is_empty(), "{report}");
    }
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn every_query_is_measured() {
    let folder = Folder::new("queries-bench");
    let recording = folder.write("small.npz", &archive(&good_arrays()));
    let recording = recording.to_str().expect("the build folder's name is text");
    for query in QUERIES {
        let how = ["bench", "--json", recording, "--query", query, "--repeats", "1"];
        let report = octosat(how).json(0);
        assert!(items(&report["differences"]).is_empty(), "{report}");
        let fields = ["query", "backend", "basis", "arithmetic", "threads", "boxes", "pairs"];
        let measured = ["ns_per_pair", "pairs_per_second", "speedup_over_scalar"];
        let rows = items(&report["rows"]);
        assert!(rows.len() >= 8, "{report}");
        for row in rows {
            has_fields(row, &[&fields[..], &measured].concat());
            assert!(row["ns_per_pair"].as_f64().is_some_and(|time| time > 0.0), "{row}");
        }
    }
}

#[test]
fn every_query_is_run_with_the_same_counts_on_every_backend() {
    for query in QUERIES {
        let run = |backend: &str| {
            octosat(["run", "--json", "--query", query, "--backend", backend]).json(0)
        };
        let [one_lane, fastest] = ["scalar", "auto"].map(run);
        let rows = items(&one_lane["recordings"]);
        for (row, other) in rows.iter().zip(items(&fastest["recordings"])) {
            has_fields(row, &["name", "boxes", "frames", "pairs", "seconds", "ns_per_pair"]);
            assert_eq!(row["overlapping"], other["overlapping"], "{row} {other}");
        }
        let told = rows.iter().filter(|row| row["overlapping"].as_u64() > Some(0)).count();
        assert!(told > 0, "{one_lane}");
    }
    let done = octosat(["run", "--query", "spheres", "--backend", "reference"]);
    assert!(done.refusal().contains("reference"), "{done:?}");
    let done = octosat(["run", "--query", "spheres", "--out", "a.npz"]);
    assert!(done.status == Some(2) && done.stderr.starts_with("error: "), "{done:?}");
}

#[test]
fn shapes_need_a_query() {
    let done = octosat(["verify", "--shape-seed", "7"]);
    assert_eq!(done.status, Some(2), "{done:?}");
    let done = octosat(["fuzz", "--query", "moons"]);
    assert!(done.status == Some(2) && done.stderr.contains("half-space"), "{done:?}");
}
