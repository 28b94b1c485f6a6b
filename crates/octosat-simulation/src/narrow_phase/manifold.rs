//! Contact points, the contacts of one pair, those of all pairs of a frame, and the trait of narrow phases.

use crate::Vec3;
use crate::placed::PlacedBox;

/// The most points of a manifold. Four points support a face.
pub const MOST_POINTS: usize = 4;

/// A contact point of two bodies that touch, or a speculative contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// Half-way between the two surfaces, relative to the center of a, along the world's axes.
    ///
    /// Relative to a body, so that boxes far from the local origin lose no precision here.
    pub position: Vec3,
    /// Depth along the normal in meters; negative for a speculative contact.
    pub depth: f32,
    /// The feature id, unique in the manifold.
    pub feature: u64,
    /// Where a solver keeps the state of the point: the frame's places are different, small numbers.
    pub place: u32,
    /// The place of the predecessor in the last frame; `None` for a new point.
    pub previous: Option<u32>,
}

/// The contacts of one pair, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// The bodies (a, b), a < b.
    pub pair: [u32; 2],
    /// Unit, in the world, from a to b.
    pub normal: Vec3,
    points: [ManifoldPoint; MOST_POINTS],
    len: usize,
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
    manifolds: Vec<Manifold>,
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
    /// Writes the manifolds of these pairs, which are sorted, in their order, with the predecessors of points.
    ///
    /// There is one margin per pair, in meters. Called once per frame. The implementation keeps its own state from frame to frame.
    ///
    /// # Errors
    /// When the boxes or pairs are rejected; the message is one line.
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margins: &[f32],
        out: &mut ManifoldList,
    ) -> Result<(), String>;
}
