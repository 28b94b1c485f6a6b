//! Whether any pair of a configuration touches: a boolean per configuration.

use core::ops::Range;

use octosat_lanes::{Isa, Lanes, Mask};

use super::body::Body;
use super::near::{Sphere, fill_spheres, room_for_spheres, touch, visit_near};
use super::poses::{JointLanes, Poses};
use super::questions::Configurations;
use super::visitors::Visitors;
use crate::backend::token::Job;
use crate::call::answers::Answers;
use crate::near::any;

/// The job of filling the answers of a range of configurations, which are false before.
pub(super) struct ConfigurationOverlaps<'j, 'a> {
    pub(super) question: &'a Configurations<'a>,
    pub(super) range: Range<usize>,
    pub(super) answers: Answers<'j>,
}

impl Job for ConfigurationOverlaps<'_, '_> {
    type Output = ();

    fn run<I: Isa>(mut self, isa: I) {
        isa.enter(
            #[inline(always)]
            || {
                let chain = self.question.chain;
                let mut values = JointLanes::new(isa, chain);
                let mut poses = Poses::new(isa, chain);
                let mut spheres = room_for_spheres(isa, chain);
                let mut probes = self.question.room_for_probes();
                for first in self.range.clone().step_by(I::LANES) {
                    values.pose(isa, self.question, first, &mut poses);
                    fill_spheres(
                        isa,
                        chain,
                        &poses,
                        &mut spheres,
                        #[inline(always)]
                        |_| isa.splat(0.0),
                    );
                    let mut hits = hits(isa, self.question, &poses, &spheres).bits();
                    let rows = u32::MAX >> (32 - I::LANES.min(self.range.end - first));
                    if let Some(world) = self.question.world.filter(|_| !probes.is_empty()) {
                        let solids = (chain, world);
                        let visitors = Visitors::new(
                            isa,
                            solids,
                            &poses,
                            &mut probes,
                            #[inline(always)]
                            |_| isa.splat(0.0),
                        );
                        hits |= visitors.touching(isa, rows & !hits);
                    }
                    hits &= rows;
                    while hits != 0 {
                        let row = first - self.range.start + hits.trailing_zeros() as usize;
                        self.answers.set(row);
                        hits &= hits - 1;
                    }
                }
            },
        );
    }
}

/// The lanes in which a solid touches an obstacle or another solid.
#[inline(always)]
fn hits<I: Isa>(
    isa: I,
    &Configurations { chain, world, links, .. }: &Configurations<'_>,
    poses: &Poses<I>,
    spheres: &[Sphere<I>],
) -> I::Mask {
    let zero = isa.splat(0.0);
    let mut open = zero.at_most(zero);
    if let Some(world) = world {
        for (number, sphere) in spheres.iter().enumerate() {
            open = visit_near(
                isa,
                (chain, number, sphere),
                world,
                open,
                #[inline(always)]
                |near, obstacle| {
                    let a = Body::of_solid(isa, poses, number, &chain.solids[number]);
                    touch(isa, &a, &Body::of_obstacle(isa, &obstacle.solid)) & near
                },
            );
            if !any(open) {
                return !open;
            }
        }
    }
    if links {
        for pair in chain.solids.iter().flat_map(|solid| &solid.pairs) {
            let [a, b] = pair.solids;
            let near = spheres[a].is_near_sphere(&spheres[b]) & open;
            if any(near) {
                let a = Body::of_solid(isa, poses, a, &chain.solids[a]);
                let b = Body::of_solid(isa, poses, b, &chain.solids[b]);
                open = open & !(touch(isa, &a, &b) & near);
                if !any(open) {
                    break;
                }
            }
        }
    }
    !open
}
