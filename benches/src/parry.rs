//! What whole frames of recordings cost with parry3d and with octosat: a table, and the bars of the benchmarks chapter.
//!
//! Arguments: `FILE.svg [RECORDING.npz]...`; without recordings it takes the embedded one. Octosat takes its turns with the
//! two fastest backends. All read poses by index and write normals and points in the world, on one thread. Contacts must
//! agree before they are timed. The table is that of the chapter.

use std::collections::HashMap;
use std::ffi::OsString;
use std::hint::black_box;

use octosat::{Backend, BoxStore, Engine, Manifolds, Query};
use octosat_check::SPECULATIVE_MARGIN;
use octosat_draw::{Bar, BarChart, BarGroup, bar_charts};
use octosat_scenes::{Frame, Recording};
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::shape::Cuboid;

use crate::chart::colors;
use crate::peer::{PeerManifold, PeerPoint};
use crate::turns::{Turns, nanoseconds};
use crate::{Outcome, fastest_engines, recordings};

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 25;

/// One pair in this many may differ: of axes nearly as good the two choose by rules of their own, and for boxes apart
/// whose faces do not look at each other octosat looks for the closest points where parry may have no contact. Such pairs
/// are frequent if boxes are smaller than the margin: a quarter of `robotics`, and less than a tenth of other recordings.
/// Poses in a wrong order would make most pairs in contact differ.
const ONE_MAY_DIFFER_IN: usize = 4;

/// Meters by which the deepest points of a pair may differ, and the part of the depth.
const DEPTH_MAY_DIFFER: f32 = 1e-3;
const DEPTH_MAY_DIFFER_BY_PART: f32 = 0.1;

/// The cosine of two normals that are taken for the same: another axis nearly as good counts as different.
const NORMALS_AGREE: f32 = 0.7;

/// Who makes the contacts.
#[derive(Clone, Copy)]
enum Contender {
    /// Parry, every manifold from scratch.
    Recomputed,
    /// Parry, every manifold kept from frame to frame and updated where parry can do so.
    Updated,
    Octosat(Engine),
}

impl Contender {
    /// Parry, which is the first, and octosat with the two fastest backends of this CPU, the fastest last.
    fn all() -> Outcome<Vec<Self>> {
        let octosat = fastest_engines()?.into_iter().map(Self::Octosat);
        Ok([Self::Recomputed, Self::Updated].into_iter().chain(octosat).collect())
    }

    fn name(self) -> &'static str {
        match self {
            Self::Recomputed => "parry3d, recomputed",
            Self::Updated => "parry3d, updated",
            Self::Octosat(engine) => match engine.backend() {
                Backend::Avx512 => "octosat, AVX-512",
                Backend::Avx2 => "octosat, AVX2",
                _ => "octosat, portable",
            },
        }
    }
}

/// What the contenders make of a frame.
struct World<'a> {
    recording: &'a Recording,
    boxes: BoxStore,
    manifolds: Manifolds,
    placed: Vec<(Pose3, Cuboid)>,
    /// Parry's normal of each pair, and where its points end.
    rows: Vec<(Vec3, usize)>,
    points: Vec<PeerPoint>,
    fresh: PeerManifold,
    /// Parry's manifolds of all pairs of the recording.
    kept: Vec<PeerManifold>,
    /// For each pair of each frame, the index of its kept manifold: parry gets for free what an engine must look up.
    places: Vec<Vec<usize>>,
}

/// What was measured on a recording.
struct Measured {
    name: String,
    /// The parts of the pairs that have contacts, and about which parry and octosat differ.
    touching: f64,
    differing: f64,
    /// Nanoseconds per pair of the contenders.
    turns: Turns,
}

/// Pairs of all frames but the first: all, those with contacts, and those about which parry and octosat differ.
#[derive(Default)]
struct Agreement {
    pairs: usize,
    touching: usize,
    differing: usize,
}

impl<'a> World<'a> {
    fn new(recording: &'a Recording) -> Outcome<Self> {
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
        let placed = |&half| (Pose3::IDENTITY, Cuboid::new(Vec3::from_array(half)));
        Ok(Self {
            recording,
            boxes: BoxStore::from_slices(positions, rotations, sizes)?,
            manifolds: Manifolds::new(),
            placed: sizes.iter().map(placed).collect(),
            rows: Vec::new(),
            points: Vec::new(),
            fresh: PeerManifold::default(),
            places: places.collect(),
            kept: known.iter().map(|_| PeerManifold::default()).collect(),
        })
    }

