//! A character walks through a small world of voxels and tiles: `cargo run --release -p octosat --all-features --example
//! character`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "an example says where it is")]

pub mod walker;

use std::error::Error;
use std::f32::consts::PI;

use glam::{Quat, Vec3};
use octosat::{BoxStore, Engine, OrientedBox, Query, World};
use walker::{Character, Surroundings};

/// The seconds of a frame.
const FRAME: f32 = 1.0 / 60.0;

/// How much thinner the character is than the capsule that is cast, in meters.
const SKIN: f32 = 1e-3;

/// A floor of flush voxels of 1 m, with a hole, a stair, walls and ramps.
fn world() -> Result<BoxStore, Box<dyn Error>> {
    let mut boxes = BoxStore::new();
    let mut add = |center: [f32; 3], half_extents: [f32; 3], slope: f32| {
        let rotation = Quat::from_rotation_z(slope).to_array();
        boxes.insert(OrientedBox::new(center, rotation, half_extents))
    };
    for (x, z) in (-3..20_i8).flat_map(|x| (-3..4_i8).map(move |z| (x, z))) {
        // A hole of 1 m, with a floor of its own.
        let top = if (4..7).contains(&x) && z >= 2 { -1.0 } else { 0.0 };
        add([x.into(), top - 0.5, z.into()], [0.5; 3], 0.0)?;
    }
    // Three steps of 25 cm, and one of 36 cm.
    for (x, top) in [(3.0, 0.25), (4.0, 0.5), (5.0, 0.75), (6.0, 1.11)] {
        add([x, top - 0.5, 0.0], [0.5; 3], 0.0)?;
    }
    // A wall, and ramps of 30 and 60 degrees.
    add([0.0, 1.0, -3.0], [9.0, 1.0, 0.5], 0.0)?;
    for (x, slope) in [(12.0, PI / 6.0), (17.0, PI / 3.0)] {
        add([x, 0.0, 0.0], [2.0, 0.1, 3.5], slope)?;
    }
    // A valley of two slopes of 60 degrees.
    for (x, slope) in [(24.0, -PI / 3.0), (26.0, PI / 3.0)] {
        add([x, 3.0, 0.0], [2.0, 0.1, 3.5], slope)?;
    }
    Ok(boxes)
}

/// Where a character is that begins somewhere and walks for some seconds. It must never be inside anything.
fn walked(start: [f32; 3], velocity: [f32; 3], seconds: u32) -> Result<Character, Box<dyn Error>> {
    let (boxes, engine) = (world()?, Engine::new());
    let near = Surroundings { engine: &engine, boxes: &boxes, world: &World::of_boxes(&boxes)? };
    let mut character = Character {
        position: start.into(),
        radius: 0.3 + SKIN,
        half_core: 0.6,
        step_height: 0.3,
        rises: 0.0,
        stands: false,
    };
    let mut inside = vec![false; boxes.len()];
    for _ in 0..60 * seconds {
        character.advance(near, velocity.into(), FRAME)?;
        let body = character.capsule(character.radius - SKIN)?;
        engine.overlaps(Query::each(&boxes, &body), &mut inside)?;
        assert!(!inside.contains(&true), "inside a box: {character:?}");
    }
    println!("from {start:?} with {velocity:?} to {}", character.position);
    Ok(character)
}

/// Asserts where it stands.
fn assert_at(character: Character, expected: [f32; 3]) {
    let off = character.position - Vec3::from(expected);
    assert!(character.stands && off.abs().max_element() < 5e-3, "{character:?}");
}

fn main() -> Result<(), Box<dyn Error>> {
    // The middle of a character that stands on the floor.
    let stands = 0.6 + 0.3 + SKIN;
    // It falls, lands and stays.
    assert_at(walked([0.0, 3.0, 0.0], [0.0; 3], 2)?, [0.0, stands, 0.0]);
    // Over the seams of the floor, up three steps, and not up the fourth.
    assert_at(walked([0.0, 1.0, 0.2], [3.0, 0.0, 0.0], 4)?, [5.2, stands + 0.75, 0.2]);
    // Along a wall: the part of the way that goes into the wall is lost.
    assert_at(walked([0.0, 1.0, -2.0], [1.0, 0.0, -1.0], 2)?, [2.0, stands, -2.2]);
    // Into a hole, and not out of it.
    assert_at(walked([2.0, 1.0, 2.8], [3.0, 0.0, 0.0], 4)?, [6.2, stands - 1.0, 2.8]);
    // Up a ramp of 30 degrees, down behind it, and not up one of 60 degrees.
    assert_at(walked([8.0, 1.0, 1.0], [3.0, 0.0, 0.0], 4)?, [16.711, stands, 1.0]);
    // One that begins inside the wall is pushed out.
    assert_at(walked([0.0, 1.0, -2.4], [0.0; 3], 1)?, [0.0, stands, -2.2]);
    // Two slopes that are too steep hold it.
    let end = walked([24.8, 4.0, 0.0], [0.0; 3], 2)?;
    assert!(end.stands && (end.position.x - 25.0).abs() < 5e-3, "{end:?}");
    Ok(())
}
