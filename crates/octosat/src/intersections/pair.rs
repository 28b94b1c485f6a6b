//! Two boxes as seen from the larger one.

use octosat_lanes::{Isa, Lanes, Singles};

use super::order::is_smaller;
use super::shared::Shared;
use crate::axes::boxes::{BoxLanes, into_frame};
use crate::pairs::closest::select;
use crate::vector::{difference, is_finite};

/// Two boxes as seen along the axes of the first one, which is the larger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidPair<F> {
    /// The quaternion of the rotation from the first to the second, of any length.
    pub(crate) rotation: [F; 4],
    /// The center of the second minus that of the first.
    pub(crate) offset: [F; 3],
    pub(crate) half_extents: [[F; 3]; 2],
}

impl<F: Lanes> SolidPair<F> {
    /// A pair in its order.
    #[inline(always)]
    pub(crate) fn new([a, b]: &[BoxLanes<F>; 2]) -> Self {
        let offset = into_frame(a.rotation, difference(b.center, a.center));
        let rotation = relative(a.rotation, b.rotation);
        Self { rotation, offset, half_extents: [a.half_extents, b.half_extents] }
    }

    /// The lanes whose boxes and volumes are finite.
    #[inline(always)]
    pub(crate) fn finite<I: Isa<Real = F>>(&self, isa: I) -> I::Mask {
        let [x, y, z] = self.offset;
        let [i, j, k, w] = self.rotation;
        let [[a, b, c], [d, e, f]] = self.half_extents;
        let numbers = ((x + y) + (z + i)) + ((j + k) + w);
        // Twice the volumes: in whichever order half extents are multiplied, no volume overflows then.
        let sixteen = isa.splat(16.0);
        let sizes = sixteen * ((a * b) * c) + sixteen * ((d * e) * f);
        is_finite(isa, numbers + sizes)
    }

    /// What both share, of the size of the intersection.
    #[inline(always)]
    pub(crate) fn shared<I: Isa<Real = F>>(&self, isa: I, size: F) -> Shared<F> {
        let eight = isa.splat(8.0);
        let [[a, b, c], [d, e, f]] = self.half_extents;
        Shared::new(isa.splat(0.0), size, [eight * ((a * b) * c), eight * ((d * e) * f)])
    }
}

/// The boxes, of each pair the larger one first.
#[inline(always)]
pub(crate) fn larger_first<F: Singles>(a: &BoxLanes<F>, b: &BoxLanes<F>) -> [BoxLanes<F>; 2] {
    let of_a = [&a.half_extents, &a.center];
    let swap = is_smaller(of_a, &a.rotation, [&b.half_extents, &b.center], &b.rotation);
    [choose(swap, b, a), choose(swap, a, b)]
}

#[inline(always)]
fn choose<F: Singles>(mask: F::Mask, yes: &BoxLanes<F>, no: &BoxLanes<F>) -> BoxLanes<F> {
    let ([x, y, z, w], [i, j, k, l]) = (yes.rotation, no.rotation);
    let [x, y, z] = select(mask, [x, y, z], [i, j, k]);
    BoxLanes {
        center: select(mask, yes.center, no.center),
        rotation: [x, y, z, F::select(mask, w, l)],
        half_extents: select(mask, yes.half_extents, no.half_extents),
    }
}

/// The rotation of b as seen from a: the conjugate of a's quaternion times b's.
///
/// Products that are equal for equal rotations, and for half turns about an axis of the box, are subtracted from each other,
/// so that these have components of exactly zero.
#[inline(always)]
fn relative<F: Lanes>(a: [F; 4], b: [F; 4]) -> [F; 4] {
    [
        (a[3] * b[0] - a[0] * b[3]) - (a[1] * b[2] - a[2] * b[1]),
        (a[3] * b[1] - a[1] * b[3]) - (a[2] * b[0] - a[0] * b[2]),
        (a[3] * b[2] - a[2] * b[3]) - (a[0] * b[1] - a[1] * b[0]),
        (a[3] * b[3] + a[0] * b[0]) + (a[1] * b[1] + a[2] * b[2]),
    ]
}
