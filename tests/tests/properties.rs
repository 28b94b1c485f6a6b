//! Properties of single pairs, over random and adversarial boxes, with shrinking.
//!
//! `PROPTEST_CASES` sets the number of cases of each property.
#![forbid(unsafe_code)]

use octosat::{Engine, OrientedBox, Penetration, Rounding};
use octosat_reference::float64::Agreement;
use octosat_tests::{
    Asked, Basis, Images, Limit, Motion, PairReference, Quaternion, Vector, World, add, along,
    answer, columns, cube_rotations, engines, narrow, normalized, product, row_bits, turn, wide,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Cases of each property where `PROPTEST_CASES` is not set.
const CASES: u32 = 4_000;

/// Steps of the gap of near-touching boxes, in parts of their size.
const TOUCHING_STEP: f64 = 1.0 / 33_554_432.0;

/// Sine of the angle of two edges up to which they may count as parallel: the engine's limit of
/// 1e-7, and the rounding of the rotations.
const PARALLEL_SINE: f64 = 3e-7;

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    // Failures are shrunk and printed; a file of old seeds beside the sources would only go stale.
    ProptestConfig {
        cases: cases.unwrap_or(CASES),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn direction() -> impl Strategy<Value = Vector> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0_f64]
        .prop_filter("a direction needs a length", |v| v.iter().any(|c| c.abs() > 0.1))
        .prop_map(normalized)
}

/// None at all, quarter turns, and turns by angles from 1e-10 to half a turn.
fn rotation() -> impl Strategy<Value = Quaternion> {
    prop_oneof![
        1 => Just([0.0, 0.0, 0.0, 1.0]),
        1 => (0..24_usize).prop_map(|number| cube_rotations()[number]),
        2 => (direction(), -10.0..0.5_f64).prop_map(|(axis, power)| turn(axis, 10.0_f64.powf(power))),
        4 => (direction(), 0.0..std::f64::consts::PI).prop_map(|(axis, angle)| turn(axis, angle)),
    ]
}

/// Half extents of ordinary, extreme and zero size, in the range of both bases.
fn half_extent() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => 0.1..1.0_f64,
        2 => (-4.0..4.0_f64).prop_map(|power| 10.0_f64.powf(power)),
        1 => Just(0.0),
        1 => Just(0.5),
    ]
}

fn half_extents() -> impl Strategy<Value = Vector> {
    [half_extent(), half_extent(), half_extent()]
}

/// Where box b is put: anywhere near, or touching within a few roundings along the reference's axis.
#[derive(Clone, Debug)]
enum Placing {
    Near(Vector),
    Touching { along: Vector, steps: i8 },
}

fn placing() -> impl Strategy<Value = Placing> {
    let stretch = || [-1.2..1.2, -1.2..1.2, -1.2..1.2_f64];
    prop_oneof![
        stretch().prop_map(Placing::Near),
        (stretch(), -40..40_i8).prop_map(|(along, steps)| Placing::Touching { along, steps }),
    ]
}

/// A point of a box, by coordinates in units of its half extents.
fn point(rotation: Quaternion, half: Vector, stretch: Vector) -> Vector {
    let axes = columns(rotation);
    (0..3).fold([0.0; 3], |point, k| along(point, stretch[k] * half[k], axes[k]))
}

fn boxed(center: Vector, rotation: Quaternion, half: Vector) -> OrientedBox {
    OrientedBox::new(narrow(center), narrow(normalized(rotation)), narrow(half))
}

