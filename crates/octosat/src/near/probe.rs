//! A box that visits a tree: first as one lane of a batch, then the same in all lanes.

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

use super::bounds::Limits;
use super::tree::Contents;
use crate::axes::boxes::{BoxLanes, rotation_matrix};
use crate::tolerances::SMALLEST_FAR;
use crate::vector::squared;

/// How much larger both sides of a gap are taken, for each meter of half extents and of growth, without unit: 2⁻¹⁴, or 1,024
/// units of roundoff. A clearance is below the gap along a face by no more than 393 units of the radius, and what a gap
/// rounds by is at most 76 units. The chapter on error bounds has the sums.
const GAP_SLACK: f32 = 1.0 / 16384.0;

/// A box in each lane, from which one lane after the other becomes a [`Probe`]. All lengths are in meters.
#[derive(Clone, Debug)]
pub(crate) struct Probes {
    center: [[f32; MAX_LANES]; 3],
    rotation: [[f32; MAX_LANES]; 4],
    /// Half the edge lengths of what the kernels test, which the box contains.
    core: [[f32; MAX_LANES]; 3],
    /// Half the edge lengths of the bounds along the world's axes, and the axes of the box. Both are larger by more than
    /// rounding.
    wide: [[f32; MAX_LANES]; 3],
    axes: [[[f32; MAX_LANES]; 3]; 3],
    /// Half the edge lengths along its own axes, larger by more than rounding.
    half: [[f32; MAX_LANES]; 3],
    /// By how much the box grows: exactly, and by more than rounding.
    pub(crate) growth: [f32; MAX_LANES],
    wide_growth: [f32; MAX_LANES],
}

impl Probes {
    pub(crate) const NONE: Self = {
        let none = [0.0; MAX_LANES];
        Self {
            center: [none; 3],
            rotation: [none; 4],
            core: [none; 3],
            wide: [none; 3],
            axes: [[none; 3]; 3],
            half: [none; 3],
            growth: none,
            wide_growth: none,
        }
    };

    /// Takes the cores of all lanes, half the edge lengths of the boxes that contain them, and by how much each grows.
    #[inline(always)]
    pub(crate) fn fill<I: Isa>(
        &mut self,
        isa: I,
        core: &BoxLanes<I::Real>,
        half_extents: [I::Real; 3],
        growth: I::Real,
    ) {
        let BoxLanes { center, rotation, .. } = *core;
        let matrix = rotation_matrix(isa, rotation);
        let size = (half_extents[0] + half_extents[1]) + half_extents[2];
        let slack = size * isa.splat(GAP_SLACK) + isa.splat(SMALLEST_FAR);
        for (component, to) in rotation.iter().zip(&mut self.rotation) {
            isa.store(*component, to);
        }
        for i in 0..3 {
            let mut wide = slack;
            for k in 0..3 {
                wide = wide + matrix[i][k].abs() * half_extents[k];
                isa.store(matrix[i][k], &mut self.axes[k][i]);
            }
            isa.store(center[i], &mut self.center[i]);
            isa.store(core.half_extents[i], &mut self.core[i]);
            isa.store(wide, &mut self.wide[i]);
            isa.store(half_extents[i] + slack, &mut self.half[i]);
        }
        isa.store(growth, &mut self.growth);
        isa.store(growth * isa.splat(1.0 + GAP_SLACK), &mut self.wide_growth);
    }

    /// The bounds that the boxes of some lanes, grown or as they are, may be near, by the world's axes alone.
    #[inline(always)]
    pub(crate) fn starts<I: Isa>(
        &self,
        isa: I,
        limits: &[Limits],
        is_grown: bool,
        lanes: u32,
    ) -> Starts {
        let growth = if is_grown { isa.load(&self.wide_growth) } else { isa.splat(0.0) };
        let (mut lower, mut upper) = ([growth; 3], [growth; 3]);
        for k in 0..3 {
            let (center, wide) = (isa.load(&self.center[k]), isa.load(&self.wide[k]) + growth);
            (lower[k], upper[k]) = (center - wide, center + wide);
        }
        let mut starts = Starts { lanes: 0, bounds: [0; MAX_LANES] };
        for (at, limits) in limits.iter().enumerate() {
            let mut is_near = lower[0].at_most(isa.splat(limits.upper[0]));
            is_near = is_near & isa.splat(limits.lower[0]).at_most(upper[0]);
            for k in 1..3 {
                is_near = is_near & lower[k].at_most(isa.splat(limits.upper[k]));
                is_near = is_near & isa.splat(limits.lower[k]).at_most(upper[k]);
            }
            let mut bits = is_near.bits() & lanes;
            starts.lanes |= bits;
            while bits != 0 {
                starts.bounds[bits.trailing_zeros() as usize] |= 1 << at;
                bits &= bits - 1;
            }
        }
        starts
    }

