//! Short capsules on large boxes, and long ones on small boxes, by hand.

use octosat::{Capsule, CapsuleContacts, Engine, Query};
use octosat_tests::{store_of, upright};

fn contacts(half_extents: [f32; 3], capsule: &Capsule, margin: f32) -> CapsuleContacts {
    let boxes = store_of([upright([0.0; 3], half_extents)]);
    let mut rows = [CapsuleContacts::default()];
    let query = Query::each(&boxes, capsule).within(margin);
    Engine::new().manifolds(query, &mut rows[..]).unwrap();
    rows[0]
}

/// On a floor of 2 km, a capsule of 20 cm touches at its start, and its end is 2 mm up.
#[test]
fn a_short_capsule_on_a_floor_touches_where_it_touches() {
    let capsule = Capsule::new([-0.1, 1.05, 0.3], [0.1, 1.052, 0.3], 0.05).unwrap();
    let found = contacts([1000.0, 1.0, 1000.0], &capsule, 1e-4);
    let points: Vec<_> = found.iter().collect();
    assert_eq!((points.len(), points[0].feature), (1, 0), "{found:?}");
    assert!((points[0].position[0] + 0.1).abs() < 1e-3, "{found:?}");
    assert_eq!(contacts([1000.0, 1.0, 1000.0], &capsule, 0.0021).len(), 2);
}

/// A rail of 2 km that rises by a hundredth, across a block of 20 cm: contacts are at the borders of the block's top.
#[test]
fn a_long_capsule_across_a_block_has_the_depths_at_its_borders() {
    let rail = Capsule::new([-1000.0, -9.85, 0.0], [1000.0, 10.15, 0.0], 0.05).unwrap();
    let found = contacts([0.1; 3], &rail, 0.01);
    let points: Vec<_> = found.iter().collect();
    assert_eq!(points.len(), 2, "{found:?}");
    for (point, end) in points.iter().zip([-0.1_f32, 0.1]) {
        let depth = 0.05 - (0.05 + 0.01 * end) / 1.0001_f32.sqrt();
        let [x, y, z] = point.position;
        let off = [x - end, y - 0.1, z, point.depth - depth];
        assert!(off.iter().all(|off| off.abs() < 3e-6), "{found:?}");
    }
}

/// A core of 20 cm is 0.1 mm from the edge of a beam of 2 km, diagonally: that is its distance, although the faces
/// show less.
#[test]
fn a_capsule_next_to_a_long_edge_has_its_distance() {
    let gap = 1e-4 * std::f32::consts::FRAC_1_SQRT_2;
    let [y, z] = [0.1 + gap; 2];
    let core = Capsule::new([0.2, y, z], [0.2, y + 0.2, z], 0.0).unwrap();
    let found = contacts([1000.0, 0.1, 0.1], &core, 0.001);
    assert!((found.depth + 1e-4).abs() < 1e-6, "{found:?}");
}