/// Two boxes of any kind: b's rotation is a's, renamed and turned a little, or its own.
fn pair() -> impl Strategy<Value = World> {
    let rotations = (rotation(), rotation(), prop::bool::ANY);
    let sizes = (half_extents(), half_extents());
    let center = [-10.0..10.0, -10.0..10.0, -10.0..10.0_f64];
    (rotations, sizes, center, placing()).prop_map(|(rotations, sizes, center, placing)| {
        let (first, second, relative) = rotations;
        let second = if relative { product(first, second) } else { second };
        let a = boxed(center, first, sizes.0);
        let (stretch, steps) = match placing {
            Placing::Near(stretch) => (stretch, None),
            Placing::Touching { along, steps } => (along, Some(steps)),
        };
        let on_a = point(first, sizes.0, stretch);
        let on_b = point(second, sizes.1, [stretch[2], stretch[0], -stretch[1]]);
        let offset = std::array::from_fn(|k| on_a[k] - on_b[k]);
        let mut world =
            World::of_neighbours("pair", &[a, boxed(add(center, offset), second, sizes.1)]);
        if let Some(steps) = steps {
            let reference = PairReference::new(&world, Basis::Unit, [0, 1]).reference();
            let truth = reference.separations();
            let size = sizes.0.iter().chain(&sizes.1).sum::<f64>();
            let shift = f64::from(steps) * TOUCHING_STEP * size - truth.separation;
            let placed = along(add(center, offset), shift, truth.normal);
            world = World::of_neighbours("touching pair", &[a, boxed(placed, second, sizes.1)]);
        }
        world
    })
}

struct Answer {
    overlaps: bool,
    row: Penetration,
}

fn ask(world: &World, engine: &Engine, basis: Basis, limit: &Limit) -> Answer {
    Answer {
        overlaps: world.overlaps(engine, basis, limit)[0],
        row: world.rows(engine, basis, limit)[0],
    }
}

fn agree_everywhere(world: &World, engines: &[Engine], limit: &Limit) -> Result<(), TestCaseError> {
    for basis in [Basis::Unit, Basis::Scaled] {
        let plain = PairReference::new(world, basis, [0, 1]);
        let answers: Vec<Answer> =
            engines.iter().map(|engine| ask(world, engine, basis, limit)).collect();
        for (engine, answer) in engines.iter().zip(&answers) {
            // The first two engines are the scalar ones, exact and fused.
            let first = &answers[usize::from(engine.rounding() != engines[0].rounding())];
            prop_assert_eq!(answer.overlaps, first.overlaps, "{:?}", engine);
            prop_assert_eq!(row_bits(&answer.row), row_bits(&first.row), "{:?}", engine);
        }
        prop_assert_eq!(answers[0].overlaps, plain.overlaps(limit.of(0)));
        prop_assert_eq!(row_bits(&answers[0].row), plain.row(limit.of(0)));
    }
    Ok(())
}

fn satisfy_the_reference(
    world: &World,
    engine: &Engine,
    limit: &Limit,
) -> Result<(), TestCaseError> {
    for basis in [Basis::Unit, Basis::Scaled] {
        let reference = PairReference::new(world, basis, [0, 1]).reference();
        let answer = ask(world, engine, basis, limit);
        let margin = limit.of(0).unwrap_or(0.0);
        let truth = reference.separations().separation;
        let agreement = reference.agreement(answer.overlaps, margin);
        let what = format!("{basis:?}, truth {truth:e}: {} {:?}", answer.overlaps, answer.row);
        prop_assert_ne!(agreement, Agreement::Contradicts, "{}", what);
        let faults = reference.faults(&answer(&answer.row), margin);
        prop_assert!(faults.is_empty(), "{faults:?} {what}");
    }
    Ok(())
}

