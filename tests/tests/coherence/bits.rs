//! The same bits on every backend, in any company, for any number of threads.

use crate::common::{MODES, UPRIGHT, all, assert_numbered, frames, of_pair};
use octosat::{
    Coherence, Engine, Manifolds, Margin, OrientedBox, PairMemory, PointLimit, PointOrigin,
};
use octosat_tests::{
    ContactSettings, World, engines, octagons_at_the_tolerance, one_lane_engines, standard_worlds,
    with_threads,
};

#[test]
fn every_backend_gives_the_bits_of_one_lane_and_remembers_the_same() {
    let engines = engines();
    let margin = Margin::Uniform(0.03);
    let world_points = ContactSettings { margin, ..ContactSettings::default() };
    let mut recycled = 0;
    for world in standard_worlds(1_003, 31) {
        let margins: Vec<f32> =
            [0.0, 0.03, 0.2].into_iter().cycle().take(world.pairs.len()).collect();
        let relative = ContactSettings {
            margin: Margin::PerPair(&margins),
            limit: PointLimit::Eight,
            origin: PointOrigin::CenterOfA,
        };
        let frames = frames(&world, 7);
        for (mode, settings) in MODES.into_iter().zip([world_points, relative]) {
            for scalar in one_lane_engines() {
                let rounding = scalar.rounding();
                let mut run = |engine: &Engine| {
                    let mut memory = vec![PairMemory::default(); world.pairs.len()];
                    let mut out = Manifolds::new();
                    let mut found = Vec::new();
                    for frame in &frames {
                        let asked = (&settings, mode.coherence(&mut memory));
                        frame.coherent_contacts(engine, asked, &mut out);
                        assert_numbered(&out);
                        let rows = out.manifolds().iter();
                        recycled += rows.filter(|row| row.is_recycled()).count();
                        found.push(all(&out));
                    }
                    let memory: Vec<u32> = bytemuck::cast_slice::<_, f32>(&memory)
                        .iter()
                        .map(|v| v.to_bits())
                        .collect();
                    (found, memory)
                };
                let expected = run(&scalar);
                for engine in engines.iter().filter(|e| e.rounding() == rounding) {
                    let backend = engine.backend();
                    assert!(
                        run(engine) == expected,
                        "{}, {backend} {rounding} {mode:?}",
                        world.name
                    );
                }
            }
        }
    }
    assert!(recycled > 1_000, "{recycled} manifolds were recycled");
}

/// Faces whose edges pass corners at about the slack, with eight points per pair, in every mode.
#[test]
fn octagons_get_the_same_on_every_backend_and_are_remembered_so() {
    let world = octagons_at_the_tolerance();
    let settings = ContactSettings { limit: PointLimit::Eight, ..ContactSettings::default() };
    for mode in MODES {
        for rounding in one_lane_engines().iter().map(Engine::rounding) {
            let mut answers = Vec::new();
            for engine in engines().iter().filter(|engine| engine.rounding() == rounding) {
                let mut memory = vec![PairMemory::default(); world.pairs.len()];
                let mut out = Manifolds::new();
                let mut found = Vec::new();
                for frame in [&world, &world.jittered(3, 1e-3, 1e-3), &world] {
                    let asked = (&settings, mode.coherence(&mut memory));
                    frame.coherent_contacts(engine, asked, &mut out);
                    assert_numbered(&out);
                    found.push((all(&out), format!("{memory:?}")));
                }
                let eight = out.manifolds().iter().filter(|row| row.len == 8).count();
                assert!(eight > 100, "{eight} of {}", world.pairs.len());
                answers.push(found);
            }
            let first = &answers[0];
            assert!(answers.iter().all(|answer| answer == first), "{rounding} {mode:?}");
        }
    }
}

#[test]
fn a_pair_gets_the_same_in_any_company() {
    let world = &standard_worlds(1_500, 33)[1];
    let next = world.jittered(3, 1e-3, 1e-3);
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    for engine in engines() {
        for mode in MODES {
            let mut out = Manifolds::new();
            let mut first = vec![PairMemory::default(); world.pairs.len()];
            let asked = (&settings, mode.coherence(&mut first));
            world.coherent_contacts(&engine, asked, &mut out);
            let mut second = first.clone();
            let asked = (&settings, mode.coherence(&mut second));
            next.coherent_contacts(&engine, asked, &mut out);
            let whole = all(&out);
            for (round, length) in (0..=17).chain([31, 513, 1000]).enumerate() {
                let chosen: Vec<usize> =
                    (0..length).map(|k| (round * 131 + 7 * k) % world.pairs.len()).collect();
                let part = next.with_pairs(chosen.iter().map(|&pair| world.pairs[pair]).collect());
                let mut memory: Vec<_> = chosen.iter().map(|&pair| first[pair]).collect();
                let asked = (&settings, mode.coherence(&mut memory));
                part.coherent_contacts(&engine, asked, &mut out);
                let mut next_place = 0;
                for (place, &pair) in chosen.iter().enumerate() {
                    assert_eq!(of_pair(&out, place), whole[pair], "{} {length}", engine.backend());
                    assert_eq!(memory[place], second[pair]);
                    assert_eq!(out.manifolds()[place].first, next_place);
                    next_place += u32::from(out.manifolds()[place].len);
                }
                assert_eq!(out.points().len(), next_place as usize);
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let world = World::of_scene(octosat_scenes::generate::pile(20_000, 34));
    assert!(world.pairs.len() > 3 * 4096, "{}", world.pairs.len());
    let frames = frames(&world, 9);
    let settings = ContactSettings { margin: Margin::Uniform(0.01), ..Default::default() };
    let run = |engine: &Engine| {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Manifolds::new();
        for frame in &frames {
            let asked = (&settings, Coherence::recycle(&mut memory));
            frame.coherent_contacts(engine, asked, &mut out);
        }
        (all(&out), memory)
    };
    let engine = Engine::new();
    let alone = run(&with_threads(&engine, 1));
    for threads in [1, 2, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| run(&engine)) == alone, "{threads} threads");
    }
}

#[test]
fn rows_are_numbered_when_every_contact_is_recycled() {
    let boxes = [
        OrientedBox::new([0.0; 3], UPRIGHT, [0.5; 3]),
        OrientedBox::new([0.0, 0.99, 0.0], UPRIGHT, [0.5; 3]),
        OrientedBox::new([9.0, 0.0, 0.0], UPRIGHT, [0.5; 3]),
    ];
    let mut world = World::of_neighbours("three", &[&boxes[..], &boxes[2..]].concat());
    world.pairs = vec![[0, 2], [0, 1], [1, 2], [0, 1], [0, 2], [0, 1], [0, 1], [0, 1], [0, 2]];
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    for engine in engines() {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Manifolds::new();
        for frame in 0..2 {
            let asked = (&settings, Coherence::recycle(&mut memory));
            world.coherent_contacts(&engine, asked, &mut out);
            assert_numbered(&out);
            let recycled = out.manifolds().iter().filter(|row| row.is_recycled()).count();
            assert_eq!(recycled, 5 * frame);
        }
    }
}
