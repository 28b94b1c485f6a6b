//! Small lists: what a call costs, and from where on threads help.

use std::hint::black_box;
use std::time::{Duration, Instant};

use octosat::{Backend, BoxStore, Engine, EngineOptions, Query};
use serde::Serialize;

use super::agreement::different;
use super::contender::{Asked, Buffers, CONTACTS, Contender};
use super::dataset::Dataset;
use super::measure::{Timed, calls_a_lap, durations};
use super::plan::Part;
use super::report::{OwnFields, Row, factor};
use super::{Measured, Rules};
use crate::choices::Basis;
use crate::engines::cores;
use crate::failure::Failure;
use crate::laps::Laps;
use crate::progress::Progress;
use crate::table::{Table, count};

/// The lengths of the lists.
const LISTS: [usize; 9] = [1, 8, 64, 200, 1_000, 5_000, 10_000, 20_000, 50_000];

/// Pairs that lists are taken from at least: several windows of the longest one.
const POOL: usize = 200_000;

/// Laps of each contender.
const LAPS: usize = 9;

/// What rows of small lists hold beside the others.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SmallFields {
    /// Default or sequential.
    engine: &'static str,
    /// Of the median lap.
    ns_per_call: f64,
    /// Of the shortest lap.
    least_ns_per_call: f64,
}

/// An engine, a query, and how many pairs a list has.
#[derive(Clone, Copy, Debug)]
struct SmallContender {
    engine: Engine,
    asked: Asked,
    pairs: usize,
}

/// Boxes, and pairs to take lists from.
struct Pool {
    boxes: BoxStore,
    pairs: Vec<[u32; 2]>,
}

/// Checks and times calls about few pairs of a dataset.
pub(super) fn measure(dataset: &Dataset, rules: Rules) -> Result<Measured, Failure> {
    let Some(pool) = Pool::new(dataset)? else { return Ok(Measured::default()) };
    let contenders = contenders()?;
    let mut buffers = Buffers::of_pairs(most());
    let mut differences = Vec::new();
    for contender in &contenders {
        differences.extend(contender.difference(&pool, &mut buffers)?);
    }
    let laps = Laps { each: rules.laps.unwrap_or(LAPS), alone: rules.alone };
    let progress = Progress::new(rules.output, laps.each * contenders.len(), &dataset.scene);
    let times = durations(laps, contenders.len(), &progress, |number| {
        contenders[number].lap(&pool, &mut buffers)
    })?;
    let timed: Vec<Timed<SmallContender>> = contenders
        .iter()
        .zip(&times)
        .map(|(one, laps)| Timed::new(*one, laps, one.pairs * calls_a_lap(one.pairs)))
        .collect();
    Ok(Measured { rows: timed.iter().map(|one| row(dataset, one, &timed)).collect(), differences })
}

fn most() -> usize {
    LISTS.into_iter().max().unwrap_or(0)
}

/// Every query of every length, on the default engine and on one thread.
fn contenders() -> Result<Vec<SmallContender>, Failure> {
    let sequential = EngineOptions { threads: 1, ..EngineOptions::default() };
    let sequential = Engine::with(sequential).map_err(Failure::new)?;
    let mut all = Vec::new();
    for pairs in LISTS {
        for asked in Asked::ALL {
            all.extend([Engine::new(), sequential].map(|engine| SmallContender {
                engine,
                asked,
                pairs,
            }));
        }
    }
    Ok(all)
}

impl Pool {
    /// The boxes and pairs of frame after frame, and the pairs again and again where they are too few; none if
    /// there are none.
    fn new(dataset: &Dataset) -> Result<Option<Self>, Failure> {
        let recording = &dataset.recording;
        let mut boxes = BoxStore::new();
        let mut pairs = Vec::new();
        for number in 0..recording.frames() {
            let frame = recording.frame(number);
            let Ok(first) = u32::try_from(boxes.len()) else { break };
            pairs.extend(frame.pairs.iter().map(|pair| pair.map(|index| index + first)));
            boxes
                .extend_from_slices(frame.positions, frame.rotations, recording.half_extents())
                .map_err(Failure::new)?;
            if pairs.len() >= POOL {
                break;
            }
        }
        if pairs.is_empty() {
            return Ok(None);
        }
        let pairs = pairs.repeat(POOL.div_ceil(pairs.len()));
        Ok(Some(Self { boxes, pairs }))
    }

