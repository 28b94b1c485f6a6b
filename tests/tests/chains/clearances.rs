//! The least clearance of configurations, and the pair that it is of, against float64.

use octosat::{ChainClearance, Engine};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::chains::{
    Case, CheckedWorld, Other, Shapes, SolidPair, random_solid, random_world,
};

use crate::overlaps::{bound, truth};
use crate::{chain_of, first, wanted, wide};

/// How far float64 may be off a distance, as a part of the size of the pair.
const REFERENCE_ERROR: f64 = 1e-10;

/// The least part of a distance of boxes that some axis shows: 1/√3, rounded down.
const LEAST_SHOWN: f64 = 0.57;

/// Bounds by which a clearance of boxes may be below what an axis shows: those of two poses and of the gap, each twice.
const BOUNDS: f64 = 4.0;

/// Configurations of a chain.
const OF_A_CHAIN: usize = 50;

/// What many clearances are like.
#[derive(Debug, Default)]
struct Found {
    configurations: usize,
    positive: usize,
    /// The largest part of the reach by which a clearance of a pair without two boxes is below the distance.
    below: f64,
    /// The least part of the distance of such a pair that its clearance shows.
    part: f64,
    /// How far clearances of two boxes are below the largest separation along an axis, in parts of the bound.
    below_separation: f64,
    faults: Vec<String>,
}

impl Found {
    /// Compares a row with all pairs of its configuration.
    fn add(&mut self, row: &ChainClearance, case: &Case<'_>, values: &[f64], name: &str) {
        self.configurations += 1;
        self.positive += usize::from(row.clearance > 0.0);
        let clearance = f64::from(row.clearance);
        let mut reported = None;
        let size = case.checked.largest_reach();
        for pair in case.pairs_at(values) {
            if is_of(row, &pair) {
                reported = Some(pair);
            }
            // Spheres that are farther apart than this have no part in it.
            if pair.least() > clearance + 1e-9 * size {
                continue;
            }
            let distance = distance(&pair);
            if clearance > distance + REFERENCE_ERROR * size {
                self.faults.push(format!("{name}: {row:?} above {distance} of {:?}", pair.other));
            }
        }
        match reported {
            Some(pair) => {
                let bound = bound(case.checked, values, &pair);
                if let Some(fault) = self.compare(clearance, &pair, bound, size) {
                    self.faults.push(format!("{name}: {fault}"));
                }
            }
            None if *row == ChainClearance::default() => {
                if case.pairs_at(values).next().is_some() {
                    self.faults.push(format!("{name}: there are pairs"));
                }
            }
            None => self.faults.push(format!("{name}: no such pair: {row:?}")),
        }
    }

    /// Compares a clearance with the pair that it is reported for.
    fn compare(
        &mut self,
        clearance: f64,
        pair: &SolidPair,
        bound: f64,
        reach: f64,
    ) -> Option<String> {
        let distance = distance(pair);
        let [a, b] = &pair.placed;
        let Some(boxes) = a.boxes(b) else {
            self.below = self.below.max((distance - clearance) / reach);
            if distance > 1e-3 * reach {
                self.part = self.part.min(clearance / distance);
            }
            return None;
        };
        let separation = boxes.separations().separation;
        self.below_separation = self.below_separation.max((separation - clearance) / bound);
        let shown = if distance > 0.0 { LEAST_SHOWN * distance } else { distance };
        let is_below = clearance < shown - BOUNDS * bound;
        is_below.then(|| format!("{clearance} is below {shown} of {:?}", pair.other))
    }
}

/// Whether a row reports this pair.
fn is_of(row: &ChainClearance, pair: &SolidPair) -> bool {
    let index = |index: u32| usize::try_from(index).unwrap();
    let none = ChainClearance::NONE;
    match pair.other {
        Other::Obstacle(obstacle) => {
            (index(row.solid), index(row.obstacle), row.other) == (pair.solid, obstacle, none)
        }
        Other::Solid(solid) => {
            row.obstacle == none
                && [[pair.solid, solid], [solid, pair.solid]]
                    .contains(&[index(row.solid), index(row.other)])
        }
    }
}

