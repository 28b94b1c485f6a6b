//! `--query`: boxes against other shapes, checked and searched.

use crate::common::{Folder, count, has_fields, items, octosat};
use crate::crafted::{archive, good_arrays};

const QUERIES: [&str; 8] =
    ["half-space", "spheres", "aabbs", "frustum", "segments", "rectangles", "resolve", "convex"];

/// Those of them that are about pairs of boxes, and have one basis.
const OF_PAIRS: [&str; 2] = ["rectangles", "convex"];

/// Those of them that take no margin.
const WITHOUT_MARGIN: [&str; 3] = ["frustum", "segments", "resolve"];

#[test]
fn every_query_is_verified_in_every_combination() {
    let folder = Folder::new("queries-verify");
    let recording = folder.write("small.npz", &archive(&good_arrays()));
    let recording = recording.to_str().expect("the build folder's name is text");
    for query in QUERIES {
        let margins: &[&str] = if WITHOUT_MARGIN.contains(&query) { &["0"] } else { &["0", "0.1"] };
        for margin in margins {
            let how = ["--query", query, "--margin", margin];
            let report = octosat(["verify", "--json", recording].iter().chain(&how)).json(0);
            has_fields(&report, &["pairs", "combinations", "skipped", "differences", "shape_seed"]);
            assert_eq!(report["query"], query);
            // Two frames of three boxes in two bases, all of at least six shapes each; or themselves; or
            // their pairs.
            let least = match query {
                "rectangles" => 2,
                "resolve" => 12,
                "convex" => 8,
                _ => 72,
            };
            assert!(count(&report["pairs"]) >= least, "{report}");
            let is_part = |error: &serde_json::Value| {
                error.as_f64().is_some_and(|error| (0.0..=1.0).contains(&error))
            };
            assert!(is_part(&report["worst_error"]), "{report}");
            if query == "half-space" || query == "spheres" {
                // Lengths are never all exact.
                assert!(report["worst_error"].as_f64() > Some(0.0), "{report}");
            }
            assert_eq!(
                (&report["bit_mismatches"], &report["outside_tolerance"]),
                (&0.into(), &0.into())
            );
            for one in items(&report["combinations"]) {
                let fields = ["backend", "basis", "arithmetic", "threads", "bit_mismatches"];
                has_fields(one, &fields);
                assert!(is_part(&one["worst_error"]), "{one}");
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
        let least = if OF_PAIRS.contains(&query) { 2 } else { 8 };
        assert!(rows.len() >= least, "{report}");
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
    assert!(done.refusal().contains("--out"), "{done:?}");
}

#[test]
fn a_margin_that_no_query_takes_is_refused() {
    for query in WITHOUT_MARGIN {
        for command in ["run", "verify"] {
            let done = octosat([command, "--query", query, "--margin", "0.5"]);
            let line = done.refusal();
            assert!(line.contains("margin") && line.contains(query), "{line}");
        }
    }
    // One that is taken changes answers: more boxes touch.
    let touching = |margin: &str| {
        let how =
            ["run", "--json", "--query", "half-space", "--frames", "0..1", "--margin", margin];
        count(&items(&octosat(how).json(0)["recordings"])[0]["overlapping"])
    };
    assert!(touching("0.5") > touching("0"));
}

#[test]
fn rectangles_are_those_of_the_pairs_seen_from_above() {
    let report = octosat(["verify", "--json", "--query", "rectangles", "--margin", "0.02"]).json(0);
    let frames = octosat(["run", "--json", "--emit", "overlap"]).json(0);
    let [seen, solid] = [&report["pairs"], &items(&frames["recordings"])[0]["pairs"]].map(count);
    assert_eq!(seen, solid, "every pair of every frame once");
    for one in items(&report["combinations"]) {
        assert_eq!(one["basis"], "unit");
    }
    // What overlaps in space overlaps from above where boxes stand upright, and more does.
    let run = octosat(["run", "--json", "--query", "rectangles"]).json(0);
    for row in items(&run["recordings"]) {
        assert_eq!(count(&row["pairs"]), solid);
        let solid = &items(&frames["recordings"])[0]["overlapping"];
        assert!(2 * count(&row["overlapping"]) > count(solid), "{row} {solid}");
    }
    for command in ["run", "verify"] {
        let done = octosat([command, "--query", "rectangles", "--basis", "prescaled"]);
        assert!(done.refusal().contains("prescaled"), "{done:?}");
    }
}

#[test]
fn displacements_have_a_row_a_box() {
    let boxes = |command: &str| octosat([command, "--json", "--query", "resolve"]).json(0);
    let run = boxes("run");
    let row = &items(&run["recordings"])[0];
    assert_eq!(count(&row["pairs"]), count(&row["boxes"]) * count(&row["frames"]));
    assert!(count(&row["overlapping"]) > 0, "boxes of the recording rest on each other: {row}");
    let verified = boxes("verify");
    // In both bases.
    assert_eq!(count(&verified["pairs"]), 2 * count(&row["pairs"]));
    // Sums in float64 hardly ever reach the middle between two float32, and the rounding is not counted.
    let worst = verified["worst_error"].as_f64();
    assert!(worst.is_some_and(|error| (0.0..0.5).contains(&error)), "{verified}");
}

#[test]
fn shapes_need_a_query() {
    let done = octosat(["verify", "--shape-seed", "7"]);
    assert_eq!(done.status, Some(2), "{done:?}");
    let done = octosat(["fuzz", "--query", "moons"]);
    assert!(done.status == Some(2) && done.stderr.contains("half-space"), "{done:?}");
}
