//! Borrowed rows: what the engine reads.
//!
//! A store lends its own columns; an engine that keeps its bodies in aligned columns, or in
//! structures of aligned rows, lends those and copies nothing.
//!
//! `boxes`: [`BoxView`], of unit quaternions; `scaled`: [`ScaledBoxView`], of scaled axes.

mod boxes;
#[cfg(feature = "prescaled")]
mod scaled;
#[cfg(test)]
mod tests;

pub use boxes::BoxView;
#[cfg(feature = "prescaled")]
pub use scaled::ScaledBoxView;

use octosat_lanes::{Columns, Row};

use crate::error::{BoxError, BoxField, BoxProblem};

fn three(row: &Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}

fn four(row: &Row) -> [f32; 4] {
    row.0
}

/// Every caller has checked the lengths, or owns columns that always have one.
pub(crate) fn of_equal_length<const N: usize>(columns: [&[Row]; N]) -> Columns<'_, N> {
    Columns::new(columns).expect("columns have one length")
}

/// The columns that `fields` name, each at its place in every record.
pub(crate) fn interleaved<'a, const N: usize, const S: usize>(
    records: &'a [[Row; S]],
    places: [usize; N],
    fields: [BoxField; N],
) -> Result<Columns<'a, N>, BoxError> {
    for (field, place) in fields.into_iter().zip(places) {
        if place >= S {
            return Err(BoxError::new(0, field, BoxProblem::OutsideRecord { place, rows: S }));
        }
    }
    Ok(Columns::interleaved(records, places).expect("every place is within the record"))
}
