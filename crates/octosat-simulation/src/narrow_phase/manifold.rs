//! The contacts of one pair, those of all pairs of a frame, and the trait of narrow phases.

use super::point::{MOST_POINTS, ManifoldPoint};
use crate::Vec3;
use crate::placed::PlacedBox;

/// The contacts of one pair, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// The bodies (a, b), a < b.
    pub pair: [u32; 2],
    /// Unit, in the world, from a to b.
    pub normal: Vec3,
    pub(super) points: [ManifoldPoint; MOST_POINTS],
    pub(super) len: usize,
}

impl Manifold {
    /// A manifold of these points, at most four.
    #[must_use]
    pub fn new(pair: [u32; 2], normal: Vec3, of: impl IntoIterator<Item = ManifoldPoint>) -> Self {
        let mut points = [ManifoldPoint::default(); MOST_POINTS];
        let mut len = 0;
        for (place, point) in points.iter_mut().zip(of) {
            *place = point;
            len += 1;
        }
        Self { pair, normal, points, len }
    }

    /// Its points.
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.len]
    }
}

/// The manifolds of a frame in the order of its pairs; pairs without contact have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManifoldList {
    pub(super) manifolds: Vec<Manifold>,
}

impl ManifoldList {
    /// Forgets all manifolds and keeps the memory.
    pub fn clear(&mut self) {
        self.manifolds.clear();
    }

    /// Adds the manifold of the next pair, unless it has no points.
    pub fn push(&mut self, manifold: Manifold) {
        if !manifold.points().is_empty() {
            self.manifolds.push(manifold);
        }
    }

    /// The manifolds.
    #[must_use]
    pub fn as_slice(&self) -> &[Manifold] {
        &self.manifolds
    }

    /// The points of all manifolds, in their order.
    pub fn points(&self) -> impl Iterator<Item = &ManifoldPoint> {
        self.manifolds.iter().flat_map(Manifold::points)
    }
}

/// A narrow phase: code that computes contacts.
pub trait NarrowPhase {
    /// Writes the manifolds of these pairs, which are sorted, in their order.
    ///
    /// Called once per frame. The implementation keeps its own state from frame to frame.
    ///
    /// # Errors
    /// When the boxes or pairs are rejected; the message is one line.
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margin: f32,
        out: &mut ManifoldList,
    ) -> Result<(), String>;

    /// Whether the narrow phase sets the predecessors of points. Otherwise the caller uses
    /// [`ManifoldList::find_predecessors`].
    fn finds_predecessors(&self) -> bool {
        false
    }
}
