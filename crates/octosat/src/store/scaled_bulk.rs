//! The store of scaled boxes: many boxes at a time.

use octosat_lanes::Row;

use super::boxes::{check_room, first_three, row_of};
use super::checks::{
    Center, HalfExtents, Rotation, ScaledAxis, Source, check_column, check_frames, plain,
};
use super::scaled::{axis_row, stored_axis};
use super::{BoxStore, ScaledBoxStore, rotation, sweep};
use crate::error::{BoxError, BoxField};
use crate::order::{Permutation, morton_order, reorder_columns};

impl ScaledBoxStore {
    /// A store of the boxes that four slices describe, one entry a box in each.
    ///
    /// Large loads use the thread pool with the feature `parallel`; the bits do not depend on it.
    ///
    /// # Errors
    /// Slices of different lengths, or a box that [`insert`](Self::insert) would refuse: the first
    /// bad one of the first bad slice. The error's index counts within the slices.
    pub fn from_slices(centers: &[[f32; 3]], axes: [&[[f32; 4]]; 3]) -> Result<Self, BoxError> {
        let mut store = Self::new();
        store.extend_from_slices(centers, axes)?;
        Ok(store)
    }

    /// Appends the boxes that four slices describe: all of them, or on error none.
    ///
    /// # Errors
    /// As for [`from_slices`](Self::from_slices), or no room for so many boxes.
    pub fn extend_from_slices(
        &mut self,
        centers: &[[f32; 3]],
        axes: [&[[f32; 4]]; 3],
    ) -> Result<(), BoxError> {
        for (axis, column) in (0..).zip(axes) {
            BoxError::check_length(BoxField::Axis(axis), centers.len(), column.len())?;
        }
        check_room(self.len(), centers.len())?;
        check_column(&plain(centers), Center::OF_SCALED)?;
        for (axis, items) in axes.into_iter().enumerate() {
            check_column(&plain(items), ScaledAxis::to_store(axis))?;
        }
        check_frames(&axes.map(plain))?;
        self.reserve(centers.len());
        sweep::extend(&mut self.centers, centers, |center| row_of(*center));
        for (column, rows) in self.axes.iter_mut().zip(axes) {
            sweep::extend(column, rows, |row| Row(stored_axis(*row)));
        }
        Ok(())
    }

    /// A store of the same boxes with their axes scaled.
    ///
    /// # Errors
    /// A box beyond the narrower limits of this store; the error's index is the box's.
    pub fn from_boxes(boxes: &BoxStore) -> Result<Self, BoxError> {
        let mut scaled = Self::new();
        scaled.copy_from_boxes(boxes)?;
        Ok(scaled)
    }

    /// Replaces every box by those of a [`BoxStore`], or on error none; the memory is used again.
    ///
    /// # Errors
    /// A box beyond the narrower limits of this store; the error's index is the box's.
    pub fn copy_from_boxes(&mut self, boxes: &BoxStore) -> Result<(), BoxError> {
        let centers = boxes.centers();
        let half_extents = boxes.half_extents();
        let value = |row: &Row| first_three(*row);
        check_column(&Source { items: centers, value }, Center::OF_SCALED)?;
        check_column(&Source { items: half_extents, value }, HalfExtents::OF_SCALED)?;
        self.clear();
        self.reserve(boxes.len());
        sweep::extend(&mut self.centers, centers, |center| *center);
        for (k, column) in self.axes.iter_mut().enumerate() {
            sweep::extend(column, half_extents, |row| Row([0.0, 0.0, 0.0, row.0[k]]));
        }
        self.turn(boxes.rotations(), |row| row.0);
        Ok(())
    }

