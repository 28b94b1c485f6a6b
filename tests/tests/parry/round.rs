//! Whether two shapes of which one is a sphere or a capsule overlap, how far they are apart, and their normal.

use octosat::{CapsuleContact, CapsuleContacts, Engine, SphereContact};
use octosat_reference::float64::{
    CapsuleAnswer, CapsulePoint, GivenShape, ReferenceBox, RoundPair, SphereAnswer,
};
use parry3d::query;

use super::scene::wide;
use super::shapes::{Case, First, Group, ask, groups};
use super::tally::{SAME_LENGTH, SAME_NORMAL, Tally};

/// Meters, the prediction.
const WITHIN: f32 = 0.05;

/// The part of the size by which parry's distances of capsules are too long at most (dimensionless).
const ENDS_EARLY: f64 = 1e-3;

/// What a row of octosat says of any pair.
pub(crate) struct Row {
    normal: [f32; 3],
    depth: f32,
}

/// Checks a row of a sphere.
pub(crate) fn check_sphere(case: &Case, row: &SphereContact) -> Row {
    let SphereContact { normal, depth, point, distance } = *row;
    let answer = SphereAnswer { normal, depth, point, distance };
    let fault = match &case.a {
        GivenShape::Box(of) => ReferenceBox::oriented(of)
            .sphere_fault(&case.ball(), &answer)
            .map(|fault| format!("{fault:?}")),
        a => RoundPair::new(a, &case.b).sphere_report(&answer).fault.map(|f| format!("{f:?}")),
    };
    assert_eq!(fault, None, "{row:?} of {:?} and {:?}", case.a, case.b);
    Row { normal, depth }
}

/// Checks a row of a capsule.
fn check_capsule(case: &Case, row: &CapsuleContacts) -> Row {
    let contact =
        |CapsuleContact { position, depth, feature }| CapsulePoint { position, depth, feature };
    let contacts: Vec<CapsulePoint> = row.iter().map(contact).collect();
    let (normal, depth, face) = (row.normal, row.depth, row.face().code());
    let answer = CapsuleAnswer { normal, depth, face, contacts: &contacts, within: WITHIN };
    let fault = match &case.a {
        GivenShape::Box(of) => ReferenceBox::oriented(of)
            .capsule_fault(&case.b, &answer)
            .map(|fault| format!("{fault:?}")),
        a => RoundPair::new(a, &case.b).capsule_report(&answer).fault.map(|f| format!("{f:?}")),
    };
    assert_eq!(fault, None, "{row:?} of {:?} and {:?}", case.a, case.b);
    Row { normal, depth }
}

/// The rows of a group, each checked against float64.
fn rows(group: &Group) -> Vec<Row> {
    let (engine, len) = (Engine::new(), group.pairs.len());
    if group.capsules.is_empty() {
        let mut rows = vec![SphereContact::default(); len];
        ask!(group, &group.spheres, |query| engine.manifolds(query, &mut rows).unwrap());
        return group.cases.iter().zip(&rows).map(|(case, row)| check_sphere(case, row)).collect();
    }
    let mut rows = vec![CapsuleContacts::default(); len];
    ask!(group, &group.capsules, |query| {
        engine.manifolds(query.within(WITHIN), &mut rows).unwrap();
    });
    group.cases.iter().zip(&rows).map(|(case, row)| check_capsule(case, row)).collect()
}

/// Each pair with its row.
fn for_each(mut compare: impl FnMut(&Case, &Row)) {
    for group in groups() {
        let rows = rows(&group);
        group.cases.iter().zip(&rows).for_each(|(case, row)| compare(case, row));
    }
}

/// Whether a depth is so near to a limit that both answers are right.
fn is_close(case: &Case, row: &Row, limit: f32) -> bool {
    f64::from(row.depth + limit).abs() <= SAME_LENGTH * case.size
}

#[test]
fn intersection_test_of_round_shapes_is_overlaps() {
    let mut tally = Tally::default();
    for group in groups() {
        let mut overlaps = vec![false; group.pairs.len()];
        let engine = Engine::new();
        if group.capsules.is_empty() {
            ask!(group, &group.spheres, |query| {
                engine.overlaps(query, &mut overlaps[..]).unwrap();
            });
        } else {
            ask!(group, &group.capsules, |query| {
                engine.overlaps(query, &mut overlaps[..]).unwrap();
            });
        }
        for ((case, row), own) in group.cases.iter().zip(rows(&group)).zip(overlaps) {
            let is_close = is_close(case, &row, 0.0);
            assert!(own == (row.depth >= 0.0) || is_close, "{:?} and {:?}", case.a, case.b);
            let [(pose_a, a), (pose_b, b)] = &case.placed;
            let parry = query::intersection_test(pose_a, &**a, pose_b, &**b).unwrap().intersecting;
            tally.count(parry != own && !is_close, "wrong");
        }
    }
    tally.assert(&[]);
}

#[test]
fn distance_of_round_shapes_is_the_depth_of_manifolds() {
    let mut tally = Tally::default();
    for_each(|case, row| {
        let [(pose_a, a), (pose_b, b)] = &case.placed;
        let parry = query::distance(pose_a, &**a, pose_b, &**b).unwrap().distance;
        let off = f64::from(parry) - f64::from((-row.depth).max(0.0));
        let part = off / case.size;
        tally.count(part > SAME_LENGTH && part <= ENDS_EARLY, "too long");
        tally.count(!(-SAME_LENGTH..=ENDS_EARLY).contains(&part), "off");
    });
    // GJK ends early on capsules, by up to a thousandth of the size.
    tally.assert(&[("too long", 709)]);
}

#[test]
fn contact_of_round_shapes_is_manifolds() {
    let mut tally = Tally::default();
    for_each(|case, row| {
        let [(pose_a, a), (pose_b, b)] = &case.placed;
        let parry = query::contact(pose_a, &**a, pose_b, &**b, WITHIN).unwrap();
        let is_close = is_close(case, row, WITHIN);
        let Some(parry) = parry else {
            tally.count(row.depth >= -WITHIN && !is_close, "missing");
            return;
        };
        tally.count(row.depth < -WITHIN && !is_close, "beyond the prediction");
        let off = (parry.dist + row.depth).abs();
        if f64::from(off) > SAME_LENGTH * case.size {
            tally.count(true, "distance off");
            return;
        }
        let cosine: f64 =
            wide(parry.normal1).iter().zip(row.normal).map(|(n, own)| n * f64::from(own)).sum();
        tally.count(cosine < SAME_NORMAL, "normal off");
    });
    tally.assert(&[("distance off", 23), ("normal off", 4)]);
}
