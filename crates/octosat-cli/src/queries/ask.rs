//! Asking: all bits of the answers, so that equality is that of bits.

use octosat::{Engine, Margin, ShapeQuery};

use super::QueryChoice;
use super::answers::{self, Rows};
use super::listing::Listing;
use super::resolve;
use super::world::World;
use crate::failure::Failure;
use crate::stores::uniform;

/// The bits of an answer, or of what it says of a box and a shape.
pub(super) type Words = Vec<u32>;

/// How rows are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a list of pairs, with one margin.
    Listed,
    /// The mixed part of the list with a margin a pair: none in every other row.
    Margins,
    /// All boxes against one shape, as `run` and `bench` ask.
    Alone,
}

impl Form {
    /// The forms that a query has.
    pub(super) fn of(choice: QueryChoice) -> &'static [Self] {
        if choice == QueryChoice::Resolve {
            &[Self::Listed]
        } else if choice.is_of_pairs() {
            &[Self::Listed, Self::Margins]
        } else if choice.takes_margin() {
            &[Self::Listed, Self::Margins, Self::Alone]
        } else {
            &[Self::Listed, Self::Alone]
        }
    }

    /// What it is called in a difference.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Listed => "in a list",
            Self::Margins => "in a list with a margin each",
            Self::Alone => "with one shape for all boxes",
        }
    }

    /// Whether a row of the list is asked for without the margin.
    pub(super) fn is_bare(self, row: usize) -> bool {
        self == Self::Margins && row % 2 == 1
    }
}

impl World {
    /// What an engine answers about the rows of a list: about all of them, the mixed part, or the
    /// part behind it, by the form.
    pub(super) fn ask(
        &self,
        engine: &Engine,
        form: Form,
        listing: &Listing,
    ) -> Result<Vec<Words>, Failure> {
        let (pairs, margin) = (&listing.pairs[..], self.question.margin);
        let boxes = self.store.unit();
        let rows = Rows { engine, boxes, pairs, margin: uniform(margin), alone: None };
        match form {
            Form::Listed => self.answers(&rows),
            Form::Margins => {
                let pairs = &pairs[..listing.mixed];
                let margin_of = |row| if form.is_bare(row) { 0.0 } else { margin };
                let margins: Vec<f32> = (0..pairs.len()).map(margin_of).collect();
                self.answers(&Rows { pairs, margin: Margin::PerPair(&margins), ..rows })
            }
            Form::Alone => {
                let mut all = Vec::with_capacity(pairs.len() - listing.mixed);
                let parts = pairs[listing.mixed..].chunks(self.boxes().max(1));
                for (pairs, &shape) in parts.zip(&listing.alone) {
                    let alone = Some(shape as usize);
                    all.extend(self.answers(&Rows { pairs, alone, ..rows })?);
                }
                Ok(all)
            }
        }
    }

    fn answers(&self, rows: &Rows<'_>) -> Result<Vec<Words>, Failure> {
        let shapes = &self.shapes;
        let words = match self.question.choice {
            QueryChoice::Resolve => return resolve::displacements(rows, self),
            // It has commands of its own: no engine answers it.
            QueryChoice::Convex => return Ok(Vec::new()),
            QueryChoice::HalfSpace => answers::half_spaces(rows, &shapes.half_spaces),
            QueryChoice::Spheres => answers::spheres(rows, &shapes.spheres),
            QueryChoice::Aabbs => answers::regions(rows, self),
            QueryChoice::Frustum => answers::frusta(rows, self),
            QueryChoice::Segments => answers::segments(rows, self),
            QueryChoice::Rectangles => answers::rectangles(rows, &self.plane),
        };
        Ok(words?)
    }
}

impl<'a> Rows<'a> {
    /// The boxes of the rows against shapes.
    pub(super) fn against<S>(&self, shapes: &'a [S]) -> ShapeQuery<'a, S> {
        let query = match self.alone {
            Some(shape) => ShapeQuery::each(self.boxes, &shapes[shape]),
            None => ShapeQuery::new(self.boxes, shapes, self.pairs),
        };
        query.margin(self.margin)
    }
}
