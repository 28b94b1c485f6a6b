//! The contact arrays that `run` writes.

use std::path::Path;

use crate::common::{Folder, count, items, octosat, on_files};
use crate::crafted::{Array, archive, good_arrays, named, read_arrays};

const NAMES: [&str; 5] =
    ["contact_depth", "contact_feature", "contact_normal", "contact_offsets", "contact_point"];

/// Runs with `--out`; gives the number of contacts that was reported and the contact arrays.
fn run(options: &[&str], out: &Path, files: &[&Path]) -> Written {
    let words = [&["run", "--json"], options, &["--out"]].concat();
    let report = on_files(&words, &[&[out], files].concat()).json(0);
    let [recording] = items(&report["recordings"]) else { panic!("{report}") };
    let mut arrays = read_arrays(out);
    arrays.retain(|array| array.name.starts_with("contact"));
    Written { pairs: count(&recording["pairs"]), contacts: count(&recording["contacts"]), arrays }
}

struct Written {
    pairs: usize,
    contacts: usize,
    arrays: Vec<Array>,
}

impl Written {
    fn array(&self, name: &str) -> &Array {
        named(&self.arrays, name)
    }
}

fn place(offset: u64) -> usize {
    usize::try_from(offset).expect("an offset fits")
}

/// The bits: these values are known without rounding.
fn exactly(value: f32) -> u32 {
    value.to_bits()
}

#[test]
fn arrays_are_those_of_the_contract() {
    let folder = Folder::new("contact-arrays");
    let out = folder.path("results.npz");
    for (options, margin, most) in [
        (&[][..], 0.0, 4),
        (&["--margin", "0.02"], 0.02, 4),
        (&["--margin", "0.02", "--max-contacts", "8"], 0.02, 8),
        (&["--basis", "prescaled", "--arithmetic", "fused"], 0.0, 4),
    ] {
        let written = run(options, &out, &[]);
        let Written { pairs, contacts, ref arrays } = written;
        let names: Vec<&str> = arrays.iter().map(|array| array.name.as_str()).collect();
        assert_eq!(names, NAMES, "{options:?}");
        let shapes: Vec<&str> = arrays.iter().map(|array| array.shape.as_str()).collect();
        let expected = [
            format!("({contacts})"),
            format!("({contacts})"),
            format!("({pairs},3)"),
            format!("({})", pairs + 1),
            format!("({contacts},3)"),
        ];
        assert_eq!(shapes, expected, "{options:?}");
        let offsets = written.array("contact_offsets").longs();
        assert_eq!(offsets.first(), Some(&0));
        assert_eq!(offsets.last(), Some(&(contacts as u64)));
        let normals = written.array("contact_normal").floats();
        let depths = written.array("contact_depth").floats();
        let features = written.array("contact_feature").words();
        assert!(depths.iter().all(|&depth| depth >= -margin), "{options:?}");
        assert_eq!(depths.iter().any(|&depth| depth < 0.0), margin > 0.0, "{options:?}");
        let mut largest = 0;
        for pair in 0..pairs {
            let [begin, end] = [offsets[pair], offsets[pair + 1]].map(place);
            let squared: f32 = normals[3 * pair..3 * pair + 3].iter().map(|c| c * c).sum();
            let expected = if begin < end { 1.0 } else { 0.0 };
            assert!((squared - expected).abs() < 1e-5, "{options:?}, row {pair}");
            let mut own = features[begin..end].to_vec();
            own.sort_unstable();
            own.dedup();
            assert_eq!(own.len(), end - begin, "{options:?}, row {pair}: a feature twice");
            largest = largest.max(own.len());
        }
        assert_eq!(largest, most, "{options:?}");
    }
}

