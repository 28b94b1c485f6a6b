//! Every kind of broken file is rejected with a message that names the array and the row.

use crate::{Entry, archive, archive_of, floats, good_entries, longs, rejection, words};
use octosat_scenes::{Place, Problem, ReadOptions, Recording};

/// The rejection of the good recording with one entry changed.
fn changed(index: usize, change: impl FnOnce(&mut Entry)) -> String {
    let mut entries = good_entries();
    change(&mut entries[index]);
    rejection(&archive(&entries))
}

fn expect(line: &str, parts: &[&str]) {
    for part in parts {
        assert!(line.contains(part), "{part:?} is not in {line:?}");
    }
}

const HALF_EXTENTS: usize = 0;
const POSITION: usize = 1;
const ROTATION: usize = 2;
const PAIR_OFFSETS: usize = 3;
const PAIRS: usize = 4;

#[test]
fn a_missing_array_is_named() {
    for missing in 0..5 {
        let mut entries = good_entries();
        let name = entries.remove(missing).name.trim_end_matches(".npy");
        expect(&rejection(&archive(&entries)), &[name, "missing"]);
    }
}

#[test]
fn wrong_types_are_rejected() {
    for index in [HALF_EXTENTS, POSITION, ROTATION] {
        for kind in [">f4", "<f8", "<i4", "|u1", "<U3", "|O", "<c8", "|V4"] {
            let line = changed(index, |e| e.header = e.header.replace("<f4", kind));
            expect(&line, &[good_entries()[index].name.trim_end_matches(".npy")]);
        }
    }
    expect(&changed(HALF_EXTENTS, |e| e.header = e.header.replace("<f4", ">f4")), &[">f4", "<f4"]);
    expect(&changed(PAIRS, |e| e.header = e.header.replace("<u4", "<i4")), &["pairs", "<i4"]);
    expect(
        &changed(PAIR_OFFSETS, |e| e.header = e.header.replace("<u8", "<i8")),
        &["pair_offsets", "<i8"],
    );
}

#[test]
fn wrong_shapes_are_rejected() {
    let shapes = [
        (HALF_EXTENTS, "(3, 3)", "(9,)"),
        (HALF_EXTENTS, "(3, 3)", "()"),
        (HALF_EXTENTS, "(3, 3)", "(1, 9)"),
        (HALF_EXTENTS, "(3, 3)", "(3, 1, 3)"),
        (POSITION, "(2, 3, 3)", "(3, 2, 3)"),
        (POSITION, "(2, 3, 3)", "(6, 3)"),
        (ROTATION, "(2, 3, 4)", "(1, 6, 4)"),
        (ROTATION, "(2, 3, 4)", "(2, 4, 3)"),
        (PAIR_OFFSETS, "(3,)", "(3, 1)"),
        (PAIRS, "(3, 2)", "(2, 3)"),
        (PAIRS, "(3, 2)", "(6,)"),
    ];
    for (index, from, to) in shapes {
        let line = changed(index, |e| e.header = e.header.replace(from, to));
        expect(&line, &[good_entries()[index].name.trim_end_matches(".npy"), "shape"]);
    }
}

#[test]
fn declares_beyond_the_data_are_rejected() {
    for shape in [
        "(4, 3)",
        "(2, 3)",
        "(100000000, 3)",
        "(1000000000000, 3)",
        "(6148914691236517205, 3)",
        "(9223372036854775807, 3)",
        "(99999999999999999999, 3)",
        "(9223372036854775807, 0, 9223372036854775807, 3)",
        "(-3, 3)",
        "(3.0, 3)",
        "(1e400, 3)",
        "(0x3, 3)",
        "(3, 3j)",
    ] {
        let line = changed(HALF_EXTENTS, |e| e.header = e.header.replace("(3, 3)", shape));
        expect(&line, &["half_extents", "bad header"]);
    }
    expect(
        &changed(POSITION, |e| {
            e.data.pop();
        }),
        &["position"],
    );
    expect(&changed(POSITION, |e| e.data.push(0)), &["position"]);
}

#[test]
fn nonsense_headers_are_rejected() {
    let nested = format!("{{'descr': {}", "(".repeat(9_000));
    let long = " ".repeat(20_000);
    for header in ["", "{", "}", "{}\n", "[]", "{'descr': '<f4'}", "'", "\u{1F3B2}", &nested, &long]
    {
        expect(&changed(PAIRS, |e| e.header = header.to_owned()), &["pairs", "header"]);
    }
    let version = |bytes: &mut [u8]| bytes[6] = 9;
    let mut files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
    version(&mut files[0].1);
    expect(&rejection(&archive_of(&files, true)), &["half_extents", "version"]);
    // A header of version 2 that declares four gigabytes.
    files[0].1[6] = 2;
    files[0].1[8..12].fill(0xFF);
    expect(&rejection(&archive_of(&files, true)), &["half_extents", "header"]);
}

