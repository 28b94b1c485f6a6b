//! Short lists in a large world: what a cache costs does not depend on the number of boxes.

use std::cell::RefCell;
use std::hint::black_box;

use octosat::{BoxStore, Engine, EngineOptions, Query};
use octosat_check::SPECULATIVE_MARGIN;

use super::contacts::{Contacts, Memory};
use super::dataset::Dataset;
use super::options::Part;
use super::report::{Measured, Measurement, OwnFields, Row, Rules};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::timing::{Contender, Ratio, Times, race, time};

/// Pairs of a list.
const PAIRS: usize = 512;

/// Pairs of a list that the next one lacks: one in sixteen.
const STEP: usize = 32;

/// The first pair of the first list: within the world.
const FIRST: usize = 5_000;

/// Lists that are asked about one behind the other, after a first one that is not counted.
const CALLS: usize = 200;

/// Rounds in which contenders take turns.
const ROUNDS: usize = 15;

/// Times short lists of a dataset with many boxes, without and with a cache, on one thread and without a check.
pub(super) fn measure(dataset: &Dataset, rules: Rules) -> Result<Measured, Failure> {
    let engine = Engine::with(EngineOptions { threads: 1, ..EngineOptions::default() });
    let (engine, boxes) = (engine.map_err(Failure::new)?, dataset.store()?);
    let lists: Vec<&[[u32; 2]]> =
        dataset.list.pairs[FIRST..].windows(PAIRS).step_by(STEP).take(CALLS + 1).collect();
    let memory = RefCell::new(Memory::default());
    let contender = |asked| -> Contender<'_> {
        let (engine, boxes, lists, memory) = (&engine, &boxes, &lists, &memory);
        Box::new(move || {
            let mut memory = memory.borrow_mut();
            memory.clear();
            call(engine, boxes, lists[0], &mut memory, asked)?;
            let calls = || {
                lists[1..].iter().try_for_each(|list| call(engine, boxes, list, &mut memory, asked))
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
            Measurement { pairs: PAIRS, ..Measurement::new("contacts", &engine, own) };
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
fn call(
    engine: &Engine,
    boxes: &BoxStore,
    list: &[[u32; 2]],
    memory: &mut Memory,
    asked: Contacts,
) -> Result<(), Failure> {
    memory.ask(engine, Query::new(boxes, list).margin(SPECULATIVE_MARGIN), asked)?;
    black_box(memory);
    Ok(())
}
