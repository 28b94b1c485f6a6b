//! The plane that two faces are clipped in: the rectangle of a's face, and b's face as a parallelogram.
//!
//! A point of the plane stands for two points on the same line along the normal, one on each face;
//! their separation `gap` is linear over the plane.

use octosat_lanes::{Arithmetic, Lanes};

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

    /// The opposite vector of the plane if the mask is true; its gap has no meaning.
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
    /// The half sides of the rectangle, which is centered.
    pub(super) sides: [F; 2],
    /// The center of the parallelogram.
    pub(super) center: PlanePoint<F>,
    /// Its half edges, along the two axes of b that follow its face's own.
    pub(super) edges: [PlanePoint<F>; 2],
    /// Meters by which the shapes may miss each other and still touch.
    pub(super) slack: F,
}

/// `value` moved into −limit ..= limit.
#[inline(always)]
pub(super) fn clamped<F: Lanes>(value: F, limit: F) -> F {
    limit.lesser((-limit).greater(value))
}
