//! Prints a table of two ways to reduce contacts to four points: one point per section of the plane, and the
//! engine's rule. Columns are the kept area, lost deepest points, and changes of the choice under small noise.
//!
//! ```text
//! cargo run --release -p octosat-reference --example section_table
//! ```
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

use octosat_reference::OrientedBox;
use octosat_reference::float64::largest_area;
use octosat_reference::plain::{self, PlainManifold, PlainSettings};
use octosat_reference::slides::one_per_section;
use octosat_reference::textbook::MatrixBox;
use octosat_scenes::generate::{self, Random, narrow};
use octosat_scenes::{ReadOptions, RecordingError, embedded};

/// Fixed, so that every run prints the same numbers.
const SEED: u64 = 1;

/// About as many pairs per scene.
const PAIRS: usize = 20_000;

/// The margin of the contacts, meters.
const MARGIN: f32 = 0.02;

/// The noise of a center, in half extents, and of a rotation, in quaternion components.
const NOISE: f64 = 1e-4;

/// The ways to keep four contacts.
const WAYS: [&str; 3] = ["quadrants", "quadrants, turned by 45°", "the engine's rule"];

/// The results of one way over the pairs of a scene.
#[derive(Clone, Copy)]
struct Tally {
    /// Pairs with fewer than four kept contacts.
    fewer: u32,
    area_sum: f64,
    area_least: f64,
    deepest_lost: u32,
    changed: u32,
}

/// The pairs of a scene with more than four contacts, and the results of all ways.
struct Scene {
    pairs: u32,
    /// Pairs that have the same contacts, by their features, with noise.
    compared: u32,
    ways: [Tally; 3],
}

/// All contacts of a pair, and the features of those that each way keeps, in ascending order.
struct Choice {
    all: PlainManifold,
    kept: [Vec<u32>; 3],
}

impl Choice {
    /// None for a pair with four contacts or fewer.
    fn of(a: &OrientedBox, b: &OrientedBox) -> Option<Self> {
        let contacts =
            |limit| plain::contacts(a, b, PlainSettings { margin: MARGIN, limit, relative: true });
        let all = contacts(8);
        if all.points.len() <= 4 {
            return None;
        }
        let plane = in_plane(a, &all);
        let turned: Vec<_> = plane.iter().map(|&[u, v]| [u - v, u + v]).collect();
        let by_sections = |points: &[[f32; 2]]| {
            let kept = one_per_section(points, 4).into_iter().flatten();
            kept.map(|point| all.points[point].feature).collect()
        };
        let by_rule = contacts(4).points.iter().map(|point| point.feature).collect();
        let mut kept: [Vec<u32>; 3] = [by_sections(&plane), by_sections(&turned), by_rule];
        kept.iter_mut().for_each(|features| features.sort_unstable());
        Some(Self { all, kept })
    }

    /// The features of all contacts, in ascending order.
    fn features(&self) -> Vec<u32> {
        let mut features: Vec<_> = self.all.points.iter().map(|point| point.feature).collect();
        features.sort_unstable();
        features
    }

    /// The area of kept points, as a part of the largest area of four points.
    fn area(&self, kept: &[u32]) -> f64 {
        let normal = self.all.normal.map(f64::from);
        let of = |keep: &dyn Fn(u32) -> bool| {
            let points = self.all.points.iter().filter(|point| keep(point.feature));
            let points: Vec<_> = points.map(|point| point.position.map(f64::from)).collect();
            largest_area(&points, normal, None)
        };
        of(&|feature| kept.contains(&feature)) / of(&|_| true)
    }

    /// Whether no kept point is as deep as the deepest.
    fn loses_deepest(&self, kept: &[u32]) -> bool {
        let points = || self.all.points.iter();
        let deepest = points().map(|point| point.depth).fold(f32::NEG_INFINITY, f32::max);
        points().all(|point| point.depth < deepest || !kept.contains(&point.feature))
    }
}

