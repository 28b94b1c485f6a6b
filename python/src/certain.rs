//! Results about pairs of boxes that no rounding makes wrong, and distances.

use std::convert::identity;

use bytemuck::cast_slice_mut;
use octosat::{Distance, Verdict};
use octosat_rows::Row;
use pyo3::prelude::*;

use crate::question::Question;
use crate::results::{Out, pair_query};

pair_query! {
    /// Reports for each pair what is certain: uint8, shape (m,): 0 undecided, 1 overlapping, 2 separated; see Verdict.
    ///
    /// Overlapping and separated are theorems about the boxes as they are stored. Arguments are those of overlaps();
    /// against is other boxes or None. grown, instead of within: the boxes are larger by this on every side, or smaller
    /// if it is negative, in meters: a number or an array of shape (m,).
    verdicts, "verdicts", grown, Question::numbers::<u8>, Out::<u8>::filled, cast_slice_mut::<u8, Verdict>
}

pair_query! {
    /// Tests which pairs share a point, without an error: bool, shape (m,).
    ///
    /// The answer is that for the boxes as they are stored. Pairs that verdicts() leaves undecided are computed in
    /// integers, which takes about a hundred times as long. Arguments are those of verdicts().
    overlaps_exact, "exact overlaps", grown, Question::numbers::<bool>, Out::<bool>::filled, identity
}

pair_query! {
    /// Computes for each pair a length in meters that the distance of the boxes is certainly not less than: float32,
    /// shape (m,).
    ///
    /// It is at most minus the depth if the boxes overlap. Arguments are those of verdicts().
    clearances, "clearances", grown, Question::numbers::<f32>, Out::<f32>::filled, identity
}

/// Where the rows of distances go.
fn of_distances<'a, 'py>(
    question: &Question<'py>,
    py: Python<'py>,
    out: Option<&'a Bound<'py, PyAny>>,
) -> PyResult<Out<'a, 'py, u32>> {
    question.out(py, out, Distance::LAYOUT.name)
}

pair_query! {
    /// Computes the signed distance of each pair, with a point of both boxes: dtype DISTANCE, shape (m,).
    ///
    /// Arguments are those of overlaps(); against is other boxes or None. within is a cut-off: pairs that a face
    /// separates by more have state 2 and that gap as distance, and no points.
    ///
    /// distance: negative for overlap, minus the length of the shortest translation that makes the boxes touch. on_a:
    /// the closest point of a, or its deepest point in b. That of b is on_a + distance * normal. state: 0 apart, 1
    /// overlapping, 2 beyond `within`.
    distances, "distances", within, of_distances, Out::filled_rows::<Distance>, identity
}
