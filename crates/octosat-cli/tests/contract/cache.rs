//! `--cache`: what contacts keep from frame to frame.

use std::path::Path;

use serde_json::Value;

use crate::common::{Folder, count, items, octosat, on_files};
use crate::crafted::{Array, archive, floats, longs, named, read_arrays, words};

/// Runs with `--out`; gives the JSON of the recording and the arrays.
fn run(options: &[&str], out: &Path, files: &[&Path]) -> Written {
    let words = [&["run", "--json"], options, &["--out"]].concat();
    let report = on_files(&words, &[&[out], files].concat()).json(0);
    let [recording] = items(&report["recordings"]) else { panic!("{report}") };
    let reused = recording.get("reused_share").map(|share| {
        (share.as_f64().expect("a number") * count(&recording["pairs"]) as f64).round()
    });
    Written { cache: report["cache"].clone(), reused, arrays: read_arrays(out) }
}

struct Written {
    cache: Value,
    /// Pairs whose row was taken over; none without a cache.
    reused: Option<f64>,
    arrays: Vec<Array>,
}

/// A recording of unit cubes without rotation: the centres and the pairs of each frame.
fn recording(frames: &[Vec<[f32; 3]>], pairs: &[Vec<[u32; 2]>]) -> Vec<u8> {
    let (count, boxes) = (frames.len(), frames[0].len());
    let mut offsets = vec![0];
    offsets.extend(pairs.iter().scan(0, |end, pairs| {
        *end += pairs.len() as u64;
        Some(*end)
    }));
    let pairs = pairs.concat();
    let positions = frames.concat();
    let upright = [0.0, 0.0, 0.0, 1.0].repeat(count * boxes);
    let shape = |last: usize| format!("({count}, {boxes}, {last})");
    archive(&[
        Array::new("half_extents", "<f4", &format!("({boxes}, 3)"), floats(&vec![0.5; 3 * boxes])),
        Array::new("position", "<f4", &shape(3), floats(positions.as_flattened())),
        Array::new("rotation", "<f4", &shape(4), floats(&upright)),
        Array::new("pair_offsets", "<u8", &format!("({},)", count + 1), longs(&offsets)),
        Array::new("pairs", "<u4", &format!("({}, 2)", pairs.len()), words(pairs.as_flattened())),
    ])
}

/// Four cubes on each other, each 1 cm into the next, at rest for as many frames as there are lists.
fn resting(pairs: &[Vec<[u32; 2]>]) -> Vec<u8> {
    let centres: Vec<_> = [0.0, 0.99, 1.98, 2.97].map(|height| [0.0, height, 0.0]).into();
    recording(&vec![centres; pairs.len()], pairs)
}

#[test]
fn off_is_the_default() {
    let folder = Folder::new("cache-off");
    let out = folder.path("results.npz");
    let [usual, off] = [&[][..], &["--cache", "off"]].map(|options| run(options, &out, &[]));
    assert_eq!((&usual.cache, usual.reused), (&Value::from("off"), None));
    assert!(usual.arrays == off.arrays);
}

#[test]
fn results_do_not_depend_on_code_or_threads() {
    let folder = Folder::new("cache-same");
    let out = folder.path("results.npz");
    let usual = run(&["--margin", "0.02"], &out, &[]);
    for cache in ["steady", "reuse"] {
        let ask = |options: &[&str]| {
            run(&[&["--margin", "0.02", "--cache", cache], options].concat(), &out, &[])
        };
        let expected = ask(&["--backend", "scalar", "--threads", "1"]);
        assert_eq!(expected.cache, cache);
        for options in [&["--threads", "3"][..], &["--backend", "portable", "--threads", "2"]] {
            assert!(ask(options).arrays == expected.arrays, "{cache} {options:?}");
        }
        for name in ["overlap", "depth", "axis", "normal"] {
            assert!(named(&expected.arrays, name) == named(&usual.arrays, name), "{name}");
        }
        let points = |written: &Written| named(&written.arrays, "contact_point").floats();
        assert!(points(&expected) != points(&usual), "{cache} changes something");
    }
}

#[test]
fn the_former_names_are_understood() {
    let folder = Folder::new("cache-names");
    let out = folder.path("results.npz");
    for (former, cache) in [("off", "off"), ("on", "steady"), ("recycle", "reuse")] {
        let ask = |options: &[&str]| run(options, &out, &[]);
        let [named, formerly] = [["--cache", cache], ["--coherence", former]].map(|o| ask(&o));
        assert_eq!((&formerly.cache, formerly.reused), (&named.cache, named.reused));
        assert!(formerly.arrays == named.arrays, "{former}");
    }
    let help = octosat(["run", "--help"]).stdout;
    assert!(help.contains("--cache") && !help.contains("coherence") && !help.contains("recycle"));
}

