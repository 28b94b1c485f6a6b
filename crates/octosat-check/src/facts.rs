//! The constants of a query.

use octosat::Backend;

use crate::Basis;

/// A method of [`octosat::Engine`] and what it is asked about, in the words of the table of queries by language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb {
    /// The name of the method.
    pub method: &'static str,
    /// What it is about.
    pub about: &'static str,
}

/// The constants of a query.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name on the command line.
    pub name: &'static str,
    /// A line for the help of the command line.
    pub about: &'static str,
    /// The methods that it asks, of which each is checked by a query.
    pub verbs: &'static [Verb],
    /// The bases that it takes.
    pub bases: &'static [Basis],
    /// Whether it takes a margin.
    pub takes_margin: bool,
    /// Meters: the margin of a recording's frames if none is given.
    pub usual_margin: f32,
    /// Meters: the documented error bounds hold for boxes with an extent of at least this, or of none.
    pub smallest_length: f32,
    /// What its rows are, in the plural.
    pub rows: &'static str,
    /// Whether rows are boxes against something: lists for several threads then repeat the boxes.
    pub has_rows_of_boxes: bool,
    /// The time per row of the fastest call with AVX2, as the engine estimates it to decide which calls it splits.
    pub avx2_nanoseconds: usize,
    /// Whether engines keep a cache from frame to frame, so that all frames are computed in one order.
    pub remembers: bool,
}

impl Verb {
    pub(crate) const fn of(method: &'static str, about: &'static str) -> Self {
        Self { method, about }
    }
}

/// Meters: from here on, the bounds of all pairs of boxes hold. For smaller boxes, squares underflow when the normal of
/// closest points is made unit.
const SMALLEST_OF_PAIRS: f32 = 1e-15;

/// Meters: the same for boxes against shapes. For smaller boxes, the allowance for underflow is a part of the error bound
/// that matters.
const SMALLEST_OF_SHAPES: f32 = 1e-30;

/// Meters: from here on, the engine promises anything about pairs without a box and about casts of round shapes.
pub(crate) const SMALLEST_OF_ROUND: f32 = 1e-12;

/// The estimated work of a call from which on the engine splits it.
const SPLIT_NANOSECONDS: usize = 300_000;

impl Facts {
    /// How many rows the engine splits whatever the query is, by its estimates for a backend.
    pub(crate) fn fewest_split(&self, backend: Backend) -> usize {
        let quarters = match backend {
            Backend::Scalar => 32,
            Backend::Portable => 12,
            Backend::Avx2 => 4,
            _ => 3,
        };
        SPLIT_NANOSECONDS.div_ceil((self.avx2_nanoseconds * quarters / 4).max(1))
    }

    /// What most queries about pairs of boxes have in common.
    pub(crate) const OF_PAIRS: Self = Self {
        name: "",
        about: "",
        verbs: &[],
        bases: &Basis::ALL,
        takes_margin: true,
        usual_margin: 0.0,
        smallest_length: SMALLEST_OF_PAIRS,
        rows: "pairs",
        has_rows_of_boxes: false,
        avx2_nanoseconds: 8,
        remembers: false,
    };

    /// What most queries of boxes against shapes have in common.
    pub(crate) const OF_SHAPES: Self = Self {
        smallest_length: SMALLEST_OF_SHAPES,
        rows: "boxes and shapes",
        has_rows_of_boxes: true,
        avx2_nanoseconds: 3,
        ..Self::OF_PAIRS
    };

    /// What the queries about chains have in common.
    pub(crate) const OF_CHAINS: Self = Self {
        bases: &[Basis::Unit],
        takes_margin: false,
        rows: "configurations",
        // Of a chain of some links among some obstacles: lists about fewer are not split.
        avx2_nanoseconds: 60,
        ..Self::OF_PAIRS
    };
}
