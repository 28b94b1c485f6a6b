//! What an engine says about a list of pairs, compared bit for bit.

use octosat::{Engine, Manifolds, Penetration, PointLimit, PointOrigin, QueryError};
use octosat_reference::plain::PlainPenetration;

use crate::manifolds::{ManifoldSetting, PairManifold, SPECULATIVE_MARGIN, points_are_numbered};
use crate::stores::Query;

/// In how many ways contacts are asked for.
pub(super) const SETTINGS: usize = 3;

/// The ways in which contacts are asked for where `margin` metres are given: with that margin, with
/// one as engines have it, and with all points, relative to a's centre.
pub(super) fn manifold_settings(margin: f32) -> [ManifoldSetting; SETTINGS] {
    [ManifoldSetting { margin, ..usual_setting() }, usual_setting(), whole_setting(margin)]
}

/// Four points in the world, with a margin as engines have it.
pub(crate) fn usual_setting() -> ManifoldSetting {
    let (limit, origin) = (PointLimit::Four, PointOrigin::World);
    ManifoldSetting { margin: SPECULATIVE_MARGIN, limit, origin }
}

/// All points, relative to a's centre: what no choice and no large coordinate blurs.
pub(super) fn whole_setting(margin: f32) -> ManifoldSetting {
    ManifoldSetting { margin, limit: PointLimit::Eight, origin: PointOrigin::CenterOfA }
}

/// The answers to all queries, one of each a pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    overlaps: Vec<bool>,
    words: Vec<u64>,
    rows: Vec<Penetration>,
    contacts: [Manifolds; SETTINGS],
}

/// The answers about one pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<'a> {
    pub(crate) overlap: bool,
    /// The same from the query that answers in bits.
    pub(crate) overlap_bit: bool,
    pub(crate) row: Penetration,
    /// One for each of [`manifold_settings`].
    pub(crate) manifolds: [PairManifold<'a>; SETTINGS],
}

impl Answers {
    /// Asks all queries; room of earlier answers is used again.
    pub(super) fn ask(&mut self, query: &Query<'_>, engine: &Engine) -> Result<(), QueryError> {
        let pairs = query.pairs.len();
        // What an earlier list left here must not pass for an answer.
        self.overlaps.clear();
        self.overlaps.resize(pairs, false);
        self.words.clear();
        self.words.resize(pairs.div_ceil(64), u64::MAX);
        self.rows.clear();
        self.rows.resize(pairs, Penetration::default());
        query.overlaps(engine, &mut self.overlaps)?;
        query.overlaps(engine, &mut self.words)?;
        query.penetrations(engine, &mut self.rows)?;
        self.contacts = Default::default();
        for (contacts, setting) in self.contacts.iter_mut().zip(manifold_settings(query.margin)) {
            query.manifolds_as(engine, setting, contacts)?;
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn get(&self, pair: usize) -> Answer<'_> {
        Answer {
            overlap: self.overlaps[pair],
            overlap_bit: self.words[pair / 64] >> (pair % 64) & 1 == 1,
            row: self.rows[pair],
            manifolds: self.contacts.each_ref().map(|contacts| PairManifold::of(contacts, pair)),
        }
    }

    /// Whether the bits beyond the last pair are zero, as promised.
    pub(crate) fn spare_bits_are_zero(&self) -> bool {
        let used = self.len() % 64;
        used == 0 || self.words.last().is_none_or(|word| word >> used == 0)
    }

    /// Whether the points of every manifold follow those of the pair before.
    pub(crate) fn points_are_numbered(&self) -> bool {
        self.contacts.iter().all(points_are_numbered)
    }
}

impl Answer<'_> {
    /// The first thing whose bits differ, in words.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self.overlap != other.overlap {
            return Some(format!("overlap is {} instead of {}", self.overlap, other.overlap));
        }
        if self.overlap_bit != other.overlap_bit {
            return Some(format!("overlap bit {} for {}", self.overlap_bit, other.overlap_bit));
        }
        row_difference(&self.row, &plain(&other.row)).or_else(|| {
            let mut both = self.manifolds.iter().zip(&other.manifolds);
            both.find_map(|(own, expected)| own.difference(expected))
        })
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
