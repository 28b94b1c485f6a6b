//! Small lists: what a call costs, and from where on threads help; and short lists in a large world: what a cache costs
//! does not depend on the number of boxes.

use std::cell::RefCell;
use std::hint::black_box;

use octosat::{BoxStore, Engine, EngineOptions, Manifolds, Penetration, Query};
use octosat_check::{SPECULATIVE_MARGIN, cores};

use super::contacts::{Contacts, Memory};
use super::dataset::Dataset;
use super::options::Part;
use super::report::{Measured, Measurement, OwnFields, Row, Rules};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::timing::{Contender, Ratio, Times, race, time};

/// The lengths of the lists.
const LISTS: [usize; 9] = [1, 8, 64, 200, 1_000, 5_000, 10_000, 20_000, 50_000];

/// Pairs that lists are taken from at least: several windows of the longest one.
const POOL: usize = 200_000;

/// Pairs of a list in the large world.
const WORLD_PAIRS: usize = 512;

/// Pairs of a list that the next one lacks: one in sixteen.
const STEP: usize = 32;

/// The first pair of the first list: within the world.
const FIRST: usize = 5_000;

/// Lists that are asked about one behind the other, after a first one that is not counted.
const WORLD_CALLS: usize = 200;

/// Rounds in which contenders take turns.
const ROUNDS: usize = 15;

/// Pairs that are timed together at least: far more work than to read a clock.
const PAIRS: usize = 1_000;

/// The questions, by their names.
const QUERIES: [&str; 3] = ["overlap", "penetration", "contacts"];

/// Boxes, and pairs to take lists from.
struct Pool {
    boxes: BoxStore,
    pairs: Vec<[u32; 2]>,
}

/// Room for answers.
struct Room {
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
    manifolds: Manifolds,
    /// Where the next list begins.
    begin: usize,
}

/// A question about a list of some length to an engine.
#[derive(Clone, Copy)]
struct Runner {
    query: &'static str,
    pairs: usize,
    engine: Engine,
}

/// Times calls about few pairs of a dataset, without a check.
pub(super) fn measure(dataset: &Dataset, rules: Rules) -> Result<Measured, Failure> {
    if dataset.list.pairs.is_empty() {
        return Ok(Measured::default());
    }
    let pairs = dataset.list.pairs.repeat(POOL.div_ceil(dataset.list.pairs.len()));
    let pool = Pool { boxes: dataset.store()?, pairs };
    let runners = runners()?;
    let most = LISTS[LISTS.len() - 1];
    let room = RefCell::new(Room {
        overlaps: vec![false; most],
        rows: vec![Penetration::default(); most],
        manifolds: Manifolds::new(),
        begin: 0,
    });
    let contender = |runner: &Runner| -> Contender<'_> {
        let (runner, room, pool) = (*runner, &room, &pool);
        Box::new(move || {
            // Not timed: the contender before left other boxes and results in the caches.
            runner.call(pool, &mut room.borrow_mut())?;
            time(runner.threads(), || {
                (0..runner.calls()).try_for_each(|_| runner.call(pool, &mut room.borrow_mut()))
            })
        })
    };
    let mut contenders: Vec<Contender<'_>> = runners.iter().map(contender).collect();
    let rounds = rules.rounds.unwrap_or(ROUNDS);
    let progress = Progress::new(rules.output, rounds * runners.len(), &dataset.scene);
    let times = race(&mut contenders, rounds, || progress.advance(1))?.into_iter();
    let times: Vec<Times> =
        times.zip(&runners).map(|(times, runner)| times.of_one(runner.calls())).collect();
    let row = |(number, runner): (usize, &Runner)| {
        // The sequential engine stands behind the default one.
        let sequential = if runner.threads() == 1 { number } else { number + 1 };
        let measurement = Measurement {
            threads: runner.threads(),
            pairs: runner.pairs,
            ..Measurement::new(runner.query, &runner.engine, &times[number])
        };
        let row = Row::new(dataset, Part::Small, measurement);
        let ns_per_call = Some(times[number].least() * 1e9);
        let engine = Some(if runner.threads() == 1 { "sequential" } else { "default" });
        let own = OwnFields { engine, ns_per_call, ..OwnFields::default() };
        Row { own, ..row }.over_one_thread(Ratio::new(&times[sequential], &times[number]))
    };
    let rows = runners.iter().enumerate().map(row).collect();
    Ok(Measured { rows, ..Measured::default() })
}

