//! Cases from the tests of other engines, made again: each names the engine.

use octosat::OrientedBox;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Vector, along, columns, cross, cube_rotations, dot, normalized, product, rotate, turn,
};

use crate::common::{
    NO_TURN, Seen, boxed, check, check_rows, frame_of, gap_by_projections, reference,
};

/// The middle of the feature of a box that lies farthest along a direction, from the box's center.
fn support(axes: &[Vector; 3], half: Vector, direction: Vector) -> Vector {
    (0..3).fold([0.0; 3], |point, k| {
        let cosine = dot(axes[k], direction);
        let side = if cosine.abs() < 1e-9 { 0.0 } else { cosine.signum() };
        along(point, side * half[k], axes[k])
    })
}

/// Two boxes that an axis is to separate, by a gap and, again, minus that gap.
struct AlongAxis {
    boxes: [OrientedBox; 4],
    axis: usize,
    /// No other axis separates nearly as well.
    is_alone: bool,
    /// The best face of the overlapping pair.
    best_face: f64,
}

const GAP: f64 = 0.01;

/// Drake: half sizes 2, 4, 3 and 3.5, 2, 1.5, turned by ±36° about each axis.
fn along_axis(axis: usize, signs: usize) -> AlongAxis {
    let half = [[2.0, 4.0, 3.0], [3.5, 2.0, 1.5]];
    let sign = |k: usize| if signs >> k & 1 == 1 { -1.0 } else { 1.0 };
    let [x, y, z] = columns(NO_TURN);
    let [x, y, z] =
        [(x, 0), (y, 1), (z, 2)].map(|(of, k)| turn(of, f64::to_radians(36.0 * sign(k))));
    let base = turn([0.3, -0.7, 0.5], 1.1);
    let rotations = [base, product(base, product(product(x, y), z))];
    let axes = rotations.map(columns);
    let direction = match axis {
        0..=2 => axes[0][axis],
        3..=5 => axes[1][axis - 3],
        _ => normalized(cross(axes[0][(axis - 6) / 3], axes[1][(axis - 6) % 3])),
    };
    let direction = direction.map(|component| sign(3) * component);
    let from_b = support(&axes[1], half[1], direction.map(|part| -part));
    let touching = along(support(&axes[0], half[0], direction), -1.0, from_b);
    let place = [1.0, -2.0, 0.5];
    let pair = |gap| {
        let center = along(along(place, 1.0, touching), gap, direction);
        [boxed(place, rotations[0], half[0]), boxed(center, rotations[1], half[1])]
    };
    let [apart, deep] = [GAP, -GAP].map(pair);
    let [separations, faces] =
        [&apart, &deep].map(|pair| reference(pair).separations().axis_separations);
    let best =
        |others: &mut dyn Iterator<Item = Option<f64>>| others.flatten().fold(-9.0, f64::max);
    AlongAxis {
        boxes: [apart[0], apart[1], deep[0], deep[1]],
        axis,
        is_alone: best(&mut (0..15).filter(|&k| k != axis).map(|k| separations[k])) <= -0.001,
        best_face: best(&mut faces[..6].iter().copied()),
    }
}

/// For each of the fifteen axes a pose that this axis alone separates, and the same pose as deep.
#[test]
fn each_of_the_fifteen_axes_separates_alone() {
    let all: Vec<AlongAxis> =
        (0..15 * 16).map(|number| along_axis(number / 16, number % 16)).collect();
    assert!(all.iter().all(|given| given.is_alone));
    let boxes: Vec<OrientedBox> = all.iter().flat_map(|given| given.boxes).collect();
    check_rows("Drake", &boxes, |seen| {
        let (given, is_deep) = (&all[seen.place / 2], seen.place % 2 == 1);
        assert_eq!(seen.overlaps, is_deep);
        assert_depth(seen, if is_deep { GAP } else { -GAP });
        // Unless a face is as shallow as the edges, the axis is the lone one.
        if given.axis < 6 || !is_deep || given.best_face < -1.1 * GAP {
            assert_eq!(usize::from(seen.row.axis.code()), given.axis, "{:?}", seen.row);
        }
    });
}

fn assert_depth(seen: &Seen<'_>, depth: f64) {
    let off = f64::from(seen.row.depth) - depth;
    assert!(off.abs() <= seen.reference.error_bound(), "{:?}, not {depth}", seen.row);
}