    /// Moves every box, for the next frame: all of them, or on error none. Allocates nothing.
    ///
    /// # Errors
    /// Slices of another length than the store, a centre beyond the limit, or a rotation that is not
    /// finite or off unit length.
    pub fn set_poses(
        &mut self,
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
    ) -> Result<(), BoxError> {
        BoxError::check_length(BoxField::Center, self.len(), centers.len())?;
        BoxError::check_length(BoxField::Rotation, self.len(), rotations.len())?;
        check_column(&plain(centers), Center::OF_SCALED)?;
        check_column(&plain(rotations), Rotation::OF_BOX)?;
        sweep::update(&mut self.centers, centers, |row, center| *row = row_of(*center));
        self.turn(rotations, |rotation| *rotation);
        Ok(())
    }

    /// Puts the boxes in another order: the box of new index `i` is the one of old index
    /// `order.old_indices()[i]`.
    ///
    /// # Errors
    /// A permutation of another length than the store.
    pub fn reorder(&mut self, order: &Permutation) -> Result<(), BoxError> {
        BoxError::check_length(BoxField::Index, self.len(), order.len())?;
        reorder_columns(order, self.columns_mut());
        Ok(())
    }

    /// Puts boxes that are near in space near in memory, and returns the order taken.
    ///
    /// As [`BoxStore::sort_spatially`].
    pub fn sort_spatially(&mut self) -> Permutation {
        let order = morton_order(&self.centers);
        reorder_columns(&order, self.columns_mut());
        order
    }

    fn columns_mut(&mut self) -> [&mut Vec<Row>; 4] {
        let [first, second, third] = &mut self.axes;
        [&mut self.centers, first, second, third]
    }

    /// Gives every box accepted rotations and keeps the half extents.
    fn turn<R: Sync>(
        &mut self,
        rotations: &[R],
        value: impl Fn(&R) -> [f32; 4] + Copy + Sync + Send,
    ) {
        let [first, second, third] = &mut self.axes;
        turn_axis::<0, R>(first, rotations, value);
        turn_axis::<1, R>(second, rotations, value);
        turn_axis::<2, R>(third, rotations, value);
    }
}

/// Turns one column of axes; with the axis known to the compiler this takes half the time.
fn turn_axis<const AXIS: usize, R: Sync>(
    column: &mut [Row],
    rotations: &[R],
    value: impl Fn(&R) -> [f32; 4] + Sync + Send,
) {
    sweep::update(column, rotations, |row, item| {
        let axis = rotation::axis(rotation::stored(value(item)), AXIS);
        *row = Row(axis_row(axis, row.0[3]));
    });
}

#[cfg(test)]
mod tests {
    use super::super::boxes::tests::boxes;
    use super::super::{BoxPose, OrientedBox, ScaledBox};
    use super::*;
    use crate::error::BoxProblem;

    fn scaled_boxes(count: usize) -> Vec<ScaledBox> {
        boxes(count).into_iter().map(|item| ScaledBox::from_oriented(item).unwrap()).collect()
    }

    fn one_by_one(boxes: &[ScaledBox]) -> ScaledBoxStore {
        let mut store = ScaledBoxStore::new();
        for item in boxes {
            store.insert(*item).unwrap();
        }
        store
    }

    fn load(boxes: &[ScaledBox]) -> Result<ScaledBoxStore, BoxError> {
        let centers: Vec<_> = boxes.iter().map(|item| item.center).collect();
        let axes: [Vec<_>; 3] =
            core::array::from_fn(|k| boxes.iter().map(|item| item.axes[k]).collect());
        ScaledBoxStore::from_slices(&centers, [&axes[0], &axes[1], &axes[2]])
    }

    fn bits(store: &ScaledBoxStore) -> [Vec<u32>; 4] {
        [store.centers(), store.axes(0), store.axes(1), store.axes(2)]
            .map(|rows| bytemuck::cast_slice(rows).to_vec())
    }

