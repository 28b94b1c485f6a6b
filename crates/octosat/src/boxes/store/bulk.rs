//! Store methods for many boxes at a time.

use octosat_lanes::Row;

use super::columns::{first_three, update_slices};
use super::oriented::{BoxPose, OrientedBox};
use super::single::{BoxStore, check_room};
use crate::boxes::checks::{BOX, Center, POSE, check, check_each};
use crate::boxes::order::{Permutation, morton_order, reorder_columns};
use crate::error::Error;

impl BoxStore {
    /// Makes a store of boxes from three slices, each with one entry per box.
    ///
    /// Units and frames are those of [`OrientedBox`].
    ///
    /// # Errors
    /// Slices of different lengths, or a box that [`insert`](Self::insert) would reject. The error is about the first
    /// such box, and its index counts within the slices.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let centers = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    /// let rotations = [[0.0, 0.0, 0.0, 1.0]; 2];
    /// let store = BoxStore::from_slices(&centers, &rotations, &[[0.5; 3]; 2])?;
    /// assert_eq!(store.len(), 2);
    /// let error = BoxStore::from_slices(&centers, &rotations, &[[0.5; 3], [-1.0; 3]]).unwrap_err();
    /// assert_eq!(error.to_string(), "given box 1: half extents component 0 is -1, below zero");
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn from_slices(
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
        half_extents: &[[f32; 3]],
    ) -> Result<Self, Error> {
        let mut store = Self::new();
        store.extend_from_slices(centers, rotations, half_extents)?;
        Ok(store)
    }

    /// Appends boxes from three slices, each with one entry per box: all of them, or on error none.
    ///
    /// # Errors
    /// As for [`from_slices`](Self::from_slices), or more boxes than there is room for.
    pub fn extend_from_slices(
        &mut self,
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
        half_extents: &[[f32; 3]],
    ) -> Result<(), Error> {
        let count = centers.len();
        Error::check_length("rotation", count, rotations.len())
            .and_then(|()| Error::check_length("half extents", count, half_extents.len()))
            .map_err(|error| error.of(Self::GIVEN))?;
        self.append(count, |at| OrientedBox {
            pose: BoxPose::new(centers[at], rotations[at]),
            half_extents: half_extents[at],
        })
    }

    /// Appends boxes: all of them, or on error none.
    ///
    /// # Errors
    /// A box that [`insert`](Self::insert) would reject, or no room for all. The error's index
    /// counts within the slice.
    pub fn extend_from_boxes(&mut self, boxes: &[OrientedBox]) -> Result<(), Error> {
        self.append(boxes.len(), |at| boxes[at])
    }

    /// Moves every box, for the next frame: all of them, or on error none. Allocates nothing.
    ///
    /// This is the fastest way to move all boxes.
    ///
    /// # Errors
    /// Slices of another length than the store, or a pose that [`insert`](Self::insert) would reject. The error is
    /// about the first such pose, and its index counts within the slices.
    pub fn set_poses(&mut self, centers: &[[f32; 3]], rotations: &[[f32; 4]]) -> Result<(), Error> {
        self.check_counts(centers.len(), rotations.len())?;
        if self.copy_poses(centers, rotations) {
            return Ok(());
        }
        self.assign(|at| BoxPose::new(centers[at], rotations[at]))
    }

