//! Very small and very large boxes, for every query of pairs.

use octosat_check::queries::ALL;
use octosat_check::strategies::worlds;
use octosat_check::{Basis, Case, Plan, Setting, Workers, runner};
use proptest::strategy::{Strategy, ValueTree};

/// Factors for worlds of boxes of about a meter.
const SCALES: [f32; 8] = [1e-12, 1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9, 1e10];

/// Meters: larger worlds are left out, some of which are far from the origin.
const FARTHEST: f32 = 1e11;

/// Kinds of worlds.
const WORLDS: u64 = 10;

#[test]
fn every_query_of_pairs_holds_for_boxes_of_every_size() {
    let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: false };
    for query in ALL {
        let facts = query.facts();
        if facts.rows != "pairs" {
            continue;
        }
        for scale in SCALES {
            let mut checker = query.checker(Basis::Unit, &plan).unwrap();
            for number in 0..WORLDS {
                let world = worlds(number).1.new_tree(&mut runner(7, number)).unwrap();
                let mut frame = world.current();
                for vector in frame.position.iter_mut().chain(&mut frame.half_extents) {
                    *vector = vector.map(|part| part * scale);
                }
                let margin = if number % 2 == 1 && facts.takes_margin { 0.1 * scale } else { 0.0 };
                frame.setting = Setting::new(margin, number);
                let mut coordinates = frame.position.iter().chain(&frame.half_extents).flatten();
                if coordinates.all(|part| part.abs() < FARTHEST) {
                    checker.check(&Case::new(Basis::Unit, &frame).unwrap()).unwrap();
                }
            }
            let report = checker.report();
            let (name, first) = (facts.name, report.differences.first());
            assert_eq!(report.faults(), 0, "{name}, times {scale}: {first:#?}");
            assert!(report.rows > 500, "{name}, times {scale}: {} pairs", report.rows);
        }
    }
}
