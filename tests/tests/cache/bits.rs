//! A pair has the same bits in lists of any length, and a cache can go from engine to engine.

use octosat::{Backend, CacheMode, ContactCache, Engine, EngineOptions};
use octosat_check::{Frame, Workers, engines};

use crate::common::{all, assert_numbered, of_pair, reused};
use crate::frames::{MODES, Velocities, cached, octagons, pile, query_about, wall};

/// The words of each pair of a list, in three frames of boxes that go on.
fn followed(
    engine: &Engine,
    mode: CacheMode,
    start: &Frame,
    pairs: &[[u32; 2]],
) -> [Vec<Vec<u32>>; 3] {
    let velocities = Velocities::new(start.position.len(), 6, [2e-4, 2e-4, 0.0]);
    let mut frame = start.clone();
    let mut cache = ContactCache::new(mode);
    [(); 3].map(|()| {
        let query = query_about(&frame, pairs);
        let found = engine.manifolds_cached(query, &mut cache).expect("a valid query");
        assert_numbered(found);
        velocities.advance(&mut frame);
        (0..pairs.len()).map(|pair| of_pair(found, pair)).collect()
    })
}

/// Lists of every short length, and of about one chunk and two.
#[test]
fn a_pair_gets_the_same_in_any_company() {
    let start = wall(150, 33);
    let count = start.pairs.len();
    for (engine, mode) in engines().iter().flat_map(|one| MODES.map(|mode| (one, mode))) {
        let whole = followed(engine, mode, &start, &start.pairs);
        for (round, length) in (0..=17).chain([31, 511, 512, 513, 1_000, 1_025]).enumerate() {
            let chosen: Vec<usize> = (0..length).map(|k| (round * 131 + 7 * k) % count).collect();
            let list: Vec<_> = chosen.iter().map(|&pair| start.pairs[pair]).collect();
            for (part, whole) in followed(engine, mode, &start, &list).iter().zip(&whole) {
                let expected = chosen.iter().map(|&pair| &whole[pair]);
                assert!(part.iter().eq(expected), "{length} {engine:?} {mode:?}");
            }
        }
    }
}

/// A cache may go from backend to backend and from thread to thread; its clone goes on like itself.
#[test]
fn a_cache_goes_on_with_another_backend_and_as_a_clone() {
    let pools = Workers::all(&[2, 3]).expect("threads");
    let scalar = engines().into_iter().filter(|engine| engine.backend() == Backend::Scalar);
    for (scalar, mut frame) in
        scalar.flat_map(|one| [wall(60, 35), pile(60, 37), octagons()].map(|start| (one, start)))
    {
        let velocities = Velocities::new(frame.position.len(), 6, [2e-4, 2e-4, 0.0]);
        let rounding = scalar.rounding();
        let others: Vec<_> = engines().into_iter().filter(|e| e.rounding() == rounding).collect();
        let [mut alone, mut mixed] = [ContactCache::default(), ContactCache::default()];
        for number in 0..8 {
            let expected = all(cached(&scalar, &frame, &mut alone));
            let backend = others[number % others.len()].backend();
            let options = EngineOptions { backend, rounding, threads: number % 2 };
            let engine = Engine::with(options).expect("an available engine");
            let mut cloned = mixed.clone();
            for cache in [&mut mixed, &mut cloned] {
                let ask = || all(cached(&engine, &frame, cache));
                assert!(pools[number / 2 % 2].run(ask) == expected, "{number} {engine:?}");
            }
            assert!(reused(mixed.manifolds()) > 50 || number < 2);
            mixed = cloned;
            if number % 3 < 2 {
                velocities.advance(&mut frame);
            }
        }
    }
}
