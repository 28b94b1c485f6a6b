//! Whatever the memory holds and however sick a box is, nothing else suffers.

use crate::common::{MODES, all, assert_numbered, of_pair};
use octosat::{
    BoxView, Coherence, ContactKind, Engine, Manifolds, Margin, PairMemory, Query, QueryError,
    Rounding,
};
use octosat_tests::{ContactSettings, engines, standard_worlds};

#[test]
fn a_query_that_is_refused_writes_nothing() {
    let world = &standard_worlds(100, 37)[0];
    let mut out = Manifolds::new();
    let mut memory = vec![PairMemory::default(); world.pairs.len() - 1];
    let pairs = &world.pairs;
    let query = Query::new(&world.store, pairs);
    let coherence = Coherence::On(&mut memory);
    let error = Engine::new().manifolds_coherent(query, coherence, &mut out).unwrap_err();
    assert_eq!(error, QueryError::MemoryLength { expected: pairs.len(), found: pairs.len() - 1 });
    memory.push(PairMemory::default());
    for motion in [-0.1, f32::NAN, f32::INFINITY] {
        let coherence = Coherence::Recycle { memory: &mut memory, motion };
        let refused = Engine::new().manifolds_coherent(query, coherence, &mut out);
        assert!(matches!(refused, Err(QueryError::RecycledMotion { .. })), "{motion}");
    }
    let broken: Vec<_> = pairs.iter().map(|&[a, _]| [a, u32::MAX]).collect();
    let coherence = Coherence::recycle(&mut memory);
    let query = Query::new(&world.store, &broken);
    let refused = Engine::new().manifolds_coherent(query, coherence, &mut out);
    assert!(matches!(refused, Err(QueryError::IndexOutOfRange { .. })));
    assert!(out.manifolds().is_empty() && memory.iter().all(|m| *m == PairMemory::default()));
}

/// A box that was healthy when its pairs were remembered, and is not any more.
#[test]
fn a_box_that_turns_sick_is_reported_and_its_neighbours_keep_their_bits() {
    let world = &standard_worlds(200, 39)[1];
    let pairs = &world.pairs[..35];
    let healthy = [world.store.centers(), world.store.rotations(), world.store.half_extents()];
    for engine in engines() {
        for mode in MODES {
            let ask = |columns: &[Vec<[f32; 4]>], memory: &mut [PairMemory]| {
                let view = BoxView::unchecked(&columns[0], &columns[1], &columns[2]).unwrap();
                let mut out = Manifolds::new();
                let coherence = mode.coherence(memory);
                let query = Query::new(view, pairs).margin(0.05);
                engine.manifolds_coherent(query, coherence, &mut out).unwrap();
                out
            };
            let columns = healthy.map(<[[f32; 4]]>::to_vec);
            let mut remembered = vec![PairMemory::default(); pairs.len()];
            ask(&columns, &mut remembered);
            let expected = all(&ask(&columns, &mut remembered.clone()));
            for place in 0..3 * pairs.len() {
                let poison = [f32::NAN, f32::INFINITY][place % 2];
                let sick = pairs[place % pairs.len()][place / 2 % 2];
                let mut columns = columns.clone();
                columns[place % 3][sick as usize][place % 3] = poison;
                let mut memory = remembered.clone();
                let found = ask(&columns, &mut memory);
                for (number, pair) in pairs.iter().enumerate() {
                    if pair.contains(&sick) {
                        let row = found.manifolds()[number];
                        assert_eq!(row.kind(), ContactKind::NonFinite, "{row:?}");
                        assert_eq!(memory[number].axis(), None, "nothing is remembered");
                    } else {
                        assert_eq!(of_pair(&found, number), expected[number]);
                    }
                }
            }
        }
    }
}

#[test]
fn memory_of_anything_does_no_harm() {
    // Plain data can hold any bits; results may then be those of another pair, but nothing panics,
    // and every backend still gives the same.
    let world = &standard_worlds(600, 38)[1];
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    let mut random = octosat_scenes::generate::Random::new(5);
    let mut sound = vec![PairMemory::default(); world.pairs.len()];
    let mut out = Manifolds::new();
    let asked = (&settings, Coherence::recycle(&mut sound));
    world.coherent_contacts(&Engine::new(), asked, &mut out);
    let mut spoilt = sound.clone();
    for memory in &mut spoilt {
        // One number of 32, or all of them.
        let numbers: &mut [u32] = bytemuck::cast_slice_mut(std::slice::from_mut(memory));
        let (start, count) = if random.below(8) == 0 { (0, 32) } else { (random.below(32), 1) };
        for number in &mut numbers[start..start + count] {
            let values = [
                u32::try_from(random.next_u64() >> 32).unwrap(),
                0x7fc0_0000,
                0xff80_0000,
                0x4f00_0000,
                0,
            ];
            *number = values[random.below(values.len())];
        }
    }
    let mut answers = Vec::new();
    for engine in engines().iter().filter(|engine| engine.rounding() == Rounding::Exact) {
        for mode in MODES {
            let mut memory = spoilt.clone();
            let asked = (&settings, mode.coherence(&mut memory));
            world.coherent_contacts(engine, asked, &mut out);
            assert_numbered(&out);
            answers.push((format!("{mode:?}"), all(&out)));
        }
    }
    for (mode, answer) in &answers {
        let first = answers.iter().find(|(other, _)| other == mode).unwrap();
        assert!(*answer == first.1, "{mode}");
    }
}
