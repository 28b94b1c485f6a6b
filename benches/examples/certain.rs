//! What verdicts, clearances and exact overlap cost next to other queries on the same pairs, and how many pairs are
//! undecided: two tables.
//!
//! `cargo run --release -p octosat-benches --example certain -- [RECORDING.npz]...`. A cloud of boxes of ordinary shapes
//! that fits into the caches, and the last frame of each recording. One thread; all contenders take turns. A second table
//! has the undecided pairs of random boxes and of all frames.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::error::Error;
use std::path::{Path, PathBuf};

use octosat::{Backend, BoxStore, Engine, EngineOptions, OrientedBox, Penetration, Query, Verdict};
use octosat_scenes::generate::{Random, Scene, cloud, narrow};
use octosat_scenes::{ReadOptions, Recording};

mod clock;

use clock::thread_time;

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
    fn of_scene(scene: &Scene) -> Result<Self, Box<dyn Error>> {
        let boxes = BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents)?;
        Ok(Self { name: scene.name.clone(), boxes, pairs: scene.pairs.clone() })
    }

    /// The last frame of a recording.
    fn of_recording(path: &Path) -> Result<Self, Box<dyn Error>> {
        let recording = Recording::read_path(path, ReadOptions::default())?;
        let frame = recording.frame(recording.frames() - 1);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let boxes =
            BoxStore::from_slices(frame.positions, frame.rotations, recording.half_extents())?;
        Ok(Self { name, boxes, pairs: frame.pairs.to_vec() })
    }
}

/// Nanoseconds per pair of a call.
fn nanoseconds(pairs: usize, mut call: impl FnMut()) -> Result<f64, Box<dyn Error>> {
    let calls = (PAIRS_PER_ROUND / pairs).max(1);
    let begin = thread_time()?;
    (0..calls).for_each(|_| call());
    Ok((thread_time()? - begin).as_secs_f64() * 1e9 / (calls * pairs) as f64)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints a row of the table: a frame on a backend.
fn row(engine: &Engine, frame: &Frame) -> Result<(), Box<dyn Error>> {
    let Frame { name, boxes, pairs } = frame;
    let query = Query::new(boxes, pairs);
    let mut bits = vec![0_u64; pairs.len().div_ceil(64)];
    let mut bools = vec![false; pairs.len()];
    let mut penetrations = vec![Penetration::default(); pairs.len()];
    let mut verdicts = vec![Verdict::UNDECIDED; pairs.len()];
    let mut clearances = vec![0.0; pairs.len()];
    let mut times = [const { Vec::new() }; 6];
    for _ in 0..ROUNDS {
        for (contender, times) in times.iter_mut().enumerate() {
            times.push(nanoseconds(pairs.len(), || {
                let asked = match contender {
                    0 => engine.overlaps(query, &mut bits[..]),
                    1 => engine.overlaps(query, &mut bools[..]),
                    2 => engine.penetrations(query.within(1e6), &mut penetrations),
                    3 => engine.verdicts(query, &mut verdicts),
                    4 => engine.clearances(query, &mut clearances),
                    _ => engine.overlaps_exact(query, &mut bits[..]),
                };
                asked.expect("valid pairs");
            })?);
        }
    }
    let ratio = |over: usize, under: usize| {
        median(times[over].iter().zip(&times[under]).map(|(over, under)| over / under).collect())
    };
    let [bits, bools, all, own, clear, exact] = times.each_ref().map(|times| median(times.clone()));
    println!(
        "| {name} | {} | {} | {bits:.2} | {bools:.2} | {all:.2} | {own:.2} | {:.3} | {:.3} | {clear:.2} | {:.3} | {exact:.2} | {:.2} |",
        pairs.len(),
        engine.backend(),
        ratio(3, 0),
        ratio(3, 1),
        ratio(4, 2),
        ratio(5, 0),
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
    fn add(&mut self, boxes: &BoxStore, pairs: &[[u32; 2]]) -> Result<(), Box<dyn Error>> {
        let mut verdicts = vec![Verdict::UNDECIDED; pairs.len()];
        Engine::new().verdicts(Query::new(boxes, pairs), &mut verdicts)?;
        self.pairs += pairs.len();
        self.undecided += verdicts.iter().filter(|&&one| one == Verdict::UNDECIDED).count();
        Ok(())
    }

    /// Boxes of 0.2 to 2 m in a cube of 2 m: about half of the pairs overlap.
    fn of_random() -> Result<Self, Box<dyn Error>> {
        let (mut tally, mut random) = (Self::default(), Random::new(5));
        for _ in 0..RANDOM_PAIRS / PAIRS_PER_ROUND {
            let mut boxes = BoxStore::new();
            for _ in 0..4096 {
                let (center, half) = (random.vector(-1.0, 1.0), random.vector(0.1, 1.0));
                let rotation = random.rotation().map(narrow);
                boxes.insert(OrientedBox::new(center.map(narrow), rotation, half.map(narrow)))?;
            }
            let pairs: Vec<[u32; 2]> = (0..PAIRS_PER_ROUND)
                .map(|_| [0; 2].map(|_| u32::try_from(random.below(4096)).unwrap_or(0)))
                .collect();
            tally.add(&boxes, &pairs)?;
        }
        Ok(tally)
    }

    fn of_recording(path: &Path) -> Result<Self, Box<dyn Error>> {
        let recording = Recording::read_path(path, ReadOptions::default())?;
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

fn main() -> Result<(), Box<dyn Error>> {
    let mut frames = vec![Frame::of_scene(&cloud(1000, 8192, 1))?];
    let paths: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    for path in &paths {
        frames.push(Frame::of_recording(path)?);
    }
    let engines = [Backend::Avx2, Backend::Avx512]
        .into_iter()
        .filter_map(|backend| Engine::with(EngineOptions::new().backend(backend).threads(1)).ok());
    println!(
        "| | pairs | backend | overlaps, bits | booleans | penetrations, all axes | verdicts | times bits | times booleans | clearances | times penetrations | exact overlaps | times bits |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for engine in engines {
        for frame in &frames {
            row(&engine, frame)?;
        }
    }
    println!("\n| | pairs | % undecided |\n|---|--:|--:|");
    Undecided::of_random()?.print("random");
    for (path, frame) in paths.iter().zip(&frames[1..]) {
        Undecided::of_recording(path)?.print(&frame.name);
    }
    Ok(())
}
