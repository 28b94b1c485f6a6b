//! The store of rectangles: many at a time.

use octosat_lanes::Row;

use super::RectangleStore;
use super::error::RectangleError;
use super::store::{check_room, half_row, place, turn};
use crate::error::{BoxError, BoxField};
use crate::store::checks::{Center, HalfExtents, Rotation, Source, check, check_column};
use crate::store::sweep;

impl RectangleStore {
    /// A store of the rectangles that three slices describe, one entry a rectangle in each.
    ///
    /// Units and frames are those of [`Rectangle`](crate::Rectangle). Large loads use the thread pool
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
        BoxError::check_length(BoxField::Rotation, centers.len(), rotations.len())?;
        BoxError::check_length(BoxField::HalfExtents, centers.len(), half_extents.len())?;
        check_room(self.len(), centers.len())?;
        check_poses(centers, rotations)?;
        check_column(&Source { items: half_extents, value: flat }, HalfExtents::OF_BOX)?;
        let first = self.len();
        self.reserve(centers.len());
        sweep::extend(&mut self.poses, centers, |&[x, y]| Row([x, y, 0.0, 0.0]));
        sweep::extend(&mut self.half_extents, half_extents, |half| half_row(*half));
        write_poses(&mut self.poses[first..], centers, rotations);
        Ok(())
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
        BoxError::check_length(BoxField::Center, self.len(), centers.len())?;
        BoxError::check_length(BoxField::Rotation, self.len(), rotations.len())?;
        check_poses(centers, rotations)?;
        write_poses(&mut self.poses, centers, rotations);
        Ok(())
    }

    /// Moves every rectangle by its displacement, metres in the world.
    ///
    /// # Errors
    /// If there is not one displacement a rectangle, or a centre would become not finite or larger
    /// than [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH); no rectangle has then moved.
    pub fn translate(&mut self, displacements: &[[f32; 2]]) -> Result<(), RectangleError> {
        BoxError::check_length(BoxField::Center, self.len(), displacements.len())?;
        for (index, (row, by)) in self.poses.iter().zip(displacements).enumerate() {
            check(index, flat(&moved(row, *by)), Center::OF_BOX)?;
        }
        sweep::update(&mut self.poses, displacements, |row, by| place(row, moved(row, *by)));
        Ok(())
    }
}

/// A pair of lengths as three, since that is what the rules are about.
fn flat(&[x, y]: &[f32; 2]) -> [f32; 3] {
    [x, y, 0.0]
}

fn moved(row: &Row, [x, y]: [f32; 2]) -> [f32; 2] {
    [row.0[0] + x, row.0[1] + y]
}

fn check_poses(centers: &[[f32; 2]], rotations: &[[f32; 2]]) -> Result<(), BoxError> {
    check_column(&Source { items: centers, value: flat }, Center::OF_BOX)?;
    let value = |&[cosine, sine]: &[f32; 2]| [cosine, sine, 0.0, 0.0];
    check_column(&Source { items: rotations, value }, Rotation::OF_BOX)
}

