//! The cores of capsules in the frames of boxes.

use octosat_lanes::{Isa, Lanes};

use super::compared::LoadedPairs;
use super::piece::{half_of, offset_of_middles};
use crate::axes::boxes::BoxLanes;
use crate::boxes::store::OrientedBox;
use crate::shapes::capsule::Capsule;
use crate::tolerances::{REACH_NOISE, SMALLEST_STEP};
use crate::vector::dot;

/// Segments in the frames of the boxes. Each axis is reversed if the segment points against it.
///
/// Reversing an axis does not change a box, and every segment then enters slabs at their negative sides.
#[derive(Clone, Copy)]
pub(crate) struct Core<I: Isa> {
    /// The axes, world coordinates.
    pub(crate) axes: [[I::Real; 3]; 3],
    pub(super) turned: [I::Mask; 3],
    pub(crate) extents: [I::Real; 3],
    pub(crate) middle: [I::Real; 3],
    /// The direction to the end; the largest component is one and none is negative. For a point, all are
    /// zero.
    pub(crate) direction: [I::Real; 3],
    /// The distance from the middle to either end, in multiples of the direction.
    pub(crate) reach: I::Real,
    /// How far rounding moves a place where box and segment are nearest, in meters. No such place is farther from
    /// either middle than the distance of the middles and the half extents of the smaller of the two.
    pub(crate) noise: I::Real,
    /// How far rounding moves the ends of both along a direction, in meters: it turns them as a whole.
    pub(super) turning: I::Real,
}

impl<I: Isa> Core<I> {
    #[inline(always)]
    pub(super) fn seen(isa: I, batch: &LoadedPairs<I, OrientedBox, Capsule>) -> Self {
        let ends = [batch.b.start, batch.b.end];
        let to_middle = offset_of_middles(isa, [batch.a.center; 2], ends);
        Self::of(isa, &batch.a, to_middle, half_of(isa, ends))
    }

    /// Segments in the frames of boxes, from the vectors from a box's center to a segment's middle, and from there to its
    /// end.
    #[inline(always)]
    pub(crate) fn of(
        isa: I,
        boxes: &BoxLanes<I::Real>,
        to_middle: [I::Real; 3],
        to_end: [I::Real; 3],
    ) -> Self {
        let zero = isa.splat(0.0);
        let extents = boxes.half_extents;
        let mut axes = boxes.axes(isa);
        let [mut direction, mut middle] = [to_middle; 2];
        let mut turned = [zero.less(zero); 3];
        let [mut reach, mut offset, mut of_box, mut of_core] = [zero, zero, zero, zero];
        for k in 0..3 {
            let along = dot(axes[k], to_end);
            turned[k] = along.less(zero);
            for component in &mut axes[k] {
                *component = Lanes::select(turned[k], -*component, *component);
            }
            direction[k] = along.abs();
            middle[k] = dot(axes[k], to_middle);
            reach = direction[k].greater(reach);
            offset = offset + middle[k].abs();
            of_box = of_box + extents[k];
            of_core = of_core + direction[k];
        }
        let is_segment = isa.splat(SMALLEST_STEP).at_most(reach);
        let divisor = Lanes::select(is_segment, reach, isa.splat(1.0));
        for component in &mut direction {
            *component = (*component / divisor).keep(is_segment);
        }
        let noise = isa.splat(REACH_NOISE) * (offset + of_box.lesser(of_core));
        let turning = isa.splat(REACH_NOISE) * ((offset + of_box) + of_core);
        let reach = reach.keep(is_segment);
        Self { axes, turned, extents, middle, direction, reach, noise, turning }
    }

    /// Converts a vector of this frame to world coordinates.
    #[inline(always)]
    pub(crate) fn world(&self, local: [I::Real; 3]) -> [I::Real; 3] {
        let [a, b, c] = self.axes;
        [
            dot(local, [a[0], b[0], c[0]]),
            dot(local, [a[1], b[1], c[1]]),
            dot(local, [a[2], b[2], c[2]]),
        ]
    }
}
