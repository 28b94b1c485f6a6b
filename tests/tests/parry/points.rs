//! Points against cuboids, half-spaces, balls and capsules: a sphere of radius zero.

use octosat::{Engine, SphereContact};
use parry3d::glamx::Vec3;

use super::shapes::{Case, First, ask, points};
use super::tally::{SAME_LENGTH, SAME_POINT, Tally};

/// Each pair of a shape and a point, with the row of octosat and whether it overlaps.
fn for_each(mut compare: impl FnMut(&Case, &SphereContact, bool)) {
    let engine = Engine::new();
    for group in points() {
        let mut rows = vec![SphereContact::default(); group.pairs.len()];
        let mut inside = vec![false; group.pairs.len()];
        ask!(group, &group.spheres, |query| {
            engine.manifolds(query, &mut rows).unwrap();
            engine.overlaps(query, &mut inside[..]).unwrap();
        });
        for ((case, row), is_inside) in group.cases.iter().zip(&rows).zip(inside) {
            super::round::check_sphere(case, row);
            compare(case, row, is_inside);
        }
    }
}

#[test]
fn contains_point_is_overlaps_with_a_sphere_of_radius_zero() {
    let mut tally = Tally::default();
    for_each(|case, row, is_inside| {
        let (pose, shape) = &case.placed[0];
        let parry = shape.contains_point(pose, Vec3::from_array(case.b.start));
        let is_close = f64::from(row.distance).abs() <= SAME_LENGTH * case.size;
        tally.count(parry != is_inside && !is_close, "wrong");
    });
    tally.assert(&[]);
}

#[test]
fn distance_to_point_is_the_distance_of_manifolds() {
    let mut tally = Tally::default();
    for_each(|case, row, _| {
        let (pose, shape) = &case.placed[0];
        let parry = shape.distance_to_point(pose, Vec3::from_array(case.b.start), false);
        let off = f64::from((parry - row.distance).abs());
        tally.count(off > SAME_LENGTH * case.size, "off");
    });
    tally.assert(&[]);
}

#[test]
fn project_point_is_the_point_of_manifolds() {
    let mut tally = Tally::default();
    for_each(|case, row, is_inside| {
        let (pose, shape) = &case.placed[0];
        let point = Vec3::from_array(case.b.start);
        let parry = shape.project_point(pose, point, false);
        let allowed = SAME_LENGTH * case.size;
        let is_close = f64::from(row.distance).abs() <= allowed;
        tally.count(parry.is_inside != is_inside && !is_close, "wrong side");
        let off = parry.point.distance(Vec3::from_array(row.point));
        let off_length = parry.point.distance(point) - row.distance.abs();
        tally.count(f64::from(off_length.abs()) > allowed, "off");
        tally.count(
            f64::from(off) > SAME_POINT * case.size && f64::from(off_length.abs()) <= allowed,
            "another nearest point",
        );
    });
    tally.assert(&[]);
}
