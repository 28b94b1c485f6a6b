//! Noise flips nothing, and what changed is seen.

use crate::common::{MODES, Mode, UPRIGHT, features, flips, follow, noise};
use octosat::{BoxPose, Coherence, Engine, Feature, Manifolds, Margin, OrientedBox, PairMemory};
use octosat_tests::{ContactSettings, World, narrow, product, turn};

#[test]
fn noise_does_not_turn_the_normal() {
    // Equally deep along x and y.
    let poses: Vec<_> = noise(5e-4)
        .map(|[x, y, z]| BoxPose { center: [0.95 + x, 0.95 + y, 0.1 + z], rotation: UPRIGHT })
        .collect();
    let axes = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|(contacts, _)| contacts.manifolds()[0].axis).collect()
    };
    assert!(flips(&axes(None)) > 3, "without memory: {:?}", axes(None));
    assert_eq!(flips(&axes(Some(Mode::On))), 0);
    let kept = follow([[0.5; 3]; 2], &poses, Some(Mode::On));
    assert!(kept.iter().any(|(contacts, _)| contacts.manifolds()[0].is_axis_kept()));
    // Where the other axis is much better, it wins all the same.
    let away = [
        poses[0],
        BoxPose { center: [0.99, 0.80, 0.0], rotation: UPRIGHT },
        BoxPose { center: [0.80, 0.99, 0.0], rotation: UPRIGHT },
    ];
    let found = follow([[0.5; 3]; 2], &away, Some(Mode::On));
    let axes: Vec<_> =
        found.iter().map(|(contacts, _)| contacts.manifolds()[0].axis.code() % 3).collect();
    assert_eq!(axes[1..], [0, 1]);
}

#[test]
fn noise_does_not_rename_points_of_equal_boxes() {
    // Corners of one box nearly on the corners of the other: each point has three names.
    let poses: Vec<_> = noise(1e-4)
        .map(|[x, y, z]| BoxPose {
            center: [x, 0.999 + 0.1 * y, z],
            rotation: narrow(turn([0.0, 1.0, 0.0], f64::from(x))),
        })
        .collect();
    let names = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|(contacts, _)| features(contacts)).collect()
    };
    assert!(flips(&names(None)) > 10);
    assert_eq!(flips(&names(Some(Mode::On))), 0);
    assert!(names(Some(Mode::On)).iter().all(|names| names.len() == 4));
}

/// Names of a box turned on an equal one and tilted by noise, of which some frames are left out.
fn names_of_turned(degrees: f64, left_out: usize, mode: Option<Mode>) -> Vec<Vec<Feature>> {
    let turned = turn([0.0, 1.0, 0.0], degrees.to_radians());
    let poses: Vec<_> = noise(1e-5)
        .skip(left_out)
        .map(|[x, y, z]| {
            let tilt = turn([f64::from(x), 0.0, f64::from(z)], 1e-5);
            BoxPose { center: [x, 0.999 + y, z], rotation: narrow(product(tilt, turned)) }
        })
        .collect();
    let found = follow([[0.5; 3]; 2], &poses, mode);
    found.iter().map(|(contacts, _)| features(contacts)).collect()
}

#[test]
fn noise_does_not_change_which_of_eight_points_are_kept() {
    // A tilt by noise makes another of the eight corners the deepest. Turned by 45 degrees, each four that may be
    // chosen span the same area; else every other four a little less, and the first frame may choose these.
    for degrees in [45.0, 42.0, 48.0] {
        for left_out in 0..6 {
            let without = names_of_turned(degrees, left_out, None);
            assert!(flips(&without) > 3, "{degrees} {left_out}: {without:?}");
            let with = names_of_turned(degrees, left_out, Some(Mode::On));
            assert_eq!(flips(&with), 0, "{degrees} {left_out}: {with:?}");
        }
    }
}

