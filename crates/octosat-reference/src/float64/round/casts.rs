//! When a sphere or a capsule that moves touches another shape, in float64: by the distance of the cores as a function
//! of time.
//!
//! This distance is convex. A golden-section search finds where it is least, and bisection where it becomes the sum of
//! the radii.

use super::bound::{bound, magnitudes, room};
use super::core::{Core, is_point};
use super::pair::{GivenShape, RoundPair};
use super::ways::{Way, ways};
use crate::float64::golden::{Least, least};
use crate::float64::shapes::CapsuleSolid;
use crate::tolerances::{
    CAST_UNRESOLVED, ROUND_CAST_CAPSULE_DEPTH, ROUND_CAST_CAPSULE_GAP, ROUND_CAST_DEEPER,
    ROUND_CAST_DEPTH, ROUND_CAST_GAP, ROUND_CAST_GRAZE, ROUND_CAST_OVERLAP,
    ROUND_CAST_POINT_BOUNDS, ROUND_CAST_START_DEPTH, ROUND_CAST_START_GAP, ROUND_CAST_UNRESOLVED,
    UNDERFLOW, UNIT_ROUNDOFF, WORLD_FACTOR,
};
use crate::vector::{difference, length, scaled, sum, wide};
use octosat_rows::CastState;

/// Steps of a bisection, from the step down to the resolution of float64.
const BISECTIONS: usize = 60;

/// By how much the length of a normal may be off one (dimensionless).
const OFF_UNIT: f64 = 8.0 * UNIT_ROUNDOFF;

/// A reported cast of a sphere or a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCastAnswer {
    /// Whether the shapes touch.
    pub state: CastState,
    /// When, as a part of the step.
    pub time: f32,
    /// The unit direction from a to b then.
    pub normal: [f32; 3],
    /// The point of a's surface nearest to b then, world.
    pub point: [f32; 3],
}

/// What is wrong with a reported cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeCastFault {
    /// The numbers are those of no cast.
    NoCast,
    /// The shapes overlap before the time.
    Late,
    /// The shapes overlap by more than a graze may, and are reported free.
    Through,
    /// The shapes are farther apart at the time than the bound allows.
    Apart,
    /// The shapes only graze each other, rest or move apart, and a hit is reported.
    Grazes,
    /// The shapes are apart at the start, and an overlap there is reported.
    ApartAtStart,
    /// The shapes overlap at the start, and a hit there is reported, as if they only touched.
    DeepAtStart,
    /// The normal is not the direction in which the cores are nearest.
    OffNormal,
    /// The point is not on a's surface, or not the one nearest to b.
    OffPoint,
}

/// How a reported cast compares with the exact one, in bounds.
#[derive(Clone, Debug, Default)]
pub struct ShapeCastReport {
    /// How far the shapes are apart at the time of a hit.
    pub gap: f64,
    /// How deep free shapes get.
    pub depth: f64,
    /// How far the end of the normal is off, at the length of the distance of the cores.
    pub off_normal: f64,
    /// How far the point is off, without the rounding of world coordinates.
    pub off_point: f64,
    /// Everything that is wrong.
    pub faults: Vec<ShapeCastFault>,
}

/// Two shapes, the second of which moves, ready to check answers.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceShapeCast {
    pair: RoundPair,
    motion: [f64; 3],
    /// Meters by which rounding can move the shapes against each other.
    bound: f64,
    /// What float64 cannot resolve, meters.
    unresolved: f64,
    /// The distance of the cores at the start, meters.
    start: f64,
    nearest: Least,
}

impl ReferenceShapeCast {
    /// A shape, and a sphere or capsule that moves by a displacement as seen from it, meters.
    #[must_use]
    pub fn new(a: &GivenShape, b: &CapsuleSolid, motion: [f64; 3]) -> Self {
        let pair = RoundPair::new(a, b);
        let path = magnitudes(motion);
        let size = magnitudes(pair.offset()) + pair.a.reach() + pair.radius() + path;
        let bound = bound(&pair, motion) + UNDERFLOW;
        // What is along a plane takes nothing from the height above it.
        let unresolved = (CAST_UNRESOLVED * size).min(ROUND_CAST_UNRESOLVED * bound) + UNDERFLOW;
        let nearest = Least { at: 0.0, value: 0.0 };
        let mut cast = Self { pair, motion, bound, unresolved, start: 0.0, nearest };
        cast.start = cast.distance(0.0);
        cast.nearest = least([0.0, 1.0], |time| cast.distance(time));
        cast
    }

