//! Pairs of links of a chain: how often they touch in configurations, and how near they come.

use std::collections::BTreeMap;

use bytemuck::{Pod, Zeroable, bytes_of};
use octosat::{ChainClearance, Configurations, Engine, LinkPair};
use proptest::prelude::BoxedStrategy;

use super::answers::{any_overlap, filled};
use super::configurations::{KnownPair, above_distance, clearance_bound, least_shown};
use crate::chains::{ChainWorld, MOST_SOLIDS, Other, Placed, REFERENCE_ERROR, SolidPair};
use crate::strategies::robots;
use crate::{
    Asked, Call, Case, Count, Facts, Failure, Finding, Query, Round, Verb, map_rows, short,
};

/// The pairs of links of a chain in configurations.
#[derive(Clone, Copy, Debug)]
pub struct LinkPairsOfChains;

/// Of as many solids, each on a link of its own.
const MOST_PAIRS: usize = MOST_SOLIDS * (MOST_SOLIDS - 1) / 2;

/// All pairs of links in one configuration.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct LinkPairRow {
    /// As many as there are, and zeros.
    pairs: [LinkPair; MOST_PAIRS],
}

impl Query for LinkPairsOfChains {
    type Row = LinkPairRow;
    type World = ChainWorld;
    type Memory = Vec<LinkPair>;
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "link-pairs",
            about: "configurations of a chain made of the boxes: which of its links touch each other, and how near they come",
            verbs: const { &[Verb::of("link_pairs", "configurations of a chain")] },
            ..Facts::OF_CHAINS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        robots(self.facts(), number)
    }

    fn world(&self, case: &Case) -> Result<ChainWorld, Failure> {
        ChainWorld::new(case, false, 1.0)
    }

    fn ask(
        &self,
        asked: &Asked<'_, ChainWorld>,
        memory: &mut Vec<LinkPair>,
    ) -> Result<Vec<LinkPairRow>, Failure> {
        let Asked { engine, world, rows, .. } = *asked;
        let joints = world.joints(rows, |motion| motion.start);
        let mut alone = Vec::new();
        for joints in joints.chunks(world.checked.chain.values().max(1)) {
            engine.link_pairs(world.configurations(joints), memory)?;
            let mut row = LinkPairRow::zeroed();
            row.pairs[..memory.len()].copy_from_slice(memory);
            alone.push(row);
        }
        engine.link_pairs(world.configurations(&joints), memory)?;
        compare(memory, &alone)?;
        let pairs = Configurations::new(&world.checked.chain, &joints);
        compare_with_others(engine, pairs, &alone)?;
        Ok(alone)
    }

    fn check(
        &self,
        asked: &Asked<'_, ChainWorld>,
        answers: &[LinkPairRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { world, rows, .. } = *asked;
        let links: Vec<usize> = world.checked.reference.links_of_solids().collect();
        let mut expected: BTreeMap<[u32; 2], Vec<[usize; 2]>> = BTreeMap::new();
        for &pair in &world.checked.pairs {
            let mut of = pair.map(|solid| short(links[solid]));
            of.sort_unstable();
            expected.entry(of).or_default().push(pair);
        }
        Ok(map_rows(rows.len(), |row| {
            let motion = world.motion(rows[row]);
            let placed = world.placed(&motion.at(0.0));
            answers[row].finding(&placed, &expected).about(|| format!(" (at {:?})", motion.start))
        }))
    }

    /// No box can be poisoned, as for configurations.
    fn depends_on(&self, _case: &Case, _row: [u32; 2], _index: u32) -> bool {
        true
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a ChainWorld) -> Vec<Call<'a>> {
        let (joints, mut out) = (world.joints(&case.pairs, |motion| motion.start), Vec::new());
        let run = move |engine: &Engine, count: Count| {
            engine.link_pairs(world.configurations(&joints), &mut out)?;
            let hits = || out.iter().map(|row| row.hits as usize).sum();
            Ok((count == Count::Touching).then(hits))
        };
        vec![Call { name: "chain-link-pairs", rows: case.pairs.len(), run: Box::new(run) }]
    }
}

