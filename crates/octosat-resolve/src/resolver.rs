//! The resolver: one sum per box over its pairs.

use octosat::Penetration;
use octosat_lanes::BoundedPairs;

use crate::error::ResolveError;
use crate::incidence::{Entry, Incidence, MOST_PAIRS};
use crate::settings::{ResolveSettings, Sharing};
use crate::split::for_each_place;

/// Computes position corrections: turns penetrations into one displacement per box, with the same bits for
/// any number of threads.
///
/// A resolver keeps the list of the pairs of each box. To resolve a list of pairs, call [`Self::set_pairs`] once.
/// Then repeat, as often as needed: a penetration query, [`Self::displacements`], and `translate` of the store.
/// Buffers are reused: a call that needs no more room than an earlier one allocates nothing.
///
/// A box's displacement depends only on the rows of its own pairs, the settings and the inverse masses. Its pairs are
/// summed in the order of the other boxes' indices, in `f64`, and the sum is rounded once. So neither threads nor the
/// order of the list change a bit, as long as no two boxes are paired more than once. Repeated pairs push once each,
/// in the order of the list.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, OrientedBox, Penetration, Query};
/// use octosat_resolve::{InverseMasses, ResolveSettings, Resolver};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, -1.0, 0.0], upright, [5.0, 1.0, 5.0]))?;
/// boxes.insert(OrientedBox::new([0.0, 0.75, 0.0], upright, [1.0, 1.0, 1.0]))?;
/// let pairs = [[0, 1]];
///
/// // The ground stays, the crate comes up by all of the quarter meter that it is in.
/// let settings =
///     ResolveSettings { masses: InverseMasses::PerBox(&[0.0, 1.0]), ..ResolveSettings::default() };
/// let mut resolver = Resolver::new();
/// resolver.set_pairs(boxes.len(), &pairs)?;
/// let mut rows = [Penetration::default()];
/// let mut moves = [[0.0; 3]; 2];
/// Engine::new().penetrations(Query::new(&boxes, &pairs), &mut rows)?;
/// resolver.displacements(&rows, &settings, &mut moves)?;
/// boxes.translate(&moves)?;
/// assert_eq!(boxes.get(1).map(|stored| stored.pose.center), Some([0.0, 1.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Resolver {
    incidence: Incidence,
    /// The number of listed pairs.
    pairs: usize,
    threads: usize,
}

impl Resolver {
    /// A resolver without pairs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same resolver on at most `threads` threads; 0: all threads of the pool, 1: only the calling thread.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The number of boxes of the last [`Self::set_pairs`].
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.incidence.boxes()
    }

    /// The number of pairs of the last [`Self::set_pairs`].
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Lists the pairs (a, b) of a number of boxes; needed again only if the list changes.
    ///
    /// A pair of a box with itself pushes nothing. Takes two passes over the pairs and the boxes on
    /// the calling thread.
    ///
    /// # Errors
    /// If an index is out of range, or there are more than 2³¹ − 1 pairs; the resolver then keeps
    /// the pairs that it had.
    pub fn set_pairs(&mut self, boxes: usize, pairs: &[[u32; 2]]) -> Result<(), ResolveError> {
        if pairs.len() > MOST_PAIRS {
            return Err(ResolveError::TooManyPairs { pairs: pairs.len(), limit: MOST_PAIRS });
        }
        let bounded = BoundedPairs::check(pairs, boxes)?;
        self.incidence.list(&bounded);
        self.pairs = pairs.len();
        Ok(())
    }

    /// Computes how far each box is to move, in meters in the world, from one penetration per pair.
    ///
    /// `rows` are in the order of the listed pairs, as [`octosat::Engine::penetrations`] reports them; `out`
    /// has one element per box. Rows that are not deeper than the slop, and rows with a depth or a normal that
    /// is not finite, push nothing. Boxes in no pair get zero.
    ///
    /// # Errors
    /// If the number of rows is not the number of pairs, if the length of the output or the number of inverse masses is
    /// not the number of boxes, or if a setting is not finite and at least zero; `out` is then untouched.
    pub fn displacements(
        &self,
        rows: &[Penetration],
        settings: &ResolveSettings<'_>,
        out: &mut [[f32; 3]],
    ) -> Result<(), ResolveError> {
        let boxes = self.boxes();
        if rows.len() != self.pairs {
            return Err(ResolveError::RowsLength { expected: self.pairs, found: rows.len() });
        }
        if out.len() != boxes {
            return Err(ResolveError::OutputLength { expected: boxes, found: out.len() });
        }
        settings.check(boxes)?;
        // One thread sums each box from start to end.
        for_each_place(self.threads, out, |index, displacement| {
            *displacement = self.displacement(rows, settings, index);
        });
        Ok(())
    }

    /// The sum of the pushes on one box.
    fn displacement(
        &self,
        rows: &[Penetration],
        settings: &ResolveSettings<'_>,
        index: usize,
    ) -> [f32; 3] {
        let mut sum = [0.0_f64; 3];
        let mut pushes = 0.0;
        for &entry in self.incidence.of(index) {
            let row = &rows[entry.pair()];
            if !pushes_apart(row, settings.slop) {
                continue;
            }
            let length = along_normal(row, settings, index, entry);
            for (component, direction) in sum.iter_mut().zip(row.normal) {
                *component += f64::from(direction) * length;
            }
            pushes += 1.0;
        }
        if settings.sharing == Sharing::Average && pushes > 0.0 {
            sum = sum.map(|component| component / pushes);
        }
        sum.map(round)
    }
}

/// Rounds to `f32`, to nearest; finite, also for boxes that no store accepts.
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
fn round(value: f64) -> f32 {
    (value as f32).clamp(f32::MIN, f32::MAX)
}

/// Whether a pair is deep enough to be corrected, and finite.
fn pushes_apart(row: &Penetration, slop: f32) -> bool {
    row.depth > slop && row.depth.is_finite() && row.normal.iter().all(|n| n.is_finite())
}

/// How far a pair moves one of its boxes along its normal, meters; negative for box a.
fn along_normal(
    row: &Penetration,
    settings: &ResolveSettings<'_>,
    index: usize,
    entry: Entry,
) -> f64 {
    let depth = f64::from(row.depth) - f64::from(settings.slop);
    let share = settings.masses.share(index, entry.other());
    let length = f64::from(settings.relaxation) * depth * share;
    if entry.is_b() { length } else { -length }
}
