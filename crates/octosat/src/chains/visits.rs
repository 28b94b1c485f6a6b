//! One solid visits the obstacles of a crowd: whether any of them is near, which are, and which is the nearest.

use alloc::vec::Vec;

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};
use octosat_rows::ChainClearance;

use super::body::Body;
use super::crowd::Crowd;
use super::model::Chain;
use super::near::{Within, are_near, clearance};
use super::parts::{Asked, Part};
use super::solid::Solid;
use super::world::World;
use crate::near::all;
use crate::near::bounds::Contents;
use crate::near::probe::{Growth, Probe, Probes};
use crate::near::tree::{NO_LIMIT, Path, Visitor, WIDE};

/// By how much a limit is larger than a clearance, as a part of it, without unit: 2⁻¹², or 4,096 units of roundoff. A number
/// below the clearance of a pair may be above the computed one by 510.
const LIMIT_OF_CLEARANCE: f32 = 1.0 / 4096.0;

/// The nearest pair of a row so far.
pub(super) struct NearestPair {
    row: ChainClearance,
    /// By how much pairs that are left out may be nearer, in meters, and the least that is known of them.
    tolerance: f32,
    left_out: f32,
}

impl NearestPair {
    pub(super) fn new(row: ChainClearance, tolerance: f32) -> Self {
        Self { row, tolerance, left_out: f32::INFINITY }
    }

    /// The row. Its clearance is below those of the pairs that were left out, too; beyond the limit of no pair, bounds are
    /// missing ones.
    pub(super) fn row(&self) -> ChainClearance {
        let left_out = if self.left_out < NO_LIMIT { self.left_out } else { f32::INFINITY };
        ChainClearance { clearance: self.row.clearance.min(left_out), ..self.row }
    }

    /// Pairs with a larger bound do not matter.
    #[inline(always)]
    fn limit(&self) -> f32 {
        let clearance = self.row.clearance.min(NO_LIMIT);
        (clearance + clearance.abs() * LIMIT_OF_CLEARANCE) - self.tolerance
    }
}

/// One solid, and the crowd that it visits.
#[derive(Clone, Copy)]
pub(super) struct Visit<'a> {
    pub(super) world: &'a World,
    pub(super) crowd: &'a Crowd,
    /// The solid is that of a lane.
    pub(super) probes: &'a Probes,
    pub(super) lane: usize,
    /// Its shape, whatever its lengths and its pose are.
    pub(super) shape: &'a Solid,
    /// Whether it keeps others away: then it is looked at closely how near these are.
    pub(super) is_padded: bool,
    /// Its link, which may touch some obstacles.
    pub(super) link: Option<(&'a Chain, usize)>,
}

impl Visit<'_> {
    /// An obstacle that the solid, as it is grown, is near.
    #[inline(never)]
    pub(super) fn meets_out_of_line<I: Isa>(
        &self,
        isa: I,
        growth: Growth,
        starts: u128,
        path: &mut Path,
    ) -> Option<u32> {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let probe = self.probe(isa, growth);
                let (body, within) = (self.body(isa), self.within(isa, growth));
                let mut meeting =
                    Meeting { isa, visit: *self, probe: &probe, body, within, met: None };
                self.crowd.tree.walk_from(isa, (&probe, path), starts, &mut meeting);
                meeting.met.map(|place| self.crowd.index(place))
            },
        )
    }

    /// Appends the pairs of the solid, which has an index, and the obstacles whose bounds are near it as it is grown.
    #[inline(never)]
    pub(super) fn list_out_of_line<I: Isa>(
        &self,
        isa: I,
        starts: u128,
        path: &mut Path,
        (index, pairs): (u32, &mut Vec<[u32; 2]>),
    ) {
        isa.enter_rarely(
            #[inline(always)]
            || {
                // What is left out is farther away, whatever axes of the pair show.
                let probe = self.probes.probe(isa, self.lane, (Growth::Most, Contents::Aligned));
                let mut listing = Listing { isa, crowd: self.crowd, probe: &probe, index, pairs };
                self.crowd.tree.walk_from(isa, (&probe, path), starts, &mut listing);
            },
        );
    }

    /// Lessens what is known of the nearest pair by the pairs of the solid, which has a number in the row.
    #[inline(never)]
    pub(super) fn lessen_out_of_line<I: Isa>(
        &self,
        isa: I,
        number: u32,
        path: &mut Path,
        nearest: &mut NearestPair,
    ) {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let probe = self.probe(isa, Growth::Most);
                let growth = isa.splat(self.probes.growth(Growth::Most, self.lane));
                let left_out = isa.splat(nearest.left_out);
                let body = self.body(isa);
                let visit = *self;
                let mut search =
                    Search { isa, visit, number, probe: &probe, body, growth, nearest, left_out };
                let tree = &self.crowd.tree;
                tree.walk(isa, (&probe, path), tree.root(), &mut search);
                let mut lanes = [0.0; MAX_LANES];
                isa.store(search.left_out, &mut lanes);
                let least = lanes[..I::LANES].iter().copied().fold(f32::INFINITY, f32::min);
                nearest.left_out = nearest.left_out.min(least);
            },
        );
    }

    /// The bounding box in all lanes, as it is grown.
    #[inline(always)]
    fn probe<I: Isa>(&self, isa: I, growth: Growth) -> Probe<I> {
        self.probes.probe(isa, self.lane, (growth, self.crowd.tree.contents))
    }

    /// When the solid is near an obstacle.
    #[inline(always)]
    fn within<I: Isa>(&self, isa: I, growth: Growth) -> Within<I> {
        let length = isa.splat(self.probes.growth(growth, self.lane));
        match growth {
            _ if self.is_padded => Within::Closely(length),
            Growth::Most => Within::Roughly(length),
            Growth::Least => Within::Touching,
        }
    }

    /// The solid in all lanes.
    #[inline(always)]
    fn body<I: Isa>(&self, isa: I) -> Body<'_, I> {
        Body::of(self.probes.core(isa, self.lane), self.shape)
    }

    /// Whether the link of the solid may touch an obstacle.
    #[inline(always)]
    fn allows(&self, place: usize) -> bool {
        self.link.is_some_and(|(chain, link)| chain.allows(link, self.crowd.index(place)))
    }
}

