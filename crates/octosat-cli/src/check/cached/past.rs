//! What there was in the frame before.

use std::collections::{BTreeMap, BTreeSet};

use super::{CachedFrame, Change};
use crate::manifolds::ManifoldSetting;
use crate::stores::{Store, oriented};

/// The frame before, with what has happened since.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// Where each pair stood; several places for one that was there several times.
    places: BTreeMap<[u32; 2], Vec<usize>>,
    /// The bits of each box.
    boxes: Vec<[u32; 10]>,
    setting: Option<ManifoldSetting>,
    forgotten_boxes: BTreeSet<u32>,
    forgotten_pairs: BTreeSet<[u32; 2]>,
}

/// Where a pair stood in the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastPlace {
    /// Nowhere, or it is forgotten.
    None,
    Here(usize),
    /// It was, or is, there several times.
    Unclear,
}

impl Past {
    /// What a frame is when the next one comes.
    pub(super) fn next(&self, frame: &CachedFrame<'_>) -> Self {
        let mut places: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (place, &pair) in frame.query.pairs.iter().enumerate() {
            places.entry(pair).or_default().push(place);
        }
        Self {
            places,
            boxes: bits(frame.query.store),
            setting: Some(frame.setting),
            forgotten_boxes: BTreeSet::new(),
            forgotten_pairs: BTreeSet::new(),
        }
    }

    /// Does what is done to the caches.
    pub(super) fn change(&mut self, change: &Change) {
        match change {
            Change::ForgetBox(index) => {
                self.forgotten_boxes.insert(*index);
            }
            Change::ForgetPair(pair) => {
                self.forgotten_pairs.insert(*pair);
            }
            Change::Renumber(new_numbers) => self.renumber(new_numbers),
            Change::Restore(_) => {}
        }
    }

    fn renumber(&mut self, new_numbers: &[u32]) {
        let renumbered = |index: u32| new_numbers.get(index as usize).copied().unwrap_or(u32::MAX);
        let places = std::mem::take(&mut self.places).into_iter();
        self.places = places.map(|(pair, places)| (pair.map(renumbered), places)).collect();
        let pairs = std::mem::take(&mut self.forgotten_pairs).into_iter();
        self.forgotten_pairs = pairs.map(|pair| pair.map(renumbered)).collect();
        let boxes = std::mem::take(&mut self.forgotten_boxes).into_iter();
        self.forgotten_boxes = boxes.map(renumbered).collect();
        let kept = |index: &u32| *index != u32::MAX;
        let len = new_numbers
            .iter()
            .filter(|index| kept(index))
            .max()
            .map_or(0, |&last| last as usize + 1);
        // No box has such bits.
        let mut moved = vec![[u32::MAX; 10]; len];
        for (bits, &new) in self.boxes.iter().zip(new_numbers).filter(|(_, new)| kept(new)) {
            moved[new as usize] = *bits;
        }
        self.boxes = moved;
    }

    /// Where a pair stood.
    pub(super) fn place_of(&self, pair: [u32; 2], repeated: &BTreeSet<[u32; 2]>) -> LastPlace {
        let forgotten = self.forgotten_pairs.contains(&pair)
            || pair.iter().any(|index| self.forgotten_boxes.contains(index));
        match self.places.get(&pair).map(Vec::as_slice) {
            Some(_) if forgotten => LastPlace::None,
            Some([place]) if !repeated.contains(&pair) => LastPlace::Here(*place),
            Some(_) => LastPlace::Unclear,
            None => LastPlace::None,
        }
    }

    /// Whether both boxes are as they were, bit for bit.
    pub(super) fn is_still(&self, store: &Store, pair: [u32; 2]) -> bool {
        pair.iter()
            .all(|&index| self.boxes.get(index as usize) == Some(&box_bits(store, index as usize)))
    }

    /// Metres by which a point of a pair's boxes has moved since the frame before at most; infinite of a new box.
    pub(super) fn step(&self, store: &Store, pair: [u32; 2]) -> f64 {
        let step = |index: u32| {
            let before =
                self.boxes.get(index as usize)?.map(|bits| f64::from(f32::from_bits(bits)));
            let now = box_bits(store, index as usize).map(|bits| f64::from(f32::from_bits(bits)));
            let length = |range: std::ops::Range<usize>, sign: f64| {
                range.map(|k| (now[k] - sign * before[k]).powi(2)).sum::<f64>().sqrt()
            };
            let turn = 2.0 * length(3..7, 1.0).min(length(3..7, -1.0));
            let size = now[7..].iter().map(|extent| extent * extent).sum::<f64>().sqrt();
            Some(length(0..3, 1.0) + turn * size + length(7..10, 1.0))
        };
        pair.into_iter().map(|index| step(index).unwrap_or(f64::INFINITY)).fold(0.0, f64::max)
    }

    /// The setting of the frame before, if there was one.
    pub(super) fn setting(&self) -> Option<ManifoldSetting> {
        self.setting
    }
}

/// The bits of all boxes.
fn bits(store: &Store) -> Vec<[u32; 10]> {
    (0..store.boxes()).map(|index| box_bits(store, index)).collect()
}

fn box_bits(store: &Store, index: usize) -> [u32; 10] {
    let given = oriented(store.unit(), index);
    let [x, y, z] = given.center;
    let [i, j, k, w] = given.rotation;
    let [a, b, c] = given.half_extents;
    [x, y, z, i, j, k, w, a, b, c].map(f32::to_bits)
}
