//! The checker of manifolds accepts what is right and rejects every single mutation.

use crate::common::{UPRIGHT, narrow, oriented, product, scaled, turned};
use crate::honest::{Manifold, honest};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ManifoldFault, ReferencePair, check_relative_manifold};

/// A pair, its reference, and its manifold.
struct Case {
    a: OrientedBox,
    b: OrientedBox,
    pair: ReferencePair,
    manifold: Manifold,
}

impl Case {
    fn new(a: OrientedBox, b: OrientedBox, within: f32) -> Self {
        let manifold = honest(&a, &b, within);
        let pair = ReferencePair::oriented(&a, &b);
        let report = manifold.report(&pair);
        assert!(report.faults.is_empty(), "{:?} {manifold:?}", report.faults);
        assert!(report.worst < 0.5, "{report:?}");
        Self { a, b, pair, manifold }
    }

    /// Asserts that the manifold is rejected for this reason once it is changed.
    fn rejected(&self, fault: ManifoldFault, change: impl Fn(&mut Manifold)) {
        let mut spoilt = self.manifold.clone();
        change(&mut spoilt);
        let faults = spoilt.faults(&self.pair);
        assert!(faults.contains(&fault), "{fault:?} is not in {faults:?}: {spoilt:?}");
    }
}

/// A cube of edge one on another, a hundredth deep, b away from above the middle.
fn stack(x: f64, y: f64) -> Case {
    let a = oriented([3.0, 4.0, 5.0], UPRIGHT, [0.5; 3]);
    Case::new(a, oriented([3.0 + x, 4.0 + y, 5.99], UPRIGHT, [0.5; 3]), 0.02)
}

/// A cube that leans on another about its long side, so that depths differ.
fn leaning() -> Case {
    let a = oriented([0.0; 3], UPRIGHT, [1.0; 3]);
    Case::new(a, oriented([0.1, 0.05, 1.48], turned(1, 0.05), [0.7, 0.6, 0.5]), 0.1)
}

/// Two beams on their edges, crossed at a right angle.
fn crossed_beams() -> Case {
    let quarter = std::f64::consts::FRAC_PI_4;
    let half = [2.0, 0.1, 0.1];
    let a = oriented([0.0; 3], turned(0, quarter), half);
    let across = product(turned(2, 2.0 * quarter), turned(0, quarter));
    Case::new(a, oriented([0.1, 0.2, 0.27], across, half), 0.0)
}

/// Two cubes whose corners are 0.3 apart.
fn corners_apart() -> Case {
    let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    Case::new(a, oriented([1.1, 1.2, 1.2], UPRIGHT, [0.5; 3]), 0.5)
}

#[test]
fn a_stack_has_its_four_corners() {
    let case = stack(0.0, 0.0);
    assert_eq!(case.manifold.points.len(), 4);
    for point in &case.manifold.points {
        assert!((point.position[2] - 5.495).abs() < 1e-6 && (point.depth - 0.01).abs() < 1e-6);
        assert!((f64::from(point.position[0] - 3.0).abs() - 0.5).abs() < 1e-6);
    }
    assert_eq!(stack(0.3, 0.4).manifold.points.len(), 4);
}

#[test]
fn a_cube_on_its_edge_has_the_ends_of_the_edge() {
    let a = oriented([0.0; 3], UPRIGHT, [3.0; 3]);
    let height = 2.9 + std::f64::consts::SQRT_2;
    let q = turned(0, std::f64::consts::FRAC_PI_4);
    let case = Case::new(a, oriented([0.0, 0.0, height], q, [1.0; 3]), 0.0);
    assert_eq!(case.manifold.points.len(), 2);
    for point in &case.manifold.points {
        assert!((point.depth - 0.1).abs() < 1e-5 && (point.position[2] - 2.95).abs() < 1e-5);
        assert!((point.position[0].abs() - 1.0).abs() < 1e-5 && point.position[1].abs() < 1e-5);
    }
    case.rejected(ManifoldFault::CandidateMissing, |spoilt| {
        spoilt.points.pop();
    });
}

#[test]
fn crossed_beams_have_one_point() {
    let case = crossed_beams();
    let [point] = case.manifold.points[..] else { panic!("{:?}", case.manifold) };
    let depth = 0.2 * std::f32::consts::SQRT_2 - 0.27;
    assert!((point.depth - depth).abs() < 1e-6, "{point:?} {depth}");
    assert!((point.position[0] - 0.1).abs() < 1e-6 && point.position[1].abs() < 1e-6);
    assert!(point.feature >= 16);
    case.rejected(ManifoldFault::PointOffFeature, |spoilt| spoilt.points[0].feature ^= 1);
    case.rejected(ManifoldFault::PointNotVertex, |spoilt| spoilt.points[0].position[0] += 0.01);
    case.rejected(ManifoldFault::NormalOffAxis, |spoilt| spoilt.axis = 2);
}

