//! Whether two cuboids overlap, how far they are apart, and where they are nearest.

use octosat::{Distance, DistanceState, Engine, Query};
use octosat_reference::float64::Agreement;
use parry3d::glamx::Vec3;
use parry3d::query::{self, ClosestPoints};

use super::scene::{Pair, Scene, scene, wide};
use super::tally::{SAME_LENGTH, SAME_POINT, Tally};

/// Meters, how far apart boxes may be: the prediction of contacts, and the largest distance of closest points.
const WITHIN: f32 = 0.05;

/// The part of the size of a pair by which closest points of both libraries may be apart (dimensionless): where boxes face
/// each other almost flush, places far from each other are as near.
const SAME_PLACE: f64 = 2e-3;

/// The part of the size of a pair below which the direction between closest points is noise in parry (dimensionless).
const NEAR: f64 = 1e-3;

/// The rows of octosat, each checked against float64.
fn distances(scene: &Scene, within: Option<f32>) -> Vec<Distance> {
    let mut rows = vec![Distance::default(); scene.pairs.len()];
    let query = Query::new(&scene.store, &scene.pairs);
    let query = within.map_or(query, |within| query.within(within));
    Engine::new().distances(query, &mut rows).unwrap();
    for (pair, row) in scene.all.iter().zip(&rows) {
        let report = pair.exact.distance_report(row, within.map(f64::from));
        assert!(report.faults.is_empty(), "{row:?} of {:?}: {report:?}", pair.boxes);
    }
    rows
}

/// Whether octosat finds the boxes within a length.
fn is_within(row: &Distance) -> bool {
    row.state != DistanceState::BEYOND && row.distance <= WITHIN
}

/// Whether the exact distance is so near to a limit that both answers are right.
fn is_close(pair: &Pair, limit: f32) -> bool {
    (pair.exact.signed_distance() - f64::from(limit)).abs() <= SAME_LENGTH * pair.size()
}

/// Meters that parry's direction from a to b shows less than the exact distance.
fn turned(pair: &Pair, normal: [f64; 3]) -> f64 {
    pair.exact.signed_distance() - pair.exact.separation_along(normal)
}

#[test]
fn intersection_test_is_overlaps() {
    let scene = scene();
    let mut rows = vec![false; scene.pairs.len()];
    Engine::new().overlaps(Query::new(&scene.store, &scene.pairs), &mut rows[..]).unwrap();
    let mut tally = Tally::default();
    for (pair, &row) in scene.all.iter().zip(&rows) {
        assert_ne!(pair.exact.agreement(row, 0.0), Agreement::Contradicts, "{:?}", pair.boxes);
        let ([pose_a, pose_b], [a, b]) = (&pair.poses, &pair.cuboids);
        let parry = query::intersection_test(pose_a, a, pose_b, b).unwrap().intersecting;
        tally.count(parry != row && !is_close(pair, 0.0), "wrong");
    }
    tally.assert(&[]);
}

#[test]
fn distance_is_distances() {
    let scene = scene();
    let rows = distances(&scene, None);
    let mut tally = Tally::default();
    for (pair, row) in scene.all.iter().zip(&rows) {
        let ([pose_a, pose_b], [a, b]) = (&pair.poses, &pair.cuboids);
        let parry = query::distance(pose_a, a, pose_b, b).unwrap().distance;
        let off = f64::from(parry) - f64::from(row.distance.max(0.0));
        tally.count(off.abs() > SAME_LENGTH * pair.size(), "off");
    }
    tally.assert(&[]);
}

#[test]
fn closest_points_are_those_of_distances() {
    let scene = scene();
    let rows = distances(&scene, Some(WITHIN));
    let mut tally = Tally::default();
    for (pair, row) in scene.all.iter().zip(&rows) {
        let ([pose_a, pose_b], [a, b]) = (&pair.poses, &pair.cuboids);
        let parry = query::closest_points(pose_a, a, pose_b, b, WITHIN).unwrap();
        let same_kind = match parry {
            ClosestPoints::Intersecting => row.state == DistanceState::OVERLAPPING,
            ClosestPoints::WithinMargin(..) => is_within(row) && row.state == DistanceState::APART,
            ClosestPoints::Disjoint => !is_within(row),
        };
        let is_close = is_close(pair, 0.0) || is_close(pair, WITHIN);
        tally.count(!same_kind && !is_close, "of another kind");
        if let (true, ClosestPoints::WithinMargin(on_a, on_b)) = (same_kind, parry) {
            let off = f64::from(on_a.distance(on_b)) - f64::from(row.distance);
            let is_off = off.abs() > SAME_LENGTH * pair.size();
            tally.count(is_off, "off");
            let far = |parry: Vec3, own| f64::from(parry.distance(Vec3::from_array(own)));
            let far = far(on_a, row.on_a).max(far(on_b, row.on_b()));
            tally.count(far <= SAME_PLACE * pair.size(), "same points");
            tally.count(!is_off && far > SAME_PLACE * pair.size(), "other points, as near");
        }
    }
    // GJK ends early: these distances are too long, by up to some millimeters. Where faces are flush, many places are the
    // closest.
    tally.assert(&[("same points", 1_000), ("off", 5), ("other points, as near", 119)]);
}

#[test]
fn contact_is_distances_within() {
    let scene = scene();
    let rows = distances(&scene, Some(WITHIN));
    let mut tally = Tally::default();
    for (pair, row) in scene.all.iter().zip(&rows) {
        let ([pose_a, pose_b], [a, b]) = (&pair.poses, &pair.cuboids);
        let parry = query::contact(pose_a, a, pose_b, b, WITHIN).unwrap();
        let Some(parry) = parry else {
            tally.count(is_within(row) && !is_close(pair, WITHIN), "missing");
            continue;
        };
        tally.count(!is_within(row) && !is_close(pair, WITHIN), "beyond the prediction");
        if is_within(row) {
            let allowed = SAME_LENGTH * pair.size();
            let off = f64::from(parry.dist) - f64::from(row.distance);
            tally.count(off.abs() > allowed, "distance off");

            let is_turned = turned(pair, wide(parry.normal1)) > SAME_POINT * pair.size();
            let is_near = pair.exact.signed_distance().abs() < NEAR * pair.size();
            tally.count(is_turned && is_near, "normal off, nearly touching");
            tally.count(is_turned && !is_near, "normal off");
        }
    }
    tally.assert(&[("distance off", 4), ("normal off", 5), ("normal off, nearly touching", 6)]);
}
