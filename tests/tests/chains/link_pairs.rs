//! Pairs of links that may touch: what configurations show of each, and allowances that are taken back.

use octosat::{
    BoxPose, Chain, ChainClearance, Configurations, Engine, EngineOptions, Joint, LinkPair, Solid,
    World,
};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, narrow, on_one_thread_and_split, upright};

/// A tree of seven links, which turn.
fn links(seed: u64) -> Chain {
    let random = &mut Random::new(seed);
    let mut chain = Chain::new("base");
    for link in 0..6 {
        let joint = Joint::revolute(format!("joint {link}"), random.direction());
        let joint = joint.at(random.vector(-0.3, 0.3)).rotated(random.rotation());
        chain.add_link(format!("link {}", link + 1), random.below(link + 1), joint).unwrap();
    }
    chain
}

/// The same with a box, a capsule and a hull each, of which one holds a box, and configurations of it.
fn tree(seed: u64, configurations: usize) -> (Chain, Vec<f32>) {
    let (mut chain, random) = (links(seed), &mut Random::of_round(seed, 1));
    for link in 0..7 {
        let mut pose = || BoxPose::new(narrow(random.vector(-0.1, 0.1)), UPRIGHT);
        chain.attach(link, upright(pose().center, [0.1, 0.03, 0.05])).unwrap();
        chain.attach(link, Solid::capsule(pose(), 0.03, 0.1)).unwrap();
        let points = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1], [0.0; 3]];
        chain.attach(link, Solid::hull(pose(), &points, 0.01)).unwrap();
    }
    chain.hold(6, upright([0.2, 0.0, 0.0], [0.1; 3]), &[0]).unwrap();
    let values = configurations * chain.values();
    let joints = (0..values).map(|_| narrow([random.range(-3.0, 3.0)])[0]);
    (chain, joints.collect())
}

fn link_pairs(engine: &Engine, asked: Configurations<'_>) -> Vec<LinkPair> {
    let mut rows = vec![LinkPair::default(); 3];
    engine.link_pairs(asked, &mut rows).unwrap();
    rows
}

/// The hits and the least clearances of a chain in which two links alone have solids.
fn of_one_pair(engine: &Engine, chain: &Chain, joints: &[f32], row: &LinkPair) -> LinkPair {
    let mut alone = links(SEED);
    let is_of = |link: usize| row.links.iter().any(|&of| of as usize == link);
    for (link, solid) in chain.solids().filter(|(link, _)| is_of(*link)) {
        alone.attach(link, solid.clone()).unwrap();
    }
    let count = joints.len() / chain.values();
    let (mut hits, mut rows) = (vec![false; count], vec![ChainClearance::default(); count]);
    let asked = Configurations::new(&alone, joints);
    engine.any_overlap(asked, &mut hits).unwrap();
    engine.least_clearances(asked, &mut rows).unwrap();
    let clearance = rows.iter().map(|row| row.clearance).fold(f32::INFINITY, f32::min);
    LinkPair { hits: hits.iter().map(|&hit| u32::from(hit)).sum(), clearance, ..*row }
}

const SEED: u64 = 1;

#[test]
fn a_pair_of_links_has_the_hits_and_the_least_clearance_of_a_chain_of_both_alone() {
    let (mut chain, joints) = tree(SEED, 333);
    chain.truncate(21);
    for engine in engines() {
        let rows = link_pairs(&engine, Configurations::new(&chain, &joints));
        assert_eq!(rows.len(), 7 * 6 / 2 - 6);
        for row in &rows {
            assert_eq!(*row, of_one_pair(&engine, &chain, &joints, row));
            assert_eq!(row.samples, 333);
        }
        assert!(rows.iter().any(|row| row.hits == 0) && rows.iter().any(|row| row.hits > 0));
    }
}

#[test]
fn rows_are_the_same_on_every_backend_and_any_number_of_threads() {
    let (chain, joints) = tree(5, 20_000);
    let world = World::new([upright([0.0; 3], [1.0; 3]).into()]).unwrap();
    let asked = Configurations::new(&chain, &joints);
    let expected = link_pairs(&Engine::new(), asked);
    assert!(expected.is_sorted_by(|one, other| one.links < other.links));
    for engine in engines() {
        assert_eq!(link_pairs(&engine, asked.among(&world).with_links(false)), expected);
    }
    on_one_thread_and_split(|| {
        let engine = Engine::with(EngineOptions::new().threads(0)).unwrap();
        assert_eq!(link_pairs(&engine, asked), expected);
    });
}