    /// The same of shapes whose places at times are rounded to float32, with the displacement of each in meters.
    #[must_use]
    pub fn stored_poses(self, a: &GivenShape, b: &CapsuleSolid, motions: [[f32; 3]; 2]) -> Self {
        Self { bound: self.bound + room(a, b, motions), ..self }
    }

    /// Whether shapes overlap where their places at a time are after rounding to float32; false if a is a half-space
    /// that moves.
    #[must_use]
    pub fn overlaps_at(
        a: &GivenShape,
        b: &CapsuleSolid,
        [of_a, of_b]: [[f32; 3]; 2],
        time: f32,
    ) -> bool {
        let moved =
            |from: [f32; 3], motion: [f32; 3]| [0, 1, 2].map(|k| from[k] + time * motion[k]);
        let capsule = |of: &CapsuleSolid, motion| CapsuleSolid {
            start: moved(of.start, motion),
            end: moved(of.end, motion),
            ..*of
        };
        let a = match a {
            GivenShape::Box(of) => GivenShape::Box(of.at_time(of_a, time)),
            GivenShape::Capsule(of) => GivenShape::Capsule(capsule(of, of_a)),
            GivenShape::HalfSpace(_) if magnitudes(wide(of_a)) > 0.0 => return false,
            GivenShape::HalfSpace(of) => GivenShape::HalfSpace(*of),
        };
        let cast = Self::new(&a, &capsule(b, of_b), [0.0; 3]);
        cast.gap(0.0) < -cast.unresolved
    }

    /// Meters by which rounding can move the shapes against each other: the cast bound.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// Meters between the surfaces at a time; at most minus both radii for cores that touch.
    #[must_use]
    pub fn gap(&self, time: f64) -> f64 {
        self.distance(time) - self.pair.radius()
    }

    /// The least of these during the step.
    #[must_use]
    pub fn least_gap(&self) -> f64 {
        self.nearest.value - self.pair.radius()
    }

    /// When the shapes first touch during the step, if they do.
    #[must_use]
    pub fn first_touch(&self) -> Option<f64> {
        let radius = self.touching();
        if self.start <= radius {
            return Some(0.0);
        }
        (self.nearest.value <= radius).then(|| {
            let [mut above, mut below] = [0.0, self.nearest.at];
            for _ in 0..BISECTIONS {
                let middle = f64::midpoint(above, below);
                let end = if self.distance(middle) > radius { &mut above } else { &mut below };
                *end = middle;
            }
            below
        })
    }

    /// Whether the shapes come from apart, touch for less than what a graze may be deep, and are thick enough to tell.
    #[must_use]
    pub fn grazes(&self) -> bool {
        let comes = self.gap(0.0) > ROUND_CAST_START_GAP * self.bound;
        self.is_wide() && comes && self.least_gap() >= -ROUND_CAST_GRAZE * self.bound
    }

    /// How an answer of finite input compares with the exact one.
    #[must_use]
    pub fn report(&self, answer: &ShapeCastAnswer) -> ShapeCastReport {
        let mut report = ShapeCastReport::default();
        if !is_cast(answer) {
            report.faults.push(ShapeCastFault::NoCast);
            return report;
        }
        match answer.state {
            CastState::FREE => self.free(&mut report),
            CastState::HIT => self.hit(answer, &mut report),
            _ => {
                // A bound that underflows is none to the engine.
                let deep = ROUND_CAST_OVERLAP * (self.bound - UNDERFLOW);
                let most = self.pair.radius() - deep;
                report.holds(self.shown_at_start() <= most, ShapeCastFault::ApartAtStart);
            }
        }
        report
    }