    /// The list of a call: one behind the other, so that no branch predictor learns one of them.
    fn list(&self, pairs: usize, call: usize) -> Query<'_> {
        let begin = (call * pairs) % (self.pairs.len() - pairs + 1);
        Query::new(&self.boxes, &self.pairs[begin..begin + pairs])
    }
}

impl SmallContender {
    fn answer(&self, query: Query<'_>, buffers: &mut Buffers) -> Result<(), Failure> {
        match self.asked {
            Asked::Overlap => self.engine.overlaps(query, &mut buffers.overlaps[..self.pairs])?,
            Asked::Penetration => {
                self.engine.penetrations(query, &mut buffers.rows[..self.pairs])?;
            }
            Asked::Contacts => {
                let query = query.margin(CONTACTS.margin).limit(CONTACTS.limit);
                self.engine.manifolds(query, &mut buffers.contacts)?;
            }
        }
        Ok(())
    }

    /// Answers list after list, behind one that is not timed.
    fn lap(&self, pool: &Pool, buffers: &mut Buffers) -> Result<Duration, Failure> {
        self.answer(pool.list(self.pairs, 0), buffers)?;
        let begin = Instant::now();
        for call in 0..calls_a_lap(self.pairs) {
            self.answer(pool.list(self.pairs, call + 1), buffers)?;
            black_box(&mut *buffers);
        }
        Ok(begin.elapsed())
    }

    /// Compares the answers about the first list with the bits of the scalar mirror.
    fn difference(&self, pool: &Pool, own: &mut Buffers) -> Result<Option<String>, Failure> {
        let options =
            EngineOptions { backend: Backend::Scalar, threads: 1, ..EngineOptions::default() };
        let mirror = Self { engine: Engine::with(options).map_err(Failure::new)?, ..*self };
        let mut expected = Buffers::of_pairs(self.pairs);
        self.answer(pool.list(self.pairs, 0), own)?;
        mirror.answer(pool.list(self.pairs, 0), &mut expected)?;
        let different = different(self.asked, self.pairs, [own, &expected]);
        let (name, asked) = (self.name(), self.asked.name());
        let words = || format!("small, {name}: {asked} differs on {different} of {}", self.pairs);
        Ok((different > 0).then(words))
    }

    fn name(&self) -> &'static str {
        if self.engine.threads() == 1 { "sequential" } else { "default" }
    }

    /// The same as others are told of.
    fn contender(&self) -> Contender {
        let one = Contender::engine(self.asked, self.engine.backend(), Basis::Unit);
        Contender { threads: if self.engine.threads() == 1 { 1 } else { cores() }, ..one }
    }
}

fn row(dataset: &Dataset, one: &Timed<SmallContender>, all: &[Timed<SmallContender>]) -> Row {
    let contender = &one.contender;
    let is_sequential = |other: &&Timed<SmallContender>| {
        let other = &other.contender;
        let same = other.asked == contender.asked && other.pairs == contender.pairs;
        same && other.engine.threads() == 1
    };
    let sequential = all.iter().find(is_sequential).map(|other| other.ns_per_pair);
    let row = Row::new(dataset, Part::Small, contender.contender(), one);
    Row {
        pairs: contender.pairs,
        speedup_over_one_thread: row.speedup(sequential),
        own: OwnFields::Small(SmallFields {
            engine: contender.name(),
            ns_per_call: one.ns_per_pair * contender.pairs as f64,
            least_ns_per_call: one.least_ns_per_pair * contender.pairs as f64,
        }),
        ..row
    }
}

/// The table of small lists.
pub(super) fn table(rows: &[Row]) -> Table {
    let titles = ["query", "engine", "pairs", "ns/call", "least", "ns/pair", "over 1 thread"];
    let mut table = Table::new(2, &titles);
    for row in rows {
        let OwnFields::Small(fields) = &row.own else { continue };
        table.row(vec![
            row.query.to_owned(),
            fields.engine.to_owned(),
            count(row.pairs),
            format!("{:.0}", fields.ns_per_call),
            format!("{:.0}", fields.least_ns_per_call),
            format!("{:.2}", row.ns_per_pair),
            factor(row.speedup_over_one_thread),
        ]);
    }
    table
}
