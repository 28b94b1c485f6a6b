//! A solid of one configuration visits the obstacles of a crowd: whether any of them is near, and which is the nearest.

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};
use octosat_rows::ChainClearance;

use super::body::Body;
use super::crowd::{Asked, Crowd};
use super::model::Chain;
use super::near::{are_within, clearance, touch};
use super::poses::Poses;
use super::solid::Solid;
use super::world::World;
use crate::near::probe::{Probe, Probes};
use crate::near::tree::{NO_LIMIT, Path, Visitor, WIDE};

/// By how much a limit is larger than a clearance, as a part of it, without unit: 2⁻¹². The gap along a face may be off the
/// clearance by 241 units of roundoff, of 4,096.
const LIMIT_OF_CLEARANCE: f32 = 1.0 / 4096.0;

/// The solids of a chain in a batch of configurations, as they visit crowds.
pub(super) struct Visitors<'a> {
    pub(super) chain: &'a Chain,
    pub(super) world: &'a World,
    probes: &'a mut [Probes],
}

impl<'a> Visitors<'a> {
    /// Takes the poses of a batch, and by how much each solid grows.
    #[inline(always)]
    pub(super) fn new<I: Isa>(
        isa: I,
        (chain, world): (&'a Chain, &'a World),
        poses: &Poses<I>,
        probes: &'a mut [Probes],
        growth: impl Fn(usize) -> I::Real,
    ) -> Self {
        for (number, solid) in chain.solids.iter().enumerate() {
            let boxes = poses.solids[number].boxes(isa, solid.solid.half_extents());
            probes[number].fill(isa, &boxes, growth(number));
        }
        Self { chain, world, probes }
    }

    /// The configurations, of those that are open, in which a solid touches an obstacle: a bit each.
    #[inline(always)]
    pub(super) fn touching<I: Isa>(&self, isa: I, open: u32) -> u32 {
        let (mut touching, mut path) = (0, Path::NEW);
        for crowd in self.world.crowds() {
            for solid in 0..self.probes.len() {
                let asked = (crowd, solid, open & !touching);
                touching |= self.meeting_of(isa, asked, false, &mut path);
            }
        }
        touching
    }

    /// Adds the configurations in which a solid is so near to an obstacle that it may come to touch it, and those of them in
    /// which one touches: a bit each. After the first near obstacle of a configuration only touching counts.
    #[inline(always)]
    pub(super) fn meet<I: Isa>(&self, isa: I, near: &mut u32, touching: &mut u32) {
        let mut path = Path::NEW;
        for crowd in self.world.crowds() {
            for solid in 0..self.probes.len() {
                *near |= self.meeting_of(isa, (crowd, solid, !*near), true, &mut path);
                let asked = (crowd, solid, *near & !*touching);
                *touching |= self.meeting_of(isa, asked, false, &mut path);
            }
        }
    }

    /// The configurations, of some, in which a solid, grown or as it is, meets an obstacle: a bit each.
    #[inline(always)]
    fn meeting_of<I: Isa>(
        &self,
        isa: I,
        (crowd, solid, asked): (&Crowd, usize, u32),
        is_grown: bool,
        path: &mut Path,
    ) -> u32 {
        let mut found = 0;
        if asked == 0 {
            return found;
        }
        let starts = self.probes[solid].starts(isa, &crowd.tree.starts, is_grown, asked);
        let mut lanes = starts.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let visit = Visit { visitors: self, crowd, solid, lane };
            let met = visit.meets_out_of_line(isa, is_grown, starts.bounds[lane], path);
            found |= u32::from(met) << lane;
        }
        found
    }

    /// Lessens the row of a configuration by its pairs with crowds. Pairs that are left out may be nearer by a tolerance, in
    /// meters; the clearance of the row is below theirs, too.
    #[inline(always)]
    pub(super) fn lessen<I: Isa>(
        &self,
        isa: I,
        lane: usize,
        tolerance: f32,
        row: &mut ChainClearance,
    ) {
        let mut path = Path::NEW;
        let mut nearest = NearestPair { row: *row, tolerance, left_out: f32::INFINITY };
        for crowd in self.world.crowds() {
            for solid in 0..self.probes.len() {
                Visit { visitors: self, crowd, solid, lane }.lessen_out_of_line(
                    isa,
                    &mut path,
                    &mut nearest,
                );
            }
        }
        *row = nearest.row;
        row.clearance = row.clearance.min(nearest.left_out);
    }
}

/// The nearest pair of a configuration so far.
struct NearestPair {
    row: ChainClearance,
    /// By how much pairs that are left out may be nearer, in meters, and the least that is known of them.
    tolerance: f32,
    left_out: f32,
}

impl NearestPair {
    /// Pairs with a larger bound do not matter.
    #[inline(always)]
    fn limit(&self) -> f32 {
        let clearance = self.row.clearance.min(NO_LIMIT);
        (clearance + clearance.abs() * LIMIT_OF_CLEARANCE) - self.tolerance
    }
}

