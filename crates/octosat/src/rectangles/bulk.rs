//! The store of rectangles: many at a time.

use octosat_lanes::Row;

use super::error::RectangleError;
use super::store::{check_room, half_row, in_space, place, quaternion, turn};
use super::{Rectangle, RectangleStore};
use crate::error::{BoxError, BoxField};
use crate::order::{Permutation, rectangle_morton_order, reorder_columns};
use crate::store::checks::{Center, HalfExtents, Rotation, Source, check_column, plain};
use crate::store::sweep;
use crate::store::translate::check_moves;

impl RectangleStore {
    /// A store of the rectangles that three slices describe, one entry a rectangle in each.
    ///
    /// Units and frames are those of [`Rectangle`]. Large loads use the thread pool
    /// with the feature `parallel`; the bits do not depend on it.
    ///
    /// # Errors
    /// Slices of different lengths, or a rectangle that [`insert`](Self::insert) would refuse: the
    /// first bad one of the first bad slice. The error's index counts within the slices.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxField, RectangleStore};
    /// let centers = [[0.0, 0.0], [1.0, 0.0]];
    /// let rotations = [[1.0, 0.0]; 2];
    /// let store = RectangleStore::from_slices(&centers, &rotations, &[[0.5; 2]; 2])?;
    /// assert_eq!(store.len(), 2);
    /// let error = RectangleStore::from_slices(&centers, &rotations, &[[0.5; 2], [-1.0; 2]]);
    /// assert_eq!(error.map_err(|error| (error.index, error.field)), Err((1, BoxField::HalfExtents)));
    /// # Ok::<(), octosat::RectangleError>(())
    /// ```
    pub fn from_slices(
        centers: &[[f32; 2]],
        rotations: &[[f32; 2]],
        half_extents: &[[f32; 2]],
    ) -> Result<Self, RectangleError> {
        let mut store = Self::new();
        store.extend_from_slices(centers, rotations, half_extents)?;
        Ok(store)
    }

    /// Appends the rectangles that three slices describe: all of them, or on error none.
    ///
    /// # Errors
    /// As for [`from_slices`](Self::from_slices), or no room for so many rectangles.
    pub fn extend_from_slices(
        &mut self,
        centers: &[[f32; 2]],
        rotations: &[[f32; 2]],
        half_extents: &[[f32; 2]],
    ) -> Result<(), RectangleError> {
        self.append(&plain(centers), &plain(rotations), &plain(half_extents))
    }

    /// Appends rectangles: all of them, or on error none.
    ///
    /// # Errors
    /// A rectangle that [`insert`](Self::insert) would refuse, or no room for so many. The error's
    /// index counts within the slice.
    pub fn extend_from_rectangles(
        &mut self,
        rectangles: &[Rectangle],
    ) -> Result<(), RectangleError> {
        self.append(
            &Source { items: rectangles, value: |item: &Rectangle| item.pose.center },
            &Source { items: rectangles, value: |item: &Rectangle| item.pose.rotation },
            &Source { items: rectangles, value: |item: &Rectangle| item.half_extents },
        )
    }

    /// Moves every rectangle, for the next frame: all of them, or on error none. Allocates nothing.
    ///
    /// # Errors
    /// Slices of another length than the store, or a pose that [`insert`](Self::insert) would refuse.
    pub fn set_poses(
        &mut self,
        centers: &[[f32; 2]],
        rotations: &[[f32; 2]],
    ) -> Result<(), RectangleError> {
        self.assign(&plain(centers), &plain(rotations))
    }

    /// Moves every rectangle by its displacement, metres in the world.
    ///
    /// # Errors
    /// If there is not one displacement a rectangle, or a centre would become not finite or larger
    /// than [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH); no rectangle has then moved.
    pub fn translate(&mut self, displacements: &[[f32; 2]]) -> Result<(), RectangleError> {
        let center = |row: &Row, by: &[f32; 2]| in_space(moved(row, *by));
        check_moves(&self.poses, displacements, center, Center::OF_BOX)?;
        sweep::update(&mut self.poses, displacements, |row, by| place(row, moved(row, *by)));
        Ok(())
    }

