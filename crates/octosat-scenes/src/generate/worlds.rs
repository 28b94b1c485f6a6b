//! Makes worlds for the rounds of a search, with every generator, changed at random.

use super::adversarial::{extreme_ratios, near_parallel};
use super::clouds::{cloud, degenerate, needles, plates};
use super::numbers::narrow;
use super::random::Random;
use super::scene::Scene;
use super::structures::{pile, wall};
use super::touching::near_touching;

/// Most pairs a round asks for: enough for whole batches of every backend and odd ends.
const MOST_PAIRS: usize = 700;

/// The number of boxes of the scenes that take one: few, so that a box is in several pairs.
const BOXES: usize = 150;

/// Fewest boxes of a structure: a wall or a pile of fewer has no pairs.
const FEWEST_STRUCTURE_BOXES: usize = 2;

/// Distances of far rounds in meters; at the largest one the resolution of float32 is 6 cm.
const FAR_DISTANCES: [f64; 7] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/// Bound of the pairs of a short list: up to one more than the sixteen lanes of the widest batch.
const SHORT_LIST_BOUND: usize = 18;

/// Largest of the small margins, in parts of the first box's summed half extents.
const SMALL_MARGIN: f64 = 1e-3;

/// Largest half extent of a twin, in meters; the smallest is zero.
const LARGEST_TWIN: f64 = 2.0;

/// Largest coordinate of a twin's center, in meters.
const TWIN_CENTER: f64 = 10.0;

/// Size of the second twin, in parts of the first: the same (twice as often), half, or at random.
const TWIN_SCALES: [f32; 3] = [1.0, 1.0, 0.5];

/// Smallest and largest random size of the second twin, in parts of the first.
const TWIN_SCALE_RANGE: [f64; 2] = [0.1, 1.0];

/// How far a twin is moved along a world axis, in parts of the first one's half extent of that number: to its
/// surface, to where equal and aligned boxes touch, and by rounding alone.
const TWIN_MOVES: [f32; 3] = [1.0, 2.0, 1e-6];

/// Smallest half extent in meters, other than zero, of [`twins`] and of boxes in motion.
///
/// The engine's pre-scaled boxes accept no smaller ones. Without this limit, one in a million of the random values
/// would be smaller and would end a long search.
pub const SMALLEST_HALF_EXTENT: f32 = 1e-6;

/// Makes the world of the round `number`; ten consecutive rounds use ten kinds of worlds.
#[must_use]
pub fn world(number: u64, random: &mut Random) -> Scene {
    let seed = random.next_u64();
    let pairs = 1 + random.below(MOST_PAIRS);
    let mut scene = match number % 10 {
        0 => cloud(BOXES, pairs, seed),
        1 => near_touching(pairs, seed),
        2 => near_parallel(pairs, seed),
        3 => extreme_ratios(pairs, seed),
        4 => needles(BOXES, pairs, seed),
        5 => plates(BOXES, pairs, seed),
        6 => degenerate(BOXES, pairs, seed),
        7 => wall(FEWEST_STRUCTURE_BOXES + random.below(BOXES), seed),
        8 => pile(FEWEST_STRUCTURE_BOXES + random.below(BOXES), seed),
        _ => twins(pairs, seed),
    };
    if random.one_in(4) {
        // Far from the origin, centers are rounded coarsely.
        let distance = random.choose(&FAR_DISTANCES);
        let offset = random.direction().map(|component| narrow(component * distance));
        scene = scene.far_from_origin(offset);
    }
    if random.one_in(4) {
        random.shuffle(&mut scene.pairs);
    }
    if random.one_in(3) {
        scene.pairs.truncate(random.below(SHORT_LIST_BOUND));
    }
    scene
}

/// The margin of a round in meters: often zero, else about as large as the boxes or far smaller.
pub fn margin(scene: &Scene, random: &mut Random) -> f32 {
    let Some(first) = scene.half_extents.first() else { return 0.0 };
    let size = f64::from(first[0] + first[1] + first[2]);
    match random.below(4) {
        0 => narrow(size * random.unit()),
        1 => narrow(size * SMALL_MARGIN * random.unit()),
        _ => 0.0,
    }
}

/// Makes pairs of equal boxes in equal or nearly equal poses, one inside the other, or moved slightly along a
/// world axis.
#[must_use]
pub fn twins(pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("twins");
    for _ in 0..pairs {
        let half_extents = random.vector(0.0, LARGEST_TWIN).map(narrow);
        let center = random.vector(-TWIN_CENTER, TWIN_CENTER).map(narrow);
        let rotation = random.rotation().map(narrow);
        // Drawn in every case: the sequence of random numbers is part of what a seed means.
        let [low, high] = TWIN_SCALE_RANGE;
        let any = narrow(random.range(low, high));
        let scale = *TWIN_SCALES.get(random.below(TWIN_SCALES.len() + 1)).unwrap_or(&any);
        let mut moved = center;
        if random.one_in(2) {
            let axis = random.below(3);
            moved[axis] += half_extents[axis] * random.choose(&TWIN_MOVES);
        }
        let scaled = half_extents.map(|extent| extent * scale);
        scene.half_extents.extend([half_extents, scaled].map(|extents| extents.map(storable)));
        scene.position.extend([center, moved]);
        scene.rotation.extend([rotation, rotation.map(|component| -component)]);
    }
    scene.with_neighbor_pairs()
}

/// The half extent, or zero if it is smaller than [`SMALLEST_HALF_EXTENT`].
pub(super) fn storable(half_extent: f32) -> f32 {
    if half_extent < SMALLEST_HALF_EXTENT { 0.0 } else { half_extent }
}
