//! Bounds and views: what is written for each box, and what is refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Done, Folder, count, has_fields, octosat};
use crate::crafted::{archive, good_arrays, named, read_arrays};

const FIELDS: [&str; 11] = [
    "name",
    "file",
    "boxes",
    "frames",
    "seconds",
    "ns_per_box",
    "backend",
    "basis",
    "arithmetic",
    "threads",
    "out",
];

const CAMERA: [&str; 6] = ["--look-from", "3,-6,4", "--look-at", "0,0,0.5", "--far", "100"];

fn text(path: &Path) -> &str {
    path.to_str().expect("the build folder's name is text")
}

fn run(arguments: &[&[&str]]) -> Done {
    octosat(arguments.concat())
}

fn numbers_of(value: &Value) -> [usize; 3] {
    ["outside", "intersecting", "inside"].map(|field| count(&value[field]))
}

#[test]
fn bounds_hold_the_boxes_of_every_frame_on_every_backend() {
    let folder = Folder::new("aabbs");
    let recording = folder.write("small.npz", &archive(&good_arrays()));
    let out = folder.path("bounds.npz");
    let mut first: Option<Vec<u8>> = None;
    for backend in ["scalar", "auto"] {
        for basis in ["unit", "prescaled"] {
            let how = ["--backend", backend, "--basis", basis];
            let done = run(&[&["aabbs", "--json", text(&recording), "--out", text(&out)], &how]);
            let report = done.json(0);
            has_fields(&report, &FIELDS);
            assert_eq!(count(&report["boxes"]), 3);
            assert_eq!(report["out"], text(&out));
            let frames = count(&report["frames"]);
            let bytes = fs::read(&out).expect("the results are there");
            let arrays = read_arrays(&out);
            let [min, max] = ["aabb_min", "aabb_max"].map(|name| named(&arrays, name));
            assert_eq!([&min.shape, &max.shape], [&format!("({frames},3,3)"); 2]);
            let around = |values: Vec<f32>, expected: [f32; 3]| {
                values.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5)
            };
            // Box 0 and, in the second frame, box 2.
            assert!(around(min.floats(), [-0.5; 3]) && around(max.floats(), [0.5; 3]));
            assert!(around(max.floats().split_off(15), [0.5, 1.5, 0.5]), "{:?}", max.floats());
            if basis == "unit" {
                assert_eq!(*first.get_or_insert(bytes.clone()), bytes, "{backend}");
            }
        }
    }
    assert_eq!(folder.names(), ["bounds.npz", "small.npz"]);
}

#[test]
fn a_camera_sees_less_exactly_than_by_planes() {
    let folder = Folder::new("cull");
    let out = folder.path("seen.npz");
    let cull = |extra: &[&str]| {
        let done = run(&[&["cull", "--json", "--out", text(&out)], &CAMERA, extra]);
        let report = done.json(0);
        has_fields(&report, &FIELDS);
        let arrays = read_arrays(&out);
        let containment = named(&arrays, "containment");
        let rows = containment.bytes().to_vec();
        let shape = format!("({},{})", report["frames"], report["boxes"]);
        assert_eq!(containment.shape, shape);
        let numbers = [0, 1, 2].map(|code| rows.iter().filter(|&&row| row == code).count());
        assert_eq!(numbers, numbers_of(&report), "{report}");
        assert_eq!(rows.len(), count(&report["boxes"]) * count(&report["frames"]));
        (report, rows)
    };
    let narrow = ["--fov", "20"];
    let (by_planes, kept) = cull(&narrow);
    let (exact, rows) = cull(&[&narrow[..], &["--exact"]].concat());
    assert_eq!((&by_planes["exact"], &exact["exact"]), (&false.into(), &true.into()));
    assert_eq!(exact["required_axes"], 26);
    let [[outside, _, inside], [exactly_outside, _, still_inside]] =
        [&by_planes, &exact].map(numbers_of);
    assert!(outside > 0 && inside > 0, "{by_planes}");
    assert!(exactly_outside >= outside, "{by_planes} {exact}");
    assert_eq!(inside, still_inside);
    assert!(kept.iter().zip(&rows).all(|(kept, row)| kept == row || (*kept, *row) == (1, 0)));
    let (_, one_lane) = cull(&[&narrow[..], &["--exact", "--backend", "scalar"]].concat());
    assert_eq!(one_lane, rows);
}