    #[test]
    fn every_way_in_gives_the_same_bits() {
        for count in [0, 1, 3000] {
            let expected = bits(&one_by_one(&scaled_boxes(count)));
            assert_eq!(bits(&load(&scaled_boxes(count)).unwrap()), expected);
            let mut plain = BoxStore::new();
            plain.extend_from_boxes(&boxes(count)).unwrap();
            let mut store = ScaledBoxStore::from_boxes(&plain).unwrap();
            assert_eq!(bits(&store), expected);
            store.copy_from_boxes(&plain).unwrap();
            assert_eq!(bits(&store), expected);
            let again: Vec<_> = store.iter().collect();
            assert_eq!(bits(&one_by_one(&again)), expected);
            let [a, b, c] = [store.axes(0), store.axes(1), store.axes(2)];
            assert_eq!(
                crate::view::ScaledBoxView::new(store.centers(), [a, b, c]).unwrap().len(),
                count
            );
        }
    }

    #[test]
    fn large_loads_and_moves_are_small_ones() {
        let few = boxes(1000);
        let many: Vec<OrientedBox> = few.iter().copied().cycle().take(70_000).collect();
        let mut plain = BoxStore::new();
        plain.extend_from_boxes(&many).unwrap();
        let mut store = ScaledBoxStore::from_boxes(&plain).unwrap();
        let expected = bits(&one_by_one(
            &scaled_boxes(1000).into_iter().cycle().take(70_000).collect::<Vec<_>>(),
        ));
        assert_eq!(bits(&store), expected);
        let all: Vec<_> = store.iter().collect();
        assert_eq!(bits(&load(&all).unwrap()), expected);
        store.set_poses(&vec![[0.0; 3]; 70_000], &vec![[0.0, 0.0, 0.0, 1.0]; 70_000]).unwrap();
        let centers: Vec<_> = many.iter().map(|item| item.pose.center).collect();
        let rotations: Vec<_> = many.iter().map(|item| item.pose.rotation).collect();
        store.set_poses(&centers, &rotations).unwrap();
        assert_eq!(bits(&store), expected);
    }

