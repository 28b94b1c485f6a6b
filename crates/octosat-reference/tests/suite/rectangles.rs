//! The reference of rectangles and the routine of the slides, by hand.

use octosat_reference::Rectangle;
use octosat_reference::float64::{
    RectangleAnswer, RectangleContactAnswer, RectangleFault, RectangleKind, RectanglePointAnswer,
    ReferenceRectangles,
};
use octosat_reference::slides::{PlaneBox, collide, collide_by_intervals, collision_points};

const UPRIGHT: [f32; 2] = [1.0, 0.0];

fn upright(center: [f32; 2], half_extents: [f32; 2]) -> Rectangle {
    Rectangle { center, rotation: UPRIGHT, half_extents }
}

#[test]
fn separation_distance_and_area_are_those_of_paper() {
    let a = upright([1.0, 2.0], [1.0, 2.0]);
    let overlapping = ReferenceRectangles::new(&a, &upright([2.5, 3.0], [1.0, 2.0]));
    assert!((overlapping.separation + 0.5).abs() < 1e-12);
    assert!((overlapping.shared_area - 0.5 * 3.0).abs() < 1e-12);
    assert!(overlapping.distance < 1e-12 && (overlapping.gap() + 0.5).abs() < 1e-12);
    // Corners (2, 4) and (5, 8) are 5 apart; the axes show 4.
    let apart = ReferenceRectangles::new(&a, &upright([6.0, 10.0], [1.0, 2.0]));
    assert!((apart.separation - 4.0).abs() < 1e-12 && (apart.distance - 5.0).abs() < 1e-12);
    assert!(apart.shared_area.abs() < 1e-12);
    // A square on its corner, 0.1 deep in the upper edge: a triangle of height 0.1 and width 0.2.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let height = 4.0 + std::f32::consts::SQRT_2 - 0.1;
    let diamond = Rectangle { rotation: [half, half], ..upright([1.0, height], [1.0, 1.0]) };
    let pierced = ReferenceRectangles::new(&a, &diamond);
    assert!((pierced.separation + 0.1).abs() < 1e-6, "{pierced:?}");
    assert!((pierced.shared_area - 0.01).abs() < 1e-6, "{pierced:?}");
}

fn answer() -> RectangleAnswer {
    RectangleAnswer { normal: [1.0, 0.0], depth: 0.5, axis: 0 }
}

/// A true answer stands, and each part of it changed does not.
#[test]
fn wrong_rows_are_told() {
    let a = upright([0.0, 0.0], [1.0, 2.0]);
    let reference = ReferenceRectangles::new(&a, &upright([1.5, 1.0], [1.0, 2.0]));
    assert!(reference.faults(&answer(), 0.0).is_empty());
    let wrong = [
        RectangleAnswer { depth: 0.501, ..answer() },
        RectangleAnswer { depth: f32::NAN, ..answer() },
        RectangleAnswer { axis: 1, ..answer() },
        RectangleAnswer { axis: 4, ..answer() },
        RectangleAnswer { normal: [-1.0, 0.0], ..answer() },
        RectangleAnswer { normal: [0.0; 2], ..answer() },
        RectangleAnswer { normal: [1.001, 0.0], ..answer() },
        RectangleAnswer { normal: [0.0, 1.0], ..answer() },
    ];
    for wrong in wrong {
        assert!(!reference.faults(&wrong, 0.0).is_empty(), "{wrong:?}");
    }
    assert!(reference.allows_overlap(true, 0.0) && !reference.allows_overlap(false, 0.0));
}

#[test]
fn wrong_contacts_are_told() {
    // b's left edge, from y = -1 to 3, is 0.5 deep in a's right edge, from y = -2 to 2.
    let a = upright([0.0, 0.0], [1.0, 2.0]);
    let reference = ReferenceRectangles::new(&a, &upright([1.5, 1.0], [1.0, 2.0]));
    let low = RectanglePointAnswer { position: [0.75, -1.0], depth: 0.5, feature: 0 };
    let high = RectanglePointAnswer { position: [0.75, 2.0], depth: 0.5, feature: 7 };
    let faults = |points: &[RectanglePointAnswer], kind| {
        let answer = RectangleContactAnswer { row: answer(), kind, points };
        reference.contact_faults(&answer, 0.0)
    };
    assert_eq!(faults(&[low, high], RectangleKind::Face), []);
    let missing = faults(&[low], RectangleKind::Face);
    assert!(matches!(missing[..], [RectangleFault::Missing(_)]), "{missing:?}");
    assert!(!faults(&[], RectangleKind::Separated).is_empty());
    let wrong = [
        RectanglePointAnswer { position: [0.85, -1.0], ..low },
        RectanglePointAnswer { position: [0.75, -1.1], ..low },
        RectanglePointAnswer { depth: 0.4, ..low },
        RectanglePointAnswer { feature: 1, ..low },
        RectanglePointAnswer { feature: 4, ..low },
        RectanglePointAnswer { feature: 99, ..low },
        high,
    ];
    for wrong in wrong {
        assert!(!faults(&[wrong, high], RectangleKind::Face).is_empty(), "{wrong:?}");
    }
    let deeper = RectangleAnswer { depth: 0.6, ..answer() };
    let points = [low, high];
    let answer = RectangleContactAnswer { row: deeper, kind: RectangleKind::Face, points: &points };
    assert!(!reference.contact_faults(&answer, 0.0).is_empty());
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