#[test]
fn a_matrix_is_the_camera_that_it_belongs_to() {
    // The cube from −5 to 5 in all directions but z, which goes from 0 to 10.
    let matrix = "0.2,0,0,0,0,0.2,0,0,0,0,0.1,0,0,0,0,1";
    let report = run(&[&["cull", "--json", "--view-projection", matrix]]).json(0);
    assert_eq!(report["required_axes"], 15);
    assert_eq!(report["corners"][0], serde_json::json!([-5.0, -5.0, 0.0]));
    assert_eq!(report["corners"][7], serde_json::json!([5.0, 5.0, 10.0]));
    assert_eq!(report["out"], Value::Null);
    let deeper = ["--depth", "minus-one-to-one"];
    let report = run(&[&["cull", "--json", "--view-projection", matrix], &deeper]).json(0);
    assert_eq!(report["corners"][0], serde_json::json!([-5.0, -5.0, -10.0]));
    let words = run(&[&["cull", "--view-projection", matrix]]);
    assert!(words.stdout.contains(" outside, ") && words.status == Some(0), "{words:?}");
}

#[test]
fn a_missing_view_is_refused_with_both_ways_to_tell_it() {
    // Options that describe a camera are none, and a recording is not looked for in vain.
    for extra in [&[][..], &["--out", "a.npz"], &["--fov", "40"], &["absent.npz"]] {
        let done = run(&[&["cull"], extra]);
        let line = done.refusal();
        for option in ["--look-from", "--look-at", "--view-projection"] {
            assert!(line.contains(option), "{line}");
        }
    }
}

#[test]
fn options_of_the_other_way_to_tell_a_view_are_refused_by_name() {
    let matrix = ["--view-projection", "0.2,0,0,0,0,0.2,0,0,0,0,0.1,0,0,0,0,1"];
    let camera = ["--look-from", "3,-6,4", "--look-at", "0,0,0.5"];
    let of_a_camera =
        [["--fov", "60"], ["--aspect", "1"], ["--near", "0.1"], ["--far", "9"], ["--up", "z"]];
    let depth = ["--depth", "zero-to-one"];
    let wrong = of_a_camera.map(|option| (&matrix[..], option)).into_iter();
    for (view, [option, value]) in wrong.chain([(&camera[..], depth)]) {
        let done = run(&[&["cull"], view, &[option, value]]);
        assert_eq!(done.status, Some(2), "{done:?}");
        assert_eq!(done.stdout, "", "{done:?}");
        let (message, _) =
            done.stderr.split_once("\n\nUsage").expect("the message, then the usage");
        assert!(message.starts_with("error: ") && message.contains("cannot be used"), "{message}");
        assert!(message.contains(option) && message.contains(view[0]), "{message}");
    }
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    let folder = Folder::new("boxwise-refused");
    let recording = folder.write("small.npz", &archive(&good_arrays()));
    let before = fs::read(&recording).expect("it was written");
    let aabbs = |extra: &[&str]| run(&[&["aabbs", text(&recording)], extra]);
    let own = aabbs(&["--out", text(&recording)]);
    assert!(own.refusal().contains("recording itself"), "{own:?}");
    assert_eq!(fs::read(&recording).expect("it is untouched"), before);
    assert!(aabbs(&["--backend", "reference"]).refusal().contains("reference"));
    assert!(aabbs(&["--frames", "0..99"]).refusal().contains("frames"));
    let nowhere = folder.path("no/such/folder.npz");
    assert!(aabbs(&["--out", text(&nowhere)]).refusal().contains("no/such"));

    let out = folder.path("seen.npz");
    let cull = |extra: &[&str]| run(&[&["cull", text(&recording), "--out", text(&out)], extra]);
    let zeros = ["0"; 16].join(",");
    assert!(cull(&["--view-projection", &zeros]).refusal().contains("plane"));
    assert!(cull(&[&CAMERA[..], &["--near", "0"]].concat()).refusal().contains("near"));
    assert!(cull(&[&CAMERA[..], &["--fov", "180"]].concat()).refusal().contains("angle"));
    let same = ["--look-from", "1,1,1", "--look-at", "1,1,1"];
    assert!(cull(&same).refusal().contains("target"));
    assert!(!cull(&same).refusal().contains("--up"));
    let down = ["--look-from", "0,0,5", "--look-at", "0,0,0", "--up", "z"];
    assert!(cull(&down).refusal().contains("--up"));
    assert_eq!(folder.names(), ["small.npz"], "nothing is left behind");
}
