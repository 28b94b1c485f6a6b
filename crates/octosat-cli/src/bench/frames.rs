//! Whole frames, as an engine pays for them.
//!
//! A frame moves the boxes of a store, hands over its own list of pairs and has the results in memory. A pass goes
//! through all frames in their order. It starts with an empty cache, and its first frame is not counted: from the
//! last frame to the first boxes would jump, and no cache is made for that.

use std::hint::black_box;
use std::time::{Duration, Instant};

use octosat::{Backend, BoxStore, ContactCache, Engine, Manifold, Manifolds, Query};
use octosat_scenes::Frame;
use serde::Serialize;

use super::agreement::{different, different_manifolds};
use super::contender::{Asked, Buffers, CONTACTS, Contender};
use super::dataset::Dataset;
use super::measure::{MANY_PAIRS, Timed, calls_a_lap, durations};
use super::plan::Part;
use super::report::{OwnFields, Row, factor};
use super::sequence::{Creep, Sequence};
use super::{Measured, Rules};
use crate::cache::CacheChoice;
use crate::choices::Basis;
use crate::engines::Workers;
use crate::failure::Failure;
use crate::laps::Laps;
use crate::progress::Progress;
use crate::table::Table;

/// Laps of each contender: more than of lists, because ratios of some percent are looked for.
const LAPS: usize = 21;

/// Laps of each contender over many pairs.
const LAPS_OF_MANY_PAIRS: usize = 5;

/// What rows of frames hold beside the others.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FrameFields {
    recording: String,
    /// Recorded; of a single frame: none or creep.
    motion: &'static str,
    /// The frames of a pass that count.
    frames: usize,
    /// What contacts keep from frame to frame; off for other queries.
    cache: &'static str,
    /// The part of the pairs whose manifold, or gap, was taken over from the frame before.
    reused_share: f64,
    /// Whole frame against whole frame of the same code with the cache off: the median over rounds in which both
    /// took their turns.
    speedup_over_stateless: Option<f64>,
    /// The quartiles of the same.
    speedup_over_stateless_quartiles: Option<[f64; 2]>,
}

/// A query, its code, and what it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FrameContender {
    contender: Contender,
    backend: Backend,
    cache: CacheChoice,
}

/// A contender ready to start.
#[derive(Debug)]
struct FrameRunner<'a> {
    contender: FrameContender,
    engine: Engine,
    workers: &'a Workers,
}

/// What an engine keeps from frame to frame.
#[derive(Debug)]
struct World {
    boxes: BoxStore,
    answers: Buffers,
    cache: ContactCache,
}

/// Checks and times the whole frames of a dataset; contacts with these caches.
pub(super) fn measure(
    dataset: &Dataset,
    caches: &[CacheChoice],
    workers: &[Workers],
    rules: Rules,
) -> Result<Measured, Failure> {
    let runners = runners(workers)?;
    let creep = Creep::new(dataset);
    let mut measured = Measured::default();
    for sequence in Sequence::all(dataset, &creep) {
        for query in QUERIES {
            let asked: Vec<_> = runners.iter().filter(|runner| runner.asks(query)).collect();
            measured.differences.extend(differences(dataset, &sequence, &asked)?);
        }
        let mut rows = rows(dataset, &sequence, &runners, rules)?;
        rows.retain(|row| row.of_interest(caches));
        measured.rows.extend(rows);
    }
    Ok(measured)
}

/// Contacts with and without a cache, penetrations and overlaps: on one thread on AVX2 and on the fastest backend,
/// and that on the most threads.
fn runners(workers: &[Workers]) -> Result<Vec<FrameRunner<'_>>, Failure> {
    let fastest = Backend::fastest();
    let mut all = Vec::new();
    for workers in workers {
        let is_single = workers.count == 1;
        let has_avx2 = is_single && Backend::Avx2.is_available() && fastest != Backend::Avx2;
        for backend in has_avx2.then_some(Backend::Avx2).into_iter().chain([fastest]) {
            for (asked, cache) in QUERIES {
                let one = Contender::engine(asked, backend, Basis::Unit);
                let contender = Contender { threads: workers.count, ..one };
                let contender = FrameContender { contender, backend, cache };
                all.push(FrameRunner::new(contender, workers)?);
            }
        }
    }
    Ok(all)
}

