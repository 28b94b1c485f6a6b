//! Noise flips nothing, and what changed is seen.

use glam::{DQuat, DVec3};
use octosat::{BoxPose, CacheMode, Feature, Manifolds, NEW_POINT};

use crate::common::{features, flips, follow, noise};
use crate::frames::{MODES, UPRIGHT, quaternion, turn, wide};

const CUBES: [[f32; 3]; 2] = [[0.5; 3]; 2];
const STEADY: Option<CacheMode> = Some(CacheMode::Steady);

fn at(center: [f32; 3]) -> BoxPose {
    BoxPose { center, rotation: UPRIGHT }
}

fn names(found: &[Manifolds]) -> Vec<Vec<Feature>> {
    found.iter().map(features).collect()
}

fn axes(found: &[Manifolds]) -> Vec<u8> {
    found.iter().map(|contacts| contacts.manifolds()[0].axis.code()).collect()
}

/// A box of a rotation at places that noise moves and tilts.
fn noisy(amplitude: f64, pose: impl Fn([f32; 3]) -> ([f32; 3], DQuat)) -> Vec<BoxPose> {
    let poses = noise(amplitude).map(pose);
    poses.map(|(center, rotation)| BoxPose { center, rotation: quaternion(rotation) }).collect()
}

/// Frames in which a point has no predecessor, after the first.
fn interrupted(found: &[Manifolds]) -> usize {
    found[1..].iter().filter(|contacts| contacts.previous().contains(&NEW_POINT)).count()
}

#[test]
fn noise_does_not_turn_the_normal() {
    // Equally deep along x and y.
    let poses: Vec<_> = noise(5e-4).map(|[x, y, z]| at([0.95 + x, 0.95 + y, 0.1 + z])).collect();
    let without = axes(&follow(CUBES, &poses, None));
    assert!(flips(&without) > 3, "without a cache: {without:?}");
    let kept = follow(CUBES, &poses, STEADY);
    assert_eq!(flips(&axes(&kept)), 0);
    assert!(kept.iter().any(|contacts| contacts.manifolds()[0].is_axis_kept()));
    // Where the other axis is much better, it wins all the same.
    let away = [poses[0], at([0.99, 0.80, 0.0]), at([0.80, 0.99, 0.0])];
    let found = axes(&follow(CUBES, &away, STEADY));
    assert_eq!([found[1] % 3, found[2] % 3], [0, 1]);
}

#[test]
fn noise_takes_no_predecessor_from_points_of_equal_boxes() {
    // Corners of one box nearly on the corners of the other: each point has three features.
    let poses = noisy(1e-4, |[x, y, z]| ([x, 0.999 + 0.1 * y, z], turn(DVec3::Y, f64::from(x))));
    for mode in [CacheMode::Steady, CacheMode::Reuse { motion: 1e-5 }] {
        let found = follow(CUBES, &poses, Some(mode));
        assert!(flips(&names(&found)) > 10, "features are those of the frame");
        assert_eq!(interrupted(&found), 0);
        assert!(found.iter().all(|contacts| contacts.points().len() == 4));
        // Each point is where its predecessor was.
        for two in found.windows(2) {
            for (point, &place) in two[1].points().iter().zip(two[1].previous()) {
                let before = two[0].points()[place as usize];
                let off = wide(point.position).distance(wide(before.position));
                assert!(off < 2e-3, "{point:?} {before:?}");
            }
        }
    }
}

#[test]
fn noise_does_not_change_which_of_eight_points_are_kept() {
    // A tilt by noise makes another of the eight corners the deepest. Turned by 45 degrees, each four that may be
    // chosen span the same area; else every other four a little less, and the first frame may choose these.
    for degrees in [45.0_f64, 42.0, 48.0] {
        let turned = turn(DVec3::Y, degrees.to_radians());
        let tilted = |x, z| turn([f64::from(x), 0.0, f64::from(z)], 1e-5) * turned;
        let poses = noisy(1e-5, |[x, y, z]| ([x, 0.999 + y, z], tilted(x, z)));
        for left_out in 0..6 {
            let without = names(&follow(CUBES, &poses[left_out..], None));
            assert!(flips(&without) > 3, "{degrees} {left_out}: {without:?}");
            let found = follow(CUBES, &poses[left_out..], STEADY);
            assert_eq!(flips(&names(&found)), 0, "{degrees} {left_out}: {:?}", names(&found));
            assert!(found[1..].iter().all(|contacts| contacts.manifolds()[0].has_same_points()));
        }
    }
}