#[test]
fn links_that_touch_in_all_configurations_are_proposed_and_others_are_not() {
    let (mut chain, joints) = tree(5, 500);
    let rows = link_pairs(&Engine::new(), Configurations::new(&chain, &joints));
    let of_none = link_pairs(&Engine::new(), Configurations::new(&chain, &[]));
    assert_eq!(of_none.len(), rows.len());
    assert!(of_none.iter().all(|row| row.clearance == f32::INFINITY && !row.always_touches()));
    let always = LinkPair { links: [1, 2], samples: 5, hits: 5, clearance: -0.1 };
    assert!(always.always_touches() && !LinkPair { hits: 4, ..always }.always_touches());
    assert!(!LinkPair::default().always_touches());
    // Links that may touch have no row, except for what is held.
    let allowed = rows[0].links.map(|link| link as usize);
    chain.allow(allowed[0], allowed[1]).unwrap();
    let fewer = link_pairs(&Engine::new(), Configurations::new(&chain, &joints));
    assert_eq!(fewer, rows[1..]);
}

#[test]
fn allowances_that_are_taken_back_leave_the_pairs_of_a_fresh_chain() {
    for seed in 0..40 {
        let (fresh, joints) = tree(seed, 9);
        let (mut chain, random) = (fresh.clone(), &mut Random::new(seed));
        let mut allowed = Vec::new();
        for _ in 0..30 {
            let links = [random.below(7), random.below(7)];
            if links[0] == links[1] {
                continue;
            }
            match random.below(5) {
                0 => {
                    let held = chain.solids().len();
                    chain.hold(links[0], upright([0.0; 3], [0.02; 3]), &[links[1]]).unwrap();
                    chain.forbid(links[0], links[1]).unwrap();
                    chain.truncate(held);
                }
                1 => {
                    // A part that comes while the links may touch, and goes again.
                    let part = chain.attach(links[0], upright([0.0; 3], [0.02; 3])).unwrap();
                    chain.truncate(part);
                }
                _ => chain.allow(links[0], links[1]).unwrap(),
            }
            allowed.push(links);
        }
        chain.allow_obstacles(1, &[0, 2]).unwrap();
        random.shuffle(&mut allowed);
        for [one, other] in allowed {
            chain.forbid(other, one).unwrap();
        }
        chain.forbid_obstacles(1, &[0, 1, 2]).unwrap();
        assert!(chain.pairs().eq(fresh.pairs()), "{seed}");
        let world = World::new([upright([0.3; 3], [0.1; 3]).into()]).unwrap();
        let answers = |chain: &Chain| {
            let (mut hits, mut rows) = ([false; 9], [ChainClearance::default(); 9]);
            let asked = Configurations::new(chain, &joints).among(&world);
            Engine::new().any_overlap(asked, &mut hits).unwrap();
            Engine::new().least_clearances(asked, &mut rows).unwrap();
            (hits, rows, link_pairs(&Engine::new(), asked))
        };
        assert_eq!(answers(&chain), answers(&fresh), "{seed}");
    }
}

#[test]
fn what_is_attached_while_links_may_touch_has_pairs_after_it_is_taken_back() {
    let [mut chain, mut fresh] = [links(5), links(5)];
    for link in 1..7 {
        chain.allow(link, 0).unwrap();
    }
    for chain in [&mut chain, &mut fresh] {
        for link in [3, 0, 6, 4, 0, 6, 2] {
            chain.attach(link, upright([0.0; 3], [0.1; 3])).unwrap();
        }
        chain.hold(2, upright([0.0; 3], [0.1; 3]), &[]).unwrap();
        chain.attach(0, upright([0.0; 3], [0.1; 3])).unwrap();
    }
    for link in 1..7 {
        chain.forbid(link, 0).unwrap();
    }
    assert!(chain.pairs().eq(fresh.pairs()));
}
