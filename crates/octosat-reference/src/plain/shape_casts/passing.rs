//! Two shapes at any time of a motion, seen from the moment at which their middles are nearest.

use super::boxes::BoxAndCore;
use super::cores::{Piece, core_and_point, two_cores};
use super::{Gap, PlainObstacle, PlainRoom, PlainRound};
use crate::plain::arithmetic::{clamped, difference, dot, greater, lesser, sum};
use crate::plain::frame::to_local;
use crate::tolerances::{
    CAST_PATH_ERROR, CAST_POSE_ERROR, CAST_RADIUS_ERROR, CAST_REACH_ERROR, SHAPE_CAST_BALL_GROWTH,
    SMALLEST_STEP,
};

/// A pair that passes each other.
pub(super) struct Passing {
    pub(super) kind: Kind,
    /// The middle of b at the middle of the motion, and its displacement, in the frame of the kind.
    pub(super) nearest: [f32; 3],
    pub(super) motion: [f32; 3],
    /// The middle, as a part of the step.
    pub(super) middle: f32,
    /// The radius of a and both radii together, meters.
    pub(super) radius_of_a: f32,
    pub(super) radius: f32,
    /// Meters by which rounding can move the shapes against each other.
    pub(super) bound: f32,
    /// Not finite if some number is not.
    known: f32,
}

/// The shapes, and the frame that they are seen in.
pub(super) enum Kind {
    BoxAndPoint {
        center: [f32; 3],
        rotation: [f32; 4],
        extents: [f32; 3],
    },
    BoxAndCore(BoxAndCore),
    /// Along the world's axes, from a's middle.
    Rounds {
        origin: [f32; 3],
        reach: f32,
        cores: Cores,
    },
    /// Along the world's axes, from b's middle at the start.
    PlaneAndCore {
        normal: [f32; 3],
        origin: [f32; 3],
        height: f32,
        lowest: [f32; 3],
    },
}

/// The cores of two round shapes.
pub(super) enum Cores {
    Points,
    CoreAndPoint { core: Piece, half: [f32; 3] },
    PointAndCore { core: Piece, half: [f32; 3] },
    Both { cores: [Piece; 2], halves: [[f32; 3]; 2] },
}

/// Lengths that rounding is relative to, meters.
struct Sizes {
    path: f32,
    nearest: f32,
    of_box: f32,
    cores: f32,
    radius: f32,
}

impl Sizes {
    fn bound(&self, deviation: f32) -> f32 {
        let Self { path, nearest, of_box, cores, radius } = *self;
        let centers = nearest + lesser(path, nearest + (of_box + cores + radius));
        let turned = deviation + deviation + CAST_REACH_ERROR;
        let along = CAST_PATH_ERROR * path + CAST_RADIUS_ERROR * radius;
        (centers + cores) * turned + along
    }
}

/// The moment at which an offset that moves is shortest, and the offset then.
struct Middle {
    time: f32,
    nearest: [f32; 3],
}

impl Middle {
    fn of(offset: [f32; 3], motion: [f32; 3]) -> Self {
        let time = (0.0 - dot(offset, motion)) / dot(motion, motion);
        let time = lesser(greater(time, 0.0), 1.0);
        Self { time, nearest: std::array::from_fn(|k| motion[k] * time + offset[k]) }
    }
}

impl PlainRound {
    fn ends(&self) -> [[f32; 3]; 2] {
        match self {
            Self::Sphere(of) => [of.center; 2],
            Self::Capsule(of) => [of.start, of.end],
        }
    }

    fn radius(&self) -> f32 {
        match self {
            Self::Sphere(of) => of.radius,
            Self::Capsule(of) => of.radius,
        }
    }

    fn half(&self) -> [f32; 3] {
        let [start, end] = self.ends();
        difference(end, start).map(halved)
    }

    fn middle(&self) -> [f32; 3] {
        let [start, end] = self.ends();
        plus(start, end).map(halved)
    }
}

fn halved(component: f32) -> f32 {
    component * 0.5
}

fn plus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn magnitudes(vector: [f32; 3]) -> f32 {
    sum(vector.map(f32::abs))
}

/// From the middle of one core to that of another.
fn offset_of_middles([start_a, end_a]: [[f32; 3]; 2], [start_b, end_b]: [[f32; 3]; 2]) -> [f32; 3] {
    plus(difference(start_b, start_a), difference(end_b, end_a)).map(halved)
}

/// By how much the squared length of a quaternion differs from one.
fn deviation([x, y, z, w]: [f32; 4]) -> f32 {
    (w * w + dot([x, y, z], [x, y, z]) - 1.0).abs()
}

