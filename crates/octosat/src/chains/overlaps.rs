//! Whether any pair of a configuration touches: a boolean per configuration.

use core::ops::Range;

use octosat_lanes::{Isa, Mask};

use super::body::Body;
use super::near::{Sphere, fill_spheres, touch, visit_near};
use super::poses::Poses;
use super::questions::Configurations;
use super::scratch::Scratch;
use super::visitors::Visitors;
use crate::backend::token::Job;
use crate::call::answers::Answers;
use crate::near::{all, any};

/// The job of filling the answers of a range of configurations, which are false before.
pub(super) struct ConfigurationOverlaps<'j, 'a> {
    pub(super) question: &'a Configurations<'a>,
    pub(super) range: Range<usize>,
    pub(super) answers: Answers<'j>,
}

impl Job for ConfigurationOverlaps<'_, '_> {
    type Output = ();

    fn run<I: Isa>(mut self, isa: I) {
        Scratch::with(isa, self.question, |scratch| {
            isa.enter(
                #[inline(always)]
                || {
                    for first in self.range.clone().step_by(I::LANES) {
                        let mut hits = self.hits(isa, first, scratch);
                        while hits != 0 {
                            let row = first - self.range.start + hits.trailing_zeros() as usize;
                            self.answers.set(row);
                            hits &= hits - 1;
                        }
                    }
                },
            );
        });
    }
}

impl ConfigurationOverlaps<'_, '_> {
    /// The configurations from one on in which a pair touches: a bit each.
    #[inline(always)]
    fn hits<I: Isa>(&self, isa: I, first: usize, scratch: &mut Scratch<I>) -> u32 {
        let Scratch { values, poses, spheres, probes, .. } = scratch;
        let &Configurations { chain, world, .. } = self.question;
        values.pose(isa, self.question, first, poses);
        fill_spheres(
            isa,
            chain,
            poses,
            spheres,
            #[inline(always)]
            |_| isa.splat(0.0),
        );
        let mut hits = hits(isa, self.question, poses, spheres).bits();
        let rows = u32::MAX >> (32 - I::LANES.min(self.range.end - first));
        if let Some(world) = world.filter(|_| !probes.is_empty()) {
            let visitors = Visitors::new(
                isa,
                (chain, world),
                poses,
                probes,
                #[inline(always)]
                |_| isa.splat(0.0),
            );
            hits |= visitors.touching_out_of_line(isa, rows & !hits);
        }
        hits & rows
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
    let mut open = all(isa);
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
                    touch(isa, near, &a, &Body::of_obstacle(isa, &obstacle.solid))
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
                open = open & !touch(isa, near, &a, &b);
                if !any(open) {
                    break;
                }
            }
        }
    }
    !open
}
