//! How far a box, a segment or a half-space is from a segment.
//!
//! Along the segment, the vector from the nearest point of a box or of another segment is linear between the places at
//! which another face, edge or end becomes the nearest. So the nearest place of each of these parts is that of a linear
//! function, and the nearest of all of them is the nearest place.

use crate::float64::outline::Segment;
use crate::float64::solid::Solid;
use crate::vector::{difference, dot, length, moved, scaled, sum};

/// Ends and borders of the parts of a segment: six planes of faces at most.
const BORDERS: usize = 8;

/// A shape without its radius.
#[derive(Clone, Copy, Debug)]
pub(super) enum Core {
    Box(Cuboid),
    /// The core of a capsule, or twice the center of a sphere.
    Segment(Segment<3>),
    /// The points whose product with the normal, which has unit length, is at most the offset.
    HalfSpace {
        normal: [f64; 3],
        offset: f64,
    },
}

/// A box by its center, its unit axes and its half extents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cuboid {
    pub(super) center: [f64; 3],
    pub(super) axes: [[f64; 3]; 3],
    pub(super) half_extents: [f64; 3],
}

/// The closest points of a core and a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) on_a: [f64; 3],
    pub(super) on_b: [f64; 3],
    /// Meters between them; negative for a segment that reaches below a half-space.
    pub(super) distance: f64,
}

impl From<&Solid> for Cuboid {
    fn from(&Solid { center, axes, half_extents, .. }: &Solid) -> Self {
        Self { center, axes, half_extents }
    }
}

/// Whether a segment has no length.
pub(super) fn is_point(segment: &Segment<3>) -> bool {
    segment.along().iter().all(|&along| along == 0.0)
}

impl Core {
    /// The closest points of the core and a segment.
    pub(super) fn nearest(&self, b: &Segment<3>) -> Nearest {
        let at = |on_b: [f64; 3]| {
            let on_a = self.nearest_to(on_b);
            Nearest { on_a, on_b, distance: self.distance(on_a, on_b) }
        };
        let mut best = at(b.start);
        if is_point(b) {
            return best;
        }
        let mut keep = |one: Nearest| {
            if one.distance < best.distance {
                best = one;
            }
        };
        let borders = self.borders(b);
        for part in borders.windows(2) {
            let [from, to] = [part[0], part[1]].map(|place| at(b.at(place)));
            let first = difference(from.on_b, from.on_a);
            let change = difference(difference(to.on_b, to.on_a), first);
            let part = (-dot(first, change) / dot(change, change)).clamp(0.0, 1.0);
            keep(to);
            if part.is_finite() {
                keep(at(moved(from.on_b, part, difference(to.on_b, from.on_b))));
            }
        }
        best
    }

    /// Meters between a point of the core and a point; negative below a half-space.
    fn distance(&self, on_a: [f64; 3], on_b: [f64; 3]) -> f64 {
        match *self {
            Self::HalfSpace { normal, offset } => dot(normal, on_b) - offset,
            Self::Box(_) | Self::Segment(_) => length(difference(on_b, on_a)),
        }
    }

    /// The point of the core nearest to a point; the point itself inside a box, the nearest one of the plane for a
    /// half-space.
    fn nearest_to(&self, point: [f64; 3]) -> [f64; 3] {
        match *self {
            Self::Segment(segment) => segment.nearest(point),
            Self::HalfSpace { normal, offset } => moved(point, offset - dot(normal, point), normal),
            Self::Box(solid) => {
                let from_center = difference(point, solid.center);
                (0..3).fold(point, |point, k| {
                    let (along, half) = (dot(solid.axes[k], from_center), solid.half_extents[k]);
                    moved(point, along.clamp(-half, half) - along, solid.axes[k])
                })
            }
        }
    }

    /// The ends of the parts of a segment from 0 to 1, in ascending order, some of which may be the same.
    fn borders(&self, b: &Segment<3>) -> [f64; BORDERS] {
        let mut borders = [0.0; BORDERS];
        borders[1] = 1.0;
        let mut add = |number: usize, before: f64, speed: f64| {
            let place = -before / speed;
            borders[number] = if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) };
        };
        match self {
            Self::HalfSpace { .. } => {}
            Self::Segment(own) => {
                let along = own.along();
                let speed = dot(along, b.along());
                add(2, dot(along, difference(b.start, own.start)), speed);
                add(3, dot(along, difference(b.start, own.end)), speed);
            }
            Self::Box(solid) => {
                for (k, (&axis, &half)) in solid.axes.iter().zip(&solid.half_extents).enumerate() {
                    let from = dot(axis, difference(b.start, solid.center));
                    let speed = dot(axis, b.along());
                    add(2 + 2 * k, from - half, speed);
                    add(3 + 2 * k, from + half, speed);
                }
            }
        }
        borders.sort_unstable_by(f64::total_cmp);
        borders
    }

    /// Meters that the core and a segment are apart along a unit direction; minus infinity along a direction in which a
    /// half-space has no end.
    pub(super) fn separation(&self, b: &Segment<3>, direction: [f64; 3]) -> f64 {
        let low = dot(direction, b.start).min(dot(direction, b.end));
        let high = match *self {
            Self::Box(Cuboid { center, axes, half_extents }) => {
                let reach = |k: usize| half_extents[k] * dot(axes[k], direction).abs();
                dot(center, direction) + reach(0) + reach(1) + reach(2)
            }
            Self::Segment(own) => dot(direction, own.start).max(dot(direction, own.end)),
            Self::HalfSpace { normal, offset } => {
                let is_normal = length(difference(normal, direction)) < super::pair::SAME_DIRECTION;
                return if is_normal {
                    dot(normal, b.start).min(dot(normal, b.end)) - offset
                } else {
                    f64::NEG_INFINITY
                };
            }
        };
        low - high
    }

    /// Meters from the core to a point: how far outside it is, or minus how far below a half-space.
    pub(super) fn distance_to(&self, point: [f64; 3]) -> f64 {
        self.distance(self.nearest_to(point), point)
    }

    /// Meters that the core reaches from its middle: the sum of the half extents, or half the length of a segment.
    pub(super) fn reach(&self) -> f64 {
        match self {
            Self::Box(solid) => solid.half_extents.iter().sum(),
            Self::Segment(own) => 0.5 * length(own.along()),
            Self::HalfSpace { .. } => 0.0,
        }
    }

    /// The center of a box, the middle of a segment, the point of the plane nearest to the origin.
    pub(super) fn middle(&self) -> [f64; 3] {
        match *self {
            Self::Box(solid) => solid.center,
            Self::Segment(own) => scaled(sum(own.start, own.end), 0.5),
            Self::HalfSpace { normal, offset } => scaled(normal, offset),
        }
    }
}