#[test]
fn corners_apart_have_the_point_between() {
    let case = corners_apart();
    let manifold = &case.manifold;
    assert!(manifold.closest && (manifold.depth + 0.3).abs() < 1e-6);
    for (component, expected) in manifold.points[0].position.iter().zip([0.55, 0.6, 0.6]) {
        assert!((component - expected).abs() < 1e-6, "{manifold:?}");
    }
    case.rejected(ManifoldFault::PointOffA, |spoilt| spoilt.points[0].position[0] += 1e-3);
    case.rejected(ManifoldFault::DistanceWrong, |spoilt| spoilt.points[0].depth -= 1e-3);
    case.rejected(ManifoldFault::DistanceWrong, |spoilt| spoilt.depth = -0.2);
    case.rejected(ManifoldFault::DepthNotAlongNormal, |spoilt| spoilt.normal = [0.0, 0.0, 1.0]);
    case.rejected(ManifoldFault::ContactMissing, |spoilt| {
        spoilt.points.clear();
        spoilt.normal = [0.0; 3];
    });
    case.rejected(ManifoldFault::ContactBeyondMargin, |spoilt| spoilt.within = 0.29);
    case.rejected(ManifoldFault::PointBeyondMargin, |spoilt| spoilt.within = 0.29);
    case.rejected(ManifoldFault::NoSuchFeature, |spoilt| spoilt.points[0].feature = 8);
    case.rejected(ManifoldFault::PointOffFeature, |spoilt| spoilt.points[0].feature ^= 1);
    // The face's own axis shows less than the distance, and no faces overlap along it.
    case.rejected(ManifoldFault::PointNearerThanBoxes, |spoilt| {
        spoilt.closest = false;
        spoilt.points[0].depth = -0.2;
    });
    assert!(honest(&case.a, &case.b, 0.29).points.is_empty());
}

#[test]
fn every_single_mutation_is_rejected() {
    for case in [stack(0.0, 0.0), stack(0.3, 0.4), leaning()] {
        case.rejected(ManifoldFault::PointOffFeature, |spoilt| {
            spoilt.points[0].position[0] += 1e-3;
        });
        case.rejected(ManifoldFault::PointNotVertex, |spoilt| {
            let [first, second] = [spoilt.points[0].position, spoilt.points[2].position];
            spoilt.points[0].position = std::array::from_fn(|k| 0.9 * first[k] + 0.1 * second[k]);
        });
        case.rejected(ManifoldFault::PointOffFaces, |spoilt| spoilt.points[1].position[2] += 1e-3);
        case.rejected(ManifoldFault::PointDepthOffFaces, |spoilt| spoilt.points[1].depth *= -1.0);
        case.rejected(ManifoldFault::FeatureRepeated, |spoilt| {
            spoilt.points[2].feature = spoilt.points[0].feature;
        });
        case.rejected(ManifoldFault::NoSuchFeature, |spoilt| spoilt.points[2].feature = 160);
        case.rejected(ManifoldFault::DepthNotAlongNormal, |spoilt| {
            spoilt.normal = spoilt.normal.map(|component| -component);
        });
        case.rejected(ManifoldFault::NormalNotUnit, |spoilt| {
            spoilt.normal = spoilt.normal.map(|component| 1.001 * component);
        });
        case.rejected(ManifoldFault::TooManyPoints, |spoilt| {
            spoilt.limit = 4;
            spoilt.points.push(spoilt.points[0]);
        });
        case.rejected(ManifoldFault::ContactMissing, |spoilt| spoilt.points.clear());
        case.rejected(ManifoldFault::NormalWithoutContact, |spoilt| spoilt.points.clear());
        case.rejected(ManifoldFault::DepthTooLarge, |spoilt| spoilt.depth *= 1.1);
        case.rejected(ManifoldFault::DepthTooSmall, |spoilt| spoilt.depth *= 0.9);
        case.rejected(ManifoldFault::NotFinite, |spoilt| spoilt.points[0].depth = f32::NAN);
        case.rejected(ManifoldFault::NoSuchAxis, |spoilt| spoilt.axis = 15);
        case.rejected(ManifoldFault::ClosestOverlapping, |spoilt| spoilt.closest = true);
        case.rejected(ManifoldFault::NotAlone, |spoilt| spoilt.fallback = true);
        case.rejected(ManifoldFault::FallbackUnneeded, |spoilt| {
            spoilt.points.truncate(1);
            spoilt.fallback = true;
        });
        for index in 0..case.manifold.points.len() {
            case.rejected(ManifoldFault::CandidateMissing, |spoilt| {
                spoilt.points.remove(index);
            });
        }
    }
}

