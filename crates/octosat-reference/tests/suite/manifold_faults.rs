//! Manifolds that would be worse for a game than any rounding, which the checker has to reject: points far above a floor,
//! the touching edge missing, four points on a line, and less than half a percent of them.

use crate::common::{UPRIGHT, oriented, turned};
use crate::honest::{Manifold, honest};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldFault, ReferencePair, SurfaceAnswer, check_manifold,
    check_relative_manifold,
};
use octosat_reference::plain::PlainSettings;

/// The right manifold of plain float32, with the limit of four.
fn right(boxes: &[OrientedBox; 2], within: f32) -> Manifold {
    Manifold::plain(boxes, PlainSettings { within, limit: 4, relative: false })
}

/// Asserts that the right manifold is accepted, and that it is rejected with other points.
fn expect(boxes: &[OrientedBox; 2], within: f32, fault: ManifoldFault, points: &[Point]) {
    let pair = ReferencePair::oriented(&boxes[0], &boxes[1]);
    let right = right(boxes, within);
    assert_eq!(right.faults(&pair), [], "{right:?}");
    let wrong = Manifold { points: points.iter().map(Point::answer).collect(), ..right };
    let faults = wrong.faults(&pair);
    assert!(faults.contains(&fault), "{fault:?} is not in {faults:?}");
}

/// Position, depth and feature.
struct Point([f32; 3], f32, u32);

impl Point {
    fn answer(&self) -> ContactAnswer {
        ContactAnswer { position: self.0, depth: self.1, feature: self.2 }
    }
}

/// A cube of 20 mm, tilted on a floor of 200 m: its upper vertices are 0.8 mm up, and no contacts. Clipping with a slack
/// that scales with the floor lets them count.
#[test]
fn vertices_above_a_floor_are_rejected() {
    let floor = oriented([0.0; 3], UPRIGHT, [100.0, 100.0, 1.0]);
    let height = 1.0 + 0.01 * (0.045_f64.cos() + 0.045_f64.sin()) - 1e-4;
    let cube = oriented([0.0, 0.0, height], turned(0, 0.045), [0.01; 3]);
    let lower = |feature: u32, x: f32| Point([x, -0.009_540_028, 0.999_95], 1e-4, feature);
    for (within, z, z_of_b) in [(0.0, 1.0, 1.000_799_8), (2e-4, 1.000_1, 1.000_699_8)] {
        let upper = |z: f32, feature: u32, x: f32| Point([x, 0.010_439_725, z], -within, feature);
        let points = [lower(0, -0.01), lower(1, 0.01), upper(z, 3, 0.01), upper(z, 2, -0.01)];
        expect(&[floor, cube], within, ManifoldFault::PointOffB, &points);
        let upper = |feature, x| upper(z_of_b, feature, x);
        let points = [lower(8, -0.01), lower(9, 0.01), upper(11, 0.01), upper(10, -0.01)];
        expect(&[cube, floor], within, ManifoldFault::PointOffB, &points);
    }
}

/// The same for a cube of two meters on a floor of ten kilometers, whose upper vertices are 35 mm up.
#[test]
fn vertices_far_above_a_large_floor_are_rejected() {
    let floor = oriented([0.0; 3], UPRIGHT, [5_000.0, 5_000.0, 1.0]);
    let height = 1.0 + 0.9 * (0.02_f64.cos() + 0.02_f64.sin()) - 1e-3;
    let cube = oriented([0.0, 0.0, height], turned(0, 0.02), [0.9; 3]);
    let points = [
        Point([-0.9, -0.881_821_2, 0.999_5], 1e-3, 0),
        Point([0.9, -0.881_821_2, 0.999_5], 1e-3, 1),
        Point([0.9, 0.917_818_84, 1.005], -0.01, 3),
        Point([-0.9, 0.917_818_84, 1.005], -0.01, 2),
    ];
    expect(&[floor, cube], 0.01, ManifoldFault::PointOffB, &points);
}

