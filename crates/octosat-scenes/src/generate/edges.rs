//! Pairs of edges that move during a step, of which it is known whether and when they meet.
//!
//! As in the queries that are published with Tight Inclusion (Wang et al., "A Large-scale Benchmark and an
//! Inclusion-based Algorithm for Continuous Collision Detection", 2021), the ends of the edges move along straight lines.

use glam::DVec3;

use super::random::Random;

/// The ends of an edge: first end, second end.
pub type Ends = [[f64; 3]; 2];

/// Two edges whose ends move along straight lines during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingEdges {
    /// Both edges at the start, a and then b.
    pub start: [Ends; 2],
    /// Both edges at the end.
    pub end: [Ends; 2],
    /// Whether and when they meet.
    pub known: Known,
}

/// What is known of two edges by how they were made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// They share a point at this part of the step, and maybe earlier.
    Meet(f64),
    /// They are never nearer to each other than this, meters.
    Apart(f64),
}

/// Powers of ten below one meter that gaps and tilts of edges go down to: what float64 still resolves across edges that
/// are as nearly parallel.
const DECADES: usize = 6;

/// Radians by which edges turn at most during a step.
const LARGEST_TURN: f64 = 0.2;

/// Makes a pair of edges: along the axes of the world, nearly parallel or in any direction; meeting with their ends or
/// between them, or passing each other as near as a micrometer; one in two moves without turning.
#[must_use]
pub fn moving_edges(random: &mut Random) -> MovingEdges {
    let edges = directions(random).map(|way| way * random.range(0.2, 2.0));
    let time = random.range(0.02, 1.0);
    // The common perpendicular; across parallel edges any.
    let across = perpendicular(edges);
    let gap = if random.one_in(2) { 0.0 } else { random.decades(DECADES) };
    let meeting = random.vector(-1.0, 1.0);
    let parts = [(); 2].map(|()| part(random));
    let turns = !random.one_in(2);
    let speed = DVec3::from(random.vector(-1.0, 1.0));
    let still = [[[0.0; 3]; 2]; 2];
    let known = if gap > 0.0 { Known::Apart(gap) } else { Known::Meet(time) };
    let mut moving = MovingEdges { start: still, end: still, known };
    for side in 0..2 {
        let aside = if side == 0 { -0.5 * gap } else { 0.5 * gap };
        let base = DVec3::from(meeting) + aside * across - parts[side] * edges[side];
        let slide = DVec3::from(random.vector(-1.0, 1.0)) + if side == 0 { -speed } else { speed };
        let spin = DVec3::from(random.vector(-LARGEST_TURN, LARGEST_TURN)).cross(edges[side]);
        for at in 0..2 {
            let place = base + at as f64 * edges[side];
            let mut way = slide;
            if turns {
                way += (at as f64 - 0.5) * spin;
            }
            if gap > 0.0 {
                // What passes keeps to a plane across the gap.
                way -= way.dot(across) * across;
            }
            moving.start[side][at] = (place - time * way).to_array();
            moving.end[side][at] = (place + (1.0 - time) * way).to_array();
        }
    }
    moving
}

/// Where on an edge it meets the other one: at an end, in the middle, or anywhere.
fn part(random: &mut Random) -> f64 {
    match random.below(4) {
        0 => 0.0,
        1 => 1.0,
        2 => 0.5,
        _ => random.unit(),
    }
}

/// Two unit directions: along the axes of the world, nearly or exactly parallel, or any.
fn directions(random: &mut Random) -> [DVec3; 2] {
    let any = DVec3::from(random.direction());
    match random.below(4) {
        0 => [(); 2].map(|()| DVec3::AXES[random.below(3)]),
        1 => [any; 2],
        2 => {
            let tilted = any + 10.0 * random.decades(DECADES) * DVec3::from(random.direction());
            [any, tilted / tilted.length()]
        }
        _ => [any, DVec3::from(random.direction())],
    }
}

/// A unit vector perpendicular to both.
fn perpendicular([a, b]: [DVec3; 2]) -> DVec3 {
    /// The part of both lengths below which a cross product has no direction.
    const PARALLEL: f64 = 1e-7;
    let cross = a.cross(b);
    let across = if cross.length() > PARALLEL * a.length() * b.length() {
        cross
    } else {
        let least = a.abs().min_position();
        a.cross(DVec3::AXES[least])
    };
    across / across.length()
}
