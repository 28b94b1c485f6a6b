//! The solids of a chain visit the obstacles that are in trees, one solid of one configuration after the other.

use octosat_lanes::Isa;
use octosat_rows::ChainClearance;

use super::crowd::Crowd;
use super::model::{Chain, LinkSolid};
use super::poses::Poses;
use super::visits::{NearestPair, Visit};
use super::world::World;
use crate::near::probe::Probes;
use crate::near::tree::Path;
use crate::vector::splat;

/// The solids of a chain in a batch of configurations, as they visit crowds.
pub(super) struct Visitors<'a> {
    chain: &'a Chain,
    world: &'a World,
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
            let core = poses.solids[number].boxes(isa, solid.solid.core);
            let half_extents = splat(isa, solid.solid.half_extents());
            probes[number].fill(isa, &core, half_extents, growth(number));
        }
        Self { chain, world, probes }
    }

    /// The configurations, of those that are open, in which a solid touches an obstacle: a bit each.
    #[inline(never)]
    pub(super) fn touching_out_of_line<I: Isa>(&self, isa: I, open: u32) -> u32 {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let (mut touching, mut path) = (0, Path::NEW);
                for crowd in self.world.trees() {
                    for solid in 0..self.probes.len() {
                        let asked = (crowd, solid, open & !touching);
                        touching |= self.meeting_of(isa, asked, false, &mut path);
                    }
                }
                touching
            },
        )
    }

    /// Adds the configurations in which a solid is so near to an obstacle that it may come to touch it, and those of them in
    /// which one touches: a bit each. After the first near obstacle of a configuration only touching counts.
    #[inline(never)]
    pub(super) fn meet_out_of_line<I: Isa>(&self, isa: I, near: &mut u32, touching: &mut u32) {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let mut path = Path::NEW;
                for crowd in self.world.trees() {
                    for solid in 0..self.probes.len() {
                        *near |= self.meeting_of(isa, (crowd, solid, !*near), true, &mut path);
                        let asked = (crowd, solid, *near & !*touching);
                        *touching |= self.meeting_of(isa, asked, false, &mut path);
                    }
                }
            },
        );
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
        let tree = &crowd.tree;
        let starts = self.probes[solid].starts(isa, &tree.starts, (is_grown, tree.contents), asked);
        let mut lanes = starts.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let visit = self.visit(crowd, solid, lane);
            let met = visit.meets_out_of_line(isa, is_grown, starts.bounds[lane], path);
            found |= u32::from(met) << lane;
        }
        found
    }

    /// Lessens the row of a configuration by its pairs with crowds. Pairs that are left out may be nearer by a tolerance, in
    /// meters; the clearance of the row is below theirs, too.
    #[inline(never)]
    pub(super) fn lessen_out_of_line<I: Isa>(
        &self,
        isa: I,
        lane: usize,
        tolerance: f32,
        row: &mut ChainClearance,
    ) {
        let (mut path, mut nearest) = (Path::NEW, NearestPair::new(*row, tolerance));
        for crowd in self.world.trees() {
            for (solid, number) in (0..self.probes.len()).zip(0..) {
                let visit = self.visit(crowd, solid, lane);
                visit.lessen_out_of_line(isa, number, &mut path, &mut nearest);
            }
        }
        *row = nearest.row();
    }

    /// The visit of a solid of one configuration.
    #[inline(always)]
    fn visit<'v>(&'v self, crowd: &'v Crowd, solid: usize, lane: usize) -> Visit<'v> {
        let LinkSolid { solid: shape, link, .. } = &self.chain.solids[solid];
        let link = Some((self.chain, *link));
        Visit { world: self.world, crowd, probes: &self.probes[solid], lane, shape, link }
    }
}