/// A cube tilted by five degrees that shares a strip of a micrometer with another: only the far end of the strip, 44 mm
/// apart, and not the edge that touches; or a contact of no feature instead.
#[test]
fn a_missing_edge_is_rejected() {
    let cube = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    let center = [-0.543_577_85, 0.998_097_24, 0.999_999];
    let mut tilted = oriented(center, turned(2, 0.087_266_46), [0.5; 3]);
    tilted.rotation = [0.0, 0.0, 0.043_619_387, 0.999_048_23];
    tilted.center = [-0.543_577_85, 0.998_097_24, 0.999_999];
    let boxes = [cube, tilted];
    let far = [
        Point([3.661_727_5e-6, 0.521_788_9, 0.5], -0.043_744_214, 61),
        Point([3.661_727_5e-6, 0.521_788_9, 0.499_999], -0.043_744_214, 1),
    ];
    expect(&boxes, 0.2, ManifoldFault::DeepestMissing, &far);
    let pair = ReferencePair::oriented(&cube, &tilted);
    let mut fallback = right(&boxes, 0.0);
    fallback.fallback = true;
    fallback.points = vec![Point([-0.5, 0.499_999_94, 0.5], 1.2e-7, 160).answer()];
    assert_eq!(fallback.faults(&pair), [ManifoldFault::FallbackUnneeded]);
}

/// A cube turned by 45 degrees on a beam of 20 mm: both tips of the patch, and one corner on either side. It has half of
/// the area that three others have with the first point.
#[test]
fn a_thin_area_is_rejected() {
    let beam = oriented([0.0; 3], UPRIGHT, [2.0, 0.5, 0.01]);
    let mut cube = oriented([0.0, 0.989, 0.0], UPRIGHT, [0.5; 3]);
    cube.rotation = [-1.913_417e-4, 0.382_683_4, 4.619_397_5e-4, 0.923_879_44];
    let tips = [
        Point([-0.706_606_45, 0.494_146_6, 0.0], 0.011_706_846, 0),
        Point([0.697_598_34, 0.494_848_67, 0.01], 0.010_302_64, 54),
        Point([0.707_606_43, 0.494_853_68, 0.0], 0.010_292_632, 5),
        Point([-0.696_598_4, 0.494_151_6, -0.01], 0.011_696_838, 28),
    ];
    expect(&[beam, cube], 0.0, ManifoldFault::AreaTooSmall, &tips);
}

/// A cube that stands on an edge of half its length, and one end of this edge with three others: they span more than both
/// ends do, but less if points on the edge count twice.
#[test]
fn a_lost_end_of_the_lowest_edge_is_rejected() {
    let below = oriented([0.0, 0.0, -0.5], turned(2, std::f64::consts::FRAC_PI_4), [0.5; 3]);
    let mut above = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    (above.center, above.rotation) =
        ([0.0, 0.0, 0.503_974_9], [0.004_999_98, 0.0, 0.0, 0.999_987_5]);
    let all = honest(&below, &above, 0.02);
    let pair = ReferencePair::oriented(&below, &above);
    let faults = |corners: [[f32; 2]; 4]| {
        let mut four = Manifold { limit: 4, ..all.clone() };
        let is_one = |point: &ContactAnswer, [x, depth]: [f32; 2]| {
            (point.position[0] - x).abs() < 1e-3 && (point.depth - depth).abs() < 1e-5
        };
        four.points.retain(|point| corners.iter().any(|&corner| is_one(point, corner)));
        assert_eq!(four.points.len(), 4);
        four.faults(&pair)
    };
    let [left, right] = [-0.212, 0.212].map(|x| [x, 0.001]);
    let (others, fourth) = ([[0.5, -0.006_021], [-0.202, -0.009]], [-0.5, -0.001_879]);
    assert_eq!(faults([left, right, others[0], others[1]]), []);
    let lost = faults([right, others[0], others[1], fourth]);
    assert!(lost.contains(&ManifoldFault::AreaTooSmall), "{lost:?}");
}

