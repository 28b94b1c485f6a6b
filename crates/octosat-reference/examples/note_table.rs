//! Prints the table of the chapter on responses: where the fifteen-case routine as it is often
//! written and the routine put right differ, and by how much.
//!
//! ```text
//! cargo run --release -p octosat-reference --example note_table
//! ```
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "printing the table is what it is for")]

use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferencePair;
use octosat_reference::note::{NoteResponse, Policy};
use octosat_reference::textbook::MatrixBox;
use octosat_scenes::generate::{self, Scene};
use octosat_scenes::{ReadOptions, RecordingError, embedded};

/// Fixed, so that every run prints the same numbers.
const SEED: u64 = 1;

/// About as many pairs a scene.
const PAIRS: usize = 20_000;

/// A move this much longer than the shortest one counts as a detour, a part of it: beyond rounding.
const DETOUR: f64 = 0.01;

/// What the two forms say about the pairs of one scene.
#[derive(Default)]
struct Tally {
    pairs: usize,
    collide: usize,
    /// Collisions that the note's form denies.
    denied: usize,
    /// Those of them whose boxes more than touch.
    denied_deep: usize,
    /// Another case was chosen.
    other_case: usize,
    /// The note's case is a pair of edges.
    edges: usize,
    /// Boxes that still overlap after the note's move, beyond the reference's error bound.
    left: usize,
    /// The part of the depth that is then left, summed and at most.
    left_sum: f64,
    left_most: f64,
    /// Boxes that were moved farther than was needed.
    detours: usize,
    /// How many times as far, summed and at most.
    detour_sum: f64,
    detour_most: f64,
}

impl Tally {
    /// Adds a pair, moved to the origin: a move must not be rounded at a far coordinate.
    fn add(&mut self, a: OrientedBox, b: OrientedBox) {
        let center = std::array::from_fn(|k| b.center[k] - a.center[k]);
        self.add_at_origin(&OrientedBox { center: [0.0; 3], ..a }, &OrientedBox { center, ..b });
    }

    fn add_at_origin(&mut self, a: &OrientedBox, b: &OrientedBox) {
        self.pairs += 1;
        let boxes = [a, b].map(MatrixBox::from);
        let [written, right] = Policy::ALL.map(|policy| policy.respond(&boxes[0], &boxes[1]));
        let Some(right) = right else { return };
        self.collide += 1;
        let pair = ReferencePair::oriented(a, b);
        let depth = -pair.separations().separation;
        // Of two boxes that just touch every ratio of depths would be one of roundings.
        let deep = depth > 10.0 * pair.error_bound();
        let Some(written) = written else {
            self.denied += 1;
            self.denied_deep += usize::from(deep);
            return;
        };
        self.other_case += usize::from(written.case != right.case);
        self.edges += usize::from(written.case >= 6);
        if !deep {
            return;
        }
        let left = depth_after(a, b, &written);
        if left > 2.0 * pair.error_bound() {
            self.left += 1;
            self.left_sum += left / depth;
            self.left_most = self.left_most.max(left / depth);
        }
        let length = written.response.map(f64::from).iter().map(|c| c * c).sum::<f64>().sqrt();
        let detour = length * f64::from(written.depth) / depth;
        if detour > 1.0 + DETOUR {
            self.detours += 1;
            self.detour_sum += detour;
            self.detour_most = self.detour_most.max(detour);
        }
    }

    fn print(&self, name: &str) {
        let mean = |sum: f64, count: usize| if count == 0 { 0.0 } else { sum / whole(count) };
        let percent = |count: usize| 100.0 * mean(whole(count), self.collide);
        println!(
            "| {name} | {} | {} | {} | {} | {:.1} % | {:.1} % | {:.1} %, mean {:.0} %, most {:.0} % \
             | {:.1} %, mean {:.1}, most {:.0} |",
            self.pairs,
            self.collide,
            self.denied,
            self.denied_deep,
            percent(self.other_case),
            percent(self.edges),
            percent(self.left),
            100.0 * mean(self.left_sum, self.left),
            100.0 * self.left_most,
            percent(self.detours),
            mean(self.detour_sum, self.detours),
            self.detour_most,
        );
    }
}

/// How deep the boxes still overlap after both made their half of the move, meters.
fn depth_after(a: &OrientedBox, b: &OrientedBox, response: &NoteResponse) -> f64 {
    let [mut moved_a, mut moved_b] = [a, b].map(MatrixBox::from);
    response.part(&mut moved_a, &mut moved_b);
    let a = OrientedBox { center: moved_a.center, ..*a };
    let b = OrientedBox { center: moved_b.center, ..*b };
    -ReferencePair::oriented(&a, &b).separations().separation
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn whole(count: usize) -> f64 {
    count as f64
}

fn print_scene(scene: &Scene) {
    let mut tally = Tally::default();
    let stored = |index: u32| {
        let index = index as usize;
        OrientedBox {
            center: scene.position[index],
            rotation: scene.rotation[index],
            half_extents: scene.half_extents[index],
        }
    };
    for &[a, b] in &scene.pairs {
        tally.add(stored(a), stored(b));
    }
    tally.print(&scene.name);
}

fn main() -> Result<(), RecordingError> {
    println!(
        "| scene | pairs | collide | denied | denied, deep | other case | edge case | overlap left | detour |\n\
         |---|---|---|---|---|---|---|---|---|"
    );
    let boxes = PAIRS / 5;
    let mut scenes = vec![
        generate::cloud(boxes, PAIRS, SEED),
        generate::wall(boxes / 2, SEED),
        generate::pile(boxes / 2, SEED),
    ];
    scenes.extend(generate::adversarial(PAIRS, SEED));
    for scene in scenes {
        print_scene(&scene);
    }
    let mut tally = Tally::default();
    let recording = embedded(ReadOptions::default())?;
    for number in 0..recording.frames() {
        let frame = recording.frame(number);
        let stored = |index: u32| OrientedBox {
            center: frame.positions[index as usize],
            rotation: frame.rotations[index as usize],
            half_extents: recording.half_extents()[index as usize],
        };
        for &[a, b] in frame.pairs {
            tally.add(stored(a), stored(b));
        }
    }
    tally.print("embedded recording");
    Ok(())
}
