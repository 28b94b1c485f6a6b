//! How many boxes the pairs of a frame are of.

use crate::call::query::Query;
use crate::call::sides::Sides;

/// How many boxes the pairs of a frame are of.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::contacts) enum BoxCounts {
    /// There was no query, or its rows were copied.
    #[default]
    Unknown,
    /// A query of one list.
    OneList(usize),
    /// A query of two lists.
    TwoLists([usize; 2]),
}

impl BoxCounts {
    pub(in crate::contacts) fn of(query: &Query<'_>) -> Self {
        match &query.lists {
            Sides::One(boxes) => Self::OneList(boxes.len()),
            Sides::Two(sides) => Self::TwoLists(sides.each_ref().map(|boxes| boxes.len())),
        }
    }
}
