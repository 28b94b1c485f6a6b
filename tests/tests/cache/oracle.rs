//! The motion of boxes and the places of their contacts, in float64 and without code of the engine.
//!
//! `octosat-check` checks that points on the boxes' surfaces fit the contacts.

use std::collections::HashMap;

use glam::{DMat3, DQuat, DVec3};
use octosat::{
    CacheMode, ContactCache, ContactKind, ContactPoint, Engine, Manifold, PointOrigin,
    SurfacePoints,
};
use octosat_check::Frame;
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferencePair;

use crate::frames::{cached, stateless, wide};

/// Meters that an answer may be off, for each meter of the boxes and their coordinates: a few hundred units in the
/// last place of `f32`.
const ROUNDING: f64 = 2e-5;

/// A part of a depth by which another choice of the axis, of the faces and of points may change it: last frame's
/// axis is kept up to a fiftieth, a face is preferred up to a twentieth, and the deepest point may hide a twentieth.
const CHOICE: f64 = 0.12;

/// A part of the depth up to which closest-point contacts are reused.
const CLOSEST_PART: f64 = 0.1;

/// A box.
#[derive(Clone, Copy, Debug)]
struct Solid {
    center: DVec3,
    axes: DMat3,
    half: DVec3,
}

impl Solid {
    fn new(frame: &Frame, index: u32) -> Self {
        let index = index as usize;
        let rotation = DQuat::from_array(frame.rotation[index].map(f64::from)).normalize();
        Self {
            center: wide(frame.position[index]),
            axes: DMat3::from_quat(rotation),
            half: wide(frame.half_extents[index]),
        }
    }

    /// Where a point of the box's frame is.
    fn to_world(self, point: DVec3) -> DVec3 {
        self.center + self.axes * point
    }

    /// How far the corner that went farthest has gone.
    fn moved_from(&self, before: &Self) -> f64 {
        let signs = (0..8)
            .map(|k| DVec3::from([k & 1, k >> 1 & 1, k >> 2].map(|bit| f64::from(1 - 2 * bit))));
        let moved = |sign: DVec3| {
            self.to_world(sign * self.half).distance(before.to_world(sign * before.half))
        };
        signs.map(moved).fold(0.0, f64::max)
    }

    /// How far a point is outside of the box.
    fn distance(&self, point: DVec3) -> f64 {
        let inside = self.axes.transpose() * (point - self.center);
        (inside.abs() - self.half).max(DVec3::ZERO).length()
    }

    /// Meters that rounding may be about.
    fn size(&self) -> f64 {
        self.half.length() + self.center.length()
    }
}

/// The smallest half extent of two boxes, meters.
fn smallest(boxes: &[Solid; 2]) -> f64 {
    boxes[0].half.min_element().min(boxes[1].half.min_element())
}

/// A pair when its row was computed.
struct Computed {
    boxes: [Solid; 2],
    row: Manifold,
    surfaces: Vec<SurfacePoints>,
}

/// The answer about a pair in the frame that is looked at.
struct Now<'a> {
    pair: [u32; 2],
    margin: f64,
    boxes: [Solid; 2],
    row: Manifold,
    points: &'a [ContactPoint],
    /// What positions of points are relative to.
    origin: DVec3,
    /// The row and the points without a cache.
    expected: Manifold,
    stateless: &'a [ContactPoint],
    /// Meters.
    rounding: f64,
}

/// Follows the frames of a cache, and looks whether everything that was taken over might be.
pub(crate) struct Oracle {
    motion: f64,
    computed: HashMap<[u32; 2], Computed>,
    /// How many manifolds were reused, and how many were computed although a frame before had one.
    pub(crate) reused: usize,
    pub(crate) recomputed: usize,
    /// How many points there were of each kind.
    pub(crate) points: [usize; 6],
    /// How many pairs apart were taken over.
    pub(crate) apart: usize,
    /// The largest motion of a reused manifold's boxes, as a part of what they may move.
    pub(crate) largest_part: f64,
    /// The least motion of a computed one's, as such a part.
    pub(crate) least_part: f64,
}

impl Oracle {
    pub(crate) fn new(cache: &ContactCache) -> Self {
        let motion = match cache.mode() {
            CacheMode::Reuse { motion } => f64::from(motion),
            CacheMode::Steady => 0.0,
        };
        let ([reused, recomputed, apart], computed) = ([0; 3], HashMap::new());
        let [largest_part, least_part] = [0.0, f64::INFINITY];
        Self {
            motion,
            computed,
            points: [0; 6],
            reused,
            recomputed,
            apart,
            largest_part,
            least_part,
        }
    }

    /// Asks about the next frame, and looks at the answer; pairs are listed once.
    pub(crate) fn ask(&mut self, engine: &Engine, frame: &Frame, cache: &mut ContactCache) {
        let found = cached(engine, frame, cache);
        let stateless = stateless(engine, frame);
        for (number, &pair) in frame.pairs.iter().enumerate() {
            let boxes = pair.map(|index| Solid::new(frame, index));
            let (row, points) = (found.manifolds()[number], found.of(number));
            let is_of_world = frame.setting.origin == PointOrigin::World;
            let now = Now {
                pair,
                margin: f64::from(frame.setting.margin),
                boxes,
                row,
                points,
                origin: if is_of_world { DVec3::ZERO } else { boxes[0].center },
                expected: stateless.manifolds()[number],
                stateless: stateless.of(number),
                rounding: ROUNDING * (boxes[0].size() + boxes[1].size()),
            };
            self.look(frame, &now);
            if !row.is_reused() {
                let surfaces = found.surfaces()[row.first as usize..][..points.len()].to_vec();
                self.computed.insert(pair, Computed { boxes, row, surfaces });
            }
        }
    }