/// The signed distance; at most zero of other solids than boxes that overlap.
fn distance(pair: &SolidPair) -> f64 {
    let [a, b] = &pair.placed;
    a.boxes(b).map_or_else(|| pair.gap().most, |boxes| boxes.signed_distance())
}

#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn search(name: &str, seed: u64, shapes: Shapes, links: bool) {
    let count = wanted("OCTOSAT_CONFIGURATIONS", 2_000);
    let mut random = Random::new(seed);
    let mut found = Found { part: 1.0, ..Found::default() };
    for number in 0..count.div_ceil(OF_A_CHAIN) {
        let checked = chain_of(&mut random, number, shapes);
        let count = random.choose(&[0, 1, 3, 10, 17, 40, 150]);
        let world = random_world(&mut random, &checked, shapes, count);
        let joints: Vec<f32> =
            (0..OF_A_CHAIN).flat_map(|_| checked.configuration(&mut random, 1.0)).collect();
        let case = Case { checked: &checked, world: &world, links };
        let mut rows = vec![ChainClearance::default(); OF_A_CHAIN];
        Engine::new().least_clearances(case.configurations(&joints), &mut rows).unwrap();
        for (row, values) in joints.chunks(checked.chain.values()).enumerate() {
            let name = format!("chain {number} of seed {seed}, configuration {row}");
            found.add(&rows[row], &case, &wide(values), &name);
        }
    }
    println!("{name}: {found:?}");
    assert!(found.faults.is_empty(), "{name}: {:#?}", first(&found.faults));
    assert!(found.positive > 300 && found.configurations - found.positive > 300);
}

#[test]
fn clearances_are_at_most_the_distance_and_of_the_reported_pair() {
    search("boxes among obstacles", 21, Shapes::Boxes, false);
    search("boxes and pairs of links", 22, Shapes::Boxes, true);
    search("all solids among obstacles", 23, Shapes::All, false);
    search("all solids and pairs of links", 24, Shapes::All, true);
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn clearances_of_tiny_solids_far_from_the_base_are_at_most_the_distance() {
    let count = wanted("OCTOSAT_CONFIGURATIONS", 4_000);
    let mut random = Random::new(25);
    let mut found = Found { part: 1.0, ..Found::default() };
    for number in 0..count {
        let mut checked = chain_of(&mut random, number, Shapes::All);
        checked.truncate(0);
        let link = checked.chain.link_names().len() - 1;
        let size = 1e-3 * checked.size * random.decades(3);
        checked.attach(link, &random_solid(&mut random, Shapes::All, size, 0.0));
        let joints = checked.configuration(&mut random, 1.0);
        let tip = checked.reference.solids(&wide(&joints))[0].farthest(random.direction());
        let mut obstacle = random_solid(&mut random, Shapes::All, size, 2.0 * size);
        obstacle.center = [0, 1, 2].map(|k| obstacle.center[k] + narrow(tip[k]));
        let world = CheckedWorld::new(&[obstacle]);
        let case = Case { checked: &checked, world: &world, links: true };
        let mut row = [ChainClearance::default()];
        Engine::new().least_clearances(case.configurations(&joints), &mut row).unwrap();
        found.add(&row[0], &case, &wide(&joints), &format!("chain {number} of seed 25"));
        let mut hit = [false];
        Engine::new().any_overlap(case.configurations(&joints), &mut hit).unwrap();
        let truth = truth(&case, &wide(&joints));
        if !hit[0] && truth.touches {
            found.faults.push(format!("chain {number} of seed 25: {truth:?} is no hit"));
        }
    }
    println!("tiny: {found:?}");
    assert!(found.faults.is_empty(), "{:#?}", first(&found.faults));
    assert!(found.positive > 1_000 && found.configurations - found.positive > 1_000);
}
