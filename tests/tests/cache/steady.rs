//! Noise flips nothing, and what changed is seen.

use octosat::{BoxPose, CacheMode, Manifolds, NEW_POINT, OrientedBox};
use octosat_tests::{World, narrow, product, turn};

use crate::common::{UPRIGHT, features, flips, follow, noise};

/// Frames in which a point has no predecessor, after the first.
fn interrupted(found: &[Manifolds]) -> usize {
    let is_new = |contacts: &&Manifolds| contacts.previous().contains(&NEW_POINT);
    found[1..].iter().filter(is_new).count()
}

#[test]
fn noise_does_not_turn_the_normal() {
    // Equally deep along x and y.
    let poses: Vec<_> = noise(5e-4)
        .map(|[x, y, z]| BoxPose { center: [0.95 + x, 0.95 + y, 0.1 + z], rotation: UPRIGHT })
        .collect();
    let axes = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|contacts| contacts.manifolds()[0].axis).collect()
    };
    assert!(flips(&axes(None)) > 3, "without a cache: {:?}", axes(None));
    assert_eq!(flips(&axes(Some(CacheMode::Steady))), 0);
    let kept = follow([[0.5; 3]; 2], &poses, Some(CacheMode::Steady));
    assert!(kept.iter().any(|contacts| contacts.manifolds()[0].is_axis_kept()));
    // Where the other axis is much better, it wins all the same.
    let away = [
        poses[0],
        BoxPose { center: [0.99, 0.80, 0.0], rotation: UPRIGHT },
        BoxPose { center: [0.80, 0.99, 0.0], rotation: UPRIGHT },
    ];
    let found = follow([[0.5; 3]; 2], &away, Some(CacheMode::Steady));
    let axes: Vec<_> =
        found.iter().map(|contacts| contacts.manifolds()[0].axis.code() % 3).collect();
    assert_eq!(axes[1..], [0, 1]);
}

#[test]
fn noise_takes_no_predecessor_from_points_of_equal_boxes() {
    // Corners of one box nearly on the corners of the other: each point has three features.
    let poses: Vec<_> = noise(1e-4)
        .map(|[x, y, z]| BoxPose {
            center: [x, 0.999 + 0.1 * y, z],
            rotation: narrow(turn([0.0, 1.0, 0.0], f64::from(x))),
        })
        .collect();
    for mode in [CacheMode::Steady, CacheMode::Reuse { motion: 1e-5 }] {
        let found = follow([[0.5; 3]; 2], &poses, Some(mode));
        let names: Vec<_> = found.iter().map(features).collect();
        assert!(flips(&names) > 10, "features are those of the frame");
        assert_eq!(interrupted(&found), 0);
        assert!(names.iter().all(|names| names.len() == 4));
        // Each point is where its predecessor was.
        for two in found.windows(2) {
            for (point, &place) in two[1].points().iter().zip(two[1].previous()) {
                let before = two[0].points()[place as usize];
                let off = (0..3).map(|k| (point.position[k] - before.position[k]).abs());
                assert!(off.fold(0.0, f32::max) < 2e-3, "{point:?} {before:?}");
            }
        }
    }
}

/// A box turned on an equal one and tilted by noise, of which some frames are left out.
fn turned(degrees: f64, left_out: usize, mode: Option<CacheMode>) -> Vec<Manifolds> {
    let turned = turn([0.0, 1.0, 0.0], degrees.to_radians());
    let poses: Vec<_> = noise(1e-5)
        .skip(left_out)
        .map(|[x, y, z]| {
            let tilt = turn([f64::from(x), 0.0, f64::from(z)], 1e-5);
            BoxPose { center: [x, 0.999 + y, z], rotation: narrow(product(tilt, turned)) }
        })
        .collect();
    follow([[0.5; 3]; 2], &poses, mode)
}

#[test]
fn noise_does_not_change_which_of_eight_points_are_kept() {
    // A tilt by noise makes another of the eight corners the deepest. Turned by 45 degrees, each four that may be
    // chosen span the same area; else every other four a little less, and the first frame may choose these.
    for degrees in [45.0, 42.0, 48.0] {
        for left_out in 0..6 {
            let names = |found: &[Manifolds]| found.iter().map(features).collect::<Vec<_>>();
            let without = names(&turned(degrees, left_out, None));
            assert!(flips(&without) > 3, "{degrees} {left_out}: {without:?}");
            let found = turned(degrees, left_out, Some(CacheMode::Steady));
            assert_eq!(flips(&names(&found)), 0, "{degrees} {left_out}: {:?}", names(&found));
            assert!(found[1..].iter().all(|contacts| contacts.manifolds()[0].has_same_points()));
        }
    }
}

