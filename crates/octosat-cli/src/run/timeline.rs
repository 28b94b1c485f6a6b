//! The frames of a recording in the order of time, for runs that remember the frame before.
//!
//! All frames stay in memory: what is done lies at the front of the arrays, and only their ends could
//! be given back.

use std::ops::Range;

use octosat_scenes::Recording;

use super::backlog::{FramePairs, pair_rows};
use crate::choices::Basis;
use crate::failure::Failure;
use crate::input::{RefusedBox, Source};
use crate::stores::Store;

/// Frames to be done, the first one first.
#[derive(Debug)]
pub(super) struct Timeline<'a> {
    source: &'a Source,
    recording: Recording,
    frames: Range<usize>,
}

impl<'a> Timeline<'a> {
    /// These frames, which the recording has.
    pub(super) fn new(source: &'a Source, recording: Recording, frames: Range<usize>) -> Self {
        Self { source, recording, frames }
    }

    /// A store of the first frame.
    pub(super) fn first_store(&self, basis: Basis) -> Result<Store, Failure> {
        let number = self.frames.start;
        Store::new(basis, self.recording.half_extents(), self.recording.frame(number))
            .map_err(|error| self.source.refuse_box(&RefusedBox { error, frame: number }))
    }

    /// Moves a store to a frame.
    pub(super) fn move_store(&self, number: usize, store: &mut Store) -> Result<(), Failure> {
        let frame = self.recording.frame(number);
        store
            .set_poses(frame.positions, frame.rotations)
            .map_err(|error| self.source.refuse_box(&RefusedBox { error, frame: number }))
    }

    /// The pairs of a frame, and where their results go among all that were asked for.
    pub(super) fn pairs_of(&self, number: usize) -> FramePairs<'_> {
        let first_result = pair_rows(&self.recording, self.frames.start..number).len();
        FramePairs { first_result, pairs: self.recording.frame(number).pairs }
    }
}
