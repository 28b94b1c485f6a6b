//! `aabbs` and `cull`: what is written for each box.

use octosat::{BoxStore, Containment, Engine, Frustum, PerspectiveView};
use octosat_scenes::{ReadOptions, embedded};

use crate::crafted::{named, read_arrays};
use crate::{Folder, count, has_fields};

const FIELDS: &str = "name file boxes frames seconds ns_per_box backend basis threads out";

#[test]
fn bounds_hold_the_boxes_of_every_frame_on_every_backend() {
    let folder = Folder::with_small("aabbs");
    for basis in ["unit", "prescaled"] {
        let files = ["scalar", "auto"].map(|backend| {
            let how = format!("--backend {backend} --basis {basis}");
            let report = folder.json(&format!("aabbs small.npz --out bounds.npz {how}"));
            has_fields(&report, FIELDS);
            assert_eq!([&report["boxes"], &report["frames"]], [3, 2]);
            assert_eq!([&report["basis"], &report["out"]], [basis, "bounds.npz"]);
            folder.read("bounds.npz")
        });
        assert!(files[0] == files[1], "{basis}");
        // Box 0 and, in the second frame, box 2.
        let arrays = read_arrays(&folder.path("bounds.npz"));
        for (name, row, expected) in [
            ("aabb_min", 0, [-0.5; 3]),
            ("aabb_max", 0, [0.5; 3]),
            ("aabb_max", 5, [0.5, 1.5, 0.5]),
        ] {
            let array = named(&arrays, name);
            assert_eq!((&*array.shape, &*array.kind), ("(2,3,3)", "<f4"));
            let found: Vec<[f32; 3]> = bytemuck::pod_collect_to_vec(&array.data);
            let is_near = found[row].iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
            assert!(is_near, "{name} {found:?}");
        }
    }
    assert_eq!(folder.names(), ["bounds.npz", "small.npz"]);
}

#[test]
fn a_camera_sees_what_the_engine_says() {
    let folder = Folder::new("cull");
    let recording = embedded(ReadOptions::default()).expect("it is sound");
    let view = PerspectiveView {
        eye: [3.0, -6.0, 4.0],
        target: [0.0, 0.0, 0.5],
        // Against the recorded gravity.
        up: [0.0, 0.0, 1.0],
        vertical_angle: 20_f32.to_radians(),
        aspect: 16.0 / 9.0,
        near: 0.1,
        far: 100.0,
    };
    let frustum = Frustum::perspective(&view).expect("a view");
    for exact in ["", "--exact", "--exact --backend scalar"] {
        let camera = "--look-from 3,-6,4 --look-at 0,0,0.5 --far 100 --fov 20";
        let report = folder.json(&format!("cull --out seen.npz {camera} {exact}"));
        has_fields(&report, FIELDS);
        assert_eq!(
            (&report["exact"], count(&report["required_axes"])),
            (&(!exact.is_empty()).into(), 26)
        );
        let mut expected = Vec::new();
        for number in 0..recording.frames() {
            let frame = recording.frame(number);
            let boxes =
                BoxStore::from_slices(frame.positions, frame.rotations, recording.half_extents());
            let boxes = boxes.expect("it takes the boxes");
            let mut rows = vec![Containment::default(); recording.boxes()];
            match exact {
                "" => Engine::new().cull(&boxes, frustum, &mut rows).expect("a row per box"),
                _ => Engine::new().classify(&boxes, frustum, &mut rows).expect("a row per box"),
            }
            expected.extend(rows.iter().map(|&row| row as u8));
        }
        let arrays = read_arrays(&folder.path("seen.npz"));
        let seen = named(&arrays, "containment");
        assert_eq!(seen.shape, format!("({},{})", report["frames"], report["boxes"]));
        assert!(seen.kind == "|u1" && seen.data == expected, "{exact}");
        for (code, name) in (0..).zip(["outside", "intersecting", "inside"]) {
            let found = expected.iter().filter(|&&row| row == code).count();
            assert!(found == count(&report[name]) && found > 0, "{report}");
        }
    }
    // The cube from −5 to 5 in all directions but z, which goes from 0, or −10, to 10.
    let matrix = "cull --view-projection 0.2,0,0,0,0,0.2,0,0,0,0,0.1,0,0,0,0,1";
    for (depth, lowest) in [("", 0.0), ("--depth minus-one-to-one", -10.0)] {
        let report = folder.json(&format!("{matrix} {depth}"));
        assert_eq!(count(&report["required_axes"]), 15);
        assert_eq!(report["corners"][0], serde_json::json!([-5.0, -5.0, lowest]));
        assert_eq!(report["corners"][7], serde_json::json!([5.0, 5.0, 10.0]));
        assert!(report["out"].is_null(), "{report}");
    }
    assert!(folder.words(matrix).contains(" outside, "));
}