#[test]
fn noise_does_not_change_the_face_whose_names_are_kept() {
    // A box on its edge, two faces of which look down alike, as long as the box below is wide: each end of the
    // edge is a corner, or a crossing, and is named after what it was only while the faces are the same.
    let on_edge = turn([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_4);
    let height = 0.5 + 0.5 * std::f32::consts::SQRT_2 - 0.001;
    let poses: Vec<_> = noise(1e-4)
        .map(|[x, y, z]| {
            let tilt = turn([0.0, 0.0, 1.0], f64::from(y));
            BoxPose { center: [x, height, z], rotation: narrow(product(tilt, on_edge)) }
        })
        .collect();
    let names = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|(contacts, _)| features(contacts)).collect()
    };
    assert!(flips(&names(None)) > 3, "{:?}", names(None));
    assert_eq!(flips(&names(Some(Mode::On))), 0, "{:?}", names(Some(Mode::On)));
}

#[test]
fn a_pair_still_apart_is_dismissed_by_its_axis() {
    // Apart along x by 0.5, later more along y; x still separates, so x is what is reported.
    let poses = [[1.5, 0.0, 0.0], [1.4, 2.5, 0.0], [0.9, 2.5, 0.0], [0.9, 2.5, 0.0]]
        .map(|center| BoxPose { center, rotation: UPRIGHT });
    for mode in MODES {
        let found = follow([[0.5; 3]; 2], &poses, Some(mode));
        let codes: Vec<_> = found.iter().map(|(c, _)| c.manifolds()[0].axis.code()).collect();
        assert_eq!(codes, [0, 0, 1, 1]);
        assert!((found[1].0.manifolds()[0].depth + 0.4).abs() < 1e-6);
        assert_eq!(found[1].1.axis().map(|axis| axis.code()), Some(0));
        assert!(!found[1].1.had_contacts());
    }
}

#[test]
fn only_small_motion_of_the_same_boxes_is_recycled() {
    let at = |center| BoxPose { center, rotation: UPRIGHT };
    let start = at([0.1, 0.995, 0.0]);
    let status = |half_extents, next: BoxPose| {
        let found = follow(half_extents, &[start, next], Some(Mode::Recycle(0.01)));
        found[1].0.manifolds()[0]
    };
    let cubes = [[0.5; 3]; 2];
    assert!(status(cubes, start).is_recycled());
    assert!(status(cubes, at([0.1049, 0.995, 0.0])).is_recycled());
    assert!(!status(cubes, at([0.1052, 0.995, 0.0])).is_recycled());
    // Turning moves corners: 0.5 · √2 · 0.004 is within, 0.02 beyond.
    let turned = |angle: f64| BoxPose { rotation: narrow(turn([0.0, 1.0, 0.0], angle)), ..start };
    assert!(status(cubes, turned(0.004)).is_recycled());
    assert!(!status(cubes, turned(0.02)).is_recycled());
    // A thin box has a smaller limit, one without thickness none at all.
    assert!(!status([[0.5, 0.495, 0.5], [0.5, 0.5, 0.05]], at([0.102, 0.995, 0.0])).is_recycled());
    assert!(!status([[0.5; 3], [0.5, 0.5, 0.0]], start).is_recycled());
}

#[test]
fn other_extents_or_margins_are_not_recycled() {
    let settings =
        |margin| ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let of = |half: f32| {
        let lower = OrientedBox::new([0.0; 3], UPRIGHT, [1.0, 0.5, 1.0]);
        World::of_neighbours(
            "two",
            &[lower, OrientedBox::new([0.0, 0.99, 0.0], UPRIGHT, [half, 0.5, 0.5])],
        )
    };
    let mut out = Manifolds::new();
    let mut ask = |world: &World, margin: f32, memory: &mut [PairMemory]| {
        let settings = settings(margin);
        world.coherent_contacts(&Engine::new(), (&settings, Coherence::recycle(memory)), &mut out);
        out.manifolds()[0].is_recycled()
    };
    let mut memory = [PairMemory::default()];
    assert!(!ask(&of(0.5), 0.02, &mut memory));
    assert!(ask(&of(0.5), 0.02, &mut memory));
    assert!(ask(&of(0.5), 0.0, &mut memory), "a smaller margin only drops points");
    assert!(!ask(&of(0.5), 0.2, &mut memory), "a larger one may have more");
    assert!(ask(&of(0.5), 0.2, &mut memory));
    assert!(!ask(&of(0.4), 0.2, &mut memory), "another shape");
}

