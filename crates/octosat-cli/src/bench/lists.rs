//! Long lists: the calls of a query on engines of every kind.

use std::cell::RefCell;
use std::hint::black_box;

use octosat::{Backend, Engine};
use octosat_check::{Basis, Call, Case, Checked, Count, Plan, Workers, available_backends, short};
use octosat_reference::textbook::{MatrixBox, overlaps_early_exit};

use super::dataset::Dataset;
use super::options::Part;
use super::plan::{MANY_PAIRS, ROWS_CHECKED};
use super::report::{Measured, Measurement, Row, Rules};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::timing::{Contender, Ratio, Times, race, time};

/// Rounds in which contenders take turns.
const ROUNDS: usize = 15;

/// The same over many pairs.
const ROUNDS_OF_MANY_PAIRS: usize = 5;

/// An engine to measure with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineChoice<'w> {
    backend: Backend,
    bases: &'static [Basis],
    workers: &'w Workers,
}

impl<'w> EngineChoice<'w> {
    /// A backend, for boxes in the unit basis.
    pub(crate) fn new(backend: Backend, workers: &'w Workers) -> Self {
        Self { backend, bases: &[Basis::Unit], workers }
    }

    /// The engines of a part.
    pub(crate) fn of_part(part: Part, workers: &'w [Workers]) -> Vec<Self> {
        let single = &workers[0];
        let backends = || available_backends().into_iter();
        match part {
            Part::Threads => {
                let scalar = Self::new(Backend::Scalar, single);
                let fastest = workers.iter().map(|workers| Self::new(Backend::fastest(), workers));
                std::iter::once(scalar).chain(fastest).collect()
            }
            Part::Growth => backends().map(|backend| Self::new(backend, single)).collect(),
            _ => {
                let of = |backend| Self { bases: &Basis::ALL, ..Self::new(backend, single) };
                backends().map(of).collect()
            }
        }
    }
}

/// One that is measured: who it is.
#[derive(Clone, Copy, Debug)]
struct Entry {
    call: &'static str,
    rows: usize,
    basis: Basis,
    /// None for the textbook.
    engine: Option<Engine>,
    threads: usize,
}

/// A list in a basis, and how it is measured.
#[derive(Clone, Copy)]
struct List<'a> {
    dataset: &'a Dataset,
    part: Part,
    case: &'a Case,
    rules: Rules,
}