    /// Moves the boxes and makes the contacts of all pairs.
    fn answer(&mut self, contender: Contender, number: usize) -> Outcome {
        let Frame { positions, rotations, pairs } = self.recording.frame(number);
        if let Contender::Octosat(engine) = contender {
            self.boxes.set_poses(positions, rotations)?;
            let query = Query::new(&self.boxes, pairs).within(SPECULATIVE_MARGIN);
            return Ok(engine.manifolds(query, &mut self.manifolds)?);
        }
        let poses = positions.iter().zip(rotations);
        for ((pose, _), (&center, &rotation)) in self.placed.iter_mut().zip(poses) {
            *pose = Pose3::from_parts(Vec3::from_array(center), Quat::from_array(rotation));
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
            let normal = kept.find(both, SPECULATIVE_MARGIN, &mut self.points);
            self.rows.push((normal, self.points.len()));
        }
        Ok(())
    }

    /// Nanoseconds for all frames but the first, by the clock of the thread.
    fn pass(&mut self, contender: Contender) -> Outcome<f64> {
        self.kept.iter_mut().for_each(PeerManifold::clear);
        self.answer(contender, 0)?;
        nanoseconds(|| {
            for number in 1..self.recording.frames() {
                self.answer(contender, number)?;
                black_box(&mut *self);
            }
            Ok(())
        })
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
    fn of(name: String, recording: &Recording, contenders: &[Contender]) -> Outcome<Self> {
        let mut world = World::new(recording)?;
        let Agreement { pairs, touching, differing } = Agreement::of(&mut world, contenders)?;
        if differing * ONE_MAY_DIFFER_IN > pairs {
            return Err(format!("{name}: {differing} of {pairs} pairs differ").into());
        }
        let turns = Turns::new(ROUNDS, contenders.len(), |contender| {
            Ok(world.pass(contenders[contender])? / count(pairs))
        })?;
        let [touching, differing] = [touching, differing].map(|part| count(part) / count(pairs));
        Ok(Self { name, touching, differing, turns })
    }

    fn print(&self, contenders: usize) {
        let Self { name, touching, turns, .. } = self;
        print!("| {name} | {:.0} % | {:.1} |", 100.0 * touching, turns.least(0));
        for contender in 1..contenders {
            print!(" {:.1} ({:.1}×) |", turns.least(contender), turns.ratio(0, contender));
        }
        println!();
    }

    fn group(&self, contenders: &[Contender]) -> BarGroup {
        let bars = contenders.iter().enumerate().map(|(number, contender)| {
            let ratio = match contender {
                Contender::Recomputed => String::new(),
                _ => format!(", {:.1} times as fast", self.turns.ratio(0, number)),
            };
            let least = self.turns.least(number);
            let text = format!("{least:.0}{ratio}");
            let name = contender.name();
            let colors = colors(name);
            Bar { name: name.to_owned(), value: least, part: least, text, colors }
        });
        BarGroup { name: self.name.clone(), bars: bars.collect() }
    }
}

impl Agreement {
    fn of(world: &mut World<'_>, contenders: &[Contender]) -> Outcome<Self> {
        let mut sum = Self::default();
        let mut differing = [0; 2];
        for number in 1..world.recording.frames() {
            // Backends have the same bits, so one stands for all.
            world.answer(contenders[contenders.len() - 1], number)?;
            sum.pairs += world.recording.frame(number).pairs.len();
            sum.touching += world.manifolds.touching().count();
            for (own, peer) in differing.iter_mut().zip([Contender::Recomputed, Contender::Updated])
            {
                world.answer(peer, number)?;
                *own += world.differing();
            }
        }
        sum.differing = differing[0].max(differing[1]);
        Ok(sum)
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn count(number: usize) -> f64 {
    number as f64
}

/// Prints the table and draws the bars.
pub(crate) fn measure(arguments: &[OsString]) -> Outcome {
    let (file, files) = arguments.split_first().ok_or("the file for the picture is missing")?;
    let contenders = Contender::all()?;
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name()).collect();
    println!("| recording | with contacts | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
    let mut all = Vec::new();
    for (name, recording) in recordings::of_files_or_embedded(files)? {
        let measured = Measured::of(name, &recording, &contenders)?;
        measured.print(contenders.len());
        all.push(measured);
    }
    let spread = |one: &Measured, contender| 100.0 * one.turns.spread(contender);
    let spreads = all.iter().flat_map(|one| (0..contenders.len()).map(move |own| spread(one, own)));
    let (least, most) = spreads.fold((f64::INFINITY, 0.0_f64), |(least, most), spread| {
        (least.min(spread), most.max(spread))
    });
    println!("\nThe median round is {least:.0} to {most:.0} % longer.");
    print!("Pairs about which parry3d and octosat differ:");
    all.iter().for_each(|one| print!(" {} {:.1} %", one.name, 100.0 * one.differing));
    println!();
    let chart = BarChart {
        title: "Whole frames: nanoseconds per pair".to_owned(),
        groups: all.iter().map(|one| one.group(&contenders)).collect(),
    };
    let description = "Nanoseconds per pair of whole frames, for each recording and contender";
    Ok(std::fs::write(file, bar_charts(description, &[vec![chart]]))?)
}
