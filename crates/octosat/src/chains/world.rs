//! Obstacles that are prepared once for many questions about chains.

use alloc::vec::Vec;

use super::crowd::Crowd;
use super::leaves::split;
use super::obstacle::Obstacle;
use super::solid::Solid;
use crate::boxes::store::OrientedBox;
use crate::boxes::view::BoxView;
use crate::error::Error;
use crate::near::bounds::Bounds;

/// Obstacles for [`Configurations`](super::Configurations) and [`JointMotions`](super::JointMotions): boxes, cylinders and
/// capsules that stand still, prepared once.
///
/// Obstacles have the indices of the list that the world is made of.
#[derive(Clone, Debug)]
pub struct World {
    given: Vec<Solid>,
    /// Neighbors in space are neighbors here. None if there are many solids.
    pub(super) obstacles: Vec<Obstacle>,
    /// One if there are few obstacles.
    pub(super) leaves: Vec<Leaf>,
    /// The solids if there are many, and the points or voxels.
    crowds: [Option<Crowd>; 2],
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

/// The obstacles of a leaf: more would not be left out together, and fewer cost too many bounds.
const LEAF: usize = 8;

/// Up to this many obstacles, all are looked at one by one, in one leaf.
pub(super) const MOST_OF_LEAF: usize = 2 * LEAF;

/// Up to this many obstacles, spheres of configurations in lanes look at all leaves. More are in a tree, which one solid of
/// one configuration visits: measured among voxels and among random turned boxes.
const MOST_IN_LEAVES: usize = 1500;

impl World {
    /// Prepares obstacles.
    ///
    /// # Errors
    /// An obstacle with a value that a store of boxes would reject; the error names its shape, and its index counts within
    /// the list.
    pub fn new(solids: impl IntoIterator<Item = Solid>) -> Result<Self, Error> {
        let mut given = Vec::new();
        for solid in solids {
            given.push(solid.checked(given.len())?);
        }
        Ok(Self::of_checked(given))
    }

    /// Prepares the boxes of a store or a view as obstacles.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn of_boxes<'a>(boxes: impl Into<BoxView<'a>>) -> Result<Self, Error> {
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

    /// The obstacles that are in trees.
    #[inline(always)]
    pub(super) fn crowds(&self) -> impl Iterator<Item = &Crowd> {
        self.crowds.iter().flatten()
    }

    /// The number of obstacles: solids, points and voxels.
    #[must_use]
    pub fn len(&self) -> usize {
        self.given.len() + self.crowds[1].as_ref().map_or(0, Crowd::len)
    }

    /// Whether there are no obstacles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn of_checked(given: Vec<Solid>) -> Self {
        if given.len() > MOST_IN_LEAVES {
            let crowd = Crowd::of_solids(&given);
            let (obstacles, leaves) = (Vec::new(), Vec::new());
            return Self { given, obstacles, leaves, crowds: [Some(crowd), None] };
        }
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
        Self { given, obstacles, leaves, crowds: [None, None] }
    }
}
