//! How far off the times are at which contenders see boxes touch.

use std::fmt;

/// In how many parts of a step the deepest overlap is looked for.
const PARTS: u16 = 400;

/// The errors of a contender against float64, lengths in meters.
#[derive(Default)]
pub(crate) struct TimeErrors {
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

    /// Adds a hit at a time at which boxes are apart by a gap; a late one is where they overlap already.
    pub(crate) fn add_hit(&mut self, gap: f64, is_late: bool) {
        self.hits += 1;
        if is_late {
            self.late += 1;
            self.deepest = self.deepest.max(-gap);
        } else {
            self.gaps += gap.max(0.0);
            self.largest = self.largest.max(gap);
        }
    }

    /// Adds boxes that overlap up to this depth, unseen.
    pub(crate) fn add_missed(&mut self, depth: f64) {
        self.missed += 1;
        self.deepest_missed = self.deepest_missed.max(depth);
    }
}

/// How deep boxes overlap at most during a step, negative if they stay apart.
pub(crate) fn deepest(separation: impl Fn(f64) -> f64) -> f64 {
    let parts = (0..=PARTS).map(|part| -separation(f64::from(part) / f64::from(PARTS)));
    parts.fold(f64::NEG_INFINITY, f64::max)
}

impl fmt::Display for TimeErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hits, late, deepest, gaps, largest, missed, deepest_missed } = self;
        let mean = gaps / (hits - late).max(1) as f64;
        write!(
            f,
            " {hits} | {late} ({deepest:.1e}) | {mean:.1e} | {largest:.1e} | {missed} ({deepest_missed:.1e}) |"
        )
    }
}
