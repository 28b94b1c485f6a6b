//! Whole frames, as an engine pays for them.
//!
//! A frame moves the boxes of a store, hands over its own list of pairs and has the results in memory. A pass goes
//! through all frames in their order. It starts with an empty cache, and its first frame is not counted: from the last
//! frame to the first boxes would jump, and no cache is made for that.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Duration;

use octosat::{
    Backend, BoxStore, ContactCache, Engine, Manifold, Manifolds, Penetration, Query, Rounding,
};
use octosat_check::{Basis, Case, Plan, SPECULATIVE_MARGIN, Sequence as Listed, Workers};
use octosat_scenes::Frame;
use octosat_scenes::generate::{Random, narrow};

use super::dataset::{Dataset, SEED};
use super::lists::MANY_PAIRS;
use super::options::Part;
use super::report::{Measured, Measurement, OwnFields, Row, Rules};
use crate::cache::CacheChoice;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::queries::{frame_of, usual_queries};
use crate::timing::{Contender, Ratio, race, time};

/// Rounds in which contenders take turns: more than of lists, because ratios of some percent are looked for.
const ROUNDS: usize = 21;

/// Rounds over many pairs.
const ROUNDS_OF_MANY_PAIRS: usize = 5;

/// Frames that a single frame is made to, and that one of many pairs is.
const FRAMES: [usize; 2] = [20, 5];

/// How far creeping boxes move in a frame at most, in meters along each axis: a few times the spacing of float32 tens
/// of meters from the origin.
const CREEP: f64 = 10e-6;

/// How much a component of a creeping box's quaternion changes in a frame at most.
const CREEPING_TURN: f64 = 2e-6;

/// Frames of which the answers are checked before they are timed.
pub(super) const MOST_CHECKED: usize = 6;

/// What is asked in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Overlap,
    Penetration,
    Contacts(CacheChoice),
}

const ASKED: [Asked; 5] = [
    Asked::Overlap,
    Asked::Penetration,
    Asked::Contacts(CacheChoice::Off),
    Asked::Contacts(CacheChoice::Steady),
    Asked::Contacts(CacheChoice::Reuse),
];

/// Frames one behind the other.
struct Sequence<'a> {
    motion: &'static str,
    frames: Vec<Frame<'a>>,
}

/// The poses of creeping boxes, frame by frame.
#[derive(Default)]
struct Creep {
    positions: Vec<Vec<[f32; 3]>>,
    rotations: Vec<Vec<[f32; 4]>>,
}

/// What an engine keeps from frame to frame.
struct World {
    boxes: BoxStore,
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
    manifolds: Manifolds,
    cache: ContactCache,
}

/// A contender: what is asked of whom.
#[derive(Clone, Copy)]
struct Runner<'w> {
    asked: Asked,
    engine: Engine,
    workers: &'w Workers,
}

/// Checks and times the whole frames of a dataset; contacts with these caches.
pub(super) fn measure(
    dataset: &Dataset,
    caches: &[CacheChoice],
    workers: &[Workers],
    rules: Rules,
) -> Result<Measured, Failure> {
    let wanted = |asked: &Asked| match asked {
        Asked::Contacts(cache) => *cache == CacheChoice::Off || caches.contains(cache),
        _ => true,
    };
    let asked: Vec<Asked> = ASKED.into_iter().filter(wanted).collect();
    let runners = runners(workers, &asked)?;
    let creep = Creep::new(dataset);
    let differences = differences(dataset)?;
    let mut measured = Measured {
        rows: Vec::new(),
        is_checked: differences.is_some(),
        differences: differences.unwrap_or_default(),
    };
    for sequence in Sequence::all(dataset, &creep) {
        let mut rows = rows(dataset, &sequence, &runners, rules)?;
        rows.retain(|row| {
            row.own.cache != Some("off")
                || caches.contains(&CacheChoice::Off)
                || row.query != "contacts"
        });
        measured.rows.extend(rows);
    }
    Ok(measured)
}

/// What is wrong with the contacts of the first frames with caches; none if there are too many pairs to check.
fn differences(dataset: &Dataset) -> Result<Option<Vec<String>>, Failure> {
    let recording = &dataset.recording;
    let frames = recording.frames().min(MOST_CHECKED);
    let plan = Plan { workers: Workers::all(&[1])?, is_thorough: false };
    let mut found = Vec::new();
    if recording.pairs().len() >= MANY_PAIRS {
        return Ok(None);
    }
    for query in usual_queries(None).into_iter().filter(|query| query.facts().remembers) {
        let listed =
            Listed::new((0..frames).map(|number| recording.frame(number).pairs), query.facts());
        let mut checker = query.checker(Basis::Unit, &plan)?;
        for number in 0..frames {
            let frame = frame_of(recording, number, SPECULATIVE_MARGIN, SEED);
            checker.check(&Case::new(Basis::Unit, &frame)?.of_sequence(listed))?;
        }
        found.extend(checker.report().differences.drain(..).map(|difference| difference.what));
    }
    Ok(Some(found))
}

