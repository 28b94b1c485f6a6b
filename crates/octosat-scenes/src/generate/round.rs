//! Hard cases of spheres and capsules that touch or pass boxes, half-spaces, spheres and capsules.
//!
//! A case begins with a point of the obstacle that is farthest along a direction. The round shape touches there, off by
//! some roundings, and then is moved back along its motion.

use glam::{DMat3, DQuat, DVec3};

use super::Random;

/// Units of roundoff by which a touch is off at most, for each meter of everything.
const MOST_ROUNDINGS: f64 = 40.0;

/// Half the distance from 1 to the next float32.
const ROUNDING: f64 = 1.0 / 16_777_216.0;

/// Bounds of casts, in units of roundoff for each meter, by which shapes that start in touch are deep at most.
const MOST_DEPTH: f64 = 6.0 * 80.0;

/// Units of roundoff by which a thin shape starts above what it nearly touches at most, for each meter of everything.
const MOST_GAP: f64 = 10_000.0;

/// Sines of the angles between a core and an axis, a face or another core that it nearly follows.
const LEANS: [f64; 8] = [0.0, 0.0, 1e-8, 1e-7, 1e-5, 1e-3, 0.03, 0.1];

/// Distances of worlds from the origin, in meters.
const FAR: [f64; 6] = [0.0, 0.0, 1.0, 10.0, 1e3, 1e5];

/// A number of a direction below which the direction is across an axis.
const ACROSS: f64 = 1e-9;

/// Kinds of motions, the last of which is none.
const KINDS: usize = 8;
const RESTS: usize = KINDS - 1;

/// What a round shape touches or passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obstacle {
    /// A box: center, unit quaternion and half extents.
    Box(DVec3, [f64; 4], DVec3),
    /// A capsule: both ends of the core and the radius; a sphere if the ends are one point.
    Capsule([DVec3; 2], f64),
    /// A half-space: a point of its plane and the unit normal.
    HalfSpace(DVec3, DVec3),
}

/// A sphere or a capsule that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundCast {
    /// Both ends of the core, in meters; one point for a sphere.
    pub ends: [DVec3; 2],
    /// The radius, in meters.
    pub radius: f64,
    /// The displacement, in meters.
    pub motion: DVec3,
    /// When it touches, as a part of the step.
    pub time: f64,
}

impl Obstacle {
    /// A box of any proportions, without thickness one time in six along each axis, perhaps far from the origin.
    pub fn any_box(random: &mut Random) -> Self {
        let half = [(); 3].map(|()| extent(random));
        let rotation = match random.below(4) {
            0 => [0.0, 0.0, 0.0, 1.0],
            1 => DQuat::from_xyzw(0.0, 0.0, random.range(-1.0, 1.0), 0.5).normalize().to_array(),
            _ => random.rotation(),
        };
        Self::Box(center(random), rotation, half.into())
    }

    /// A sphere, or a capsule, perhaps far from the origin.
    pub fn any_round(random: &mut Random, is_capsule: bool) -> Self {
        let (center, half) = (center(random), extent(random) * DVec3::from(random.direction()));
        let half = if is_capsule { half } else { DVec3::ZERO };
        Self::Capsule([center - half, center + half], radius(random))
    }

    /// A half-space, whose normal is along an axis one time in four.
    pub fn any_half_space(random: &mut Random) -> Self {
        let normal = DVec3::from(random.direction());
        let upright = random.choose(&DVec3::AXES);
        Self::HalfSpace(center(random), if random.one_in(4) { upright } else { normal })
    }

    /// Directions that faces, edges and cores have.
    fn axes(&self) -> DMat3 {
        match *self {
            Self::Box(_, rotation, _) => DMat3::from_quat(DQuat::from_array(rotation)),
            Self::Capsule([start, end], _) => around((end - start).normalize_or(DVec3::Z)),
            Self::HalfSpace(_, normal) => around(normal),
        }
    }

    /// A length that is usual for the obstacle.
    fn size(&self) -> f64 {
        match *self {
            Self::Box(_, _, half) => half.element_sum(),
            Self::Capsule([start, end], radius) => 0.5 * (end - start).length() + radius,
            Self::HalfSpace(..) => 1.0,
        }
    }

    /// How far a half-space is from the origin, from which its offset is measured.
    fn far(&self) -> f64 {
        if let Self::HalfSpace(point, _) = self { point.length() } else { 0.0 }
    }

