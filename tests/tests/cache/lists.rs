//! Lists of all lengths and kinds, and of equal pairs.

use octosat::Engine;
use octosat_check::engines;
use octosat_scenes::generate::Random;

use crate::follow::Followed;
use crate::worlds::{OPTIONS, World};

/// Lists of all lengths around a batch, and of about one chunk and two, of pairs from anywhere in a world: each in two
/// orders.
#[test]
fn lists_of_every_length_are_continued() {
    let world = World::wall(150, 33);
    let mut random = Random::new(8);
    for (engine, options) in engines().iter().flat_map(|one| OPTIONS.map(|options| (one, options)))
    {
        let (mut followed, mut moved) = (Followed::new(options), world.clone());
        for (length, seed) in (0..=17).chain([31, 511, 512, 513, 1_025, 3]).zip(0..) {
            let any = |_| world.pairs[random.below(world.pairs.len())];
            let mut pairs: Vec<_> = (0..length).map(any).collect();
            for seed in [seed, seed + 100] {
                moved.shake(seed, 1e-3);
                random.shuffle(&mut pairs);
                followed.frame(engine, &moved.with(&pairs));
            }
        }
    }
}

/// Every list of up to three entries of three pairs after any other. An entry has a margin within which its boxes are
/// in contact, or one within which they are not.
#[test]
fn equal_pairs_continue_each_other_in_every_order() {
    let mut world = World::crowd(3);
    world.centers = vec![[0.0; 3], [2.05, 0.0, 0.0], [1.0, 0.0, 2.05]];
    let entries = [[0, 1], [0, 2], [1, 2]].map(|pair| [(pair, 0.0), (pair, 0.1)]);
    let list = |number: usize| {
        let digits = [number % 7, number / 7 % 7, number / 49];
        let chosen = digits.into_iter().filter_map(|digit| entries.as_flattened().get(digit));
        let (pairs, margins) = chosen.copied().unzip();
        World { pairs, margins, ..world.clone() }
    };
    let lists: Vec<_> = (0..343).map(list).filter(|world| !world.pairs.is_empty()).collect();
    let mut followed = Followed::default();
    for now in &lists {
        for before in lists.iter().step_by(5) {
            followed.rows(&Engine::new(), before);
            followed.frame(&Engine::new(), now);
        }
    }
}
