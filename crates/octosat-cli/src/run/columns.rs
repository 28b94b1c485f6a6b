//! Results as the columns of a file.

use octosat_scenes::ResultsWriter;

use super::frame::FrameAnswers;
use super::job::Wanted;
use super::points::Points;
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
    /// Empty columns with room for this many pairs; those of contacts grow with what is stored.
    pub(super) fn new(wanted: Wanted, pairs: usize) -> Self {
        let rows = if wanted.penetration { pairs } else { 0 };
        Self {
            wanted,
            overlap: Vec::with_capacity(if wanted.overlap { pairs } else { 0 }),
            depth: Vec::with_capacity(rows),
            axis: Vec::with_capacity(rows),
            normal: Vec::with_capacity(rows),
            points: Points::new(if wanted.contacts.is_some() { pairs } else { 0 }),
        }
    }

    /// Appends the answers about a frame of so many pairs.
    pub(super) fn append(&mut self, answers: &FrameAnswers, pairs: usize) {
        for pair in 0..pairs {
            if self.wanted.overlap {
                self.overlap.push(answers.overlaps(pair));
            }
            if self.wanted.penetration {
                let row = answers.rows().get(pair);
                self.depth.push(row.depth);
                self.axis.push(row.axis);
                self.normal.push(row.normal);
            }
        }
        if self.wanted.contacts.is_some() {
            self.points.append(answers.contacts());
        }
    }

    /// Writes the arrays and completes the file.
    pub(super) fn write(self, mut file: ResultsWriter) -> Result<(), Failure> {
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
