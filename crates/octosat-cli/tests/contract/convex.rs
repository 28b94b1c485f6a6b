//! `--query convex`: pairs of boxes as general polyhedra, beside the kernels.

use serde_json::Value;

use crate::common::{Folder, count, items, octosat, on_files};
use crate::crafted::{Array, archive, floats, good_arrays, named, read_arrays};

/// How far the depths of float32 and float64 may differ on the embedded recording, metres.
const CLOSE: f32 = 1e-5;

/// The checks of boxes; other solids go through all but the last.
const CHECKS: [&str; 6] = ["pruning", "projection", "swapping", "last-axis", "contacts", "judge"];

/// The good recording with one box flattened.
fn flat(half_extents: [f32; 3]) -> Vec<Array> {
    let mut arrays = good_arrays();
    let all = [[0.5; 3], half_extents, [0.5; 3]];
    arrays[0].data = floats(all.as_flattened());
    arrays
}

fn rows<'a>(report: &'a Value, query: &str) -> &'a Value {
    let mut rows = items(&report["recordings"]).iter();
    rows.find(|row| row["query"] == query).unwrap_or_else(|| panic!("no {query} in {report}"))
}

#[test]
fn a_box_without_volume_is_refused_by_its_number() {
    let folder = Folder::new("convex-flat");
    for (half_extents, what) in [
        ([0.5, 0.0, 0.5], "half extent 1"),
        ([0.0, 0.0, 0.5], "half extent 0"),
        ([0.5, 0.5, 1e-7], "no area"),
    ] {
        let file = folder.write("flat.npz", &archive(&flat(half_extents)));
        for command in ["run", "verify", "bench"] {
            let done = on_files(&[command, "--json", "--query", "convex"], &[&file]);
            let line = done.refusal();
            for part in ["flat", "half_extents", "box 1", what] {
                assert!(line.contains(part), "{command}: no {part:?} in {line:?}");
            }
        }
        // The kernels take it.
        on_files(&["run", "--json"], &[&file]).json(0);
    }
}

#[test]
fn ways_that_scalar_code_does_not_have_are_refused() {
    for [option, value] in [
        ["--basis", "prescaled"],
        ["--arithmetic", "fused"],
        ["--backend", "avx2"],
        ["--backend", "portable"],
        ["--backend", "reference"],
    ] {
        let done = octosat(["run", "--query", "convex", option, value]);
        let line = done.refusal();
        assert!(line.contains(option) && line.contains(value), "{line}");
    }
    let done = octosat(["run", "--query", "half-space", "--out", "a.npz"]);
    assert!(done.refusal().contains("--out"), "{done:?}");
}

#[test]
fn results_are_those_of_the_kernels_in_the_same_arrays() {
    let folder = Folder::new("convex-results");
    let [ours, again, kernels] = ["ours.npz", "again.npz", "kernels.npz"].map(|n| folder.path(n));
    let how = ["run", "--json", "--query", "convex", "--margin", "0.02", "--threads"];
    let report = on_files(&[&how[..], &["1", "--out"]].concat(), &[&ours]).json(0);
    on_files(&[&how[..], &["2", "--out"]].concat(), &[&again]).json(0);
    on_files(&["run", "--json", "--margin", "0.02", "--out"], &[&kernels]).json(0);
    let [ours, again, kernels] = [ours, again, kernels].map(|path| read_arrays(&path));
    assert_eq!(ours, again, "threads change nothing");
    for array in &kernels {
        let same = named(&ours, &array.name);
        assert_eq!(same.kind, array.kind, "{}", array.name);
        if !array.name.starts_with("contact_") {
            assert_eq!(same.shape, array.shape, "{}", array.name);
        }
    }
    assert_eq!(ours.len(), kernels.len() + 1);
    let tested = named(&ours, "axes_tested").words();
    // Six faces of each box, and of the 144 products of edges those that the Gauss map leaves.
    assert!(tested.iter().all(|&axes| (12..156).contains(&axes)));

    let [depths, theirs] = [&ours, &kernels].map(|arrays| named(arrays, "depth").floats());
    let near = depths.iter().zip(&theirs).filter(|(a, b)| **b >= 0.0 && (*a - *b).abs() < CLOSE);
    let near = near.count();
    let overlapping = theirs.iter().filter(|&&depth| depth >= 0.0).count();
    assert!(100 * near >= 95 * overlapping && overlapping > 1000, "{near} of {overlapping}");
    let [mine, other] = [&ours, &kernels].map(|arrays| named(arrays, "overlap").bytes().to_vec());
    let differ = mine.iter().zip(&other).filter(|(a, b)| a != b).count();
    assert!(1000 * differ <= mine.len(), "{differ} booleans");

    let offsets = named(&ours, "contact_offsets").longs();
    let contacts = count(&rows(&report, "convex-contacts")["contacts"]);
    assert_eq!(offsets.last().copied(), Some(contacts as u64));
    let features = named(&ours, "contact_feature").words();
    for ends in offsets.windows(2) {
        let [first, end] = [ends[0], ends[1]].map(|end| usize::try_from(end).expect("it fits"));
        let mut of_pair = features[first..end].to_vec();
        of_pair.sort_unstable();
        of_pair.dedup();
        assert!(of_pair.len() == end - first && end - first <= 4, "{features:?}");
    }
}

