//! The contacts of a run as columns of a file.

use octosat::{ContactPoint, Manifolds};
use octosat_scenes::ResultsWriter;

use crate::failure::Failure;

/// The contact arrays of a results file.
#[derive(Debug)]
pub(super) struct Points {
    /// Of each pair.
    normals: Vec<[f32; 3]>,
    /// How many contacts each pair has.
    counts: Vec<u8>,
    /// Of each contact.
    positions: Vec<[f32; 3]>,
    depths: Vec<f32>,
    features: Vec<u32>,
}

impl Points {
    /// Empty columns with room for this many pairs.
    pub(super) fn new(pairs: usize) -> Self {
        Self {
            normals: Vec::with_capacity(pairs),
            counts: Vec::with_capacity(pairs),
            positions: Vec::new(),
            depths: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Appends the manifolds of a frame.
    pub(super) fn append(&mut self, contacts: &Manifolds) {
        for (pair, row) in contacts.manifolds().iter().enumerate() {
            self.normals.push(row.normal);
            self.counts.push(row.len);
            for &ContactPoint { position, depth, feature } in contacts.of(pair) {
                self.positions.push(position);
                self.depths.push(depth);
                self.features.push(feature.0);
            }
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
        file.contact_point(self.positions.iter().copied())?;
        file.contact_depth(self.depths.iter().copied())?;
        file.contact_feature(self.features.iter().copied())?;
        Ok(())
    }
}
