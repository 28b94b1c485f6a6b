//! The arrays that `run --out` writes: their form, the engine's own answers, and values that are known.

use octosat::{
    BoxStore, ContactCache, Contacts, Engine, Manifolds, Penetration, PointLimit, Query,
};
use octosat_scenes::{Frame, ReadOptions, Recording, embedded};

use crate::crafted::{archive, upright};
use crate::{Folder, Results, count};

/// The arrays of `overlap`, `penetration` and `contacts`, in the order of their names.
const NAMES: [&str; 9] = [
    "axis",
    "contact_depth",
    "contact_feature",
    "contact_normal",
    "contact_offsets",
    "contact_point",
    "depth",
    "normal",
    "overlap",
];

/// Asserts that results are what the engine answers frame after frame, and counts the points with a predecessor.
fn assert_of_engine(
    found: &Results,
    recording: &Recording,
    (margin, limit): (f32, PointLimit),
) -> usize {
    let (mut stateless, mut cache) = (Manifolds::new(), ContactCache::new());
    let (mut rows, mut continued) = (Vec::new(), 0);
    let (mut manifolds, mut offsets, mut points) = (Vec::new(), vec![0_u64], Vec::new());
    for number in 0..recording.frames() {
        let Frame { positions, rotations, pairs } = recording.frame(number);
        let boxes = BoxStore::from_slices(positions, rotations, recording.half_extents());
        let boxes = boxes.expect("it takes the boxes");
        let query = Query::new(&boxes, pairs).within(margin);
        let mut own = vec![Penetration::default(); pairs.len()];
        Engine::new().penetrations(query, &mut own).expect("the pairs are sound");
        rows.extend(own);
        let contacts = Contacts::new(query).limit(limit);
        Engine::new().manifolds(contacts, &mut stateless).expect("as above");
        manifolds.extend_from_slice(stateless.manifolds());
        for pair in 0..pairs.len() {
            points.extend_from_slice(stateless.of(pair));
            offsets.push(points.len() as u64);
        }
        cache.next_frame();
        Engine::new().manifolds_cached(contacts, &mut cache).expect("as above");
        let links = cache.links().contacts();
        continued += links.map(|link| link.predecessors().flatten().count()).sum::<usize>();
    }
    let array = |name| found.array(name);
    assert!(rows.iter().map(|row| row.axis.code()).eq(array("axis").bytes()));
    assert!(rows.iter().map(|row| row.depth).eq(array("depth").floats()));
    assert!(rows.iter().map(|row| row.normal).eq(array("normal").vectors()));
    assert!(rows.iter().map(|row| u8::from(row.overlaps())).eq(array("overlap").bytes()));
    assert!(manifolds.iter().map(|row| row.normal).eq(array("contact_normal").vectors()));
    assert_eq!(array("contact_offsets").longs(), offsets);
    assert!(points.iter().map(|point| point.depth).eq(array("contact_depth").floats()));
    assert!(points.iter().map(|point| point.position).eq(array("contact_point").vectors()));
    assert!(points.iter().map(|point| point.feature.0).eq(array("contact_feature").words()));
    continued
}

