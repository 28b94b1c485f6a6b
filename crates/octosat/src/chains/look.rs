//! One look at parts of motions, one per lane: which are free, and in which the solids touch in the middle.

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

use super::body::Body;
use super::model::Chain;
use super::near::{Sphere, are_within, fill_spheres, touch, visit_near};
use super::questions::{Configurations, JointMotions};
use super::reach::FrameMotion;
use super::scratch::Scratch;
use super::visitors::Visitors;
use crate::near::{all, any};
use crate::tolerances::{FAR_SPHERES, JOINT_ROUNDING};

/// A part of a motion: its middle and half its length, as parts of the motion.
#[derive(Clone, Copy, Default)]
pub(super) struct Part {
    /// Which motion of the job.
    pub(super) motion: usize,
    pub(super) middle: f32,
    pub(super) half: f32,
}

impl Part {
    pub(super) fn start(self) -> f32 {
        self.middle - self.half
    }

    /// Both halves of it, the first one first.
    pub(super) fn halves(self) -> [Self; 2] {
        let half = 0.5 * self.half;
        [-half, half].map(|side| Self { middle: self.middle + side, half, ..self })
    }
}

/// What is found of some parts.
pub(super) struct Found {
    /// A bit per part that is not certainly free.
    pub(super) near: u32,
    /// A bit per part in whose middle a pair touches.
    pub(super) touching: u32,
    /// A bit per part in which the solids move so little that its halves show no more.
    pub(super) still: u32,
}

/// What a look needs, in lanes.
pub(super) struct Look<'a, I: Isa> {
    pub(super) question: &'a JointMotions<'a>,
    pub(super) scratch: &'a mut Scratch<I>,
}