/// How far poses at a time are off together if they are rounded.
pub(super) fn room_of_poses(a: &PlainObstacle, b: &PlainRound, paths: f32) -> f32 {
    let of_a = match a {
        PlainObstacle::Box(of) => magnitudes(of.center),
        PlainObstacle::HalfSpace(of) => of.offset.abs(),
        PlainObstacle::Sphere(of) => magnitudes(PlainRound::Sphere(*of).middle()),
        PlainObstacle::Capsule(of) => magnitudes(PlainRound::Capsule(*of).middle()),
    };
    let centers = of_a + magnitudes(b.middle());
    CAST_POSE_ERROR * (centers + (paths + paths))
}

impl Passing {
    pub(super) fn new(
        a: &PlainObstacle,
        b: &PlainRound,
        motion: [f32; 3],
        given: PlainRoom,
    ) -> Self {
        let mut passing = match *a {
            PlainObstacle::Box(_) => Self::past_box(a, b, motion, given.room),
            PlainObstacle::HalfSpace(_) => Self::past_plane(a, b, motion, given.room),
            PlainObstacle::Sphere(of) => {
                Self::past_round(&PlainRound::Sphere(of), b, motion, given.room)
            }
            PlainObstacle::Capsule(of) => {
                Self::past_round(&PlainRound::Capsule(of), b, motion, given.room)
            }
        };
        passing.bound *= given.growth;
        passing
    }

    fn past_box(a: &PlainObstacle, b: &PlainRound, motion: [f32; 3], room: f32) -> Self {
        let PlainObstacle::Box(of) = a else { unreachable!("past a box") };
        let (center, rotation, extents) = (of.center, of.rotation, of.half_extents);
        let Middle { time, nearest } = Middle::of(offset_of_middles([center; 2], b.ends()), motion);
        let path = magnitudes(motion);
        let near = magnitudes(nearest);
        let (kind, nearest, motion, cores) = match b {
            PlainRound::Sphere(_) => {
                let kind = Kind::BoxAndPoint { center, rotation, extents };
                (kind, to_local(rotation, nearest), to_local(rotation, motion), 0.0)
            }
            PlainRound::Capsule(_) => {
                let course = BoxAndCore::new(of, nearest, b.half());
                let (middle, cores) = (course.middle, sum(course.direction) * course.reach);
                let motion = course.axes.map(|axis| dot(axis, motion));
                (Kind::BoxAndCore(course), middle, motion, cores)
            }
        };
        let sizes = Sizes { path, nearest: near, of_box: sum(extents), cores, radius: b.radius() };
        let bound = sizes.bound(deviation(rotation)) + room;
        Self {
            kind,
            nearest,
            motion,
            middle: time,
            radius_of_a: 0.0,
            radius: sizes.radius,
            bound,
            known: bound + sizes.of_box,
        }
    }

    fn past_plane(a: &PlainObstacle, b: &PlainRound, motion: [f32; 3], room: f32) -> Self {
        let PlainObstacle::HalfSpace(of) = a else { unreachable!("past a plane") };
        let (normal, origin, mut lowest) = (of.normal, b.middle(), b.half());
        let along = dot(normal, lowest);
        if along > 0.0 {
            lowest = lowest.map(|component| -component);
        }
        let across = |vector: [f32; 3]| {
            magnitudes([normal[0] * vector[0], normal[1] * vector[1], normal[2] * vector[2]])
        };
        let sizes = Sizes {
            path: across(motion),
            nearest: across(origin) + of.offset.abs(),
            of_box: 0.0,
            cores: across(lowest),
            radius: b.radius(),
        };
        let bound = sizes.bound(0.0) + room;
        let height = (dot(normal, origin) - of.offset) - along.abs();
        Self {
            kind: Kind::PlaneAndCore { normal, origin, height, lowest },
            nearest: [0.0; 3],
            motion,
            middle: 0.0,
            radius_of_a: 0.0,
            radius: sizes.radius,
            bound,
            known: bound + height.abs(),
        }
    }

