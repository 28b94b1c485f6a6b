//! Cases that other engines test, built anew: each names whose they are.
#![forbid(unsafe_code)]

use octosat::{OrientedBox, Penetration};
use octosat_reference::float64::{Agreement, ReferencePair};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, Limit, PairReference, Quaternion, Vector, World, along, answer, columns, cross,
    cube_rotations, dot, engines, fastest_engines, gap_by_projections, narrow, normalized, product,
    rotate, turn,
};

const UPRIGHT: Quaternion = [0.0, 0.0, 0.0, 1.0];

fn boxed(center: Vector, rotation: Quaternion, half_extents: Vector) -> OrientedBox {
    OrientedBox::new(narrow(center), narrow(normalized(rotation)), narrow(half_extents))
}

/// Every row of a world before the reference, in both bases and arithmetics; `check` sees each.
fn check(world: &World, check: impl Fn(usize, &Penetration, bool, &ReferencePair)) {
    for engine in fastest_engines() {
        for &basis in world.bases() {
            let overlaps = world.overlaps(&engine, basis, &Limit::None);
            let rows = world.rows(&engine, basis, &Limit::None);
            for (place, &pair) in world.pairs.iter().enumerate() {
                let reference = PairReference::new(world, basis, pair);
                let reference = reference.reference();
                let agreement = reference.agreement(overlaps[place], 0.0);
                assert_ne!(agreement, Agreement::Contradicts, "{} {reference:?}", world.name);
                let faults = reference.faults(&answer(&rows[place]), 0.0);
                assert!(faults.is_empty(), "{faults:?} {:?} {reference:?}", rows[place]);
                check(place, &rows[place], overlaps[place], &reference);
            }
        }
    }
}

/// The middle of the feature of a box that lies farthest along a direction, from the box's centre.
fn support(axes: &[Vector; 3], half: Vector, direction: Vector) -> Vector {
    (0..3).fold([0.0; 3], |point, k| {
        let cosine = dot(axes[k], direction);
        let side = if cosine.abs() < 1e-9 { 0.0 } else { cosine.signum() };
        along(point, side * half[k], axes[k])
    })
}

/// Drake: half sizes 2, 4, 3 and 3.5, 2, 1.5, turned by ±36° about each axis; for each of the
/// fifteen axes a pose that this axis alone separates, by 0.01, and the same pose 0.01 deep.
#[test]
fn each_of_the_fifteen_axes_separates_alone() {
    let (half_a, half_b) = ([2.0, 4.0, 3.0], [3.5, 2.0, 1.5]);
    let gap = 0.01;
    for axis in 0..15_usize {
        let mut alone = 0;
        for signs in 0..16 {
            let angle = |k: usize| {
                let sign = if signs >> k & 1 == 1 { -1.0 } else { 1.0 };
                (36.0_f64 * sign).to_radians()
            };
            let turns = [turn([1.0, 0.0, 0.0], angle(0)), turn([0.0, 1.0, 0.0], angle(1))];
            let third = turn([0.0, 0.0, 1.0], angle(2));
            let relative = product(product(turns[0], turns[1]), third);
            let base = turn([0.3, -0.7, 0.5], 1.1);
            let rotations = [base, product(base, relative)];
            let axes = rotations.map(columns);
            let direction = match axis {
                0..=2 => axes[0][axis],
                3..=5 => axes[1][axis - 3],
                _ => normalized(cross(axes[0][(axis - 6) / 3], axes[1][(axis - 6) % 3])),
            };
            let side = if signs >> 3 & 1 == 1 { -1.0 } else { 1.0 };
            let direction = direction.map(|component| side * component);
            let from_a = support(&axes[0], half_a, direction);
            let from_b = support(&axes[1], half_b, direction.map(|c| -c));
            let touching: Vector = std::array::from_fn(|k| from_a[k] - from_b[k]);
            let mut boxes = Vec::new();
            for distance in [gap, -gap] {
                boxes.push(boxed([1.0, -2.0, 0.5], rotations[0], half_a));
                let center = along(along([1.0, -2.0, 0.5], 1.0, touching), distance, direction);
                boxes.push(boxed(center, rotations[1], half_b));
            }
            let world = World::of_neighbours("Drake", &boxes);
            check_lone_axis(&world, axis, gap, &mut alone);
        }
        assert!(alone >= 16, "axis {axis} separates alone in {alone} cases only");
    }
}

