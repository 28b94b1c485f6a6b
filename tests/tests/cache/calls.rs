//! All that may happen to a cache between two frames, in any order.

use octosat::{ContactCache, Engine, ErrorKind, Links};
use octosat_check::{Workers, engines, short};
use octosat_scenes::generate::Random;
use octosat_tests::sentence;

use crate::follow::{Followed, words};
use crate::worlds::{LISTS, OPTIONS, World, list};

/// Something happens between two frames; `has_begun`: whether the next frame has.
fn happen(followed: &mut Followed, world: &mut World, random: &mut Random, has_begun: &mut bool) {
    match random.below(9) {
        0 => {
            followed.cache.next_frame();
            *has_begun = true;
        }
        1 => followed.check_links(),
        2 => *followed = followed.clone(),
        3 if !*has_begun => {
            followed.assert_rejected(world.query(), "this frame of the cache has its contacts");
        }
        4 if *has_begun => {
            let margins = vec![f32::NAN; world.pairs.len()];
            followed.assert_rejected(
                world.with(&[[0, u32::MAX]]).query(),
                "pairs[0][1] is 4294967295, ",
            );
            followed.assert_rejected(world.query().within(-1.0), "`within` is -1, ");
            followed.assert_rejected(world.query().within(&margins), "within[");
            followed.assert_rejected(world.query().within(&margins[1..]), "`within` has length ");
        }
        // Boxes and pairs, also some that do not exist, and pairs the other way round, which are others.
        5 => {
            for index in [random.below(50), random.below(50), world.centers.len()] {
                followed.forget_box(short(index), world.centers.len());
            }
            for [a, b] in list(&world.pairs, 3, random) {
                followed.forget_pair(if random.one_in(4) { [a, b] } else { [b, a] });
            }
        }
        6 => swap_remove(followed, world, random),
        7 => renumber(followed, world, random),
        8 => {
            let before = followed.words();
            for (numbers, boxes) in [
                (&[1, 4, u32::MAX, u32::MAX, 4][..], [1, 4]),
                (&[4, 4], [0, 1]),
                (&[3, 4, 4], [1, 2]),
            ] {
                let [first, second] = boxes;
                let text = format!("boxes {first} and {second} on both sides get the same index 4");
                assert_eq!(sentence(followed.renumber(numbers)), text);
            }
            assert!(followed.words() == before);
        }
        _ => {}
    }
}

/// A box is removed, and the last one takes its index; it may be the last one.
fn swap_remove(followed: &mut Followed, world: &mut World, random: &mut Random) {
    let mut order: Vec<u32> = (0..short(world.centers.len())).collect();
    let last = order.len() - 1;
    let index = if random.one_in(4) { last } else { random.below(last) };
    order.swap_remove(index);
    world.reorder(&order);
    followed.swap_remove(short(index), short(last));
}

/// All boxes get other numbers, some are removed, and the list of numbers may be shorter than that of boxes.
fn renumber(followed: &mut Followed, world: &mut World, random: &mut Random) {
    let mut order: Vec<u32> = (0..short(world.centers.len())).collect();
    random.shuffle(&mut order);
    order.truncate(order.len() - random.below(3));
    let mut numbers = world.reorder(&order);
    let kept = numbers.iter().rposition(|&number| number != u32::MAX);
    numbers.truncate(kept.map_or(0, |last| last + 1));
    assert_eq!(followed.renumber(&numbers), Ok(()));
}

/// The frames go from backend to backend and from thread to thread.
#[test]
fn whatever_happens_between_frames_is_followed() {
    let workers = Workers::all(&[1, 2]).expect("threads");
    for (seed, options) in (0..).zip(OPTIONS.repeat(8)) {
        let mut random = Random::new(seed);
        let (mut followed, mut world) = (Followed::new(options), World::wall(60, 45));
        for (number, engine) in (0..).zip(engines().iter().cycle().take(40)) {
            world.shake(number, random.choose(&[0.0, 1e-3, 0.02]));
            let workers = &workers[random.below(2)];
            let engine = workers.engine(engine.backend()).expect("available");
            let kind = if random.one_in(2) { 0 } else { random.below(LISTS) };
            let asked = world.with(&list(&world.pairs, kind, &mut random));
            workers.run(|| followed.rows(&engine, &asked));
            let mut has_begun = false;
            for _ in 0..number % 6 {
                happen(&mut followed, &mut world, &mut random, &mut has_begun);
            }
        }
        followed.check_links();
    }
}

#[test]
fn a_cache_that_is_new_or_was_cleared_is_empty_and_begins_a_frame_by_itself() {
    let world = World::wall(30, 37);
    for options in OPTIONS {
        let (mut followed, mut new) = (Followed::new(options), ContactCache::new());
        (0..3).for_each(|_| followed.frame(&Engine::new(), &world));
        followed.cache.clear();
        for cache in [&mut new, &mut followed.cache] {
            let links = cache.links();
            assert_eq!(links.contacts().len() + links.began().count() + links.ended().count(), 0);
            let frames = [links.manifolds(), links.last_manifolds()];
            assert_eq!(frames.map(|frame| words(frame).len() + frame.points().len()), [0; 2]);
            for expected in [None, Some(ErrorKind::FrameHasContacts)] {
                let found = Engine::new().manifolds_cached(world.query(), cache);
                assert_eq!(found.err().map(|error| error.kind()), expected);
            }
            assert_eq!(cache.links().began().count(), cache.manifolds().touching().len());
        }
    }
}

#[test]
#[should_panic(expected = "place")]
fn an_array_of_predecessors_of_another_length_is_a_mistake() {
    let mut followed = Followed::default();
    followed.frame(&Engine::new(), &World::wall(30, 37));
    followed.cache.links().fill_predecessors(&mut [Links::NEW_POINT; 3]);
}
