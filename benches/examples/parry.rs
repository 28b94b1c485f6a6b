//! What whole frames of recordings cost with parry3d and with octosat: a table, and the bars of the benchmarks chapter.
//!
//! `cargo run --release -p octosat-benches --example parry -- FILE.svg [RECORDING.npz]...`; without recordings it takes
//! the embedded one. Both read poses by index and write normals and points in the world, on one thread. Contacts must
//! agree before they are timed.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;

use octosat::{BoxStore, Engine, EngineOptions, Manifolds, Query};
use octosat_check::SPECULATIVE_MARGIN;
use octosat_scenes::{Frame, ReadOptions, Recording, embedded};
use octosat_simulation::body::Pose;
use octosat_simulation::narrow_phase::{ManifoldPoint, ParryManifold};
use octosat_simulation::placed::PlacedBox;
use octosat_simulation::{Quat, Vec3};

mod clock;

use clock::thread_time;

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 25;

/// One pair in this many may differ: of axes nearly as good the two choose by rules of their own, and for boxes apart
/// whose faces do not look at each other octosat looks for the closest points where parry may have no contact. Poses in a
/// wrong order or place would make most pairs in contact differ.
const ONE_MAY_DIFFER_IN: usize = 10;

/// Meters by which the deepest points of a pair may differ, and the part of the depth.
const DEPTH_MAY_DIFFER: f32 = 1e-3;
const DEPTH_MAY_DIFFER_BY_PART: f32 = 0.1;

/// The cosine of two normals that are taken for the same: another axis nearly as good counts as different.
const NORMALS_AGREE: f32 = 0.7;

/// Who makes the contacts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contender {
    /// Parry, every manifold from scratch.
    Recomputed,
    /// Parry, every manifold kept from frame to frame and updated where parry can do so.
    Updated,
    Octosat,
}

/// The contenders with their names and colors in the picture.
const CONTENDERS: [(Contender, &str, &str); 3] = [
    (Contender::Recomputed, "parry3d, recomputed", "#b0b0b0"),
    (Contender::Updated, "parry3d, updated", "#7a7a7a"),
    (Contender::Octosat, "octosat", "#2f6690"),
];

/// What both make of a frame.
struct World<'a> {
    recording: &'a Recording,
    engine: Engine,
    boxes: BoxStore,
    manifolds: Manifolds,
    placed: Vec<PlacedBox>,
    /// Parry's normal of each pair, and where its points end.
    rows: Vec<(Vec3, usize)>,
    points: Vec<ManifoldPoint>,
    fresh: ParryManifold,
    /// Parry's manifolds of all pairs of the recording.
    kept: Vec<ParryManifold>,
    /// For each pair of each frame, the place of its kept manifold: parry gets for free what an engine must look up.
    places: Vec<Vec<usize>>,
}

/// What was measured on a recording.
struct Measured {
    name: String,
    pairs: usize,
    /// The part of the pairs that have contacts.
    touching: f64,
    times: [Times; CONTENDERS.len()],
}

/// Nanoseconds per pair of a contender.
#[derive(Clone, Copy)]
struct Times {
    least: f64,
    /// By how much the median of the rounds is longer, as a part of the least.
    spread: f64,
    /// How many times as long parry, recomputed, takes; the median of all rounds.
    ratio: f64,
}

impl<'a> World<'a> {
    fn new(recording: &'a Recording) -> Result<Self, Box<dyn Error>> {
        let Frame { positions, rotations, .. } = recording.frame(0);
        let sizes = recording.half_extents();
        let mut known = HashMap::new();
        let mut places = |pairs: &[[u32; 2]]| -> Vec<usize> {
            let place = |pair| {
                let next = known.len();
                *known.entry(pair).or_insert(next)
            };
            pairs.iter().copied().map(place).collect()
        };
        let places = (0..recording.frames()).map(|number| places(recording.frame(number).pairs));
        let pose = Pose { center: Vec3::ZERO, rotation: Quat::IDENTITY };
        let placed = |&half| PlacedBox { pose, half_extents: Vec3::from_array(half), fixed: false };
        Ok(Self {
            recording,
            engine: Engine::with(EngineOptions { threads: 1, ..EngineOptions::default() })?,
            boxes: BoxStore::from_slices(positions, rotations, sizes)?,
            manifolds: Manifolds::new(),
            placed: sizes.iter().map(placed).collect(),
            rows: Vec::new(),
            points: Vec::new(),
            fresh: ParryManifold::default(),
            places: places.collect(),
            kept: known.iter().map(|_| ParryManifold::default()).collect(),
        })
    }

