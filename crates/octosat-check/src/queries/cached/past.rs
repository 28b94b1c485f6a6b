//! The frame before, from the rows that were checked then.

use std::collections::BTreeMap;

use octosat_reference::OrientedBox;
use octosat_scenes::generate::motion::Change;

use super::row::CachedRow;
use crate::{Case, Setting, short};

/// The pairs of the frame before, without those that were forgotten since.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Several of a pair that was there several times.
    pairs: BTreeMap<[u32; 2], Vec<PastPair>>,
}

/// A pair as it was in the frame before.
#[derive(Clone, Debug)]
pub struct PastPair {
    /// What its points have as [`CachedRow::owner`], but for the numbers of boxes.
    pub(super) place: u32,
    pub(super) row: CachedRow,
    pub(super) boxes: [OrientedBox; 2],
    pub(super) setting: Setting,
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum Before<'a> {
    /// Nothing: it was not there, or is forgotten.
    New,
    /// It was this one.
    Was(&'a PastPair),
    /// It was, or is, there several times, and no point shows which it was.
    Unclear,
}

impl Past {
    /// What a frame is when the next one comes.
    pub(super) fn new(case: &Case, rows: &[[u32; 2]], answers: &[CachedRow]) -> Self {
        let mut pairs: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (place, (&pair, &row)) in rows.iter().zip(answers).enumerate() {
            let place = if case.sequence.is_orderly { 0 } else { short(place) };
            let boxes = pair.map(|index| case.boxes.oriented(index));
            let past = PastPair { place, row, boxes, setting: case.setting_of(pair) };
            pairs.entry(pair).or_default().push(past);
        }
        Self { pairs }
    }

    /// Applies a change that the caches get, too.
    pub(super) fn change(&mut self, change: &Change) {
        match change {
            Change::ForgetBox(index) => self.pairs.retain(|pair, _| !pair.contains(index)),
            Change::ForgetPair(pair) => drop(self.pairs.remove(pair)),
            Change::Renumber(new_numbers) => {
                let new = |index: u32| new_numbers.get(index as usize).copied();
                let renumbered = |pair: [u32; 2]| pair.map(|index| new(index).unwrap_or(u32::MAX));
                let pairs = std::mem::take(&mut self.pairs).into_iter();
                self.pairs = pairs.map(|(pair, past)| (renumbered(pair), past)).collect();
            }
            Change::Restore(_) => {}
        }
    }

    /// Whether a pair is in the list several times.
    pub(super) fn is_repeated(&self, pair: [u32; 2]) -> bool {
        self.pairs.get(&pair).is_some_and(|past| past.len() > 1)
    }

    /// What is known of a pair with this answer, which may be in this frame's list several times.
    pub(super) fn of(&self, pair: [u32; 2], is_repeated: bool, now: &CachedRow) -> Before<'_> {
        match self.pairs.get(&pair).map(Vec::as_slice) {
            None => Before::New,
            Some([past]) if !is_repeated => Before::Was(past),
            Some(several) => {
                let past = several.iter().find(|past| past.place == now.owner[2]);
                past.map_or(Before::Unclear, Before::Was)
            }
        }
    }
}
