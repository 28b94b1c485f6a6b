//! What an engine says about a list of pairs, compared bit for bit.

use octosat::{Engine, Penetration, QueryError};
use octosat_reference::plain::PlainPenetration;

use crate::stores::Query;

/// The answers to all three queries, one of each a pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    overlaps: Vec<bool>,
    words: Vec<u64>,
    rows: Vec<Penetration>,
}

/// The answers about one pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) overlap: bool,
    /// The same from the query that answers in bits.
    pub(crate) overlap_bit: bool,
    pub(crate) row: Penetration,
}

impl Answers {
    /// Asks all three queries; memory of earlier answers is used again.
    pub(crate) fn ask(&mut self, query: &Query<'_>, engine: &Engine) -> Result<(), QueryError> {
        let pairs = query.pairs.len();
        // What an earlier list left here must not pass for an answer.
        self.overlaps.clear();
        self.overlaps.resize(pairs, false);
        self.words.clear();
        self.words.resize(pairs.div_ceil(64), u64::MAX);
        self.rows.clear();
        self.rows.resize(pairs, Penetration::default());
        query.overlap(engine, &mut self.overlaps)?;
        query.overlap_bits(engine, &mut self.words)?;
        query.penetration(engine, &mut self.rows)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn get(&self, pair: usize) -> Answer {
        Answer {
            overlap: self.overlaps[pair],
            overlap_bit: self.words[pair / 64] >> (pair % 64) & 1 == 1,
            row: self.rows[pair],
        }
    }

    /// Whether the bits beyond the last pair are zero, as promised.
    pub(crate) fn spare_bits_are_zero(&self) -> bool {
        let used = self.len() % 64;
        used == 0 || self.words.last().is_none_or(|word| word >> used == 0)
    }
}

impl Answer {
    /// The first thing whose bits differ, in words.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self.overlap != other.overlap {
            return Some(format!("overlap is {} instead of {}", self.overlap, other.overlap));
        }
        if self.overlap_bit != other.overlap_bit {
            return Some(format!("overlap bit {} for {}", self.overlap_bit, other.overlap_bit));
        }
        row_difference(&self.row, &plain(&other.row))
    }

    /// The first thing in which the plain reference differs, in words.
    pub(crate) fn difference_from_plain(
        &self,
        overlap: bool,
        row: &PlainPenetration,
    ) -> Option<String> {
        if self.overlap != overlap {
            return Some(format!("overlap is {} instead of {overlap}", self.overlap));
        }
        row_difference(&self.row, row)
    }
}

fn plain(row: &Penetration) -> PlainPenetration {
    PlainPenetration { normal: row.normal, depth: row.depth, axis: row.axis.code() }
}

fn row_difference(row: &Penetration, expected: &PlainPenetration) -> Option<String> {
    if row.depth.to_bits() != expected.depth.to_bits() {
        return Some(format!("depth is {:e} instead of {:e}", row.depth, expected.depth));
    }
    if row.axis.code() != expected.axis {
        return Some(format!("axis is {} instead of {}", row.axis.code(), expected.axis));
    }
    (row.normal.map(f32::to_bits) != expected.normal.map(f32::to_bits))
        .then(|| format!("normal is {:?} instead of {:?}", row.normal, expected.normal))
}
