//! Moving every box of a store without turning it.

use octosat_lanes::Row;

use super::boxes::{first_three, row_of};
use super::checks::{Center, Rule, check};
use super::{BoxStore, ScaledBoxStore, sweep};
use crate::error::{BoxError, BoxField};

impl BoxStore {
    /// Moves every box by its displacement, metres in the world.
    ///
    /// # Errors
    /// If there is not one displacement a box, or a centre would become not finite or larger than
    /// [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH); no box has then moved.
    pub fn translate(&mut self, displacements: &[[f32; 3]]) -> Result<(), BoxError> {
        translate(&mut self.centers, displacements, Center::OF_BOX)
    }
}

impl ScaledBoxStore {
    /// Moves every box by its displacement, metres in the world.
    ///
    /// # Errors
    /// If there is not one displacement a box, or a centre would become not finite or larger than
    /// [`MAX_SCALED_CENTER`](crate::tolerances::MAX_SCALED_CENTER); no box has then moved.
    pub fn translate(&mut self, displacements: &[[f32; 3]]) -> Result<(), BoxError> {
        translate(&mut self.centers, displacements, Center::OF_SCALED)
    }
}

fn translate(
    centers: &mut [Row],
    displacements: &[[f32; 3]],
    rule: Center,
) -> Result<(), BoxError> {
    check_moves(centers, displacements, moved, rule)?;
    sweep::update(centers, displacements, |center, by| *center = row_of(moved(center, by)));
    Ok(())
}

/// Fails unless there is one displacement a row, and every centre may be where `moved` puts it.
pub(crate) fn check_moves<D: Sync>(
    rows: &[Row],
    displacements: &[D],
    moved: impl Fn(&Row, &D) -> [f32; 3] + Sync,
    rule: Center,
) -> Result<(), BoxError> {
    BoxError::check_length(BoxField::Center, rows.len(), displacements.len())?;
    let fine = sweep::all(0..rows.len(), |block| {
        let pairs = rows[block.clone()].iter().zip(&displacements[block]);
        pairs.fold(true, |fine, (row, by)| fine & rule.holds(moved(row, by)))
    });
    if !fine {
        for (index, (row, by)) in rows.iter().zip(displacements).enumerate() {
            check(index, moved(row, by), rule)?;
        }
    }
    Ok(())
}

#[inline(always)]
fn moved(center: &Row, by: &[f32; 3]) -> [f32; 3] {
    let [x, y, z] = first_three(*center);
    [x + by[0], y + by[1], z + by[2]]
}

#[cfg(test)]
mod tests {
    use super::super::boxes::tests::boxes;
    use super::*;
    use crate::error::BoxProblem;

    #[test]
    fn every_box_moves_or_none() {
        let mut store = BoxStore::new();
        store.extend_from_boxes(&boxes(5)).unwrap();
        let mut scaled = ScaledBoxStore::from_boxes(&store).unwrap();
        let before = store.clone();
        let mut moves = [[0.5, -1.0, 0.25]; 5];
        store.translate(&moves).unwrap();
        scaled.translate(&moves).unwrap();
        for (now, then) in store.iter().zip(before.iter()) {
            let mut expected = then;
            for k in 0..3 {
                expected.pose.center[k] += moves[0][k];
            }
            assert_eq!(now, expected);
        }
        assert_eq!(scaled.centers(), store.centers());
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
