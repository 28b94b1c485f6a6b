//! Checks of the values of a recording.

use std::fmt::Debug;

use super::data::{Recording, RecordingParts, ReferenceContacts};
use crate::error::{Place, Problem, RecordingError};
use crate::limits::UNIT_TOLERANCE;

impl Recording {
    /// Makes a recording from its parts, after checking them.
    ///
    /// # Errors
    /// The array and the row of the first thing that is wrong.
    pub fn new(parts: RecordingParts) -> Result<Self, RecordingError> {
        check(&parts)?;
        Ok(Self { parts })
    }
}

/// Rejects the first thing that is wrong: its array and its row.
fn check(parts: &RecordingParts) -> Result<(), RecordingError> {
    let boxes = parts.half_extents.len();
    let frames = parts.pair_offsets.len().saturating_sub(1);
    let poses = boxes.checked_mul(frames);
    for (array, rows) in [("position", parts.position.len()), ("rotation", parts.rotation.len())] {
        if Some(rows) != poses {
            return Err(wrong_length(array, rows, format!("{frames} frames of {boxes} boxes")));
        }
    }
    let extents = Rows { array: "half_extents", place: |index| Place::Box { index } };
    let is_extent = |extent: &f32| extent.is_finite() && *extent >= 0.0;
    let what = |row| format!("half extents {row:?} must be finite and not negative");
    extents.check(&parts.half_extents, |row| row.iter().all(is_extent), what)?;
    let pose = |row| {
        let boxes = boxes.max(1);
        Place::Pose { frame: row / boxes, index: row % boxes }
    };
    let what = |row| format!("position {row:?} is not finite");
    Rows { array: "position", place: pose }.check(&parts.position, is_finite, what)?;
    let what = |row: [f32; 4]| {
        let what = if is_finite(&row) { "a unit quaternion" } else { "finite" };
        format!("quaternion {row:?} is not {what}")
    };
    Rows { array: "rotation", place: pose }.check(&parts.rotation, is_unit, what)?;
    offsets("pair_offsets", &parts.pair_offsets, parts.pairs.len() as u64)?;
    let pair = |row| {
        let after = parts.pair_offsets.partition_point(|&offset| offset <= row as u64);
        Place::Pair { row, frame: after.saturating_sub(1) }
    };
    Rows { array: "pairs", place: pair }.check_pairs(&parts.pairs, boxes)?;
    parts.reference.as_ref().map_or(Ok(()), |reference| check_reference(boxes, frames, reference))
}

fn check_reference(
    boxes: usize,
    frames: usize,
    reference: &ReferenceContacts,
) -> Result<(), RecordingError> {
    let ReferenceContacts { offsets: starts, pair, point, normal, depth } = reference;
    let contacts = pair.len();
    for (array, rows, wanted) in [
        ("ref_offsets", starts.len(), frames + 1),
        ("ref_point", point.len(), contacts),
        ("ref_normal", normal.len(), contacts),
        ("ref_depth", depth.len(), contacts),
    ] {
        if rows != wanted {
            return Err(wrong_length(array, rows, format!("({wanted},…)")));
        }
    }
    offsets("ref_offsets", starts, contacts as u64)?;
    let rows = |array| Rows { array, place: |row| Place::Row { row } };
    let what = |row| format!("{row:?} is not finite");
    rows("ref_pair").check_pairs(pair, boxes)?;
    rows("ref_point").check(point, is_finite, what)?;
    rows("ref_normal").check(normal, is_finite, what)?;
    rows("ref_depth").check(
        depth,
        |depth| depth.is_finite(),
        |row| format!("{row:?} is not finite"),
    )
}

/// The rows of an array, and the index of each in an error.
struct Rows<P> {
    array: &'static str,
    place: P,
}

impl<P: Fn(usize) -> Place> Rows<P> {
    /// Rejects the first row that is not good, and says what is wrong with it.
    fn check<T: Copy + Debug>(
        &self,
        rows: &[T],
        is_good: impl Fn(&T) -> bool,
        what: impl Fn(T) -> String,
    ) -> Result<(), RecordingError> {
        match rows.iter().position(|row| !is_good(row)) {
            None => Ok(()),
            Some(bad) => Err(RecordingError::value(self.array, (self.place)(bad), what(rows[bad]))),
        }
    }

    /// Rejects a pair (a, b) unless a < b < boxes.
    fn check_pairs(&self, pairs: &[[u32; 2]], boxes: usize) -> Result<(), RecordingError> {
        self.check(
            pairs,
            |&[a, b]| a < b && (b as usize) < boxes,
            |[a, b]| {
                if a.max(b) as usize >= boxes {
                    format!("pair ({a}, {b}) is out of range, there are {boxes} boxes")
                } else if a == b {
                    format!("pair ({a}, {b}) pairs a box with itself")
                } else {
                    format!("pair ({a}, {b}) must name the smaller index first")
                }
            },
        )
    }
}

/// Rejects offsets that do not start at zero, decrease, or do not end at `total`.
fn offsets(array: &'static str, offsets: &[u64], total: u64) -> Result<(), RecordingError> {
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

fn wrong_length(array: &'static str, rows: usize, expected: String) -> RecordingError {
    RecordingError::of(array, Problem::Shape { found: vec![rows as u64], expected })
}

fn is_finite<const WIDTH: usize>(row: &[f32; WIDTH]) -> bool {
    row.iter().all(|component| component.is_finite())
}

fn is_unit(row: &[f32; 4]) -> bool {
    let squared: f64 = row.iter().map(|&c| f64::from(c) * f64::from(c)).sum();
    // A component that is not finite fails this comparison as well.
    (squared - 1.0).abs() <= UNIT_TOLERANCE
}
