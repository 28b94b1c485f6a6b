//! Boxes along the world's axes that contain others.

use super::GAP_SLACK;
use crate::boxes::rotation::{axis, round};

/// How much larger bounds are taken than computed in float64 and rounded, for each meter from the world's origin, without
/// unit.
const BOUNDS_SLACK: f64 = 1e-6;

/// How many times a clearance the distance of two solids may be, without unit: an axis of theirs shows 1/√3 of it or more. A
/// bit more than the root of three covers rounding.
pub(crate) const DISTANCES_PER_CLEARANCE: f32 = 1.733;

/// What is in the bounds of a tree. It decides which numbers are below clearances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Boxes along the world's axes: a gap along one is a gap between the boxes.
    Aligned,
    /// Others: their distance is no less, but may be along none of their axes.
    Turned,
    /// Balls: their clearance is the distance.
    Balls,
}

impl Contents {
    /// Which part of gaps along the world's axes counts.
    #[inline(always)]
    pub(crate) fn part(self) -> f32 {
        1.0 / self.distances_per_gap()
    }

    /// How many times the largest gap along the axes of a pair a gap along an axis of the world may be.
    #[inline(always)]
    pub(crate) fn distances_per_gap(self) -> f32 {
        if self == Self::Turned { DISTANCES_PER_CLEARANCE } else { 1.0 }
    }
}

/// A box along the world's axes, in meters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) center: [f32; 3],
    pub(crate) half_extents: [f32; 3],
}

/// Where a box along the world's axes begins and ends, with the slack of its gaps, in meters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) lower: [f32; 3],
    pub(crate) upper: [f32; 3],
}

impl Bounds {
    /// The bounds of a box, given half its edge lengths.
    pub(crate) fn of_box(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> Self {
        let axes: [[f64; 3]; 3] = core::array::from_fn(|k| axis(rotation, k));
        Self::between(core::array::from_fn(|i| {
            let reach: f64 = (0..3).map(|k| axes[k][i].abs() * f64::from(half_extents[k])).sum();
            let center = f64::from(center[i]);
            let slack = BOUNDS_SLACK * (reach + center.abs());
            [center - reach - slack, center + reach + slack]
        }))
    }

    /// The bounds between a lower and an upper limit along each axis.
    fn between(limits: [[f64; 2]; 3]) -> Self {
        Self {
            center: limits.map(|[lower, upper]| round(0.5 * (lower + upper))),
            half_extents: limits.map(|[lower, upper]| {
                // The center is rounded, too.
                round(0.5 * (upper - lower) + BOUNDS_SLACK * (lower.abs() + upper.abs()))
            }),
        }
    }

    /// Where they begin and end, up to rounding, which is less than what bounds are larger by. What is beyond them is beyond
    /// a gap, too, also the part of it that counts for turned boxes.
    pub(crate) fn limits(&self) -> Limits {
        let Self { center, half_extents } = self;
        let slack = DISTANCES_PER_CLEARANCE * GAP_SLACK * half_extents.iter().sum::<f32>();
        Limits {
            lower: core::array::from_fn(|k| center[k] - (half_extents[k] + slack)),
            upper: core::array::from_fn(|k| center[k] + (half_extents[k] + slack)),
        }
    }

    /// The bounds that contain some others.
    pub(crate) fn around(parts: impl Iterator<Item = Self>) -> Self {
        let mut limits = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for part in parts {
            for (k, [lower, upper]) in limits.iter_mut().enumerate() {
                let [center, half] = [part.center[k], part.half_extents[k]].map(f64::from);
                (*lower, *upper) = (lower.min(center - half), upper.max(center + half));
            }
        }
        Self::between(limits)
    }
}
