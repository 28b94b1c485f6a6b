//! Rays against cuboids, balls and capsules.

use octosat::{Capsule, Engine, Query, Ray, RayHit, Sphere};
use octosat_reference::float64::{
    GivenLine, GivenShape, LineAnswer, ReferenceBox, ReferenceRoundLine,
};
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::{DVec3, Quat, Vec3};
use parry3d::query;

use super::shapes::{Case, First, Group, groups};
use super::tally::{SAME_LENGTH, SAME_NORMAL, Tally};

/// The largest parameter: a ray as long as its direction is a segment.
const LAST: f32 = 1.0;

/// The part of a ray below which what it passes through is an edge, which either may miss (a parameter).
const GRAZE: f64 = 1e-2;

/// A case with its ray, and where octosat sees it enter and leave.
struct Line<'a> {
    case: &'a Case,
    ray: Ray,
    hit: RayHit,
    normal: Option<[f32; 3]>,
}

/// A ray that passes a point near the shape, or starts inside.
fn ray_near(random: &mut Random, case: &Case) -> Ray {
    let center = match &case.a {
        GivenShape::Box(of) => of.center,
        GivenShape::Capsule(of) => of.start,
        GivenShape::HalfSpace(_) => unreachable!("rays are not cast against half-spaces"),
    };
    let [aim, start] = [1.0, 4.0].map(|reach| DVec3::from(random.vector(-reach, reach)));
    let start = if random.one_in(4) { 0.1 * start } else { start };
    let direction = (aim - start) * random.range(0.2, 3.0);
    let start = DVec3::from(center.map(f64::from)) + start;
    Ray::new(start.to_array().map(narrow), direction.to_array().map(narrow)).unwrap()
}

/// Checks where a line enters and leaves against float64.
fn check(case: &Case, ray: &Ray, hit: &RayHit) {
    let direction = ray.direction().map(f64::from);
    let line = GivenLine { start: ray.origin(), direction, last: f64::INFINITY };
    let answer = LineAnswer { entry: hit.entry, exit: hit.exit, face: hit.face.code() };
    let fault = match &case.a {
        GivenShape::Box(of) => {
            let fault = ReferenceBox::oriented(of).crossing(&line).report(&answer).fault;
            fault.map(|fault| format!("{fault:?}"))
        }
        GivenShape::Capsule(of) => {
            ReferenceRoundLine::new(of, &line).fault(&answer).map(|fault| format!("{fault:?}"))
        }
        GivenShape::HalfSpace(_) => None,
    };
    assert_eq!(fault, None, "{hit:?} of {ray:?} and {:?}", case.a);
}

/// The outward normal where a ray enters, as the table of the chapter says.
fn normal(group: &Group, number: usize, ray: &Ray, hit: &RayHit) -> Option<[f32; 3]> {
    let (origin, direction) = (Vec3::from(ray.origin()), Vec3::from(ray.direction()));
    let point = (origin + hit.entry * direction).to_array();
    if !hit.hits() || hit.face == octosat::Face::STARTS_INSIDE {
        return None;
    }
    match &group.first {
        First::Boxes(store) => {
            let side = if hit.face.is_positive() { 1.0 } else { -1.0 };
            let axis = side * Vec3::AXES[usize::from(hit.face.axis()?)];
            let [x, y, z, w] = store.rotations()[number];
            Some((Quat::from_xyzw(x, y, z, w) * axis).to_array())
        }
        First::Spheres(shapes) => Some(Sphere::normal_at(&shapes[number], point)),
        First::Capsules(shapes) => Some(Capsule::normal_at(&shapes[number], point)),
        First::HalfSpaces(_) => None,
    }
}

