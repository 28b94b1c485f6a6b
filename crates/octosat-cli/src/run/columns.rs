//! Results as the columns of a file.

use octosat_scenes::ResultsWriter;

use super::chunk::{Chunk, Wanted};
use super::points::{Direction, Points};
use crate::failure::Failure;

/// The arrays of a results file; those not wanted stay empty.
#[derive(Debug)]
pub(super) struct Columns {
    wanted: Wanted,
    overlap: Vec<bool>,
    depth: Vec<f32>,
    axis: Vec<u8>,
    normal: Vec<[f32; 3]>,
    points: Points,
}

impl Columns {
    /// Columns of exactly this many pairs; those of contacts grow with what is stored.
    pub(super) fn new(wanted: Wanted, pairs: usize, direction: Direction) -> Self {
        let rows = if wanted.penetration { pairs } else { 0 };
        Self {
            wanted,
            overlap: vec![false; if wanted.overlap { pairs } else { 0 }],
            depth: vec![0.0; rows],
            axis: vec![0; rows],
            normal: vec![[0.0; 3]; rows],
            points: Points::new(if wanted.contacts.is_some() { pairs } else { 0 }, direction),
        }
    }

    /// Puts the answers of a chunk of `pairs` pairs in their places from `first` on. Chunks come in
    /// the direction that the columns were made for.
    pub(super) fn store(&mut self, chunk: &Chunk, first: usize, pairs: usize) {
        for pair in 0..pairs {
            if self.wanted.overlap {
                self.overlap[first + pair] = chunk.overlaps(pair);
            }
            if self.wanted.penetration {
                let row = chunk.rows().get(pair);
                self.depth[first + pair] = row.depth;
                self.axis[first + pair] = row.axis;
                self.normal[first + pair] = row.normal;
            }
        }
        if self.wanted.contacts.is_some() {
            self.points.store(chunk.contacts(), first);
        }
    }

    /// Writes the arrays and completes the file.
    pub(super) fn write(mut self, mut file: ResultsWriter) -> Result<(), Failure> {
        if self.wanted.overlap {
            file.overlap(self.overlap.iter().copied())?;
        }
        if self.wanted.penetration {
            file.depth(self.depth.iter().copied())?;
            file.axis(self.axis.iter().copied())?;
            file.normal(self.normal.iter().copied())?;
        }
        if self.wanted.contacts.is_some() {
            self.points.write(&mut file)?;
        }
        Ok(file.finish()?)
    }
}