    /// A direction, and a point of the surface that is farthest along it: across no axis, one or two of them.
    fn touched(&self, random: &mut Random) -> [DVec3; 2] {
        let (axes, mut parts) = (self.axes(), DVec3::from(random.direction()));
        let across = random.below(4);
        for k in 0..3 {
            if across == 3 && k != 2 || across > 0 && k == random.below(3) {
                parts[k] = 0.0;
            }
        }
        let parts = parts.normalize_or(DVec3::X);
        let mut part = |along: f64| {
            if along.abs() <= 0.0 { random.range(-1.0, 1.0) } else { along.signum() }
        };
        match *self {
            Self::Box(center, _, half) => {
                let corner = DVec3::new(part(parts.x), part(parts.y), part(parts.z));
                [axes * parts, center + axes * (corner * half)]
            }
            Self::Capsule([start, end], radius) => {
                // The core is along the last axis.
                let (middle, half) = (0.5 * (start + end), 0.5 * (end - start));
                let normal = axes * parts;
                [normal, middle + part(parts.z) * half + radius * normal]
            }
            Self::HalfSpace(point, normal) => {
                let aside = DVec3::from(random.vector(-3.0, 3.0)).reject_from_normalized(normal);
                [normal, point + aside]
            }
        }
    }

    /// A sphere or a capsule that passes the obstacle, hits it, starts in touch with it, or does not move.
    pub fn passed(&self, random: &mut Random, is_capsule: bool) -> RoundCast {
        let radius = radius(random);
        self.passed_by(random, is_capsule, radius)
    }

    /// The vertex of a box that is farthest along a direction, one of several of a face or an edge.
    fn vertex(&self, random: &mut Random, direction: DVec3) -> Option<DVec3> {
        let &Self::Box(center, _, half) = self else { return None };
        let axes = self.axes();
        let side = |along: f64| {
            if along.abs() < ACROSS { random.choose(&[1.0, -1.0]) } else { along.signum() }
        };
        let sides: [f64; 3] = (axes.transpose() * direction).to_array().map(side);
        Some(center + axes * (DVec3::from(sides) * half))
    }

    /// A thin and perhaps long shape that nearly touches the obstacle at the start, or whose core touches it there: next
    /// to faces, edges and vertices, nearly along them, by an end or by another place of its core.
    pub fn passed_thinly(&self, random: &mut Random, is_capsule: bool) -> RoundCast {
        let radius = if random.one_in(3) { 0.0 } else { self.size() * random.decades(9) };
        let [normal, point] = self.touched(random);
        let lean = random.choose(&LEANS) * DVec3::from(random.direction());
        let [normal, point] = match self.vertex(random, normal) {
            Some(vertex) if random.one_in(2) => [(normal + lean).normalize(), vertex],
            _ => [normal, point],
        };
        let mut half = if is_capsule { core(random, normal, self.axes()) } else { DVec3::ZERO };
        half *= random.choose(&[1.0, 10.0, 1e3, 1e3]);
        if random.one_in(2) {
            half = half.reject_from_normalized(normal) + random.choose(&LEANS) * half;
        }
        let rounding = ROUNDING * (self.size() + half.length() + self.far());
        let gap = match random.below(4) {
            0 => 0.0,
            1 => random.range(-1.0, 1.0) * MOST_ROUNDINGS * rounding,
            _ => MOST_GAP * random.decades(2) * rounding,
        };
        let between = random.range(-1.0, 1.0);
        let part = random.choose(&[1.0, -1.0, between]);
        let middle = point + (radius + gap) * normal - part * half;
        let kind = random.below(KINDS);
        let length = self.size().max(half.length()) * 10.0 * random.decades(8);
        let motion = if kind == RESTS {
            DVec3::ZERO
        } else {
            length * way(random, kind, normal, self.axes())
        };
        RoundCast { ends: [middle - half, middle + half], radius, motion, time: 0.0 }
    }

    /// A sphere or a capsule in touch with the obstacle, barely or deeper, up to cores that meet.
    pub fn touched_by(&self, random: &mut Random, is_capsule: bool) -> RoundCast {
        let mut cast = self.passed(random, is_capsule);
        let back = match (self, random.below(8)) {
            (Self::Capsule([start, end], _), 0) => {
                // A place of one core on the other.
                let [own, other] = [[*start, *end], cast.ends].map(|[start, end]| {
                    let between = random.unit();
                    let part = random.choose(&[0.0, 0.5, 1.0, between]);
                    start + part * (end - start)
                });
                own - other
            }
            _ => cast.time * cast.motion,
        };
        cast.ends = cast.ends.map(|end| end + back);
        cast
    }

