//! Worlds in motion, on every backend and any number of threads.

use octosat::Backend;
use octosat_check::{Frame, Workers, engines};
use octosat_scenes::generate::{self, Random};
use octosat_scenes::{ReadOptions, embedded};
use octosat_tests::frame_of;

use crate::follow::{Followed, link_words, with_every_engine};
use crate::worlds::{LISTS, MARGIN, OPTIONS, World, list, worlds};

/// Boxes that move to other contacts, fall, come to rest or stay, in lists of any kind. Pairs of some frames have margins
/// of their own, and boxes of some frames have values that a store rejects.
#[test]
fn worlds_in_motion_are_continued_on_every_backend() {
    for (world, options) in
        worlds(120).flat_map(|one| OPTIONS.map(|options| (one.clone(), options)))
    {
        with_every_engine(|engine| {
            let (mut random, mut moved) = (Random::new(3), world.clone());
            let mut followed = Followed::new(options);
            let follow = |number| {
                moved.shake(number, random.choose(&[0.3, 0.02, 1e-3, 1e-5, 0.0]));
                let mut asked = moved.with(&list(&world.pairs, random.below(LISTS), &mut random));
                if number % 3 == 0 {
                    let margins = asked.pairs.iter().map(|_| random.choose(&[0.0, MARGIN, 0.2]));
                    asked.margins = margins.collect();
                }
                let spoilt = if number % 5 == 4 { asked.centers.len() / 4 } else { 0 };
                for _ in 0..spoilt {
                    let place = random.below(asked.centers.len());
                    let rows = [
                        &mut asked.centers[place][..],
                        &mut asked.rotations[place],
                        &mut asked.half_extents[place],
                    ];
                    let value = random.choose(&[f32::NAN, f32::INFINITY, -1e9, 1e6, 0.0]);
                    rows.into_iter().nth(random.below(3)).expect("a row")[random.below(3)] = value;
                }
                followed.frame(engine, &asked);
                followed.words()
            };
            (0..15).map(follow).collect()
        });
    }
}

/// Lists so long that they are split over threads, and links too, also amid thousands of equal pairs.
#[test]
fn threads_change_nothing() {
    let all: Vec<_> = (0..280).flat_map(|a| (0..a).map(move |b| [b, a])).collect();
    let equal = [[0, 1], [1, 2], [2, 0], [2, 2]].repeat(9_500);
    let pile = generate::pile(8_000, 34);
    let pile = World::from(Frame::of_scene(&pile, frame_of(&[], MARGIN).setting));
    let crowds = [World::crowd(280).with(&all), World::crowd(3).with(&equal)];
    for (world, options) in crowds.into_iter().chain([pile]).zip(OPTIONS) {
        let of_workers = |workers: Workers| -> Vec<_> {
            let engine = workers.engine(Backend::fastest()).expect("available");
            let (mut random, mut moved) = (Random::new(6), world.clone());
            let mut followed = Followed::new(options);
            let follow = |(kind, seed)| {
                moved.shake(seed, 1e-3);
                let asked = moved.with(&list(&world.pairs, kind, &mut random));
                workers.run(|| followed.frame(&engine, &asked));
                followed.words()
            };
            [1, 3, 1, 2, 4].into_iter().zip(0..).map(follow).collect()
        };
        let found: Vec<_> =
            Workers::all(&[1, 2, 3]).expect("threads").into_iter().map(of_workers).collect();
        assert!(found[0] == found[1] && found[0] == found[2]);
    }
}

/// The links of the embedded recording, as one number that must hold on every platform and backend. If they
/// change everywhere, a rule or a kernel has changed: put the numbers that the failing test prints here.
const GOLDEN: u64 = 0xaf2b_cd90_ea3c_a6ff;

#[test]
fn a_recording_is_continued_in_every_order_and_everywhere_alike() {
    let recording = embedded(ReadOptions::default()).expect("the embedded recording is valid");
    let mut different = Vec::new();
    for engine in engines() {
        let (mut hash, mut random) = (0xcbf2_9ce4_8422_2325_u64, Random::new(7));
        let mut caches = [(); 3].map(|()| Followed::default());
        for number in 0..recording.frames() {
            let given = recording.frame(number);
            for (kind, followed) in caches.iter_mut().enumerate() {
                let frame = World {
                    centers: given.positions.to_vec(),
                    rotations: given.rotations.to_vec(),
                    half_extents: recording.half_extents().to_vec(),
                    pairs: list(given.pairs, kind, &mut random),
                    margins: Vec::new(),
                };
                followed.frame(&engine, &frame);
            }
            let more = |hash: u64, word| (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
            hash = link_words(&mut caches[0].cache).into_iter().fold(hash, more);
        }
        if hash != GOLDEN {
            different.push(format!("{hash:#018x}, {engine:?}"));
        }
    }
    assert!(different.is_empty(), "the numbers are now {different:#?}");
}
