//! Whether two boxes share a point.

use core::cmp::Ordering;

use super::Placed;
use crate::axis::Axis;
use crate::number::Integer;
use crate::scaled::Scaled;
use crate::width::Question;

/// Whether the closed boxes share a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap<'a>(pub(crate) &'a Scaled);

impl Question for Overlap<'_> {
    type Answer = bool;

    fn bits(&self) -> u32 {
        self.0.separation_bits()
    }

    fn answer<T: Integer>(&self) -> bool {
        let Placed { frame, offset } = Placed::<T>::new(self.0);
        let separates = |axis| frame.separation(&offset, axis).sign() == Ordering::Greater;
        !Axis::ALL.into_iter().any(separates)
    }
}