    /// The box of one lane in all lanes, grown or as it is.
    #[inline(always)]
    pub(crate) fn probe<I: Isa>(&self, isa: I, lane: usize, is_grown: bool) -> Probe<I> {
        let growth = isa.splat(if is_grown { self.wide_growth[lane] } else { 0.0 });
        let three = [growth; 3];
        let mut probe = Probe { center: three, wide: three, axes: [three; 3], half: three };
        for k in 0..3 {
            probe.center[k] = isa.splat(self.center[k][lane]);
            probe.wide[k] = isa.splat(self.wide[k][lane]) + growth;
            probe.half[k] = isa.splat(self.half[k][lane]) + growth;
            for i in 0..3 {
                probe.axes[k][i] = isa.splat(self.axes[k][i][lane]);
            }
        }
        probe
    }

    /// The core of one lane in all lanes.
    #[inline(always)]
    pub(crate) fn core<I: Isa>(&self, isa: I, lane: usize) -> BoxLanes<I::Real> {
        let zero = isa.splat(0.0);
        let mut core = BoxLanes { center: [zero; 3], rotation: [zero; 4], half_extents: [zero; 3] };
        for k in 0..3 {
            core.center[k] = isa.splat(self.center[k][lane]);
            core.half_extents[k] = isa.splat(self.core[k][lane]);
        }
        for k in 0..4 {
            core.rotation[k] = isa.splat(self.rotation[k][lane]);
        }
        core
    }
}

/// The first bounds that boxes are near.
#[derive(Debug)]
pub(crate) struct Starts {
    /// A bit per lane that has any.
    pub(crate) lanes: u32,
    /// Of each lane, a bit for each of the bounds.
    pub(crate) bounds: [u128; MAX_LANES],
}

/// A box, the same in all lanes, next to which there are other bounds in each lane.
#[derive(Debug)]
pub(crate) struct Probe<I: Isa> {
    center: [I::Real; 3],
    wide: [I::Real; 3],
    axes: [[I::Real; 3]; 3],
    half: [I::Real; 3],
}

impl<I: Isa> Probe<I> {
    /// Numbers below the clearances of the box and what is in bounds, in meters: by the six faces of both. If those along the
    /// world's axes are all beyond a limit, the other ones do not count.
    #[inline(always)]
    pub(crate) fn gaps(
        &self,
        isa: I,
        [centers, half_extents]: [[I::Real; 3]; 2],
        contents: Contents,
        limit: f32,
    ) -> I::Real {
        let size = (half_extents[0] + half_extents[1]) + half_extents[2];
        let slack = isa.splat(GAP_SLACK) * size;
        let (mut offset, mut beyond) = (centers, centers);
        for k in 0..3 {
            offset[k] = centers[k] - self.center[k];
            beyond[k] = offset[k].abs() - (half_extents[k] + self.wide[k]);
        }
        let gap = largest(beyond);
        // A part of a negative gap would be more than it.
        let of_world = gap.lesser(gap * isa.splat(contents.part()));
        if !super::any((of_world - slack).at_most(isa.splat(limit))) {
            return of_world - slack;
        }
        let mut beyond_own = beyond;
        for (k, (axis, half)) in self.axes.iter().zip(self.half).enumerate() {
            let along = (offset[0] * axis[0] + offset[1] * axis[1]) + offset[2] * axis[2];
            let mut reach = half;
            for i in 0..3 {
                reach = reach + half_extents[i] * axis[i].abs();
            }
            beyond_own[k] = along.abs() - reach;
        }
        let mut gap = largest(beyond_own).greater(of_world);
        if limit > 0.0 && matches!(contents, Contents::Balls) {
            let (world, own) = (distance(isa, beyond), distance(isa, beyond_own));
            gap = world.greater(own).greater(gap);
        }
        gap - slack
    }
}

/// The largest of three numbers.
#[inline(always)]
fn largest<F: Lanes>([x, y, z]: [F; 3]) -> F {
    x.greater(y).greater(z)
}

/// The distance of two boxes along the same axes, from how far they are apart along each.
#[inline(always)]
fn distance<I: Isa>(isa: I, beyond: [I::Real; 3]) -> I::Real {
    let zero = isa.splat(0.0);
    squared([zero.greater(beyond[0]), zero.greater(beyond[1]), zero.greater(beyond[2])]).sqrt()
}