/// `MuJoCo`: boxes stacked with an overlap of 0.01 and tilted by next to nothing about four axes: a face wins, its
/// normal is a face's own, and the depth is right.
#[test]
fn nearly_aligned_stacks_keep_a_face_normal() {
    let (mut boxes, mut angles) = (Vec::new(), Vec::new());
    for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.3]] {
        for step in 0..30 {
            let sign = if step % 2 == 0 { 1.0 } else { -1.0 };
            let angle = sign * 10.0_f64.powf(-9.0 + 0.5 * f64::from(step / 2));
            for alignment in cube_rotations() {
                let rotation = product(turn(axis, angle), alignment);
                boxes.push(boxed([0.0; 3], NO_TURN, [0.5; 3]));
                boxes.push(boxed([0.1, -0.05, 0.99], rotation, [0.5; 3]));
                angles.push(angle);
            }
        }
    }
    check_rows("near-aligned", &boxes, |seen| {
        let (row, tilt) = (seen.row, angles[seen.place].abs());
        assert!(seen.overlaps && row.axis.code() < 6, "{tilt} {row:?}");
        let bound = seen.reference.error_bound();
        assert!(f64::from(row.normal[2]) >= 1.0 - tilt * tilt - bound, "{row:?}");
        // Tilting about the middle of the upper box moves its lowest corner down by this much.
        let depth = f64::from(row.depth) - 0.01;
        assert!((-bound..=tilt + bound).contains(&depth), "{tilt} {row:?}");
    });
}

/// `Box3D`: thin beams crossing each other, against a search that knows no axes.
#[test]
fn crossed_thin_beams() {
    let mut random = Random::new(61);
    let mut beam = |along: usize| {
        let mut half = [(); 3].map(|()| random.range(0.08, 0.15));
        half[along] = random.range(1.0, 1.6);
        let tilt = turn(random.direction(), random.range(0.0, 0.6));
        boxed(random.vector(-0.25, 0.25), tilt, half)
    };
    let boxes: Vec<OrientedBox> = (0..8_000).map(|number| beam(number % 2)).collect();
    check_rows("beams", &boxes, |seen| {
        let pair = [&boxes[2 * seen.place], &boxes[2 * seen.place + 1]];
        if seen.row.depth > 0.02 {
            assert!(gap_by_projections(pair, 20_000, 1e-3) <= 1e-3, "{:?}", seen.row);
        } else if !seen.overlaps {
            let gap = gap_by_projections(pair, 30, 0.0);
            assert!(gap >= -f64::from(seen.row.depth) - seen.reference.error_bound(), "{gap}");
        }
    });
}

/// FCL: a cube standing on one edge in the top of a cube three times its size: depth √½, for each of the twelve edges,
/// in each of the six directions, in both orders of the pair.
#[test]
fn a_cube_on_its_edge_in_a_larger_cube() {
    let tilt = turn([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_4);
    let (mut boxes, mut normals) = (Vec::new(), Vec::new());
    // Every fourth rotation of the cube puts another face on top.
    for face in cube_rotations().into_iter().step_by(4) {
        let up = rotate(face, [0.0, 0.0, 1.0]);
        for alignment in cube_rotations() {
            let rotation = product(face, product(tilt, alignment));
            let large = boxed([0.0; 3], face, [1.5; 3]);
            let small = boxed(up.map(|component| 1.5 * component), rotation, [0.5; 3]);
            boxes.extend([large, small, small, large]);
            normals.extend([up, up.map(|component| -component)]);
        }
    }
    check_rows("cube on its edge", &boxes, |seen| {
        assert!(seen.overlaps);
        assert_depth(seen, std::f64::consts::FRAC_1_SQRT_2);
        let cosine = dot(seen.row.normal.map(f64::from), normals[seen.place]);
        assert!(cosine > 1.0 - 1e-6, "{:?} {:?}", seen.row, normals[seen.place]);
        assert_eq!(usize::from(seen.row.axis.code() / 3), seen.place % 2, "{:?}", seen.row);
    });
}

/// `MuJoCo`'s fuzz: the 24 canonical rotations, perturbed from nothing to 45°, of boxes in six size classes with slabs
/// and needles among them, at offsets from concentric to touching.
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
        let names = columns(alignment);
        for number in 0..36 * perturbations.len() {
            let (a, b) = (sizes[number % 6], sizes[number / 6 % 6]);
            let perturbed = turn(random.direction(), perturbations[number / 36]);
            let base = if number % 2 == 0 { NO_TURN } else { random.rotation() };
            let turned = product(product(base, perturbed), alignment);
            let reach = random.choose(&[0.0, 0.5, 0.999, 1.0, 1.001]);
            let offset = random.vector(-1.0, 1.0);
            let axis = random.below(3);
            let offset = std::array::from_fn(|k| {
                let along = if k == axis { reach } else { 0.7 * offset[k] };
                let other: f64 = (0..3).map(|j| names[j][k].abs() * b[j]).sum();
                along * (a[k] + other)
            });
            boxes.extend([boxed([0.0; 3], base, a), boxed(rotate(base, offset), turned, b)]);
        }
    }
    check("canonical", &frame_of(&boxes, 0.02));
}
