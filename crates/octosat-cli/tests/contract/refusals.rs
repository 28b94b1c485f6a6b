//! Recordings that are well packed but wrong: one line that names the file, the array and the row.

use crate::common::{Folder, on_files};
use crate::crafted::{Array, archive, floats, good_arrays, longs, words};

const HALF_EXTENTS: usize = 0;
const POSITION: usize = 1;
const ROTATION: usize = 2;
const PAIR_OFFSETS: usize = 3;
const PAIRS: usize = 4;

/// Asserts that every command refuses these arrays with a line that has all the parts.
fn refused(folder: &Folder, arrays: &[Array], parts: &[&str]) {
    let file = folder.write("broken.npz", &archive(arrays));
    let [out, picture] = ["results.npz", "picture.svg"].map(|name| folder.path(name));
    let name = file.display().to_string();
    // `draw` reads one frame only, and the engine's own limits are broken below in the first.
    let commands: [&[&str]; 6] = [
        &["run"],
        &["run", "--json"],
        &["verify"],
        &["bench"],
        &["verify", "--json"],
        &["draw", "--frame", "0"],
    ];
    for command in commands {
        let mut files = vec![file.as_path()];
        let mut command = command.to_vec();
        if ["run", "draw"].contains(&command[0]) {
            files.insert(0, if command[0] == "run" { &out } else { &picture });
            command.push("--out");
        }
        let done = on_files(&command, &files);
        let line = done.refusal();
        for part in parts.iter().chain(&[name.as_str()]) {
            assert!(line.contains(part), "{command:?}: {part:?} is not in {line:?}");
        }
        assert!(line.len() < name.len() + 300, "{line:?}");
    }
    assert_eq!(folder.names(), ["broken.npz"], "{parts:?}");
}

fn changed(index: usize, change: impl FnOnce(&mut Array)) -> Vec<Array> {
    let mut arrays = good_arrays();
    change(&mut arrays[index]);
    arrays
}

#[test]
fn the_arrays_that_are_broken_below_are_good_themselves() {
    let folder = Folder::new("good");
    let file = folder.write("good.npz", &archive(&good_arrays()));
    on_files(&["run", "--json"], &[&file]).json(0);
}

#[test]
fn a_missing_array() {
    let folder = Folder::new("missing-array");
    for index in 0..good_arrays().len() {
        let mut arrays = good_arrays();
        let array = arrays.remove(index);
        refused(&folder, &arrays, &[&array.name, "missing"]);
    }
    refused(&folder, &[], &["half_extents", "missing"]);
}

#[test]
fn a_wrong_type() {
    let folder = Folder::new("type");
    for (index, kinds) in [
        (HALF_EXTENTS, ["<f8", ">f4"]),
        (POSITION, ["<i4", "<f2"]),
        (ROTATION, [">f4", "|O"]),
        (PAIR_OFFSETS, ["<i8", "<u4"]),
        (PAIRS, ["<i4", "<u8"]),
    ] {
        for kind in kinds {
            let arrays = changed(index, |array| array.kind = kind.to_owned());
            refused(&folder, &arrays, &[&arrays[index].name]);
        }
    }
}

#[test]
fn a_wrong_shape() {
    let folder = Folder::new("shape");
    for (index, shape) in [
        (HALF_EXTENTS, "(9,)"),
        (HALF_EXTENTS, "()"),
        (POSITION, "(3, 2, 3)"),
        (POSITION, "(6, 3)"),
        (ROTATION, "(2, 4, 3)"),
        (PAIR_OFFSETS, "(1, 3)"),
        (PAIRS, "(2, 4)"),
        (PAIRS, "(8,)"),
    ] {
        let arrays = changed(index, |array| array.shape = shape.to_owned());
        refused(&folder, &arrays, &[&arrays[index].name, "shape"]);
    }
}