/// What is asked in a frame.
const QUERIES: [(Asked, CacheChoice); 5] = [
    (Asked::Overlap, CacheChoice::Off),
    (Asked::Penetration, CacheChoice::Off),
    (Asked::Contacts, CacheChoice::Off),
    (Asked::Contacts, CacheChoice::Steady),
    (Asked::Contacts, CacheChoice::Reuse),
];

impl<'a> FrameRunner<'a> {
    fn new(contender: FrameContender, workers: &'a Workers) -> Result<Self, Failure> {
        let engine = workers.engine(contender.backend, octosat::Rounding::Exact)?;
        Ok(Self { contender, engine, workers })
    }

    /// Forgets the frames before, and answers the first one.
    fn begin(&self, sequence: &Sequence<'_>, world: &mut World) -> Result<(), Failure> {
        world.cache.clear();
        if let Some(mode) = self.contender.cache.mode() {
            world.cache.set_mode(mode);
        }
        self.answer(sequence.first(), world)
    }

    /// What an engine does in a frame.
    fn answer(&self, frame: Frame<'_>, world: &mut World) -> Result<(), Failure> {
        let World { boxes, answers, cache } = world;
        boxes.set_poses(frame.positions, frame.rotations).map_err(Failure::new)?;
        let query = Query::new(&*boxes, frame.pairs);
        let count = frame.pairs.len();
        let contacts = query.margin(CONTACTS.margin).limit(CONTACTS.limit).origin(CONTACTS.origin);
        match (self.contender.contender.asked, self.contender.cache) {
            (Asked::Overlap, _) => self.engine.overlaps(query, &mut answers.overlaps[..count])?,
            (Asked::Penetration, _) => {
                self.engine.penetrations(query, &mut answers.rows[..count])?;
            }
            (Asked::Contacts, CacheChoice::Off) => {
                self.engine.manifolds(contacts, &mut answers.contacts)?;
            }
            (Asked::Contacts, _) => {
                self.engine.manifolds_cached(contacts, cache)?;
            }
        }
        Ok(())
    }

    /// Goes through the frames this many times and returns the time of those that count.
    fn lap(
        &self,
        sequence: &Sequence<'_>,
        world: &mut World,
        passes: usize,
    ) -> Result<Duration, Failure> {
        self.workers.run(|| {
            let mut sum = Duration::ZERO;
            for _ in 0..passes {
                self.begin(sequence, world)?;
                let begin = Instant::now();
                for &frame in sequence.counted() {
                    self.answer(frame, world)?;
                    black_box(&mut *world);
                }
                sum += begin.elapsed();
            }
            Ok(sum)
        })
    }

    /// Of how many pairs the manifolds were taken over.
    fn reused(&self, sequence: &Sequence<'_>, world: &mut World) -> Result<usize, Failure> {
        if self.contender.cache == CacheChoice::Off {
            return Ok(0);
        }
        let mut reused = 0;
        self.begin(sequence, world)?;
        for &frame in sequence.counted() {
            self.answer(frame, world)?;
            let rows = world.cache.manifolds().manifolds().iter();
            reused += rows.copied().filter(Manifold::is_reused).count();
        }
        Ok(reused)
    }

    /// Whether this is asked, with this cache.
    fn asks(&self, query: (Asked, CacheChoice)) -> bool {
        (self.contender.contender.asked, self.contender.cache) == query
    }