    /// What free shapes may do.
    fn free(&self, report: &mut ShapeCastReport) {
        let bound = self.bound;
        report.depth = -self.least_gap() / bound;
        let is_deep = report.depth > self.most(ROUND_CAST_DEPTH, ROUND_CAST_CAPSULE_DEPTH);
        let starts_near = self.gap(0.0) <= ROUND_CAST_START_GAP * bound;
        let is_no_deeper = self.nearest.value >= self.start - ROUND_CAST_DEEPER * bound;
        let is_kept = starts_near && is_no_deeper && report.depth <= ROUND_CAST_START_DEPTH;
        let passes = self.nearest.value <= self.unresolved;
        let holds = !passes && (!is_deep || is_kept);
        report.holds(holds || self.leaves(), ShapeCastFault::Through);
    }

    /// Whether the cores meet at the start, but for rounding, of shapes so thin that their distance shows no depth.
    fn meets(&self) -> bool {
        !self.is_wide() && self.start <= self.bound
    }

    /// Whether a's core is a point or a segment: then every way leads out of it.
    fn has_no_inside(&self) -> bool {
        matches!(self.pair.a, Core::Segment(_))
    }

    /// Whether the radii are wider than what rounding can hide at the start.
    fn is_wide(&self) -> bool {
        self.pair.radius() > ROUND_CAST_START_DEPTH * self.bound
    }

    /// Meters that the cores are apart at the start; for those that meet the most along any way, which may be negative.
    fn shown_at_start(&self) -> f64 {
        let along = |most: f64, way: Way| most.max(way.separation);
        let shown = ways(&self.pair, self.motion).into_iter().fold(f64::NEG_INFINITY, along);
        if self.meets() && !self.has_no_inside() { shown } else { self.start }
    }

    /// Whether cores that meet at the start touch along a way, and get barely deeper until they are apart or the step
    /// ends.
    fn leaves(&self) -> bool {
        let least = self.pair.radius() - ROUND_CAST_START_DEPTH * self.bound;
        let room = ROUND_CAST_DEEPER * self.bound;
        let leaves = |way: &Way| {
            let until = room / way.approach.max(0.0);
            least <= way.separation && (until >= 1.0 || 2.0 * self.distance(until) > self.bound)
        };
        let mut ways = ways(&self.pair, self.motion).into_iter();
        self.meets() && (self.has_no_inside() || ways.any(|way| leaves(&way)))
    }

    /// Whether cores that share a point at the start do not overlap along a way, nor come together along it.
    fn rests(&self) -> bool {
        let rests = |way: &Way| -self.unresolved <= way.separation && way.approach <= 0.0;
        let shares = self.meets() && self.start <= self.unresolved;
        shares && ways(&self.pair, self.motion).iter().any(rests)
    }

    /// What a hit must be.
    fn hit(&self, answer: &ShapeCastAnswer, report: &mut ShapeCastReport) {
        let (bound, radius, time) = (self.bound, self.pair.radius(), f64::from(answer.time));
        if time > 0.0 {
            report.holds(!self.is_late(time), ShapeCastFault::Late);
        } else {
            let least = radius - ROUND_CAST_START_DEPTH * bound;
            report.holds(self.shown_at_start() > least, ShapeCastFault::DeepAtStart);
        }
        report.gap = self.gap(time) / bound;
        let most = self.most(ROUND_CAST_GAP, ROUND_CAST_CAPSULE_GAP);
        report.holds(report.gap <= most, ShapeCastFault::Apart);
        let rests = self.is_wide() && self.nearest.value >= self.start - self.unresolved;
        report.holds(!rests && !self.rests() && !self.grazes(), ShapeCastFault::Grazes);
        self.check_normal(answer, report);
        self.check_point(answer, report);
    }

    /// Whether the shapes overlap before a time. Without radius, to touch is to pass.
    #[must_use]
    pub fn is_late(&self, time: f64) -> bool {
        let before = self.distance(time.min(self.nearest.at));
        before < self.touching() - if self.is_thick() { self.unresolved } else { 0.0 }
    }

    /// Meters between the cores of shapes that touch; float64 cannot tell whether cores without radius meet.
    fn touching(&self) -> f64 {
        self.pair.radius() + if self.is_thick() { 0.0 } else { self.unresolved }
    }

    /// Whether float64 can tell both radii from none.
    fn is_thick(&self) -> bool {
        self.pair.radius() > self.unresolved
    }