#[test]
fn values_are_those_of_boxes_that_are_known() {
    let folder = Folder::new("contact-values");
    let file = folder.write("known.npz", &archive(&good_arrays()));
    let out = folder.path("results.npz");
    let written = run(&[], &out, &[&file]);
    assert_eq!(written.contacts, 12);
    assert_eq!(written.array("contact_offsets").longs(), [0, 4, 4, 8, 12]);
    let normals = written.array("contact_normal").floats();
    assert_eq!(normals[..6], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(normals[9..], [0.0, 1.0, 0.0]);
    let depths = written.array("contact_depth").floats();
    assert_eq!(depths, [[0.5; 4], [0.5; 4], [0.0; 4]].concat());
    let points = written.array("contact_point").floats();
    let (points, _) = points.as_chunks::<3>();
    for [x, y, z] in &points[..4] {
        assert_eq!([*x, y.abs(), z.abs()].map(exactly), [0.25, 0.5, 0.5].map(exactly), "half-way");
    }
    for [x, y, z] in &points[8..] {
        assert_eq!([x.abs(), *y, z.abs()].map(exactly), [exactly(0.5); 3], "where the faces touch");
    }
    let wide = run(&["--margin", "3.5"], &out, &[&file]);
    assert_eq!(wide.array("contact_depth").floats()[4..8], [-3.0; 4], "across the gap");
}

#[test]
fn contacts_of_pre_scaled_boxes_are_those_of_the_boxes_that_they_convert_to() {
    let folder = Folder::new("contact-bases");
    // Unturned boxes convert without rounding.
    let file = folder.write("known.npz", &archive(&good_arrays()));
    let out = folder.path("results.npz");
    for options in [&[][..], &["--margin", "3.5"], &["--cache", "reuse"]] {
        let unit = run(options, &out, &[&file]);
        let scaled = run(&[options, &["--basis", "prescaled"]].concat(), &out, &[&file]);
        assert!(scaled.contacts > 0 && scaled.arrays == unit.arrays, "{options:?}");
    }
}

#[test]
fn contacts_alone_are_those_of_the_whole() {
    let folder = Folder::new("contact-alone");
    let out = folder.path("results.npz");
    let whole = run(&[], &out, &[]);
    let alone = run(&["--emit", "contacts", "--threads", "1"], &out, &[]);
    assert!(alone.arrays == whole.arrays);
    assert_eq!(read_arrays(&out).len(), NAMES.len(), "nothing else is written");
    let none = run(&["--emit", "overlap,penetration"], &out, &[]);
    assert_eq!((none.contacts, none.arrays.len()), (0, 0));
}

#[test]
fn frames_are_parts_of_the_whole() {
    let folder = Folder::new("contact-frames");
    let out = folder.path("results.npz");
    let whole = run(&[], &out, &[]);
    let mut joined = Vec::new();
    let mut contacts = 0;
    for range in ["..1", "1..3", "3.."] {
        let part = run(&["--frames", range], &out, &[]);
        joined.extend_from_slice(&part.array("contact_point").data);
        contacts += part.contacts;
    }
    assert_eq!(contacts, whole.contacts);
    assert!(joined == whole.array("contact_point").data, "points of the parts are the whole's");
    let nothing = run(&["--frames", "1..1"], &out, &[]);
    assert_eq!(nothing.array("contact_offsets").longs(), [0]);
    assert_eq!(nothing.array("contact_point").shape, "(0,3)");
}

#[test]
fn the_reference_makes_none() {
    let folder = Folder::new("contact-reference");
    let out = folder.path("results.npz");
    assert!(run(&["--backend", "reference"], &out, &[]).arrays.is_empty());
    for emit in ["contacts", "overlap,contacts"] {
        let done = octosat(["run", "--backend", "reference", "--emit", emit]);
        let line = done.refusal();
        assert!(line.contains("--emit contacts") && line.contains("reference"), "{line}");
    }
}

#[test]
fn the_table_counts_them() {
    let done = octosat(["run", "--emit", "contacts"]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.lines().next().is_some_and(|titles| titles.contains("contacts")));
    let done = octosat(["run", "--max-contacts", "5"]);
    assert_eq!(done.status, Some(2), "{done:?}");
}
