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

impl<T: Integer> Placed<T> {
    #[inline(never)]
    fn new(scaled: &Scaled) -> Self {
        let given = scaled.given::<T>();
        let frame = Frame::new(given.half_extents, &given.rotations);
        Self { offset: frame.vector(given.offset), frame }
    }

    #[inline(never)]
    fn along(&self, vector: &Vector<T>, axis: Axis) -> T {
        self.frame.along(vector, axis)
    }

    #[inline(never)]
    fn reaches(&self, axis: Axis) -> Reaches<T> {
        self.frame.reaches(axis)
    }
}