    /// Puts the rectangles in another order: the one of new index `i` is the one of old index
    /// `order.old_indices()[i]`.
    ///
    /// # Errors
    /// A permutation of another length than the store.
    ///
    /// # Example
    /// ```
    /// use octosat::{Permutation, RectangleStore};
    /// let centers = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
    /// let mut store = RectangleStore::from_slices(&centers, &[[1.0, 0.0]; 3], &[[0.5; 2]; 3])?;
    /// let order = Permutation::from_old_indices(vec![2, 0, 1]).ok_or("not a permutation")?;
    /// store.reorder(&order)?;
    /// assert_eq!(store.get(0).map(|rectangle| rectangle.pose.center), Some([2.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reorder(&mut self, order: &Permutation) -> Result<(), RectangleError> {
        BoxError::check_length(BoxField::Index, self.len(), order.len())?;
        reorder_columns(order, [&mut self.poses, &mut self.half_extents]);
        Ok(())
    }

    /// Puts rectangles that are near in the plane near in memory, and returns the order taken.
    ///
    /// As [`BoxStore::sort_spatially`](crate::BoxStore::sort_spatially), along
    /// [`rectangle_morton_order`].
    ///
    /// # Example
    /// ```
    /// use octosat::RectangleStore;
    /// use octosat::order::renumber_pairs;
    /// let centers = [[9.0, 9.0], [0.0, 0.0], [8.0, 9.0]];
    /// let mut store = RectangleStore::from_slices(&centers, &[[1.0, 0.0]; 3], &[[0.5; 2]; 3])?;
    /// let mut pairs = [[0, 2]];
    /// let order = store.sort_spatially();
    /// assert!(renumber_pairs(&mut pairs, &order.inverse()).is_ok());
    /// assert_eq!(pairs, [[2, 1]]);
    /// # Ok::<(), octosat::RectangleError>(())
    /// ```
    pub fn sort_spatially(&mut self) -> Permutation {
        let order = rectangle_morton_order(&self.poses);
        reorder_columns(&order, [&mut self.poses, &mut self.half_extents]);
        order
    }

    pub(super) fn append<C: Sync, R: Sync, H: Sync>(
        &mut self,
        centers: &Source<'_, C, impl Fn(&C) -> [f32; 2] + Sync + Send>,
        rotations: &Source<'_, R, impl Fn(&R) -> [f32; 2] + Sync + Send>,
        half_extents: &Source<'_, H, impl Fn(&H) -> [f32; 2] + Sync + Send>,
    ) -> Result<(), RectangleError> {
        let count = centers.items.len();
        BoxError::check_length(BoxField::Rotation, count, rotations.items.len())?;
        BoxError::check_length(BoxField::HalfExtents, count, half_extents.items.len())?;
        check_room(self.len(), count)?;
        check_poses(centers, rotations)?;
        let value = |item: &H| in_space((half_extents.value)(item));
        check_column(&Source { items: half_extents.items, value }, HalfExtents::OF_BOX)?;
        let first = self.len();
        self.reserve(count);
        sweep::extend(&mut self.poses, centers.items, |item| {
            let mut row = Row([0.0; 4]);
            place(&mut row, (centers.value)(item));
            row
        });
        self.turn_from(first, rotations);
        sweep::extend(&mut self.half_extents, half_extents.items, |item| {
            half_row((half_extents.value)(item))
        });
        Ok(())
    }

    pub(super) fn assign<C: Sync, R: Sync>(
        &mut self,
        centers: &Source<'_, C, impl Fn(&C) -> [f32; 2] + Sync + Send>,
        rotations: &Source<'_, R, impl Fn(&R) -> [f32; 2] + Sync + Send>,
    ) -> Result<(), RectangleError> {
        BoxError::check_length(BoxField::Center, self.len(), centers.items.len())?;
        BoxError::check_length(BoxField::Rotation, self.len(), rotations.items.len())?;
        check_poses(centers, rotations)?;
        sweep::update(&mut self.poses, centers.items, |row, item| {
            place(row, (centers.value)(item));
        });
        self.turn_from(0, rotations);
        Ok(())
    }

    /// Gives accepted rotations to the rectangles from an index on.
    fn turn_from<R: Sync>(
        &mut self,
        first: usize,
        rotations: &Source<'_, R, impl Fn(&R) -> [f32; 2] + Sync + Send>,
    ) {
        sweep::update(&mut self.poses[first..], rotations.items, |row, item| {
            turn(row, (rotations.value)(item));
        });
    }
}

fn moved(row: &Row, [x, y]: [f32; 2]) -> [f32; 2] {
    [row.0[0] + x, row.0[1] + y]
}

fn check_poses<C: Sync, R: Sync>(
    centers: &Source<'_, C, impl Fn(&C) -> [f32; 2] + Sync>,
    rotations: &Source<'_, R, impl Fn(&R) -> [f32; 2] + Sync>,
) -> Result<(), BoxError> {
    let value = |item: &C| in_space((centers.value)(item));
    check_column(&Source { items: centers.items, value }, Center::OF_BOX)?;
    let value = |item: &R| quaternion((rotations.value)(item));
    check_column(&Source { items: rotations.items, value }, Rotation::OF_BOX)
}

#[cfg(test)]
mod tests {
    use super::super::store::tests::rectangles;
    use super::*;
    use crate::error::BoxProblem;
    use crate::rectangles::RectanglePose;

    /// The same rectangles as three slices.
    struct Slices {
        centers: Vec<[f32; 2]>,
        rotations: Vec<[f32; 2]>,
        half_extents: Vec<[f32; 2]>,
    }

    impl Slices {
        fn of(rectangles: &[Rectangle]) -> Self {
            Self {
                centers: rectangles.iter().map(|item| item.pose.center).collect(),
                rotations: rectangles.iter().map(|item| item.pose.rotation).collect(),
                half_extents: rectangles.iter().map(|item| item.half_extents).collect(),
            }
        }

        fn load(&self) -> Result<RectangleStore, RectangleError> {
            RectangleStore::from_slices(&self.centers, &self.rotations, &self.half_extents)
        }
    }

