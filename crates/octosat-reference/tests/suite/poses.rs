//! Poses with answers that paper gives.

use crate::common::{Draw, UPRIGHT, along, columns, normalized, oriented, scaled, turned};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ReferencePair, separations};
use octosat_reference::plain;
use octosat_reference::textbook::{MatrixBox, overlap_early_exit};
use octosat_scenes::generate::Random;

/// Every implementation says this separation (meters, negative overlapping).
fn expect_separation(a: &OrientedBox, b: &OrientedBox, separation: f64) {
    let pair = ReferencePair::oriented(a, b);
    let tolerance = pair.error_bound();
    assert!(
        (pair.separations().separation - separation).abs() < tolerance,
        "{:?}",
        pair.separations()
    );
    // A dismissed row has the best face only, so the margin is larger than any gap here.
    for row in
        [plain::penetration(a, b, 100.0), plain::penetration_scaled(&scaled(a), &scaled(b), 100.0)]
    {
        assert!((f64::from(row.depth) + separation).abs() < tolerance, "{row:?}, {separation}");
    }
    if separation.abs() > 2.0 * tolerance {
        let overlaps = separation < 0.0;
        assert_eq!(plain::overlap(a, b), overlaps);
        assert_eq!(plain::overlap_scaled(&scaled(a), &scaled(b)), overlaps);
        assert_eq!(overlap_early_exit(&MatrixBox::from(a), &MatrixBox::from(b)), overlaps);
    }
}

#[test]
fn aligned_boxes_have_the_gap_of_their_intervals() {
    let a = oriented([1.0, 2.0, 3.0], UPRIGHT, [1.0, 2.0, 3.0]);
    for k in 0..3 {
        for gap in [-0.5, -0.01, 0.0, 0.01, 0.2, 3.0] {
            let half = [0.5, 0.75, 0.25];
            let mut center = [1.0, 2.0, 3.0];
            center[k] += f64::from(a.half_extents[k]) + half[k] + gap;
            expect_separation(&a, &oriented(center, UPRIGHT, half), gap);
        }
    }
}

/// A unit cube on its edge, above the face of a cube of half extent three.
#[test]
fn a_cube_on_its_edge_reaches_half_its_diagonal() {
    let a = oriented([0.0; 3], UPRIGHT, [3.0; 3]);
    for axis in 0..2 {
        let q = turned(axis, std::f64::consts::FRAC_PI_4);
        for depth in [-0.1, 0.0, 0.1, 0.5, std::f64::consts::SQRT_2] {
            let height = 3.0 + std::f64::consts::SQRT_2 - depth;
            expect_separation(&a, &oriented([0.0, 0.0, height], q, [1.0; 3]), -depth);
        }
    }
}

/// Two cubes of edge one, each on an edge, the edges crossed: the edges meet at distance √2.
#[test]
fn crossed_edges_meet_at_root_two() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let a = oriented([0.0; 3], turned(0, quarter), [0.5; 3]);
    let root = std::f64::consts::SQRT_2;
    for distance in [1.43, 1.42, root, 1.40, 1.38, 1.35, 1.30] {
        let b = oriented([0.0, 0.0, distance], turned(1, quarter), [0.5; 3]);
        let separation = distance - root;
        expect_separation(&a, &b, separation);
        let row = plain::penetration(&a, &b, 1.0);
        assert_eq!(row.axis.code(), 6 + 1, "edge x of a with edge y of b: {row:?}");
        assert!((row.normal[2] - 1.0).abs() < 1e-5, "{row:?}");
    }
}

/// For each of the fifteen axes a pose which that axis alone separates, by a hundredth, and the
/// same pose moved together by two hundredths, which overlaps.
#[test]
fn each_axis_separates_alone_somewhere() {
    let (half_a, half_b) = ([2.0, 4.0, 3.0], [3.5, 2.0, 1.5]);
    let mut random = Random::new(15);
    let mut found = [false; 15];
    let mut tries = 0;
    while found.contains(&false) {
        tries += 1;
        assert!(tries < 100_000, "{found:?}");
        let angles: [f64; 3] = std::array::from_fn(|_| random.range(-0.7, 0.7));
        let q = normalized([angles[0], angles[1], angles[2], 1.0]);
        let a = oriented([0.0; 3], UPRIGHT, half_a);
        let touching = random.within(1.0);
        let mut center = touching.map(|component| component * 8.0);
        let mut truth = separations(&a, &oriented(center, q, half_b));
        for _ in 0..8 {
            center = along(center, 0.01 - truth.separation, truth.normal);
            truth = separations(&a, &oriented(center, q, half_b));
        }
        let separating =
            truth.axis_separations.iter().flatten().filter(|&&separation| separation > 0.0).count();
        if separating != 1 || (truth.separation - 0.01).abs() > 1e-4 {
            continue;
        }
        found[usize::from(truth.axis)] = true;
        let b = oriented(center, q, half_b);
        expect_separation(&a, &b, truth.separation);
        assert_eq!(plain::penetration(&a, &b, 1.0).axis.code(), truth.axis);
        let closer = oriented(along(center, -0.02, truth.normal), q, half_b);
        assert!(plain::overlap(&a, &closer));
        assert!(plain::overlap_scaled(&scaled(&a), &scaled(&closer)));
        assert!(overlap_early_exit(&MatrixBox::from(&a), &MatrixBox::from(&closer)));
    }
}

/// Near a corner the faces overlap more than they may differ from an edge: the face stays.
#[test]
fn a_face_is_preferred_to_an_edge_that_gains_less_than_two_hundredths() {
    let a = oriented([0.0; 3], UPRIGHT, [1.0; 3]);
    for angle in [1e-7, 1e-5, 1e-3, 1e-2] {
        let b = oriented([0.3, 0.2, 1.9], turned(0, angle), [1.0; 3]);
        let row = plain::penetration(&a, &b, 0.0);
        assert!(row.axis.code() < 6, "{angle}: {row:?}");
    }
}

#[test]
fn the_reference_is_right_where_one_looks_along_each_axis() {
    let a = oriented([0.5, -1.0, 2.0], normalized([0.3, -0.1, 0.4, 0.8]), [1.0, 0.5, 2.0]);
    let b = oriented([1.5, 0.2, 2.5], normalized([-0.2, 0.6, 0.1, 0.7]), [0.3, 0.9, 1.1]);
    let pair = ReferencePair::oriented(&a, &b);
    let truth = pair.separations();
    assert!((pair.separation_along(truth.normal) - truth.separation).abs() < 1e-12);
    for (solid, first) in [(&a, 0), (&b, 3)] {
        for (k, axis) in columns(normalized(solid.rotation.map(f64::from))).iter().enumerate() {
            let either = pair
                .separation_along(*axis)
                .max(pair.separation_along(axis.map(|component| -component)));
            let stated = truth.axis_separations[first + k].expect("faces always count");
            assert!((either - stated).abs() < 1e-12);
        }
    }
}
