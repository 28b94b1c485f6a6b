//! The least clearance of each configuration, and the pair that it is of.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES};
use octosat_rows::ChainClearance;

use super::model::Chain;
use super::near::{Body, Sphere, any, clearance};
use super::overlaps::fill_spheres;
use super::poses::{JointLanes, Poses};
use super::questions::Configurations;
use super::world::{LEAF, World};
use crate::call::dispatch::Job;

/// The job of filling the rows of a range of configurations.
pub(super) struct ClearanceRows<'j, 'a> {
    pub(super) question: &'a Configurations<'a>,
    pub(super) range: Range<usize>,
    pub(super) out: &'j mut [ChainClearance],
}

/// How much larger than a clearance the distance of two solids may be: an axis of theirs shows 1/√3 of it or more. A bit
/// more than the root of three covers rounding.
const DISTANCES_PER_CLEARANCE: f32 = 1.733;

/// How many bounds of obstacles are noted at a time.
const NOTED: usize = 512;

impl Job for ClearanceRows<'_, '_> {
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        let Self { question, range, out } = self;
        isa.enter(
            #[inline(always)]
            || {
                let Configurations { chain, joints, world, links } = *question;
                let mut values = JointLanes::new(isa, chain);
                let mut poses = Poses::new(isa, chain);
                let mut spheres = Vec::with_capacity(chain.solids.len());
                let mut noted = Vec::with_capacity(NOTED + LEAF);
                for first in range.clone().step_by(I::LANES) {
                    values.load(isa, joints, first);
                    poses.fill(
                        isa,
                        chain,
                        #[inline(always)]
                        |frame| values.of_frame(isa, &chain.frames[frame]),
                    );
                    fill_spheres(isa, chain, &poses, &mut spheres);
                    let mut nearest = Nearest {
                        isa,
                        chain,
                        world,
                        poses: &poses,
                        spheres: &spheres,
                        clearance: isa.splat(f32::INFINITY),
                        pair: isa.splat_integer(-1),
                    };
                    nearest.search(links, &mut noted);
                    let at = first - range.start;
                    let end = out.len().min(at + I::LANES);
                    nearest.write(&mut out[at..end]);
                }
            },
        );
    }
}

/// The least clearance so far of each lane, and the number of its pair: pairs of a solid and an obstacle first.
struct Nearest<'a, I: Isa> {
    isa: I,
    chain: &'a Chain,
    world: Option<&'a World>,
    poses: &'a Poses<I>,
    spheres: &'a [Sphere<I>],
    clearance: I::Real,
    pair: I::Integer,
}

/// A pair of a solid and an obstacle, and a number below its clearance in each lane.
struct Noted<I: Isa> {
    solid: usize,
    obstacle: usize,
    bound: I::Real,
}

impl<I: Isa> Nearest<'_, I> {
    /// Finds the least clearance of each lane.
    #[inline(always)]
    fn search(&mut self, links: bool, noted: &mut Vec<Noted<I>>) {
        if let Some(world) = self.world {
            for solid in 0..self.spheres.len() {
                self.note(world, solid, noted);
            }
            self.settle(world, noted);
        }
        if links {
            self.links();
        }
    }

    /// Notes the pairs of a solid that may be the nearest ones.
    #[inline(always)]
    fn note(&mut self, world: &World, solid: usize, noted: &mut Vec<Noted<I>>) {
        let isa = self.isa;
        let sphere = self.spheres[solid];
        let mut start = 0;
        for leaf in &world.leaves {
            let obstacles = start..leaf.end;
            start = leaf.end;
            let mut wide = sphere;
            wide.radius = wide.radius + self.distance();
            let near = wide.is_near_bounds(isa, &leaf.bounds, leaf.slack);
            if !any(near) {
                continue;
            }
            for obstacle in obstacles {
                let bound = sphere.face_bound(isa, &world.obstacles[obstacle]);
                let bound = Lanes::select(near, bound, isa.splat(f32::INFINITY));
                let link = self.chain.solids[solid].link;
                if any(bound.less(self.clearance))
                    && !self.chain.allows(link, world.obstacles[obstacle].index)
                {
                    noted.push(Noted { solid, obstacle, bound });
                }
            }
            if noted.len() >= NOTED {
                self.settle(world, noted);
            }
        }
    }

    /// Computes the clearances of the noted pairs that may be the least ones: first of those with the lowest bound of each
    /// lane, which decide which others may.
    #[inline(always)]
    fn settle(&mut self, world: &World, noted: &mut Vec<Noted<I>>) {
        let infinite = self.isa.splat(f32::INFINITY);
        let lowest = noted.iter().fold(infinite, |lowest, pair| pair.bound.lesser(lowest));
        for pair in &mut *noted {
            let is_lowest = pair.bound.at_most(lowest);
            self.test(world, pair, is_lowest & pair.bound.less(self.clearance));
            pair.bound = Lanes::select(is_lowest, infinite, pair.bound);
        }
        for pair in &*noted {
            self.test(world, pair, pair.bound.less(self.clearance));
        }
        noted.clear();
    }

    /// Computes the clearance of a pair for some lanes.
    #[inline(always)]
    fn test(&mut self, world: &World, pair: &Noted<I>, lanes: I::Mask) {
        if any(lanes) {
            let obstacle = Body::of_obstacle(self.isa, &world.obstacles[pair.obstacle]);
            let number = pair.solid * world.obstacles.len() + pair.obstacle;
            self.take(&self.body(pair.solid), &obstacle, number, lanes);
        }
    }

    /// Computes the clearances of pairs of two solids.
    #[inline(always)]
    fn links(&mut self) {
        let first = self.world.map_or(0, |world| world.obstacles.len() * self.spheres.len());
        for (number, pair) in self.chain.pairs.iter().enumerate() {
            let [a, b] = pair.solids;
            let mut wide = self.spheres[a];
            wide.radius = wide.radius + self.distance();
            let near = wide.is_near_sphere(&self.spheres[b]);
            if any(near) {
                self.take(&self.body(a), &self.body(b), first + number, near);
            }
        }
    }

    /// Within what distance solids may have a lesser clearance, in meters.
    #[inline(always)]
    fn distance(&self) -> I::Real {
        self.clearance.greater(self.isa.splat(0.0)) * self.isa.splat(DISTANCES_PER_CLEARANCE)
    }

    #[inline(always)]
    fn body(&self, solid: usize) -> Body<I> {
        Body::of_solid(self.isa, self.poses, solid, &self.chain.solids[solid])
    }

    /// Keeps the clearance of a pair in the lanes in which it is the least one.
    #[inline(always)]
    fn take(&mut self, a: &Body<I>, b: &Body<I>, number: usize, lanes: I::Mask) {
        let found = clearance(self.isa, a, b);
        let is_less = found.less(self.clearance) & lanes;
        self.clearance = Lanes::select(is_less, found, self.clearance);
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        self.pair = IntegerLanes::select(is_less, self.isa.splat_integer(number), self.pair);
    }

    /// Writes the rows of the first lanes.
    fn write(&self, out: &mut [ChainClearance]) {
        let (mut clearances, mut numbers) = ([0.0; MAX_LANES], [0; MAX_LANES]);
        self.isa.store(self.clearance, &mut clearances);
        self.isa.store_integers(self.pair, &mut numbers);
        for ((row, clearance), number) in out.iter_mut().zip(clearances).zip(numbers) {
            *row = self.row(clearance, number);
        }
    }

    /// The row of a clearance and the number of its pair.
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
        let [a, b] = self.chain.pairs[number - first].solids;
        ChainClearance { solid: index(a), other: index(b), ..none }
    }
}
