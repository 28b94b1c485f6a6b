//! Every backend gives the same bits, and they are those of the plain scalar reference.
#![forbid(unsafe_code)]

use octosat::{
    Backend, BoxStore, Engine, EngineError, EngineOptions, OrientedBox, Penetration, Rounding,
    ScaledBoxStore,
};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, Limit, PairReference, RowBits, World, available_backends, engine_with, engines,
    fastest_engines, narrow, one_lane_engines, pack, plain_overlaps, plain_rows, row_bits,
    standard_worlds, written_overlap, written_row,
};

/// Pairs a world, enough for several tasks of the engine in some worlds, and odd.
const PAIRS: usize = 6_007;

/// No margin, none in metres, one that dismisses few pairs, and one a pair with zeros among them.
fn limits(pairs: usize) -> Vec<Limit> {
    let steps = [0.0, 1e-7, 0.02, 0.0, 0.5, 3.0];
    let per_pair = (0..pairs).map(|pair| steps[pair % steps.len()]).collect();
    vec![Limit::None, Limit::Uniform(0.0), Limit::Uniform(0.03), Limit::PerPair(per_pair)]
}

fn bits_of(rows: &[Penetration]) -> Vec<RowBits> {
    rows.iter().map(row_bits).collect()
}

/// Fails with the first differing pair rather than with two long lists.
fn assert_same<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(found == expected, "{what}: place {place} is {found:x?}, not {expected:x?}");
    }
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    let engines = engines();
    for world in standard_worlds(PAIRS, 11) {
        for limit in limits(world.pairs.len()) {
            for &basis in world.bases() {
                for scalar in one_lane_engines() {
                    let engines = engines.iter().filter(|e| e.rounding() == scalar.rounding());
                    compare_with(&scalar, engines, &world, basis, &limit);
                }
            }
        }
    }
}

fn compare_with<'a>(
    scalar: &Engine,
    engines: impl Iterator<Item = &'a Engine>,
    world: &World,
    basis: Basis,
    limit: &Limit,
) {
    let overlaps = world.overlaps(scalar, basis, limit);
    let rows = bits_of(&world.rows(scalar, basis, limit));
    for engine in engines {
        let (backend, rounding) = (engine.backend(), engine.rounding());
        let what = format!("{}, {basis:?}, {backend} {rounding}", world.name);
        assert_same(&world.overlaps(engine, basis, limit), &overlaps, &what);
        assert_same(&world.overlap_bits(engine, basis, limit), &pack(&overlaps), &what);
        assert_same(&bits_of(&world.rows(engine, basis, limit)), &rows, &what);
    }
}

#[test]
fn exact_rounding_is_the_plain_reference() {
    for world in standard_worlds(PAIRS, 12) {
        for limit in limits(world.pairs.len()) {
            for &basis in world.bases() {
                let overlaps = plain_overlaps(&world, basis, &limit);
                let rows = plain_rows(&world, basis, &limit);
                for backend in [Backend::Scalar, Backend::fastest()] {
                    let engine = engine_with(backend, Rounding::Exact);
                    let what = format!("{}, {basis:?}, {backend}, {limit:?}", world.name);
                    let what = &what[..what.len().min(120)];
                    assert_same(&world.overlaps(&engine, basis, &limit), &overlaps, what);
                    assert_same(&bits_of(&world.rows(&engine, basis, &limit)), &rows, what);
                }
            }
        }
    }
}

/// The mirror in this package, written from the documents alone, pins the fused bits as well.
#[test]
fn both_roundings_follow_the_written_order() {
    for world in standard_worlds(PAIRS / 2, 15) {
        for limit in limits(world.pairs.len()) {
            for &basis in world.bases() {
                let pairs: Vec<PairReference> = world
                    .pairs
                    .iter()
                    .map(|&pair| PairReference::new(&world, basis, pair))
                    .collect();
                for engine in fastest_engines() {
                    let rounding = engine.rounding();
                    let what = format!("{}, {basis:?}, {rounding}", world.name);
                    let numbered = pairs.iter().enumerate();
                    let overlaps: Vec<bool> = numbered
                        .clone()
                        .map(|(number, pair)| written_overlap(rounding, pair, limit.of(number)))
                        .collect();
                    let rows: Vec<RowBits> = numbered
                        .map(|(number, pair)| written_row(rounding, pair, limit.of(number)))
                        .collect();
                    assert_same(&world.overlaps(&engine, basis, &limit), &overlaps, &what);
                    assert_same(&bits_of(&world.rows(&engine, basis, &limit)), &rows, &what);
                }
            }
        }
    }
}

/// Without this a backend whose fused rounding silently is the exact one would pass.
#[test]
fn fused_rounding_is_another_one() {
    let world = &standard_worlds(PAIRS, 13)[0];
    let fuses = |backend: &Backend| backend.has_rounding(Rounding::Fused);
    for backend in available_backends().into_iter().filter(fuses) {
        let engines = [Rounding::Exact, Rounding::Fused].map(|r| engine_with(backend, r));
        for &basis in world.bases() {
            let [exact, fused] = engines.map(|e| bits_of(&world.rows(&e, basis, &Limit::None)));
            let differing = exact.iter().zip(&fused).filter(|(a, b)| a != b).count();
            assert!(differing > exact.len() / 2, "{backend} {basis:?}: only {differing} differ");
        }
    }
}

