//! Boxes, half-spaces, spheres and capsules next to spheres and capsules, as both libraries and the reference take them.

use octosat::{BoxStore, Capsule, HalfSpace, Sphere};
use octosat_reference::float64::{Ball, CapsuleSolid, GivenShape, Plane};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{boxed, plain};
use parry3d::glamx::{DQuat, DVec3, Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::shape::{self, Shape};

use super::scene::{PAIRS, of_parry};

/// The first shapes of a list of pairs.
pub(crate) enum First {
    Boxes(BoxStore),
    HalfSpaces(Vec<HalfSpace>),
    Spheres(Vec<Sphere>),
    Capsules(Vec<Capsule>),
}

/// A shape of parry with its pose.
pub(crate) type Placed = (Pose3, Box<dyn Shape>);

/// A pair as the reference and parry take it.
pub(crate) struct Case {
    pub(crate) a: GivenShape,
    pub(crate) b: CapsuleSolid,
    pub(crate) placed: [Placed; 2],
    /// Meters that errors are relative to: how far the shapes reach, and how far they are from the origin.
    pub(crate) size: f64,
}

/// Pairs of the same kinds. Spheres are the second shapes if there are no capsules.
pub(crate) struct Group {
    pub(crate) first: First,
    pub(crate) spheres: Vec<Sphere>,
    pub(crate) capsules: Vec<Capsule>,
    pub(crate) pairs: Vec<[u32; 2]>,
    pub(crate) cases: Vec<Case>,
}

/// Asks about the pairs of a group, whatever its first shapes are.
macro_rules! ask {
    ($group:expr, $second:expr, |$query:ident| $ask:expr) => {{
        use octosat::Query;
        let (second, pairs) = ($second, &$group.pairs);
        match &$group.first {
            First::Boxes(store) => {
                let $query = Query::new((store, second), pairs);
                $ask
            }
            First::HalfSpaces(shapes) => {
                let $query = Query::new((shapes, second), pairs);
                $ask
            }
            First::Spheres(shapes) => {
                let $query = Query::new((shapes, second), pairs);
                $ask
            }
            First::Capsules(shapes) => {
                let $query = Query::new((shapes, second), pairs);
                $ask
            }
        }
    }};
}
pub(crate) use ask;

/// A half core of a capsule, none of a sphere.
fn half_core(random: &mut Random, is_capsule: bool) -> DVec3 {
    if is_capsule { DVec3::from(random.direction()) * random.range(0.1, 1.0) } else { DVec3::ZERO }
}

fn point(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(narrow)
}

/// A capsule as octosat takes it.
pub(crate) fn capsule(of: &CapsuleSolid) -> Capsule {
    Capsule::new(of.start, of.end, of.radius).unwrap()
}

/// A capsule as parry takes it, around the middle of its core; a ball, if the core is a point.
pub(crate) fn round(of: &CapsuleSolid) -> Placed {
    let [start, end] = [of.start, of.end].map(Vec3::from_array);
    if start == end {
        return (Pose3::from_translation(start), Box::new(shape::Ball::new(of.radius)));
    }
    let middle = start.midpoint(end);
    let capsule = shape::Capsule::new(start - middle, end - middle, of.radius);
    (Pose3::from_translation(middle), Box::new(capsule))
}

/// A half-space as parry takes it: through the origin of its frame.
pub(crate) fn half_space(of: &Plane) -> Placed {
    let normal = Vec3::from_array(of.normal);
    let pose = Pose3::from_parts(normal * of.offset, Quat::IDENTITY);
    (pose, Box::new(shape::HalfSpace::new(normal)))
}

impl First {
    /// Nothing of each kind.
    fn kinds() -> [Self; 4] {
        [
            Self::Boxes(BoxStore::new()),
            Self::HalfSpaces(Vec::new()),
            Self::Spheres(Vec::new()),
            Self::Capsules(Vec::new()),
        ]
    }

    /// Adds a shape around a place, and returns it with what it reaches along a direction.
    fn add(
        &mut self,
        random: &mut Random,
        center: DVec3,
        along: DVec3,
    ) -> (GivenShape, Placed, f64) {
        match self {
            Self::Boxes(store) => {
                let (rotation, half) = (random.rotation(), random.vector(0.1, 1.0));
                let given = boxed(center.into(), rotation, half);
                store.insert(given).unwrap();
                let (pose, cuboid) = of_parry(&given);
                let turned = DQuat::from_array(rotation).inverse() * along;
                let reach = turned.abs().dot(DVec3::from(half));
                (GivenShape::Box(plain(given)), (pose, Box::new(cuboid)), reach)
            }
            Self::HalfSpaces(shapes) => {
                let shape = HalfSpace::through(point(center), point(along)).unwrap();
                shapes.push(shape);
                let plane = Plane { normal: shape.normal(), offset: shape.offset() };
                (GivenShape::HalfSpace(plane), half_space(&plane), 0.0)
            }
            Self::Spheres(_) | Self::Capsules(_) => {
                let half = half_core(random, matches!(self, Self::Capsules(_)));
                let of = solid(center, half, random.range(0.1, 1.0));
                match self {
                    Self::Spheres(shapes) => shapes.push(Sphere::new(of.start, of.radius).unwrap()),
                    Self::Capsules(shapes) => shapes.push(capsule(&of)),
                    _ => {}
                }
                let reach = half.dot(along).abs() + f64::from(of.radius);
                (GivenShape::Capsule(of), round(&of), reach)
            }
        }
    }
}

fn solid(center: DVec3, half: DVec3, radius: f64) -> CapsuleSolid {
    let [start, end] = [center - half, center + half].map(point);
    CapsuleSolid { start, end, radius: narrow(radius) }
}

impl Group {
    /// Adds a pair: just touching, nearly, or by any length apart or deep.
    fn add(&mut self, random: &mut Random, is_capsule: bool, radius: Option<f64>) {
        let center = DVec3::from(random.vector(-5.0, 5.0));
        let along = DVec3::from(random.direction());
        let (a, placed, reach) = self.first.add(random, center, along);
        let half = half_core(random, is_capsule);
        let radius = radius.unwrap_or_else(|| random.range(0.1, 1.0));
        let own = half.dot(along).abs() + radius;
        let gap = match random.below(4) {
            0 => 0.0,
            1 => random.choose(&[1.0, -1.0]) * random.decades(4),
            2 => random.range(0.0, 5.0),
            _ => random.range(-1.0, 1.0) * own.min(reach.max(0.1)),
        };
        let b = solid(center + (reach + own + gap) * along, half, radius);
        if is_capsule {
            self.capsules.push(capsule(&b));
        } else {
            self.spheres.push(Sphere::new(b.start, b.radius).unwrap());
        }
        let index = u32::try_from(self.pairs.len()).unwrap();
        self.pairs.push([index; 2]);
        let size = 2.0 * (reach + own + half.length()) + gap.abs() + center.length();
        self.cases.push(Case { a, b, placed: [placed, round(&b)], size });
    }

    fn of(random: &mut Random, first: First, is_capsule: bool, radius: Option<f64>) -> Self {
        let mut group = Self {
            first,
            spheres: Vec::new(),
            capsules: Vec::new(),
            pairs: Vec::new(),
            cases: Vec::new(),
        };
        let kinds = if radius.is_some() { 4 } else { 8 };
        (0..PAIRS / kinds).for_each(|_| group.add(random, is_capsule, radius));
        group
    }
}

/// Pairs of each first and each second shape, in parts that are as large.
pub(crate) fn groups() -> Vec<Group> {
    let mut random = Random::new(50);
    let mut of = |is_capsule| {
        First::kinds().map(|first| Group::of(&mut random, first, is_capsule, None)).into_iter()
    };
    of(false).chain(of(true)).collect()
}

/// Pairs of each first shape and a point: a sphere of radius zero.
pub(crate) fn points() -> Vec<Group> {
    let mut random = Random::new(51);
    First::kinds().map(|first| Group::of(&mut random, first, false, Some(0.0))).into()
}

impl Case {
    /// The center of a second shape that is a sphere.
    pub(crate) fn ball(&self) -> Ball {
        Ball { center: self.b.start, radius: self.b.radius }
    }
}
