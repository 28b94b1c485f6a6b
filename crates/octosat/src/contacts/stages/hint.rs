//! Hints from the last frame: an axis, faces and slots that are preferred in ties.
//!
//! The stages know one integer per pair of other frames; it is zero if nothing is known. Whatever its value, the result
//! is a manifold of this frame, barely worse than the one without a hint.

use octosat_lanes::{IntegerLanes, Isa};

use super::face_choice::FaceChoice;
use super::slots::SLOTS;

/// The bits of 1 + the axis number, of the number of the pair of faces, and of the set of slots that became
/// points.
const AXIS_BITS: u32 = 4;
const FACES_BITS: u32 = 6;

/// Where the bits of the slots begin.
const FIRST_SLOT: u32 = AXIS_BITS + FACES_BITS;

/// Hints of a batch of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<I: Isa>(I::Integer);

impl<I: Isa> Hints<I> {
    /// The hints that were kept of each pair.
    #[inline(always)]
    pub(super) fn from_integers(integers: I::Integer) -> Self {
        Self(integers)
    }

    /// A hint for the next frame.
    #[inline(always)]
    pub(super) fn to_keep(
        isa: I,
        axis_number: I::Integer,
        faces_number: I::Integer,
        slots: I::Integer,
    ) -> I::Integer {
        let axis = axis_number + isa.splat_integer(1);
        axis | (faces_number.shift_left(AXIS_BITS) | slots.shift_left(FIRST_SLOT))
    }

    /// The pairs that have a hint.
    #[inline(always)]
    pub(super) fn known(self, isa: I) -> I::Mask {
        isa.splat_integer(-1).less(self.axis_number(isa))
    }

    /// The number of the axis that decided; −1 without a hint.
    #[inline(always)]
    pub(super) fn axis_number(self, isa: I) -> I::Integer {
        (self.0 & isa.splat_integer((1 << AXIS_BITS) - 1)) - isa.splat_integer(1)
    }

    /// The number of the pair of faces that were clipped.
    #[inline(always)]
    pub(super) fn faces_number(self, isa: I) -> I::Integer {
        self.0.shift_right(AXIS_BITS) & isa.splat_integer((1 << FACES_BITS) - 1)
    }

    /// The faces that were clipped.
    #[inline(always)]
    pub(super) fn faces(self, isa: I) -> FaceChoice<I> {
        FaceChoice::from_number(isa, self.faces_number(isa))
    }

    /// Whether a slot became a point.
    #[inline(always)]
    pub(super) fn had_slot(self, isa: I, slot: usize) -> I::Mask {
        debug_assert!(slot < SLOTS, "a slot");
        let bit = isa.splat_integer(1 << slot).shift_left(FIRST_SLOT);
        (self.0 & bit).equals(bit)
    }
}