/// Of four of eight points, the deepest may be lost by half a percent of the way to it, and by no more.
#[test]
fn half_a_percent_of_the_way_may_be_lost() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let missing = |tilt: f64| {
        let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
        let [_, _, z, w] = turned(2, quarter);
        // The turn about z first, then the tilt about y.
        let (s, c) = (0.5 * tilt).sin_cos();
        let b = oriented([0.0, 0.0, 0.98], [s * z, s * w, c * z, c * w], [0.5; 3]);
        let pair = ReferencePair::oriented(&a, &b);
        let all = honest(&a, &b, 0.1);
        assert_eq!((all.points.len(), all.faults(&pair)), (8, vec![]));
        let mut four = Manifold { limit: 4, ..all };
        four.points.sort_by(|one, other| one.depth.total_cmp(&other.depth));
        four.points.truncate(4);
        four.faults(&pair).contains(&ManifoldFault::DeepestMissing)
    };
    // The way leads aside, by 45 degrees: √2 times as far as the tilt counts.
    assert!(missing(0.0072) && !missing(0.0070));
}

/// A gap is at most the margin, to the last bit.
#[test]
fn no_gap_is_above_the_margin() {
    let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    let boxes = [a, oriented([0.0, 0.0, 1.01], UPRIGHT, [0.5; 3])];
    let pair = ReferencePair::oriented(&boxes[0], &boxes[1]);
    let mut given = right(&boxes, 0.02);
    let most = given.points.iter().map(|point| -point.depth).fold(0.0, f32::max);
    given.within = most;
    assert_eq!(given.faults(&pair), []);
    given.within = most.next_down();
    assert!(given.faults(&pair).contains(&ManifoldFault::PointBeyondMargin));
}

/// Reported points of the surfaces, in the frames of their boxes.
#[test]
fn points_of_the_surfaces_are_those_of_the_contact() {
    let a = oriented([3.0, 4.0, 5.0], turned(0, 0.3), [0.5; 3]);
    let b = oriented([3.1, 4.0, 5.9], turned(0, 0.3), [0.5; 3]);
    let pair = ReferencePair::oriented(&a, &b);
    let manifold = right(&[a, b], 0.0);
    let surfaces: Vec<SurfaceAnswer> = manifold
        .points
        .iter()
        .map(|point| {
            let half = manifold.normal.map(|component| 0.5 * point.depth * component);
            let own = |given: &OrientedBox, sign: f32| {
                let away: [f32; 3] =
                    std::array::from_fn(|k| point.position[k] + sign * half[k] - given.center[k]);
                let (s, c) = 0.3_f32.sin_cos();
                [away[0], c * away[1] + s * away[2], c * away[2] - s * away[1]]
            };
            SurfaceAnswer { on_a: own(&a, 1.0), on_b: own(&b, -1.0) }
        })
        .collect();
    let faults = |surfaces: &[SurfaceAnswer]| -> Vec<ManifoldFault> {
        let answer = ManifoldAnswer { surfaces: Some(surfaces), ..manifold.answer() };
        check_manifold(&pair, &answer).faults.iter().map(|fault| fault.fault).collect()
    };
    assert_eq!(faults(&surfaces), []);
    assert!(faults(&surfaces[1..]).contains(&ManifoldFault::SurfaceElsewhere));
    let mut off = surfaces.clone();
    off[0].on_a[2] += 1e-4;
    assert!(faults(&off).contains(&ManifoldFault::PointOffA));
    let mut aside = surfaces.clone();
    aside[0].on_b[0] += if aside[0].on_b[0] > 0.0 { -1e-4 } else { 1e-4 };
    assert_eq!(faults(&aside), [ManifoldFault::SurfaceElsewhere]);
    assert!(!check_relative_manifold(&pair, &manifold.answer()).faults.is_empty());
}
