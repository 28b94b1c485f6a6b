//! Casts past corners at which one axis hands over to another: whichever keeps the boxes apart is as deep as is
//! allowed.

use glam::{DMat3, DQuat, DVec3};
use octosat::{CastState, OrientedBox};
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{plain, store_of};

use super::cast;

/// Axes of a box as columns, and its half extents.
struct Placed {
    rotation: DQuat,
    axes: DMat3,
    half: DVec3,
}

impl Placed {
    fn random(random: &mut Random) -> Self {
        let rotation = DQuat::from_array(random.rotation());
        let half = DVec3::from(random.vector(0.3, 1.0));
        Self { rotation, axes: DMat3::from_quat(rotation), half }
    }

    /// The farthest point along a direction from the center, in the middle of what is as far.
    fn farthest(&self, direction: DVec3) -> DVec3 {
        (0..3).fold(DVec3::ZERO, |point, k| {
            let along = self.axes.col(k).dot(direction);
            let side = if along.abs() < 1e-9 { 0.0 } else { along.signum() };
            point + side * self.half[k] * self.axes.col(k)
        })
    }

    fn at(&self, center: DVec3) -> OrientedBox {
        let [center, half] = [center, self.half].map(|vector| vector.to_array().map(narrow));
        OrientedBox::new(center, self.rotation.to_array().map(narrow), half)
    }
}

/// The normals of two facets of the difference of two boxes that share an edge along an axis of a, and by how many
/// bounds a cast grows each, as [`octosat`]'s error bounds have it.
fn neighbors(a: &Placed, b: &Placed, random: &mut Random) -> [(DVec3, f64); 2] {
    let edge = random.below(3);
    let [first, second] = [(edge + 1) % 3, (edge + 2) % 3];
    let mut facets = vec![(a.axes.col(first), 1.0), (a.axes.col(second), 1.0)];
    for j in 0..3 {
        let of_b = b.axes.col(j);
        let normal = a.axes.col(edge).cross(of_b);
        let magnitudes = a.axes.col(first).dot(of_b).abs() + a.axes.col(second).dot(of_b).abs();
        facets.push((normal.normalize(), 1.25 * magnitudes / normal.length()));
    }
    facets.extend(facets.clone().into_iter().map(|(normal, growth)| (-normal, growth)));
    let angle = |(normal, _): &(DVec3, f64)| {
        normal.dot(a.axes.col(second)).atan2(normal.dot(a.axes.col(first)))
    };
    facets.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
    let place = random.below(facets.len());
    [facets[place], facets[(place + 1) % facets.len()]]
}

/// Casts that touch at one time only, entering one facet as fast as they leave the other, by the growth of each: when
/// the grown boxes meet and when they leave each other, the axis that keeps them is one bound deep.
#[test]
fn corners_at_which_both_axes_are_a_bound_deep_are_free() {
    let mut random = Random::new(47);
    let mut grazes = 0;
    for _ in 0..20_000 {
        let [a, b] = [0, 1].map(|_| Placed::random(&mut random));
        let [(enters, grown), (leaves, grown_too)] = neighbors(&a, &b, &mut random);
        let corner = a.farthest(enters + leaves) + b.farthest(enters + leaves);
        // Across the edge, with these speeds along both normals; and some way along it.
        let along = enters.cross(leaves).normalize();
        let across = [leaves.cross(along), along.cross(enters)]
            .map(|way| way / enters.cross(leaves).length());
        let slope = grown_too / grown * random.range(0.98, 1.02);
        let way = (slope * across[1] - across[0] + random.range(-0.3, 0.3) * along).normalize();
        let motion = (2.0 * way).to_array().map(narrow);
        let boxes = store_of([a.at(DVec3::ZERO), b.at(corner - way)]);
        let [a, b] = [0, 1].map(|index| boxes.get(index).unwrap());
        let reference = ReferenceCast::new(&plain(a), &plain(b), motion.map(f64::from), 0.0);
        // Rounding to float32 decides whether they overlap.
        if !(0.0..1e-6).contains(&reference.least_separation()) {
            continue;
        }
        grazes += 1;
        let row = cast(a, b, motion);
        assert_eq!(row.state, CastState::FREE, "{row:?} of {a:?} and {b:?}, {motion:?}");
    }
    assert!(grazes > 2_000, "only {grazes} graze");
}
