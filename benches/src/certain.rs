//! What verdicts, clearances and exact overlap cost next to other queries on the same pairs, and how many pairs are
//! undecided: two tables.
//!
//! Arguments: `[RECORDING.npz]...`. A cloud of boxes of ordinary shapes that fits into the caches, and the last frame of
//! each recording. One thread; all contenders take turns. A second table has the undecided pairs of random boxes and of
//! all frames.

use std::ffi::OsString;

use octosat::{BoxStore, Engine, Penetration, Query, Verdict};
use octosat_scenes::Recording;
use octosat_scenes::generate::{Random, Scene, cloud};

use crate::bodies::{of_octosat, turned_at_random};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines, recordings};

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 41;

/// Pairs per contender and round.
const PAIRS_PER_ROUND: usize = 160_000;

/// Random pairs in all.
const RANDOM_PAIRS: usize = 4_000_000;

/// Boxes and pairs of one frame.
struct Frame {
    name: String,
    boxes: BoxStore,
    pairs: Vec<[u32; 2]>,
}

impl Frame {
    fn of_scene(scene: &Scene) -> Outcome<Self> {
        let boxes = BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents)?;
        Ok(Self { name: scene.name.clone(), boxes, pairs: scene.pairs.clone() })
    }

    /// The last frame of a recording.
    fn of_recording(name: &str, recording: &Recording) -> Outcome<Self> {
        let frame = recording.frame(recording.frames() - 1);
        let boxes =
            BoxStore::from_slices(frame.positions, frame.rotations, recording.half_extents())?;
        Ok(Self { name: name.to_owned(), boxes, pairs: frame.pairs.to_vec() })
    }
}

/// Prints a row of the table: a frame on a backend.
fn row(engine: &Engine, frame: &Frame) -> Outcome {
    let Frame { name, boxes, pairs } = frame;
    let query = Query::new(boxes, pairs);
    let mut bits = vec![0_u64; pairs.len().div_ceil(64)];
    let mut bools = vec![false; pairs.len()];
    let mut penetrations = vec![Penetration::default(); pairs.len()];
    let mut verdicts = vec![Verdict::UNDECIDED; pairs.len()];
    let mut clearances = vec![0.0; pairs.len()];
    let calls = [(PAIRS_PER_ROUND / pairs.len()).max(1); 6];
    let turns = Turns::of_calls(ROUNDS, pairs.len(), &calls, |contender| {
        Ok(match contender {
            0 => engine.overlaps(query, &mut bits[..]),
            1 => engine.overlaps(query, &mut bools[..]),
            2 => engine.penetrations(query.within(1e6), &mut penetrations),
            3 => engine.verdicts(query, &mut verdicts),
            4 => engine.clearances(query, &mut clearances),
            _ => engine.overlaps_exact(query, &mut bits[..]),
        }?)
    })?;
    let [bits, bools, all, own, clear, exact] = turns.medians();
    println!(
        "| {name} | {} | {} | {bits:.2} | {bools:.2} | {all:.2} | {own:.2} | {:.3} | {:.3} | {clear:.2} | {:.3} | {exact:.2} | {:.2} |",
        pairs.len(),
        engine.backend(),
        turns.ratio(3, 0),
        turns.ratio(3, 1),
        turns.ratio(4, 2),
        turns.ratio(5, 0),
    );
    Ok(())
}

/// Counts pairs and those that are undecided.
#[derive(Default)]
struct Undecided {
    pairs: usize,
    undecided: usize,
}

impl Undecided {
    fn add(&mut self, boxes: &BoxStore, pairs: &[[u32; 2]]) -> Outcome {
        let mut verdicts = vec![Verdict::UNDECIDED; pairs.len()];
        Engine::new().verdicts(Query::new(boxes, pairs), &mut verdicts)?;
        self.pairs += pairs.len();
        self.undecided += verdicts.iter().filter(|&&one| one == Verdict::UNDECIDED).count();
        Ok(())
    }

    /// Boxes of 0.2 to 2 m in a cube of 2 m: about half of the pairs overlap.
    fn of_random() -> Outcome<Self> {
        let (mut tally, mut random) = (Self::default(), Random::new(5));
        for _ in 0..RANDOM_PAIRS / PAIRS_PER_ROUND {
            let mut boxes = BoxStore::new();
            for _ in 0..4096 {
                let (center, half) = (random.vector(-1.0, 1.0), random.vector(0.1, 1.0));
                boxes.insert(of_octosat(&turned_at_random(&mut random, center, half)))?;
            }
            let pairs: Vec<[u32; 2]> = (0..PAIRS_PER_ROUND)
                .map(|_| [0; 2].map(|_| u32::try_from(random.below(4096)).unwrap_or(0)))
                .collect();
            tally.add(&boxes, &pairs)?;
        }
        Ok(tally)
    }

    fn of_recording(recording: &Recording) -> Outcome<Self> {
        let mut tally = Self::default();
        for number in 0..recording.frames() {
            let frame = recording.frame(number);
            let half_extents = recording.half_extents();
            let boxes = BoxStore::from_slices(frame.positions, frame.rotations, half_extents)?;
            tally.add(&boxes, frame.pairs)?;
        }
        Ok(tally)
    }

    fn print(&self, name: &str) {
        let share = 100.0 * self.undecided as f64 / self.pairs as f64;
        println!("| {name} | {} | {share:.4} |", self.pairs);
    }
}

/// Prints both tables.
pub(crate) fn measure(arguments: &[OsString]) -> Outcome {
    let recordings = recordings::of_files(arguments)?;
    let mut frames = vec![Frame::of_scene(&cloud(1000, 8192, 1))?];
    for (name, recording) in &recordings {
        frames.push(Frame::of_recording(name, recording)?);
    }
    println!(
        "| | pairs | backend | overlaps, bits | booleans | penetrations, all axes | verdicts | times bits | times booleans | clearances | times penetrations | exact overlaps | times bits |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for engine in fastest_engines()? {
        for frame in &frames {
            row(&engine, frame)?;
        }
    }
    println!("\n| | pairs | % undecided |\n|---|--:|--:|");
    Undecided::of_random()?.print("random");
    for (name, recording) in &recordings {
        Undecided::of_recording(recording)?.print(name);
    }
    Ok(())
}
