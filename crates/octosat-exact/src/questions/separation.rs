//! The signs of separations.

use core::cmp::Ordering;

use super::Placed;
use crate::axis::{Axis, Directions};
use crate::number::Integer;
use crate::results::SeparationSign;
use crate::scaled::Scaled;
use crate::width::Question;

/// The sign along one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign<'a> {
    pub(crate) scaled: &'a Scaled,
    pub(crate) axis: Axis,
}

/// The signs along all axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs<'a>(pub(crate) &'a Scaled);

impl<T: Integer> Placed<T> {
    fn sign(&self, axis: Axis) -> SeparationSign {
        if self.is_parallel(axis) {
            return SeparationSign::Parallel;
        }
        self.frame.separation(&self.offset, axis).sign().into()
    }

    /// Whether the axis is the cross product of parallel edges.
    pub(super) fn is_parallel(&self, axis: Axis) -> bool {
        let Directions::Edges { a, b } = axis.directions() else {
            return false;
        };
        self.frame.edge_axis(a, b).iter().all(|entry| entry.sign() == Ordering::Equal)
    }
}

impl Question for Sign<'_> {
    type Answer = SeparationSign;

    fn bits(&self) -> u32 {
        self.scaled.separation_bits()
    }

    fn answer<T: Integer>(&self) -> SeparationSign {
        Placed::<T>::new(self.scaled).sign(self.axis)
    }
}

impl Question for Signs<'_> {
    type Answer = [SeparationSign; Axis::COUNT];

    fn bits(&self) -> u32 {
        self.0.separation_bits()
    }

    fn answer<T: Integer>(&self) -> [SeparationSign; Axis::COUNT] {
        let placed = Placed::<T>::new(self.0);
        Axis::ALL.map(|axis| placed.sign(axis))
    }
}
