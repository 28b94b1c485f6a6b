//! The broad phase: which shapes may touch.

use glam::Vec3;

use crate::body::Body;

/// The kinds of shapes, in the order of the sides of a pair: the ground is always a, and a ball is always b.
pub(crate) const GROUND: usize = 0;
pub(crate) const FIXED: usize = 1;
pub(crate) const MOVING: usize = 2;
pub(crate) const BALL: usize = 3;

/// A shape: its kind, its index in the store of its kind, its body, and which part of the body it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeRef {
    pub(crate) kind: usize,
    pub(crate) index: u32,
    pub(crate) body: usize,
    pub(crate) part: usize,
}

/// A shape and its AABB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded {
    pub(crate) shape: ShapeRef,
    pub(crate) low: Vec3,
    pub(crate) high: Vec3,
}

impl Bounded {
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

/// The pairs of shapes whose AABBs meet, one of which can move, by kinds and indices.
pub(crate) fn sweep(shapes: &mut [Bounded], bodies: &[Body]) -> Vec<[ShapeRef; 2]> {
    shapes.sort_unstable_by(|a, b| a.low.x.total_cmp(&b.low.x));
    let mut pairs = Vec::new();
    for (place, a) in shapes.iter().enumerate() {
        for b in shapes[place + 1..].iter().take_while(|b| b.low.x <= a.high.x) {
            let [one, other] = [a, b].map(|side| &bodies[side.shape.body]);
            let moves = one.is_movable() || other.is_movable();
            if moves && a.shape.body != b.shape.body && a.meets(b) {
                // A contact cache wants the same order of a and b in every frame, and indices change.
                let order = |side: &Bounded| (side.shape.kind, bodies[side.shape.body].id);
                let [a, b] = if order(a) < order(b) { [a, b] } else { [b, a] };
                pairs.push([a.shape, b.shape]);
            }
        }
    }
    pairs.sort_unstable_by_key(|[a, b]| (a.kind, b.kind, a.index, b.index));
    pairs
}
