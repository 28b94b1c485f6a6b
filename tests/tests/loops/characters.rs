//! A character that walks over voxels, up steps and along walls.

use glam::Vec3;
use octosat::{BoxStore, Engine};
use octosat_tests::moving::{Walk, Walker};
use octosat_tests::upright;

use crate::{FRAME, GRAVITY, SKIN};

/// Half the extents of the character in meters.
const HALF: [f32; 3] = [0.3, 0.9, 0.3];

/// The highest step that the character takes, in meters.
const STEP: f32 = 0.3;

/// A floor of voxels of 1 m with the top at zero.
fn floor() -> BoxStore {
    let mut boxes = BoxStore::new();
    for (x, z) in (-2..12).flat_map(|x: i8| (-2..3).map(move |z: i8| (x, z))) {
        boxes.insert(upright([x.into(), -0.5, z.into()], [0.5; 3])).unwrap();
    }
    boxes
}

/// Where a character is after two seconds at 4 m/s along x, and how it went. It begins at x = 0, a little above the
/// floor or on it.
fn walk(mut boxes: BoxStore, above: f32, grown: f32) -> (Vec3, Vec<Walk>) {
    let others: Vec<u32> = (0..).take(boxes.len()).collect();
    let index = boxes.insert(upright([0.0, HALF[1] + above, 0.1], HALF)).unwrap();
    let character = Walker { index, grown, step: STEP };
    let (engine, mut falls) = (Engine::new(), 0.0);
    let mut walks = Vec::new();
    for _ in 0..120 {
        let along = 4.0 * FRAME * Vec3::X;
        walks.push(character.walk_over(&engine, &mut boxes, &others, along).unwrap());
        falls += GRAVITY * FRAME;
        let down = falls * FRAME * Vec3::NEG_Y;
        let fall = character.walk(&engine, &mut boxes, &others, down).unwrap();
        if fall.hits > 0 {
            falls = 0.0;
        }
        walks.push(fall);
    }
    let [x, y, z, _] = boxes.centers()[index as usize];
    (Vec3::new(x, y, z), walks)
}

/// On its floor, above it, and sunk into it by what a solver may have left.
const STARTS: [(f32, f32); 4] = [(0.0, 0.0), (1e-3, 0.0), (0.0, SKIN), (-0.001, SKIN)];

fn assert_at(place: Vec3, expected: [f32; 3], grown: f32) {
    let off = place - Vec3::from(expected);
    // A skin lets it sink in.
    let heights = 2.0 * grown - 1e-5..1e-4;
    assert!(
        off.x.abs() < 4e-3 && heights.contains(&off.y) && off.z.abs() < 1e-4,
        "{grown}: {place}"
    );
}

#[test]
fn a_character_walks_over_voxels() {
    for (above, grown) in STARTS {
        let (place, walks) = walk(floor(), above, grown);
        assert_at(place, [8.0, HALF[1], 0.1], grown);
        assert!(walks.iter().all(|walk| !walk.overlaps), "{above} {grown}");
    }
}

#[test]
fn a_character_walks_up_a_step_and_down_again() {
    for (above, grown) in STARTS {
        for top in [0.0, 0.1, 0.25] {
            let mut boxes = floor();
            for x in [3.0, 4.0] {
                boxes.insert(upright([x, top - 0.5, 0.0], [0.5; 3])).unwrap();
            }
            let (place, walks) = walk(boxes, above, grown);
            assert_at(place, [8.0, HALF[1], 0.1], grown);
            assert!(walks.iter().all(|walk| !walk.overlaps), "{above} {grown} {top}");
        }
    }
}

#[test]
fn a_character_stops_at_a_wall_and_slides_along_it() {
    for (above, grown) in STARTS {
        let mut boxes = floor();
        boxes.insert(upright([5.0, 0.5, 0.0], [0.5; 3])).unwrap();
        let (place, walks) = walk(boxes, above, grown);
        assert_at(place, [4.2, HALF[1], 0.1], grown);
        assert!(walks.iter().all(|walk| !walk.overlaps), "{above} {grown}");
    }
}
