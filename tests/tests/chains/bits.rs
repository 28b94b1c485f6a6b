//! The same bits on every backend, on one thread and two, alone and in batches of any length and order.

use bytemuck::{bytes_of, cast_slice};
use octosat::{
    BoxStore, Chain, ChainClearance, Configurations, Engine, Joint, JointMotion, JointMotions,
    Solid, World,
};
use octosat_check::{Workers, engines, stale};
use octosat_scenes::generate::Random;
use octosat_tests::chains::{Case, CheckedChain, CheckedWorld, Shapes, random_world};
use octosat_tests::{narrow, upright};

use crate::attempts::Attempt;
use crate::chain_of;

/// All that is reported about a configuration, and about the motion that begins there.
pub(crate) type Row = Vec<u8>;

/// Motions of one chain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    starts: Vec<f32>,
    ends: Vec<f32>,
}

impl Rows {
    /// Motions of every kind; those of many turns are far too many for a test of all lengths.
    pub(crate) fn new(random: &mut Random, checked: &CheckedChain, count: usize) -> Self {
        let mut rows = Self::default();
        for _ in 0..count {
            let Attempt { start, end, .. } = Attempt::new(random, checked);
            rows.starts.extend(start);
            rows.ends.extend(end);
        }
        rows
    }

    /// Those of these numbers.
    fn select(&self, values: usize, numbers: impl Iterator<Item = usize> + Clone) -> Self {
        let of = |all: &[f32]| -> Vec<f32> {
            let row = |number: usize| all[number * values..][..values].to_vec();
            numbers.clone().flat_map(row).collect()
        };
        Self { starts: of(&self.starts), ends: of(&self.ends) }
    }
}

/// What an engine reports, row by row.
pub(crate) fn ask(engine: &Engine, case: &Case<'_>, rows: &Rows) -> Vec<Row> {
    let asked = case.configurations(&rows.starts);
    let len = asked.len();
    let mut hits = vec![false; len];
    engine.any_overlap(asked, &mut hits).unwrap();
    let mut words = stale::<u64>(len.div_ceil(64));
    engine.any_overlap(asked, &mut words).unwrap();
    let mut clearances = stale::<ChainClearance>(len);
    engine.least_clearances(asked, &mut clearances).unwrap();
    let mut motions = stale::<JointMotion>(len);
    engine.joint_motions(JointMotions::new(asked, &rows.ends), &mut motions).unwrap();
    let mut store = BoxStore::new();
    engine.poses(asked, &mut store).unwrap();
    let solids = case.checked.solids();
    let row = |number: usize| {
        assert_eq!(hits[number], words[number / 64] & (1 << (number % 64)) != 0);
        let mut row = vec![u8::from(hits[number])];
        row.extend(bytes_of(&clearances[number]));
        row.extend(bytes_of(&motions[number]));
        for solid in number * solids..(number + 1) * solids {
            let given = store.get(u32::try_from(solid).unwrap()).unwrap();
            row.extend(cast_slice::<_, u8>(&given.pose.center));
            row.extend(cast_slice::<_, u8>(&given.pose.rotation));
            row.extend(cast_slice::<_, u8>(&given.half_extents));
        }
        row
    };
    (0..len).map(row).collect()
}

/// Chains in worlds of every size.
fn for_all(seed: u64, chains: usize, mut check: impl FnMut(&mut Random, &Case<'_>)) {
    let mut random = Random::new(seed);
    for number in 0..chains {
        let checked = chain_of(&mut random, number, Shapes::All);
        let count = [0, 1, 5, 40, 200][number % 5];
        let world: CheckedWorld = random_world(&mut random, &checked, Shapes::All, count);
        let links = !random.one_in(3);
        check(&mut random, &Case { checked: &checked, world: &world, links });
    }
}

#[test]
fn all_backends_have_the_same_bits() {
    for_all(51, 30, |random, case| {
        let rows = Rows::new(random, case.checked, 50);
        let mut engines = engines().into_iter();
        let first = ask(&engines.next().unwrap(), case, &rows);
        for engine in engines {
            let found = ask(&engine, case, &rows);
            for (row, (one, other)) in first.iter().zip(&found).enumerate() {
                assert_eq!(one, other, "{engine:?}, row {row}");
            }
        }
    });
}

#[test]
fn batches_of_every_length_have_the_rows_of_one_by_one() {
    for_all(52, 8, |random, case| {
        let values = case.checked.chain.values();
        let rows = Rows::new(random, case.checked, 33);
        for engine in engines() {
            let alone: Vec<Row> = (0..33)
                .flat_map(|row| ask(&engine, case, &rows.select(values, row..row + 1)))
                .collect();
            for len in 0..=33 {
                let found = ask(&engine, case, &rows.select(values, 33 - len..33));
                assert_eq!(found, alone[33 - len..], "{engine:?}, {len} rows");
            }
        }
    });
}

#[test]
fn rows_in_any_order_have_the_same_bits() {
    for_all(53, 20, |random, case| {
        let values = case.checked.chain.values();
        let rows = Rows::new(random, case.checked, 70);
        let mut order: Vec<usize> = (0..70).collect();
        random.shuffle(&mut order);
        let engine = Engine::new();
        let (first, shuffled) = (
            ask(&engine, case, &rows),
            ask(&engine, case, &rows.select(values, order.iter().copied())),
        );
        for (row, &number) in shuffled.iter().zip(&order) {
            assert_eq!(row, &first[number]);
        }
    });
}

#[test]
fn one_thread_and_two_have_the_same_bits() {
    let two = Workers::new(2).unwrap();
    for_all(54, 4, |random, case| {
        let rows = Rows::new(random, case.checked, 3_000);
        let one = ask(&Engine::new(), case, &rows);
        for engine in engines() {
            let (backend, rounding) = (engine.backend(), engine.rounding());
            let split = two.run(|| ask(&two.engine(backend, rounding).unwrap(), case, &rows));
            assert!(one == split, "{engine:?}");
        }
    });
}

/// Two pairs of the very same clearance, in a world in which another configuration has hundreds of pairs to look at.
#[test]
fn of_pairs_of_the_same_clearance_the_same_is_reported_in_every_batch() {
    let mut chain = Chain::new("base");
    let link = chain.add_link("slide", 0, Joint::prismatic("joint", [0.0, 0.0, 1.0])).unwrap();
    chain.attach(0, upright([5.0, -4.0, -10.0], [0.5, 0.6, 0.6])).unwrap();
    chain.attach(link, upright([-5.0, 4.0, 0.0], [0.5, 1.0, 0.2])).unwrap();
    let mut random = Random::new(55);
    let mut obstacles: Vec<Solid> = (0..600)
        .map(|_| {
            let [x, y, z] = narrow(random.vector(-5.0, 5.0));
            upright([x, y - 4.0, z - 300.0], [0.1; 3]).into()
        })
        .collect();
    for center in [[7.5, -4.0, -10.0], [-7.5, 4.0, 0.0]] {
        obstacles.push(upright(center, [1.0; 3]).into());
    }
    let world = World::new(obstacles).unwrap();
    for engine in engines() {
        let report = |joints: &[f32]| {
            let mut rows = vec![ChainClearance::default(); joints.len()];
            let asked = Configurations::new(&chain, joints).among(&world);
            engine.least_clearances(asked, &mut rows).unwrap();
            rows[0]
        };
        let alone = report(&[0.0]);
        assert!(alone.clearance > 0.99 && alone.clearance < 1.0, "{alone:?}");
        assert_eq!(alone, report(&[0.0, -280.0]), "{engine:?}");
    }
}