/// Checks and times the calls of a query about the list of a dataset.
pub(crate) fn lists(
    dataset: &Dataset,
    part: Part,
    query: &'static dyn Checked,
    choices: &[EngineChoice<'_>],
    rules: Rules,
) -> Result<Measured, Failure> {
    let mut measured = Measured { is_checked: true, ..Measured::default() };
    let bases = query.facts().bases.iter().copied().filter(|&basis| dataset.has(basis));
    let wanted = |basis: &Basis| choices.iter().any(|choice| choice.bases.contains(basis));
    for basis in bases.filter(wanted) {
        let case = Case::new(basis, &dataset.list)?;
        measured.differences.extend(differences(query, &case)?);
        query.with_calls(&case, &mut |calls| {
            let choices = choices.iter().filter(|choice| choice.bases.contains(&basis));
            let found = race_calls(List { dataset, part, case: &case, rules }, choices, calls);
            measured.rows.extend(found?);
            Ok(())
        })?;
    }
    Ok(measured)
}

/// What is wrong with the answers about a part of the rows.
fn differences(query: &'static dyn Checked, case: &Case) -> Result<Vec<String>, Failure> {
    let step = case.pairs.len().div_ceil(ROWS_CHECKED).max(1);
    let pairs = case.pairs.iter().copied().step_by(step).collect();
    let plan = Plan { workers: Workers::all(&[1])?, is_thorough: false };
    let mut checker = query.checker(case.boxes.basis(), &plan)?;
    checker.check(&Case { pairs, ..case.clone() })?;
    Ok(checker.report().differences.drain(..).map(|difference| difference.what).collect())
}

/// Lets every engine take turns at each call.
fn race_calls<'w>(
    list: List<'_>,
    choices: impl Iterator<Item = &'w EngineChoice<'w>> + Clone,
    calls: &mut [Call<'_>],
) -> Result<Vec<Row>, Failure> {
    let List { dataset, part, case, rules } = list;
    let mut rows = Vec::new();
    let usual = if case.pairs.len() < MANY_PAIRS { ROUNDS } else { ROUNDS_OF_MANY_PAIRS };
    let rounds = rules.rounds.unwrap_or(usual);
    for call in calls {
        let (name, count) = (call.name, call.rows);
        let mut entries = Vec::new();
        // All contenders write into the room of the one call.
        let call = RefCell::new(&mut call.run);
        let mut contenders: Vec<Contender<'_>> = Vec::new();
        for choice in choices.clone() {
            let EngineChoice { backend, workers, .. } = *choice;
            let engine = workers.engine(backend)?;
            let (basis, threads) = (case.boxes.basis(), workers.count);
            entries.push(Entry { call: name, rows: count, basis, engine: Some(engine), threads });
            let call = &call;
            contenders.push(Box::new(move || {
                let mut call = call.borrow_mut();
                let call = &mut *call;
                workers.run(|| time(threads, || call(&engine, Count::Nothing).map(|_| ())))
            }));
        }
        if name == "overlap" && case.boxes.basis() == Basis::Unit {
            let entry = Entry { engine: None, threads: 1, ..entries[0] };
            entries.insert(0, entry);
            contenders.insert(0, textbook(case));
        }
        let progress = Progress::new(rules.output, rounds * contenders.len(), name);
        let times = race(&mut contenders, rounds, || progress.advance(1))?;
        rows.extend(rows_of(dataset, part, &entries, &times));
    }
    Ok(rows)
}

/// The early-exit test of a textbook, with matrices made in advance.
fn textbook(case: &Case) -> Contender<'_> {
    let matrix = |index| MatrixBox::from(&case.boxes.oriented(index));
    let matrices: Vec<MatrixBox> = (0..short(case.boxes.len())).map(matrix).collect();
    let mut out = vec![false; case.pairs.len()];
    Box::new(move || {
        time(1, || {
            overlaps_early_exit(&matrices, &case.pairs, &mut out);
            black_box(&mut out);
            Ok(())
        })
    })
}

/// The rows of contenders that took turns, each next to the scalar code that all are compared with: the textbook, or
/// else the scalar backend.
fn rows_of(dataset: &Dataset, part: Part, entries: &[Entry], times: &[Times]) -> Vec<Row> {
    let find = |wanted: &dyn Fn(&Entry) -> bool| {
        entries.iter().position(wanted).map(|place| &times[place])
    };
    let backend_of = |entry: &Entry| entry.engine.map(|engine| engine.backend());
    let is_scalar =
        |entry: &Entry| entry.threads == 1 && backend_of(entry) == Some(Backend::Scalar);
    let scalar = find(&|entry| entry.engine.is_none()).or_else(|| find(&is_scalar));
    let row = |(entry, own): (&Entry, &Times)| {
        let over = |other: Option<&Times>| Ratio::new(other?, own);
        let one_thread = |other: &Entry| {
            let same = other.engine.is_some() && backend_of(other) == backend_of(entry);
            other.threads == 1 && same
        };
        Row::new(
            dataset,
            part,
            Measurement {
                query: entry.call,
                backend: entry.engine.map_or("textbook", |engine| engine.backend().name()),
                basis: entry.engine.map_or("matrix", |_| entry.basis.name()),
                threads: entry.threads,
                pairs: entry.rows,
                times: own,
            },
        )
        .over_scalar(over(scalar))
        .over_one_thread(over(find(&one_thread)))
    };
    entries.iter().zip(times).map(row).collect()
}
