//! No answer contradicts the float64 reference outside the derived band, whatever the basis and the
//! arithmetic.
#![forbid(unsafe_code)]

use octosat::Engine;
use octosat_reference::float64::Agreement;
use octosat_scenes::generate;
use octosat_tests::{
    Basis, Limit, PairReference, World, answer, fastest_engines, gap_by_projections, narrow,
    standard_worlds, wide,
};

/// Pairs a world.
const PAIRS: usize = 12_000;

/// Metres; the margins the rows and booleans are checked with.
const MARGINS: [f32; 2] = [0.01, 0.2];

/// Part of the summed half extents; boxes deeper than this are checked by projections as well, which
/// know no axes. In shallower overlaps they converge too slowly.
const CLEAR: f64 = 0.01;

/// Most rounds of alternating projections.
const PROJECTIONS: usize = 100_000;

fn check_rows(world: &World, engine: &Engine, basis: Basis, limit: &Limit) {
    let overlaps = world.overlaps(engine, basis, limit);
    let rows = world.rows(engine, basis, limit);
    for (number, &pair) in world.pairs.iter().enumerate() {
        let reference = PairReference::new(world, basis, pair);
        let reference = reference.reference();
        let margin = limit.of(number).unwrap_or(0.0);
        let what =
            || format!("{} {basis:?} {} {limit:?} {reference:?}", world.name, engine.rounding());
        let agreement = reference.agreement(overlaps[number], margin);
        assert_ne!(agreement, Agreement::Contradicts, "{} {}", overlaps[number], what());
        let faults = reference.faults(&answer(&rows[number]), margin);
        assert!(faults.is_empty(), "{faults:?} {:?} {}", rows[number], what());
    }
}

#[test]
fn nothing_contradicts_the_reference() {
    for world in standard_worlds(PAIRS, 21) {
        for engine in fastest_engines() {
            for &basis in world.bases() {
                check_rows(&world, &engine, basis, &Limit::None);
            }
        }
    }
}

#[test]
fn nothing_contradicts_the_reference_with_a_margin() {
    for world in standard_worlds(PAIRS / 2, 22) {
        for engine in fastest_engines() {
            for &basis in world.bases() {
                for margin in MARGINS {
                    check_rows(&world, &engine, basis, &Limit::Uniform(margin));
                }
            }
        }
    }
}

/// A band so wide that it swallowed ordinary pairs would make the reference worthless.
#[test]
fn the_band_is_narrow_where_boxes_are_ordinary() {
    let world = World::of_scene(generate::cloud(4_000, 20_000, 23));
    for engine in fastest_engines() {
        for &basis in world.bases() {
            let overlaps = world.overlaps(&engine, basis, &Limit::None);
            for (&pair, &overlaps) in world.pairs.iter().zip(&overlaps) {
                let reference = PairReference::new(&world, basis, pair).reference();
                let extent = 6.0 * 0.75 + 3.0;
                assert!(reference.band() < 1e-5 * extent, "{}", reference.band());
                assert_ne!(reference.agreement(overlaps, 0.0), Agreement::InsideBand);
            }
        }
    }
}

/// The reference itself must be able to refuse: wrong booleans, depths, normals and axes.
#[test]
fn lies_are_refused() {
    let world = World::of_scene(generate::cloud(400, 2_000, 24));
    let rows = world.rows(&Engine::new(), Basis::Unit, &Limit::None);
    let mut deep = 0;
    for (row, &pair) in rows.iter().zip(&world.pairs) {
        let reference = PairReference::new(&world, Basis::Unit, pair).reference();
        assert_eq!(reference.agreement(!row.overlaps(), 0.0), Agreement::Contradicts);
        if row.depth < 0.01 {
            continue;
        }
        deep += 1;
        let truth = answer(row);
        let truth_depth = f64::from(truth.depth);
        let mut lies = [truth; 6];
        let [more, less] =
            narrow([truth_depth + 3.0 * reference.band(), truth_depth - 3.0 * reference.band()]);
        (lies[0].depth, lies[1].depth) = (more, less);
        lies[2].normal = truth.normal.map(|component| -component);
        lies[3].axis = (truth.axis + 1) % 15;
        lies[4].normal = truth.normal.map(|component| component * 1.0001);
        lies[5].normal = [0.0; 3];
        for (number, lie) in lies.iter().enumerate() {
            assert!(!reference.faults(lie, 0.0).is_empty(), "lie {number} about {pair:?}");
        }
    }
    assert!(deep > 200);
}

/// The answer without any separating axis: boxes called deep have a common point, and no two points
/// of boxes called apart are nearer than the separation.
#[test]
fn alternating_projections_agree() {
    let mut deep = 0;
    for world in standard_worlds(1_500, 25) {
        let rows = world.rows(&Engine::new(), Basis::Unit, &Limit::Uniform(1e6));
        for (row, &pair) in rows.iter().zip(&world.pairs) {
            let PairReference::Unit { a, b } = PairReference::new(&world, Basis::Unit, pair) else {
                panic!("the basis is the unit one");
            };
            let (depth, band) = (f64::from(row.depth), octosat_reference::float64::band(&a, &b));
            let extents = [a.half_extents, b.half_extents].map(wide);
            let clear = CLEAR * extents.iter().flatten().sum::<f64>();
            if depth > clear {
                let gap = gap_by_projections(&a, &b, PROJECTIONS, 0.1 * clear);
                assert!(gap <= 0.1 * clear, "{}: {depth} deep, but {gap} apart", world.name);
                deep += 1;
            } else {
                let gap = gap_by_projections(&a, &b, 20, 0.0);
                assert!(gap >= -depth - band, "{}: {gap} apart, said {row:?}", world.name);
            }
        }
    }
    assert!(deep > 2000, "only {deep} pairs were deep");
}