#[test]
fn a_count_that_the_data_does_not_bear_out() {
    let folder = Folder::new("counts");
    for shape in [
        "(4, 3)",
        "(1000000000000, 3)",
        "(6148914691236517205, 3)",
        "(99999999999999999999999, 3)",
        "(9223372036854775807, 0, 9223372036854775807, 3)",
        "(-3, 3)",
    ] {
        let arrays = changed(HALF_EXTENTS, |array| array.shape = shape.to_owned());
        refused(&folder, &arrays, &["half_extents"]);
    }
    for (index, shape) in [
        (POSITION, "(1000000000000, 3, 3)"),
        (ROTATION, "(1000000000000, 3, 4)"),
        (PAIR_OFFSETS, "(4000000000000000000,)"),
        (PAIRS, "(2000000000000000000, 2)"),
    ] {
        let arrays = changed(index, |array| array.shape = shape.to_owned());
        refused(&folder, &arrays, &[]);
    }
}

#[test]
fn a_value_that_is_no_length() {
    let folder = Folder::new("values");
    for (element, value, place) in
        [(4, -0.5, "box 1"), (8, f32::NAN, "box 2"), (0, f32::INFINITY, "box 0")]
    {
        let arrays = changed(HALF_EXTENTS, |array| array.put(element, value.to_le_bytes()));
        refused(&folder, &arrays, &["half_extents", place]);
    }
    for (element, value, place) in
        [(9, f32::NAN, "frame 1, box 0"), (8, f32::NEG_INFINITY, "frame 0, box 2")]
    {
        let arrays = changed(POSITION, |array| array.put(element, value.to_le_bytes()));
        refused(&folder, &arrays, &["position", place]);
    }
}

#[test]
fn a_rotation_that_is_not_unit() {
    let folder = Folder::new("rotations");
    for (element, value, place) in [
        (3, 1.01, "frame 0, box 0"),
        (7, 0.0, "frame 0, box 1"),
        (12, f32::NAN, "frame 1, box 0"),
        (23, f32::INFINITY, "frame 1, box 2"),
    ] {
        let arrays = changed(ROTATION, |array| array.put(element, value.to_le_bytes()));
        refused(&folder, &arrays, &["rotation", place]);
    }
}

#[test]
fn a_pair_that_is_none() {
    let folder = Folder::new("pairs");
    for (row, pair) in [(0, [0, 3]), (3, [1, u32::MAX]), (1, [1, 1]), (2, [2, 1])] {
        let arrays =
            changed(PAIRS, |array| array.data[8 * row..8 * row + 8].copy_from_slice(&words(&pair)));
        refused(&folder, &arrays, &["pairs", &format!("row {row}")]);
    }
    for offsets in [[1, 2, 4], [0, 5, 4], [0, 2, 3], [0, 2, u64::MAX]] {
        let arrays = changed(PAIR_OFFSETS, |array| array.data = longs(&offsets));
        refused(&folder, &arrays, &["pair_offsets", "row"]);
    }
}

#[test]
fn a_box_too_far_or_too_large_for_the_engine() {
    let folder = Folder::new("limits");
    let arrays = changed(POSITION, |array| array.put(0, f32::MAX.to_le_bytes()));
    refused(&folder, &arrays, &["position", "frame 0, box 0"]);
    let arrays = changed(HALF_EXTENTS, |array| array.data = floats(&[f32::MAX; 9]));
    refused(&folder, &arrays, &["half_extents", "box 0"]);
}

#[test]
fn a_good_recording_before_a_bad_one_does_not_speak() {
    let folder = Folder::new("second");
    let good = folder.write("good.npz", &archive(&good_arrays()));
    let bad = folder.write("bad.npz", b"");
    for command in [&["run"][..], &["run", "--json"], &["verify"], &["bench", "--json"]] {
        let done = on_files(command, &[&good, &bad]);
        assert!(done.refusal().contains("bad.npz"), "{done:?}");
    }
}
