//! Scenes of upright boxes, whose rectangles are the cases that are hard in the plane.

use octosat_scenes::generate::{Random, Scene};

use crate::vector::narrow;

/// Most pairs of a scene.
const MOST_PAIRS: usize = 300;

/// Sizes of the rectangles, metres.
const SIZES: [f64; 6] = [1.0, 1.0, 1.0, 1e-3, 1e-25, 1e11];

/// Distances from the origin, in sizes.
const FAR: [f64; 3] = [5.0, 5.0, 1e6];

/// Gaps of boxes that nearly touch, in sizes: none, roundings, and those of small margins.
const GAPS: [f64; 6] = [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02];

/// How far beside the other's corner a corner is put, in half extents: near enough to count as it.
const BESIDE: f64 = 1e-6;

/// Keeps a direction that is drawn in a square away from zero, without unit.
const OFF_CENTER: f64 = 1e-3;

/// A rectangle in float64.
#[derive(Clone, Copy)]
struct Flat {
    center: [f64; 2],
    /// Cosine and sine.
    turn: [f64; 2],
    half_extents: [f64; 2],
}

/// Upright boxes, each two after each other a pair: anyhow, nearly touching, or points and rods.
pub(super) fn scene(number: u64, random: &mut Random) -> Scene {
    let size = SIZES[random.below(SIZES.len())];
    let far = FAR[random.below(FAR.len())].min(5e11 / size);
    let pairs = 1 + random.below(MOST_PAIRS);
    let (name, make): (&str, fn(&mut Random) -> [Flat; 2]) = match number % 3 {
        0 => ("upright-mixed", mixed),
        1 => ("upright-touching", touching),
        _ => ("upright-degenerate", degenerate),
    };
    let mut scene = Scene {
        name: name.to_owned(),
        half_extents: Vec::new(),
        position: Vec::new(),
        rotation: Vec::new(),
        pairs: Vec::new(),
    };
    for pair in 0..u32::try_from(pairs).unwrap_or(0) {
        let base = [random.range(-far, far), random.range(-far, far)];
        for Flat { center, turn, half_extents } in make(random) {
            let [x, y] = [0, 1].map(|k| narrow(size * (base[k] + center[k])));
            let [h, k] = half_extents.map(|extent| narrow(size * extent));
            scene.position.push([x, y, 0.0]);
            scene.half_extents.push([h, k, 0.0]);
            scene.rotation.push(about_z(turn));
        }
        scene.pairs.push([2 * pair, 2 * pair + 1]);
    }
    scene
}

/// Rectangles of which about half overlap.
fn mixed(random: &mut Random) -> [Flat; 2] {
    let center = [random.range(-1.5, 1.5), random.range(-1.5, 1.5)];
    [[0.0; 2], center].map(|center| Flat {
        center,
        turn: turn(random),
        half_extents: [random.range(0.05, 1.0), random.range(0.05, 1.0)],
    })
}

/// A few roundings from touching: along an axis of the first one, or corner to corner.
fn touching(random: &mut Random) -> [Flat; 2] {
    let first = turn(random);
    let second = if random.below(4) == 0 { first } else { turn(random) };
    let [a, b] = [(); 2].map(|()| [random.range(0.1, 1.0), random.range(0.1, 1.0)]);
    let gap = GAPS[random.below(GAPS.len())];
    // The lowest corner of b is put above a place of a's upper edge, or its corner.
    let lateral = [random.range(-1.0, 1.0), 1.0, -1.0, 1.0 + BESIDE][random.below(4)];
    let place = turned(first, [lateral * a[0], a[1] + gap]);
    let [c, s] = first;
    let height = |corner: &[f64; 2]| turned([c, -s], *corner)[1];
    let corner = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(x, y)| turned(second, [x * b[0], y * b[1]]))
        .into_iter()
        .min_by(|p, q| height(p).total_cmp(&height(q)))
        .unwrap_or_default();
    let center = [place[0] - corner[0], place[1] - corner[1]];
    let pair = [
        Flat { center: [0.0; 2], turn: first, half_extents: a },
        Flat { center, turn: second, half_extents: b },
    ];
    if random.below(2) == 0 { pair } else { [pair[1], pair[0]] }
}

/// Points, rods and plates of very different sizes.
fn degenerate(random: &mut Random) -> [Flat; 2] {
    let apart = [random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
    let center = if random.below(8) == 0 { [0.0; 2] } else { apart };
    [[0.0; 2], center].map(|center| {
        let half_extents = [(); 2].map(|()| match random.below(4) {
            0 => 0.0,
            1 => decades(random, 6),
            _ => random.range(0.1, 1.0),
        });
        Flat { center, turn: turn(random), half_extents }
    })
}

/// A quarter turn, nearly one, or any.
fn turn(random: &mut Random) -> [f64; 2] {
    let [c, s] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][random.below(4)];
    match random.below(4) {
        0 => [c, s],
        1 => {
            let noise = 0.01 * decades(random, 7);
            unit([c + random.range(-noise, noise), s + random.range(-noise, noise)])
        }
        _ => unit([random.range(-1.0, 1.0) + OFF_CENTER, random.range(-1.0, 1.0)]),
    }
}

/// A number below one, with fewer than so many zeros behind its point.
fn decades(random: &mut Random, most: usize) -> f64 {
    let places = random.below(most);
    (0..places).fold(random.range(0.1, 1.0), |number, _| number * 0.1)
}

/// The quaternion of a turn about z: half its angle, by the formula that does not cancel.
fn about_z([c, s]: [f64; 2]) -> [f32; 4] {
    let [w, z] = unit(if c < 0.0 { [s, 1.0 - c] } else { [1.0 + c, s] });
    [0.0, 0.0, narrow(z), narrow(w)]
}

fn turned([c, s]: [f64; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    [c * x - s * y, s * x + c * y]
}

fn unit([x, y]: [f64; 2]) -> [f64; 2] {
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}
