//! Checks of the values of a recording, a run of rows at a time.

use crate::error::{Place, RecordingError};
use crate::limits::UNIT_TOLERANCE;

/// The sizes that turn a row of an array into a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes<'a> {
    pub(super) boxes: usize,
    pub(super) pair_offsets: &'a [u64],
}

impl Sizes<'_> {
    fn pose(&self, row: usize) -> Place {
        let boxes = self.boxes.max(1);
        Place::Pose { frame: row / boxes, index: row % boxes }
    }

    fn pair(&self, row: usize) -> Place {
        let after = self.pair_offsets.partition_point(|&offset| offset <= row as u64);
        Place::Pair { row, frame: after.saturating_sub(1) }
    }
}

/// Rejects a component that is not finite or is negative.
pub(super) fn half_extents(first: usize, rows: &[[f32; 3]]) -> Result<(), RecordingError> {
    let good = |extent: &f32| extent.is_finite() && *extent >= 0.0;
    let Some(bad) = rows.iter().position(|row| !row.iter().all(good)) else {
        return Ok(());
    };
    let what = format!("half extents {:?} must be finite and not negative", rows[bad]);
    Err(RecordingError::value("half_extents", Place::Box { index: first + bad }, what))
}

/// Rejects a component that is not finite.
pub(super) fn position(
    sizes: Sizes<'_>,
    first: usize,
    rows: &[[f32; 3]],
) -> Result<(), RecordingError> {
    let Some(bad) = first_not_finite(rows) else {
        return Ok(());
    };
    let what = format!("position {:?} is not finite", rows[bad]);
    Err(RecordingError::value("position", sizes.pose(first + bad), what))
}

/// Rejects a quaternion whose squared length is not one.
pub(super) fn rotation(
    sizes: Sizes<'_>,
    first: usize,
    rows: &[[f32; 4]],
) -> Result<(), RecordingError> {
    let unit = |row: &[f32; 4]| {
        let squared: f64 = row.iter().map(|&c| f64::from(c) * f64::from(c)).sum();
        // A component that is not finite fails this comparison as well.
        (squared - 1.0).abs() <= UNIT_TOLERANCE
    };
    let Some(bad) = rows.iter().position(|row| !unit(row)) else {
        return Ok(());
    };
    let what = if rows[bad].iter().all(|c| c.is_finite()) {
        format!("quaternion {:?} is not a unit quaternion", rows[bad])
    } else {
        format!("quaternion {:?} is not finite", rows[bad])
    };
    Err(RecordingError::value("rotation", sizes.pose(first + bad), what))
}

/// Rejects offsets that do not start at zero, decrease, or do not end at `total`.
pub(super) fn offsets(
    array: &'static str,
    offsets: &[u64],
    total: u64,
) -> Result<(), RecordingError> {
    let reject = |row, what| Err(RecordingError::value(array, Place::Row { row }, what));
    if offsets.first() != Some(&0) {
        return reject(0, "the first offset must be 0".to_owned());
    }
    if let Some(row) = offsets.windows(2).position(|two| two[1] < two[0]) {
        let what = format!("offset {} is below the one before, {}", offsets[row + 1], offsets[row]);
        return reject(row + 1, what);
    }
    let last = offsets[offsets.len() - 1];
    if last != total {
        let what = format!("the last offset is {last}, but there are {total} rows");
        return reject(offsets.len() - 1, what);
    }
    Ok(())
}

/// Rejects a pair (a, b) unless a < b < boxes.
pub(super) fn pairs(
    sizes: Sizes<'_>,
    first: usize,
    rows: &[[u32; 2]],
) -> Result<(), RecordingError> {
    let Some(bad) = first_bad_pair(sizes.boxes, rows) else {
        return Ok(());
    };
    let what = pair_problem(sizes.boxes, rows[bad]);
    Err(RecordingError::value("pairs", sizes.pair(first + bad), what))
}

/// Rejects a reference contact's pair unless a < b < boxes.
pub(super) fn reference_pairs(
    boxes: usize,
    first: usize,
    rows: &[[u32; 2]],
) -> Result<(), RecordingError> {
    let Some(bad) = first_bad_pair(boxes, rows) else {
        return Ok(());
    };
    let place = Place::Row { row: first + bad };
    Err(RecordingError::value("ref_pair", place, pair_problem(boxes, rows[bad])))
}

/// Rejects rows with a component that is not finite.
pub(super) fn finite<const WIDTH: usize>(
    array: &'static str,
    first: usize,
    rows: &[[f32; WIDTH]],
) -> Result<(), RecordingError> {
    let Some(bad) = first_not_finite(rows) else {
        return Ok(());
    };
    let what = format!("{:?} is not finite", rows[bad]);
    Err(RecordingError::value(array, Place::Row { row: first + bad }, what))
}

fn first_not_finite<const WIDTH: usize>(rows: &[[f32; WIDTH]]) -> Option<usize> {
    rows.iter().position(|row| !row.iter().all(|component| component.is_finite()))
}

fn first_bad_pair(boxes: usize, rows: &[[u32; 2]]) -> Option<usize> {
    rows.iter().position(|&[a, b]| a >= b || b as usize >= boxes)
}

fn pair_problem(boxes: usize, [a, b]: [u32; 2]) -> String {
    if a.max(b) as usize >= boxes {
        format!("pair ({a}, {b}) is out of range, there are {boxes} boxes")
    } else if a == b {
        format!("pair ({a}, {b}) pairs a box with itself")
    } else {
        format!("pair ({a}, {b}) must name the smaller index first")
    }
}