#[test]
fn a_margin_brings_contacts_and_axes_are_counted() {
    let run = |margin: &str| {
        octosat(["run", "--json", "--query", "convex", "--frames", "0..2", "--margin", margin])
            .json(0)
    };
    let [none, some] = ["0", "0.05"].map(run);
    let contacts = |report: &Value| count(&rows(report, "convex-contacts")["contacts"]);
    assert!(contacts(&some) > contacts(&none) && contacts(&none) > 0);
    for query in ["convex-overlap", "convex-penetration"] {
        let row = rows(&none, query);
        let axes = |name: &str| count(&row["axes"][name]);
        assert_eq!(axes("tested"), axes("faces") + axes("projected"), "{row}");
        assert!(2 * axes("pruned") > axes("edge_pairs") && axes("pruned") > 0, "{row}");
        assert_eq!(row["overlapping"], rows(&some, query)["overlapping"]);
    }
}

#[test]
fn every_check_is_told_for_boxes_and_for_other_solids() {
    let folder = Folder::new("convex-verify");
    let recording = folder.write("small.npz", &archive(&good_arrays()));
    let how = ["verify", "--json", "--query", "convex", "--shape-seed", "5", "--margin", "0.1"];
    let report = on_files(&how, &[&recording]).json(0);
    // Two frames of two pairs, as boxes and as solids.
    assert_eq!(count(&report["pairs"]), 8);
    let checks = items(&report["checks"]);
    for (shapes, expected) in [("boxes", &CHECKS[..]), ("solids", &CHECKS[..5])] {
        let of_shapes = checks.iter().filter(|check| check["shapes"] == shapes);
        let names: Vec<&str> =
            of_shapes.clone().map(|check| check["check"].as_str().expect("a name")).collect();
        assert_eq!(names, expected);
        for check in of_shapes {
            assert_eq!((count(&check["pairs"]), count(&check["outside_tolerance"])), (4, 0));
        }
    }
    let done = on_files(&["verify", "--query", "convex", "--basis", "prescaled"], &[&recording]);
    assert!(done.refusal().contains("prescaled"), "{done:?}");
    let words = on_files(&["verify", "--query", "convex"], &[&recording]);
    assert!(words.status == Some(0) && words.stdout.contains("last-axis"), "{words:?}");
}

#[test]
fn a_search_is_the_same_for_the_same_seed() {
    let folder = Folder::new("convex-fuzz");
    let out = folder.path("");
    let search = |seed: &str| {
        let how = ["fuzz", "--json", "--query", "convex", "--cases", "500", "--seed", seed];
        on_files(&[&how[..], &["--out-dir"]].concat(), &[&out]).json(0)
    };
    let [one, again, other] = ["7", "7", "8"].map(search);
    for field in ["cases", "rounds", "worst_error"] {
        assert_eq!(one[field], again[field]);
    }
    assert_ne!(one["worst_error"], other["worst_error"]);
    assert!(items(&one["failures"]).is_empty(), "{one}");
}

#[test]
fn axes_saved_are_measured_beside_the_kernels() {
    let report =
        octosat(["bench", "--json", "--quick", "--query", "convex", "--repeats", "1"]).json(0);
    assert!(items(&report["differences"]).is_empty(), "{report}");
    let rows = items(&report["rows"]);
    for shapes in ["boxes", "solids"] {
        let saved = |query: &str| {
            let mut all = rows.iter().filter(|row| row["shapes"] == shapes);
            let row = all.find(|row| row["query"] == query).expect("it is measured");
            row["axes_saved"].as_f64().expect("axes are counted")
        };
        assert!(saved("convex-all-axes").abs() < 1e-12);
        let [pruned, boolean, last] =
            ["convex-gauss-map", "convex-overlap", "convex-last-axis"].map(saved);
        assert!(0.2 < pruned && pruned < boolean && boolean < last, "{report}");
    }
    let kernels = rows.iter().filter(|row| row["query"] == "penetration").count();
    assert!(kernels >= 1, "{report}");
}
