//! Which faces of two boxes a normal leaves, as bits in lanes.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use crate::contacts::stages::faces::columns;
use crate::frame::{MetricFrame, dot};
use crate::tolerances::LEAVING_COSINE;

/// Where the bits of faces that are covered in part begin.
pub(super) const PARTLY_SHIFT: u32 = 16;

/// All bits of the faces of a, covered wholly or in part.
pub(super) const FACES_OF_A: i32 = 0x003f_003f;

/// All bits of the faces of b.
pub(super) const FACES_OF_B: i32 = 0x3f00_3f00;

/// The faces that a normal of two boxes leaves: those of a along it, and those of b against it.
///
/// In byte 0 the faces of a, and in byte 1 those of b, each by the number of its bit in a mask. A box's own face normals
/// need no rule of their own: their cosines are one, or rounding noise.
#[inline(always)]
pub(super) fn left_faces<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    normal: [I::Real; 3],
) -> I::Integer {
    let [least, most] = [isa.splat(-LEAVING_COSINE), isa.splat(LEAVING_COSINE)];
    let columns = columns(frame);
    let mut left = isa.splat_integer(0);
    for k in 0..3 {
        let of_a = normal[k];
        let of_b = dot::<_, A>(columns[k], normal);
        let bits = [1, 2, 1 << 8, 2 << 8].map(|bit: i32| isa.splat_integer(bit << (2 * k)));
        let on_a = bits[0].keep(most.less(of_a)) | bits[1].keep(of_a.less(least));
        let on_b = bits[2].keep(of_b.less(least)) | bits[3].keep(most.less(of_b));
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
