//! The frames of a recording that are still to be done, and no memory for the others.
//!
//! A store holds a frame once more, which matters where there are few frames. So frames are taken
//! from the last to the first, and what a store holds is given back.

use octosat_scenes::{Frame, Recording, RecordingParts};

use crate::arguments::{Basis, FrameRange};
use crate::failure::Failure;
use crate::input::{RefusedBox, Source};
use crate::stores::Store;

/// Frames to be done, the last one next.
#[derive(Debug)]
pub(super) struct Backlog {
    parts: RecordingParts,
    boxes: usize,
    /// The first frame to be done, and how many are left before `end` is reached.
    first: usize,
    end: usize,
    /// The first row of pairs that belongs to the frames asked for.
    first_pair: usize,
    last_pair: usize,
}

impl Backlog {
    /// The frames of this range; all without one.
    pub(super) fn new(
        source: &Source,
        recording: Recording,
        range: Option<FrameRange>,
    ) -> Result<Self, Failure> {
        let frames = recording.frames();
        let range = range.unwrap_or(FrameRange { first: 0, end: None });
        let end = range.end.unwrap_or(frames);
        if range.first > end || end > frames {
            let asked = range.end.map_or(String::new(), |end| end.to_string());
            let what = format!("frames {}..{asked} asked for, there are {frames}", range.first);
            return Err(source.refuse(&what));
        }
        let boxes = recording.boxes();
        let parts = recording.into_parts();
        let row = |frame: usize| usize::try_from(parts.pair_offsets[frame]).unwrap_or(usize::MAX);
        let (first_pair, last_pair) = (row(range.first), row(end));
        let mut backlog = Self { parts, boxes, first: range.first, end, first_pair, last_pair };
        backlog.release_poses(end);
        backlog.release_pairs(last_pair);
        Ok(backlog)
    }

    pub(super) fn boxes(&self) -> usize {
        self.boxes
    }

    /// The number of frames left.
    pub(super) fn frames(&self) -> usize {
        self.end - self.first
    }

    /// The number of pairs in the frames that were asked for.
    pub(super) fn pairs(&self) -> usize {
        self.last_pair - self.first_pair
    }

    /// A store of the next frame, whose poses are given back; the half extents are needed no more.
    pub(super) fn first_store(&mut self, source: &Source, basis: Basis) -> Result<Store, Failure> {
        let frame = self.end - 1;
        let store = Store::new(basis, &self.parts.half_extents, self.poses(frame));
        self.parts.half_extents = Vec::new();
        self.release_poses(frame);
        store.map_err(|error| source.refuse_box(&RefusedBox { error, frame }))
    }

    /// Moves a store to the next frame, whose poses are given back.
    pub(super) fn next_poses(&mut self, source: &Source, store: &mut Store) -> Result<(), Failure> {
        let frame = self.end - 1;
        let poses = self.poses(frame);
        store
            .set_poses(poses.positions, poses.rotations)
            .map_err(|error| source.refuse_box(&RefusedBox { error, frame }))?;
        self.release_poses(frame);
        Ok(())
    }

    /// The pairs of the next frame, and where their results go among all that were asked for.
    pub(super) fn next_pairs(&self) -> FramePairs<'_> {
        let row = |frame: usize| {
            usize::try_from(self.parts.pair_offsets[frame]).unwrap_or(self.last_pair)
        };
        let rows = row(self.end - 1)..row(self.end);
        FramePairs { first_result: rows.start - self.first_pair, pairs: &self.parts.pairs[rows] }
    }

    /// Goes on to the frame before; the pairs of the one that is done are given back.
    pub(super) fn done(&mut self) {
        self.end -= 1;
        let rows = usize::try_from(self.parts.pair_offsets[self.end]).unwrap_or(usize::MAX);
        self.release_pairs(rows);
    }

    fn poses(&self, frame: usize) -> Frame<'_> {
        let rows = frame * self.boxes..(frame + 1) * self.boxes;
        Frame {
            positions: &self.parts.position[rows.clone()],
            rotations: &self.parts.rotation[rows],
            pairs: &[],
        }
    }

    /// Keeps the poses of the frames before this one.
    fn release_poses(&mut self, frame: usize) {
        self.parts.position.truncate(frame * self.boxes);
        self.parts.position.shrink_to_fit();
        self.parts.rotation.truncate(frame * self.boxes);
        self.parts.rotation.shrink_to_fit();
    }

    /// Keeps this many rows of pairs.
    fn release_pairs(&mut self, rows: usize) {
        self.parts.pairs.truncate(rows);
        self.parts.pairs.shrink_to_fit();
    }
}

/// The pairs of one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePairs<'a> {
    /// The row of the first pair's results.
    pub(super) first_result: usize,
    pub(super) pairs: &'a [[u32; 2]],
}
