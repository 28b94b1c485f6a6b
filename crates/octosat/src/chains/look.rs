//! One look at parts of motions, one per lane: which are free, and in which the solids touch in the middle.

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

use super::body::Body;
use super::found::{Found, Hit};
use super::near::{Sphere, Within, are_near, fill_spheres, visit_near};
use super::questions::{Configurations, JointMotions};
use super::reach::FrameMotion;
use super::scratch::Scratch;
use super::visitors::Visitors;
use super::world::World;
use crate::near::{all, any};
use crate::tolerances::JOINT_ROUNDING;

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

/// What a look needs, in lanes.
pub(super) struct Look<'a, I: Isa> {
    pub(super) question: &'a JointMotions<'a>,
    pub(super) scratch: &'a mut Scratch<I>,
}

impl<I: Isa> Look<'_, I> {
    /// Looks at parts of motions, which are counted from `first` on.
    #[inline(always)]
    pub(super) fn at(&mut self, isa: I, first: usize, parts: &[Part; MAX_LANES]) -> Found {
        let JointMotions { starts, tolerance, hit_tolerance, .. } = *self.question;
        let Configurations { chain, world, links, padding, .. } = starts;
        self.load(isa, first, parts);
        let Scratch { poses, reaches, spheres, motions, .. } = &mut *self.scratch;
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
            spheres,
            #[inline(always)]
            |_| isa.splat(0.0),
        );
        let zero = isa.splat(0.0);
        let none = zero.less(zero);
        let mut hits = [Hit::NONE; MAX_LANES];
        let mut pairs = Pairs { open: all(isa), near: none, touching: none, hits: &mut hits };
        if let Some(world) = world {
            self.obstacles(isa, world, &mut pairs);
        }
        if links {
            self.links(isa, &mut pairs);
        }
        let Scratch { poses, reaches, probes, .. } = &mut *self.scratch;
        let still = reaches.are_still(isa, tolerance).bits();
        let is_sought = hit_tolerance > 0.0;
        let is_first =
            if is_sought { reaches.are_still(isa, hit_tolerance).bits() } else { u32::MAX };
        let (near, touching) = (pairs.near.bits(), pairs.touching.bits());
        let mut found = Found { near, touching, hits, still, is_first };
        if let Some(world) = world.filter(|_| !probes.is_empty()) {
            let visitors = Visitors::new(
                isa,
                (chain, world),
                poses,
                probes,
                (
                    padding,
                    #[inline(always)]
                    |number| reaches.of_solid(number),
                ),
            );
            visitors.meet_out_of_line(isa, &mut found);
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
    fn obstacles(&self, isa: I, world: &World, pairs: &mut Pairs<'_, I>) {
        let Scratch { poses, reaches, spheres, .. } = &*self.scratch;
        let Configurations { chain, padding, .. } = self.question.starts;
        for (number, sphere) in spheres.iter().enumerate() {
            let touching = Within::padding(isa, padding.of_solid(chain, number));
            let within = MovingWithin::new(touching, reaches.of_solid(number));
            let sphere = pairs.sphere(isa, sphere, within);
            pairs.open = visit_near(
                isa,
                (chain, number, &sphere),
                world,
                pairs.open,
                #[inline(always)]
                |near, obstacle| {
                    let a = Body::of_solid(isa, poses, number, &chain.solids[number]);
                    let b = Body::of_obstacle(isa, &obstacle.solid);
                    let hit = Hit::of_obstacle(number, obstacle.index);
                    pairs.test(isa, near, (&a, &b), within, hit)
                },
            );
            if !any(pairs.open) {
                return;
            }
        }
    }

    /// Looks at the pairs of two solids.
    #[inline(always)]
    fn links(&self, isa: I, pairs: &mut Pairs<'_, I>) {
        let Scratch { poses, reaches, spheres, .. } = &*self.scratch;
        let Configurations { chain, padding, .. } = self.question.starts;
        for pair in chain.solids.iter().flat_map(|solid| &solid.pairs) {
            let touching = Within::padding(isa, padding.of_pair(chain, pair));
            let within = MovingWithin::new(touching, reaches.of_pair(isa, pair));
            let [a, b] = pair.solids;
            let sphere = pairs.sphere(isa, &spheres[a], within);
            let near = sphere.is_near_sphere(&spheres[b]) & pairs.open;
            if any(near) {
                let a = Body::of_solid(isa, poses, a, &chain.solids[a]);
                let b = Body::of_solid(isa, poses, b, &chain.solids[b]);
                let hit = Hit::of_links(pair.solids);
                let closed = pairs.test(isa, near, (&a, &b), within, hit);
                pairs.open = pairs.open & !closed;
            }
        }
    }
}

/// When two solids count as touching in the middle of a part, and when they may come to at another time of it.
#[derive(Clone, Copy)]
struct MovingWithin<I: Isa> {
    touching: Within<I>,
    near: Within<I>,
}

impl<I: Isa> MovingWithin<I> {
    /// Of solids that come nearer to each other by some meters at most.
    #[inline(always)]
    fn new(touching: Within<I>, nearer_by: I::Real) -> Self {
        Self { touching, near: touching.nearer_by(nearer_by) }
    }
}

/// What is found of pairs so far, in lanes.
struct Pairs<'h, I: Isa> {
    /// Where no pair touches in the middle.
    open: I::Mask,
    near: I::Mask,
    touching: I::Mask,
    /// The pairs that touch.
    hits: &'h mut [Hit; MAX_LANES],
}

impl<I: Isa> Pairs<'_, I> {
    /// The sphere with which a solid looks for others: where some pair is near already, only touching changes the row.
    #[inline(always)]
    fn sphere(&self, isa: I, sphere: &Sphere<I>, within: MovingWithin<I>) -> Sphere<I> {
        let near = sphere.reaching(isa, within.near);
        let touching = sphere.reaching(isa, within.touching);
        Sphere { radius: Lanes::select(self.near, touching.radius, near.radius), ..near }
    }

    /// Tests two solids in lanes whose spheres are near. Returns the lanes in which they touch, which need no further pair.
    #[inline(always)]
    fn test(
        &mut self,
        isa: I,
        near: I::Mask,
        (a, b): (&Body<'_, I>, &Body<'_, I>),
        within: MovingWithin<I>,
        hit: Hit,
    ) -> I::Mask {
        let (mut near, first) = (near & self.near, near & !self.near);
        if any(first) {
            near = near | are_near(isa, first, (a, b), within.near);
        }
        if !any(near) {
            return near;
        }
        self.near = self.near | near;
        let touching = are_near(isa, near, (a, b), within.touching);
        self.touching = self.touching | touching;
        let mut lanes = touching.bits();
        while lanes != 0 {
            self.hits[lanes.trailing_zeros() as usize] = hit;
            lanes &= lanes - 1;
        }
        touching
    }
}