#[test]
fn a_large_ground_neither_lends_names_nor_hides_a_gap() {
    let ground = [100.0, 0.5, 100.0];
    let cube = [0.5; 3];
    // Tilted one way, then the other: other corners touch, and have other names.
    let poses = [0.02, -0.02].map(|angle| BoxPose {
        center: [0.0, 1.008, 0.0],
        rotation: narrow(turn([0.0, 0.0, 1.0], angle)),
    });
    let names = |mode| -> Vec<_> {
        let mut memory = [PairMemory::default()];
        poses
            .map(|pose| {
                let boxes = [
                    OrientedBox::new([0.0; 3], UPRIGHT, ground),
                    OrientedBox::new(pose.center, pose.rotation, cube),
                ];
                let world = World::of_neighbours("tilted", &boxes);
                let coherence = if mode { Coherence::On(&mut memory) } else { Coherence::Off };
                let mut out = Manifolds::new();
                let settings = ContactSettings::default();
                world.coherent_contacts(&Engine::new(), (&settings, coherence), &mut out);
                features(&out)
            })
            .to_vec()
    };
    assert_eq!(names(false)[0].len(), 2);
    assert_eq!(names(true), names(false));
    // Beyond the rim by 3 mm, where it was deep along y before.
    let ground = [1000.0, 0.5, 1000.0];
    let at = |center| BoxPose { center, rotation: UPRIGHT };
    let poses = [at([1000.4, 0.999, 0.0]), at([1000.503, 0.999, 0.0])];
    let found = follow([ground, cube], &poses, Some(Mode::On));
    assert_eq!(found[0].0.manifolds()[0].axis.code() % 3, 1);
    assert!((found[1].0.manifolds()[0].depth + 0.003).abs() < 1e-4, "{:?}", found[1].0.manifolds());
}

#[test]
fn another_extent_of_a_small_box_on_a_large_one_is_seen() {
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    let mut memory = [PairMemory::default()];
    let mut out = Manifolds::new();
    let mut recycled = Vec::new();
    for half in [0.5, 0.5, 0.51] {
        let boxes = [
            OrientedBox::new([0.0; 3], UPRIGHT, [1e6, 0.5, 1e6]),
            OrientedBox::new([0.0, 0.99, 0.0], UPRIGHT, [half, 0.5, 0.5]),
        ];
        let world = World::of_neighbours("grown", &boxes);
        let asked = (&settings, Coherence::recycle(&mut memory));
        world.coherent_contacts(&Engine::new(), asked, &mut out);
        recycled.push(out.manifolds()[0].is_recycled());
    }
    assert_eq!(recycled, [false, true, false]);
}

/// Of frames in which two boxes beside each other along x have these extents, which are recycled.
fn recycled<const N: usize>(frames: [[[f32; 3]; 2]; N], distance: f32) -> [bool; N] {
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    let mut memory = [PairMemory::default()];
    let mut out = Manifolds::new();
    frames.map(|[a, b]| {
        let boxes = [
            OrientedBox::new([0.0; 3], UPRIGHT, a),
            OrientedBox::new([distance, 0.0, 0.0], UPRIGHT, b),
        ];
        let world = World::of_neighbours("changed", &boxes);
        let asked = (&settings, Coherence::recycle(&mut memory));
        world.coherent_contacts(&Engine::new(), asked, &mut out);
        out.manifolds()[0].is_recycled()
    })
}

