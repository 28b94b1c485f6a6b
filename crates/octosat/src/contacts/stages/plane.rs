//! Both faces in one plane: the rectangle of a's face, and b's face projected onto it along the
//! normal, a parallelogram.
//!
//! A point of the plane stands for two points on the same line along the normal, one on each face;
//! their separation `gap` is linear over the plane. Every corner of the two shapes' intersection is
//! therefore a contact that lies on both surfaces, half its gap from each.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::faces::FacePair;
use crate::choice::sum_of_extents;
use crate::tolerances::CLIP_TOLERANCE;

/// A point of the plane, and the gap along the normal between the faces there.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanePoint<F> {
    /// Along the two axes of a that follow its face's own, from the center of a, meters.
    pub(super) u: F,
    pub(super) v: F,
    /// Meters along the normal from a's face to b's; negative where they penetrate.
    pub(super) gap: F,
}

impl<F: Lanes> PlanePoint<F> {
    /// The point at `self + factor · step`.
    #[inline(always)]
    pub(super) fn moved<A: Arithmetic>(self, factor: F, step: Self) -> Self {
        Self {
            u: A::multiply_add(factor, step.u, self.u),
            v: A::multiply_add(factor, step.v, self.v),
            gap: A::multiply_add(factor, step.gap, self.gap),
        }
    }

    /// The cross product of two points as vectors of the plane.
    #[inline(always)]
    pub(super) fn cross<A: Arithmetic>(self, other: Self) -> F {
        A::multiply_subtract(self.u, other.v, self.v * other.u)
    }

    /// The opposite vector of the plane where the mask is true; its gap means nothing.
    #[inline(always)]
    pub(super) fn turned_if(self, mask: F::Mask) -> Self {
        Self { u: F::select(mask, -self.u, self.u), v: F::select(mask, -self.v, self.v), ..self }
    }

    #[inline(always)]
    pub(super) fn plus(self, step: Self) -> Self {
        Self { u: self.u + step.u, v: self.v + step.v, gap: self.gap + step.gap }
    }

    #[inline(always)]
    pub(super) fn minus(self, step: Self) -> Self {
        Self { u: self.u - step.u, v: self.v - step.v, gap: self.gap - step.gap }
    }
}

/// The rectangle and the parallelogram.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePlane<F> {
    /// The half sides of the rectangle, which is centerd.
    pub(super) sides: [F; 2],
    /// The center of the parallelogram.
    pub(super) center: PlanePoint<F>,
    /// Its half edges, along the two axes of b that follow its face's own.
    pub(super) edges: [PlanePoint<F>; 2],
    /// Meters by which the shapes may miss each other and still touch.
    pub(super) slack: F,
}

impl<F: Lanes> FacePlane<F> {
    /// Projects the faces along their normal into the plane of a's face.
    #[inline(always)]
    pub(super) fn new<I: Isa<Real = F, Mask = F::Mask>, A: Arithmetic>(
        isa: I,
        faces: &FacePair<I>,
    ) -> Self {
        let FacePair { normal, axes_b, half_a, half_b, top, center_b, .. } = faces;
        let inverse = isa.splat(1.0) / normal[0];
        let [mut first, mut second] = [axes_b[1], axes_b[2]];
        for k in 0..3 {
            first[k] = first[k] * half_b[1];
            second[k] = second[k] * half_b[2];
        }
        let center = [center_b[0] - *top, center_b[1], center_b[2]];
        Self {
            sides: [half_a[1], half_a[2]],
            center: projected::<F, A>(center, *normal, inverse),
            edges: [
                projected::<F, A>(first, *normal, inverse),
                projected::<F, A>(second, *normal, inverse),
            ],
            slack: isa.splat(CLIP_TOLERANCE) * sum_of_extents(*half_a, *half_b),
        }
    }
}

/// A vector, first component out of the plane, moved along the normal into it; `inverse` is that of
/// the normal's first component.
#[inline(always)]
fn projected<F: Lanes, A: Arithmetic>(
    [out, u, v]: [F; 3],
    normal: [F; 3],
    inverse: F,
) -> PlanePoint<F> {
    let gap = out * inverse;
    PlanePoint {
        u: A::subtract_product(gap, normal[1], u),
        v: A::subtract_product(gap, normal[2], v),
        gap,
    }
}

/// `value` moved into −limit ..= limit.
#[inline(always)]
pub(super) fn clamped<F: Lanes>(value: F, limit: F) -> F {
    limit.lesser((-limit).greater(value))
}