/// Whether the rows of all configurations are the sums and the least ones of single configurations.
fn compare(all: &[LinkPair], alone: &[LinkPairRow]) -> Result<(), Failure> {
    for (number, row) in all.iter().enumerate() {
        let mut expected =
            LinkPair { samples: 0, ..LinkPair { links: row.links, ..LinkPair::default() } };
        for one in alone.iter().map(|row| row.pairs[number]) {
            expected.samples += one.samples;
            expected.hits += one.hits;
            expected.clearance = expected.clearance.min(one.clearance);
        }
        if bytes_of(&expected) != bytes_of(row) {
            return Err(Failure::new(format!("{row:?} instead of {expected:?}")));
        }
    }
    Ok(())
}

/// Whether a pair of links touches if any pair of solids does, and has the least clearance of all.
fn compare_with_others(
    engine: &Engine,
    pairs: Configurations<'_>,
    alone: &[LinkPairRow],
) -> Result<(), Failure> {
    let hits = any_overlap(engine, pairs, alone.len())?;
    let least: Vec<ChainClearance> =
        filled(alone.len(), |out| engine.least_clearances(pairs, out))?;
    for (row, (&hit, least)) in alone.iter().zip(hits.iter().zip(&least)) {
        let known = || row.pairs.iter().filter(|pair| pair.samples > 0);
        let clearance = known().map(|pair| pair.clearance).fold(f32::INFINITY, f32::min);
        let any = known().any(|pair| pair.hits > 0);
        if any != hit || clearance.to_bits() != (least.clearance + 0.0).to_bits() {
            let found = format!("{any} and {clearance} instead of {hit} and {least:?}");
            return Err(Failure::new(found));
        }
    }
    Ok(())
}

impl LinkPairRow {
    /// What the reference finds, given the solids of each pair of links that are looked at.
    fn finding(
        &self,
        placed: &Placed<'_>,
        expected: &BTreeMap<[u32; 2], Vec<[usize; 2]>>,
    ) -> Finding {
        let mut finding = Finding::default();
        let (found, zeros) = self.pairs.split_at(expected.len());
        let links = found.iter().map(|pair| pair.links);
        finding.holds(links.eq(expected.keys().copied()), "the pairs of links are others");
        let is_zero = |pair: &LinkPair| bytes_of(pair).iter().all(|&byte| byte == 0);
        finding.holds(zeros.iter().all(is_zero), "more pairs of links");
        for (row, solids) in found.iter().zip(expected.values()) {
            let pair = |&[a, b]: &[usize; 2]| SolidPair {
                solid: a,
                other: Other::Solid(b),
                placed: [&placed.solids[a], &placed.solids[b]],
            };
            pairs_finding(&mut finding, row, placed, solids.iter().map(pair));
        }
        finding
    }
}

/// What the reference finds in a row about these pairs of solids.
fn pairs_finding<'a>(
    finding: &mut Finding,
    row: &LinkPair,
    placed: &Placed<'_>,
    pairs: impl Iterator<Item = SolidPair<'a>>,
) {
    let clearance = f64::from(row.clearance);
    let (mut touches, mut is_apart) = (false, true);
    // The least that a clearance may be, and what it is off by; that of solids that overlap may be anything.
    let mut lowest = [f64::INFINITY, 0.0];
    for pair in pairs {
        let (bound, error) = (placed.bound(&pair), REFERENCE_ERROR * pair.size());
        let mut distance = pair.least_of_spheres().max(pair.least_of_faces());
        if distance <= bound || distance < clearance - error {
            let known = KnownPair::new(&pair, bound);
            touches |= known.overlaps;
            is_apart &= known.apart;
            distance = known.distance;
            let over = clearance - distance;
            finding.not_over(
                over,
                above_distance(&pair, distance),
                "links are nearer than the clearance",
            );
        }
        let least = least_shown(&pair, distance, bound);
        let allowed = clearance_bound(bound);
        if least - allowed < lowest[0] - lowest[1] {
            lowest = [least, allowed];
        }
    }
    let hit = row.hits == 1;
    finding.holds(row.samples == 1 && row.hits <= 1, "the number of configurations");
    finding.holds(hit || !touches, "links overlap without a hit");
    finding.holds(!hit || !is_apart, "a hit of links that are apart");
    if lowest[0] > f64::NEG_INFINITY {
        finding.not_over(lowest[0] - clearance, lowest[1], "a clearance is too little");
    }
}