#[test]
fn noise_does_not_change_the_face_that_is_clipped() {
    // A bar on its edge, so thin that both faces at that edge are within the margin. Both look down alike, and the
    // points are those of one of them.
    let on_edge = |tilt: f32| turn(DVec3::Z, std::f64::consts::FRAC_PI_4 + f64::from(tilt));
    let height = 0.5 + 0.01 * std::f32::consts::SQRT_2 - 1e-4;
    let poses = noisy(1e-4, |[x, y, z]| ([x, height, z], on_edge(y)));
    let bar = [[0.5; 3], [0.01, 0.01, 0.2]];
    let without = names(&follow(bar, &poses, None));
    assert!(flips(&without) > 3, "without a cache: {without:?}");
    let found = follow(bar, &poses, STEADY);
    assert_eq!([flips(&names(&found)), interrupted(&found)], [0; 2], "{:?}", names(&found));
}

#[test]
fn boxes_apart_by_less_than_noise_do_not_seem_to_touch() {
    // Barely deep along x; then still so, and barely apart along y: so little that the last axis would be kept.
    let poses = [at([1.0 - 3e-6, 0.9, 0.0]), at([1.0 - 1e-6, 1.0 + 2e-6, 0.0])];
    for mode in MODES {
        let found = follow(CUBES, &poses, Some(mode));
        let row = found[1].manifolds()[0];
        assert_eq!([axes(&found)[0] % 3, axes(&found)[1] % 3], [0, 1], "{row:?}");
        assert!(row.depth < 0.0 && !row.is_axis_kept(), "{row:?}");
    }
}

#[test]
fn points_of_other_corners_are_new() {
    // Tilted one way, then the other: other corners touch, far from those of before, which are beyond the margin.
    let poses = [0.05, -0.05].map(|angle: f64| BoxPose {
        center: [0.0, 1.023, 0.0],
        rotation: quaternion(turn(DVec3::Z, angle)),
    });
    let found = follow([[100.0, 0.5, 100.0], [0.5; 3]], &poses, STEADY);
    assert_eq!([0, 1].map(|number| found[number].points().len()), [2; 2]);
    assert_eq!(found[1].previous(), [NEW_POINT; 2]);
    assert!(!found[1].manifolds()[0].has_same_points());
}

#[test]
fn a_gap_beyond_the_rim_of_a_large_ground_is_seen() {
    // Beyond the rim by 3 mm, where it was deep along y before.
    let poses = [at([1000.4, 0.999, 0.0]), at([1000.503, 0.999, 0.0])];
    for mode in MODES {
        let found = follow([[1000.0, 0.5, 1000.0], [0.5; 3]], &poses, Some(mode));
        assert_eq!(axes(&found)[0] % 3, 1);
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
        let poses = [0, 1].map(|number| {
            let mut rotation = [0.0, 0.0, 0.0, (0.5 * tilts[number]).cos()];
            rotation[axis] = (0.5 * tilts[number]).sin();
            BoxPose { center: [0.0, 1.0 + heights[number], 0.0], rotation }
        });
        let found = follow([[1.0; 3], [0.9, 1.0, 0.9]], &poses, Some(CacheMode::REUSE));
        let row = found[1].manifolds()[0];
        let deepest = found[1].points().iter().map(|point| point.depth).fold(0.0, f32::max);
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
            at(center)
        });
        // Flattest along the axis on which they are apart, so that this is the normal.
        let mut half_extents = [0.6, 0.65, 0.7];
        half_extents[axis] = 0.5;
        // So small a motion is reused, with the normal and the features of before; so it is not allowed.
        let [stateless, steady] = [None, STEADY].map(|mode| {
            let found = follow([half_extents; 2], &poses, mode);
            assert!(found.iter().all(|contacts| contacts.manifolds()[0].depth > 0.9));
            names(&found)
        });
        assert_ne!(stateless[0], stateless[1]);
        assert_eq!(steady, stateless, "along axis {axis}");
    }
}
