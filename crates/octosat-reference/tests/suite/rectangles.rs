//! The judge of rectangles and the routine of the slides, by hand.

use octosat_reference::Rectangle;
use octosat_reference::judge::{
    JudgedRectangles, RectangleClaim, RectangleComplaint, RectangleContactClaim, RectangleKind,
    RectanglePointClaim,
};
use octosat_reference::slides::{PlaneBox, collide, collide_by_intervals, collision_points};

const UPRIGHT: [f32; 2] = [1.0, 0.0];

fn upright(center: [f32; 2], half_extents: [f32; 2]) -> Rectangle {
    Rectangle { center, rotation: UPRIGHT, half_extents }
}

#[test]
fn separation_distance_and_area_are_those_of_paper() {
    let a = upright([1.0, 2.0], [1.0, 2.0]);
    let overlapping = JudgedRectangles::new(&a, &upright([2.5, 3.0], [1.0, 2.0]));
    assert!((overlapping.separation + 0.5).abs() < 1e-12);
    assert!((overlapping.shared_area - 0.5 * 3.0).abs() < 1e-12);
    assert!(overlapping.distance < 1e-12 && (overlapping.gap() + 0.5).abs() < 1e-12);
    // Corners (2, 4) and (5, 8) are 5 apart; the axes show 4.
    let apart = JudgedRectangles::new(&a, &upright([6.0, 10.0], [1.0, 2.0]));
    assert!((apart.separation - 4.0).abs() < 1e-12 && (apart.distance - 5.0).abs() < 1e-12);
    assert!(apart.shared_area.abs() < 1e-12);
    // A square on its corner, 0.1 deep in the upper edge: a triangle of height 0.1 and width 0.2.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let height = 4.0 + std::f32::consts::SQRT_2 - 0.1;
    let diamond = Rectangle { rotation: [half, half], ..upright([1.0, height], [1.0, 1.0]) };
    let pierced = JudgedRectangles::new(&a, &diamond);
    assert!((pierced.separation + 0.1).abs() < 1e-6, "{pierced:?}");
    assert!((pierced.shared_area - 0.01).abs() < 1e-6, "{pierced:?}");
}

fn claim() -> RectangleClaim {
    RectangleClaim { normal: [1.0, 0.0], depth: 0.5, axis: 0 }
}

/// A true claim stands, and each part of it changed does not.
#[test]
fn wrong_rows_are_told() {
    let a = upright([0.0, 0.0], [1.0, 2.0]);
    let judged = JudgedRectangles::new(&a, &upright([1.5, 1.0], [1.0, 2.0]));
    assert!(judged.complaints(&claim(), 0.0).is_empty());
    let wrong = [
        RectangleClaim { depth: 0.501, ..claim() },
        RectangleClaim { depth: f32::NAN, ..claim() },
        RectangleClaim { axis: 1, ..claim() },
        RectangleClaim { axis: 4, ..claim() },
        RectangleClaim { normal: [-1.0, 0.0], ..claim() },
        RectangleClaim { normal: [0.0; 2], ..claim() },
        RectangleClaim { normal: [1.001, 0.0], ..claim() },
        RectangleClaim { normal: [0.0, 1.0], ..claim() },
    ];
    for wrong in wrong {
        assert!(!judged.complaints(&wrong, 0.0).is_empty(), "{wrong:?}");
    }
    assert!(judged.allows_overlap(true, 0.0) && !judged.allows_overlap(false, 0.0));
}

#[test]
fn wrong_contacts_are_told() {
    // b's left edge, from y = -1 to 3, is 0.5 deep in a's right edge, from y = -2 to 2.
    let a = upright([0.0, 0.0], [1.0, 2.0]);
    let judged = JudgedRectangles::new(&a, &upright([1.5, 1.0], [1.0, 2.0]));
    let low = RectanglePointClaim { position: [0.75, -1.0], depth: 0.5, feature: 0 };
    let high = RectanglePointClaim { position: [0.75, 2.0], depth: 0.5, feature: 7 };
    let complaints = |points: &[RectanglePointClaim], kind| {
        let claim = RectangleContactClaim { row: claim(), kind, points };
        judged.contact_complaints(&claim, 0.0)
    };
    assert_eq!(complaints(&[low, high], RectangleKind::Face), []);
    let missing = complaints(&[low], RectangleKind::Face);
    assert!(matches!(missing[..], [RectangleComplaint::Missing(_)]), "{missing:?}");
    assert!(!complaints(&[], RectangleKind::Separated).is_empty());
    let wrong = [
        RectanglePointClaim { position: [0.85, -1.0], ..low },
        RectanglePointClaim { position: [0.75, -1.1], ..low },
        RectanglePointClaim { depth: 0.4, ..low },
        RectanglePointClaim { feature: 1, ..low },
        RectanglePointClaim { feature: 4, ..low },
        RectanglePointClaim { feature: 99, ..low },
        high,
    ];
    for wrong in wrong {
        assert!(!complaints(&[wrong, high], RectangleKind::Face).is_empty(), "{wrong:?}");
    }
    let deeper = RectangleClaim { depth: 0.6, ..claim() };
    let points = [low, high];
    let claim = RectangleContactClaim { row: deeper, kind: RectangleKind::Face, points: &points };
    assert!(!judged.contact_complaints(&claim, 0.0).is_empty());
}

/// By hand: the depth is the way to the nearer end, also where one interval holds the other.
#[test]
fn the_slides_find_the_smallest_way_out() {
    let large = PlaneBox::from(&upright([0.0, 0.0], [4.0, 4.0]));
    let small = PlaneBox::from(&upright([2.0, 0.5], [1.0, 1.0]));
    for collision in [collide(&large, &small), collide_by_intervals(&large, &small)] {
        let collision = collision.expect("one holds the other");
        // The shared interval is 2 m long, but the way out is 4 + 1 - 2 = 3 m.
        assert!((collision.depth - 3.0).abs() < 1e-6, "{collision:?}");
        assert_eq!(
            (collision.axis, collision.normal.map(f32::to_bits)),
            (0, UPRIGHT.map(f32::to_bits))
        );
    }
    let apart = PlaneBox::from(&upright([5.1, 0.0], [1.0, 1.0]));
    assert!(collide(&large, &apart).is_none() && collide_by_intervals(&large, &apart).is_none());
}

#[test]
fn the_vertex_that_is_deepest_meets_the_face() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let ground = upright([0.0, 0.0], [4.0, 1.0]);
    let diamond = Rectangle { rotation: [half, half], ..upright([0.5, 2.25], [1.0, 1.0]) };
    let [ground, diamond] = [&ground, &diamond].map(PlaneBox::from);
    let depth = 1.0 + std::f32::consts::SQRT_2 - 2.25;
    for (a, b, axis) in [(ground, diamond, 1), (diamond, ground, 3)] {
        let collision = collide(&a, &b).expect("the corner is below the surface");
        assert_eq!(collision.axis, axis);
        assert!((collision.depth - depth).abs() < 1e-6);
        let points = collision_points(&a, &b, &collision);
        assert!((points.vertex[0] - 0.5).abs() < 1e-6, "{points:?}");
        assert!((points.vertex[1] - (1.0 - depth)).abs() < 1e-6, "{points:?}");
        assert!((points.on_face[1] - 1.0).abs() < 1e-6, "{points:?}");
    }
}
