//! Attempts with two solids of one chain that touch at a known time.

use octosat_reference::float64::PlacedSolid;
use octosat_scenes::generate::Random;
use octosat_tests::chains::{Case, CheckedChain, CheckedWorld, Shapes, random_solid};

use crate::attempts::{Attempt, Found, cube_at, tip};
use crate::{chain_of, first, motions, wanted};

/// Attempts per chain.
const OF_A_CHAIN: usize = 100;

/// Two solids alone: any one of a link, and a cube of another link that touches it at a time.
fn attempt(random: &mut Random, checked: &mut CheckedChain, found: &mut Found, name: &str) {
    checked.truncate(0);
    let links = checked.chain.link_names().len();
    let size = 0.3 * checked.size;
    let link = random.below(links);
    let off = random.choose(&[0.0, size]);
    let given = random_solid(random, Shapes::All, size, off);
    checked.attach(link, &given);
    let motion = Attempt::new(random, checked);
    let values = motion.values();
    let frames = checked.reference.frames(&values);
    let solid: PlacedSolid = checked.reference.solids(&values)[0];
    let other = random.below(links);
    let cube = cube_at(frames[other].seen(tip(random, &solid)));
    checked.attach(other, &cube);
    if checked.pairs.is_empty() {
        return;
    }
    let world = CheckedWorld::new(&[]);
    let case = Case { checked, world: &world, links: true };
    let row = motions(&case, &motion.start, &motion.end)[0];
    found.add(&row, motion.time, || {
        format!("{name}: {motion:?} {given:?} of {link}, {cube:?} of {other}")
    });
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn no_motion_whose_links_touch_each_other_is_called_free() {
    let count = wanted("OCTOSAT_ATTEMPTS", 10_000);
    let seed = wanted("OCTOSAT_SEED", 32) as u64;
    let mut found = Found::default();
    for number in 0..count.div_ceil(OF_A_CHAIN) {
        let mut random = Random::of_round(seed, number as u64);
        let mut checked = chain_of(&mut random, number, Shapes::All);
        for _ in 0..OF_A_CHAIN {
            attempt(
                &mut random,
                &mut checked,
                &mut found,
                &format!("chain {number} of seed {seed}"),
            );
        }
    }
    println!("{found:?}");
    assert!(found.faults.is_empty(), "{:#?}", first(&found.faults));
}