    #[test]
    fn a_refused_load_changes_nothing() {
        let good = scaled_boxes(40);
        let mut store = one_by_one(&good);
        let before = store.clone();
        let refused = |change: fn(&mut ScaledBox)| {
            let mut bad = good.clone();
            change(&mut bad[30]);
            change(&mut bad[35]);
            let error = load(&bad).unwrap_err();
            assert_eq!(error.index, 30);
            let single = one_by_one(&good[..30]).insert(bad[30]).unwrap_err();
            // As text, because an error that shows a NaN equals nothing.
            assert_eq!(single.to_string(), error.to_string());
            error
        };
        assert_eq!(refused(|item| item.center[0] = 2e9).field, BoxField::Center);
        assert_eq!(refused(|item| item.axes[1][0] = f32::NAN).field, BoxField::Axis(1));
        assert_eq!(refused(|item| item.axes[2][3] *= 2.0).field, BoxField::Axis(2));
        let error = refused(|item| item.axes[2] = item.axes[0]);
        assert!(matches!(error.problem, BoxProblem::Sheared { .. }));
        let error = refused(|item| item.axes.swap(0, 2));
        assert_eq!(error.problem, BoxProblem::Mirrored);
        assert!(store.set_poses(&[[0.0; 3]; 40], &[[0.0; 4]; 40]).is_err());
        assert!(store.set_poses(&[[0.0; 3]; 39], &[[0.0; 4]; 40]).is_err());
        assert!(store.extend_from_slices(&[[0.0; 3]], [&[], &[], &[]]).is_err());
        let mut plain = BoxStore::new();
        plain.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1e-7, 1.0, 1.0])).unwrap();
        let error = store.copy_from_boxes(&plain).unwrap_err();
        assert!(matches!(error.problem, BoxProblem::TooSmall { component: 0, .. }));
        assert_eq!(store, before);
    }

    #[test]
    fn poses_and_sizes_change_apart_from_each_other() {
        let mut store = one_by_one(&scaled_boxes(4));
        let before = store.clone();
        let turned = boxes(3)[1];
        store.set_pose(2, turned.pose).unwrap();
        let expected =
            OrientedBox { half_extents: before.get(2).unwrap().half_extents(), ..turned };
        assert_eq!(store.get(2).unwrap(), ScaledBox::from_oriented(expected).unwrap());
        for size in [0.0, 3.0, 0.1, 0.0, 7.0] {
            store.set_half_extents(2, [size, 1.0, size]).unwrap();
            assert!(store.get(2).unwrap().check(2).is_ok());
            assert!((store.get(2).unwrap().half_extents()[0] - size).abs() < 1e-9);
        }
        let back = store.get(2).unwrap().to_oriented().unwrap();
        let expected = BoxPose { rotation: rotation::stored(turned.pose.rotation), ..turned.pose };
        let dot: f32 = (0..4).map(|k| back.pose.rotation[k] * expected.rotation[k]).sum();
        assert!(dot.abs() > 1.0 - 1e-6);
        assert!(store.set_half_extents(2, [-1.0, 1.0, 1.0]).is_err());
        assert!(store.set_half_extents(4, [1.0; 3]).is_err());
        assert!(store.set_pose(4, turned.pose).is_err());
        assert_eq!(store.set_pose(1, BoxPose::new([2e9; 3], [0.0; 4])).unwrap_err().index, 1);
        assert_eq!(store.set_pose(1, BoxPose::new([2e8; 3], [0.0; 4])).unwrap_err().index, 1);
        assert_eq!(
            (store.get(1), store.get(3), store.get(4)),
            (before.get(1), before.get(3), None)
        );
    }

    #[test]
    fn removal_and_reordering() {
        let all = scaled_boxes(5);
        let mut store = one_by_one(&all);
        assert_eq!(store.remove(1), Some(all[1]));
        assert_eq!(store.swap_remove(0), Some(all[0]));
        assert_eq!(store.iter().collect::<Vec<_>>(), [all[4], all[2], all[3]]);
        assert_eq!((store.remove(3), store.swap_remove(3)), (None, None));
        let before = store.clone();
        let order = store.sort_spatially();
        store.reorder(&order.inverse()).unwrap();
        assert_eq!(store, before);
        assert!(store.reorder(&Permutation::identity(2)).is_err());
        store.clear();
        assert!(store.is_empty() && store.view().is_empty());
    }

    #[test]
    fn half_axes_may_be_mirrored_or_zero_but_not_sheared() {
        let axes = [[0.0, 2.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
        let mirrored = ScaledBox::from_half_axes([1.0; 3], axes).unwrap();
        assert_eq!(mirrored.axes[2].map(f32::to_bits), [0.0, 0.0, -4.0_f32, 4.0].map(f32::to_bits));
        let rod =
            ScaledBox::from_half_axes([1.0; 3], [[0.0; 3], [0.0, 0.0, 4.0], [0.0; 3]]).unwrap();
        assert_eq!(rod.half_extents().map(f32::to_bits), [0.0, 4.0_f32, 0.0].map(f32::to_bits));
        let tiny = ScaledBox { axes: [[1e-10, 1.0, 0.0, 1.0], axes_row(0), axes_row(2)], ..rod };
        let mut store = one_by_one(&[mirrored, rod]);
        assert_eq!(store.insert(tiny).unwrap_err().problem, BoxProblem::Mirrored);
        let tiny = ScaledBox { axes: [axes_row(0), [-1e-10, 2.0, -0.0, 2.0], axes_row(2)], ..rod };
        assert_eq!(store.insert(tiny), Ok(2));
        assert_eq!(store.axes(1)[2].0.map(f32::to_bits), [0.0, 2.0, 0.0, 2.0].map(f32::to_bits));
        assert!(ScaledBox::from_half_axes([1.0; 3], [axes[0], [3.0, 1.0, 0.0], axes[2]]).is_err());
    }

    fn axes_row(k: usize) -> [f32; 4] {
        let mut row = [0.0, 0.0, 0.0, 1.0];
        row[k] = 1.0;
        row
    }
}