#[test]
fn boxes_at_rest_are_reused_though_lists_change() {
    let folder = Folder::new("cache-lists");
    let out = folder.path("results.npz");
    let lists = [
        vec![[0, 1], [0, 2], [1, 2]],
        // The same in another order, and one that is new.
        vec![[2, 3], [1, 2], [0, 2], [0, 1]],
        vec![[2, 3]],
        // Two of these are new again.
        vec![[1, 2], [0, 1], [2, 3]],
    ];
    let file = folder.write("resting.npz", &resting(&lists));
    let reused = run(&["--cache", "reuse"], &out, &[&file]);
    // The pair apart may be computed twice: until somebody has seen that its boxes are slow.
    assert!([4.0, 5.0].map(Some).contains(&reused.reused), "{:?}", reused.reused);
    let steady = run(&["--cache", "steady"], &out, &[&file]);
    assert_eq!(steady.reused, reused.reused, "nobody moves");
    assert_eq!(run(&["--cache", "reuse", "--frames", "1.."], &out, &[&file]).reused, Some(2.0));
    // Each pair's results stand where its list has it.
    let offsets = named(&reused.arrays, "contact_offsets").longs();
    let counts: Vec<u64> = offsets.windows(2).map(|two| two[1] - two[0]).collect();
    assert_eq!(counts, [4, 0, 4, 4, 4, 0, 4, 4, 4, 4, 4]);
    let points = named(&reused.arrays, "contact_point").floats();
    let (points, _) = points.as_chunks::<3>();
    let heights: Vec<f32> = points.iter().step_by(4).map(|point| point[1]).collect();
    let expected = [0.495, 1.485, 2.475, 1.485, 0.495, 2.475, 1.485, 0.495, 2.475];
    assert_eq!(heights.len(), expected.len());
    for (height, expected) in heights.iter().zip(expected) {
        assert!((height - expected).abs() < 1e-5, "{heights:?}");
    }
}

#[test]
fn boxes_that_creep_are_reused_by_one_cache_only() {
    let folder = Folder::new("cache-creep");
    let out = folder.path("results.npz");
    // Two millimetres a frame, of five that are a hundredth of the smallest half extent: no manifold is kept for
    // three frames.
    let frame = |number: u8| vec![[0.0; 3], [0.002 * f32::from(number), 0.99, 0.0]];
    let frames: Vec<_> = (0..4).map(frame).collect();
    let file = folder.write("creep.npz", &recording(&frames, &vec![vec![[0, 1]]; 4]));
    for (cache, reused) in [("steady", 0.0), ("reuse", 2.0)] {
        let written = run(&["--cache", cache], &out, &[&file]);
        assert_eq!(written.reused, Some(reused), "{cache}");
    }
}

#[test]
fn noise_turns_normals_without_it_only() {
    let folder = Folder::new("cache-noise");
    let out = folder.path("results.npz");
    // As deep along x as along y but for noise, which favours them in turn.
    let frame = |number: u8| {
        let [x, y] = if number.is_multiple_of(2) { [0.9505, 0.95] } else { [0.95, 0.9505] };
        vec![[0.0; 3], [x, y, 0.1]]
    };
    let frames: Vec<_> = (0..6).map(frame).collect();
    let file = folder.write("noise.npz", &recording(&frames, &vec![vec![[0, 1]]; 6]));
    for (cache, turns) in [("off", 5), ("steady", 0), ("reuse", 0)] {
        let written = run(&["--cache", cache], &out, &[&file]);
        let normals = named(&written.arrays, "contact_normal").floats();
        let (normals, _) = normals.as_chunks::<3>();
        let turned = normals.windows(2).filter(|two| (two[0][0] - two[1][0]).abs() > 0.5).count();
        assert_eq!(turned, turns, "{cache}: {normals:?}");
    }
}

#[test]
fn frames_that_follow_do_not_change_earlier_ones() {
    let folder = Folder::new("cache-frames");
    let out = folder.path("results.npz");
    let ask = |frames| run(&["--cache", "reuse", "--frames", frames], &out, &[]);
    let whole = ask("..");
    let begin = ask("..2");
    for array in &begin.arrays {
        // Offsets hold one more number, which the next frame's pairs begin with.
        assert!(named(&whole.arrays, &array.name).data.starts_with(&array.data), "{}", array.name);
    }
    assert_eq!(ask("2..2").reused, Some(0.0));
}

#[test]
fn it_is_refused_where_there_are_no_contacts() {
    for options in [&["--emit", "overlap"][..], &["--backend", "reference"]] {
        let words = [&["run", "--cache", "steady"], options].concat();
        let done = octosat(words);
        assert!(done.refusal().contains("--cache steady"), "{done:?}");
        octosat([&["run", "--json", "--cache", "off"], options].concat()).json(0);
    }
    assert_eq!(octosat(["run", "--cache", "sometimes"]).status, Some(2));
}

#[test]
fn the_table_says_how_much_was_reused() {
    let done = octosat(["run", "--cache", "reuse"]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.contains("cache reuse: reused of the pairs of embedded "), "{done:?}");
    assert!(!octosat(["run"]).stdout.contains("cache"));
}

#[test]
fn verify_checks_the_cache_that_is_asked_for() {
    let folder = Folder::new("cache-verify");
    let frames: Vec<_> = (0..3).map(|_| vec![[0.0; 3], [0.0, 0.99, 0.0]]).collect();
    let file = folder.write("rest.npz", &recording(&frames, &vec![vec![[0, 1]]; 3]));
    for (options, caches) in [(&[][..], 2), (&["--cache", "off"], 0), (&["--cache", "reuse"], 1)] {
        let report = on_files(&[&["verify", "--json"], options].concat(), &[&file]).json(0);
        for combination in items(&report["combinations"]) {
            // A pair in three frames, asked for in three ways without a cache.
            assert_eq!(combination["manifolds"], 3 * (3 + caches), "{options:?}");
        }
    }
}

#[test]
fn fuzz_moves_its_worlds_through_caches() {
    let folder = Folder::new("cache-fuzz");
    for cache in ["steady", "reuse"] {
        let arguments = ["fuzz", "--json", "--cases", "300", "--cache", cache, "--out-dir"];
        let report = on_files(&arguments, &[&folder.path("")]).json(0);
        assert!(items(&report["failures"]).is_empty(), "{report}");
        let off = ["fuzz", "--json", "--cases", "300", "--cache", "off", "--out-dir"];
        let off = on_files(&off, &[&folder.path("")]).json(0);
        assert!(count(&report["manifolds"]) > count(&off["manifolds"]), "{report}");
    }
}