impl<I: Isa> Look<'_, I> {
    /// Looks at parts of motions, which are counted from `first` on.
    #[inline(always)]
    pub(super) fn at(&mut self, isa: I, first: usize, parts: &[Part; MAX_LANES]) -> Found {
        let JointMotions { starts: Configurations { chain, world, links, .. }, .. } =
            *self.question;
        self.load(isa, first, parts);
        let Scratch { poses, reaches, spheres, grown, motions, .. } = &mut *self.scratch;
        poses.fill(
            isa,
            chain,
            #[inline(always)]
            |number| motions[chain.frames[number].value].of_frame(isa, &chain.frames[number]).value,
        );
        reaches.fill(
            isa,
            chain,
            #[inline(always)]
            |number| motions[chain.frames[number].value].of_frame(isa, &chain.frames[number]),
        );
        fill_spheres(
            isa,
            chain,
            poses,
            grown,
            #[inline(always)]
            |number| reaches.of_solid(number),
        );
        fill_spheres(
            isa,
            chain,
            poses,
            spheres,
            #[inline(always)]
            |_| isa.splat(0.0),
        );
        let zero = isa.splat(0.0);
        let none = zero.less(zero);
        let mut pairs = Pairs { open: all(isa), near: none, touching: none };
        if let Some(world) = world {
            self.obstacles(isa, chain, world, &mut pairs);
        }
        if links {
            self.links(isa, chain, &mut pairs);
        }
        let Scratch { poses, reaches, probes, .. } = &mut *self.scratch;
        let still = reaches.are_still(isa, self.question.tolerance).bits();
        let mut found = Found { near: pairs.near.bits(), touching: pairs.touching.bits(), still };
        if let Some(world) = world.filter(|_| !probes.is_empty()) {
            let visitors = Visitors::new(
                isa,
                (chain, world),
                poses,
                probes,
                #[inline(always)]
                |number| reaches.of_solid(number),
            );
            visitors.meet_out_of_line(isa, &mut found.near, &mut found.touching);
        }
        found
    }

    /// Loads the joint values in the middle of parts, and how far those at other times of the part are from them.
    #[inline(always)]
    fn load(&mut self, isa: I, first: usize, parts: &[Part; MAX_LANES]) {
        let (starts, ends) = (self.question.starts.joints, self.question.ends);
        let motions = &mut self.scratch.motions;
        let width = motions.len();
        let (mut from, mut to) = (const { [0.0; MAX_LANES] }, const { [0.0; MAX_LANES] });
        let (mut middles, mut halves) = (const { [0.0; MAX_LANES] }, const { [0.0; MAX_LANES] });
        for (lane, part) in parts[..I::LANES].iter().enumerate() {
            (middles[lane], halves[lane]) = (part.middle, part.half);
        }
        let [middle, half] = [isa.load(&middles), isa.load(&halves)];
        for (number, motion) in motions.iter_mut().enumerate() {
            for (lane, part) in parts[..I::LANES].iter().enumerate() {
                let at = (first + part.motion) * width + number;
                (from[lane], to[lane]) = (starts[at], ends[at]);
            }
            let [from, to] = [isa.load(&from), isa.load(&to)];
            let way = to - from;
            let rounding = isa.splat(JOINT_ROUNDING) * (from.abs() + to.abs());
            *motion =
                FrameMotion { value: from + middle * way, change: half * way.abs(), rounding };
        }
    }

    /// Looks at the pairs of solids and obstacles.
    #[inline(always)]
    fn obstacles(&self, isa: I, chain: &Chain, world: &super::World, pairs: &mut Pairs<I>) {
        let Scratch { poses, reaches, spheres, grown, .. } = &*self.scratch;
        for number in 0..chain.solids.len() {
            let sphere = pairs.sphere(&grown[number], &spheres[number]);
            let within = reaches.of_solid(number);
            pairs.open = visit_near(
                isa,
                (chain, number, &sphere),
                world,
                pairs.open,
                #[inline(always)]
                |near, obstacle| {
                    let a = Body::of_solid(isa, poses, number, &chain.solids[number]);
                    let b = Body::of_obstacle(isa, &obstacle.solid);
                    pairs.test(isa, near, (&a, &b), within)
                },
            );
            if !any(pairs.open) {
                return;
            }
        }
    }

    /// Looks at the pairs of two solids.
    #[inline(always)]
    fn links(&self, isa: I, chain: &Chain, pairs: &mut Pairs<I>) {
        let Scratch { poses, reaches, spheres, .. } = &*self.scratch;
        for solid in &chain.solids {
            for pair in &solid.pairs {
                let within = reaches.of_pair(isa, pair);
                let [a, b] = pair.solids;
                let wide = spheres[a].wider(within * isa.splat(FAR_SPHERES));
                let wide = pairs.sphere(&wide, &spheres[a]);
                let near = wide.is_near_sphere(&spheres[b]) & pairs.open;
                if any(near) {
                    let a = Body::of_solid(isa, poses, a, &chain.solids[a]);
                    let b = Body::of_solid(isa, poses, b, &chain.solids[b]);
                    let closed = pairs.test(isa, near, (&a, &b), within);
                    pairs.open = pairs.open & !closed;
                }
            }
        }
    }
}

/// What is found of pairs so far, in lanes.
#[derive(Clone, Copy)]
struct Pairs<I: Isa> {
    /// Where no pair touches in the middle.
    open: I::Mask,
    near: I::Mask,
    touching: I::Mask,
}

impl<I: Isa> Pairs<I> {
    /// The sphere with which a solid looks for others: where some pair is near already, only touching changes the row.
    #[inline(always)]
    fn sphere(&self, grown: &Sphere<I>, still: &Sphere<I>) -> Sphere<I> {
        Sphere { radius: Lanes::select(self.near, still.radius, grown.radius), ..*grown }
    }

    /// Tests two solids that may come nearer to each other by some meters, in lanes whose spheres are near. Returns the
    /// lanes in which they touch, which need no further pair.
    #[inline(always)]
    fn test(
        &mut self,
        isa: I,
        near: I::Mask,
        (a, b): (&Body<'_, I>, &Body<'_, I>),
        within: I::Real,
    ) -> I::Mask {
        let (mut near, first) = (near & self.near, near & !self.near);
        if any(first) {
            near = near | are_within(isa, first, (a, b), within);
        }
        if !any(near) {
            return near;
        }
        self.near = self.near | near;
        let touching = touch(isa, near, a, b);
        self.touching = self.touching | touching;
        touching
    }
}
