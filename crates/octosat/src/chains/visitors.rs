//! The solids of a chain visit the obstacles that are in trees, one solid of one configuration after the other.

use octosat_lanes::Isa;
use octosat_rows::ChainClearance;

use super::crowd::Crowd;
use super::found::{Found, Hit};
use super::model::{Chain, LinkSolid};
use super::padding::Padding;
use super::poses::Poses;
use super::visits::{NearestPair, Visit};
use super::world::World;
use crate::near::probe::{Growth, Probes};
use crate::near::tree::Path;
use crate::vector::splat;

/// The solids of a chain in a batch of configurations, as they visit crowds.
pub(super) struct Visitors<'a> {
    chain: &'a Chain,
    world: &'a World,
    padding: Padding<'a>,
    probes: &'a mut [Probes],
}

impl<'a> Visitors<'a> {
    /// Takes the poses of a batch: the solids grow by their padding at least, and at most by how far they may come nearer, too.
    #[inline(always)]
    pub(super) fn new<I: Isa>(
        isa: I,
        (chain, world): (&'a Chain, &'a World),
        poses: &Poses<I>,
        probes: &'a mut [Probes],
        (padding, nearer): (Padding<'a>, impl Fn(usize) -> I::Real),
    ) -> Self {
        for (number, solid) in chain.solids.iter().enumerate() {
            let core = poses.solids[number].boxes(isa, solid.solid.core);
            let half_extents = splat(isa, solid.solid.half_extents());
            let least = isa.splat(padding.of_solid(chain, number));
            probes[number].fill(isa, &core, half_extents, [least, least + nearer(number)]);
        }
        Self { chain, world, padding, probes }
    }

    /// The configurations, of those that are open, in which a solid touches an obstacle or is not certainly farther away than
    /// its padding: a bit each.
    #[inline(never)]
    pub(super) fn touching_out_of_line<I: Isa>(&self, isa: I, open: u32) -> u32 {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let (mut touching, mut path) = (0, Path::NEW);
                for crowd in self.world.trees() {
                    for solid in 0..self.probes.len() {
                        let asked = (crowd, solid, open & !touching);
                        // Rounding counts with a padding.
                        let growth =
                            if self.is_padded(solid) { Growth::Most } else { Growth::Least };
                        touching |= self.meeting_of(isa, asked, growth, (&mut path, |_, _| {}));
                    }
                }
                touching
            },
        )
    }

    /// Adds the configurations in which a solid is so near to an obstacle that it may come to touch it, and those of them in
    /// which one touches: a bit each, and the pair. After the first near obstacle of a configuration only touching counts.
    #[inline(never)]
    pub(super) fn meet_out_of_line<I: Isa>(&self, isa: I, found: &mut Found) {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let mut path = Path::NEW;
                for crowd in self.world.trees() {
                    for solid in 0..self.probes.len() {
                        let asked = (crowd, solid, !found.near);
                        found.near |=
                            self.meeting_of(isa, asked, Growth::Most, (&mut path, |_, _| {}));
                        let asked = (crowd, solid, found.near & !found.touching);
                        let note = |lane: usize, obstacle| {
                            found.hits[lane] = Hit::of_obstacle(solid, obstacle);
                        };
                        found.touching |=
                            self.meeting_of(isa, asked, Growth::Least, (&mut path, note));
                    }
                }
            },
        );
    }

    /// The configurations, of some, in which a solid, as it is grown, meets an obstacle: a bit each. `note` gets each one, and
    /// the obstacle.
    #[inline(always)]
    fn meeting_of<I: Isa>(
        &self,
        isa: I,
        (crowd, solid, asked): (&Crowd, usize, u32),
        growth: Growth,
        (path, mut note): (&mut Path, impl FnMut(usize, u32)),
    ) -> u32 {
        let mut found = 0;
        if asked == 0 {
            return found;
        }
        let tree = &crowd.tree;
        let starts = self.probes[solid].starts(isa, &tree.starts, (growth, tree.contents), asked);
        let mut lanes = starts.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let visit = self.visit(crowd, solid, lane);
            let met = visit.meets_out_of_line(isa, growth, starts.bounds[lane], path);
            if let Some(obstacle) = met {
                note(lane, obstacle);
                found |= 1 << lane;
            }
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

    /// Whether a solid keeps obstacles away.
    fn is_padded(&self, solid: usize) -> bool {
        self.padding.of_solid(self.chain, solid) > 0.0
    }

    /// The visit of a solid of one configuration.
    #[inline(always)]
    fn visit<'v>(&'v self, crowd: &'v Crowd, solid: usize, lane: usize) -> Visit<'v> {
        let LinkSolid { solid: shape, link, .. } = &self.chain.solids[solid];
        let (link, is_padded) = (Some((self.chain, *link)), self.is_padded(solid));
        Visit {
            world: self.world,
            crowd,
            probes: &self.probes[solid],
            lane,
            shape,
            is_padded,
            link,
        }
    }
}
