//! Which faces of two boxes a normal leaves, as bits in lanes.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use crate::axes::frame::Frame;
use crate::contacts::stages::faces::columns;
use crate::tolerances::LEAVING_COSINE;
use crate::vector::dot;

/// How many bits after those of faces that are covered wholly the bits of faces that are covered in part begin.
pub(super) const PARTLY_SHIFT: u32 = 8;

/// How many bits after those of a the bits of b begin.
pub(super) const B_SHIFT: u32 = 16;

/// All bits of the faces of a, covered wholly or in part.
pub(super) const FACES_OF_A: i32 = 0x3f3f;

/// All bits of the faces of b.
pub(super) const FACES_OF_B: i32 = FACES_OF_A << B_SHIFT;

/// The faces that a normal of two boxes leaves: those of a along it, and those of b against it.
///
/// The bits are those of faces that are covered wholly: of a in byte 0, and of b in byte 2. A box's own face normals
/// need no rule of their own: their cosines are one, or rounding noise.
#[inline(always)]
pub(super) fn left_faces<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    normal: [I::Real; 3],
) -> I::Integer {
    let [least, most] = [isa.splat(-LEAVING_COSINE), isa.splat(LEAVING_COSINE)];
    let columns = columns(frame);
    let mut left = isa.splat_integer(0);
    for k in 0..3 {
        let of_a = normal[k];
        let of_b = dot(columns[k], normal);
        let [up_a, down_a] = [isa.splat_integer(2 << (2 * k)), isa.splat_integer(1 << (2 * k))];
        let [up_b, down_b] = [up_a.shift_left(B_SHIFT), down_a.shift_left(B_SHIFT)];
        let on_a = IntegerLanes::select(most.less(of_a), up_a, down_a.keep(of_a.less(least)));
        let on_b = IntegerLanes::select(of_b.less(least), up_b, down_b.keep(most.less(of_b)));
        left = left | (on_a | on_b);
    }
    left
}

/// Whether any of these faces is covered wholly, by the bits of pairs.
#[inline(always)]
pub(super) fn is_covered<I: Isa>(isa: I, left: I::Integer, bits: I::Integer) -> I::Mask {
    !(left & bits).equals(isa.splat_integer(0))
}

/// Whether any of these faces is covered in part.
#[inline(always)]
pub(super) fn is_partly_covered<I: Isa>(isa: I, left: I::Integer, bits: I::Integer) -> I::Mask {
    is_covered(isa, left.shift_left(PARTLY_SHIFT), bits)
}

/// Those of some faces that are covered wholly, of the bits of pairs in which parts may count as covered, too.
#[inline(always)]
pub(super) fn wholly_covered<I: Isa>(left: I::Integer, bits: I::Integer) -> I::Integer {
    let counted = left & bits;
    counted - (counted & bits.shift_right(PARTLY_SHIFT))
}
