//! Whole frames, as an engine pays for them.
//!
//! A frame moves the boxes of a store, hands over its own list of pairs and has the results in memory. A pass goes
//! through all frames in their order. It starts with an empty cache, and its first frame is not counted: from the last
//! frame to the first boxes would jump, and no cache is made for that.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Duration;

use octosat::{Backend, BoxStore, Engine};
use octosat_check::{Basis, Case, Plan, SPECULATIVE_MARGIN, Sequence as Listed, Workers};
use octosat_scenes::Frame;

use super::contacts::{Asked, Contacts, Room};
use super::dataset::{Dataset, SEED};
use super::options::Part;
use super::plan::{FRAMES_CHECKED, MANY_PAIRS};
use super::report::{Measured, Measurement, OwnFields, Row, Rules};
use super::sequence::{Made, SHUFFLED, Sequence};
use crate::cache::CacheChoice;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::queries::{frame_of, usual_queries};
use crate::timing::{Contender, Ratio, race, time};

/// Rounds in which contenders take turns: more than of lists, because ratios of some percent are looked for.
const ROUNDS: usize = 21;

/// Rounds over many pairs.
const ROUNDS_OF_MANY_PAIRS: usize = 5;

const ASKED: [Asked; 5] = [
    Asked::Overlap,
    Asked::Penetration,
    Asked::Contacts(Contacts::Off),
    Asked::Contacts(Contacts::On),
    Asked::Contacts(Contacts::Predecessors),
];

/// What an engine keeps from frame to frame.
struct World {
    boxes: BoxStore,
    room: Room,
}

/// A contender: an engine and its query.
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
    let is_wanted = |asked: &Asked| match asked {
        Asked::Contacts(contacts) => caches.contains(&contacts.choice()),
        _ => true,
    };
    // Without a cache all the same: the others are compared with it.
    let is_timed = |asked: &Asked| is_wanted(asked) || *asked == Asked::Contacts(Contacts::Off);
    let asked: Vec<Asked> = ASKED.into_iter().filter(is_timed).collect();
    let runners = runners(workers, &asked)?;
    let made = Made::new(dataset);
    let differences = differences(dataset)?;
    let mut measured = Measured {
        rows: Vec::new(),
        is_checked: differences.is_some(),
        differences: differences.unwrap_or_default(),
    };
    for sequence in Sequence::all(dataset, &made) {
        // Shuffled lists are for what is found again in the last frame.
        let runs = |runner: &&Runner<'_>| {
            sequence.order != SHUFFLED || matches!(runner.asked, Asked::Contacts(_))
        };
        let runners: Vec<Runner<'_>> = runners.iter().filter(runs).copied().collect();
        let rows = rows(dataset, &sequence, &runners, rules)?;
        let own = rows.into_iter().zip(&runners).filter(|(_, runner)| is_wanted(&runner.asked));
        measured.rows.extend(own.map(|(row, _)| row));
    }
    Ok(measured)
}

/// What is wrong with the contacts of the first frames with caches; none if there are too many pairs to check.
fn differences(dataset: &Dataset) -> Result<Option<Vec<String>>, Failure> {
    let recording = &dataset.recording;
    let frames = recording.frames().min(FRAMES_CHECKED);
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
            let engine = workers.engine(backend)?;
            all.extend(asked.iter().map(|&asked| Runner { asked, engine, workers }));
        }
    }
    Ok(all)
}

impl Asked {
    fn contacts(self) -> Contacts {
        if let Self::Contacts(contacts) = self { contacts } else { Contacts::Off }
    }

    /// What it is compared with.
    fn stateless(self) -> Self {
        if let Self::Contacts(_) = self { Self::Contacts(Contacts::Off) } else { self }
    }
}

impl Runner<'_> {
    /// What an engine does in a frame.
    fn answer(&self, frame: Frame<'_>, world: &mut World) -> Result<(), Failure> {
        let World { boxes, room } = world;
        boxes.set_poses(frame.positions, frame.rotations).map_err(Failure::new)?;
        Ok(room.ask(&self.engine, boxes, frame.pairs, self.asked)?)
    }

    /// Goes through the frames and returns the time of those that count.
    fn pass(&self, sequence: &Sequence<'_>, world: &mut World) -> Result<Duration, Failure> {
        world.room.clear();
        let (first, counted) = (sequence.frames[0], &sequence.frames[1..]);
        self.workers.run(|| {
            self.answer(first, world)?;
            time(self.workers.count, || {
                for &frame in counted {
                    self.answer(frame, world)?;
                    black_box(&mut *world);
                }
                Ok(())
            })
        })
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
        let of = |asked, threads| {
            runners.iter().position(|other| runner.is(other, asked, threads)).map(|at| &times[at])
        };
        let stateless = of(runner.asked.stateless(), runner.workers.count).unwrap_or(own);
        let measurement = Measurement {
            threads: runner.workers.count,
            pairs,
            ..Measurement::new(runner.asked.query(), &runner.engine, own)
        };
        let mut row = Row::new(dataset, Part::Frames, measurement);
        row.order = sequence.order;
        row.own = OwnFields {
            recording: Some(dataset.scene.clone()),
            motion: Some(sequence.motion),
            frames: Some(counted.len()),
            cache: Some(runner.asked.contacts().name()),
            ..OwnFields::default()
        };
        let one_thread = of(runner.asked, 1).and_then(|times| Ratio::new(times, own));
        let row = row.over_one_thread(one_thread);
        let row = row.over_stateless(stateless, Ratio::new(stateless, own));
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
        Ok(Self { boxes, room: Room::new(most) })
    }
}
