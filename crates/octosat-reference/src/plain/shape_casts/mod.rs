//! When a sphere or a capsule that moves first touches another shape: by Newton's steps on the distance of the cores, a
//! convex function of time.

mod boxes;
mod cores;
mod passing;
mod ways;

use super::arithmetic::{dot, greater, lesser};
use crate::OrientedBox;
use crate::float64::{Ball, CapsuleSolid, Plane};
use crate::tolerances::{
    SHAPE_CAST_AIM, SHAPE_CAST_CORE, SHAPE_CAST_DEPTH, SHAPE_CAST_NEAR, SHAPE_CAST_ROUNDS,
    SHAPE_CAST_START_CORE, SHAPE_CAST_START_DEPTH,
};
use octosat_rows::{CastState, ShapeCast};
use passing::Passing;
use ways::Way;

/// A shape that is cast against.
#[derive(Clone, Copy, Debug)]
pub enum PlainObstacle {
    /// A box.
    Box(OrientedBox),
    /// A half-space.
    HalfSpace(Plane),
    /// A sphere.
    Sphere(Ball),
    /// A capsule.
    Capsule(CapsuleSolid),
}

/// A shape that is cast.
#[derive(Clone, Copy, Debug)]
pub enum PlainRound {
    /// A sphere.
    Sphere(Ball),
    /// A capsule.
    Capsule(CapsuleSolid),
}

/// How a cast is computed.
#[derive(Clone, Copy, Debug)]
pub struct PlainRoom {
    /// Meters, for rounded poses: zero, or that of [`room_of_round_poses`].
    pub room: f32,
    /// What the bound is multiplied by: one. With less, casts show what the bound is for.
    pub growth: f32,
}

/// When b, moving by `motion` meters as seen from a, first touches a. See [`ShapeCast`].
#[must_use]
pub fn shape_cast(
    a: &PlainObstacle,
    b: &PlainRound,
    motion: [f32; 3],
    room: PlainRoom,
) -> ShapeCast {
    let passing = Passing::new(a, b, motion, room);
    if !passing.is_finite() {
        let [normal, point] = [[f32::NAN; 3]; 2];
        return row(normal, f32::NAN, point, CastState::NON_FINITE);
    }
    let Some(first) = passing.first() else {
        return row([0.0; 3], 1.0, [0.0; 3], CastState::FREE);
    };
    match passing.search(first) {
        Found::Free => row([0.0; 3], 1.0, [0.0; 3], CastState::FREE),
        Found::Overlapping => row([0.0; 3], 0.0, [0.0; 3], CastState::OVERLAPPING),
        Found::Hit(time) => {
            let gap = passing.gap(time);
            passing.hit(time, divided(gap.vector), gap.on_a)
        }
        Found::HitOfCores(way) => passing.hit(first, way.normal, passing.gap(first).on_a),
    }
}

/// How far the poses of both shapes at a time are off together if they are rounded to `f32`, in meters, with the
/// displacement of each, or with that of b as seen from a.
#[must_use]
pub fn room_of_round_poses(a: &PlainObstacle, b: &PlainRound, paths: f32) -> f32 {
    passing::room_of_poses(a, b, paths)
}

/// A vector divided by its length.
fn divided(vector: [f32; 3]) -> [f32; 3] {
    let length = dot(vector, vector).sqrt();
    vector.map(|component| component / length)
}

fn row(normal: [f32; 3], time: f32, point: [f32; 3], state: CastState) -> ShapeCast {
    ShapeCast { normal, time, point, state, reserved: [0; 3] }
}

/// The gap between two cores.
#[derive(Clone, Copy)]
struct Gap {
    /// From the core of a to that of b, of any length.
    vector: [f32; 3],
    length: f32,
    /// How far the cores are apart along the vector, times its length.
    separation: f32,
    distance: f32,
    /// The point of a's core.
    on_a: [f32; 3],
}

impl Gap {
    /// A vector as long as the cores are apart.
    fn of_distance(vector: [f32; 3], separation: f32, on_a: [f32; 3]) -> Self {
        let length = dot(vector, vector).sqrt();
        Self { vector, length, separation, distance: length, on_a }
    }
}

/// What a search finds.
enum Found {
    Free,
    Overlapping,
    /// When the shapes touch, seen from the middle.
    Hit(f32),
    /// Cores that meet at the start get deeper; the way along which they overlap least.
    HitOfCores(Way),
}

impl Passing {
    /// The row of a hit.
    fn hit(&self, time: f32, unit: [f32; 3], on_a: [f32; 3]) -> ShapeCast {
        let on_surface = |k: usize| unit[k] * self.radius_of_a + on_a[k];
        let point = self.place(std::array::from_fn(on_surface));
        let time = greater(self.middle + time, 0.0);
        row(self.direction(unit), time, point, CastState::HIT)
    }

    /// Searches the first touch from a time on.
    fn search(&self, first: f32) -> Found {
        let near = self.radius + (1.0 + SHAPE_CAST_NEAR) * self.bound;
        let bounds = |count: f32| count * self.bound;
        let mut deep = greater(bounds(SHAPE_CAST_CORE), self.radius - bounds(SHAPE_CAST_DEPTH));
        if first <= -self.middle {
            let distance = self.gap(first).distance;
            if distance <= near {
                let deepest = self.radius - bounds(SHAPE_CAST_START_DEPTH);
                if distance <= deepest {
                    return Found::Overlapping;
                }
                if distance <= bounds(SHAPE_CAST_START_CORE) {
                    return self.meeting(deepest);
                }
                deep = lesser(distance - bounds(SHAPE_CAST_AIM), deep);
            }
        }
        let deeper = greater(deep * 0.5, deep - SHAPE_CAST_AIM * self.bound);
        let end = 1.0 - self.middle;
        let (mut time, mut touch, mut looked) = (first, None, first);
        for _ in 0..SHAPE_CAST_ROUNDS {
            let gap = self.gap(time);
            if touch.is_none() && gap.separation <= near * gap.length {
                touch = Some(time);
            }
            looked = time;
            let hit = Found::Hit(touch.unwrap_or(looked));
            let aim = if touch.is_some() { deeper } else { self.radius + self.bound };
            let room = gap.separation - aim * gap.length;
            let approach = -dot(gap.vector, self.motion);
            let until = time + room / approach;
            let (has_room, comes_together) = (0.0 < room, 0.0 < approach);
            if gap.distance <= deep || !has_room {
                return hit;
            }
            if !comes_together || end < until {
                return Found::Free;
            }
            if until <= time {
                return hit;
            }
            time = until;
        }
        Found::Hit(touch.unwrap_or(looked))
    }
}