/// Each shape with two rays; half-spaces have none.
fn for_each(mut compare: impl FnMut(&Line<'_>)) {
    let mut random = Random::new(53);
    for group in groups().into_iter().chain(groups()) {
        if matches!(group.first, First::HalfSpaces(_)) {
            continue;
        }
        let rays: Vec<Ray> = group.cases.iter().map(|case| ray_near(&mut random, case)).collect();
        let (engine, pairs) = (Engine::new(), &group.pairs);
        let mut hits = vec![RayHit::MISS; rays.len()];
        match &group.first {
            First::Boxes(store) => engine.hits(Query::new((store, &rays), pairs), &mut hits),
            First::Spheres(shapes) => engine.hits(Query::new((shapes, &rays), pairs), &mut hits),
            First::Capsules(shapes) => engine.hits(Query::new((shapes, &rays), pairs), &mut hits),
            First::HalfSpaces(_) => Ok(()),
        }
        .unwrap();
        for (number, (case, (&ray, &hit))) in
            group.cases.iter().zip(rays.iter().zip(&hits)).enumerate()
        {
            check(case, &ray, &hit);
            let normal = normal(&group, number, &ray, &hit);
            compare(&Line { case, ray, hit, normal });
        }
    }
}

impl Line<'_> {
    fn parry(&self) -> query::Ray {
        let [origin, direction] = [self.ray.origin(), self.ray.direction()].map(Vec3::from_array);
        query::Ray::new(origin, direction)
    }

    /// How far a parameter may be off.
    fn allowed(&self) -> f64 {
        let length = Vec3::from(self.ray.direction()).length();
        let origin = Vec3::from(self.ray.origin()).length();
        SAME_LENGTH * (self.case.size + f64::from(origin + length)) / f64::from(length)
    }

    /// Counts how the parameter of parry differs from octosat's.
    fn compare(&self, tally: &mut Tally, parry: Option<f32>, own: Option<f32>) {
        match (parry, own) {
            (Some(parry), Some(own)) => {
                tally.count(true, "both hit");
                tally.count(f64::from((parry - own).abs()) > self.allowed(), "parameter off");
            }
            (None, None) => {}
            (parry, own) => {
                let chord = f64::from(self.hit.exit - self.hit.entry);
                let at = f64::from(parry.or(own).unwrap());
                // A line that touches an edge, or ends where it enters.
                let is_close =
                    chord.abs() <= GRAZE || (at - f64::from(LAST)).abs() <= self.allowed();
                tally.count(!is_close, "missed or not there");
            }
        }
    }
}

#[test]
fn cast_ray_is_hits() {
    let mut tally = Tally::default();
    for_each(|line| {
        let (pose, shape) = &line.case.placed[0];
        let RayHit { entry, exit, .. } = line.hit;
        let parry = shape.cast_ray(pose, &line.parry(), LAST, true);
        let own = Some(entry).filter(|&entry| line.hit.hits() && entry <= LAST);
        line.compare(&mut tally, parry, own);
        // Hollow shapes are left, if the ray starts inside.
        let parry = shape.cast_ray(pose, &line.parry(), LAST, false);
        let starts_inside = line.hit.face == octosat::Face::STARTS_INSIDE;
        let first = if starts_inside { exit } else { entry };
        line.compare(&mut tally, parry, Some(first).filter(|&at| line.hit.hits() && at <= LAST));
        let parry = shape.intersects_ray(pose, &line.parry(), LAST);
        line.compare(&mut tally, parry.then_some(entry), own);
    });
    // Three calls per ray.
    tally.assert(&[("both hit", 19_565)]);
}

#[test]
fn cast_ray_and_get_normal_is_hits_with_the_normal_of_the_face() {
    let mut tally = Tally::default();
    for_each(|line| {
        let (pose, shape) = &line.case.placed[0];
        let parry = shape.cast_ray_and_get_normal(pose, &line.parry(), f32::MAX, true);
        let (Some(parry), Some(own)) = (parry, line.normal) else { return };
        let cosine = parry.normal.dot(own.into());
        tally.count(true, "both hit");
        tally.count(f64::from(cosine) < SAME_NORMAL, "normal off");
    });
    tally.assert(&[("both hit", 5_014)]);
}
