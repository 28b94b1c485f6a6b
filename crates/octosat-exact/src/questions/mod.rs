//! Queries of exact integers. Each question counts its bits, and is answered in any width.

mod best;
mod cast;
mod contains;
mod overlap;
mod separation;

pub(crate) use best::{Best, Compare};
pub(crate) use cast::{FirstTouch, Penetrates, Times};
pub(crate) use contains::Contains;
pub(crate) use overlap::Overlap;
pub(crate) use separation::{Sign, Signs};

use crate::axis::Axis;
use crate::number::Integer;
use crate::projection::{Frame, Reaches, Vector};
use crate::scaled::Scaled;

/// A pair in integers.
#[derive(Clone, Debug)]
struct Placed<T> {
    frame: Frame<T>,
    offset: Vector<T>,
}

/// Never in line: all questions share one copy per width. More copies would take the compiler longer, and be no faster.
impl<T: Integer> Placed<T> {
    #[inline(never)]
    fn new(scaled: &Scaled) -> Self {
        let given = scaled.given::<T>();
        let frame = Frame::new(given.half_extents, &given.rotations);
        Self { offset: frame.vector(given.offset), frame }
    }

    /// A vector along an axis, signed.
    #[inline(never)]
    fn along(&self, vector: &Vector<T>, axis: Axis) -> T {
        self.frame.along(vector, axis)
    }

    /// How far the boxes reach from their centers along an axis.
    #[inline(never)]
    fn reaches(&self, axis: Axis) -> Reaches<T> {
        self.frame.reaches(axis)
    }
}