/// Lists the obstacles whose bounds are near.
struct Listing<'a, I: Isa> {
    isa: I,
    crowd: &'a Crowd,
    probe: &'a Probe<I>,
    index: u32,
    pairs: &'a mut Vec<[u32; 2]>,
}

impl<I: Isa> Visitor<I> for Listing<'_, I> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        0.0
    }

    #[inline(always)]
    fn visit(&mut self, bundle: usize) {
        let mut near = self.crowd.near(self.isa, self.probe, bundle);
        while near != 0 {
            let place = bundle * WIDE + near.trailing_zeros() as usize;
            near &= near - 1;
            self.pairs.push([self.index, self.crowd.index(place)]);
        }
    }
}

/// Looks for one obstacle that a solid is near.
struct Meeting<'a, I: Isa> {
    isa: I,
    visit: Visit<'a>,
    probe: &'a Probe<I>,
    body: Body<'a, I>,
    within: Within<I>,
    /// The first place of one in the first bundle that has any.
    met: Option<usize>,
}

impl<I: Isa> Visitor<I> for Meeting<'_, I> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        if self.met.is_some() { f32::NEG_INFINITY } else { 0.0 }
    }

    #[inline(always)]
    fn visit(&mut self, bundle: usize) {
        let Visit { world, crowd, .. } = self.visit;
        let (isa, given) = (self.isa, world.solids());
        let mut left = crowd.near(isa, self.probe, bundle);
        while let Some(part) = Part::next(isa, crowd, given, bundle, &mut left) {
            let near = are_near(isa, all(isa), (&self.body, &part.body), self.within);
            let mut places = part.places(near).map(|asked| asked.place);
            // The first one, however many there are in a part.
            let found = places.find(|&place| !self.visit.allows(place));
            self.met = [self.met, found].into_iter().flatten().min();
        }
    }
}

/// Looks for the obstacle with the least clearance.
struct Search<'a, I: Isa> {
    isa: I,
    visit: Visit<'a>,
    number: u32,
    probe: &'a Probe<I>,
    body: Body<'a, I>,
    growth: I::Real,
    nearest: &'a mut NearestPair,
    left_out: I::Real,
}

impl<I: Isa> Visitor<I> for Search<'_, I> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit()
    }

    #[inline(always)]
    fn leave_out(&mut self, gaps: I::Real) {
        self.left_out = gaps.lesser(self.left_out);
    }

    #[inline(always)]
    fn visit(&mut self, bundle: usize) {
        let Visit { world, crowd, .. } = self.visit;
        let (isa, given, limit) = (self.isa, world.solids(), self.limit());
        let mut left = 0;
        for from in (0..WIDE).step_by(I::LANES) {
            let gaps = crowd.gaps(isa, self.probe, (bundle, from), limit);
            let near = gaps.at_most(isa.splat(limit));
            self.leave_out(Lanes::select(near, isa.splat(f32::INFINITY), gaps));
            left |= near.bits() << from;
        }
        while let Some(part) = Part::next(isa, crowd, given, bundle, &mut left) {
            let found = clearance(isa, all(isa), &self.body, &part.body) - self.growth;
            let mut lanes = [0.0; MAX_LANES];
            isa.store(found, &mut lanes);
            let row = &mut self.nearest.row;
            for Asked { lane, place } in part.places(found.less(isa.splat(row.clearance))) {
                if lanes[lane] < row.clearance && !self.visit.allows(place) {
                    *row = ChainClearance {
                        clearance: lanes[lane],
                        solid: self.number,
                        obstacle: crowd.index(place),
                        ..ChainClearance::default()
                    };
                }
            }
        }
    }
}