    /// Moves the boxes and makes the contacts of all pairs.
    fn answer(&mut self, contender: Contender, number: usize) -> Result<(), Box<dyn Error>> {
        let Frame { positions, rotations, pairs } = self.recording.frame(number);
        if contender == Contender::Octosat {
            self.boxes.set_poses(positions, rotations)?;
            let query = Query::new(&self.boxes, pairs).margin(SPECULATIVE_MARGIN);
            return Ok(self.engine.manifolds(query, &mut self.manifolds)?);
        }
        let poses = positions.iter().zip(rotations);
        for (placed, (&center, &rotation)) in self.placed.iter_mut().zip(poses) {
            let (center, rotation) = (Vec3::from_array(center), Quat::from_array(rotation));
            placed.pose = Pose { center, rotation };
        }
        self.rows.clear();
        self.points.clear();
        for (pair, &place) in pairs.iter().zip(&self.places[number]) {
            let kept = match contender {
                Contender::Updated => &mut self.kept[place],
                _ => {
                    self.fresh.clear();
                    &mut self.fresh
                }
            };
            let both = pair.map(|index| &self.placed[index as usize]);
            let begin = self.points.len();
            let normal = kept.find(both, SPECULATIVE_MARGIN, &mut self.points);
            self.points[begin..].iter_mut().for_each(|point| point.position += both[0].pose.center);
            self.rows.push((normal, self.points.len()));
        }
        Ok(())
    }

    /// Nanoseconds for all frames but the first, by the clock of the thread.
    fn pass(&mut self, contender: Contender) -> Result<f64, Box<dyn Error>> {
        self.kept.iter_mut().for_each(ParryManifold::clear);
        self.answer(contender, 0)?;
        let begin = thread_time()?;
        for number in 1..self.recording.frames() {
            self.answer(contender, number)?;
            black_box(&mut *self);
        }
        Ok((thread_time()? - begin).as_secs_f64() * 1e9)
    }

    /// On how many pairs of the last frame parry and octosat differ.
    fn differing(&self) -> usize {
        let mut begin = 0;
        let own = self.manifolds.manifolds();
        let differs = self.rows.iter().zip(own).filter(|&(&(normal, end), own)| {
            let points = &self.points[begin..end];
            begin = end;
            let deepest = points.iter().map(|point| point.depth).reduce(f32::max);
            let agrees = deepest.map_or(own.len == 0, |depth| {
                let slack = DEPTH_MAY_DIFFER + DEPTH_MAY_DIFFER_BY_PART * depth.abs();
                let cosine = normal.dot(Vec3::from_array(own.normal));
                own.len > 0 && (depth - own.depth).abs() <= slack && cosine >= NORMALS_AGREE
            });
            !agrees
        });
        differs.count()
    }
}

