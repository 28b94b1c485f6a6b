//! Whether any pair of a configuration touches: a boolean per configuration.

use core::ops::Range;

use octosat_lanes::{Isa, Mask};

use super::body::Body;
use super::near::{Within, are_near, fill_spheres, visit_near};
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
        let &Configurations { chain, world, padding, .. } = self.question;
        let Scratch { values, poses, reaches, spheres, .. } = &mut *scratch;
        values.pose(isa, self.question, first, poses);
        let is_padded = padding.is_given();
        if is_padded {
            values.reach(isa, chain, reaches);
        }
        fill_spheres(
            isa,
            chain,
            poses,
            spheres,
            #[inline(always)]
            |_| isa.splat(0.0),
        );
        let mut hits = hits(isa, self.question, scratch).bits();
        let rows = u32::MAX >> (32 - I::LANES.min(self.range.end - first));
        let Scratch { poses, reaches, probes, .. } = scratch;
        if let Some(world) = world.filter(|_| !probes.is_empty()) {
            let visitors = Visitors::new(
                isa,
                (chain, world),
                poses,
                probes,
                (
                    padding,
                    #[inline(always)]
                    |number| if is_padded { reaches.of_solid(number) } else { isa.splat(0.0) },
                ),
            );
            hits |= visitors.touching_out_of_line(isa, rows & !hits);
        }
        hits & rows
    }
}

/// The lanes in which a solid touches an obstacle or another solid, or is not certainly farther away than its padding.
#[inline(always)]
fn hits<I: Isa>(
    isa: I,
    &Configurations { chain, world, links, padding, .. }: &Configurations<'_>,
    Scratch { poses, reaches, spheres, .. }: &Scratch<I>,
) -> I::Mask {
    let mut open = all(isa);
    if let Some(world) = world {
        for (number, sphere) in spheres.iter().enumerate() {
            let within = Within::padding(isa, padding.of_solid(chain, number));
            let within = within.rounded(
                #[inline(always)]
                || reaches.of_solid(number),
            );
            let sphere = &sphere.reaching(isa, within);
            open = visit_near(
                isa,
                (chain, number, sphere),
                world,
                open,
                #[inline(always)]
                |near, obstacle| {
                    let a = Body::of_solid(isa, poses, number, &chain.solids[number]);
                    are_near(isa, near, (&a, &Body::of_obstacle(isa, &obstacle.solid)), within)
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
            let within = Within::padding(isa, padding.of_pair(chain, pair));
            let within = within.rounded(
                #[inline(always)]
                || reaches.of_pair(isa, pair),
            );
            let near = spheres[a].reaching(isa, within).is_near_sphere(&spheres[b]) & open;
            if any(near) {
                let a = Body::of_solid(isa, poses, a, &chain.solids[a]);
                let b = Body::of_solid(isa, poses, b, &chain.solids[b]);
                open = open & !are_near(isa, near, (&a, &b), within);
                if !any(open) {
                    break;
                }
            }
        }
    }
    !open
}
