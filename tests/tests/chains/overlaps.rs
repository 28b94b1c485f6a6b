//! Whether configurations touch anything, against float64.

use octosat::Engine;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::chains::{
    Case, CheckedChain, CheckedWorld, Other, Shapes, SolidPair, random_solid, random_world,
};

use crate::{UNIT_ROUNDOFF, chain_of, first, wanted, wide};

/// Units of roundoff by which the separation of two boxes may be off, for each meter of their half extents and of the
/// distance of their centers: that of any two boxes, and the rotations of solids, which are off unit length.
const PAIR_ERROR: f64 = 160.0;

/// Configurations of a chain.
const OF_A_CHAIN: usize = 100;

/// Part of the reach within which distances are found.
const NEAR: f64 = 0.01;

/// What float64 makes of the pairs of a configuration.
#[derive(Debug, Default)]
pub(crate) struct Truth {
    /// Whether two solids overlap by more than the bound.
    pub(crate) touches: bool,
    /// Whether two solids overlap at all, of which one is no box.
    pub(crate) overlaps: bool,
    /// Whether all pairs are apart by more than the bound.
    pub(crate) is_apart: bool,
    /// The least distance, in units of roundoff of the reach.
    pub(crate) distance: f64,
}

/// Meters that a pair may be off in float32.
pub(crate) fn bound(checked: &CheckedChain, values: &[f64], pair: &SolidPair) -> f64 {
    let off = |solid: usize| checked.reference.pose_bound(solid, values);
    let other = match pair.other {
        Other::Obstacle(_) => 0.0,
        Other::Solid(solid) => off(solid),
    };
    let [a, b] = &pair.placed;
    let size = pair.least() + 3.0 * (a.shape.bounding_radius() + b.shape.bounding_radius());
    off(pair.solid) + other + UNIT_ROUNDOFF * PAIR_ERROR * size
}

/// What float64 makes of a configuration.
pub(crate) fn truth(case: &Case<'_>, values: &[f64]) -> Truth {
    let checked = case.checked;
    let unit = UNIT_ROUNDOFF * checked.largest_reach();
    let mut truth = Truth { is_apart: true, distance: f64::INFINITY, ..Truth::default() };
    for pair in case.pairs_at(values) {
        let bound = bound(checked, values, &pair);
        // How far pairs are apart matters only of near ones.
        if pair.least() > bound.max((unit * truth.distance).min(NEAR * checked.largest_reach())) {
            continue;
        }
        let [a, b] = &pair.placed;
        if let Some(boxes) = a.boxes(b) {
            let distance = boxes.signed_distance();
            truth.touches |= distance < -bound;
            truth.is_apart &= distance > bound;
            truth.distance = truth.distance.min(distance / unit);
        } else {
            let gap = pair.gap();
            truth.touches |= gap.most <= 0.0 && a.overlaps_by(b, bound);
            truth.overlaps |= gap.most <= 0.0;
            truth.is_apart &= gap.least > bound;
            truth.distance = truth.distance.min(gap.most / unit);
        }
    }
    truth
}

/// What many configurations answered.
#[derive(Debug, Default)]
struct Found {
    configurations: usize,
    hits: usize,
    /// Those that are reported as touching and are apart by more than the bound, and the largest distance of such, in
    /// parts of the reach.
    apart: usize,
    farthest: f64,
    /// The largest distances of configurations that are reported as touching, and the largest depth of others, in units
    /// of roundoff of the reach.
    distance: f64,
    depth: f64,
    /// Those that are not reported, and of which a cylinder or a capsule overlaps something by less than the bound.
    missed: usize,
    faults: Vec<String>,
}

impl Found {
    fn add(&mut self, hit: bool, truth: &Truth, shapes: Shapes, name: &str) {
        self.configurations += 1;
        self.hits += usize::from(hit);
        if hit && truth.is_apart {
            self.apart += 1;
            self.farthest = self.farthest.max(truth.distance * UNIT_ROUNDOFF);
        }
        if hit && shapes == Shapes::Boxes {
            self.distance = self.distance.max(truth.distance);
        }
        self.missed += usize::from(!hit && truth.overlaps);
        if !hit {
            self.depth = self.depth.max(-truth.distance);
        }
        if !hit && truth.touches || hit && truth.is_apart && shapes == Shapes::Boxes {
            self.faults.push(format!("{name}: {hit}, {truth:?}"));
        }
    }
}

