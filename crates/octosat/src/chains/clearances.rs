//! The least clearance of each configuration, and the pair that it is of.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES};
use octosat_rows::ChainClearance;

use super::body::Body;
use super::model::Chain;
use super::near::{Sphere, clearance, fill_spheres};
use super::padding::Padding;
use super::poses::Poses;
use super::questions::Configurations;
use super::reach::Reaches;
use super::scratch::Scratch;
use super::visitors::Visitors;
use super::world::{Leaf, MOST_OF_LEAF, World};
use crate::backend::token::Job;
use crate::near::any;
use crate::near::bounds::DISTANCES_PER_CLEARANCE;

/// The job of filling the rows of a range of configurations.
pub(super) struct ClearanceRows<'j, 'a> {
    pub(super) question: &'a Configurations<'a>,
    pub(super) range: Range<usize>,
    pub(super) out: &'j mut [ChainClearance],
}

/// The most pairs of a configuration: lanes hold their numbers.
pub(super) const MOST_PAIRS: usize = i32::MAX as usize;

/// How many obstacles are visited before the noted bounds decide, and those of a leaf more.
const NOTED: usize = 512;

impl Job for ClearanceRows<'_, '_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { question, range, out } = self;
        Scratch::with(isa, question, |scratch| {
            isa.enter(
                #[inline(always)]
                || {
                    let mut noted = Noted::new(isa, question);
                    for (at, first) in range.clone().enumerate().step_by(I::LANES) {
                        scratch.values.pose(isa, question, first, &mut scratch.poses);
                        let end = out.len().min(at + I::LANES);
                        fill(isa, question, at == 0, (scratch, &mut noted), &mut out[at..end]);
                    }
                },
            );
        });
    }
}

/// Fills the rows of the configurations that are posed.
#[inline(always)]
fn fill<I: Isa>(
    isa: I,
    question: &Configurations<'_>,
    is_first: bool,
    (scratch, noted): (&mut Scratch<I>, &mut Noted<I>),
    out: &mut [ChainClearance],
) {
    let Configurations { chain, world, links, tolerance, .. } = *question;
    let Scratch { values, poses, reaches, spheres, probes, .. } = scratch;
    if is_first || chain.has_varying_reach() {
        values.reach(isa, chain, reaches);
    }
    fill_spheres(
        isa,
        chain,
        poses,
        spheres,
        #[inline(always)]
        |number| reaches.of_solid(number),
    );
    let (clearance, pair) = (isa.splat(f32::INFINITY), isa.splat_integer(-1));
    let mut nearest = Nearest { isa, chain, world, poses, reaches, spheres, clearance, pair };
    nearest.search(links, noted);
    nearest.write(out);
    if let Some(world) = world.filter(|_| !probes.is_empty()) {
        let visitors = Visitors::new(
            isa,
            (chain, world),
            poses,
            probes,
            (
                Padding::NONE,
                #[inline(always)]
                |number| reaches.of_solid(number),
            ),
        );
        for (lane, row) in out.iter_mut().enumerate() {
            visitors.lessen_out_of_line(isa, lane, tolerance, row);
        }
    }
}

/// The least clearance so far of each lane, and the number of its pair: pairs of a solid and an obstacle first.
struct Nearest<'a, I: Isa> {
    isa: I,
    chain: &'a Chain,
    world: Option<&'a World>,
    poses: &'a Poses<I>,
    reaches: &'a Reaches<I>,
    spheres: &'a [Sphere<I>],
    clearance: I::Real,
    pair: I::Integer,
}

/// Pairs of a solid and an obstacle, and a number below the clearance of each, in lanes.
struct Noted<I: Isa> {
    bounds: Vec<I::Real>,
    pairs: Vec<NotedPair>,
    /// How many there are.
    len: usize,
}

#[derive(Clone, Copy)]
struct NotedPair {
    solid: usize,
    obstacle: usize,
}

impl<I: Isa> Noted<I> {
    /// Room for as many of the pairs with leaves as are noted at a time.
    #[inline(always)]
    fn new(isa: I, &Configurations { chain, world, .. }: &Configurations<'_>) -> Self {
        let obstacles = world.map_or(0, |world| world.obstacles.len());
        let room = (obstacles * chain.solids.len()).min(NOTED + MOST_OF_LEAF);
        let (mut bounds, mut pairs) = (Vec::new(), Vec::new());
        bounds.resize(room, isa.splat(0.0));
        pairs.resize(room, NotedPair { solid: 0, obstacle: 0 });
        Self { bounds, pairs, len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, bound: I::Real, pair: NotedPair) {
        self.bounds[self.len] = bound;
        self.pairs[self.len] = pair;
        self.len += 1;
    }
}

impl<I: Isa> Nearest<'_, I> {
    /// Finds the least clearance of each lane.
    #[inline(always)]
    fn search(&mut self, links: bool, noted: &mut Noted<I>) {
        if let Some(world) = self.world {
            let mut visited = 0;
            for solid in 0..self.spheres.len() {
                let mut start = 0;
                for leaf in &world.leaves {
                    self.note(world, solid, (leaf, start), noted);
                    visited += leaf.end - start;
                    start = leaf.end;
                    // Whatever is noted, so that no lane depends on another one.
                    if visited >= NOTED {
                        self.settle(world, noted);
                        visited = 0;
                    }
                }
            }
            self.settle(world, noted);
        }
        if links {
            self.links();
        }
    }