    /// A ray or a segment that passes the obstacle, hits it, or starts at its surface: its start and its direction.
    pub fn passed_by_line(&self, random: &mut Random) -> [DVec3; 2] {
        let RoundCast { ends: [start, _], motion, .. } = self.passed_by(random, false, 0.0);
        let direction =
            if motion == DVec3::ZERO { DVec3::from(random.direction()) } else { motion };
        [start, direction]
    }

    fn passed_by(&self, random: &mut Random, is_capsule: bool, radius: f64) -> RoundCast {
        let [normal, point] = self.touched(random);
        let size = self.size();
        let half = if is_capsule { core(random, normal, self.axes()) } else { DVec3::ZERO };
        let length = path(random, size + radius + half.length());
        let kind = random.below(KINDS);
        let way = way(random, kind, normal, self.axes());
        let time = match random.below(8) {
            0..2 => 0.0,
            2 => 1.0,
            _ => random.range(0.0, 1.2),
        };
        let reach = size.min(length) + size + half.length() + radius + 0.1 * length + self.far();
        let off = off(random, ROUNDING * reach, radius);
        // The lowest place of the core is above the point.
        let along = normal.dot(half);
        let is_across = along.abs() < ACROSS * half.length();
        let lowest = if is_across { random.range(-1.0, 1.0) } else { -along.signum() };
        let motion = if kind == RESTS { DVec3::ZERO } else { length * way };
        let middle = point + (radius + off) * normal - lowest * half - time * motion;
        RoundCast { ends: [middle - half, middle + half], radius, motion, time }
    }
}

/// How far above the surface a shape touches: some roundings off, some bounds deep, or deeper.
fn off(random: &mut Random, rounding: f64, radius: f64) -> f64 {
    match random.below(8) {
        0 | 1 => 0.0,
        2 => -random.range(0.0, MOST_DEPTH) * rounding,
        3 => -random.unit() * radius,
        _ => random.range(-MOST_ROUNDINGS, MOST_ROUNDINGS) * rounding,
    }
}

/// A direction of a motion that touches at a point with this normal: into it, along it, nearly along it, or along an
/// axis.
fn way(random: &mut Random, kind: usize, normal: DVec3, axes: DMat3) -> DVec3 {
    let any = DVec3::from(random.direction());
    let across = any.reject_from_normalized(normal).normalize_or(normal.any_orthonormal_vector());
    let side = random.choose(&[1.0, -1.0]);
    match kind {
        0 | 1 => any * -any.dot(normal).signum(),
        2 | 3 => across,
        4 | 5 => (across - side * random.decades(8) * normal).normalize(),
        _ => side * random.choose(&[axes.x_axis, axes.y_axis, axes.z_axis, DVec3::Z]),
    }
}

/// Half a core: along a direction, across it, along an axis, or nearly so.
fn core(random: &mut Random, normal: DVec3, axes: DMat3) -> DVec3 {
    let any = DVec3::from(random.direction());
    let lean = random.choose(&LEANS) * any;
    let along = match random.below(6) {
        0 | 1 => any,
        2 => normal + lean,
        3 => normal.cross(any).normalize_or(axes.x_axis) + lean,
        _ => axes.col(random.below(3)) + lean,
    };
    let length = if random.one_in(12) { 0.0 } else { extent(random) };
    length * along.normalize()
}

/// How far a shape moves: some sizes, or many.
fn path(random: &mut Random, size: f64) -> f64 {
    let size = if size > 0.0 { size } else { 1.0 };
    match random.below(12) {
        0 => (size * 1e6 * random.decades(5)).min(1e6),
        1 => random.decades(6),
        _ => size * 10.0 * random.decades(4),
    }
}

/// An extent of a box or a core.
fn extent(random: &mut Random) -> f64 {
    match random.below(6) {
        0 => 0.0,
        1 => 1e2 * random.decades(6),
        _ => random.range(0.1, 1.0),
    }
}

fn radius(random: &mut Random) -> f64 {
    match random.below(6) {
        0 => 10.0 * random.decades(6),
        1 => 0.0,
        _ => random.range(0.05, 0.6),
    }
}

fn center(random: &mut Random) -> DVec3 {
    random.choose(&FAR) * DVec3::from(random.vector(-1.0, 1.0))
}

/// A frame whose last axis is a unit vector.
fn around(axis: DVec3) -> DMat3 {
    let (first, second) = axis.any_orthonormal_pair();
    DMat3::from_cols(first, second, axis)
}