#[test]
fn results_are_the_engines_on_every_backend_and_number_of_threads() {
    let folder = Folder::new("engine");
    // Four cubes on each other, each 1 cm into the next; the top one creeps, and lists change.
    let frames = [0.0, 0.002, 0.004, 0.006]
        .map(|x| vec![[0.0; 3], [0.0, 0.99, 0.0], [0.0, 1.98, 0.0], [x, 2.97, 0.0]]);
    let lists = [
        vec![[0, 1], [0, 2], [1, 2]],
        vec![[2, 3], [1, 2], [0, 2], [0, 1]],
        vec![[2, 3]],
        vec![[1, 2], [0, 1], [2, 3]],
    ];
    folder.write("stack.npz", &archive(&upright(&[[0.5; 3]; 4], &frames, &lists)));
    let stack = Recording::read_path(&folder.path("stack.npz"), ReadOptions::default());
    let embedded = embedded(ReadOptions::default()).expect("it is sound");
    let (four, eight) = (PointLimit::Four, PointLimit::Eight);
    for (file, recording) in [("", embedded), ("stack.npz", stack.expect("it is sound"))] {
        for (cache, more, margin, limit) in [
            ("off", "", 0.0, four),
            ("off", "--margin 0.02 --max-contacts 8", 0.02, eight),
            ("on", "", 0.0, four),
            ("on", "--margin 0.02 --max-contacts 8", 0.02, eight),
        ] {
            let options = format!("{file} --cache {cache} {more}");
            let found = folder.results(&options);
            assert_eq!(found.names(), NAMES);
            let continued = assert_of_engine(&found, &recording, (margin, limit));
            assert_eq!(found.report["cache"], cache);
            let reported = found.report["recordings"][0].get("continued").map(count);
            assert_eq!(reported, (cache == "on").then_some(continued), "{options}");
            assert!(continued > 10, "{options}: {continued}");
            for again in [
                format!("{file} --coherence {cache} {more} --threads 2"),
                format!("{options} --backend portable --threads 3"),
                format!("{options} --backend scalar --threads 1"),
            ] {
                assert!(folder.results(&again).bytes == found.bytes, "{again}");
            }
        }
    }
    let usual = folder.results("--basis prescaled --threads 1").bytes;
    for options in ["--threads 2", "--backend scalar", "--backend portable --threads 3"] {
        let found = folder.results(&format!("--basis prescaled {options}"));
        assert!(found.bytes == usual, "{options}");
    }
    for former in ["steady", "reuse"] {
        let done = folder.octosat(&format!("run --cache {former}"));
        assert!(done.stderr.contains(&format!("--cache {former} is --cache on")), "{done:?}");
        let reported = "cache on: contacts that continue one of the frame before:";
        assert!(done.status == Some(0) && done.stdout.contains(reported), "{done:?}");
    }
    let words = [folder.words("run"), folder.words("run --help")].concat();
    assert!(!words.contains("cache off") && !words.contains("coherence"), "off is the default");
}

#[test]
fn arrays_of_other_ways_agree_with_each_other() {
    let folder = Folder::new("arrays-of-results");
    let other = "--margin 0.02 --max-contacts 8";
    for (options, margin, arrays) in
        [("--basis prescaled", 0.0, 9), (other, 0.02, 9), ("--backend reference", 0.0, 4)]
    {
        let found = folder.results(options);
        let [pairs, contacts] = ["pairs", "contacts"].map(|name| found.count(name));
        let [overlap, axis] = ["overlap", "axis"].map(|name| found.array(name).bytes());
        let (depth, normal) = (found.array("depth").floats(), found.array("normal").vectors());
        assert_eq!([overlap.len(), axis.len(), depth.len(), normal.len()], [pairs; 4]);
        for row in 0..pairs {
            let length: f32 = normal[row].iter().map(|c| c * c).sum();
            assert!((length - 1.0).abs() < 1e-5 || overlap[row] == 0, "{options}, row {row}");
            assert!(axis[row] <= 14 && overlap[row] == u8::from(depth[row] >= 0.0), "row {row}");
        }
        assert_eq!(overlap.iter().filter(|&&one| one == 1).count(), found.count("overlapping"));
        assert_eq!((found.arrays.len(), contacts > 0), (arrays, arrays == 9), "{options}");
        if contacts > 0 {
            let depths = found.array("contact_depth").floats();
            assert_eq!(depths.iter().any(|&depth| depth < 0.0), margin > 0.0, "{options}");
            assert!(depths.iter().all(|&depth| depth >= -margin), "{options}");
            assert_eq!(found.array("contact_offsets").longs()[pairs], contacts as u64);
        }
    }
}