#[test]
fn the_deepest_point_may_not_be_dropped() {
    let case = leaning();
    let all: Vec<f32> = case.manifold.points.iter().map(|point| point.depth).collect();
    let deepest = all.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert!(all.iter().any(|&depth| depth < deepest - 0.01), "{all:?}");
    case.rejected(ManifoldFault::DeepestMissing, |spoilt| {
        spoilt.points.retain(|point| point.depth < deepest - 0.01);
    });
}

/// A contact where a's corner is, though b does not reach there.
#[test]
fn a_ghost_at_a_corner_is_rejected() {
    let case = stack(0.3, 0.4);
    let ghost = |spoilt: &mut Manifold| {
        spoilt.limit = 8;
        let mut point = spoilt.points[0];
        point.position = [2.5, 3.5, 5.495];
        point.feature = 8 + 4;
        spoilt.points.push(point);
    };
    case.rejected(ManifoldFault::PointOffB, ghost);
    case.rejected(ManifoldFault::PointOutsideFaces, ghost);
}

/// Four of an octagon's eight corners: a square of them is fine, a run of neighbors is not.
#[test]
fn a_reduced_manifold_has_to_span_the_overlap() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    let case = Case::new(a, oriented([0.0, 0.0, 0.99], turned(2, quarter), [0.5; 3]), 0.0);
    assert_eq!(case.manifold.points.len(), 8);
    let mut reduced = case.manifold.clone();
    reduced.limit = 4;
    reduced.points = (0..8).step_by(2).map(|index| case.manifold.points[index]).collect();
    let report = reduced.report(&case.pair);
    assert!(report.faults.is_empty(), "{report:?}");
    assert!(report.area_ratio.is_some_and(|ratio| ratio > 0.999), "{report:?}");
    case.rejected(ManifoldFault::AreaTooSmall, |spoilt| {
        spoilt.limit = 4;
        spoilt.points.truncate(4);
    });
    case.rejected(ManifoldFault::CandidateMissing, |spoilt| spoilt.points.truncate(4));
}

/// Faces that touch have candidates, so boxes that overlap need no other contact.
#[test]
fn a_fallback_is_for_faces_that_miss_each_other() {
    let deep = crossed_beams();
    deep.rejected(ManifoldFault::FallbackUnneeded, |spoilt| spoilt.fallback = true);
    deep.rejected(ManifoldFault::PointOffA, |spoilt| {
        spoilt.fallback = true;
        spoilt.points[0].position[2] += 0.2;
    });
    let mut b = deep.b;
    [b.center[2]] = narrow([0.2 * std::f64::consts::SQRT_2 + 1e-3]);
    let apart = Case::new(deep.a, b, 0.01);
    apart.rejected(ManifoldFault::FallbackApart, |spoilt| spoilt.fallback = true);
}

/// Far from the world's origin positions are coarse, and those relative to a's center are not.
#[test]
fn far_away_only_world_positions_are_coarse() {
    let shift = 1_048_576.0;
    let near = leaning();
    let [mut a, mut b] = [near.a, near.b];
    // The rounding of b's center far away is part of the pair.
    for given in [&mut a, &mut b] {
        given.center[0] += shift;
    }
    let pair = ReferencePair::oriented(&a, &b);
    let far = honest(&a, &b, 0.1);
    let faults = far.faults(&pair);
    assert!(faults.is_empty(), "{faults:?}");
    let origin = OrientedBox { center: [0.0; 3], ..a };
    let offset = [b.center[0] - a.center[0], b.center[1], b.center[2]];
    let relative = honest(&origin, &OrientedBox { center: offset, ..b }, 0.1);
    let report = check_relative_manifold(&pair, &relative.answer());
    assert!(report.faults.is_empty() && report.worst < 0.5, "{report:?}");
    let mut moved = relative.clone();
    moved.points[0].position[0] += 1e-3;
    assert!(!check_relative_manifold(&pair, &moved.answer()).faults.is_empty());
    assert!(!relative.faults(&pair).is_empty());
}

#[test]
fn scaled_boxes_are_checked_alike() {
    let case = leaning();
    let pair = ReferencePair::scaled(&scaled(&case.a), &scaled(&case.b));
    let faults = case.manifold.faults(&pair);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn complaints_can_be_read() {
    let case = stack(0.0, 0.0);
    let mut spoilt = case.manifold.clone();
    spoilt.points[2].depth += 0.01;
    let faults = spoilt.report(&case.pair).faults;
    let wanted = ManifoldFault::PointDeeperThanManifold;
    let fault = faults.iter().find(|fault| fault.fault == wanted).expect("rejected");
    let bounds = 0.01 / case.pair.error_bound();
    assert!((fault.bounds / bounds - 1.0).abs() < 1e-2 && fault.excess > 1.0);
    assert!(fault.to_string().starts_with("PointDeeperThanManifold at point 2: "), "{fault}");
}
