//! The direction from one core to another: a core is the center of a sphere or the segment inside a capsule.

use octosat_lanes::{Isa, Lanes, Mask};

use super::piece::Piece;
use super::sphere::measured;
use crate::vector::sum_of_magnitudes;

/// The unit direction from core a to core b, and the distance of the cores, in meters.
#[derive(Clone, Copy)]
pub(super) struct Toward<I: Isa> {
    pub(super) normal: [I::Real; 3],
    pub(super) distance: I::Real,
}

impl<I: Isa> Toward<I> {
    /// The direction and the length of the gap from a to b. A gap of at most `noise` may be rounding and has no
    /// direction: the cores meet, and `meeting` takes the place of the direction.
    #[inline(always)]
    pub(super) fn new(
        isa: I,
        gap: [I::Real; 3],
        noise: I::Real,
        meeting: impl FnOnce() -> [I::Real; 3],
    ) -> Self {
        let gap = measured(isa, gap);
        let mut normal = gap.unit();
        let apart = noise.less(gap.distance);
        // Few cores meet.
        if (!apart).bits() != 0 {
            let meeting = meeting();
            for k in 0..3 {
                normal[k] = Lanes::select(apart, normal[k], meeting[k]);
            }
        }
        Self { normal, distance: gap.distance }
    }
}

/// The reach of two cores whose starts are this vector apart: a length that is at least their distance and all lengths
/// together, in meters.
#[inline(always)]
pub(super) fn reach<I: Isa, const CORES: usize>(
    apart: [I::Real; 3],
    cores: [&Piece<I>; CORES],
) -> I::Real {
    let mut reach = sum_of_magnitudes(apart);
    for core in cores {
        reach = reach + core.size();
    }
    reach
}
