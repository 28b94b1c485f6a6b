//! The contacts of a run as columns of a file.
//!
//! How many there are is known in the end only, so columns grow at their end while a run goes on. One
//! that goes from the last pair to the first leaves them backwards, and they are turned in place:
//! nothing is held twice.

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
    /// Of each contact, in the direction of the run.
    positions: Vec<[f32; 3]>,
    depths: Vec<f32>,
    features: Vec<u32>,
    direction: Direction,
}

/// In which order a run comes by the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the last chunk to the first.
    Backwards,
    /// From the first chunk to the last.
    Forwards,
}

impl Points {
    /// Columns of exactly this many pairs, without contacts.
    pub(super) fn new(pairs: usize, direction: Direction) -> Self {
        Self {
            normals: vec![[0.0; 3]; pairs],
            counts: vec![0; pairs],
            positions: Vec::new(),
            depths: Vec::new(),
            features: Vec::new(),
            direction,
        }
    }

    /// Stores the manifolds of the pairs from `first` on; all pairs that come before them in the
    /// direction of the run are stored already.
    pub(super) fn store(&mut self, contacts: &Manifolds, first: usize) {
        for (place, row) in (first..).zip(contacts.manifolds()) {
            self.normals[place] = row.normal;
            self.counts[place] = row.len;
        }
        let points = contacts.points();
        self.positions.reserve(points.len());
        self.depths.reserve(points.len());
        self.features.reserve(points.len());
        match self.direction {
            Direction::Backwards => points.iter().rev().for_each(|point| self.push(point)),
            Direction::Forwards => points.iter().for_each(|point| self.push(point)),
        }
    }

    fn push(&mut self, &ContactPoint { position, depth, feature }: &ContactPoint) {
        self.positions.push(position);
        self.depths.push(depth);
        self.features.push(feature.0);
    }

    /// Puts the contacts in the pairs' order.
    fn turn_forwards(&mut self) {
        if self.direction == Direction::Backwards {
            self.positions.reverse();
            self.depths.reverse();
            self.features.reverse();
            self.direction = Direction::Forwards;
        }
    }

    /// Writes the contact arrays.
    pub(super) fn write(&mut self, file: &mut ResultsWriter) -> Result<(), Failure> {
        self.turn_forwards();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Basis;
    use crate::stores::{Query, Store};
    use octosat::{Coherence, Engine, PointLimit};
    use octosat_scenes::{ReadOptions, embedded};

    /// The columns of a frame that is done in chunks of this many pairs.
    fn stored(length: usize, direction: Direction) -> Points {
        let recording = embedded(ReadOptions::default()).unwrap();
        let frame = recording.frame(0);
        let store = Store::new(Basis::Unit, recording.half_extents(), frame).unwrap();
        let mut points = Points::new(frame.pairs.len(), direction);
        let mut contacts = Manifolds::new();
        let mut chunks: Vec<_> = frame.pairs.chunks(length).enumerate().collect();
        if direction == Direction::Backwards {
            chunks.reverse();
        }
        for (number, pairs) in chunks {
            let query = Query { store: &store, pairs, margin: 0.02 };
            query
                .manifolds(&Engine::new(), PointLimit::Four, Coherence::Off, &mut contacts)
                .unwrap();
            points.store(&contacts, number * length);
        }
        points.turn_forwards();
        points
    }

    #[test]
    fn runs_give_the_columns_of_the_whole() {
        let whole = stored(usize::MAX, Direction::Forwards);
        assert!(!whole.depths.is_empty());
        let counted: usize = whole.counts.iter().map(|&count| usize::from(count)).sum();
        assert_eq!(whole.depths.len(), counted);
        let directions = [Direction::Backwards, Direction::Forwards];
        for (length, direction) in
            [1, 999, 4096].into_iter().flat_map(|l| directions.map(|d| (l, d)))
        {
            let parts = stored(length, direction);
            assert_eq!(parts.normals, whole.normals);
            assert_eq!(parts.counts, whole.counts);
            assert_eq!(parts.positions, whole.positions);
            assert_eq!(parts.depths, whole.depths);
            assert_eq!(parts.features, whole.features);
        }
    }
}