    fn look(&mut self, frame: &Frame, now: &Now<'_>) {
        let Now { pair, boxes, row, .. } = *now;
        if row.len == 0 {
            now.assert_apart(frame);
            self.apart += usize::from(row.is_reused());
            return;
        }
        self.points[row.kind() as usize] += now.points.len();
        let Some(before) = self.computed.get(&pair).filter(|one| one.row.len > 0) else {
            return assert!(!row.is_reused(), "{pair:?} {row:?}");
        };
        let [moved, allowed] = [moved(&boxes, &before.boxes), self.allowed(before)];
        now.assert_closest(moved);
        if !row.is_reused() {
            self.recomputed += 1;
            self.least_part = self.least_part.min(moved / allowed);
            return;
        }
        now.assert_moved_along(before, moved);
        if moved > 0.0 {
            let most = allowed + 1e-6 * boxes[0].size();
            assert!(moved <= most, "{pair:?}: {moved}, not {allowed}");
            self.reused += 1;
            self.largest_part = self.largest_part.max(moved / allowed);
        }
    }

    /// How far the boxes may move.
    fn allowed(&self, computed: &Computed) -> f64 {
        let motion = self.motion * smallest(&computed.boxes);
        match computed.row.kind() {
            ContactKind::Face | ContactKind::Edge => motion,
            ContactKind::Closest => motion.min(-CLOSEST_PART * f64::from(computed.row.depth)),
            other => panic!("{other} was reused"),
        }
    }
}

impl Now<'_> {
    /// A pair apart may be no nearer than it says, and none within the margin is said to be apart.
    fn assert_apart(&self, frame: &Frame) {
        let Self { pair, margin, row, expected, rounding, .. } = *self;
        let gap = -f64::from(row.depth);
        let is_apart = expected.len == 0 || gap <= margin + rounding;
        assert!(is_apart, "{pair:?} {row:?}, not {expected:?}");
        if row.is_reused() {
            let [a, b] = pair.map(|index| index as usize).map(|index| OrientedBox {
                center: frame.position[index],
                rotation: frame.rotation[index],
                half_extents: frame.half_extents[index],
            });
            let distance = ReferencePair::oriented(&a, &b).closest_points().distance;
            assert!(gap <= distance + rounding, "{pair:?} {row:?}: {distance}");
        }
    }

    /// Closest points that were computed are those of the frame alone, and others are off by at most twice the motion:
    /// the depth told and the true one change by at most that much each.
    fn assert_closest(&self, moved: f64) {
        let Self { row, expected, stateless, points, .. } = *self;
        let closest = [row.kind(), expected.kind()].map(|kind| kind == ContactKind::Closest);
        if closest == [true; 2] && !row.is_reused() {
            // The axis may be last frame's: nothing of closest points depends on it.
            let numbers = |row: Manifold| (row.normal, row.depth);
            assert_eq!((numbers(row), points), (numbers(expected), stateless));
        } else if closest == [true; 2] {
            let off = (row.depth - expected.depth).abs().max((points[0].depth - row.depth).abs());
            let allowed = self.rounding + 2.0 * moved;
            assert!(f64::from(off) <= allowed, "{row:?}, not {expected:?}");
        }
    }

    /// A manifold that was reused is of boxes that barely moved, where its points went with them.
    fn assert_moved_along(&self, computed: &Computed, moved: f64) {
        let Self { pair, margin, boxes, row, expected, rounding, .. } = *self;
        assert!(!row.is_axis_kept(), "{row:?}");
        let depth = f64::from(row.depth);
        let off = (depth - f64::from(expected.depth)).abs();
        let allowed = moved + CHOICE * f64::from(expected.depth).abs().max(depth.abs()) + rounding;
        assert!(off <= allowed, "{pair:?}: {row:?}, not {expected:?}");
        let in_a = computed.boxes[0].axes.transpose() * wide(computed.row.normal);
        let normal = boxes[0].axes * in_a;
        assert!(normal.distance(wide(row.normal)) < 1e-5, "{pair:?} {row:?}");
        // Where the surfaces slide, the points are those in the middle of the way: of the second order.
        let slide = if moved > 0.0 { 2.0 * moved * moved / smallest(&boxes) } else { 0.0 };
        let rounding = rounding + slide;
        let [mut deepest, mut deepest_before] = [f64::NEG_INFINITY; 2];
        for (point, surfaces) in self.points.iter().zip(&computed.surfaces) {
            let what = || format!("{pair:?}: {point:?} {surfaces:?}");
            let [on_a, on_b] = on_boxes(&boxes, surfaces);
            let position = wide(point.position) + self.origin;
            assert!(on_a.midpoint(on_b).distance(position) <= rounding, "misplaced: {}", what());
            let depth = normal.dot(on_a - on_b);
            let told = f64::from(point.depth);
            assert!((depth - told).abs() <= rounding, "{depth} deep: {}", what());
            assert!(-told <= margin + rounding, "beyond the margin: {}", what());
            for solid in &boxes {
                let outside = solid.distance(position) - 0.5 * told.abs();
                assert!(outside <= moved + rounding, "{outside} outside: {}", what());
            }
            deepest = deepest.max(depth);
            let [on_a, on_b] = on_boxes(&computed.boxes, surfaces);
            deepest_before = deepest_before.max(wide(computed.row.normal).dot(on_a - on_b));
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

/// Where both points of a contact are in the world.
fn on_boxes([a, b]: &[Solid; 2], surfaces: &SurfacePoints) -> [DVec3; 2] {
    [a.to_world(wide(surfaces.on_a)), b.to_world(wide(surfaces.on_b))]
}
