//! The arrays that `run --out` writes.

use std::fs;
use std::path::Path;

use crate::common::{Folder, count, items, on_files};
use crate::crafted::{archive, good_arrays, named, read_arrays};

/// Runs with `--out` and gives the number of pairs and of overlapping pairs that were reported.
fn run(options: &[&str], out: &Path) -> Counts {
    let words: Vec<&str> = ["run", "--json"].iter().chain(options).copied().collect();
    let words = [words.as_slice(), &["--out"]].concat();
    let report = on_files(&words, &[out]).json(0);
    let [recording] = items(&report["recordings"]) else { panic!("{report}") };
    Counts { pairs: count(&recording["pairs"]), overlapping: count(&recording["overlapping"]) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    pairs: usize,
    overlapping: usize,
}

#[test]
fn arrays_have_the_shapes_and_types_of_the_contract() {
    let folder = Folder::new("shapes");
    let out = folder.path("results.npz");
    for options in [
        &[][..],
        &["--basis", "prescaled"],
        &["--arithmetic", "fused"],
        &["--backend", "reference"],
        &["--margin", "0.05"],
        &["--emit", "penetration,overlap"],
    ] {
        let Counts { pairs, overlapping } = run(options, &out);
        let mut arrays = read_arrays(&out);
        // The others have tests of their own.
        arrays.retain(|array| !array.name.starts_with("contact"));
        let names: Vec<&str> = arrays.iter().map(|array| array.name.as_str()).collect();
        assert_eq!(names, ["axis", "depth", "normal", "overlap"], "{options:?}");
        for array in &arrays {
            let normal = array.name == "normal";
            let shape = if normal { format!("({pairs},3)") } else { format!("({pairs})") };
            assert_eq!(array.shape, shape, "{options:?}, {}", array.name);
        }
        let overlap = named(&arrays, "overlap").bytes();
        let depth = named(&arrays, "depth").floats();
        let axis = named(&arrays, "axis").bytes();
        let normal = named(&arrays, "normal").floats();
        let lengths = [overlap.len(), depth.len(), axis.len(), normal.len() / 3];
        assert_eq!(lengths, [pairs; 4], "{options:?}");
        for row in 0..pairs {
            assert_eq!(overlap[row], u8::from(depth[row] >= 0.0), "{options:?}, row {row}");
            assert!(axis[row] <= 14, "{options:?}, row {row}");
            let squared: f32 = normal[3 * row..3 * row + 3].iter().map(|c| c * c).sum();
            let unit = (squared - 1.0).abs() < 1e-5;
            assert!(unit || (overlap[row] == 0 && squared == 0.0), "{options:?}, row {row}");
        }
        assert_eq!(overlap.iter().filter(|&&one| one == 1).count(), overlapping, "{options:?}");
    }
    assert_eq!(folder.names(), ["results.npz"]);
}

#[test]
fn values_are_those_of_boxes_that_are_known() {
    let folder = Folder::new("known");
    let file = folder.write("known.npz", &archive(&good_arrays()));
    let out = folder.path("results.npz");
    let done = on_files(&["run", "--json", "--out"], &[&out, &file]);
    done.json(0);
    let arrays = read_arrays(&out);
    assert_eq!(named(&arrays, "overlap").bytes(), [1, 0, 1, 1]);
    let depth = named(&arrays, "depth").floats();
    assert_eq!(depth, [0.5, -3.0, 0.5, 0.0]);
    assert_eq!(named(&arrays, "axis").bytes(), [0, 1, 0, 1]);
    let normal = named(&arrays, "normal").floats();
    assert_eq!(normal[..3], [1.0, 0.0, 0.0]);
    assert_eq!(normal[6..], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    assert_eq!(folder.names(), ["known.npz", "results.npz"]);
}

#[test]
fn threads_and_backends_give_the_same_bytes() {
    let folder = Folder::new("bytes");
    let usual = folder.path("usual.npz");
    let other = folder.path("other.npz");
    for basis in ["unit", "prescaled"] {
        let counts = run(&["--threads", "1", "--basis", basis], &usual);
        let bytes = fs::read(&usual).expect("the results are there");
        for options in [
            &["--threads", "2"][..],
            &["--threads", "0"],
            &["--backend", "scalar"],
            &["--backend", "portable"],
            &["--backend", "auto", "--threads", "3"],
        ] {
            let options = [options, &["--basis", basis]].concat();
            assert_eq!(run(&options, &other), counts, "{options:?}");
            assert!(fs::read(&other).expect("the results are there") == bytes, "{options:?}");
        }
    }
}

#[test]
fn frames_are_parts_of_the_whole() {
    let folder = Folder::new("frames");
    let out = folder.path("results.npz");
    let whole = run(&[], &out);
    let depth = named(&read_arrays(&out), "depth").data.clone();
    let overlap = named(&read_arrays(&out), "overlap").data.clone();
    let mut joined = Vec::new();
    let mut joined_overlap = Vec::new();
    let mut pairs = 0;
    for range in ["..1", "1..3", "3.."] {
        let part = run(&["--frames", range], &out);
        joined.extend(named(&read_arrays(&out), "depth").data.clone());
        joined_overlap.extend(named(&read_arrays(&out), "overlap").data.clone());
        assert!(part.pairs > 0 && part.pairs < whole.pairs, "{range}");
        pairs += part.pairs;
    }
    assert_eq!(pairs, whole.pairs);
    assert!(joined == depth, "depths of the parts are those of the whole");
    assert!(joined_overlap == overlap, "overlaps of the parts are those of the whole");
    let nothing = run(&["--frames", "1..1"], &out);
    assert_eq!(nothing, Counts { pairs: 0, overlapping: 0 });
    assert_eq!(named(&read_arrays(&out), "normal").shape, "(0,3)");
}

#[test]
fn only_what_is_asked_for_is_written() {
    let folder = Folder::new("emit");
    let out = folder.path("results.npz");
    let both = run(&[], &out);
    let names = || -> Vec<String> { read_arrays(&out).into_iter().map(|one| one.name).collect() };
    assert_eq!(run(&["--emit", "overlap"], &out), both);
    assert_eq!(names(), ["overlap"]);
    assert_eq!(run(&["--emit", "penetration"], &out), both);
    assert_eq!(names(), ["axis", "depth", "normal"]);
}

#[test]
fn overlap_does_not_depend_on_the_margin() {
    let folder = Folder::new("margin");
    let out = folder.path("results.npz");
    let overlap = |options: &[&str]| {
        run(options, &out);
        named(&read_arrays(&out), "overlap").clone()
    };
    for basis in ["unit", "prescaled"] {
        for arithmetic in ["exact", "fused"] {
            let options = ["--basis", basis, "--arithmetic", arithmetic];
            let usual = overlap(&options);
            let wide = [options.as_slice(), &["--margin", "0.1"]].concat();
            assert!(overlap(&wide) == usual, "{wide:?}");
        }
    }
}

#[test]
fn overlap_alone_differs_from_the_depths_sign_within_rounding_at_most() {
    /// Metres: a few roundings of the lengths of the embedded recording, which are about a metre.
    const ROUNDING: f32 = 1e-6;
    let folder = Folder::new("alone");
    let out = folder.path("results.npz");
    for (basis, most) in [("unit", 0), ("prescaled", 10)] {
        for arithmetic in ["exact", "fused"] {
            let options = ["--basis", basis, "--arithmetic", arithmetic];
            run(&[options.as_slice(), &["--emit", "overlap"]].concat(), &out);
            let alone = named(&read_arrays(&out), "overlap").bytes().to_vec();
            run(&options, &out);
            let depth = named(&read_arrays(&out), "depth").floats();
            let different: Vec<f32> = alone
                .iter()
                .zip(depth)
                .filter(|&(&alone, depth)| alone != u8::from(depth >= 0.0))
                .map(|(_, depth)| depth)
                .collect();
            assert!(different.len() <= most, "{options:?}: {different:?}");
            assert!(different.iter().all(|depth| depth.abs() < ROUNDING), "{different:?}");
        }
    }
}