#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn search(name: &str, seed: u64, shapes: Shapes, links: bool) -> Found {
    let count = wanted("OCTOSAT_CONFIGURATIONS", 5_000);
    let mut random = Random::new(seed);
    let mut found = Found::default();
    for number in 0..count.div_ceil(OF_A_CHAIN) {
        let checked = chain_of(&mut random, number, shapes);
        let count = random.choose(&[0, 1, 3, 10, 17, 40, 300]);
        let world = random_world(&mut random, &checked, shapes, count);
        let joints: Vec<f32> =
            (0..OF_A_CHAIN).flat_map(|_| checked.configuration(&mut random, 1.0)).collect();
        let case = Case { checked: &checked, world: &world, links };
        let mut hits = vec![false; OF_A_CHAIN];
        Engine::new().any_overlap(case.configurations(&joints), &mut hits).unwrap();
        for (row, values) in joints.chunks(checked.chain.values()).enumerate() {
            let truth = truth(&case, &wide(values));
            let name = format!("chain {number} of seed {seed}, configuration {row}");
            found.add(hits[row], &truth, shapes, &name);
        }
    }
    println!("{name}: {found:?}");
    assert!(found.faults.is_empty(), "{name}: {:#?}", first(&found.faults));
    found
}

#[test]
fn boxes_touch_if_they_do_in_float64_up_to_a_bound() {
    let found = search("boxes among obstacles", 11, Shapes::Boxes, false);
    assert!(found.hits > 500 && found.configurations - found.hits > 500);
    let found = search("boxes and pairs of links", 12, Shapes::Boxes, true);
    assert!(found.hits > 500 && found.configurations - found.hits > 500);
}

#[test]
fn cylinders_and_capsules_that_overlap_are_always_reported() {
    let found = search("all solids among obstacles", 13, Shapes::All, false);
    assert!(found.hits > 500 && found.configurations - found.hits > 500);
    let found = search("all solids and pairs of links", 14, Shapes::All, true);
    assert!(found.hits > 500 && found.configurations - found.hits > 500);
}

/// An obstacle that a solid of a configuration touches, up to some bounds.
fn grazing(
    random: &mut Random,
    checked: &CheckedChain,
    values: &[f64],
    shapes: Shapes,
) -> CheckedWorld {
    let solids = checked.reference.solids(values);
    let solid = random.below(solids.len());
    let direction = match random.below(3) {
        0 => solids[solid].frame.axes[random.below(3)],
        _ => random.direction(),
    };
    let size = checked.size * random.decades(4);
    let mut given = random_solid(random, shapes, size, 0.0);
    let far = given.placed().farthest(direction.map(|component| -component));
    let tip = solids[solid].farthest(direction);
    let off = checked.reference.pose_bound(solid, values) * random.range(-0.2, 0.2);
    given.center = [0, 1, 2].map(|k| narrow(tip[k] - far[k] + off * direction[k]));
    CheckedWorld::new(&[given])
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn configurations_that_graze_an_obstacle_are_right_up_to_the_bound() {
    for (name, seed, shapes) in [("boxes", 15, Shapes::Boxes), ("all solids", 16, Shapes::All)] {
        let (mut random, mut found) = (Random::new(seed), Found::default());
        for number in 0..wanted("OCTOSAT_CONFIGURATIONS", 4_000) {
            let checked = chain_of(&mut random, number, shapes);
            let joints = checked.configuration(&mut random, 1.0);
            let values = wide(&joints);
            let world = grazing(&mut random, &checked, &values, shapes);
            let case = Case { checked: &checked, world: &world, links: false };
            let mut hit = [false];
            Engine::new().any_overlap(case.configurations(&joints), &mut hit).unwrap();
            let truth = truth(&case, &values);
            found.add(hit[0], &truth, shapes, &format!("chain {number} of seed {seed}"));
        }
        println!("grazing {name}: {found:?}");
        assert!(found.faults.is_empty(), "{name}: {:#?}", first(&found.faults));
        assert!(found.hits > 1_000 && found.configurations - found.hits > 500);
    }
}
