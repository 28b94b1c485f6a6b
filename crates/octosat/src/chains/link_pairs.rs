//! How often the links of a chain touch each other in many configurations: a row per pair of links.
//!
//! Of all pairs of links the least clearance and the hits are counted, so no pair ends the search for another one. Rows are
//! sums and minima of single configurations: neither threads nor lanes change them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};
use octosat_rows::LinkPair;

use super::body::Body;
use super::model::{Chain, SolidPair};
use super::near::{Within, are_near, clearance, fill_spheres};
use super::padding::Padding;
use super::questions::Configurations;
use super::scratch::Scratch;
use crate::backend::token::Job;
use crate::call::engine::Engine;
use crate::call::tasks::for_each_task;
use crate::error::{Error, ErrorKind};
use crate::near::any;
use crate::near::bounds::DISTANCES_PER_CLEARANCE;

/// The pairs of solids of each pair of links, the lower link first.
type PairsOfLinks = BTreeMap<[u32; 2], Vec<SolidPair>>;

/// How many parts of the configurations a thread takes on average, so that none waits long for the last one.
const PARTS_PER_THREAD: usize = 4;

impl Configurations<'_> {
    /// Fills a list with a row per pair of links: [`Engine::link_pairs`].
    pub(super) fn list_link_pairs(
        self,
        engine: &Engine,
        out: &mut Vec<LinkPair>,
    ) -> Result<(), Error> {
        self.check()?;
        let len = self.len();
        let samples = u32::try_from(len).map_err(|_| {
            let why = format_args!("{len} configurations are more than {}", u32::MAX);
            Error::new(ErrorKind::Length, why)
        })?;
        let (question, pairs) =
            (Self { world: None, links: true, ..self }, pairs_of_links(self.chain));
        let row =
            |&links: &[u32; 2]| LinkPair { links, samples, hits: 0, clearance: f32::INFINITY };
        out.clear();
        out.extend(pairs.keys().map(row));
        let load = engine.load(len, 4 * question.nanoseconds());
        let parts = PARTS_PER_THREAD * load.workers();
        let of_part = len.div_ceil(parts).next_multiple_of(MAX_LANES).max(MAX_LANES);
        let mut found: Vec<Vec<LinkPair>> = Vec::new();
        found.resize_with(len.div_ceil(of_part), || out.clone());
        for_each_task(load.in_units(of_part), &mut found, of_part, |range, parts| {
            for (first, out) in range.clone().step_by(of_part).zip(parts) {
                let range = first..range.end.min(first + of_part);
                let (question, pairs) = (&question, &pairs);
                engine.run(range.len(), LinkPairRows { question, pairs, range, out });
            }
        });
        for (row, found) in found.iter().flat_map(|rows| rows.iter().enumerate()) {
            out[row].hits += found.hits;
            // Zero has one sign, whatever comes first.
            out[row].clearance = out[row].clearance.min(found.clearance) + 0.0;
        }
        Ok(())
    }
}

/// The pairs of solids that are looked at, by their links.
fn pairs_of_links(chain: &Chain) -> PairsOfLinks {
    let mut all = PairsOfLinks::new();
    for &pair in chain.solids.iter().flat_map(|solid| &solid.pairs) {
        let mut links =
            pair.solids.map(|solid| u32::try_from(chain.solids[solid].link).unwrap_or(u32::MAX));
        links.sort_unstable();
        all.entry(links).or_default().push(pair);
    }
    all
}

/// The job of counting the hits of a range of configurations, and of finding the least clearances.
struct LinkPairRows<'j, 'a> {
    question: &'a Configurations<'a>,
    pairs: &'a PairsOfLinks,
    range: Range<usize>,
    out: &'j mut [LinkPair],
}

impl Job for LinkPairRows<'_, '_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { question, pairs, range, out } = self;
        Scratch::with(isa, question, |scratch| {
            // Asked once per robot, not in the loop of a planner.
            isa.enter_rarely(
                #[inline(always)]
                || {
                    let mut least = Vec::new();
                    least.resize(out.len(), isa.splat(f32::INFINITY));
                    for first in range.clone().step_by(I::LANES) {
                        place(isa, question, first, scratch);
                        let lanes = u32::MAX >> (32 - I::LANES.min(range.end - first));
                        let rows = out.iter_mut().zip(&mut least).zip(pairs.values());
                        for ((row, least), pairs) in rows {
                            let touching = look(
                                isa,
                                (question.chain, question.padding),
                                scratch,
                                pairs,
                                least,
                            );
                            row.hits += (touching.bits() & lanes).count_ones();
                        }
                    }
                    for (row, least) in out.iter_mut().zip(least) {
                        let mut lanes = [f32::INFINITY; MAX_LANES];
                        isa.store(least, &mut lanes);
                        row.clearance =
                            lanes[..I::LANES].iter().copied().fold(f32::INFINITY, f32::min);
                    }
                },
            );
        });
    }
}

/// Places the solids of the configurations from one on.
#[inline(always)]
fn place<I: Isa>(
    isa: I,
    question: &Configurations<'_>,
    first: usize,
    Scratch { values, poses, reaches, spheres, .. }: &mut Scratch<I>,
) {
    let chain = question.chain;
    values.pose(isa, question, first, poses);
    values.reach(isa, chain, reaches);
    fill_spheres(
        isa,
        chain,
        poses,
        spheres,
        #[inline(always)]
        |_| isa.splat(0.0),
    );
}

/// Looks at the pairs of solids of two links: lessens their least clearance of each lane, and returns where they touch.
#[inline(always)]
fn look<I: Isa>(
    isa: I,
    (chain, padding): (&Chain, Padding<'_>),
    Scratch { poses, reaches, spheres, .. }: &Scratch<I>,
    pairs: &[SolidPair],
    least: &mut I::Real,
) -> I::Mask {
    let zero = isa.splat(0.0);
    let mut touching = zero.less(zero);
    for pair in pairs {
        let [a, b] = pair.solids;
        let reach = reaches.of_pair(isa, pair);
        let within = Within::padding(isa, padding.of_pair(chain, pair)).rounded(
            #[inline(always)]
            || reach,
        );
        // Solids farther apart have no lesser clearance.
        let farthest = (least.greater(zero) + reach) * isa.splat(DISTANCES_PER_CLEARANCE);
        let near = spheres[a].wider(farthest).is_near_sphere(&spheres[b]);
        let untouched = spheres[a].reaching(isa, within).is_near_sphere(&spheres[b]) & !touching;
        if !any(near | untouched) {
            continue;
        }
        let bodies = [a, b].map(
            #[inline(always)]
            |solid| Body::of_solid(isa, poses, solid, &chain.solids[solid]),
        );
        if any(near) {
            let found = clearance(isa, near, &bodies[0], &bodies[1]) - reach;
            *least = Lanes::select(found.less(*least) & near, found, *least);
        }
        if any(untouched) {
            touching = touching | are_near(isa, untouched, (&bodies[0], &bodies[1]), within);
        }
    }
    touching
}
