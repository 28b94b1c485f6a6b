//! Documented rules for boxes and spheres.

use octosat::{BoxView, Engine, Query, Sphere, SphereContact};
use octosat_tests::{UPRIGHT, store_of, upright};

fn contact_of(half_extents: [f32; 3], center: [f32; 3], radius: f32) -> SphereContact {
    let sphere = Sphere::new(center, radius).unwrap();
    let boxes = store_of([upright([0.0; 3], half_extents)]);
    let mut rows = [SphereContact::default()];
    Engine::new().manifolds(Query::each(&boxes, &sphere), &mut rows[..]).unwrap();
    rows[0]
}

/// The documented rule for a center that has no nearest point but itself.
#[test]
fn a_center_inside_leaves_through_the_first_of_the_nearest_faces() {
    for (half, center, normal, depth, point) in [
        ([1.0; 3], [0.0; 3], [1.0, 0.0, 0.0], 1.5, [1.0, 0.0, 0.0]),
        ([1.0; 3], [-0.75, 0.0, 0.5], [-1.0, 0.0, 0.0], 0.75, [-1.0, 0.0, 0.5]),
        ([1.0; 3], [0.25, -0.75, 0.75], [0.0, -1.0, 0.0], 0.75, [0.25, -1.0, 0.75]),
        ([1.0, 2.0, 0.5], [0.0; 3], [0.0, 0.0, 1.0], 1.0, [0.0, 0.0, 0.5]),
        ([1.0; 3], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0], 0.5, [0.0, 1.0, 0.0]),
    ] {
        let found = contact_of(half, center, 0.5);
        assert_eq!((found.normal, found.depth, found.point), (normal, depth, point), "{center:?}");
    }
}

#[test]
fn a_gap_of_any_size_has_a_unit_normal() {
    for exponent in -44..12 {
        let gap: f32 = format!("1e{exponent}").parse().unwrap();
        let contact = contact_of([0.0, 1.0, 1.0], [gap, 0.0, 0.0], 0.0);
        assert_eq!(
            contact.normal.map(f32::to_bits),
            [1.0_f32, 0.0, 0.0].map(f32::to_bits),
            "{gap:e}"
        );
        assert!((contact.distance / gap - 1.0).abs() < 1e-6, "{gap:e}: {}", contact.distance);
    }
}

/// Each component of a box that is NaN makes it overlap nothing, wherever the sphere is.
#[test]
fn boxes_with_a_nan_overlap_nothing() {
    for (column, component) in [(0, 0), (0, 2), (1, 1), (1, 3), (2, 0), (2, 1), (2, 2)] {
        let mut rows = [[0.0; 4], UPRIGHT, [1.0, 2.0, 3.0, 0.0]];
        rows[column][component] = f32::NAN;
        let view = BoxView::unchecked(&rows[..1], &rows[1..2], &rows[2..]).unwrap();
        for center in [[0.0; 3], [0.5, 1.8, -2.0], [4.0, 0.0, 0.0], [1.0, 5.0, 9.0]] {
            let sphere = Sphere::new(center, 100.0).unwrap();
            let mut out = [true];
            let query = Query::each(view, &sphere).within(1e3);
            Engine::new().overlaps(query, &mut out).unwrap();
            assert_eq!(out, [false], "column {column}, component {component}, {center:?}");
        }
    }
}