    fn past_round(a: &PlainRound, b: &PlainRound, motion: [f32; 3], room: f32) -> Self {
        let halves = [a.half(), b.half()];
        let Middle { time, nearest } = Middle::of(offset_of_middles(a.ends(), b.ends()), motion);
        let reach = magnitudes(halves[0]) + magnitudes(halves[1]);
        let radius = a.radius() + b.radius();
        let near = magnitudes(nearest);
        let path = magnitudes(motion);
        let bound = Sizes { path, nearest: near, of_box: 0.0, cores: reach, radius }.bound(0.0);
        let bound = bound + room;
        let [of_a, of_b] = halves.map(Piece::centered);
        let cores = match (a, b) {
            (PlainRound::Sphere(_), PlainRound::Sphere(_)) => Cores::Points,
            (PlainRound::Capsule(_), PlainRound::Sphere(_)) => {
                Cores::CoreAndPoint { core: of_a, half: halves[0] }
            }
            (PlainRound::Sphere(_), PlainRound::Capsule(_)) => {
                Cores::PointAndCore { core: of_b, half: halves[1] }
            }
            (PlainRound::Capsule(_), PlainRound::Capsule(_)) => {
                Cores::Both { cores: [of_a, of_b], halves }
            }
        };
        Self {
            kind: Kind::Rounds { origin: a.middle(), reach, cores },
            nearest,
            motion,
            middle: time,
            radius_of_a: a.radius(),
            radius,
            bound,
            known: bound,
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.known.is_finite()
    }

    /// From when on a touch has to be searched, if there may be one.
    pub(super) fn first(&self) -> Option<f32> {
        match &self.kind {
            Kind::BoxAndPoint { extents, .. } => self.first_of_faces(*extents),
            Kind::BoxAndCore(course) => self.first_of_faces(course.reaches()),
            Kind::Rounds { reach, .. } => self.first_of_ball(*reach),
            Kind::PlaneAndCore { normal, height, .. } => {
                let end = height + dot(*normal, self.motion);
                (lesser(end, *height) <= self.radius + self.bound).then_some(0.0)
            }
        }
    }

    /// When b has entered the slabs of a box's faces that reach so far.
    fn first_of_faces(&self, extents: [f32; 3]) -> Option<f32> {
        let grown = self.radius + self.bound;
        let (mut time, mut leave) = (-self.middle, 1.0 - self.middle);
        for (k, extent) in extents.into_iter().enumerate() {
            let inverse = -1.0 / self.motion[k];
            let (distance, reach) = (self.nearest[k], extent + grown);
            let times = [(distance + reach) * inverse, (distance - reach) * inverse];
            time = greater(lesser(times[0], times[1]), time);
            leave = lesser(greater(times[0], times[1]), leave);
        }
        (time <= leave).then_some(time)
    }

    /// When the middle of b enters the ball in which the shapes can touch.
    fn first_of_ball(&self, reach: f32) -> Option<f32> {
        let Self { nearest, motion, .. } = *self;
        let reach = ((self.radius + self.bound) + reach) * (1.0 + SHAPE_CAST_BALL_GROWTH);
        let may_touch = dot(nearest, nearest).sqrt() <= reach;
        let speed = dot(motion, motion);
        let middle = -dot(nearest, motion) / speed;
        let apart = std::array::from_fn(|k| motion[k] * middle + nearest[k]);
        let half = (reach * reach - dot(apart, apart)) / speed;
        let entry = greater(middle - half.sqrt(), -self.middle);
        let time = if SMALLEST_STEP <= speed { entry } else { -self.middle };
        (may_touch && time <= 1.0 - self.middle).then_some(time)
    }

    /// The gap at a time.
    pub(super) fn gap(&self, time: f32) -> Gap {
        let middle: [f32; 3] = std::array::from_fn(|k| self.motion[k] * time + self.nearest[k]);
        match &self.kind {
            Kind::BoxAndPoint { extents, .. } => {
                let on_a: [f32; 3] = std::array::from_fn(|k| clamped(middle[k], extents[k]));
                let vector = difference(middle, on_a);
                Gap::of_distance(vector, dot(vector, vector), on_a)
            }
            Kind::BoxAndCore(course) => course.gap(middle),
            Kind::Rounds { cores, .. } => cores.gap(middle),
            Kind::PlaneAndCore { normal, height, lowest, .. } => {
                let height = height + dot(*normal, middle);
                let low = plus(middle, *lowest);
                let on_a = std::array::from_fn(|k| normal[k] * -height + low[k]);
                let vector = *normal;
                Gap { vector, length: 1.0, separation: height, distance: height, on_a }
            }
        }
    }

    /// A direction of the frame in world coordinates.
    pub(super) fn direction(&self, local: [f32; 3]) -> [f32; 3] {
        match &self.kind {
            Kind::BoxAndPoint { rotation: [x, y, z, w], .. } => to_local([-x, -y, -z, *w], local),
            Kind::BoxAndCore(course) => course.world(local),
            Kind::Rounds { .. } | Kind::PlaneAndCore { .. } => local,
        }
    }

    /// A point of the frame in world coordinates.
    pub(super) fn place(&self, local: [f32; 3]) -> [f32; 3] {
        match &self.kind {
            Kind::BoxAndPoint { center, .. } => plus(*center, self.direction(local)),
            Kind::BoxAndCore(course) => plus(course.center, course.world(local)),
            Kind::Rounds { origin, .. } | Kind::PlaneAndCore { origin, .. } => plus(*origin, local),
        }
    }
}

impl Cores {
    /// The gap, if the middle of b is here, seen from that of a.
    fn gap(&self, middle: [f32; 3]) -> Gap {
        match self {
            Self::Points => Gap::of_distance(middle, dot(middle, middle), [0.0; 3]),
            Self::CoreAndPoint { core, half } => core_and_point(core, *half, middle),
            Self::PointAndCore { core, half } => {
                let gap = core_and_point(core, *half, middle.map(|component| -component));
                let vector = gap.vector.map(|component| -component);
                Gap { vector, on_a: [0.0; 3], ..gap }
            }
            Self::Both { cores, halves } => two_cores(cores, halves, middle),
        }
    }
}
