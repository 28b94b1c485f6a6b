//! The contacts of a run as columns of a file.
//!
//! How many there are is known in the end only, and a run goes from the last pair to the first. So
//! columns hold the contacts backwards and grow at their end: nothing is moved or held twice.

use octosat::{ContactPoint, Contacts};
use octosat_scenes::ResultsWriter;

use crate::failure::Failure;

/// The contact arrays of a results file.
#[derive(Debug)]
pub(super) struct Points {
    /// Of each pair.
    normals: Vec<[f32; 3]>,
    /// How many contacts each pair has.
    counts: Vec<u8>,
    /// Of each contact, the last one first.
    positions: Vec<[f32; 3]>,
    depths: Vec<f32>,
    features: Vec<u32>,
}

impl Points {
    /// Columns of exactly this many pairs, without contacts.
    pub(super) fn new(pairs: usize) -> Self {
        Self {
            normals: vec![[0.0; 3]; pairs],
            counts: vec![0; pairs],
            positions: Vec::new(),
            depths: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Stores the manifolds of the pairs from `first` on; all pairs behind them are stored already.
    pub(super) fn store_before(&mut self, contacts: &Contacts, first: usize) {
        for (place, row) in (first..).zip(contacts.manifolds()) {
            self.normals[place] = row.normal;
            self.counts[place] = row.len;
        }
        let points = contacts.points();
        self.positions.reserve(points.len());
        self.depths.reserve(points.len());
        self.features.reserve(points.len());
        for &ContactPoint { position, depth, feature } in points.iter().rev() {
            self.positions.push(position);
            self.depths.push(depth);
            self.features.push(feature.0);
        }
    }

    /// Writes the contact arrays.
    pub(super) fn write(&self, file: &mut ResultsWriter) -> Result<(), Failure> {
        file.contact_normal(self.normals.iter().copied())?;
        let mut end = 0;
        let offsets = (0..self.counts.len() + 1).map(|row| {
            end += row.checked_sub(1).map_or(0, |pair| u64::from(self.counts[pair]));
            end
        });
        file.contact_offsets(offsets)?;
        file.contact_point(self.positions.iter().rev().copied())?;
        file.contact_depth(self.depths.iter().rev().copied())?;
        file.contact_feature(self.features.iter().rev().copied())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Basis;
    use crate::stores::{Query, Store};
    use octosat::{Engine, PointLimit};
    use octosat_scenes::{ReadOptions, embedded};

    /// The columns of a frame that is done in runs of this many pairs, the last one first.
    fn stored(length: usize) -> Points {
        let recording = embedded(ReadOptions::default()).unwrap();
        let frame = recording.frame(0);
        let store = Store::new(Basis::Unit, recording.half_extents(), frame).unwrap();
        let mut points = Points::new(frame.pairs.len());
        let mut contacts = Contacts::new();
        for (number, pairs) in frame.pairs.chunks(length).enumerate().rev() {
            let query = Query { store: &store, pairs, margin: 0.02 };
            query.contacts(&Engine::new(), PointLimit::Four, &mut contacts).unwrap();
            points.store_before(&contacts, number * length);
        }
        points
    }

    #[test]
    fn runs_give_the_columns_of_the_whole() {
        let whole = stored(usize::MAX);
        assert!(!whole.depths.is_empty());
        let counted: usize = whole.counts.iter().map(|&count| usize::from(count)).sum();
        assert_eq!(whole.depths.len(), counted);
        for length in [1, 999, 4096] {
            let parts = stored(length);
            assert_eq!(parts.normals, whole.normals);
            assert_eq!(parts.counts, whole.counts);
            assert_eq!(parts.positions, whole.positions);
            assert_eq!(parts.depths, whole.depths);
            assert_eq!(parts.features, whole.features);
        }
    }
}