    fn check_normal(&self, answer: &ShapeCastAnswer, report: &mut ShapeCastReport) {
        if answer.time <= 0.0 && self.meets() && !self.has_no_inside() {
            let off = self.shown_at_start() - self.along_normal(answer);
            report.holds(off <= ROUND_CAST_POINT_BOUNDS * self.bound, ShapeCastFault::OffNormal);
            return;
        }
        let at_time = self.at(f64::from(answer.time));
        let distance = at_time.nearest().distance;
        let Some(direction) = at_time.direction() else { return };
        let off = distance * length(difference(wide(answer.normal), direction));
        report.off_normal = off / self.bound;
        // The vector between two points that are d farther apart than the nearest ones is off by at most √(2·l·d + d²).
        let farther = (2.0 * distance.abs() * self.bound).sqrt();
        let most = ROUND_CAST_POINT_BOUNDS * self.bound + OFF_UNIT * distance.abs();
        let most = if self.is_of_spheres() { most } else { most + farther };
        report.holds(off <= most, ShapeCastFault::OffNormal);
    }

    fn check_point(&self, answer: &ShapeCastAnswer, report: &mut ShapeCastReport) {
        let at_time = self.at(f64::from(answer.time));
        let point = difference(wide(answer.point), self.pair.origin);
        let [radius_a, _] = self.pair.radii;
        let from_a = at_time.a.distance_to(point) - radius_a;
        let to_core = at_time.nearest().distance - radius_a;
        let from_b = at_time.b.distance(sum(point, scaled(wide(answer.normal), to_core)));
        // Where the point is along a plane is rounded as far as b moves.
        let along = match self.pair.a {
            Core::HalfSpace { .. } => {
                length(self.pair.origin) + length(self.pair.b.along()) + length(self.motion)
            }
            _ => 0.0,
        };
        let world = WORLD_FACTOR * UNIT_ROUNDOFF * (length(wide(answer.point)) + along);
        report.off_point = (from_a.abs().max(from_b.abs()) - world).max(0.0) / self.bound;
        report.holds(report.off_point <= ROUND_CAST_POINT_BOUNDS, ShapeCastFault::OffPoint);
    }

    /// Meters that the cores are apart along the normal of an answer at the start.
    fn along_normal(&self, answer: &ShapeCastAnswer) -> f64 {
        let normal = wide(answer.normal);
        self.pair.a.separation(&self.pair.b, scaled(normal, 1.0 / length(normal)))
    }

    /// A limit in bounds for spheres, or that for capsules.
    fn most(&self, of_spheres: f64, of_capsules: f64) -> f64 {
        if self.is_of_spheres() { of_spheres } else { of_capsules }
    }

    /// Whether b is a sphere.
    fn is_of_spheres(&self) -> bool {
        is_point(&self.pair.b)
    }

    /// The pair at a time.
    fn at(&self, time: f64) -> RoundPair {
        RoundPair { b: self.pair.moved(scaled(self.motion, time)), ..self.pair }
    }

    /// Meters between the cores at a time.
    fn distance(&self, time: f64) -> f64 {
        self.at(time).nearest().distance
    }
}

impl ShapeCastReport {
    /// The largest error, as a part of what is allowed of any shape.
    #[must_use]
    pub fn worst(&self) -> f64 {
        let gap = self.gap.max(0.0) / ROUND_CAST_CAPSULE_GAP;
        gap.max(self.off_point / ROUND_CAST_POINT_BOUNDS).min(1.0)
    }

    fn holds(&mut self, holds: bool, fault: ShapeCastFault) {
        if !holds {
            self.faults.push(fault);
        }
    }
}

/// Whether the numbers are those of a state.
fn is_cast(answer: &ShapeCastAnswer) -> bool {
    let time = answer.time.to_bits();
    let zero = [answer.normal, answer.point].as_flattened().iter().all(|c| c.to_bits() == 0);
    match answer.state {
        CastState::FREE => zero && time == 1.0_f32.to_bits(),
        CastState::OVERLAPPING => zero && time == 0,
        CastState::HIT => {
            let off_unit = (length(wide(answer.normal)) - 1.0).abs();
            (0.0..=1.0).contains(&answer.time) && off_unit <= OFF_UNIT
        }
        _ => false,
    }
}
