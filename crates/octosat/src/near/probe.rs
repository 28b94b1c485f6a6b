//! A box that visits a tree: first as one lane of a batch, then the same in all lanes.

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

use super::GAP_SLACK;
use super::bounds::{Contents, Limits};
use crate::axes::boxes::{BoxLanes, rotation_matrix};
use crate::tolerances::SMALLEST_FAR;
use crate::vector::squared;

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
    /// By how much the box grows, at least and at most: exactly, and by more than rounding.
    growth: [[f32; MAX_LANES]; 2],
    wide_growth: [[f32; MAX_LANES]; 2],
}

/// By how much a box is larger as it visits a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    Least,
    Most,
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
            growth: [none; 2],
            wide_growth: [none; 2],
        }
    };

    /// Takes the cores of all lanes, half the edge lengths of the boxes that contain them, and by how much each grows, at
    /// least and at most.
    #[inline(always)]
    pub(crate) fn fill<I: Isa>(
        &mut self,
        isa: I,
        core: &BoxLanes<I::Real>,
        half_extents: [I::Real; 3],
        growth: [I::Real; 2],
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
        for (at, growth) in growth.into_iter().enumerate() {
            isa.store(growth, &mut self.growth[at]);
            isa.store(growth * isa.splat(1.0 + GAP_SLACK), &mut self.wide_growth[at]);
        }
    }

    /// By how much the box of a lane grows, in meters.
    pub(crate) fn growth(&self, growth: Growth, lane: usize) -> f32 {
        self.growth[growth as usize][lane]
    }

    /// The bounds that the boxes of some lanes, as they are grown, may be near, by the world's axes alone.
    #[inline(always)]
    pub(crate) fn starts<I: Isa>(
        &self,
        isa: I,
        limits: &[Limits],
        (growth, contents): (Growth, Contents),
        lanes: u32,
    ) -> Starts {
        let per_gap = isa.splat(contents.distances_per_gap());
        let growth = isa.load(&self.wide_growth[growth as usize]) * per_gap;
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

    /// The box of one lane in all lanes, as it is grown, next to some contents of bounds.
    ///
    /// Along the axes of the world, growth counts so many times that the part of a gap that counts is less by all of it.
    #[inline(always)]
    pub(crate) fn probe<I: Isa>(
        &self,
        isa: I,
        lane: usize,
        (growth, contents): (Growth, Contents),
    ) -> Probe<I> {
        let growth = isa.splat(self.wide_growth[growth as usize][lane]);
        let of_world = growth * isa.splat(contents.distances_per_gap());
        let three = [growth; 3];
        let mut probe =
            Probe { contents, center: three, wide: three, axes: [three; 3], half: three };
        for k in 0..3 {
            probe.center[k] = isa.splat(self.center[k][lane]);
            probe.wide[k] = isa.splat(self.wide[k][lane]) + of_world;
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
    contents: Contents,
    center: [I::Real; 3],
    wide: [I::Real; 3],
    axes: [[I::Real; 3]; 3],
    half: [I::Real; 3],
}

impl<I: Isa> Probe<I> {
    /// Numbers below the clearances of the box and what is in bounds, in meters: by the six faces of both. If those along the
    /// world's axes are all beyond a limit, the other ones do not count, whatever is in other lanes.
    #[inline(always)]
    pub(crate) fn gaps(
        &self,
        isa: I,
        [centers, half_extents]: [[I::Real; 3]; 2],
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
        let of_world = gap.lesser(gap * isa.splat(self.contents.part()));
        let is_near = (of_world - slack).at_most(isa.splat(limit));
        if !super::any(is_near) {
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
        if limit > 0.0 && self.contents == Contents::Balls {
            let distance = distance(isa, beyond).greater(distance(isa, beyond_own));
            // A distance of zero is more than a negative gap.
            let is_apart = isa.splat(0.0).less(gap);
            gap = Lanes::select(is_apart, distance.greater(gap), gap);
        }
        Lanes::select(is_near, gap, of_world) - slack
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use octosat_lanes::Scalar;

    use super::super::bounds::Bounds;
    use super::*;

    /// Numbers that look random: a linear congruential generator (Knuth, "The Art of Computer Programming", 3.3.4).
    struct Numbers(u64);

    impl Numbers {
        /// The next one, between minus one and one.
        #[expect(clippy::cast_precision_loss, reason = "a random number has no exact value")]
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
        }

        fn vector(&mut self, scale: f32) -> [f32; 3] {
            [0; 3].map(|_| scale * self.next())
        }

        /// A length of some decades, in meters.
        fn length(&mut self) -> f32 {
            let mut length = self.next().abs();
            while self.next() > -0.4 {
                length *= 0.2;
            }
            length
        }
    }

    /// A box near some bounds, which touch it up to some slacks along an axis of the world in half of all cases.
    fn near(numbers: &mut Numbers, bounds: &Bounds) -> BoxLanes<f32> {
        let half_extents = [0; 3].map(|_| numbers.length());
        let length = |quaternion: [f32; 4]| quaternion.iter().map(|part| part * part).sum::<f32>();
        let mut rotation = [0; 4].map(|_| numbers.next());
        while length(rotation) < 0.1 {
            rotation = [0; 4].map(|_| numbers.next());
        }
        let root = octosat_lanes::math::sqrt(length(rotation).into());
        let rotation = rotation.map(|part| crate::boxes::rotation::round(f64::from(part) / root));
        let mut probes = Probes::NONE;
        let mut given = BoxLanes { center: [0.0; 3], rotation, half_extents };
        probes.fill(Scalar, &given, half_extents, [0.0; 2]);
        for k in 0..3 {
            let reach = bounds.half_extents[k] + probes.wide[k][0];
            let slack = 2.0 * GAP_SLACK * reach * numbers.next();
            let off = if k == 0 { reach + slack } else { 0.5 * reach * numbers.next() };
            given.center[k] = bounds.center[k] + off;
        }
        given
    }

    /// What is looked at first leaves out no bounds that gaps do not leave out.
    #[test]
    fn starts_have_all_bounds_that_are_near() {
        let numbers = &mut Numbers(3);
        let (mut kept, mut left_out) = (0, 0);
        for number in 0..20_000 {
            let contents = [Contents::Aligned, Contents::Turned, Contents::Balls][number % 3];
            let origin = numbers.vector(if number % 2 == 0 { 0.0 } else { 100.0 });
            let place = |numbers: &mut Numbers| {
                let [off, half_extents] = [numbers.vector(1.0), [0; 3].map(|_| numbers.length())];
                let center = [0, 1, 2].map(|k| origin[k] + off[k]);
                Bounds::of_box(center, [0.0, 0.0, 0.0, 1.0], half_extents)
            };
            let all: Vec<Bounds> = (0..4).map(|_| place(numbers)).collect();
            let limits: Vec<Limits> = all.iter().map(Bounds::limits).collect();
            let mut probes = Probes::NONE;
            let given = near(numbers, &all[number % 4]);
            probes.fill(Scalar, &given, given.half_extents, [0.0, 0.1 * numbers.length()]);
            for growth in [Growth::Least, Growth::Most] {
                let starts = probes.starts(Scalar, &limits, (growth, contents), 1);
                let probe = probes.probe(Scalar, 0, (growth, contents));
                for (at, Bounds { center, half_extents }) in all.iter().enumerate() {
                    let gap = probe.gaps(Scalar, [*center, *half_extents], 0.0);
                    let is_kept = starts.bounds[0] >> at & 1 == 1;
                    // Limits are rounded at their coordinates, by less than what bounds are larger by.
                    let far = center.iter().fold(0.0_f32, |far, length| far.max(length.abs()));
                    assert!(is_kept || gap > -4.0 * f32::EPSILON * far, "{number}: {gap}");
                    assert_eq!(starts.lanes & 1 == 1, starts.bounds[0] != 0);
                    kept += usize::from(gap <= 0.0);
                    left_out += usize::from(!is_kept);
                }
            }
        }
        assert!(kept > 10_000 && left_out > 10_000, "{kept} {left_out}");
    }
}
