//! The store of boxes: many boxes at a time.

use octosat_lanes::Row;

use super::boxes::{check_room, row_of};
use super::checks::{Center, HalfExtents, Rotation, Source, check_column, plain};
use super::{BoxStore, OrientedBox, rotation, sweep};
use crate::error::{BoxError, BoxField};
use crate::order::{Permutation, morton_order, reorder_columns};

impl BoxStore {
    /// A store of the boxes that three slices describe, one entry a box in each.
    ///
    /// Units and frames are those of [`OrientedBox`]. Large loads use the thread pool with the
    /// feature `parallel`; the bits do not depend on it.
    ///
    /// # Errors
    /// Slices of different lengths, or a box that [`insert`](Self::insert) would refuse: the first
    /// bad one of the first bad slice. The error's index counts within the slices.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxField, BoxStore};
    /// let centers = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    /// let rotations = [[0.0, 0.0, 0.0, 1.0]; 2];
    /// let store = BoxStore::from_slices(&centers, &rotations, &[[0.5; 3]; 2])?;
    /// assert_eq!(store.len(), 2);
    /// let error = BoxStore::from_slices(&centers, &rotations, &[[0.5; 3], [-1.0; 3]]);
    /// assert_eq!(error.map_err(|error| (error.index, error.field)), Err((1, BoxField::HalfExtents)));
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    pub fn from_slices(
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
        half_extents: &[[f32; 3]],
    ) -> Result<Self, BoxError> {
        let mut store = Self::new();
        store.extend_from_slices(centers, rotations, half_extents)?;
        Ok(store)
    }

    /// Appends the boxes that three slices describe: all of them, or on error none.
    ///
    /// # Errors
    /// As for [`from_slices`](Self::from_slices), or no room for so many boxes.
    pub fn extend_from_slices(
        &mut self,
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
        half_extents: &[[f32; 3]],
    ) -> Result<(), BoxError> {
        self.append(&plain(centers), &plain(rotations), &plain(half_extents))
    }

    /// Appends boxes: all of them, or on error none.
    ///
    /// # Errors
    /// A box that [`insert`](Self::insert) would refuse, or no room for so many. The error's index
    /// counts within the slice.
    pub fn extend_from_boxes(&mut self, boxes: &[OrientedBox]) -> Result<(), BoxError> {
        self.append(
            &Source { items: boxes, value: |item: &OrientedBox| item.pose.center },
            &Source { items: boxes, value: |item: &OrientedBox| item.pose.rotation },
            &Source { items: boxes, value: |item: &OrientedBox| item.half_extents },
        )
    }

