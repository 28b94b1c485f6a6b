//! Small lists: what a call costs, and from where on threads help; and short lists in a large world: what a cache costs
//! does not depend on the number of boxes.

use std::cell::RefCell;
use std::hint::black_box;

use octosat::{BoxStore, Engine, EngineOptions};
use octosat_check::cores;

use super::contacts::{Asked, Contacts, Room};
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

/// Lists that are computed one after the other, after a first one that is not counted.
const WORLD_CALLS: usize = 200;

/// Rounds in which contenders take turns.
const ROUNDS: usize = 15;

/// Pairs that are timed together at least: far more work than to read a clock.
const PAIRS: usize = 1_000;

/// The queries about small lists.
const ASKED: [Asked; 3] = [Asked::Overlap, Asked::Penetration, Asked::Contacts(Contacts::Off)];

/// Boxes, pairs to take lists from, and room for answers.
struct Pool {
    boxes: BoxStore,
    pairs: Vec<[u32; 2]>,
    room: Room,
    /// Where the next list begins.
    begin: usize,
}

/// A question about a list of some length to an engine.
#[derive(Clone, Copy)]
struct Runner {
    asked: Asked,
    pairs: usize,
    engine: Engine,
}

/// Times calls about few pairs of a dataset, without a check.
pub(super) fn measure(dataset: &Dataset, rules: Rules) -> Result<Measured, Failure> {
    if dataset.list.pairs.is_empty() {
        return Ok(Measured::default());
    }
    let pairs = dataset.list.pairs.repeat(POOL.div_ceil(dataset.list.pairs.len()));
    let room = Room::new(LISTS[LISTS.len() - 1]);
    let pool = RefCell::new(Pool { boxes: dataset.store()?, pairs, room, begin: 0 });
    let runners = runners()?;
    let contender = |runner: &Runner| -> Contender<'_> {
        let (runner, pool) = (*runner, &pool);
        Box::new(move || {
            // Not timed: the contender before left other boxes and results in the caches.
            runner.call(&mut pool.borrow_mut())?;
            time(runner.threads(), || {
                (0..runner.calls()).try_for_each(|_| runner.call(&mut pool.borrow_mut()))
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
            ..Measurement::new(runner.asked.query(), &runner.engine, &times[number])
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
        ASKED
            .into_iter()
            .flat_map(move |asked| engines.map(|engine| Runner { asked, pairs, engine }))
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
    fn call(&self, pool: &mut Pool) -> Result<(), Failure> {
        let Pool { boxes, pairs, room, begin } = pool;
        if *begin + self.pairs > pairs.len() {
            *begin = 0;
        }
        let list = &pairs[*begin..*begin + self.pairs];
        *begin += self.pairs;
        room.ask(&self.engine, boxes, list, self.asked)?;
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
    let room = RefCell::new(Room::new(WORLD_PAIRS));
    let contender = |asked| -> Contender<'_> {
        let (engine, boxes, lists, room) = (&engine, &boxes, &lists, &room);
        Box::new(move || {
            let mut room = room.borrow_mut();
            room.clear();
            let mut call = |list| -> Result<(), Failure> {
                room.ask(engine, boxes, list, Asked::Contacts(asked))?;
                black_box(&mut *room);
                Ok(())
            };
            call(lists[0])?;
            time(1, || lists[1..].iter().try_for_each(|list| call(list)))
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
