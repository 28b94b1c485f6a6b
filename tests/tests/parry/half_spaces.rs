//! Cuboids against half-spaces.

use octosat::{
    Against, BoxStore, BoxView, Engine, HalfSpace, HalfSpaceContact, HalfSpaceContacts,
    OrientedBox, Query,
};
use octosat_reference::float64::{CornerAnswer, HalfSpaceAnswer, Plane, ReferenceBox};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{boxed, plain, rotate, store_of};
use parry3d::glamx::DVec3;
use parry3d::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};

use super::scene::{PAIRS, of_parry};
use super::shapes::half_space;
use super::tally::{SAME_LENGTH, Tally};

/// Meters, the prediction.
const WITHIN: f32 = 0.02;

/// Boxes, the plane below each, and how large both are with their places, in meters.
struct Given {
    boxes: Vec<OrientedBox>,
    planes: Vec<Plane>,
    size: Vec<f64>,
    store: BoxStore,
    stored: Vec<HalfSpace>,
    pairs: Vec<[u32; 2]>,
}

impl Given {
    fn new() -> Self {
        let mut random = Random::new(52);
        let (mut boxes, mut planes, mut size) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            let (center, half) = (random.vector(-5.0, 5.0), random.vector(0.1, 1.0));
            let rotation = random.rotation();
            let axis = rotate(rotation, random.choose(&DVec3::AXES).into());
            let normal = if random.one_in(2) { axis } else { random.direction() };
            let gap = match random.below(3) {
                0 => 0.0,
                1 => random.choose(&[1.0, -1.0]) * random.decades(4),
                _ => random.range(-1.0, 5.0),
            };
            let turned = DVec3::from(rotate(
                [-rotation[0], -rotation[1], -rotation[2], rotation[3]],
                normal,
            ));
            let reach = turned.abs().dot(half.into());
            let along = DVec3::from(normal).dot(center.into());
            boxes.push(boxed(center, rotation, half));
            let stored = HalfSpace::new(normal.map(narrow), narrow(along - reach - gap)).unwrap();
            planes.push(Plane { normal: stored.normal(), offset: stored.offset() });
            size.push(DVec3::from(center).length() + 2.0 * reach + gap.abs());
        }
        let store = store_of(&boxes);
        let stored =
            planes.iter().map(|of| HalfSpace::new(of.normal, of.offset).unwrap()).collect();
        let pairs = (0..).take(PAIRS).map(|index| [index; 2]).collect();
        Self { boxes, planes, size, store, stored, pairs }
    }

    fn query(&self) -> Query<'_, Against<'_, BoxView<'_>, HalfSpace>> {
        Query::new((&self.store, &self.stored), &self.pairs)
    }
}

#[test]
fn distance_and_intersection_of_half_spaces_are_penetrations() {
    let given = Given::new();
    let mut depths = vec![0.0; PAIRS];
    let mut overlaps = vec![false; PAIRS];
    Engine::new().penetrations(given.query(), &mut depths).unwrap();
    Engine::new().overlaps(given.query(), &mut overlaps[..]).unwrap();
    let mut tally = Tally::default();
    for (number, (&depth, overlaps)) in depths.iter().zip(overlaps).enumerate() {
        let (of, plane) = (&given.boxes[number], &given.planes[number]);
        let reference = ReferenceBox::oriented(&plain(*of));
        let off = (f64::from(depth) - reference.half_space_depth(plane)).abs();
        assert!(off <= reference.half_space_bound(plane), "{of:?} and {plane:?}: {off}");
        assert_eq!(overlaps, depth >= 0.0);
        let ((pose_a, a), (pose_b, b)) = (half_space(plane), of_parry(of));
        let allowed = SAME_LENGTH * given.size[number];
        let parry = query::distance(&pose_a, &*a, &pose_b, &b).unwrap().distance;
        tally.count(f64::from((parry - (-depth).max(0.0)).abs()) > allowed, "distance off");
        let parry = query::intersection_test(&pose_a, &*a, &pose_b, &b).unwrap().intersecting;
        tally.count(parry != overlaps && f64::from(depth.abs()) > allowed, "wrong");
    }
    tally.assert(&[]);
}

#[test]
fn contact_manifolds_of_half_spaces_are_manifolds() {
    let given = Given::new();
    let mut rows = vec![HalfSpaceContacts::default(); PAIRS];
    Engine::new().manifolds(given.query().within(WITHIN), &mut rows).unwrap();
    let mut tally = Tally::default();
    for (number, row) in rows.iter().enumerate() {
        let (of, plane) = (&given.boxes[number], &given.planes[number]);
        let corner =
            |HalfSpaceContact { position, depth, corner }| CornerAnswer { position, depth, corner };
        let contacts: Vec<CornerAnswer> = row.iter().map(corner).collect();
        let answer =
            HalfSpaceAnswer { face: row.face().code(), contacts: &contacts, within: WITHIN };
        let fault = ReferenceBox::oriented(&plain(*of)).half_space_fault(plane, &answer);
        assert_eq!(fault, None, "{of:?} and {plane:?}");
        let ((pose_a, a), (pose_b, b)) = (half_space(plane), of_parry(of));
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        DefaultQueryDispatcher
            .contact_manifolds(&pose_a.inv_mul(&pose_b), &*a, &b, WITHIN, &mut manifolds, &mut None)
            .unwrap();
        let allowed = SAME_LENGTH * given.size[number];
        let points = manifolds.iter().flat_map(|manifold| &manifold.points);
        let points: Vec<f32> = points.map(|point| point.dist).collect();
        let at_limit = |depth: f32| f64::from((depth + WITHIN).abs()) <= allowed;
        let is_close = contacts.iter().any(|own| at_limit(own.depth))
            || points.iter().any(|dist| at_limit(-dist));
        tally.count(points.len() != contacts.len() && !is_close, "number of points");
        for contact in &contacts {
            let is_listed =
                points.iter().any(|dist| f64::from((dist + contact.depth).abs()) <= allowed);
            tally.count(!is_listed && !is_close, "depth of a point");
        }
    }
    tally.assert(&[]);
}