/// One solid of one configuration, and the crowd that it visits.
#[derive(Clone, Copy)]
struct Visit<'a> {
    visitors: &'a Visitors<'a>,
    crowd: &'a Crowd,
    solid: usize,
    lane: usize,
}

impl Visit<'_> {
    /// Whether the solid touches an obstacle or, grown, is near one.
    #[inline(never)]
    fn meets_out_of_line<I: Isa>(
        &self,
        isa: I,
        is_grown: bool,
        starts: u128,
        path: &mut Path,
    ) -> bool {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let probes = &self.visitors.probes[self.solid];
                let probe = probes.probe(isa, self.lane, is_grown);
                let within = is_grown.then(|| isa.splat(probes.growth[self.lane]));
                let body = self.body(isa);
                let mut meeting =
                    Meeting { isa, visit: *self, probe: &probe, body, within, met: false };
                self.crowd.tree.walk_from(isa, (&probe, path), starts, &mut meeting);
                meeting.met
            },
        )
    }

    /// Lessens what is known of the nearest pair by the pairs of the solid.
    #[inline(never)]
    fn lessen_out_of_line<I: Isa>(&self, isa: I, path: &mut Path, nearest: &mut NearestPair) {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let probes = &self.visitors.probes[self.solid];
                let probe = probes.probe(isa, self.lane, true);
                let growth = isa.splat(probes.growth[self.lane]);
                let left_out = isa.splat(nearest.left_out);
                let body = self.body(isa);
                let mut search =
                    Search { isa, visit: *self, probe: &probe, body, growth, nearest, left_out };
                let tree = &self.crowd.tree;
                tree.walk(isa, (&probe, path), tree.root(), &mut search);
                let mut lanes = [0.0; MAX_LANES];
                isa.store(search.left_out, &mut lanes);
                let least = lanes[..I::LANES].iter().copied().fold(f32::INFINITY, f32::min);
                nearest.left_out = nearest.left_out.min(least);
            },
        );
    }

    /// The solid in all lanes.
    #[inline(always)]
    fn body<I: Isa>(&self, isa: I) -> Body<I> {
        let solid = self.solid();
        let probes = &self.visitors.probes[self.solid];
        Body::of(probes.boxes(isa, self.lane, solid.core), solid)
    }

    #[inline(always)]
    fn solid(&self) -> &Solid {
        &self.visitors.chain.solids[self.solid].solid
    }

    /// Whether the link of the solid may touch an obstacle.
    #[inline(always)]
    fn allows(&self, place: usize) -> bool {
        let chain = self.visitors.chain;
        chain.allows(chain.solids[self.solid].link, self.crowd.index(place))
    }
}

/// Looks for one obstacle that a solid touches or is near.
struct Meeting<'a, I: Isa> {
    isa: I,
    visit: Visit<'a>,
    probe: &'a Probe<I>,
    body: Body<I>,
    /// How near, in meters; none: touching.
    within: Option<I::Real>,
    met: bool,
}

impl<I: Isa> Visitor<I> for Meeting<'_, I> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        if self.met { f32::NEG_INFINITY } else { 0.0 }
    }

    #[inline(always)]
    fn visit(&mut self, bundle: usize) {
        let Visit { visitors, crowd, .. } = self.visit;
        let (isa, given) = (self.isa, visitors.world.solids());
        let mut left = crowd.near(isa, self.probe, bundle);
        while let Some(part) = crowd.next(isa, given, bundle, &mut left) {
            let met = match self.within {
                Some(within) => are_within(isa, &self.body, &part.body, within),
                None => touch(isa, &self.body, &part.body),
            };
            self.met |= part.places(met).any(|Asked { place, .. }| !self.visit.allows(place));
        }
    }
}

/// Looks for the obstacle with the least clearance.
struct Search<'a, I: Isa> {
    isa: I,
    visit: Visit<'a>,
    probe: &'a Probe<I>,
    body: Body<I>,
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
        let Visit { visitors, crowd, .. } = self.visit;
        let (isa, given, limit) = (self.isa, visitors.world.solids(), self.limit());
        let mut left = 0;
        for from in (0..WIDE).step_by(I::LANES) {
            let gaps = crowd.gaps(isa, self.probe, (bundle, from), limit);
            let near = gaps.at_most(isa.splat(limit));
            self.leave_out(Lanes::select(near, isa.splat(f32::INFINITY), gaps));
            left |= near.bits() << from;
        }
        while let Some(part) = crowd.next(isa, given, bundle, &mut left) {
            let found = clearance(isa, &self.body, &part.body) - self.growth;
            let mut lanes = [0.0; MAX_LANES];
            isa.store(found, &mut lanes);
            let row = &mut self.nearest.row;
            for Asked { lane, place } in part.places(found.less(isa.splat(row.clearance))) {
                if lanes[lane] < row.clearance && !self.visit.allows(place) {
                    *row = ChainClearance {
                        clearance: lanes[lane],
                        solid: u32::try_from(self.visit.solid).unwrap_or(ChainClearance::NONE),
                        obstacle: crowd.index(place),
                        ..ChainClearance::default()
                    };
                }
            }
        }
    }
}
