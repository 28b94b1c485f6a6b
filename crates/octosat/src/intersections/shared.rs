//! What two shapes share, next to the sizes of both: IoU and rows.

use bytemuck::Pod;
use octosat_lanes::{Isa, Lanes, MAX_LANES};

use crate::vector::is_finite;

/// What two shapes share, and the sizes of both: areas or volumes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<F> {
    /// The size of the intersection.
    pub(crate) size: F,
    /// The sum of both sizes, less the intersection.
    pub(crate) union: F,
}

impl<F: Lanes> Shared<F> {
    /// What shapes share that are apart.
    #[inline(always)]
    pub(crate) fn nothing<I: Isa<Real = F>>(isa: I) -> Self {
        Self { size: isa.splat(0.0), union: isa.splat(0.0) }
    }

    /// The size of an intersection, which is limited to that of either shape.
    #[inline(always)]
    pub(crate) fn new(zero: F, size: F, [a, b]: [F; 2]) -> Self {
        let size = size.lesser(a).lesser(b).greater(zero);
        Self { size, union: (a + b) - size }
    }

    /// Intersection over union; zero if the union has no size.
    ///
    /// Never above one: a + b is rounded to at least twice the smaller size, so the union is at least the intersection.
    #[inline(always)]
    pub(crate) fn iou(&self, zero: F) -> F {
        (self.size / self.union).keep(zero.less(self.union))
    }
}

/// Writes a row of size and IoU per lane; NaN in the lanes that are not finite, or whose sizes overflow.
#[inline(always)]
pub(crate) fn store<I: Isa, R: Pod>(
    isa: I,
    shared: &Shared<I::Real>,
    finite: I::Mask,
    rows: &mut [R],
) {
    let (zero, nan) = (isa.splat(0.0), isa.splat(f32::NAN));
    let finite = finite & is_finite(isa, shared.union);
    let (mut sizes, mut ious) = ([0.0; MAX_LANES], [0.0; MAX_LANES]);
    isa.store(Lanes::select(finite, shared.size, nan), &mut sizes);
    isa.store(Lanes::select(finite, shared.iou(zero), nan), &mut ious);
    let rows: &mut [[f32; 2]] = bytemuck::cast_slice_mut(rows);
    for ((row, size), iou) in rows[..I::LANES].iter_mut().zip(sizes).zip(ious) {
        *row = [size, iou];
    }
}