/// The worlds would prove little if all pairs were apart, or all axes faces of a.
#[test]
fn the_worlds_reach_every_axis_and_both_answers() {
    let engine = Engine::new();
    let (mut axes, mut zero_normals) = ([0_usize; 15], 0_usize);
    for world in standard_worlds(PAIRS, 14) {
        for &basis in world.bases() {
            let overlapping =
                world.overlaps(&engine, basis, &Limit::None).into_iter().filter(|o| *o).count();
            let share = overlapping * 100 / world.pairs.len();
            assert!((1..=99).contains(&share), "{}: {share} % overlap", world.name);
            for row in world.rows(&engine, basis, &Limit::None) {
                axes[usize::from(row.axis.code())] += 1;
                zero_normals += usize::from(row.normal.iter().all(|c| c.abs() == 0.0));
            }
        }
    }
    assert!(axes.iter().all(|&count| count > 100), "{axes:?}");
    assert!(zero_normals > 1000, "{zero_normals}");
}

/// A pre-scaled box has no rotation and no size to look up: changes of either write its axes.
#[test]
fn scaled_axes_follow_every_change_of_pose_and_size() {
    let mut random = Random::new(63);
    let mut boxes = |count: usize| -> Vec<OrientedBox> {
        let mut one = || {
            let half = random.vector(0.1, 2.0);
            OrientedBox::new(
                narrow(random.vector(-5.0, 5.0)),
                narrow(random.rotation()),
                narrow(half),
            )
        };
        (0..count).map(|_| one()).collect()
    };
    let (old, new) = (boxes(40), boxes(40));
    let anew = |boxes: &[OrientedBox]| {
        let mut store = BoxStore::new();
        for &given in boxes {
            store.insert(given).unwrap();
        }
        ScaledBoxStore::from_boxes(&store).unwrap()
    };
    let mut store = anew(&old);
    let mut expected = old.clone();
    for (index, (changed, given)) in (0..).zip(expected.iter_mut().zip(&new)).step_by(3) {
        changed.half_extents = given.half_extents;
        store.set_half_extents(index, given.half_extents).unwrap();
        // The pose comes second: a change of size alone starts from axes that are rounded already.
        changed.pose = given.pose;
        store.set_pose(index, given.pose).unwrap();
    }
    assert_eq!(store, anew(&expected));
    assert_ne!(store, anew(&old));
}

#[test]
fn backends_have_names_and_refuse_politely() {
    for backend in Backend::ALL {
        assert_eq!(backend.name().parse(), Ok(backend));
        assert_eq!(backend.to_string(), backend.name());
        let options = EngineOptions { backend, ..EngineOptions::default() };
        match Engine::with(options) {
            Ok(engine) => {
                assert!(backend.is_available() && backend.has_rounding(Rounding::Exact));
                assert_eq!((engine.backend(), engine.rounding()), (backend, Rounding::Exact));
                assert_eq!(engine.threads(), options.threads);
            }
            Err(error) => {
                assert!(!backend.is_available() && !backend.has_rounding(Rounding::Exact));
                assert_eq!(error, EngineError::BackendUnavailable { backend });
                assert!(error.to_string().contains(backend.name()));
            }
        }
    }
    assert!("sse9".parse::<Backend>().unwrap_err().to_string().contains("avx2"));
    assert!(Backend::Scalar.is_available() && Backend::Portable.is_available());
}

/// The default options are those of `Engine::new`, and an engine is made of what it was asked for.
#[test]
fn an_engine_is_made_of_its_options() {
    let of = |engine: &Engine| (engine.backend(), engine.rounding(), engine.threads());
    let default = Engine::with(EngineOptions::default()).unwrap();
    assert_eq!(of(&default), of(&Engine::new()));
    assert_eq!(of(&default), (Backend::fastest(), Rounding::Exact, 0));
    for threads in [0, 1, 7] {
        let options = EngineOptions { backend: Backend::Portable, threads, ..Default::default() };
        let engine = Engine::with(options).unwrap();
        assert_eq!(of(&engine), (Backend::Portable, Rounding::Exact, threads));
    }
}

/// Portable lanes fuse where the build target does and nowhere else; the registers that are chosen at run
/// time always do.
#[test]
fn fused_rounding_exists_where_the_hardware_fuses() {
    for backend in available_backends() {
        let fuses = match backend {
            Backend::Portable => cfg!(target_feature = "fma") || cfg!(target_arch = "aarch64"),
            Backend::Avx2 | Backend::Avx512 => true,
            _ => backend.has_rounding(Rounding::Fused),
        };
        assert_eq!(backend.has_rounding(Rounding::Fused), fuses, "{backend}");
        let options = EngineOptions { backend, rounding: Rounding::Fused, threads: 1 };
        match Engine::with(options) {
            Ok(engine) => assert!(fuses && engine.rounding() == Rounding::Fused),
            Err(error) => {
                let rounding = Rounding::Fused;
                assert!(!fuses, "{error}");
                assert_eq!(error, EngineError::RoundingUnavailable { backend, rounding });
                let text = error.to_string();
                assert!(text.contains(backend.name()) && text.contains("fused"), "{text}");
            }
        }
    }
}