#[test]
fn bad_values_are_rejected_with_their_place() {
    let put = |value: f32, at: usize| {
        move |e: &mut Entry| e.data[4 * at..4 * at + 4].copy_from_slice(&value.to_le_bytes())
    };
    expect(&changed(HALF_EXTENTS, put(-0.5, 4)), &["half_extents", "box 1", "negative"]);
    expect(&changed(HALF_EXTENTS, put(f32::NAN, 8)), &["half_extents", "box 2"]);
    expect(&changed(HALF_EXTENTS, put(f32::INFINITY, 0)), &["half_extents", "box 0"]);
    expect(&changed(POSITION, put(f32::NAN, 9)), &["position", "frame 1, box 0", "finite"]);
    expect(&changed(POSITION, put(f32::NEG_INFINITY, 8)), &["position", "frame 0, box 2"]);
    expect(&changed(ROTATION, put(f32::NAN, 16)), &["rotation", "frame 1, box 1", "finite"]);
    expect(&changed(ROTATION, put(f32::INFINITY, 16)), &["rotation", "frame 1, box 1"]);
    expect(&changed(ROTATION, put(0.801, 3)), &["rotation", "frame 0, box 0", "unit"]);
    expect(&changed(ROTATION, put(0.0, 3)), &["rotation", "unit"]);
}

#[test]
fn rotations_within_the_tolerance_are_read() {
    let mut entries = good_entries();
    entries[ROTATION].data = floats(&[0.0, 0.6, 0.0, 0.8005].repeat(6));
    assert!(crate::read(&archive(&entries)).is_ok());
}

#[test]
fn bad_offsets_are_rejected() {
    let offsets = |values: [u64; 3]| changed(PAIR_OFFSETS, |e| e.data = longs(&values));
    expect(&offsets([1, 1, 3]), &["pair_offsets", "row 0", "must be 0"]);
    expect(&offsets([0, 3, 2]), &["pair_offsets", "row 2", "below"]);
    expect(&offsets([0, 1, 2]), &["pair_offsets", "row 2", "there are 3"]);
    expect(&offsets([0, 1, u64::MAX]), &["pair_offsets", "row 2"]);
    expect(
        &changed(PAIR_OFFSETS, |e| {
            *e = Entry::new("pair_offsets.npy", "<u8", "(2,)", longs(&[0, 3]));
        }),
        &["pair_offsets", "shape [2]", "(3,)"],
    );
}

#[test]
fn bad_pairs_are_rejected() {
    let pairs = |values: [u32; 6]| changed(PAIRS, |e| e.data = words(&values));
    expect(&pairs([0, 1, 0, 3, 1, 2]), &["pairs", "row 1 (frame 1)", "range"]);
    expect(&pairs([0, 1, 0, 2, 1, u32::MAX]), &["pairs", "row 2 (frame 1)", "range"]);
    expect(&pairs([1, 1, 0, 2, 1, 2]), &["pairs", "row 0 (frame 0)", "itself"]);
    expect(&pairs([0, 1, 2, 0, 1, 2]), &["pairs", "row 1 (frame 1)", "smaller"]);
}

#[test]
fn frames_without_boxes_or_data_are_counted_by_their_offsets() {
    let mut entries = good_entries();
    entries[HALF_EXTENTS] = Entry::new("half_extents.npy", "<f4", "(0, 3)", vec![]);
    entries[POSITION] = Entry::new("position.npy", "<f4", "(9000000000000000, 0, 3)", vec![]);
    entries[ROTATION] = Entry::new("rotation.npy", "<f4", "(9000000000000000, 0, 4)", vec![]);
    expect(&rejection(&archive(&entries)), &["pair_offsets", "shape"]);
}

#[test]
fn a_lying_archive_is_rejected() {
    // The directory declares that the first entry holds four gigabytes.
    let good = archive(&good_entries());
    let directory = good.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    for (offset, name) in [(20, "compressed size"), (24, "uncompressed size")] {
        let mut lying = good.clone();
        lying[directory + offset..directory + offset + 4]
            .copy_from_slice(&0xFFFF_FFF0_u32.to_le_bytes());
        let line = rejection(&lying);
        expect(&line, &["half_extents"]);
        assert!(line.len() < 300, "{name}: {line}");
    }
    // A header and a directory that agree on sixty megabytes, with a hundred bytes behind them.
    let mut entries = good_entries();
    entries[HALF_EXTENTS].header = entries[HALF_EXTENTS].header.replace("(3, 3)", "(5000000, 3)");
    let size = u32::try_from(entries[HALF_EXTENTS].header.len() + 10 + 60_000_000).unwrap();
    let mut lying = archive(&entries);
    let directory = lying.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    lying[directory + 24..directory + 28].copy_from_slice(&size.to_le_bytes());
    expect(&rejection(&lying), &["half_extents", "more than can be compressed"]);
    // The same for a header in front of the member that agrees with the directory.
    lying[22..26].copy_from_slice(&size.to_le_bytes());
    expect(&rejection(&lying), &["half_extents", "more than can be compressed"]);
}