/// Every query on one thread on AVX2 and on the fastest backend, and on this on more threads.
fn runners<'w>(workers: &'w [Workers], asked: &[Asked]) -> Result<Vec<Runner<'w>>, Failure> {
    let fastest = Backend::fastest();
    let mut all = Vec::new();
    for workers in workers {
        let has_avx2 =
            workers.count == 1 && Backend::Avx2.is_available() && fastest != Backend::Avx2;
        for backend in has_avx2.then_some(Backend::Avx2).into_iter().chain([fastest]) {
            let engine = workers.engine(backend, Rounding::Exact)?;
            all.extend(asked.iter().map(|&asked| Runner { asked, engine, workers }));
        }
    }
    Ok(all)
}

impl Runner<'_> {
    /// What an engine does in a frame.
    fn answer(&self, frame: Frame<'_>, world: &mut World) -> Result<(), Failure> {
        let World { boxes, overlaps, rows, manifolds, cache } = world;
        boxes.set_poses(frame.positions, frame.rotations).map_err(Failure::new)?;
        let (query, count) = (Query::new(&*boxes, frame.pairs), frame.pairs.len());
        let contacts = query.margin(SPECULATIVE_MARGIN);
        match self.asked {
            Asked::Overlap => self.engine.overlaps(query, &mut overlaps[..count])?,
            Asked::Penetration => self.engine.penetrations(query, &mut rows[..count])?,
            Asked::Contacts(CacheChoice::Off) => self.engine.manifolds(contacts, manifolds)?,
            Asked::Contacts(_) => {
                self.engine.manifolds_cached(contacts, cache)?;
            }
        }
        Ok(())
    }

    /// Goes through the frames and returns the time of those that count.
    fn pass(&self, sequence: &Sequence<'_>, world: &mut World) -> Result<Duration, Failure> {
        world.cache.clear();
        if let Asked::Contacts(cache) = self.asked
            && let Some(mode) = cache.mode()
        {
            world.cache.set_mode(mode);
        }
        let (first, counted) = (sequence.frames[0], &sequence.frames[1..]);
        self.workers.run(|| {
            self.answer(first, world)?;
            time(|| {
                for &frame in counted {
                    self.answer(frame, world)?;
                    black_box(&mut *world);
                }
                Ok(())
            })
        })
    }

    /// Of how many pairs the manifolds were taken over.
    fn reused(&self, sequence: &Sequence<'_>, world: &mut World) -> Result<usize, Failure> {
        if matches!(
            self.asked,
            Asked::Overlap | Asked::Penetration | Asked::Contacts(CacheChoice::Off)
        ) {
            return Ok(0);
        }
        let one = Sequence { motion: sequence.motion, frames: sequence.frames[..1].to_vec() };
        self.pass(&one, world)?;
        let mut reused = 0;
        for &frame in &sequence.frames[1..] {
            self.answer(frame, world)?;
            let rows = world.cache.manifolds().manifolds().iter();
            reused += rows.copied().filter(Manifold::is_reused).count();
        }
        Ok(reused)
    }

    fn query(&self) -> &'static str {
        match self.asked {
            Asked::Overlap => "overlap",
            Asked::Penetration => "penetration",
            Asked::Contacts(_) => "contacts",
        }
    }

    fn cache(&self) -> CacheChoice {
        if let Asked::Contacts(cache) = self.asked { cache } else { CacheChoice::Off }
    }

    /// Whether another one differs by its cache or its threads alone, and has these.
    fn is(&self, other: &Self, asked: Asked, threads: usize) -> bool {
        other.engine.backend() == self.engine.backend()
            && other.asked == asked
            && other.workers.count == threads
    }
}