/// Writes checked poses over rows, one a rectangle.
fn write_poses(rows: &mut [Row], centers: &[[f32; 2]], rotations: &[[f32; 2]]) {
    sweep::update(rows, centers, |row, center| place(row, *center));
    sweep::update(rows, rotations, |row, rotation| turn(row, *rotation));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::BoxProblem;
    use crate::rectangles::{Rectangle, RectanglePose};

    /// Rectangles with different values everywhere, as three slices.
    struct Slices {
        centers: Vec<[f32; 2]>,
        rotations: Vec<[f32; 2]>,
        half_extents: Vec<[f32; 2]>,
    }

    impl Slices {
        fn new(count: usize) -> Self {
            let rectangles = (0..count).map(|number| {
                let n = f32::from(u16::try_from(number % 9001).unwrap());
                Rectangle::at_angle([n, -0.0 * n], 0.3 * n, [1.0 + n, 0.25 * n])
            });
            let mut slices =
                Self { centers: Vec::new(), rotations: Vec::new(), half_extents: Vec::new() };
            for rectangle in rectangles {
                slices.centers.push(rectangle.center);
                slices.rotations.push(rectangle.rotation);
                slices.half_extents.push(rectangle.half_extents);
            }
            slices
        }

        fn load(&self) -> Result<RectangleStore, RectangleError> {
            RectangleStore::from_slices(&self.centers, &self.rotations, &self.half_extents)
        }

        fn one_by_one(&self) -> RectangleStore {
            let mut store = RectangleStore::new();
            for (at, &center) in self.centers.iter().enumerate() {
                let rectangle = Rectangle::new(center, self.rotations[at], self.half_extents[at]);
                store.insert(rectangle).unwrap();
            }
            store
        }
    }

    fn bits(store: &RectangleStore) -> [Vec<u32>; 2] {
        [store.poses(), store.half_extents()].map(|rows| bytemuck::cast_slice(rows).to_vec())
    }

    #[test]
    fn a_bulk_load_is_insertion_one_by_one_below_and_above_the_split() {
        for count in [0, 1, 5000, 65_537] {
            let slices = Slices::new(count);
            let expected = bits(&slices.one_by_one());
            assert_eq!(bits(&slices.load().unwrap()), expected);
            let mut store = Slices::new(count.min(3)).one_by_one();
            let Slices { centers, rotations, half_extents } = &slices;
            let from = count.min(3);
            store
                .extend_from_slices(&centers[from..], &rotations[from..], &half_extents[from..])
                .unwrap();
            assert_eq!(bits(&store), expected);
        }
    }

    #[test]
    fn moving_every_rectangle_is_moving_one_by_one() {
        for count in [100, 65_537] {
            let mut slices = Slices::new(count);
            let mut store = slices.load().unwrap();
            let mut expected = store.clone();
            slices.centers.reverse();
            slices.rotations.reverse();
            for (at, &center) in slices.centers.iter().enumerate() {
                let pose = RectanglePose::new(center, slices.rotations[at]);
                expected.set_pose(u32::try_from(at).unwrap(), pose).unwrap();
            }
            let capacity = store.poses.capacity();
            store.set_poses(&slices.centers, &slices.rotations).unwrap();
            assert_eq!(bits(&store), bits(&expected));
            assert_eq!(store.poses.capacity(), capacity);
        }
    }

    #[test]
    fn errors_name_the_first_offender_and_change_nothing() {
        for count in [50, 65_537] {
            let good = Slices::new(count);
            let mut store = good.load().unwrap();
            let before = bits(&store);
            let (late, last) = (count - 7, count - 1);
            for field in [BoxField::Center, BoxField::Rotation, BoxField::HalfExtents] {
                let mut bad = Slices::new(count);
                for at in [late, last] {
                    match field {
                        BoxField::Center => bad.centers[at][1] = f32::INFINITY,
                        BoxField::Rotation => bad.rotations[at] = [1.0, 1.0],
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
        let mut store = Slices::new(5).load().unwrap();
        let before = store.clone();
        let mut moves = [[0.5, -1.0]; 5];
        store.translate(&moves).unwrap();
        for (now, then) in store.iter().zip(before.iter()) {
            let center = [then.center[0] + 0.5, then.center[1] - 1.0];
            assert_eq!(now, Rectangle { center, ..then });
        }
        let moved = store.clone();
        moves[3][1] = f32::NAN;
        let error = store.translate(&moves).unwrap_err();
        assert_eq!((error.index, error.field), (3, BoxField::Center));
        assert!(matches!(error.problem, BoxProblem::NotFinite { component: 1, .. }));
        moves[3][1] = 3e12;
        let error = store.translate(&moves).unwrap_err();
        assert!(matches!(error.problem, BoxProblem::TooLarge { component: 1, .. }));
        let error = store.translate(&moves[..4]).unwrap_err();
        assert_eq!((error.index, error.field), (4, BoxField::Center));
        assert_eq!(store, moved);
    }
}