/// The contacts in the plane of a's face, along the two axes of a that follow the face's own.
fn in_plane(a: &OrientedBox, manifold: &PlainManifold) -> Vec<[f32; 2]> {
    let axes = MatrixBox::from(a).axes;
    let dot = |x: [f32; 3], y: [f32; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let cosines = axes.map(|axis| dot(axis, manifold.normal).abs());
    let larger = |best: usize, k: usize| if cosines[k] > cosines[best] { k } else { best };
    let main = larger(larger(0, 1), 2);
    let [u, v] = [axes[(main + 1) % 3], axes[(main + 2) % 3]];
    manifold.points.iter().map(|point| [dot(u, point.position), dot(v, point.position)]).collect()
}

/// The box, moved and turned by a little.
fn disturbed(given: &OrientedBox, random: &mut Random) -> OrientedBox {
    let mut result = *given;
    let shift = random.vector(-NOISE, NOISE);
    for (k, shift) in shift.into_iter().enumerate() {
        result.center[k] += given.half_extents[k] * narrow(shift);
    }
    let turn = random.vector(-NOISE, NOISE);
    for (component, turn) in result.rotation.iter_mut().zip(turn) {
        *component += narrow(turn);
    }
    let squared: f32 = result.rotation.iter().map(|component| component * component).sum();
    result.rotation = result.rotation.map(|component| component / squared.sqrt());
    result
}

impl Scene {
    fn new() -> Self {
        let way = Tally { fewer: 0, area_sum: 0.0, area_least: 1.0, deepest_lost: 0, changed: 0 };
        Self { pairs: 0, compared: 0, ways: [way; 3] }
    }

    /// Adds a pair, with a at the origin.
    fn add(&mut self, a: &OrientedBox, b: &OrientedBox, random: &mut Random) {
        let center = std::array::from_fn(|k| b.center[k] - a.center[k]);
        let (a, b) = (OrientedBox { center: [0.0; 3], ..*a }, OrientedBox { center, ..*b });
        let noisy = disturbed(&b, random);
        let Some(choice) = Choice::of(&a, &b) else { return };
        self.pairs += 1;
        for (way, kept) in self.ways.iter_mut().zip(&choice.kept) {
            let area = choice.area(kept);
            way.fewer += u32::from(kept.len() < 4);
            way.area_sum += area;
            way.area_least = way.area_least.min(area);
            way.deepest_lost += u32::from(choice.loses_deepest(kept));
        }
        let Some(again) = Choice::of(&a, &noisy) else { return };
        if choice.features() == again.features() {
            self.compared += 1;
            for (way, kept) in self.ways.iter_mut().zip(choice.kept.iter().zip(&again.kept)) {
                way.changed += u32::from(kept.0 != kept.1);
            }
        }
    }

    fn print(&self, name: &str) {
        let percent = |count: u32, of: u32| 100.0 * f64::from(count) / f64::from(of.max(1));
        for (way, tally) in WAYS.iter().zip(&self.ways) {
            println!(
                "| {name} | {} | {way} | {:.1} % | {:.0} % | {:.1} % | {:.1} % | {:.1} % |",
                self.pairs,
                100.0 * tally.area_sum / f64::from(self.pairs.max(1)),
                100.0 * tally.area_least,
                percent(tally.fewer, self.pairs),
                percent(tally.deepest_lost, self.pairs),
                percent(tally.changed, self.compared),
            );
        }
    }
}

/// A box that lies nearly flat on another, turned about the vertical.
fn stacked(half: [f64; 3], random: &mut Random) -> [OrientedBox; 2] {
    let [shift_x, shift_y, turn] = random.vector(-1.0, 1.0);
    let [tilt_x, tilt_y, overlap] = random.vector(-1e-3, 1e-3);
    let half_extents = half.map(narrow);
    let below = OrientedBox { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], half_extents };
    let length = (tilt_x * tilt_x + tilt_y * tilt_y + turn * turn + 1.0).sqrt();
    let rotation = [tilt_x, tilt_y, turn, 1.0].map(|component| narrow(component / length));
    let shift = 0.3 * half[0].min(half[1]);
    let center = [shift * shift_x, shift * shift_y, 2.0 * half[2] - overlap.abs()].map(narrow);
    [below, OrientedBox { center, rotation, half_extents }]
}

fn main() -> Result<(), RecordingError> {
    println!(
        "| scene | pairs with more than four contacts | kept by | mean area | least area | fewer than four \
         | deepest lost | changed by noise |\n|---|---|---|---|---|---|---|---|"
    );
    let mut random = Random::new(SEED);
    for (name, half) in [("cubes on cubes", [0.5; 3]), ("planks on planks", [2.0, 0.5, 0.1])] {
        let mut tally = Scene::new();
        for _ in 0..PAIRS {
            let [a, b] = stacked(half, &mut random);
            tally.add(&a, &b, &mut random);
        }
        tally.print(name);
    }
    let boxes = PAIRS / 5;
    let cloud = generate::cloud(boxes, PAIRS, SEED);
    for scene in [cloud, generate::pile(boxes / 2, SEED)] {
        let stored = |index: u32| OrientedBox {
            center: scene.position[index as usize],
            rotation: scene.rotation[index as usize],
            half_extents: scene.half_extents[index as usize],
        };
        let mut tally = Scene::new();
        for &[a, b] in &scene.pairs {
            tally.add(&stored(a), &stored(b), &mut random);
        }
        tally.print(&scene.name);
    }
    let recording = embedded(ReadOptions::default())?;
    let mut tally = Scene::new();
    for number in 0..recording.frames() {
        let frame = recording.frame(number);
        let stored = |index: u32| OrientedBox {
            center: frame.positions[index as usize],
            rotation: frame.rotations[index as usize],
            half_extents: recording.half_extents()[index as usize],
        };
        for &[a, b] in frame.pairs {
            tally.add(&stored(a), &stored(b), &mut random);
        }
    }
    tally.print("embedded recording");
    Ok(())
}
