//! Why a rectangle is refused.

use core::fmt;

use crate::error::{BoxError, BoxField, BoxProblem};

/// A rectangle that a store or a view refuses, and why: what a [`BoxError`] is for a box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RectangleError {
    /// Which rectangle: counted from the start of a slice, or its index in the store.
    pub index: usize,
    /// Which of its values.
    pub field: BoxField,
    /// What is wrong with that value.
    pub problem: BoxProblem,
}

impl From<BoxError> for RectangleError {
    fn from(error: BoxError) -> Self {
        let BoxError { index, field, problem, .. } = error;
        Self { index, field, problem }
    }
}

impl fmt::Display for RectangleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rectangle {}: {} ", self.index, self.field)?;
        self.problem.tell(f, "rectangles")
    }
}

impl core::error::Error for RectangleError {}
