//! Whether one box contains the other.

use core::cmp::Ordering;

use super::Placed;
use crate::axis::Axis;
use crate::number::Integer;
use crate::scaled::Scaled;
use crate::width::Question;

/// Whether every point of b is a point of a.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contains<'a>(pub(crate) &'a Scaled);

impl Question for Contains<'_> {
    type Answer = bool;

    fn bits(&self) -> u32 {
        self.0.sum_bits()
    }

    fn answer<T: Integer>(&self) -> bool {
        let Placed { frame, offset } = Placed::<T>::new(self.0);
        let is_inside = |face| frame.protrusion(&offset, face).sign() != Ordering::Greater;
        Axis::OF_A.into_iter().all(is_inside)
    }
}