fn check_lone_axis(world: &World, axis: usize, gap: f64, alone: &mut usize) {
    let lone = PairReference::new(world, Basis::Unit, world.pairs[0]).reference();
    let separations = lone.separations().axis_separations;
    let others = (0..15).filter(|&other| other != axis);
    let nearest = others.filter_map(|other| separations[other]).fold(-9.0, f64::max);
    if nearest > -0.001 {
        return;
    }
    *alone += 1;
    let next_face = PairReference::new(world, Basis::Unit, world.pairs[1]).reference();
    let faces = next_face.separations().axis_separations;
    let best_face = faces[..6].iter().flatten().fold(-9.0, |best: f64, &face| best.max(face));
    check(world, |place, row, overlaps, reference| {
        assert_eq!(overlaps, place == 1);
        let expected = if place == 0 { -gap } else { gap };
        assert!((f64::from(row.depth) - expected).abs() <= reference.band(), "{row:?}");
        // Unless a face is as shallow as the edges, the axis is the lone one.
        if axis < 6 || place == 0 || best_face < -1.1 * gap {
            assert_eq!(usize::from(row.axis.code()), axis, "{row:?}");
        }
    });
}

/// `MuJoCo`: boxes stacked with an overlap of 0.01 and tilted by next to nothing about four axes: a
/// face wins, its normal is a face's own, and the depth is right.
#[test]
fn nearly_aligned_stacks_keep_a_face_normal() {
    let mut boxes = Vec::new();
    let mut angles = Vec::new();
    for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.3]] {
        for exponent in 0..=14 {
            for sign in [1.0, -1.0] {
                let angle = sign * 10.0_f64.powf(-9.0 + 0.5 * f64::from(exponent));
                for alignment in cube_rotations() {
                    boxes.push(boxed([0.0; 3], UPRIGHT, [0.5; 3]));
                    let rotation = product(turn(axis, angle), alignment);
                    boxes.push(boxed([0.1, -0.05, 0.99], rotation, [0.5; 3]));
                    angles.push(angle);
                }
            }
        }
    }
    let world = World::of_neighbours("near-aligned", &boxes);
    check(&world, |place, row, overlaps, reference| {
        assert!(overlaps && row.axis.code() < 6, "{} {row:?}", angles[place]);
        let tilt = angles[place].abs();
        assert!(f64::from(row.normal[2]) >= 1.0 - tilt * tilt - reference.band(), "{row:?}");
        // Tilting about the middle of the upper box moves its lowest corner down by this much.
        let depth = f64::from(row.depth) - 0.01;
        assert!((-reference.band()..=tilt + reference.band()).contains(&depth), "{tilt} {row:?}");
    });
}

/// `Box3D`: two cubes balanced on crossed edges, from apart over touching to deep.
#[test]
fn crossed_edges() {
    let eighth = std::f64::consts::FRAC_PI_4;
    let reach = std::f64::consts::SQRT_2;
    for distance in [1.43, 1.42, reach, 1.40, 1.38, 1.35, 1.30] {
        let first = boxed([0.0; 3], turn([1.0, 0.0, 0.0], eighth), [0.5; 3]);
        let second = boxed([0.0, 0.0, distance], turn([0.0, 1.0, 0.0], eighth), [0.5; 3]);
        let world = World::of_neighbours("crossed edges", &[first, second]);
        check(&world, |_, row, overlaps, reference| {
            let depth = reach - distance;
            assert!((f64::from(row.depth) - depth).abs() <= reference.band(), "{distance} {row:?}");
            if depth.abs() > reference.band() {
                assert_eq!(overlaps, depth > 0.0, "{distance}");
            }
            // Edge 0 of a (along x) with edge 1 of b (along y).
            assert_eq!(row.axis.code(), 6 + 1, "{distance} {row:?}");
            assert!(row.normal[2] > 0.999_999, "{distance} {row:?}");
        });
    }
}

/// `Box3D`: thin beams crossing each other, against a search that knows no axes.
#[test]
fn crossed_thin_beams() {
    let mut random = Random::new(61);
    let mut boxes = Vec::new();
    for _ in 0..4_000 {
        for beam in 0..2 {
            let mut half = [(); 3].map(|()| random.range(0.08, 0.15));
            half[beam] = random.range(1.0, 1.6);
            let center = random.vector(-0.25, 0.25);
            let tilt = turn(random.direction(), random.range(0.0, 0.6));
            boxes.push(boxed(center, tilt, half));
        }
    }
    let world = World::of_neighbours("beams", &boxes);
    check(&world, |place, row, overlaps, reference| {
        let PairReference::Unit { a, b } =
            PairReference::new(&world, Basis::Unit, world.pairs[place])
        else {
            panic!("the basis is the unit one");
        };
        if row.depth > 0.02 {
            assert!(gap_by_projections(&a, &b, 20_000, 1e-3) <= 1e-3, "{row:?}");
        } else if !overlaps {
            let gap = gap_by_projections(&a, &b, 30, 0.0);
            assert!(gap >= -f64::from(row.depth) - reference.band(), "{gap} {row:?}");
        }
    });
}