#[test]
fn values_are_those_of_boxes_that_are_known() {
    let folder = Folder::with_small("known");
    let found = folder.results("small.npz");
    assert_eq!(found.array("overlap").bytes(), [1, 0, 1, 1]);
    assert_eq!(found.array("depth").floats(), [0.5, -3.0, 0.5, 0.0]);
    assert_eq!(found.array("axis").bytes(), [0, 1, 0, 1]);
    let [x, y] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let normals = found.array("normal").vectors();
    assert_eq!([normals[0], normals[2], normals[3]], [x, x, y]);
    assert_eq!(found.array("contact_normal").vectors(), [x, [0.0; 3], x, y]);
    assert_eq!(found.array("contact_offsets").longs(), [0, 4, 4, 8, 12]);
    assert_eq!(found.array("contact_depth").floats(), [[0.5; 4], [0.5; 4], [0.0; 4]].concat());
    let points = found.array("contact_point").vectors().into_iter().map(|row| row.map(f32::abs));
    let points: Vec<_> = points.collect();
    assert_eq!([&points[..4], &points[8..]], [[[0.25, 0.5, 0.5]; 4], [[0.5; 3]; 4]]);
    let wide = folder.results("small.npz --margin 3.5");
    assert_eq!(wide.array("contact_depth").floats()[4..8], [-3.0; 4], "across the gap");
    assert_eq!(wide.count("overlapping"), 3, "whatever the margin");
    // Boxes without rotation convert without rounding.
    for options in ["small.npz", "small.npz --margin 3.5", "small.npz --cache on"] {
        let [unit, scaled] = ["unit", "prescaled"]
            .map(|basis| folder.results(&format!("{options} --basis {basis}")).arrays);
        assert!(unit[1..6] == scaled[1..6], "{options}: contacts are those of the boxes");
    }
}

#[test]
fn parts_of_the_frames_and_of_the_arrays() {
    /// Meters: a few roundings of the lengths of the embedded recording, which are about a meter.
    const ROUNDING: f32 = 1e-6;
    let folder = Folder::new("parts");
    let whole = folder.results("");
    let parts = ["..1", "1..3", "3.."].map(|range| folder.results(&format!("--frames {range}")));
    for field in ["pairs", "overlapping", "contacts"] {
        let sum: usize = parts.iter().map(|part| part.count(field)).sum();
        assert!(sum == whole.count(field) && parts[0].count(field) > 0, "{field}");
    }
    for name in NAMES.iter().filter(|name| **name != "contact_offsets") {
        let joined: Vec<_> = parts.iter().map(|part| &part.array(name).data[..]).collect();
        assert!(joined.concat() == whole.array(name).data, "{name} of the parts is the whole's");
    }
    let nothing = folder.results("--frames 1..1");
    assert_eq!((nothing.count("pairs"), nothing.names()), (0, NAMES.to_vec()));
    assert!(["normal", "contact_point"].iter().all(|name| nothing.array(name).shape == "(0,3)"));
    assert_eq!(nothing.array("contact_offsets").longs(), [0]);
    for (emit, names) in [
        ("penetration", &["axis", "depth", "normal"][..]),
        ("contacts --threads 1", &NAMES[1..6]),
        ("overlap,penetration", &["axis", "depth", "normal", "overlap"]),
    ] {
        let found = folder.results(&format!("--emit {emit}"));
        assert_eq!(found.names(), names);
        assert!(found.arrays.iter().all(|array| array == whole.array(&array.name)), "{emit}");
        assert_eq!(found.count("overlapping"), whole.count("overlapping"), "{emit}");
    }
    // Overlap alone has kernels of its own, which may differ for boxes that touch within rounding.
    for (options, most) in [("", 0), ("--basis prescaled", 10)] {
        let usual = folder.results(options);
        let wide = folder.results(&format!("--margin 0.1 {options}"));
        assert!(wide.array("overlap") == usual.array("overlap"), "{options}: margin");
        let alone = folder.results(&format!("--emit overlap {options}"));
        assert_eq!(alone.names(), ["overlap"]);
        let rows = alone.array("overlap").bytes().into_iter().zip(usual.array("depth").floats());
        let different = rows.filter(|&(alone, depth)| alone != u8::from(depth >= 0.0));
        let different: Vec<f32> = different.map(|(_, depth)| depth.abs()).collect();
        assert!(different.len() <= most && different.iter().all(|depth| *depth < ROUNDING));
    }
}
