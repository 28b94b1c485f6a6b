//! Makes scenes of upright boxes whose rectangles are hard cases in the plane.

use glam::DVec2;

use super::random::Random;
use super::scene::Scene;

/// Most pairs of a scene.
const MOST_PAIRS: usize = 300;

/// Sizes of the rectangles in meters.
const SIZES: [f64; 6] = [1.0, 1.0, 1.0, 1e-3, 1e-25, 1e11];

/// Distances from the origin, in sizes.
const FAR: [f64; 3] = [5.0, 5.0, 1e6];

/// Largest distance from the origin in meters: half of the largest coordinate of the engine.
const FARTHEST: f64 = 5e11;

/// Separations of boxes that nearly touch, in sizes: none, roundings, and those of small margins.
const GAPS: [f64; 6] = [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02];

/// How far a vertex is put past the other's vertex, in half extents: near enough to count as the same place.
const PAST: f64 = 1e-6;

/// Keeps a direction that is drawn in a square away from zero, without unit.
const OFF_CENTER: f64 = 1e-3;

/// A rectangle in float64.
#[derive(Clone, Copy)]
struct Flat {
    center: DVec2,
    /// Cosine and sine.
    turn: DVec2,
    half_extents: DVec2,
}

/// Makes pairs of consecutive upright boxes, of three kinds in turn: random pairs, nearly touching pairs, and
/// points and rods.
#[must_use]
pub fn scene(number: u64, random: &mut Random) -> Scene {
    let size = random.choose(&SIZES);
    let far = random.choose(&FAR).min(FARTHEST / size);
    let pairs = 1 + random.below(MOST_PAIRS);
    let (name, make): (_, fn(&mut Random) -> [Flat; 2]) = match number % 3 {
        0 => ("upright-mixed", mixed),
        1 => ("upright-touching", touching),
        _ => ("upright-degenerate", degenerate),
    };
    let mut scene = Scene::empty(name);
    for _ in 0..pairs {
        let base = vector(random, -far, far);
        for Flat { center, turn, half_extents } in make(random) {
            let center = size * (base + center);
            // Half the angle, by the formula that does not cancel.
            let half = if turn.x < 0.0 {
                DVec2::new(turn.y, 1.0 - turn.x)
            } else {
                DVec2::new(1.0 + turn.x, turn.y)
            };
            let half = half.normalize();
            let rotation = [0.0, 0.0, half.y, half.x];
            scene.push((size * half_extents).extend(0.0), center.extend(0.0), rotation);
        }
    }
    scene.with_neighbor_pairs()
}

/// Rectangles of which about half overlap.
fn mixed(random: &mut Random) -> [Flat; 2] {
    let center = vector(random, -1.5, 1.5);
    [DVec2::ZERO, center].map(|center| Flat {
        center,
        turn: turn(random),
        half_extents: vector(random, 0.05, 1.0),
    })
}

/// Within a few roundings of touching: along an axis of the first rectangle, or vertex to vertex.
fn touching(random: &mut Random) -> [Flat; 2] {
    let first = turn(random);
    let second = if random.one_in(4) { first } else { turn(random) };
    let [a, b] = [(); 2].map(|()| vector(random, 0.1, 1.0));
    let gap = random.choose(&GAPS);
    // The lowest vertex of b is put above a place on a's upper edge, or above a's vertex.
    let lateral = [random.range(-1.0, 1.0), 1.0, -1.0, 1.0 + PAST][random.below(4)];
    let place = first.rotate(DVec2::new(lateral * a.x, a.y + gap));
    let up = first.perp();
    let vertices = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(x, y)| second.rotate(DVec2::new(x, y) * b));
    let lower = |p: DVec2, q: DVec2| if q.dot(up) < p.dot(up) { q } else { p };
    let lowest = vertices.into_iter().reduce(lower).unwrap_or_default();
    let pair = [
        Flat { center: DVec2::ZERO, turn: first, half_extents: a },
        Flat { center: place - lowest, turn: second, half_extents: b },
    ];
    if random.one_in(2) { pair } else { [pair[1], pair[0]] }
}

/// Points, rods and plates of very different sizes.
fn degenerate(random: &mut Random) -> [Flat; 2] {
    let apart = vector(random, -1.0, 1.0);
    let center = if random.one_in(8) { DVec2::ZERO } else { apart };
    [DVec2::ZERO, center].map(|center| {
        let half_extents = [(); 2].map(|()| match random.below(4) {
            0 => 0.0,
            1 => random.decades(6),
            _ => random.range(0.1, 1.0),
        });
        Flat { center, turn: turn(random), half_extents: half_extents.into() }
    })
}

/// A quarter turn, nearly a quarter turn, or any rotation.
fn turn(random: &mut Random) -> DVec2 {
    let quarter = random.choose(&[DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y]);
    match random.below(4) {
        0 => quarter,
        1 => {
            let noise = 0.01 * random.decades(7);
            (quarter + vector(random, -noise, noise)).normalize()
        }
        _ => (vector(random, -1.0, 1.0) + DVec2::new(OFF_CENTER, 0.0)).normalize(),
    }
}

fn vector(random: &mut Random, low: f64, high: f64) -> DVec2 {
    DVec2::new(random.range(low, high), random.range(low, high))
}
