//! How far boxes have really moved, and where their contacts are, in float64 and by nothing of the engine.

use std::collections::HashMap;

use octosat::{CacheMode, ContactCache, ContactKind, Engine, Manifold, Manifolds, SurfacePoints};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferencePair;
use octosat_tests::{Vector, add, along, columns, dot, length, wide};

use crate::bodies::Bodies;

/// Meters that an answer may be off, for each meter of the boxes and their coordinates: a few hundred units in the
/// last place of `f32`.
const ROUNDING: f64 = 2e-5;

/// A part of a depth by which another choice of the axis, of the faces and of points may change it: last frame's
/// axis is kept up to a fiftieth, a face is preferred up to a twentieth, and the deepest point may hide a twentieth.
const CHOICE: f64 = 0.12;

/// A box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    center: Vector,
    axes: [Vector; 3],
    half: Vector,
}

impl Solid {
    pub(crate) fn new(bodies: &Bodies, index: u32) -> Self {
        let index = index as usize;
        Self {
            center: wide(bodies.centers[index]),
            axes: columns(wide(bodies.rotations[index])),
            half: wide(bodies.half_extents[index]),
        }
    }

    /// Where a point of the box' frame is.
    pub(crate) fn to_world(self, point: Vector) -> Vector {
        add(self.center, self.turned(point))
    }

    /// A vector of the box' frame along the axes of the world.
    pub(crate) fn turned(&self, [x, y, z]: Vector) -> Vector {
        along(along(along([0.0; 3], x, self.axes[0]), y, self.axes[1]), z, self.axes[2])
    }

    /// A vector of the world along the axes of the box.
    pub(crate) fn turned_back(&self, vector: Vector) -> Vector {
        self.axes.map(|axis| dot(axis, vector))
    }

    fn corner(&self, number: usize) -> Vector {
        let side = |k: usize| if number >> k & 1 == 1 { self.half[k] } else { -self.half[k] };
        self.to_world([side(0), side(1), side(2)])
    }

    /// How far the corner that went farthest has gone.
    fn moved_from(&self, before: &Self) -> f64 {
        let moved = |k| length(minus(self.corner(k), before.corner(k)));
        (0..8).map(moved).fold(0.0, f64::max)
    }

    /// How far a point is outside of the box.
    fn distance(&self, point: Vector) -> f64 {
        let inside = self.turned_back(minus(point, self.center));
        length(std::array::from_fn(|k| (inside[k].abs() - self.half[k]).max(0.0)))
    }

    fn smallest(&self) -> f64 {
        self.half.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Meters that rounding may be about.
    fn size(&self) -> f64 {
        length(self.half) + length(self.center)
    }
}

pub(crate) fn minus(a: Vector, b: Vector) -> Vector {
    along(a, -1.0, b)
}

/// A pair when its row was computed.
struct Computed {
    boxes: [Solid; 2],
    row: Manifold,
    surfaces: Vec<SurfacePoints>,
}

/// Follows the frames of a cache, and looks whether everything that was taken over might be.
pub(crate) struct Oracle {
    motion: f64,
    margin: f32,
    computed: HashMap<[u32; 2], Computed>,
    pub(crate) seen: Seen,
}

/// What there was, so that a test knows that it tested something.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Manifolds that were reused, and those computed although a frame before had one.
    pub(crate) reused: usize,
    pub(crate) recomputed: usize,
    /// Pairs apart that were taken over.
    pub(crate) apart: usize,
    /// The largest motion of a reused manifold's boxes, as a part of what they may move.
    pub(crate) largest_part: f64,
    /// The least motion of a computed one's, as such a part.
    pub(crate) least_part: f64,
}

impl Oracle {
    pub(crate) fn new(cache: &ContactCache, margin: f32) -> Self {
        let motion = match cache.mode() {
            CacheMode::Reuse { motion } => f64::from(motion),
            CacheMode::Steady => 0.0,
        };
        let seen = Seen { least_part: f64::INFINITY, ..Seen::default() };
        Self { motion, margin, computed: HashMap::new(), seen }
    }

    /// Looks at the frame that the cache has just answered; pairs are listed once.
    pub(crate) fn look(&mut self, engine: &Engine, bodies: &Bodies, found: &Manifolds) {
        let stateless = bodies.stateless(engine, self.margin);
        for (number, &pair) in bodies.pairs.iter().enumerate() {
            let boxes = pair.map(|index| Solid::new(bodies, index));
            let row = found.manifolds()[number];
            let expected = stateless.manifolds()[number];
            if row.len == 0 {
                self.look_at_pair_apart((bodies, pair), boxes, row, expected);
            } else if row.is_reused() {
                self.look_at_reused(boxes, (found, number), (pair, expected));
            } else if let Some(before) = self.computed.get(&pair).filter(|one| one.row.len > 0) {
                self.seen.recomputed += 1;
                let part = moved(&boxes, &before.boxes) / self.allowed(before);
                self.seen.least_part = self.seen.least_part.min(part);
            }
            if !row.is_reused() {
                let first = row.first as usize;
                let surfaces = &found.surfaces()[first..first + usize::from(row.len)];
                let computed = Computed { boxes, row, surfaces: surfaces.to_vec() };
                self.computed.insert(pair, computed);
            }
        }
    }

