//! Obstacles that are prepared once for many questions about chains.

use alloc::vec::Vec;

use octosat_lanes::Column;

use super::crowd::Crowd;
use super::leaves::split;
use super::obstacle::Obstacle;
use super::solid::Solid;
use crate::boxes::checks::{Center, check_column};
use crate::boxes::store::{BoxPose, OrientedBox};
use crate::boxes::view::BoxView;
use crate::error::{Error, ErrorKind};
use crate::near::bounds::Bounds;

/// Obstacles for [`Configurations`](super::Configurations) and [`JointMotions`](super::JointMotions): boxes and other solids
/// that stand still, prepared once, and the points or voxels of a camera, which are replaced as it sees others.
///
/// Obstacles have the indices of the list that the world is made of; points and voxels come after solids.
#[derive(Clone, Debug)]
pub struct World {
    given: Vec<Solid>,
    /// Neighbors in space are neighbors here. None if there are many solids.
    pub(super) obstacles: Vec<Obstacle>,
    /// One if there are few obstacles.
    pub(super) leaves: Vec<Leaf>,
    /// The solids, and the points or voxels, in trees.
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
const MOST_IN_LEAVES: usize = 2000;

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

    /// Prepares points, such as those that a camera sees: each is an obstacle of a radius, in meters.
    ///
    /// # Errors
    /// As for [`Self::set_points`].
    ///
    /// # Example
    /// ```
    /// use octosat::{Chain, Configurations, Engine, OrientedBox, World};
    /// let mut robot = Chain::new("base");
    /// robot.attach(0, OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// // Depth images have NaN where nothing is seen.
    /// let seen = [[0.52, 0.1, 0.2], [f32::NAN; 3], [0.9, 0.0, 0.0]];
    /// let points: Vec<[f32; 3]> = seen.into_iter().filter(|point| point[0].is_finite()).collect();
    /// let mut hits = [false];
    /// for (radius, touches) in [(0.01, false), (0.03, true)] {
    ///     let world = World::of_points(&points, radius)?;
    ///     Engine::new().any_overlap(Configurations::new(&robot, &[]).among(&world), &mut hits)?;
    ///     assert_eq!(hits, [touches]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_points<'a>(points: impl Into<Column<'a, 3>>, radius: f32) -> Result<Self, Error> {
        let mut world = Self::of_checked(Vec::new());
        world.set_points(points, radius)?;
        Ok(world)
    }

    /// Prepares voxels: boxes of one size along the world's axes, by their centers. Half the edge lengths are in meters.
    ///
    /// # Errors
    /// As for [`Self::set_voxels`].
    pub fn of_voxels<'a>(
        centers: impl Into<Column<'a, 3>>,
        half_extents: [f32; 3],
    ) -> Result<Self, Error> {
        let mut world = Self::of_checked(Vec::new());
        world.set_voxels(centers, half_extents)?;
        Ok(world)
    }

    /// Replaces the points or voxels of the world by points of a radius, in meters; the solids stay as they are prepared.
    ///
    /// The indices of points come after those of the solids. No points remove those that there were.
    ///
    /// # Errors
    /// A point with a coordinate that is not finite or beyond 1e12 m, which the error names; a negative radius; or so many
    /// points that 32 bits do not number all obstacles. The world is then as it was.
    pub fn set_points<'a>(
        &mut self,
        points: impl Into<Column<'a, 3>>,
        radius: f32,
    ) -> Result<(), Error> {
        let point = Solid::capsule(BoxPose::IDENTITY, radius, 0.0);
        self.set_alike("point", &points.into(), point)
    }

    /// Replaces the points or voxels of the world by voxels, given their centers and half their edge lengths, in meters; the
    /// solids stay as they are prepared.
    ///
    /// The indices of voxels come after those of the solids. No voxels remove those that there were.
    ///
    /// # Errors
    /// As for [`Self::set_points`], or half extents that a store would reject.
    pub fn set_voxels<'a>(
        &mut self,
        centers: impl Into<Column<'a, 3>>,
        half_extents: [f32; 3],
    ) -> Result<(), Error> {
        let voxel = OrientedBox { pose: BoxPose::IDENTITY, half_extents };
        self.set_alike("voxel", &centers.into(), voxel.into())
    }

    /// Replaces the points or voxels by solids of one shape.
    fn set_alike(
        &mut self,
        list: &'static str,
        centers: &Column<'_, 3>,
        shape: Solid,
    ) -> Result<(), Error> {
        let of_list = |error: Error| error.of(list).of_kind(ErrorKind::Shape);
        let shape = shape.checked(0).map_err(of_list)?;
        check_column(centers, Center::OF_BOX).map_err(of_list)?;
        let (first, count) = (self.given.len(), centers.len());
        let (Ok(first), Ok(_)) = (u32::try_from(first), u32::try_from(first + count)) else {
            let why =
                format_args!("{count} {list}s and {first} solids are more than 32 bits number");
            return Err(Error::new(ErrorKind::Length, why));
        };
        self.crowds[1] = (count > 0).then(|| Crowd::of_alike(shape, first, centers));
        Ok(())
    }

    /// The solids in the order of their indices, as they are stored.
    #[must_use]
    pub fn solids(&self) -> &[Solid] {
        &self.given
    }

    /// All obstacles, in trees.
    #[inline(always)]
    pub(super) fn crowds(&self) -> impl Iterator<Item = &Crowd> {
        self.crowds.iter().flatten()
    }

    /// The obstacles that are in no leaf, in trees.
    #[inline(always)]
    pub(super) fn trees(&self) -> impl Iterator<Item = &Crowd> {
        self.crowds[usize::from(!self.leaves.is_empty())..].iter().flatten()
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
        let solids = (!given.is_empty()).then(|| Crowd::of_solids(&given));
        let crowds = [solids, None];
        if given.is_empty() || given.len() > MOST_IN_LEAVES {
            return Self { given, obstacles: Vec::new(), leaves: Vec::new(), crowds };
        }
        let numbered = (0..).zip(&given);
        let mut obstacles: Vec<Obstacle> =
            numbered.map(|(index, solid)| Obstacle::new(index, solid.clone())).collect();
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
        Self { given, obstacles, leaves, crowds }
    }
}