    /// Notes the pairs of a solid and the obstacles of a leaf that may be the nearest ones.
    #[inline(always)]
    fn note(
        &mut self,
        world: &World,
        solid: usize,
        (leaf, start): (&Leaf, usize),
        noted: &mut Noted<I>,
    ) {
        let isa = self.isa;
        let sphere = self.spheres[solid];
        let mut farthest = self.clearance;
        if leaf.is_bounded {
            let near = sphere.wider(self.distance()).is_near_bounds(isa, &leaf.bounds, leaf.slack);
            if !any(near) {
                return;
            }
            farthest = Lanes::select(near, farthest, isa.splat(f32::NEG_INFINITY));
        }
        for obstacle in start..leaf.end {
            let bound = sphere.face_bound(isa, &world.obstacles[obstacle]);
            let is_near = bound.less(farthest);
            if any(is_near) {
                let bound = Lanes::select(is_near, bound, isa.splat(f32::INFINITY));
                noted.push(bound, NotedPair { solid, obstacle });
            }
        }
    }

    /// Computes the clearances of the noted pairs that may be the least ones: first of those with the lowest bound of each
    /// lane, which decide which others may.
    #[inline(always)]
    fn settle(&mut self, world: &World, noted: &mut Noted<I>) {
        let infinite = self.isa.splat(f32::INFINITY);
        let bounds = &mut noted.bounds[..noted.len];
        let pairs = &noted.pairs[..noted.len];
        let mut lowest = infinite;
        for bound in &*bounds {
            lowest = bound.lesser(lowest);
        }
        for (bound, &pair) in bounds.iter_mut().zip(pairs) {
            let is_lowest = bound.at_most(lowest);
            if any(is_lowest) {
                self.test(world, pair, is_lowest & bound.less(self.clearance));
                *bound = Lanes::select(is_lowest, infinite, *bound);
            }
        }
        for (bound, &pair) in bounds.iter().zip(pairs) {
            self.test(world, pair, bound.less(self.clearance));
        }
        noted.len = 0;
    }

    /// Computes the clearance of a pair for some lanes.
    #[inline(always)]
    fn test(&mut self, world: &World, pair: NotedPair, lanes: I::Mask) {
        if !any(lanes) {
            return;
        }
        let link = self.chain.solids[pair.solid].link;
        if !self.chain.allows(link, world.obstacles[pair.obstacle].index) {
            let obstacle = Body::of_obstacle(self.isa, &world.obstacles[pair.obstacle].solid);
            let number = pair.solid * world.obstacles.len() + pair.obstacle;
            let found = clearance(self.isa, lanes, &self.body(pair.solid), &obstacle);
            self.take(found - self.reaches.of_solid(pair.solid), number, lanes);
        }
    }

    /// Computes the clearances of pairs of two solids.
    #[inline(always)]
    fn links(&mut self) {
        let first = self.world.map_or(0, |world| world.obstacles.len() * self.spheres.len());
        for solid in &self.chain.solids {
            for (number, pair) in (first + solid.pairs_before..).zip(&solid.pairs) {
                let [a, b] = pair.solids;
                let near = self.spheres[a].wider(self.distance()).is_near_sphere(&self.spheres[b]);
                if any(near) {
                    let found = clearance(self.isa, near, &self.body(a), &self.body(b));
                    self.take(found - self.reaches.of_pair(self.isa, pair), number, near);
                }
            }
        }
    }

    /// Within what distance solids may have a lesser clearance, in meters.
    #[inline(always)]
    fn distance(&self) -> I::Real {
        self.clearance.greater(self.isa.splat(0.0)) * self.isa.splat(DISTANCES_PER_CLEARANCE)
    }

    #[inline(always)]
    fn body(&self, solid: usize) -> Body<'_, I> {
        Body::of_solid(self.isa, self.poses, solid, &self.chain.solids[solid])
    }

    /// Keeps the clearance of a pair in the lanes in which it is the least one.
    #[inline(always)]
    fn take(&mut self, found: I::Real, number: usize, lanes: I::Mask) {
        let is_less = found.less(self.clearance) & lanes;
        self.clearance = Lanes::select(is_less, found, self.clearance);
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        self.pair = IntegerLanes::select(is_less, self.isa.splat_integer(number), self.pair);
    }

    /// Writes the rows of the first lanes.
    #[inline(always)]
    fn write(&self, out: &mut [ChainClearance]) {
        let (mut clearances, mut numbers) = (const { [0.0; MAX_LANES] }, [0; MAX_LANES]);
        self.isa.store(self.clearance, &mut clearances);
        self.isa.store_integers(self.pair, &mut numbers);
        for ((row, clearance), number) in out.iter_mut().zip(clearances).zip(numbers) {
            *row = self.row(clearance, number);
        }
    }

    /// The row of a clearance and the number of its pair.
    #[inline(always)]
    fn row(&self, clearance: f32, number: i32) -> ChainClearance {
        let none = ChainClearance { clearance, ..ChainClearance::default() };
        let Ok(number) = usize::try_from(number) else { return none };
        let obstacles = self.world.map_or(&[][..], |world| &world.obstacles);
        let index = |index: usize| u32::try_from(index).unwrap_or(ChainClearance::NONE);
        let first = obstacles.len() * self.spheres.len();
        if number < first {
            let [solid, position] = [number / obstacles.len(), number % obstacles.len()];
            return ChainClearance {
                solid: index(solid),
                obstacle: obstacles[position].index,
                ..none
            };
        }
        let [a, b] = self.chain.pair(number - first);
        ChainClearance { solid: index(a), other: index(b), ..none }
    }
}