/// They are as deep as before, and no sum or product of both tells them apart.
#[test]
fn boxes_that_exchange_their_sizes_are_seen() {
    let [large, small] = [[0.5; 3], [0.25; 3]];
    let found = recycled([[large, small], [large, small], [small, large]], 0.74);
    assert_eq!(found, [false, true, false]);
}

#[test]
fn extents_that_change_against_each_other_are_seen() {
    let before = [[0.5, 0.25, 0.5], [0.5, 0.5, 0.5]];
    let changes = [
        [[0.75, 0.125, 0.5], [0.5, 0.5, 0.5]],
        [[0.5, 0.5, 0.375], [0.5, 0.5, 0.5]],
        [[0.5, 0.25, 0.5], [0.25, 0.5, 0.75]],
        [[0.25, 0.25, 0.625], [0.5, 0.5, 0.5]],
        [[1.0, 0.5, 1.0], [0.25, 0.25, 0.25]],
        [[0.25, 0.125, 0.25], [1.0, 1.0, 1.0]],
        [[0.25, 0.5, 0.5], [0.5, 0.5, 0.5]],
        [[0.5, 0.5, 0.25], [0.5, 0.5, 0.5]],
    ];
    // Sizes that have no round relation, too.
    let scaled = |sizes: [[f32; 3]; 2], scale: f32| sizes.map(|size| size.map(|half| half * scale));
    for after in changes {
        for scale in [1.0, 0.7, 1.37, 1e-3] {
            let [before, after] = [before, after].map(|sizes| scaled(sizes, scale));
            // Their sides along x touch by a hundredth, at first and where those do not change.
            let recycled = recycled([before, before, after], 0.99 * scale);
            assert_eq!(recycled, [false, true, false], "{before:?} became {after:?}");
        }
    }
}

#[test]
fn a_box_that_rolls_onto_its_other_side_gets_new_points() {
    let settings = ContactSettings::default();
    for axis in [0, 2] {
        let mut memory = [PairMemory::default()];
        let mut out = Manifolds::new();
        // At first the corners of one side are a tenth of a millimetre deep and the others above the
        // ground, out of the margin; then it is the others that are deep.
        let tilts = [3e-3_f32, -1e-3];
        let heights = [0.9 * tilts[0].sin() + tilts[0].cos() - 1e-4, tilts[1].cos() - 1.2e-3];
        for (tilt, height) in tilts.into_iter().zip(heights) {
            let mut rotation = [0.0, 0.0, 0.0, (0.5 * tilt).cos()];
            rotation[axis] = (0.5 * tilt).sin();
            let boxes = [
                OrientedBox::new([0.0; 3], UPRIGHT, [1.0; 3]),
                OrientedBox::new([0.0, 1.0 + height, 0.0], rotation, [0.9, 1.0, 0.9]),
            ];
            let world = World::of_neighbours("rolled", &boxes);
            let asked = (&settings, Coherence::recycle(&mut memory));
            world.coherent_contacts(&Engine::new(), asked, &mut out);
        }
        let row = out.manifolds()[0];
        let deepest = out.of(0).iter().map(|point| point.depth).fold(0.0, f32::max);
        assert!(row.depth > 2e-3, "{row:?}");
        assert!(deepest >= 0.95 * row.depth, "{deepest} of {row:?}");
    }
}

#[test]
fn names_are_not_taken_from_the_opposite_face() {
    // Two boxes in one place: the normal turns round with the centres, and the faces that meet are
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
            let deep = found.iter().all(|(contacts, _)| contacts.manifolds()[0].depth > 0.9);
            assert!(deep);
            found.iter().map(|(contacts, _)| features(contacts)).collect()
        };
        let stateless = names(None);
        assert_ne!(stateless[0], stateless[1]);
        // So small a motion is recycled, with the normal and the names of before.
        assert_eq!(names(Some(Mode::On)), stateless, "along axis {axis}");
    }
}
