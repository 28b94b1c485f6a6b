//! Gaps between a box and a long core that are known too coarsely to separate both.
//!
//! Rounding moves the nearest place of a core, so the gap leans: it is not at right angles to the core, or misses a face
//! that the place is barely past. What the core gains along such a gap at its far end is longer than a short gap. The
//! exact gap differs by no more than rounding, and is between the normals of the faces next to the place.

use octosat_lanes::{Isa, Lanes, folded};

use super::course::Gap;
use crate::shapes::kernels::capsule_core::Core;
use crate::vector::{dot, squared};

/// A place of a core.
#[derive(Clone, Copy)]
pub(super) struct Place<F> {
    /// Seen from the box.
    pub(super) place: [F; 3],
    /// Seen from the middle of the core, as a multiple of its direction.
    pub(super) along: F,
}

/// How much farther a core reaches against a vector than its place, times the length of the vector.
#[inline(always)]
pub(super) fn farther<I: Isa>(core: &Core<I>, vector: [I::Real; 3], along: I::Real) -> I::Real {
    let along_core = dot(vector, core.direction);
    along_core.abs() * core.reach + along_core * along
}

/// The gap turned across the core, in the lanes in which it then separates more.
#[inline(always)]
pub(super) fn turned<I: Isa>(
    isa: I,
    core: &Core<I>,
    Place { place, along }: Place<I::Real>,
    gap: Gap<I::Real>,
) -> Gap<I::Real> {
    let vector = Sides::of(isa, core, place).across(isa, core, gap.vector);
    let length = squared(vector).sqrt();
    let mut apart = place;
    for k in 0..3 {
        let extent = core.extents[k];
        apart[k] = place[k] - Lanes::select(vector[k].less(isa.splat(0.0)), -extent, extent);
    }
    let separation = dot(vector, apart) - farther(core, vector, along);
    let more = (gap.separation * length).less(separation * gap.length);
    Gap::select(more, Gap { vector, length, separation, ..gap }, gap)
}

/// The least and the most that each component of a gap can be: a place that is next to a face may be outside it.
struct Sides<F> {
    least: [F; 3],
    most: [F; 3],
}

impl<F: Lanes> Sides<F> {
    #[inline(always)]
    fn of<I: Isa<Real = F>>(isa: I, core: &Core<I>, place: [F; 3]) -> Self {
        let infinity = isa.splat(f32::INFINITY);
        let [mut least, mut most] = [place; 2];
        for k in 0..3 {
            let extent = core.extents[k];
            least[k] = (-infinity).keep(place[k].at_most(core.noise - extent));
            most[k] = infinity.keep((extent - core.noise).at_most(place[k]));
        }
        Self { least, most }
    }

    /// A vector turned across the core as far as the sides allow: every round but the last may end at a side.
    #[inline(always)]
    fn across<I: Isa<Real = F>>(&self, isa: I, core: &Core<I>, vector: [F; 3]) -> [F; 3] {
        let (zero, Self { least, most }) = (isa.splat(0.0), self);
        folded::<3, _>(
            vector,
            #[inline(always)]
            |mut vector, _| {
                let along_core = dot(vector, core.direction);
                let grows = along_core.less(zero);
                let mut moving = core.direction;
                for k in 0..3 {
                    let (up, down) = (vector[k].less(most[k]), least[k].less(vector[k]));
                    moving[k] = moving[k].keep((grows & up) | (!grows & down));
                }
                let speed = squared(moving);
                let step = (along_core / speed).keep(!speed.equals(zero));
                for k in 0..3 {
                    let moved = vector[k] - moving[k] * step;
                    vector[k] = most[k].lesser(least[k].greater(moved));
                }
                vector
            },
        )
    }
}