    fn different(&self, count: usize, [own, expected]: [&World; 2]) -> usize {
        if self.contender.cache == CacheChoice::Off {
            let asked = self.contender.contender.asked;
            return different(asked, count, [&own.answers, &expected.answers]);
        }
        let both: [&Manifolds; 2] = [own.cache.manifolds(), expected.cache.manifolds()];
        different_manifolds(count, both)
    }

    /// What to tell of so many different pairs.
    fn complaint(&self, different: usize) -> String {
        let FrameContender { contender, cache, .. } = self.contender;
        let (asked, backend) = (contender.asked.name(), contender.backend_name());
        let cache = cache.name();
        format!("frames, {backend}, cache {cache}: {asked} differs on {different} pairs")
    }
}

/// Compares the answers of all frames with the bits of the scalar mirror, for runners that are asked the same.
fn differences(
    dataset: &Dataset,
    sequence: &Sequence<'_>,
    runners: &[&FrameRunner<'_>],
) -> Result<Vec<String>, Failure> {
    let single = Workers::new(1)?;
    let Some(any) = runners.first() else { return Ok(Vec::new()) };
    let mirror = FrameContender { backend: Backend::Scalar, ..any.contender };
    let mirror = FrameRunner::new(mirror, &single)?;
    let mut expected = World::new(dataset, sequence)?;
    let mut own = Vec::new();
    for &runner in runners {
        own.push((runner, World::new(dataset, sequence)?, 0));
    }
    mirror.begin(sequence, &mut expected)?;
    for (runner, world, _) in &mut own {
        runner.workers.run(|| runner.begin(sequence, world))?;
    }
    for &frame in sequence.counted() {
        mirror.answer(frame, &mut expected)?;
        for (runner, world, different) in &mut own {
            runner.workers.run(|| runner.answer(frame, world))?;
            *different += runner.different(frame.pairs.len(), [world, &expected]);
        }
    }
    let wrong = own.into_iter().filter(|(_, _, different)| *different > 0);
    Ok(wrong.map(|(runner, _, different)| runner.complaint(different)).collect())
}

impl World {
    fn new(dataset: &Dataset, sequence: &Sequence<'_>) -> Result<Self, Failure> {
        let Frame { positions, rotations, .. } = sequence.first();
        let half_extents = dataset.recording.half_extents();
        let boxes =
            BoxStore::from_slices(positions, rotations, half_extents).map_err(Failure::new)?;
        let answers = Buffers::of_pairs(sequence.most_pairs());
        Ok(Self { boxes, answers, cache: ContactCache::default() })
    }
}

/// Times the contenders in turn, one pass or some after the other.
fn rows(
    dataset: &Dataset,
    sequence: &Sequence<'_>,
    runners: &[FrameRunner<'_>],
    rules: Rules,
) -> Result<Vec<Row>, Failure> {
    let pairs = sequence.counted_pairs();
    let passes = calls_a_lap(pairs);
    let usual = if pairs < MANY_PAIRS { LAPS } else { LAPS_OF_MANY_PAIRS };
    let laps = Laps { each: rules.laps.unwrap_or(usual), alone: rules.alone };
    let progress = Progress::new(rules.output, laps.each * runners.len(), &dataset.scene);
    let mut world = World::new(dataset, sequence)?;
    let times = durations(laps, runners.len(), &progress, |number| {
        runners[number].lap(sequence, &mut world, passes)
    })?;
    let mut timed = Vec::new();
    for (runner, laps) in runners.iter().zip(&times) {
        timed.push(Timed::new(runner.contender, laps, pairs * passes));
    }
    let mut rows = Vec::new();
    for (number, runner) in runners.iter().enumerate() {
        let reused = runner.reused(sequence, &mut world)?;
        let contender = runner.contender;
        let find = |wanted| runners.iter().position(|other| other.contender == wanted);
        let stateless = find(FrameContender { cache: CacheChoice::Off, ..contender });
        let single = Contender { threads: 1, ..contender.contender };
        let single = find(FrameContender { contender: single, ..contender });
        let ratios = stateless.and_then(|other| Ratios::of(&times[other], &times[number]));
        let row = Row::new(dataset, Part::Frames, contender.contender, &timed[number]);
        rows.push(Row {
            speedup_over_one_thread: row.speedup(single.map(|other| timed[other].ns_per_pair)),
            own: OwnFields::Frames(FrameFields {
                recording: dataset.scene.clone(),
                motion: sequence.motion.name(),
                frames: sequence.counted().len(),
                cache: contender.cache.name(),
                reused_share: reused as f64 / pairs.max(1) as f64,
                speedup_over_stateless: ratios.map(|ratios| ratios.median),
                speedup_over_stateless_quartiles: ratios.map(|ratios| ratios.quartiles),
            }),
            ..row
        });
    }
    Ok(rows)
}

/// How many times longer one took than another, round by round.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ratios {
    median: f64,
    quartiles: [f64; 2],
}

impl Ratios {
    /// Of laps in the order in which they ran; none if there is not a round with both.
    fn of(longer: &[Duration], shorter: &[Duration]) -> Option<Self> {
        let both = longer.iter().zip(shorter).filter(|(_, shorter)| !shorter.is_zero());
        let mut ratios: Vec<f64> =
            both.map(|(longer, shorter)| longer.as_secs_f64() / shorter.as_secs_f64()).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let last = ratios.len().checked_sub(1)?;
        let [low, median, high] = [1, 2, 3].map(|quarters| {
            let (place, rest) = (last * quarters / 4, (last * quarters % 4) as f64 / 4.0);
            ratios[place] + rest * (ratios[last.min(place + 1)] - ratios[place])
        });
        Some(Self { median, quartiles: [low, high] })
    }
}

impl Row {
    /// Whether a row of frames is one of contacts with these caches, or of another query.
    fn of_interest(&self, caches: &[CacheChoice]) -> bool {
        let OwnFields::Frames(fields) = &self.own else { return true };
        self.query != Asked::Contacts.name()
            || caches.iter().any(|cache| cache.name() == fields.cache)
    }
}

/// The table of whole frames.
pub(super) fn table(rows: &[Row]) -> Table {
    let titles = [
        "query",
        "cache",
        "backend",
        "motion",
        "threads",
        "ns/pair",
        "least",
        "reused",
        "over stateless",
        "quartiles",
        "over 1 thread",
    ];
    let mut table = Table::new(4, &titles);
    for row in rows {
        let OwnFields::Frames(fields) = &row.own else { continue };
        let [low, high] = fields.speedup_over_stateless_quartiles.unwrap_or_default();
        table.row(vec![
            row.query.to_owned(),
            fields.cache.to_owned(),
            row.backend.to_owned(),
            fields.motion.to_owned(),
            row.threads.to_string(),
            format!("{:.2}", row.ns_per_pair),
            format!("{:.2}", row.least_ns_per_pair),
            format!("{:.1} %", 100.0 * fields.reused_share),
            factor(fields.speedup_over_stateless),
            format!("{low:.2}..{high:.2}"),
            factor(row.speedup_over_one_thread),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_rounds() {
        let laps = |seconds: &[u64]| -> Vec<Duration> {
            seconds.iter().copied().map(Duration::from_secs).collect()
        };
        let ratios = Ratios::of(&laps(&[8, 2, 30, 4, 10]), &laps(&[4, 2, 10, 1, 2, 9]));
        assert_eq!(ratios, Some(Ratios { median: 3.0, quartiles: [2.0, 4.0] }));
        let between = Ratios::of(&laps(&[1, 3]), &laps(&[1, 1]));
        assert_eq!(between, Some(Ratios { median: 2.0, quartiles: [1.5, 2.5] }));
        assert_eq!(Ratios::of(&laps(&[1]), &[]), None);
        assert_eq!(Ratios::of(&laps(&[1]), &laps(&[0])), None);
    }
}