/// Moving b by the depth along the normal parts the boxes, and moving it much less does not.
fn parts_by_its_depth(world: &World, engine: &Engine) -> Result<(), TestCaseError> {
    let [a, b] = [0, 1].map(|index| world.store.get(index).expect("there are two boxes"));
    let row = ask(world, engine, Basis::Unit, &Limit::None).row;
    let band = PairReference::new(world, Basis::Unit, [0, 1]).reference().band();
    if f64::from(row.depth) <= 10.0 * band {
        return Ok(());
    }
    let center = wide(b.pose.center);
    // Rounding the moved centre to float32 moves it again.
    let reach = center.iter().fold(f64::from(row.depth), |reach, c| reach.max(c.abs()));
    let slack = 2.0 * band + reach * 2.0 * f64::from(f32::EPSILON);
    for part in [1.0, 0.9] {
        let distance = part * f64::from(row.depth);
        let moved = along(center, distance, wide(row.normal));
        let mut image = b;
        image.pose.center = narrow(moved);
        let reference =
            PairReference::new(&World::of_neighbours("moved", &[a, image]), Basis::Unit, [0, 1]);
        let left = reference.reference().separations().separation;
        if part < 1.0 {
            prop_assert!(left <= slack, "{left:e} apart after nine tenths of {row:?}");
        } else {
            prop_assert!(left >= -slack, "{left:e} after moving by {row:?}, slack {slack:e}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn all_backends_and_the_plain_reference_agree(world in pair(), margin in 0.0..0.5_f32) {
        let engines = engines_once();
        agree_everywhere(&world, engines, &Limit::None)?;
        agree_everywhere(&world, engines, &Limit::Uniform(margin))?;
    }

    #[test]
    fn the_reference_agrees(world in pair(), margin in 0.0..0.5_f32) {
        for engine in octosat_tests::fastest_engines() {
            satisfy_the_reference(&world, &engine, &Limit::None)?;
            satisfy_the_reference(&world, &engine, &Limit::Uniform(margin))?;
        }
    }

    #[test]
    fn the_depths_sign_is_the_boolean(world in pair()) {
        for engine in octosat_tests::fastest_engines() {
            let answer = ask(&world, &engine, Basis::Unit, &Limit::None);
            if answer.row.overlaps() == answer.overlaps {
                continue;
            }
            // Edges this close to parallel may separate, but are no axis of a depth; that is
            // visible only between boxes that touch within rounding.
            let reference = PairReference::new(&world, Basis::Unit, [0, 1]).reference();
            let truth = reference.separations();
            // Fused products leave a rounding also where edges are exactly parallel, and exact ones cancel.
            let fused = engine.rounding() == Rounding::Fused;
            let nearly = |sine: f64| sine < PARALLEL_SINE && (sine > 0.0 || fused);
            let parallel = truth.edge_sines.iter().any(|&sine| nearly(sine));
            prop_assert!(parallel, "{} {:?}", answer.overlaps, answer.row);
            prop_assert!(truth.separation.abs() <= reference.band(), "{:e}", truth.separation);
        }
    }

    #[test]
    fn a_larger_margin_never_loses_a_pair(world in pair(), margins in [0.0..0.5_f32, 0.0..0.5_f32]) {
        let low = Limit::Uniform(margins[0].min(margins[1]));
        let high = Limit::Uniform(margins[0].max(margins[1]));
        for engine in octosat_tests::fastest_engines() {
            for basis in [Basis::Unit, Basis::Scaled] {
                let [none, low, high] =
                    [&Limit::Uniform(0.0), &low, &high].map(|limit| ask(&world, &engine, basis, limit));
                prop_assert!(!none.overlaps || low.overlaps);
                prop_assert!(!low.overlaps || high.overlaps);
                let dismissed = |row: &Penetration| row.normal.iter().all(|c| c.abs() <= 0.0);
                if !dismissed(&low.row) {
                    prop_assert_eq!(row_bits(&low.row), row_bits(&high.row));
                }
            }
            let [zero, none] = [&Limit::Uniform(0.0), &Limit::None]
                .map(|limit| ask(&world, &engine, Basis::Unit, limit).overlaps);
            prop_assert_eq!(zero, none);
        }
    }

    #[test]
    fn swapping_and_moving_keep_the_manifold(
        world in pair(),
        margin in 0.0..0.1_f32,
        rotation in rotation(),
        place in [-0.5..0.5, -0.5..0.5, -0.5..0.5_f64],
    ) {
        let boxes = [0, 1].map(|index| world.store.get(index).expect("there are two boxes"));
        let asked = Asked { margin, motion: Motion { rotation, place } };
        for engine in octosat_tests::fastest_engines() {
            let images = Images::ask(boxes, &engine, &asked);
            for report in images.differences() {
                let faults = report.faults;
                prop_assert!(faults.is_empty(), "{faults:?} {:?}", images.answers);
            }
        }
    }

    #[test]
    fn moving_by_the_depth_parts_the_boxes(world in pair()) {
        for engine in octosat_tests::fastest_engines() {
            parts_by_its_depth(&world, &engine)?;
        }
    }
}

/// The engines of every backend, made once and named once.
fn engines_once() -> &'static [Engine] {
    static ENGINES: std::sync::OnceLock<Vec<Engine>> = std::sync::OnceLock::new();
    ENGINES.get_or_init(engines)
}