#[test]
fn two_members_of_one_name_are_rejected() {
    let sample = |added: &[&'static str]| {
        let mut files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
        files.extend(added.iter().map(|&name| (name, vec![0; 20])));
        archive_of(&files, true)
    };
    // No writer makes such archives, so names of the same length are changed afterwards.
    for (added, name) in [
        (&["position.npx"][..], "position.npy"),
        (&["unknown.npy", "half_extents.npx"], "half_extents.npy"),
        (&["unknown.npy", "unknown.npx"], "unknown.npy"),
    ] {
        let good = sample(added);
        assert!(crate::read(&good).is_ok(), "{name}");
        let mut twice = good;
        while let Some(at) = twice.windows(4).position(|window| window == b".npx") {
            twice[at + 3] = b'y';
        }
        let line = rejection(&twice);
        expect(&line, &["two members", name]);
        let error = crate::read(&twice).unwrap_err();
        assert!(matches!(error.problem(), Problem::Duplicate { member } if member == name));
    }
}

#[test]
fn damaged_archives_are_rejected() {
    expect(&rejection(&[]), &["npz"]);
    expect(&rejection(b"PK\x03\x04"), &["npz"]);
    let mut state = 1_u64;
    let noise: Vec<u8> = (0..4096)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_le_bytes()[7]
        })
        .collect();
    rejection(&noise);
    // A value changed under an unchanged checksum.
    let files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
    let mut stored = archive_of(&files, false);
    let at = stored.windows(4).position(|w| w == 0.75_f32.to_le_bytes()).unwrap();
    stored[at] ^= 1;
    expect(&rejection(&stored), &["half_extents", "hecksum"]);
}

#[test]
fn errors_carry_the_array_the_place_and_the_file() {
    let mut entries = good_entries();
    entries[PAIRS].data = words(&[0, 1, 0, 3, 1, 2]);
    let path = std::env::temp_dir().join(format!("octosat-rejection-{}.npz", std::process::id()));
    std::fs::write(&path, archive(&entries)).unwrap();
    let error = Recording::read_path(&path, ReadOptions::default()).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(error.array(), Some("pairs"));
    assert_eq!(error.place(), Some(Place::Pair { row: 1, frame: 1 }));
    assert!(matches!(error.problem(), Problem::Value(_)));
    assert_eq!(error.file(), Some(path.as_path()));
    assert!(error.to_string().starts_with(&path.display().to_string()));

    let error = Recording::read_path(&path, ReadOptions::default()).unwrap_err();
    assert!(matches!(error.problem(), Problem::Io(_)));
    expect(&error.to_string(), &[&path.display().to_string()]);
}

#[test]
fn wrong_contacts_are_rejected_only_when_they_are_read() {
    let mut entries = good_entries();
    entries.push(Entry::new("ref_offsets.npy", "<u8", "(3,)", longs(&[0, 0, 1])));
    expect(&rejection(&archive(&entries)), &["ref_pair", "missing"]);
    entries.push(Entry::new("ref_pair.npy", "<u4", "(1, 2)", words(&[1, 1])));
    entries.push(Entry::new("ref_point.npy", "<f4", "(1, 3)", floats(&[0.0; 3])));
    entries.push(Entry::new("ref_normal.npy", "<f4", "(1, 3)", floats(&[0.0; 3])));
    entries.push(Entry::new("ref_depth.npy", "<f4", "(1,)", floats(&[f32::NAN])));
    expect(&rejection(&archive(&entries)), &["ref_pair", "row 0", "itself"]);
    entries[6].data = words(&[1, 2]);
    expect(&rejection(&archive(&entries)), &["ref_depth", "row 0", "finite"]);
    entries.push(Entry::new("meta.npy", "<U9", "()", words(&[0x11_FFFF; 9])));
    entries[9].data = floats(&[0.5]);
    expect(&rejection(&archive(&entries)), &["meta"]);
    let bytes = archive(&entries);
    let plain = Recording::read(std::io::Cursor::new(bytes), ReadOptions::default()).unwrap();
    assert!(plain.reference().is_none() && plain.meta().is_none());
}
