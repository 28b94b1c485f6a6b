//! What a query is asked about: the boxes of a frame, and the shapes around them.

use octosat::{BoxError, Engine, Penetration, QueryError, RectangleStore};
use octosat_scenes::Frame;

use super::QueryChoice;
use super::plane;
use super::shapes::{Around, Shapes};
use crate::choices::Basis;
use crate::stores::{Query, Store};

/// A query and all that its answers depend on besides the boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) choice: QueryChoice,
    pub(super) basis: Basis,
    /// Metres; for those queries of the choice that take one.
    pub(super) margin: f32,
    pub(super) shape_seed: u64,
}

/// The boxes of a frame with everything that they are asked against.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) question: Question,
    pub(super) store: Store,
    pub(super) shapes: Shapes,
    /// The boxes as rectangles, for the query on them.
    pub(super) plane: RectangleStore,
    /// The pairs of boxes, for queries on pairs.
    pub(super) pairs: Vec<[u32; 2]>,
    /// The number of boxes before they were repeated.
    originals: usize,
}

impl World {
    /// The boxes of a frame, and the shapes of the question's seed around them.
    pub(super) fn new(
        question: Question,
        half_extents: &[[f32; 3]],
        frame: Frame<'_>,
    ) -> Result<Self, BoxError> {
        let store = Store::new(question.basis, half_extents, frame)?;
        let Frame { positions, rotations, pairs } = frame;
        let around = Around { positions, rotations, half_extents };
        let (shapes, pairs) = if question.choice.needs_pairs() {
            (Shapes::default(), pairs.to_vec())
        } else {
            (Shapes::new(around, question.shape_seed), Vec::new())
        };
        // Here, so that no query that is timed converts the boxes.
        store.unit();
        let plane = flattened(question, &store);
        let originals = store.boxes();
        Ok(Self { question, store, shapes, originals, plane, pairs })
    }

    /// The same boxes again and again, one copy behind the other, among the same shapes.
    pub(super) fn repeated(&self, copies: usize) -> Result<Self, BoxError> {
        let store = self.store.repeated(copies)?;
        let plane = flattened(self.question, &store);
        let boxes = self.boxes();
        let of_copy = |copy: usize| {
            let shift = short(copy * boxes);
            self.pairs.iter().map(move |&[a, b]| [a + shift, b + shift])
        };
        let pairs = (0..copies).flat_map(of_copy).collect();
        let shapes = self.shapes.clone();
        Ok(Self { store, shapes, plane, pairs, ..*self })
    }

    /// The same, asked without the margin.
    pub(super) fn without_margin(&self) -> Self {
        let question = Question { margin: 0.0, ..self.question };
        Self { question, ..self.clone() }
    }

    /// The penetrations of the pairs, without a margin.
    pub(super) fn penetrations(
        &self,
        engine: &Engine,
        out: &mut [Penetration],
    ) -> Result<(), QueryError> {
        Query { store: &self.store, pairs: &self.pairs, margin: 0.0 }.penetrations(engine, out)
    }

    /// The number of boxes.
    pub(super) fn boxes(&self) -> usize {
        self.store.boxes()
    }

    /// The number of shapes that boxes are asked against.
    pub(super) fn shapes(&self) -> usize {
        match self.question.choice {
            QueryChoice::HalfSpace => self.shapes.half_spaces.len(),
            QueryChoice::Spheres => self.shapes.spheres.len(),
            QueryChoice::Aabbs => self.shapes.regions.len(),
            QueryChoice::Frustum => self.shapes.frusta.len(),
            QueryChoice::Segments => self.shapes.segments.len().min(self.shapes.rays.len()),
            QueryChoice::Rectangles | QueryChoice::Resolve | QueryChoice::Convex => 0,
        }
    }

    /// The number of boxes before they were repeated.
    pub(super) fn originals(&self) -> usize {
        self.originals
    }

    /// Whether there is anything to ask.
    pub(super) fn is_empty(&self) -> bool {
        let choice = self.question.choice;
        let others = if choice.needs_pairs() { self.pairs.len() } else { self.shapes() };
        self.boxes() == 0 || others == 0
    }

    /// The two segments whose closest points stand in the row of a box and a shape.
    ///
    /// Every other box has the segment made before its own, which may be parallel to it on purpose. A
    /// copy of a box has what the box has.
    pub(super) fn segment_pair(&self, [index, shape]: [u32; 2]) -> [u32; 2] {
        let count = u32::try_from(self.shapes.segments.len()).unwrap_or(1).max(1);
        let index = short(index as usize % self.originals.max(1));
        let first = if index.is_multiple_of(2) { shape + count - 1 } else { index };
        [first % count, shape]
    }
}

/// An index as pairs have it.
pub(super) fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The rectangles of a query on them; none for others.
fn flattened(question: Question, store: &Store) -> RectangleStore {
    match store {
        Store::Unit(boxes) if question.choice == QueryChoice::Rectangles => {
            plane::rectangles(boxes)
        }
        _ => RectangleStore::new(),
    }
}