/// Times the contenders in turn.
fn rows(
    dataset: &Dataset,
    sequence: &Sequence<'_>,
    runners: &[Runner<'_>],
    rules: Rules,
) -> Result<Vec<Row>, Failure> {
    let counted = &sequence.frames[1..];
    let pairs: usize = counted.iter().map(|frame| frame.pairs.len()).sum();
    let rounds =
        rules.rounds.unwrap_or(if pairs < MANY_PAIRS { ROUNDS } else { ROUNDS_OF_MANY_PAIRS });
    let world = RefCell::new(World::new(dataset, sequence)?);
    let mut contenders: Vec<Contender<'_>> = Vec::new();
    for runner in runners {
        let world = &world;
        contenders.push(Box::new(move || runner.pass(sequence, &mut world.borrow_mut())));
    }
    let progress = Progress::new(rules.output, rounds * runners.len(), &dataset.scene);
    let times = race(&mut contenders, rounds, || progress.advance(1))?;
    drop(contenders);
    let mut rows = Vec::new();
    for (runner, own) in runners.iter().zip(&times) {
        let over = |asked, threads| {
            let place = runners.iter().position(|other| runner.is(other, asked, threads))?;
            Ratio::new(&times[place], own)
        };
        let stateless = match runner.asked {
            Asked::Contacts(_) => Asked::Contacts(CacheChoice::Off),
            other => other,
        };
        let stateless = over(stateless, runner.workers.count);
        let reused = runner.reused(sequence, &mut world.borrow_mut())?;
        let measurement = Measurement {
            query: runner.query(),
            backend: runner.engine.backend().name(),
            basis: Basis::Unit.name(),
            arithmetic: Rounding::Exact.name(),
            threads: runner.workers.count,
            pairs,
            times: own,
        };
        let row = Row::new(dataset, Part::Frames, measurement);
        let mut row = row.over_one_thread(over(runner.asked, 1));
        row.own = OwnFields {
            recording: Some(dataset.scene.clone()),
            motion: Some(sequence.motion),
            frames: Some(counted.len()),
            cache: Some(runner.cache().name()),
            reused_share: Some(reused as f64 / pairs.max(1) as f64),
            speedup_over_stateless: row.meaningful(stateless),
            speedup_over_stateless_quartiles: stateless.map(|ratio| ratio.quartiles),
            ..OwnFields::default()
        };
        rows.push(row);
    }
    Ok(rows)
}

impl World {
    fn new(dataset: &Dataset, sequence: &Sequence<'_>) -> Result<Self, Failure> {
        let Frame { positions, rotations, .. } = sequence.frames[0];
        let half_extents = dataset.recording.half_extents();
        let boxes =
            BoxStore::from_slices(positions, rotations, half_extents).map_err(Failure::new)?;
        let most = sequence.frames.iter().map(|frame| frame.pairs.len()).max().unwrap_or(0);
        Ok(Self {
            boxes,
            overlaps: vec![false; most],
            rows: vec![Penetration::default(); most],
            manifolds: Manifolds::new(),
            cache: ContactCache::default(),
        })
    }
}

impl Creep {
    /// A walk from a dataset's only frame; nothing if it has more or none.
    fn new(dataset: &Dataset) -> Self {
        let mut creep = Self::default();
        if dataset.recording.frames() != 1 {
            return creep;
        }
        let mut random = Random::new(SEED);
        let Frame { positions, rotations, .. } = dataset.recording.frame(0);
        let (mut positions, mut rotations) = (positions.to_vec(), rotations.to_vec());
        let mut moved = |components: &mut [f32], most: f64| {
            for component in components {
                *component = narrow(f64::from(*component) + random.range(-most, most));
            }
        };
        for _ in 0..frames_of_one(dataset) {
            creep.positions.push(positions.clone());
            creep.rotations.push(rotations.clone());
            moved(positions.as_flattened_mut(), CREEP);
            moved(rotations.as_flattened_mut(), CREEPING_TURN);
        }
        creep
    }
}

/// Frames that a dataset's only frame is made to.
fn frames_of_one(dataset: &Dataset) -> usize {
    FRAMES[usize::from(dataset.recording.pairs().len() >= MANY_PAIRS)]
}

impl<'a> Sequence<'a> {
    /// The recorded sequence, or those that a single frame is made to: at rest, and creeping.
    fn all(dataset: &'a Dataset, creep: &'a Creep) -> Vec<Self> {
        let recording = &dataset.recording;
        let frame = |number| recording.frame(number);
        match recording.frames() {
            0 => Vec::new(),
            1 => {
                let poses = creep.positions.iter().zip(&creep.rotations);
                let creeping =
                    poses.map(|(positions, rotations)| Frame { positions, rotations, ..frame(0) });
                let still = vec![frame(0); frames_of_one(dataset)];
                vec![
                    Self { motion: "none", frames: still },
                    Self { motion: "creep", frames: creeping.collect() },
                ]
            }
            count => vec![Self { motion: "recorded", frames: (0..count).map(frame).collect() }],
        }
    }
}