/// Every question of every length, to the default engine and to one of one thread.
fn runners() -> Result<Vec<Runner>, Failure> {
    let options = EngineOptions::new().threads(1);
    let engines = [Engine::new(), Engine::with(options).map_err(Failure::new)?];
    let of = |pairs: usize| {
        QUERIES
            .into_iter()
            .flat_map(move |query| engines.map(|engine| Runner { query, pairs, engine }))
    };
    Ok(LISTS.into_iter().flat_map(of).collect())
}

impl Runner {
    /// The threads that the engine may use.
    fn threads(&self) -> usize {
        if self.engine.threads() == 1 { 1 } else { cores() }
    }

    /// Calls that are timed together.
    fn calls(&self) -> usize {
        PAIRS.div_ceil(self.pairs)
    }

    /// Asks about the next list of the pool, so that no branch predictor learns one of them.
    fn call(&self, pool: &Pool, room: &mut Room) -> Result<(), Failure> {
        if room.begin + self.pairs > pool.pairs.len() {
            room.begin = 0;
        }
        let list = &pool.pairs[room.begin..room.begin + self.pairs];
        room.begin += self.pairs;
        let query = Query::new(&pool.boxes, list);
        match self.query {
            "overlap" => self.engine.overlaps(query, &mut room.overlaps[..self.pairs])?,
            "penetration" => self.engine.penetrations(query, &mut room.rows[..self.pairs])?,
            _ => self.engine.manifolds(query.within(SPECULATIVE_MARGIN), &mut room.manifolds)?,
        }
        black_box(room);
        Ok(())
    }
}

/// Times short lists of a dataset with many boxes, without and with a cache, on one thread and without a check.
pub(super) fn measure_world(dataset: &Dataset, rules: Rules) -> Result<Measured, Failure> {
    let engine = Engine::with(EngineOptions::new().threads(1));
    let (engine, boxes) = (engine.map_err(Failure::new)?, dataset.store()?);
    let lists: Vec<&[[u32; 2]]> = dataset.list.pairs[FIRST..]
        .windows(WORLD_PAIRS)
        .step_by(STEP)
        .take(WORLD_CALLS + 1)
        .collect();
    let memory = RefCell::new(Memory::default());
    let contender = |asked| -> Contender<'_> {
        let (engine, boxes, lists, memory) = (&engine, &boxes, &lists, &memory);
        Box::new(move || {
            let mut memory = memory.borrow_mut();
            memory.clear();
            call_world(engine, boxes, lists[0], &mut memory, asked)?;
            let calls = || {
                lists[1..]
                    .iter()
                    .try_for_each(|list| call_world(engine, boxes, list, &mut memory, asked))
            };
            time(1, calls)
        })
    };
    let mut contenders: Vec<Contender<'_>> = Contacts::ALL.into_iter().map(contender).collect();
    let rounds = rules.rounds.unwrap_or(ROUNDS);
    let progress = Progress::new(rules.output, rounds * contenders.len(), &dataset.scene);
    let times = race(&mut contenders, rounds, || progress.advance(1))?.into_iter();
    let times: Vec<Times> = times.map(|times| times.of_one(lists.len() - 1)).collect();
    let row = |(asked, own): (Contacts, _)| {
        let measurement =
            Measurement { pairs: WORLD_PAIRS, ..Measurement::new("contacts", &engine, own) };
        let mut row = Row::new(dataset, Part::World, measurement);
        row.own = OwnFields {
            cache: Some(asked.name()),
            engine: Some("sequential"),
            ns_per_call: Some(own.least() * 1e9),
            ..OwnFields::default()
        };
        row.over_stateless(&times[0], Ratio::new(&times[0], own))
    };
    let rows = Contacts::ALL.into_iter().zip(&times).map(row).collect();
    Ok(Measured { rows, ..Measured::default() })
}

/// Asks about the next list.
fn call_world(
    engine: &Engine,
    boxes: &BoxStore,
    list: &[[u32; 2]],
    memory: &mut Memory,
    asked: Contacts,
) -> Result<(), Failure> {
    memory.ask(engine, Query::new(boxes, list).within(SPECULATIVE_MARGIN), asked)?;
    black_box(memory);
    Ok(())
}
