//! The worlds that rounds take turns with: every generator, changed at random.

use octosat::tolerances::SMALLEST_SCALED_HALF_EXTENT;
use octosat_scenes::generate::{
    Random, Scene, cloud, degenerate, extreme_ratios, near_parallel, near_touching, needles, pile,
    plates, wall,
};

use crate::vector::narrow;

/// Most pairs a round asks for: enough for whole batches of every backend and odd ends.
const MOST_PAIRS: usize = 700;

/// Boxes of the scenes that take their number: few, so that a box is in several pairs.
const BOXES: usize = 150;

/// Fewest boxes of a structure: a wall or a pile of fewer has no pairs.
const FEWEST_STRUCTURE_BOXES: usize = 2;

/// Kinds of worlds, which rounds take turns with.
const WORLDS: u64 = 10;

/// One of so many rounds is moved away from the origin, where centres are coarsely rounded.
const ROUNDS_A_FAR_ONE: usize = 4;

/// Step between the distances of far rounds, a factor.
const FAR_STEP: f64 = 10.0;

/// Distances of far rounds: 1 m, 10 m and so on up to 1000 km, where float32 is 6 cm coarse.
const FAR_DISTANCES: usize = 7;

/// One of so many rounds has its pairs in random order.
const ROUNDS_A_SHUFFLED_ONE: usize = 4;

/// One of so many rounds has a short list of pairs.
const ROUNDS_A_SHORT_ONE: usize = 3;

/// Bound of the pairs of a short list: up to one more than the sixteen lanes of the widest batch.
const SHORT_LIST_BOUND: usize = 18;

/// Kinds of margins to choose from: as large as boxes, small, and twice none.
const MARGIN_KINDS: usize = 4;

/// Largest of the small margins, in parts of the first box's summed half extents.
const SMALL_MARGIN: f64 = 1e-3;

/// Largest half extent of a twin, in metres; the smallest is zero.
const LARGEST_TWIN: f64 = 2.0;

/// Largest coordinate of a twin's centre, in metres.
const TWIN_CENTER: f64 = 10.0;

/// Size of the second twin, in parts of the first: the same (twice as often), half, or at random.
const TWIN_SCALES: [f32; 3] = [1.0, 1.0, 0.5];

/// Smallest and largest random size of the second twin, in parts of the first.
const TWIN_SCALE_RANGE: [f64; 2] = [0.1, 1.0];

/// One of so many pairs of twins is moved apart.
const TWINS_A_MOVED_PAIR: usize = 2;

/// How far a twin is moved along an axis of the world, in parts of the first one's half extent of
/// that number: to its surface, to where equal and aligned boxes touch, and by rounding alone.
const TWIN_MOVES: [f32; 3] = [1.0, 2.0, 1e-6];

/// The world of a round.
pub(crate) fn world(number: u64, random: &mut Random) -> Scene {
    let seed = random.next_u64();
    let pairs = 1 + random.below(MOST_PAIRS);
    let scene = match number % WORLDS {
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
    let mut scene = if random.below(ROUNDS_A_FAR_ONE) == 0 {
        let power = random.below(FAR_DISTANCES);
        let distance = FAR_STEP.powi(i32::try_from(power).unwrap_or(0));
        let offset = random.direction().map(|component| narrow(component * distance));
        scene.far_from_origin(offset)
    } else {
        scene
    };
    if random.below(ROUNDS_A_SHUFFLED_ONE) == 0 {
        random.shuffle(&mut scene.pairs);
    }
    scene.pairs.truncate(short_length(scene.pairs.len(), random));
    scene
}

/// Now and then a list of a batch or less, and one pair more.
fn short_length(whole: usize, random: &mut Random) -> usize {
    if random.below(ROUNDS_A_SHORT_ONE) == 0 {
        random.below(SHORT_LIST_BOUND).min(whole)
    } else {
        whole
    }
}

/// The margin of a round in metres: often none, else about as large as the boxes or far smaller.
pub(crate) fn margin(scene: &Scene, random: &mut Random) -> f32 {
    let Some(first) = scene.half_extents.first() else { return 0.0 };
    let size = f64::from(first[0] + first[1] + first[2]);
    match random.below(MARGIN_KINDS) {
        0 => narrow(size * random.unit()),
        1 => narrow(size * SMALL_MARGIN * random.unit()),
        _ => 0.0,
    }
}

/// Pairs of equal boxes in equal or nearly equal poses, one inside the other, or moved by a little
/// along an axis of the world.
fn twins(pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene {
        name: "twins".to_owned(),
        half_extents: Vec::new(),
        position: Vec::new(),
        rotation: Vec::new(),
        pairs: Vec::new(),
    };
    for pair in 0..u32::try_from(pairs).unwrap_or(u32::MAX) {
        let half_extents = random.vector(0.0, LARGEST_TWIN).map(narrow);
        let center = random.vector(-TWIN_CENTER, TWIN_CENTER).map(narrow);
        let rotation = random.rotation().map(narrow);
        // Drawn in every case: the sequence of random numbers is part of what a seed means.
        let [low, high] = TWIN_SCALE_RANGE;
        let any = narrow(random.range(low, high));
        let scale = *TWIN_SCALES.get(random.below(TWIN_SCALES.len() + 1)).unwrap_or(&any);
        let mut moved = center;
        if random.below(TWINS_A_MOVED_PAIR) == 0 {
            let axis = random.below(3);
            moved[axis] += half_extents[axis] * TWIN_MOVES[random.below(TWIN_MOVES.len())];
        }
        let scaled = half_extents.map(|extent| extent * scale);
        scene.half_extents.extend([half_extents, scaled].map(|extents| extents.map(storable)));
        scene.position.extend([center, moved]);
        scene.rotation.extend([rotation, rotation.map(|component| -component)]);
        scene.pairs.push([2 * pair, 2 * pair + 1]);
    }
    scene
}

/// The half extent, or zero where no pre-scaled store takes one so small: one in a million that is
/// drawn from zero on is, and a long search would end there.
pub(super) fn storable(half_extent: f32) -> f32 {
    if half_extent < SMALLEST_SCALED_HALF_EXTENT { 0.0 } else { half_extent }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_half_extent_is_too_small_for_any_store() {
        let smallest = SMALLEST_SCALED_HALF_EXTENT;
        assert_eq!(
            [0.5 * smallest, smallest].map(storable).map(f32::to_bits),
            [0, smallest.to_bits()]
        );
        // The first seed whose round drew such a component stopped a search of ten million pairs.
        for seed in 0..2000 {
            let twins = twins(MOST_PAIRS, seed);
            let extents = twins.half_extents.as_flattened().iter();
            assert!(extents.clone().all(|&e| e == 0.0 || e >= SMALLEST_SCALED_HALF_EXTENT));
        }
    }
}
