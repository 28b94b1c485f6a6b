//! Motions among many obstacles, at many samples: free ones touch nothing, no part that is free ends after the first
//! touch, and what is reported as a hit has one.

use octosat::{Engine, JointMotion, JointMotionState};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::chains::{Case, Shapes, TURN, random_world};

use crate::overlaps::truth;
use crate::{between, chain_of, first, motions, rounded, wanted};

/// Motions of a chain.
const OF_A_CHAIN: usize = 20;

/// How often a motion is halved in the search for the configuration of a hit.
const HALVINGS: u32 = 14;

/// What many motions are like.
#[derive(Debug, Default)]
struct Found {
    motions: usize,
    free: usize,
    hits: usize,
    samples: usize,
    /// Those of other solids than boxes that touch nothing, and of which `overlaps` reports a sample: it is not certainly
    /// apart by the directions that were tried there.
    reported: usize,
    /// The least distance at any sample of what is free, in units of roundoff of the reach.
    least: f64,
    faults: Vec<String>,
}

/// A motion and what is known about it.
struct Known<'a> {
    case: Case<'a>,
    shapes: Shapes,
    start: &'a [f32],
    end: &'a [f32],
    row: JointMotion,
}

impl Known<'_> {
    fn until(&self) -> f64 {
        f64::from(self.row.free_until)
    }

    fn distance(&self, part: f64) -> f64 {
        self.case.distance(&between(self.start, self.end, part))
    }

    /// The least distance before the part ends, at samples and near the nearest of them.
    fn least_distance(&self, samples: usize) -> f64 {
        let step = self.until() / samples as f64;
        let at = |sample: usize| (self.distance(step * sample as f64), step * sample as f64);
        let nearest = (0..=samples).map(at).min_by(|one, other| one.0.total_cmp(&other.0));
        let (mut least, mut part) = nearest.unwrap();
        let mut step = step;
        for _ in 0..20 {
            step *= 0.5;
            for other in [part - step, part + step] {
                let inside = other >= 0.0 && other <= self.until();
                let distance = if inside { self.distance(other) } else { f64::INFINITY };
                if distance < least {
                    (least, part) = (distance, other);
                }
            }
        }
        least
    }

    /// Whether the engine reports a hit at any of as many samples before the part ends.
    fn touches(&self, samples: usize) -> bool {
        let parts = (0..=samples).map(|sample| self.until() * sample as f64 / samples as f64);
        self.any(parts.collect())
    }

    /// Whether the engine reports a hit at any of some parts.
    fn any(&self, parts: Vec<f64>) -> bool {
        let joints: Vec<f32> =
            parts.iter().flat_map(|&part| rounded(&between(self.start, self.end, part))).collect();
        let mut hits = vec![false; parts.len()];
        Engine::new().any_overlap(self.case.configurations(&joints), &mut hits).unwrap();
        hits.contains(&true)
    }

    /// Whether a hit has a configuration that touches something, after the part that is free.
    fn has_hit(&self) -> bool {
        (1..=HALVINGS).any(|halvings| {
            let count = 1_u32 << halvings;
            let middles = (0..count).map(|part| (f64::from(part) + 0.5) / f64::from(count));
            let after: Vec<f64> = middles.filter(|&part| part >= self.until()).collect();
            !after.is_empty() && self.any(after)
        }) || self.has_graze()
    }

    /// The same in float64, up to rounding.
    fn has_graze(&self) -> bool {
        let parts = (0..4096).map(|part| (f64::from(part) + 0.5) / 4096.0);
        parts
            .filter(|&part| part >= self.until())
            .any(|part| !truth(&self.case, &between(self.start, self.end, part)).is_apart)
    }
}

impl Found {
    fn add(&mut self, known: &Known<'_>, samples: [usize; 2], name: &str) {
        let row = known.row;
        let case = &known.case;
        self.motions += 1;
        self.free += usize::from(row.is_free());
        self.hits += usize::from(row.state == JointMotionState::HIT);
        self.samples += samples[0];
        if row.free_until > 0.0 {
            let unit = crate::UNIT_ROUNDOFF * case.checked.largest_reach();
            let least = known.least_distance(samples[1]);
            self.least = self.least.min(least / unit);
            let touches = known.touches(samples[0]);
            let only_boxes = known.shapes == Shapes::Boxes;
            self.reported += usize::from(touches && !only_boxes);
            if least <= 0.0 || touches && only_boxes {
                self.faults.push(format!("{name}: {row:?}, but {least:e}"));
            }
        }
        let is_free = row.state == JointMotionState::FREE;
        if is_free != (row.free_until >= 1.0) || !(0.0..=1.0).contains(&row.free_until) {
            self.faults.push(format!("{name}: {row:?}"));
        }
        if row.state == JointMotionState::HIT && !known.has_hit() {
            self.faults.push(format!("{name}: {row:?} without a hit"));
        }
    }
}

/// A motion whose joints go by up to so much.
fn motion(random: &mut Random, case: &Case<'_>) -> [Vec<f32>; 2] {
    let start = case.checked.configuration(random, 1.0);
    let length = random.choose(&[0.05, 0.3, 1.0]);
    let mut end = start.clone();
    for (joint, value) in end.iter_mut().enumerate() {
        let [way, largest] =
            [length * case.checked.ranges[joint] / TURN, case.checked.largest[joint]];
        let to = f64::from(*value) + random.range(-way, way);
        *value = narrow(to.clamp(-largest, largest));
    }
    [start, end]
}

#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn search(name: &str, seed: u64, shapes: Shapes, links: bool) {
    let count = wanted("OCTOSAT_MOTIONS", 600);
    let mut found = Found { least: f64::INFINITY, ..Found::default() };
    for number in 0..count.div_ceil(OF_A_CHAIN) {
        let mut random = Random::of_round(seed, number as u64);
        let checked = chain_of(&mut random, number, shapes);
        let count = random.choose(&[0, 1, 3, 10, 40]);
        let world = random_world(&mut random, &checked, shapes, count);
        let case = Case { checked: &checked, world: &world, links };
        let all: Vec<_> = (0..OF_A_CHAIN).map(|_| motion(&mut random, &case)).collect();
        let starts: Vec<f32> = all.iter().flat_map(|[start, _]| start.clone()).collect();
        let ends: Vec<f32> = all.iter().flat_map(|[_, end]| end.clone()).collect();
        for (row, [start, end]) in motions(&case, &starts, &ends).into_iter().zip(&all) {
            let known = Known { case, shapes, start, end, row };
            found.add(&known, [1_024, 24], &format!("chain {number} of seed {seed}"));
        }
    }
    println!("{name}: {found:?}");
    assert!(found.faults.is_empty(), "{name}: {:#?}", first(&found.faults));
    assert!(found.free > 50 && found.hits > 50, "{name}: {found:?}");
}

#[test]
fn certified_motions_touch_nothing_at_many_samples() {
    search("boxes among obstacles", 41, Shapes::Boxes, false);
    search("boxes and pairs of links", 42, Shapes::Boxes, true);
    search("all solids among obstacles", 43, Shapes::All, false);
    search("all solids and pairs of links", 44, Shapes::All, true);
}
