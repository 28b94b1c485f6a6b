//! Obstacles that are prepared once for many questions about chains.

use alloc::vec::Vec;

use super::leaves::split;
use super::solid::Solid;
use crate::boxes::error::BoxError;
use crate::boxes::store::OrientedBox;
use crate::boxes::store::rotation::{axis, round};
use crate::boxes::view::BoxView;
use crate::tolerances::{FACE_BOUND_OF_OFFSET, FAR_SPHERES};

/// Obstacles for [`Configurations`](super::Configurations) and [`JointMotions`](super::JointMotions): boxes, cylinders and
/// capsules that stand still, prepared once.
///
/// Obstacles have the indices of the list that the world is made of.
#[derive(Clone, Debug)]
pub struct World {
    given: Vec<Solid>,
    /// Neighbors in space are neighbors here.
    pub(super) obstacles: Vec<Obstacle>,
    /// One if there are few obstacles.
    pub(super) leaves: Vec<Leaf>,
}

/// A range of obstacles, and bounds along the world's axes that contain them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) bounds: Bounds,
    /// How much larger spheres are taken next to its obstacles, in meters.
    pub(super) slack: f32,
    /// The obstacle after the last one.
    pub(super) end: usize,
    /// Whether its bounds leave out more than they cost.
    pub(super) is_bounded: bool,
}

/// A box along the world's axes, in meters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) center: [f32; 3],
    pub(super) half_extents: [f32; 3],
}

/// An obstacle, with what is computed of it once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) index: u32,
    pub(super) solid: Solid,
    /// Half the edge lengths of its bounding box along its own axes, in meters.
    pub(super) half_extents: [f32; 3],
    /// Its axes in the world, shorter by [`FACE_BOUND_OF_OFFSET`].
    pub(super) axes: [[f32; 3]; 3],
    pub(super) bounds: Bounds,
    /// How much larger spheres are taken next to it, in meters.
    pub(super) slack: f32,
}

/// The obstacles of a leaf: more would not be left out together, and fewer cost too many bounds.
const LEAF: usize = 8;

/// Up to this many obstacles, all are looked at one by one, in one leaf.
pub(super) const MOST_OF_LEAF: usize = 2 * LEAF;

/// How much larger bounds are taken than computed in float64 and rounded, for each meter from the world's origin, without
/// unit.
const BOUNDS_SLACK: f64 = 1e-6;

impl World {
    /// Prepares obstacles.
    ///
    /// # Errors
    /// An obstacle with a value that a store of boxes would reject; the error's index counts within the list.
    pub fn new(solids: impl IntoIterator<Item = Solid>) -> Result<Self, BoxError> {
        let mut given = Vec::new();
        for solid in solids {
            given.push(solid.checked(given.len()).map_err(|error| error.of("obstacle"))?);
        }
        Ok(Self::of_checked(given))
    }

    /// Prepares the boxes of a store or a view as obstacles.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn of_boxes<'a>(boxes: impl Into<BoxView<'a>>) -> Result<Self, BoxError> {
        let view = boxes.into();
        let row = |column, index| view.columns.row(column, index).unwrap_or_default().0;
        Self::new((0..view.len()).map(|index| {
            let [[x, y, z, _], rotation, [i, j, k, _]] = [0, 1, 2].map(|column| row(column, index));
            OrientedBox::new([x, y, z], rotation, [i, j, k]).into()
        }))
    }

    /// The obstacles in the order of their indices, as they are stored.
    #[must_use]
    pub fn solids(&self) -> &[Solid] {
        &self.given
    }

    fn of_checked(given: Vec<Solid>) -> Self {
        let numbered = (0..).zip(&given);
        let mut obstacles: Vec<Obstacle> =
            numbered.map(|(index, &solid)| Obstacle::new(index, solid)).collect();
        let is_bounded = obstacles.len() > MOST_OF_LEAF;
        let len = if is_bounded { LEAF } else { MOST_OF_LEAF };
        let mut start = 0;
        let leaves = split(&mut obstacles, len).into_iter().map(|end| {
            let part = &obstacles[start..end];
            start = end;
            Leaf {
                bounds: Bounds::around(part.iter().map(|obstacle| obstacle.bounds)),
                slack: part.iter().fold(0.0, |most, obstacle| obstacle.slack.max(most)),
                end,
                is_bounded,
            }
        });
        let leaves = leaves.collect();
        Self { given, obstacles, leaves }
    }
}

impl Obstacle {
    fn new(index: u32, solid: Solid) -> Self {
        let half_extents = solid.half_extents();
        let exact: [[f64; 3]; 3] = core::array::from_fn(|k| axis(solid.pose.rotation, k));
        let bounds = core::array::from_fn(|i| {
            let reach: f64 = (0..3).map(|k| exact[k][i].abs() * f64::from(half_extents[k])).sum();
            let center = f64::from(solid.pose.center[i]);
            let slack = BOUNDS_SLACK * (reach + center.abs());
            [center - reach - slack, center + reach + slack]
        });
        Self {
            index,
            solid,
            half_extents,
            axes: exact.map(|axis| axis.map(|number| FACE_BOUND_OF_OFFSET * round(number))),
            bounds: Bounds::between(bounds),
            slack: (FAR_SPHERES - 1.0) * round(solid.bounding_radius()),
        }
    }
}

impl Bounds {
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

    /// The bounds that contain some others.
    pub(super) fn around(parts: impl Iterator<Item = Self>) -> Self {
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