    /// Moves every box, for the next frame: all of them, or on error none. Allocates nothing.
    ///
    /// # Errors
    /// Slices of another length than the store, or a pose that [`insert`](Self::insert) would
    /// refuse.
    pub fn set_poses(
        &mut self,
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
    ) -> Result<(), BoxError> {
        self.assign(&plain(centers), &plain(rotations))
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
    /// Worth its time for large scenes, where waiting for memory decides the speed; carry index
    /// pairs along with [`renumber_pairs`](crate::order::renumber_pairs).
    pub fn sort_spatially(&mut self) -> Permutation {
        let order = morton_order(&self.centers);
        reorder_columns(&order, self.columns_mut());
        order
    }

    fn columns_mut(&mut self) -> [&mut Vec<Row>; 3] {
        [&mut self.centers, &mut self.rotations, &mut self.half_extents]
    }

    pub(super) fn append<C: Sync, R: Sync, H: Sync>(
        &mut self,
        centers: &Source<'_, C, impl Fn(&C) -> [f32; 3] + Sync + Send>,
        rotations: &Source<'_, R, impl Fn(&R) -> [f32; 4] + Sync + Send>,
        half_extents: &Source<'_, H, impl Fn(&H) -> [f32; 3] + Sync + Send>,
    ) -> Result<(), BoxError> {
        let count = centers.items.len();
        BoxError::check_length(BoxField::Rotation, count, rotations.items.len())?;
        BoxError::check_length(BoxField::HalfExtents, count, half_extents.items.len())?;
        check_room(self.len(), count)?;
        check_column(centers, Center::OF_BOX)?;
        check_column(rotations, Rotation::OF_BOX)?;
        check_column(half_extents, HalfExtents::OF_BOX)?;
        self.reserve(count);
        sweep::extend(&mut self.centers, centers.items, |item| row_of((centers.value)(item)));
        sweep::extend(&mut self.rotations, rotations.items, |item| {
            Row(rotation::stored((rotations.value)(item)))
        });
        sweep::extend(&mut self.half_extents, half_extents.items, |item| {
            row_of((half_extents.value)(item))
        });
        Ok(())
    }

    pub(super) fn assign<C: Sync, R: Sync>(
        &mut self,
        centers: &Source<'_, C, impl Fn(&C) -> [f32; 3] + Sync + Send>,
        rotations: &Source<'_, R, impl Fn(&R) -> [f32; 4] + Sync + Send>,
    ) -> Result<(), BoxError> {
        BoxError::check_length(BoxField::Center, self.len(), centers.items.len())?;
        BoxError::check_length(BoxField::Rotation, self.len(), rotations.items.len())?;
        check_column(centers, Center::OF_BOX)?;
        check_column(rotations, Rotation::OF_BOX)?;
        sweep::update(&mut self.centers, centers.items, |row, item| {
            *row = row_of((centers.value)(item));
        });
        sweep::update(&mut self.rotations, rotations.items, |row, item| {
            *row = Row(rotation::stored((rotations.value)(item)));
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::boxes::tests::boxes;
    use super::*;
    use crate::error::BoxProblem;

    /// The same boxes as three slices.
    struct Slices {
        centers: Vec<[f32; 3]>,
        rotations: Vec<[f32; 4]>,
        half_extents: Vec<[f32; 3]>,
    }

    impl Slices {
        fn of(boxes: &[OrientedBox]) -> Self {
            Self {
                centers: boxes.iter().map(|item| item.pose.center).collect(),
                rotations: boxes.iter().map(|item| item.pose.rotation).collect(),
                half_extents: boxes.iter().map(|item| item.half_extents).collect(),
            }
        }

        fn load(&self) -> Result<BoxStore, BoxError> {
            BoxStore::from_slices(&self.centers, &self.rotations, &self.half_extents)
        }
    }

    fn bits(store: &BoxStore) -> [Vec<u32>; 3] {
        [store.centers(), store.rotations(), store.half_extents()]
            .map(|rows| bytemuck::cast_slice(rows).to_vec())
    }

    fn one_by_one(boxes: &[OrientedBox]) -> BoxStore {
        let mut store = BoxStore::new();
        for item in boxes {
            store.insert(*item).unwrap();
        }
        store
    }

    #[test]
    fn a_bulk_load_is_insertion_one_by_one_below_and_above_the_split() {
        for count in [0, 1, 5000, 65_535] {
            let mut boxes = boxes(count);
            boxes.extend_from_within(..count.min(9000));
            let expected = bits(&one_by_one(&boxes));
            assert_eq!(bits(&Slices::of(&boxes).load().unwrap()), expected);
            let mut store = one_by_one(&boxes[..boxes.len().min(3)]);
            store.extend_from_boxes(&boxes[boxes.len().min(3)..]).unwrap();
            assert_eq!(bits(&store), expected);
        }
    }

    #[test]
    fn moving_every_box_is_moving_one_by_one() {
        for count in [100, 65_536] {
            let mut all = boxes(count - 1);
            all.push(all[0]);
            let mut moved: Vec<_> = all.iter().rev().copied().collect();
            for (item, old) in moved.iter_mut().zip(&all) {
                item.half_extents = old.half_extents;
            }
            let mut store = one_by_one(&all);
            let capacity = store.centers.capacity();
            let slices = Slices::of(&moved);
            store.set_poses(&slices.centers, &slices.rotations).unwrap();
            assert_eq!(bits(&store), bits(&one_by_one(&moved)));
            assert_eq!(store.centers.capacity(), capacity);
        }
    }

    #[test]
    fn errors_name_the_first_offender_and_change_nothing() {
        for count in [50, 65_535] {
            let mut all = boxes(count);
            all.push(all[1]);
            let good = Slices::of(&all);
            let mut store = one_by_one(&all);
            let before = bits(&store);
            let (late, last) = (count - 7, count - 1);
            for field in [BoxField::Center, BoxField::Rotation, BoxField::HalfExtents] {
                let mut bad = Slices::of(&all);
                for at in [late, last] {
                    match field {
                        BoxField::Center => bad.centers[at][2] = f32::INFINITY,
                        BoxField::Rotation => bad.rotations[at] = [1.0, 1.0, 0.0, 0.0],
                        _ => bad.half_extents[at][0] = -1e-30,
                    }
                }
                let error = bad.load().unwrap_err();
                assert_eq!((error.index, error.field), (late, field));
                let refused =
                    store.extend_from_slices(&bad.centers, &bad.rotations, &bad.half_extents);
                assert_eq!(refused, Err(error));
                if field != BoxField::HalfExtents {
                    assert_eq!(store.set_poses(&bad.centers, &bad.rotations), Err(error));
                }
                assert_eq!(bits(&store), before);
            }
            assert!(store.set_poses(&good.centers[1..], &good.rotations).is_err());
            assert!(store.set_poses(&good.centers, &good.rotations[1..]).is_err());
            let error =
                BoxStore::from_slices(&good.centers, &good.rotations[..9], &[]).unwrap_err();
            assert_eq!((error.index, error.field), (9, BoxField::Rotation));
            let expected = count + 1;
            assert_eq!(error.problem, BoxProblem::LengthMismatch { expected, found: 9 });
            assert_eq!(bits(&store), before);
        }
    }

    #[test]
    fn reordering_goes_there_and_back() {
        let before = one_by_one(&boxes(300));
        let mut store = before.clone();
        let order = store.sort_spatially();
        assert_eq!(store.get(5), before.get(order.old_indices()[5]));
        store.reorder(&order.inverse()).unwrap();
        assert_eq!(store, before);
        assert!(store.reorder(&Permutation::identity(299)).is_err());
        assert_eq!(store, before);
    }
}
