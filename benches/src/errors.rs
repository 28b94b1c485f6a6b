//! How far off the times are at which contenders see boxes touch.

use std::fmt;

/// In how many parts of a step the deepest overlap is looked for.
const PARTS: u16 = 400;

/// The errors of a contender against float64, lengths in meters.
#[derive(Default)]
pub(crate) struct TimeErrors {
    allowed: f64,
    hits: usize,
    late: usize,
    deepest: f64,
    gaps: f64,
    largest: f64,
    missed: usize,
    deepest_missed: f64,
}

impl TimeErrors {
    /// The titles of the columns, and the line below.
    pub(crate) const TITLES: [&str; 2] = [
        " hits | late (deepest, m) | mean gap, m | largest, m | missed (deepest, m) |",
        "--:|--:|--:|--:|--:|",
    ];

    /// None so far. Boxes touch if they overlap by no more than is allowed.
    pub(crate) fn new(allowed: f64) -> Self {
        Self { allowed, ..Self::default() }
    }

    /// Adds when a contender sees two boxes touch, with their separation at each time. A late hit is where they overlap
    /// already, a missed one where they overlap unseen.
    pub(crate) fn add(&mut self, time: Option<f64>, separation: impl Fn(f64) -> f64) {
        let Some(time) = time else {
            let parts = (0..=PARTS).map(|part| -separation(f64::from(part) / f64::from(PARTS)));
            let depth = parts.fold(f64::NEG_INFINITY, f64::max);
            if depth > self.allowed {
                self.missed += 1;
                self.deepest_missed = self.deepest_missed.max(depth);
            }
            return;
        };
        let gap = separation(time);
        self.hits += 1;
        if gap < -self.allowed {
            self.late += 1;
            self.deepest = self.deepest.max(-gap);
        } else {
            self.gaps += gap.max(0.0);
            self.largest = self.largest.max(gap);
        }
    }
}

impl fmt::Display for TimeErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hits, late, deepest, gaps, largest, missed, deepest_missed, .. } = self;
        let mean = gaps / (hits - late).max(1) as f64;
        write!(
            f,
            " {hits} | {late} ({deepest:.1e}) | {mean:.1e} | {largest:.1e} | {missed} ({deepest_missed:.1e}) |"
        )
    }
}
