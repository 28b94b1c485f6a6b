//! Boxes that do not move keep their contacts bit for bit, and a change of one bit counts as motion.

use octosat::{CacheMode, ContactCache, Engine};

use crate::common::reused;
use crate::frames::{cached, fastest_engines, of_boxes, upright, wall};
use crate::garbage::number;

/// Gaps far smaller than the way that the boxes have come.
#[test]
fn tiny_gaps_stay_bitwise() {
    for gap in [1e-7_f32, 1e-6, 1e-4, 0.3] {
        for away in [1.0, 1e3, 1e6, 1e9] {
            let second = upright([1.0 + gap, away, 0.0], [0.5; 3]);
            let mut frame = of_boxes(&[upright([0.0; 3], [0.5; 3]), second]);
            frame.setting.margin = 0.0;
            let mut cache = ContactCache::default();
            cached(&Engine::new(), &frame, &mut cache);
            frame.position[1][1] = 0.0;
            let depths = [(); 4].map(|()| {
                cached(&Engine::new(), &frame, &mut cache).manifolds()[0].depth.to_bits()
            });
            assert_eq!(depths, [depths[0]; 4], "{gap} {away}");
        }
    }
}

/// Each number of each box, changed by its last bit: a box that is not the same has moved.
#[test]
fn one_bit_ends_it() {
    let start = wall(30, 37);
    for engine in fastest_engines() {
        for place in 0..10 {
            let mut frame = start.clone();
            let mut cache = ContactCache::new(CacheMode::Steady);
            cached(&engine, &frame, &mut cache);
            for index in (1..frame.position.len()).step_by(3) {
                let value = number(&mut frame, index, place);
                *value = f32::from_bits(value.to_bits() ^ 1);
            }
            let found = cached(&engine, &frame, &mut cache);
            for touching in found.touching() {
                let has_moved = touching.pair.iter().any(|&index| index % 3 == 1);
                assert_eq!(touching.manifold.is_reused(), !has_moved, "number {place}");
            }
            assert!(reused(found) > 20 && reused(found) < found.touching().count());
        }
    }
}

/// Minus zero is not zero: the same contacts, by way of a box that has moved by nothing.
#[test]
fn signs_of_zero_change_no_depth() {
    let mut frame = of_boxes(&[upright([0.0; 3], [0.5; 3]), upright([0.0, 0.99, 0.0], [0.5; 3])]);
    let mut cache = ContactCache::default();
    let depth = cached(&Engine::new(), &frame, &mut cache).manifolds()[0].depth;
    frame.position[0] = [-0.0; 3];
    frame.rotation[1] = [-0.0, -0.0, -0.0, -1.0];
    let found = cached(&Engine::new(), &frame, &mut cache);
    assert!(found.manifolds()[0].is_reused());
    let mut depths =
        found.points().iter().map(|point| point.depth).chain([found.manifolds()[0].depth]);
    assert!(depths.all(|other| (other - depth).abs() < 1e-6));
}

/// Rotations back and forth are too small to count as a path. Errors that each of them adds must not sum up.
#[test]
fn a_shaking_cube_keeps_its_depth() {
    let mut frame = of_boxes(&[upright([0.0; 3], [0.5; 3]), upright([0.0, 0.995, 0.0], [0.5; 3])]);
    let mut cache = ContactCache::default();
    let mut reused_frames = 0;
    for number in 0..20_000 {
        // The first pose is the anchor, in the middle of the others.
        let angle = if number == 0 { 0.0 } else { [3.5e-4_f32, -3.5e-4][number % 2] };
        let (sine, cosine) = (0.5 * angle).sin_cos();
        frame.rotation[0] = [0.0, 0.0, sine, cosine];
        let found = cached(&Engine::new(), &frame, &mut cache);
        let depth = found.manifolds()[0].depth;
        // Half the width times the angle: an edge of the cube below is higher than its face when level.
        assert!((depth - 0.005).abs() < 4e-4, "frame {number}: {depth}");
        reused_frames += usize::from(found.manifolds()[0].is_reused());
    }
    assert!(reused_frames > 19_000, "{reused_frames}");
}
