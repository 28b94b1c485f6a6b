//! The worlds that rounds take turns with: every generator, changed at random.

use octosat_scenes::generate::{
    Random, Scene, cloud, degenerate, extreme_ratios, near_parallel, near_touching, needles, pile,
    plates, wall,
};

/// Pairs a round asks for: enough for whole batches of every backend and odd ends.
const PAIRS: usize = 700;

/// Boxes of the scenes that take their number.
const BOXES: usize = 150;

/// The world of a round.
pub(super) fn world(number: u64, random: &mut Random) -> Scene {
    let seed = random.next_u64();
    let pairs = 1 + random.below(PAIRS);
    let scene = match number % 10 {
        0 => cloud(BOXES, pairs, seed),
        1 => near_touching(pairs, seed),
        2 => near_parallel(pairs, seed),
        3 => extreme_ratios(pairs, seed),
        4 => needles(BOXES, pairs, seed),
        5 => plates(BOXES, pairs, seed),
        6 => degenerate(BOXES, pairs, seed),
        7 => wall(2 + random.below(BOXES), seed),
        8 => pile(2 + random.below(BOXES), seed),
        _ => twins(pairs, seed),
    };
    let mut scene = if random.below(4) == 0 {
        let distance = 10.0_f64.powi(i32::try_from(random.below(7)).unwrap_or(0));
        let offset = random.direction().map(|component| narrow(component * distance));
        scene.far_from_origin(offset)
    } else {
        scene
    };
    if random.below(4) == 0 {
        random.shuffle(&mut scene.pairs);
    }
    scene.pairs.truncate(short_length(scene.pairs.len(), random));
    scene
}

/// Now and then a list shorter than two batches.
fn short_length(whole: usize, random: &mut Random) -> usize {
    if random.below(3) == 0 { random.below(18).min(whole) } else { whole }
}

/// The margin of a round in metres: often none, else about as large as the boxes or far smaller.
pub(super) fn margin(scene: &Scene, random: &mut Random) -> f32 {
    let Some(first) = scene.half_extents.first() else { return 0.0 };
    let size = f64::from(first[0] + first[1] + first[2]);
    match random.below(4) {
        0 => narrow(size * random.unit()),
        1 => narrow(size * 1e-3 * random.unit()),
        _ => 0.0,
    }
}

/// Pairs of equal boxes in equal or nearly equal poses, one inside the other, or moved by a little
/// along an axis of the first.
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
        let half_extents = random.vector(0.0, 2.0).map(narrow);
        let center = random.vector(-10.0, 10.0).map(narrow);
        let rotation = random.rotation().map(narrow);
        let scale = [1.0, 1.0, 0.5, narrow(random.range(0.1, 1.0))][random.below(4)];
        let mut moved = center;
        if random.below(2) == 0 {
            let axis = random.below(3);
            moved[axis] += half_extents[axis] * [1.0, 2.0, 1e-6][random.below(3)];
        }
        scene.half_extents.extend([half_extents, half_extents.map(|extent| extent * scale)]);
        scene.position.extend([center, moved]);
        scene.rotation.extend([rotation, rotation.map(|component| -component)]);
        scene.pairs.push([2 * pair, 2 * pair + 1]);
    }
    scene
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the purpose")]
fn narrow(value: f64) -> f32 {
    value as f32
}