#[test]
fn noise_does_not_change_the_face_that_is_clipped() {
    // A box on its edge, two faces of which look down alike, as long as the box below is wide: each end of the
    // edge is a corner, or a crossing.
    let on_edge = turn([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_4);
    let height = 0.5 + 0.5 * std::f32::consts::SQRT_2 - 0.001;
    let poses: Vec<_> = noise(1e-4)
        .map(|[x, y, z]| {
            let tilt = turn([0.0, 0.0, 1.0], f64::from(y));
            BoxPose { center: [x, height, z], rotation: narrow(product(tilt, on_edge)) }
        })
        .collect();
    let found = follow([[0.5; 3]; 2], &poses, Some(CacheMode::Steady));
    assert_eq!(interrupted(&found), 0);
    let names: Vec<_> = found.iter().map(features).collect();
    let stateless: Vec<_> = follow([[0.5; 3]; 2], &poses, None).iter().map(features).collect();
    assert!(flips(&stateless) > 3 && flips(&names) <= flips(&stateless), "{names:?}");
}

#[test]
fn points_of_other_corners_are_new() {
    // Tilted one way, then the other: other corners touch, far from those of before.
    let poses = [0.02, -0.02].map(|angle| BoxPose {
        center: [0.0, 1.008, 0.0],
        rotation: narrow(turn([0.0, 0.0, 1.0], angle)),
    });
    let ground = [100.0, 0.5, 100.0];
    let mut cache = octosat::ContactCache::new(CacheMode::Steady);
    let found = poses.map(|pose| {
        let boxes = [
            OrientedBox::new([0.0; 3], UPRIGHT, ground),
            OrientedBox::new(pose.center, pose.rotation, [0.5; 3]),
        ];
        let world = World::of_neighbours("tilted", &boxes);
        let settings = octosat_tests::ContactSettings::default();
        world.cached_contacts(&octosat::Engine::new(), &settings, &mut cache).clone()
    });
    assert_eq!(found.each_ref().map(|contacts| contacts.points().len()), [2; 2]);
    assert_eq!(found[1].previous(), [NEW_POINT; 2]);
    assert!(!found[1].manifolds()[0].has_same_points());
}

#[test]
fn a_gap_beyond_the_rim_of_a_large_ground_is_seen() {
    // Beyond the rim by 3 mm, where it was deep along y before.
    let ground = [1000.0, 0.5, 1000.0];
    let at = |center| BoxPose { center, rotation: UPRIGHT };
    let poses = [at([1000.4, 0.999, 0.0]), at([1000.503, 0.999, 0.0])];
    for mode in crate::common::MODES {
        let found = follow([ground, [0.5; 3]], &poses, Some(mode));
        assert_eq!(found[0].manifolds()[0].axis.code() % 3, 1);
        let row = found[1].manifolds()[0];
        assert!((row.depth + 0.003).abs() < 1e-4, "{row:?}");
    }
}

#[test]
fn a_box_that_rolls_onto_its_other_side_gets_new_points() {
    for axis in [0, 2] {
        // At first the corners of one side are a tenth of a millimeter deep and the others above the
        // ground, out of the margin; then it is the others that are deep.
        let tilts = [3e-3_f32, -1e-3];
        let heights = [0.9 * tilts[0].sin() + tilts[0].cos() - 1e-4, tilts[1].cos() - 1.2e-3];
        let poses: Vec<_> = tilts
            .into_iter()
            .zip(heights)
            .map(|(tilt, height)| {
                let mut rotation = [0.0, 0.0, 0.0, (0.5 * tilt).cos()];
                rotation[axis] = (0.5 * tilt).sin();
                BoxPose { center: [0.0, 1.0 + height, 0.0], rotation }
            })
            .collect();
        let found = follow([[1.0; 3], [0.9, 1.0, 0.9]], &poses, Some(CacheMode::REUSE));
        let row = found[1].manifolds()[0];
        let points = found[1].of(0).iter();
        let deepest = points.map(|point| point.depth).fold(0.0, f32::max);
        assert!(row.depth > 1e-3 && deepest >= 0.95 * row.depth, "{deepest} of {row:?}");
    }
}

#[test]
fn features_are_not_taken_from_the_opposite_face() {
    // Two boxes in one place: the normal turns round with the centers, and the faces that meet are
    // the opposite ones, whose corners lie where those of before did.
    for axis in 0..3 {
        let poses = [1e-3, -1e-3].map(|step| {
            let mut center = [0.0; 3];
            center[axis] = step;
            BoxPose { center, rotation: UPRIGHT }
        });
        // Flattest along the axis on which they are apart, so that this is the normal.
        let mut half_extents = [0.6, 0.65, 0.7];
        half_extents[axis] = 0.5;
        let names = |mode| -> Vec<_> {
            let found = follow([half_extents; 2], &poses, mode);
            let deep = found.iter().all(|contacts| contacts.manifolds()[0].depth > 0.9);
            assert!(deep);
            found.iter().map(features).collect()
        };
        let stateless = names(None);
        assert_ne!(stateless[0], stateless[1]);
        // So small a motion is reused, with the normal and the features of before.
        assert_eq!(names(Some(CacheMode::Steady)), stateless, "along axis {axis}");
    }
}