impl Measured {
    fn of(name: String, recording: &Recording) -> Result<Self, Box<dyn Error>> {
        let mut world = World::new(recording)?;
        let (mut pairs, mut touching) = (0, 0);
        let mut differing = [0; 2];
        for number in 1..recording.frames() {
            world.answer(Contender::Octosat, number)?;
            pairs += recording.frame(number).pairs.len();
            touching += world.manifolds.touching().count();
            for (own, peer) in differing.iter_mut().zip([Contender::Recomputed, Contender::Updated])
            {
                world.answer(peer, number)?;
                *own += world.differing();
            }
        }
        if differing.iter().any(|&count| count * ONE_MAY_DIFFER_IN > pairs) {
            return Err(format!("{name}: {differing:?} of {pairs} pairs differ").into());
        }
        let mut times = [const { Vec::new() }; CONTENDERS.len()];
        for _ in 0..ROUNDS {
            for ((contender, ..), times) in CONTENDERS.iter().zip(&mut times) {
                times.push(world.pass(*contender)? / count(pairs));
            }
        }
        let times = times.each_ref().map(|own| {
            let least = own.iter().copied().fold(f64::INFINITY, f64::min);
            Times {
                least,
                spread: median(own.iter().copied()) / least - 1.0,
                ratio: median(times[0].iter().zip(own).map(|(peer, own)| peer / own)),
            }
        });
        Ok(Self { name, pairs, touching: count(touching) / count(pairs), times })
    }

    fn print(&self) {
        let Self { name, pairs, touching, .. } = self;
        print!("| {name} | {pairs} | {:.0} % |", 100.0 * touching);
        for Times { least, spread, ratio } in self.times {
            print!(" {least:.1} ({ratio:.1}×, spread {:.0} %) |", 100.0 * spread);
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

/// The picture: a bar per contender and recording.
fn bars(all: &[Measured], backend: &str) -> String {
    /// Where bars begin, how long the longest is, and how high they are, in pixels.
    const LEFT: f64 = 130.0;
    const LONGEST: f64 = 640.0;
    const BAR: f64 = 15.0;
    let longest = all.iter().flat_map(|one| one.times).map(|times| times.least).fold(0.0, f64::max);
    let mut lines = String::new();
    let mut rectangle = |x: f64, y: f64, width: f64, color: &str, label: &str| {
        let _ = writeln!(
            lines,
            r#"<rect x="{x:.0}" y="{y:.0}" width="{width:.1}" height="{:.0}" fill="{color}"/>
<text x="{:.0}" y="{:.0}">{label}</text>"#,
            BAR - 2.0,
            x + width + 6.0,
            y + BAR - 3.0
        );
    };
    for ((_, name, color), x) in CONTENDERS.into_iter().zip([LEFT, LEFT + 200.0, LEFT + 400.0]) {
        rectangle(x, 42.0, BAR, color, name);
    }
    let mut top = 80.0;
    for one in all {
        rectangle(14.0, top + BAR, 0.0, "none", &one.name);
        for (times, (contender, _, color)) in one.times.iter().zip(CONTENDERS) {
            let ratio = match contender {
                Contender::Recomputed => String::new(),
                _ => format!(", {:.1} times as fast", times.ratio),
            };
            let label = format!("{:.0}{ratio}", times.least);
            rectangle(LEFT, top, LONGEST * times.least / longest, color, &label);
            top += BAR;
        }
        top += BAR;
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="980" height="{top:.0}" viewBox="0 0 980 {top:.0}">
<desc>Bars: nanoseconds per pair of whole frames, for each recording and contender</desc>
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="sans-serif" font-size="14" fill="#222">
<text x="20" y="28" font-weight="bold">Whole frames: nanoseconds per pair (octosat on {backend})</text>
{lines}</g>
</svg>
"##
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let picture = arguments.next().ok_or("the file for the picture is missing")?;
    let mut recordings = Vec::new();
    for path in arguments {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        recordings.push((name, Recording::read_path(&path, ReadOptions::default())?));
    }
    if recordings.is_empty() {
        recordings.push(("embedded".to_owned(), embedded(ReadOptions::default())?));
    }
    let names = CONTENDERS.map(|(_, name, _)| name);
    println!("| recording | pairs | with contacts | {} |", names.join(" | "));
    println!("|---|---|---|---|---|---|");
    let mut all = Vec::new();
    for (name, recording) in recordings {
        let measured = Measured::of(name, &recording)?;
        measured.print();
        all.push(measured);
    }
    Ok(std::fs::write(picture, bars(&all, Engine::new().backend().name()))?)
}
