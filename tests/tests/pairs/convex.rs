//! Boxes as polyhedra: how near contacts of separated boxes are.

use octosat::OrientedBox;
use octosat_convex::{ContactSettings, Placed, Polyhedron, Pose, contacts};
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

use crate::common::{boxed, reference};

/// Boxes apart that are near somewhere have a contact that is barely farther apart than they are, though their faces may
/// have only a farther corner in common.
#[test]
fn speculative_contacts_show_how_near_the_boxes_are() {
    let half_extents = [0.5, 0.3, 0.2];
    let shape = Polyhedron::cuboid(narrow(half_extents)).unwrap();
    let placed = |given: &OrientedBox| {
        Placed::new(&shape, &Pose::new(given.pose.center, given.pose.rotation).unwrap())
    };
    let settings = ContactSettings::with_margin(0.1).unwrap();
    let mut random = Random::new(31);
    let mut apart = 0;
    for _ in 0..4_000 {
        let distance = random.range(0.5, 1.1);
        let center = random.direction().map(|component| component * distance);
        let pair = [[0.0; 3], center].map(|center| boxed(center, random.rotation(), half_extents));
        let reference = reference(&pair);
        let distance = reference.closest_points().distance;
        if reference.separations().separation <= 0.0 || !(1e-4..0.09).contains(&distance) {
            continue;
        }
        apart += 1;
        let manifold = contacts(&placed(&pair[0]), &placed(&pair[1]), &settings);
        let depths = manifold.points.iter().map(|point| f64::from(point.depth));
        let nearest = -depths.fold(f64::NEG_INFINITY, f64::max);
        assert!(nearest >= distance - 1e-6, "{distance} {manifold:?}");
        assert!(nearest <= 1.05 * distance + 1e-5, "{distance} {manifold:?}");
    }
    assert!(apart > 200, "{apart}");
}