    /// How far the boxes may move.
    fn allowed(&self, computed: &Computed) -> f64 {
        let [a, b] = &computed.boxes;
        let motion = self.motion * a.smallest().min(b.smallest());
        match computed.row.kind() {
            ContactKind::Face | ContactKind::Edge => motion,
            ContactKind::Closest => motion.min(-0.1 * f64::from(computed.row.depth)),
            other => panic!("{other} was reused"),
        }
    }

    /// A pair apart may be no nearer than it says, and none within the margin is said to be apart.
    fn look_at_pair_apart(
        &mut self,
        (bodies, pair): (&Bodies, [u32; 2]),
        [a, b]: [Solid; 2],
        row: Manifold,
        expected: Manifold,
    ) {
        let rounding = ROUNDING * (a.size() + b.size());
        let gap = -f64::from(row.depth);
        let is_near = gap <= f64::from(self.margin) + rounding;
        assert!(expected.len == 0 || is_near, "{pair:?} {row:?}, not {expected:?}");
        if row.is_reused() {
            self.seen.apart += 1;
            let [a, b] = pair.map(|index| {
                let index = index as usize;
                OrientedBox {
                    center: bodies.centers[index],
                    rotation: bodies.rotations[index],
                    half_extents: bodies.half_extents[index],
                }
            });
            let distance = ReferencePair::oriented(&a, &b).closest_points().distance;
            assert!(gap <= distance + rounding, "{pair:?} {row:?}: {distance}");
        }
    }

    /// A manifold that was reused is of boxes that barely moved, where its points went with them.
    fn look_at_reused(
        &mut self,
        boxes: [Solid; 2],
        (found, number): (&Manifolds, usize),
        (pair, expected): ([u32; 2], Manifold),
    ) {
        let computed = &self.computed[&pair];
        let row = found.manifolds()[number];
        let moved = moved(&boxes, &computed.boxes);
        let rounding = ROUNDING * (boxes[0].size() + boxes[1].size());
        if moved > 0.0 {
            self.seen.reused += 1;
            let allowed = self.allowed(computed);
            assert!(moved <= allowed + 1e-6 * boxes[0].size(), "{pair:?}: {moved}, not {allowed}");
            self.seen.largest_part = self.seen.largest_part.max(moved / allowed);
        }
        let depth = f64::from(row.depth);
        let off = (depth - f64::from(expected.depth)).abs();
        let allowed = moved + CHOICE * f64::from(expected.depth).abs().max(depth.abs()) + rounding;
        assert!(off <= allowed, "{pair:?}: {row:?}, not {expected:?}");
        let normal = boxes[0].turned(computed.boxes[0].turned_back(wide(computed.row.normal)));
        assert!(length(minus(normal, wide(row.normal))) < 1e-5, "{pair:?} {row:?}");
        // Where the surfaces slide, the points are those in the middle of the way: of the second order.
        let smallest = boxes[0].smallest().min(boxes[1].smallest());
        let slide = if moved > 0.0 { 2.0 * moved * moved / smallest } else { 0.0 };
        let rounding = rounding + slide;
        let [mut deepest, mut deepest_before] = [f64::NEG_INFINITY; 2];
        for (point, surfaces) in found.of(number).iter().zip(&computed.surfaces) {
            let on_a = boxes[0].to_world(wide(surfaces.on_a));
            let on_b = boxes[1].to_world(wide(surfaces.on_b));
            let middle = std::array::from_fn(|k| 0.5 * (on_a[k] + on_b[k]));
            let position = wide(point.position);
            let off = length(minus(middle, position));
            assert!(off <= rounding, "{pair:?}: {point:?}, not at {middle:?}");
            let depth = dot(normal, minus(on_a, on_b));
            let off = (depth - f64::from(point.depth)).abs();
            assert!(off <= rounding, "{pair:?}: {point:?}, not {depth} deep");
            assert!(-f64::from(point.depth) <= f64::from(self.margin) + rounding, "{point:?}");
            for solid in &boxes {
                let outside = solid.distance(position) - 0.5 * f64::from(point.depth).abs();
                assert!(outside <= moved + rounding, "{pair:?}: {point:?} is {outside} outside");
            }
            deepest = deepest.max(depth);
            deepest_before = deepest_before.max(depth_of(computed, surfaces));
        }
        // The row is deeper by what its deepest point is.
        let deeper = depth - f64::from(computed.row.depth);
        let off = (deepest - deepest_before - deeper).abs();
        assert!(off <= rounding, "{pair:?}: {deepest} {deepest_before} {row:?}");
    }
}

/// How far points of both boxes have moved together.
fn moved(now: &[Solid; 2], before: &[Solid; 2]) -> f64 {
    now[0].moved_from(&before[0]) + now[1].moved_from(&before[1])
}

/// How deep a contact was when it was computed.
fn depth_of(computed: &Computed, surfaces: &SurfacePoints) -> f64 {
    let [a, b] = &computed.boxes;
    let between = minus(a.to_world(wide(surfaces.on_a)), b.to_world(wide(surfaces.on_b)));
    dot(wide(computed.row.normal), between)
}
