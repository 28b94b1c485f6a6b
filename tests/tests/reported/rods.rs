//! Rods and capsules that contain moving edges.

use octosat::{Capsule, OrientedBox};
use octosat_scenes::generate::edges::{Ends, MovingEdges};
use octosat_scenes::generate::narrow as narrowed;
use octosat_tests::{
    Vector, add, along, boxed, columns, dot, length, narrow, normalized, product, turn, wide,
};

use crate::solids::{X, Y, taking};

/// The half thickness of rods, as a part of the longer edge.
const THICKNESS: f64 = 1.0 / 512.0;

/// The part of the half thickness within which edges must stay in their rods: the rest is for times in between.
const WITHIN: f64 = 0.9;

/// The part of it by which straight edges may turn.
const TURNING: f64 = 0.05;

/// The times at which it is looked at.
const TIMES: u32 = 32;

/// The part of the lengths and ways of a query that rods must be thicker than: sixteen cast bounds of 35 u and more.
const RESOLVED: f64 = 4e-5;

/// Two rods that contain two edges during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rods {
    /// Both at the start, and at the end.
    pub(crate) boxes: [[OrientedBox; 2]; 2],
    /// Capsules around the edges at the start.
    pub(crate) capsules: [Capsule; 2],
    /// The displacement of b as seen from a.
    pub(crate) motion: [f32; 3],
    /// Whether the edges move without turning.
    pub(crate) is_straight: bool,
    /// Half the thickness, meters.
    pub(crate) half: f64,
}

impl Rods {
    /// The rods of edges, if they contain the edges during the whole step: the ends of edges move along straight lines,
    /// and those of a rod that turns along arcs.
    pub(crate) fn around(edges: &MovingEdges) -> Option<Self> {
        let all = [0, 1].map(|side| [edges.start[side], edges.end[side]]);
        let longest =
            all.as_flattened().iter().map(|ends| length(along_edge(ends))).fold(0.0, f64::max);
        let half = THICKNESS * longest;
        let ways = all.map(|[start, end]| along(middle(&end), -1.0, middle(&start)));
        let motion = along(ways[1], -1.0, ways[0]);
        let offset = length(along(middle(&edges.start[1]), -1.0, middle(&edges.start[0])));
        let far = all.iter().map(|[start, _]| length(middle(start))).fold(0.0, f64::max);
        let is_resolved = half > RESOLVED * (offset + far + length(motion) + 2.0 * longest);
        let rods = all.map(|[start, end]| rod(&start, &end, half));
        let is_inside = (0..2).all(|side| contains(&rods[side], &all[side], WITHIN * half));
        if !is_resolved || !is_inside {
            return None;
        }
        let capsules = [0, 1].map(|side| {
            let [start, end] = edges.start[side].map(narrow);
            Capsule::new(start, end, narrowed(half)).unwrap()
        });
        let turned = |[start, end]: &[Ends; 2]| {
            length(along(along_edge(end), -1.0, along_edge(start))) > TURNING * half
        };
        let [[a, a_end], [b, b_end]] = rods;
        let boxes = [[a, b], [a_end, b_end]];
        let is_straight = !all.iter().any(turned);
        Some(Self { boxes, capsules, motion: narrow(motion), is_straight, half })
    }
}

fn along_edge([start, end]: &Ends) -> Vector {
    along(*end, -1.0, *start)
}

fn middle([start, end]: &Ends) -> Vector {
    [0, 1, 2].map(|k| 0.5 * (start[k] + end[k]))
}

/// An edge at a time, whose ends move along straight lines.
pub(crate) fn between(start: &Ends, end: &Ends, time: f64) -> Ends {
    [0, 1].map(|at| along(start[at], time, along(end[at], -1.0, start[at])))
}

/// A rod at the start and at the end, as long as the longer of both edges.
fn rod(start: &Ends, end: &Ends, half: f64) -> [OrientedBox; 2] {
    let ways = [start, end].map(|ends| normalized(along_edge(ends)));
    let longest = [start, end].map(|ends| length(along_edge(ends))).into_iter().fold(0.0, f64::max);
    // A vector and its opposite have no shortest turn: here it is any half turn.
    let opposite = length(add(X, ways[0])) < 1e-6;
    let first = if opposite { turn(Y, std::f64::consts::PI) } else { taking(X, ways[0]) };
    let last = if length(add(ways[0], ways[1])) < 1e-6 {
        first
    } else {
        product(taking(ways[0], ways[1]), first)
    };
    let half_extents = [0.5 * longest + half, half, half];
    [boxed(middle(start), first, half_extents), boxed(middle(end), last, half_extents)]
}

/// Whether a rod contains a moving edge up to a length less than its own end and thickness.
fn contains(rod: &[OrientedBox; 2], edge: &[Ends; 2], within: f64) -> bool {
    let [start, end] = rod.map(|of| (wide(of.pose.center), wide(of.pose.rotation)));
    let half = wide(rod[0].half_extents);
    (0..=TIMES).all(|step| {
        let time = f64::from(step) / f64::from(TIMES);
        let center = along(start.0, time, along(end.0, -1.0, start.0));
        let turned: [f64; 4] = [0, 1, 2, 3].map(|k| start.1[k] + time * (end.1[k] - start.1[k]));
        let axes = columns(normalized(turned));
        between(&edge[0], &edge[1], time).iter().all(|point| {
            let offset = along(*point, -1.0, center);
            let reach = |k: usize| dot(axes[k], offset).abs();
            reach(0) <= half[0] - half[1] + within && reach(1) <= within && reach(2) <= within
        })
    })
}
