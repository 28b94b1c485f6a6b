//! What whole frames of recordings cost, next to parry3d: a table, and the two pictures of the benchmarks chapter.
//!
//! `cargo run --release -p octosat-benches --example whole_frames -- FOLDER [RECORDING.npz]...` writes the pictures to
//! the folder. Without recordings it takes the embedded one.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

mod picture;

use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use octosat::{BoxStore, ContactCache, Engine, EngineOptions, Manifolds, NEW_POINT, Query};
use octosat_benches::parry::{Body, Found, Kept};
use octosat_benches::thread_time;
use octosat_check::SPECULATIVE_MARGIN;
use octosat_scenes::{Frame, ReadOptions, Recording, embedded};

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 25;

/// The contenders, in the order of the table.
const CONTENDERS: [&str; 4] =
    ["parry3d, recomputed", "parry3d, updated", "octosat", "octosat, predecessors"];

/// What an engine keeps from frame to frame.
struct World {
    engine: Engine,
    boxes: BoxStore,
    manifolds: Manifolds,
    cache: ContactCache,
    /// The places of all predecessors.
    places: Vec<u32>,
    bodies: Vec<Body>,
    found: Found,
    /// parry's manifolds of all pairs of the recording.
    kept: Vec<Kept>,
    /// For each pair of each frame, the place of its kept manifold: parry gets for free what an engine must look up.
    kept_places: Vec<Vec<usize>>,
}

/// What was measured on a recording.
struct Measured {
    name: String,
    pairs: usize,
    /// The part of the pairs that have contacts.
    touching: f64,
    /// Nanoseconds per pair of each contender: the least of all rounds.
    least: [f64; CONTENDERS.len()],
    /// By how much the median of the rounds is longer, as a part of the least.
    spread: [f64; CONTENDERS.len()],
    /// The time of parry3d relative to each contender, the median of all rounds.
    ratio: [f64; CONTENDERS.len()],
}

impl World {
    fn new(recording: &Recording) -> Result<Self, Box<dyn Error>> {
        let Frame { positions, rotations, .. } = recording.frame(0);
        let sizes = recording.half_extents();
        let poses = positions.iter().zip(rotations).zip(sizes);
        let mut known = HashMap::new();
        let mut places = |pairs: &[[u32; 2]]| {
            let place = |pair| {
                let next = known.len();
                *known.entry(pair).or_insert(next)
            };
            pairs.iter().copied().map(place).collect()
        };
        let kept_places: Vec<Vec<usize>> =
            (0..recording.frames()).map(|number| places(recording.frame(number).pairs)).collect();
        Ok(Self {
            engine: Engine::with(EngineOptions { threads: 1, ..EngineOptions::default() })?,
            boxes: BoxStore::from_slices(positions, rotations, sizes)?,
            manifolds: Manifolds::new(),
            cache: ContactCache::new(),
            places: Vec::new(),
            bodies: poses.map(|((&at, &turn), &half)| Body::new(at, turn, half)).collect(),
            found: Found::default(),
            kept: known.iter().map(|_| Kept::new()).collect(),
            kept_places,
        })
    }

    /// What an engine does in a frame: boxes moved, contacts of all pairs in memory.
    fn answer(
        &mut self,
        contender: usize,
        recording: &Recording,
        number: usize,
    ) -> Result<(), Box<dyn Error>> {
        let Frame { positions, rotations, pairs } = recording.frame(number);
        if contender < 2 {
            self.found.clear();
            let poses = positions.iter().zip(rotations);
            for (body, (&center, &rotation)) in self.bodies.iter_mut().zip(poses) {
                body.set_pose(center, rotation);
            }
            for (pair, &place) in pairs.iter().zip(&self.kept_places[number]) {
                let kept = (contender == 1).then_some(&mut self.kept[place]);
                self.found.ask(pair.map(|index| &self.bodies[index as usize]), kept);
            }
            return Ok(());
        }
        self.boxes.set_poses(positions, rotations)?;
        let query = Query::new(&self.boxes, pairs).margin(SPECULATIVE_MARGIN);
        if contender == 2 {
            self.engine.manifolds(query, &mut self.manifolds)?;
        } else {
            self.cache.next_frame();
            self.engine.manifolds_cached(query, &mut self.cache)?;
            let links = self.cache.links();
            self.places.resize(links.manifolds().points().len(), NEW_POINT);
            links.fill_predecessors(&mut self.places);
        }
        Ok(())
    }

    /// Nanoseconds for all frames but the first, which fills the cache.
    fn pass(&mut self, contender: usize, recording: &Recording) -> Result<f64, Box<dyn Error>> {
        self.cache.clear();
        self.kept.iter_mut().for_each(|kept| kept.points.clear());
        self.answer(contender, recording, 0)?;
        let start = thread_time();
        for number in 1..recording.frames() {
            self.answer(contender, recording, number)?;
            black_box(&mut *self);
        }
        Ok((thread_time() - start).as_secs_f64() * 1e9)
    }
}

impl Measured {
    fn of(name: String, recording: &Recording) -> Result<Self, Box<dyn Error>> {
        let mut world = World::new(recording)?;
        let (mut pairs, mut touching) = (0, 0);
        for number in 1..recording.frames() {
            world.answer(2, recording, number)?;
            pairs += recording.frame(number).pairs.len();
            touching += world.manifolds.touching().count();
        }
        let mut times = [const { Vec::new() }; CONTENDERS.len()];
        for _ in 0..ROUNDS {
            for (contender, times) in times.iter_mut().enumerate() {
                times.push(world.pass(contender, recording)? / count(pairs));
            }
        }
        let [peer, ..] = &times;
        let ratio = |own: &Vec<f64>| median(peer.iter().zip(own).map(|(peer, own)| peer / own));
        let ratio = times.each_ref().map(ratio);
        let least =
            times.each_ref().map(|times| times.iter().copied().fold(f64::INFINITY, f64::min));
        let mut spread = times.map(|times| median(times.into_iter()));
        for (spread, least) in spread.iter_mut().zip(least) {
            *spread = *spread / least - 1.0;
        }
        let touching = count(touching) / count(pairs);
        Ok(Self { name, pairs, touching, least, spread, ratio })
    }

    fn print(&self) {
        let Self { name, pairs, touching, .. } = self;
        print!("| {name} | {pairs} | {:.0} % |", 100.0 * touching);
        for (contender, least) in self.least.iter().enumerate() {
            let percent = 100.0 * self.spread[contender];
            print!(" {least:.1} ({:.1}×, spread {percent:.0} %) |", self.ratio[contender]);
        }
        println!();
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn count(number: usize) -> f64 {
    number as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("the folder for the pictures is missing")?;
    let mut recordings = Vec::new();
    for path in arguments {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        recordings.push((name, Recording::read_path(&path, ReadOptions::default())?));
    }
    if recordings.is_empty() {
        recordings.push(("embedded".to_owned(), embedded(ReadOptions::default())?));
    }
    let backend = Engine::new().backend();
    println!("| recording | pairs | with contacts | {} |", CONTENDERS.join(" | "));
    println!("|---|---|---|---|---|---|---|");
    let mut all = Vec::new();
    for (name, recording) in recordings {
        let measured = Measured::of(name, &recording)?;
        measured.print();
        all.push(measured);
    }
    let write = |name: &str, text: String| std::fs::write(Path::new(&folder).join(name), text);
    write("whole-frames.svg", picture::bars(&all, &format!("octosat on {backend}")))?;
    write("contact-share.svg", picture::shares(&all, &format!("octosat on {backend}")))?;
    Ok(())
}