/// FCL: a cube standing on one edge in the top of a cube three times its size: depth √½, for each
/// of the twelve edges, in each of the six directions, in both orders of the pair.
#[test]
fn a_cube_on_its_edge_in_a_larger_cube() {
    let tilt = turn([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_4);
    let quarter = std::f64::consts::FRAC_PI_2;
    let faces = [
        UPRIGHT,
        turn([1.0, 0.0, 0.0], quarter),
        turn([1.0, 0.0, 0.0], -quarter),
        turn([1.0, 0.0, 0.0], 2.0 * quarter),
        turn([0.0, 1.0, 0.0], quarter),
        turn([0.0, 1.0, 0.0], -quarter),
    ];
    let (mut boxes, mut normals) = (Vec::new(), Vec::new());
    for face in faces {
        let up = rotate(face, [0.0, 0.0, 1.0]);
        for alignment in cube_rotations() {
            let rotation = product(face, product(tilt, alignment));
            let large = boxed([0.0; 3], face, [1.5; 3]);
            let small = boxed(up.map(|component| 1.5 * component), rotation, [0.5; 3]);
            boxes.extend([large, small, small, large]);
            normals.extend([up, up.map(|component| -component)]);
        }
    }
    let world = World::of_neighbours("cube on its edge", &boxes);
    check(&world, |place, row, overlaps, reference| {
        assert!(overlaps);
        let depth = std::f64::consts::FRAC_1_SQRT_2;
        assert!((f64::from(row.depth) - depth).abs() <= reference.band(), "{row:?}");
        let cosine: f64 = (0..3).map(|k| f64::from(row.normal[k]) * normals[place][k]).sum();
        assert!(cosine > 1.0 - 1e-6, "{row:?} {:?}", normals[place]);
        assert_eq!(row.axis.code() / 3, u8::try_from(place % 2).expect("0 or 1"), "{row:?}");
    });
}

/// `MuJoCo`: an overlap of 7e-8 of the size is one step of float32, and survives.
#[test]
fn an_overlap_of_one_step_survives() {
    let half_turns = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]];
    for rotation in half_turns {
        for axis in 0..3 {
            for steps in [1_u8, 2] {
                let mut distance = 2.0_f32;
                for _ in 0..steps {
                    distance = distance.next_down();
                }
                let mut center = [0.0_f32; 3];
                center[axis] = -distance;
                let boxes = [
                    OrientedBox::new([0.0; 3], rotation, [1.0; 3]),
                    OrientedBox::new(center, half_turns[0], [1.0; 3]),
                ];
                let world = World::of_neighbours("one step", &boxes);
                for engine in engines() {
                    for basis in [Basis::Unit, Basis::Scaled] {
                        assert_eq!(world.overlaps(&engine, basis, &Limit::None), [true]);
                        let row = world.rows(&engine, basis, &Limit::None)[0];
                        assert_eq!(row.depth.to_bits(), (2.0 - distance).to_bits(), "{row:?}");
                        assert_eq!(usize::from(row.axis.code()), axis, "{row:?}");
                        assert!((row.normal[axis] + 1.0).abs() < 1e-7, "{row:?}");
                    }
                }
            }
        }
    }
}

/// `MuJoCo`'s fuzz: the 24 canonical rotations, perturbed from nothing to 45°, of boxes in six size
/// classes with slabs and needles among them, at offsets from concentric to touching.
#[test]
fn canonical_rotations_perturbed() {
    let sizes = [
        [0.5, 0.5, 0.5],
        [0.2, 0.5, 0.9],
        [1.0, 1.0, 0.01],
        [0.01, 0.01, 1.0],
        [5.0, 4.0, 3.0],
        [0.02, 0.03, 0.01],
    ];
    let perturbations = [0.0, 1e-15, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2, 0.1, 0.785];
    let mut random = Random::new(62);
    let mut boxes = Vec::new();
    for alignment in cube_rotations() {
        for perturbation in perturbations {
            for number in 0..36 {
                let (a, b) = (sizes[number % 6], sizes[number / 6]);
                let base = if number % 2 == 0 { UPRIGHT } else { random.rotation() };
                let turned =
                    product(product(base, turn(random.direction(), perturbation)), alignment);
                let reach = [0.0, 0.5, 0.999, 1.0, 1.001][random.below(5)];
                let offset = [(); 3].map(|()| random.range(-1.0, 1.0));
                let axis = random.below(3);
                let offset = std::array::from_fn(|k| {
                    let along = if k == axis { reach } else { 0.7 * offset[k] };
                    let names = columns(alignment);
                    let other: f64 = (0..3).map(|j| names[j][k].abs() * b[j]).sum();
                    along * (a[k] + other)
                });
                boxes.push(boxed([0.0; 3], base, a));
                boxes.push(boxed(rotate(base, offset), turned, b));
            }
        }
    }
    check(&World::of_neighbours("canonical", &boxes), |_, _, _, _| {});
}