    /// Moves every box to the next pose of an iterator: all of them, or on error none. Allocates
    /// nothing.
    ///
    /// The iterator is cloned and run twice, to check all poses before the first is written; both
    /// runs must give the same poses.
    ///
    /// # Errors
    /// More or fewer poses than boxes (surplus poses after the first are not counted), or a pose that
    /// [`insert`](Self::insert) would reject. The error's index counts the poses.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxPose, BoxStore};
    /// struct Body { position: [f32; 3], rotation: [f32; 4], mass: f32 }
    /// let bodies = [Body { position: [1.0, 2.0, 3.0], rotation: [0.0, 0.0, 0.0, 1.0], mass: 5.0 }];
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// let poses = bodies.iter().map(|body| BoxPose::new(body.position, body.rotation));
    /// boxes.set_poses_from_iter(poses)?;
    /// assert_eq!(boxes.centers()[0], [1.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn set_poses_from_iter(
        &mut self,
        poses: impl IntoIterator<Item = BoxPose, IntoIter: Clone>,
    ) -> Result<(), Error> {
        self.assign_some(0..self.len(), poses.into_iter())
    }

    /// Moves some boxes, such as those that are awake: all of them, or on error none. Allocates nothing.
    ///
    /// The iterator gives one pose per index. It is run twice, as in
    /// [`set_poses_from_iter`](Self::set_poses_from_iter). If an index occurs twice, its last pose counts.
    ///
    /// # Errors
    /// An index that is out of range, more or fewer poses than indices, or a pose that
    /// [`insert`](Self::insert) would reject. The error's index counts within the list of indices.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxPose, BoxStore};
    /// let mut boxes =
    ///     BoxStore::from_slices(&[[0.0; 3]; 9], &[[0.0, 0.0, 0.0, 1.0]; 9], &[[0.5; 3]; 9])?;
    /// let awake = [2, 7];
    /// boxes.set_poses_of(&awake, [BoxPose::IDENTITY, BoxPose::new([1.0; 3], [0.0, 0.0, 1.0, 0.0])])?;
    /// assert_eq!(boxes.centers()[7], [1.0, 1.0, 1.0, 0.0]);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn set_poses_of(
        &mut self,
        indices: &[u32],
        poses: impl IntoIterator<Item = BoxPose, IntoIter: Clone>,
    ) -> Result<(), Error> {
        let len = self.len();
        for (row, &index) in indices.iter().enumerate() {
            if index as usize >= len {
                return Err(Error::out_of_range(index, len).at(row).of(Self::GIVEN));
            }
        }
        self.assign_some(indices.iter().map(|&index| index as usize), poses.into_iter())
    }

    /// Moves every box by its displacement, in meters in the world: all of them, or on error none.
    ///
    /// # Errors
    /// If there is not one displacement per box, or if [`insert`](Self::insert) would reject a center after the
    /// motion.
    pub fn translate(&mut self, displacements: &[[f32; 3]]) -> Result<(), Error> {
        self.check_count("center", displacements.len())?;
        let centers = self.column(0);
        let center = |at: usize| first_three(moved(centers[at], displacements[at]));
        check_each(self.len(), center, Center::OF_BOX).map_err(|error| error.of(Self::NAME))?;
        let [centers, ..] = self.columns.as_mut() else { return Ok(()) };
        update_slices([centers.as_mut_slice()], |at, [row]| *row = moved(*row, displacements[at]));
        Ok(())
    }

    /// Puts the boxes in another order: index `i` gets the box that had index `order.old_indices()[i]`.
    ///
    /// # Errors
    /// A permutation of another length than the store.
    pub fn reorder(&mut self, order: &Permutation) -> Result<(), Error> {
        self.check_count("index", order.len())?;
        reorder_columns(order, self.columns.as_mut());
        Ok(())
    }

    /// Sorts the boxes so that neighbors in space are neighbors in memory, and returns the new order.
    ///
    /// This makes queries about large scenes faster, which are limited by memory. Update index pairs with
    /// [`renumber_pairs`](crate::boxes::order::renumber_pairs).
    pub fn sort_spatially(&mut self) -> Permutation {
        let order = morton_order::<3>(self.floats(0));
        reorder_columns(&order, self.columns.as_mut());
        order
    }

    /// Appends the boxes of the numbers below `count`.
    pub(super) fn append(
        &mut self,
        count: usize,
        item: impl Fn(usize) -> OrientedBox + Send + Sync,
    ) -> Result<(), Error> {
        check_room(self.len(), count)
            .and_then(|()| check_each(count, |at| item(at).parts(), BOX))
            .map_err(|error| error.of(Self::GIVEN))?;
        self.push(count, item);
        Ok(())
    }

    /// Gives every box the pose of its index; fails, and writes nothing, if one is not accepted.
    pub(super) fn assign(
        &mut self,
        pose: impl Fn(usize) -> BoxPose + Send + Sync,
    ) -> Result<(), Error> {
        check_each(self.len(), |at| pose(at).parts(), POSE)
            .map_err(|error| error.of(Self::GIVEN))?;
        self.write_poses(|first, poses| {
            for (at, to) in (first..).zip(poses) {
                *to = pose(at).normalized();
            }
        });
        Ok(())
    }

    /// Gives the boxes of some indices, all below the length, one pose each.
    fn assign_some(
        &mut self,
        indices: impl ExactSizeIterator<Item = usize> + Clone,
        poses: impl Iterator<Item = BoxPose> + Clone,
    ) -> Result<(), Error> {
        let expected = indices.len();
        let mut found = 0;
        for pose in poses.clone().take(expected + 1) {
            check(found, pose.parts(), POSE).map_err(|error| error.of(Self::GIVEN))?;
            found += 1;
        }
        Error::check_length("pose", expected, found).map_err(|error| error.of(Self::GIVEN))?;
        for (at, pose) in indices.zip(poses) {
            self.write_pose(at, pose.normalized());
        }
        Ok(())
    }

    /// Fails unless there is one center and one rotation per box.
    pub(super) fn check_counts(&self, centers: usize, rotations: usize) -> Result<(), Error> {
        self.check_count("center", centers)?;
        self.check_count("rotation", rotations)
    }

    /// Fails unless a list has one entry per box.
    pub(super) fn check_count(&self, field: &'static str, found: usize) -> Result<(), Error> {
        Error::check_length(field, self.len(), found).map_err(|error| error.of(Self::GIVEN))
    }
}

/// The row of the first column after its box has moved without rotating.
#[inline(always)]
fn moved(mut row: Row, by: [f32; 3]) -> Row {
    for (component, by) in row.0.iter_mut().zip(by) {
        *component = *component + by + 0.0;
    }
    row
}