    fn one_by_one(rectangles: &[Rectangle]) -> RectangleStore {
        let mut store = RectangleStore::new();
        for item in rectangles {
            store.insert(*item).unwrap();
        }
        store
    }

    fn bits(store: &RectangleStore) -> [Vec<u32>; 2] {
        [store.poses(), store.half_extents()].map(|rows| bytemuck::cast_slice(rows).to_vec())
    }

    #[test]
    fn a_bulk_load_is_insertion_one_by_one_below_and_above_the_split() {
        for count in [0, 1, 5000, 65_537] {
            let all = rectangles(count);
            let expected = bits(&one_by_one(&all));
            assert_eq!(bits(&Slices::of(&all).load().unwrap()), expected);
            let (few, rest) = all.split_at(count.min(3));
            let mut store = one_by_one(few);
            store.extend_from_rectangles(rest).unwrap();
            assert_eq!(bits(&store), expected);
            let mut store = one_by_one(few);
            let Slices { centers, rotations, half_extents } = Slices::of(rest);
            store.extend_from_slices(&centers, &rotations, &half_extents).unwrap();
            assert_eq!(bits(&store), expected);
        }
    }

    #[test]
    fn moving_every_rectangle_is_moving_one_by_one() {
        for count in [100, 65_537] {
            let all = rectangles(count);
            let mut moved: Vec<_> = all.iter().rev().copied().collect();
            for (item, old) in moved.iter_mut().zip(&all) {
                item.half_extents = old.half_extents;
            }
            let mut store = one_by_one(&all);
            let capacity = store.poses.capacity();
            let slices = Slices::of(&moved);
            store.set_poses(&slices.centers, &slices.rotations).unwrap();
            assert_eq!(bits(&store), bits(&one_by_one(&moved)));
            assert_eq!(store.poses.capacity(), capacity);
        }
    }

    #[test]
    fn errors_name_the_first_offender_and_change_nothing() {
        for count in [50, 65_537] {
            let all = rectangles(count);
            let good = Slices::of(&all);
            let mut store = one_by_one(&all);
            let before = bits(&store);
            let (late, last) = (count - 7, count - 1);
            for field in [BoxField::Center, BoxField::Rotation, BoxField::HalfExtents] {
                let mut bad = Slices::of(&all);
                for at in [late, last] {
                    match field {
                        BoxField::Center => bad.centers[at][1] = f32::INFINITY,
                        BoxField::Rotation => bad.rotations[at] = [1.0, 1.0],
                        _ => bad.half_extents[at][0] = -1e-30,
                    }
                }
                let error = bad.load().unwrap_err();
                assert_eq!((error.index, error.field), (late, field));
                assert!(error.to_string().starts_with(&format!("rectangle {late}: {field}")));
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
            let refused = RectangleStore::from_slices(&good.centers, &good.rotations[..9], &[]);
            let error = refused.unwrap_err();
            assert_eq!((error.index, error.field), (9, BoxField::Rotation));
            let problem = BoxProblem::LengthMismatch { expected: count, found: 9 };
            assert_eq!(error.problem, problem);
            assert_eq!(bits(&store), before);
        }
    }

    #[test]
    fn every_rectangle_is_displaced_or_none() {
        for count in [5, 65_537] {
            let mut store = one_by_one(&rectangles(count));
            let before = store.clone();
            let mut moves = vec![[0.5, -1.0]; count];
            store.translate(&moves).unwrap();
            for (now, then) in store.iter().zip(before.iter()) {
                let [x, y] = then.pose.center;
                let pose = RectanglePose { center: [x + 0.5, y - 1.0], ..then.pose };
                assert_eq!(now, Rectangle { pose, ..then });
            }
            let moved = store.clone();
            let late = count - 2;
            moves[late][1] = f32::NAN;
            let error = store.translate(&moves).unwrap_err();
            assert_eq!((error.index, error.field), (late, BoxField::Center));
            assert!(matches!(error.problem, BoxProblem::NotFinite { component: 1, .. }));
            moves[late][1] = 3e12;
            let error = store.translate(&moves).unwrap_err();
            assert!(matches!(error.problem, BoxProblem::TooLarge { component: 1, .. }));
            let error = store.translate(&moves[..late]).unwrap_err();
            assert_eq!((error.index, error.field), (late, BoxField::Center));
            assert_eq!(store, moved);
        }
    }

    #[test]
    fn reordering_goes_there_and_back() {
        let before = one_by_one(&rectangles(300));
        let mut store = before.clone();
        let order = store.sort_spatially();
        assert_eq!(store.get(5), before.get(order.old_indices()[5]));
        assert_eq!(store.sort_spatially(), Permutation::identity(300));
        store.reorder(&order.inverse()).unwrap();
        assert_eq!(store, before);
        let error = store.reorder(&Permutation::identity(299)).unwrap_err();
        let words = "rectangle 299: index list has 299 entries instead of 300";
        assert_eq!(error.to_string(), words);
        assert_eq!(store, before);
    }
}
