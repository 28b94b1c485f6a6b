//! The frames of a recording that are still to be done, and no memory for the others.
//!
//! A store holds a frame once more, which matters where there are few frames. So frames are taken
//! from the last to the first, and so are a frame's pairs; what a store holds and what is done is
//! given back.

use std::ops::Range;

use octosat_scenes::{Frame, Recording, RecordingParts};

use super::loading::store_of_last_frame;
use crate::choices::{Basis, FrameRange};
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
}

/// The frames of this range; all without one.
pub(crate) fn frames_asked(
    source: &Source,
    recording: &Recording,
    range: Option<FrameRange>,
) -> Result<Range<usize>, Failure> {
    let frames = recording.frames();
    let range = range.unwrap_or(FrameRange { first: 0, end: None });
    let end = range.end.unwrap_or(frames);
    if range.first > end || end > frames {
        let asked = range.end.map_or(String::new(), |end| end.to_string());
        let what = format!("frames {}..{asked} asked for, there are {frames}", range.first);
        return Err(source.refuse(&what));
    }
    Ok(range.first..end)
}

/// The rows of pairs that belong to these frames.
pub(super) fn pair_rows(recording: &Recording, frames: Range<usize>) -> Range<usize> {
    let row = |frame: usize| {
        usize::try_from(recording.pair_offsets()[frame]).unwrap_or(recording.pairs().len())
    };
    row(frames.start)..row(frames.end)
}

impl Backlog {
    /// These frames, which the recording has.
    pub(super) fn new(recording: Recording, frames: Range<usize>) -> Self {
        let boxes = recording.boxes();
        let rows = pair_rows(&recording, frames.clone());
        let parts = recording.into_parts();
        let mut backlog =
            Self { parts, boxes, first: frames.start, end: frames.end, first_pair: rows.start };
        backlog.release_poses(frames.end);
        backlog.release_pairs(rows.end);
        backlog
    }

    /// The number of frames left.
    pub(super) fn frames(&self) -> usize {
        self.end - self.first
    }

    /// A store of the next frame, whose poses are given back; the half extents are needed no more.
    pub(super) fn first_store(&mut self, source: &Source, basis: Basis) -> Result<Store, Failure> {
        let frame = self.end - 1;
        store_of_last_frame(&mut self.parts, basis)
            .map_err(|error| source.refuse_box(&RefusedBox { error, frame }))
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

    /// Pairs of the next frame, and where their results go among all that were asked for: those
    /// of its last run of at most `length`, or none where all are done.
    pub(super) fn next_pairs(&self, length: usize) -> FramePairs<'_> {
        let begin = self.first_row();
        let left = self.parts.pairs.len() - begin;
        let begin = begin + left.saturating_sub(1) / length * length;
        FramePairs { first_result: begin - self.first_pair, pairs: &self.parts.pairs[begin..] }
    }

    /// Gives back the last pairs, whose results are there.
    pub(super) fn pairs_done(&mut self, count: usize) {
        self.release_pairs(self.parts.pairs.len() - count);
    }

    /// Goes on to the frame before.
    pub(super) fn frame_done(&mut self) {
        self.release_pairs(self.first_row());
        self.end -= 1;
    }

    /// The row of the next frame's first pair.
    fn first_row(&self) -> usize {
        usize::try_from(self.parts.pair_offsets[self.end - 1]).unwrap_or(self.parts.pairs.len())
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

/// Pairs of one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePairs<'a> {
    /// The row of the first pair's results.
    pub(super) first_result: usize,
    pub(super) pairs: &'a [[u32; 2]],
}

#[cfg(test)]
mod tests {
    use super::*;
    use octosat_scenes::embedded;

    /// Does all pairs in runs of a length; gives how often each was done.
    fn done(range: Option<FrameRange>, length: usize) -> Vec<u8> {
        let recording = embedded(octosat_scenes::ReadOptions::default()).unwrap();
        let all = recording.pairs().to_vec();
        let frames = frames_asked(&Source::embedded(), &recording, range).unwrap();
        let mut done = vec![0; pair_rows(&recording, frames.clone()).len()];
        let mut backlog = Backlog::new(recording, frames);
        while backlog.frames() > 0 {
            let FramePairs { first_result, pairs } = backlog.next_pairs(length);
            let count = pairs.len();
            assert!(count <= length);
            assert_eq!(pairs, &all[backlog.first_pair + first_result..][..count]);
            done[first_result..first_result + count].iter_mut().for_each(|times| *times += 1);
            if count == 0 {
                backlog.frame_done();
            } else {
                backlog.pairs_done(count);
            }
            let left = backlog.parts.pairs.len();
            assert_eq!(backlog.parts.pairs.capacity(), left, "memory is given back");
        }
        done
    }

    #[test]
    fn every_pair_is_done_once_and_given_back() {
        for range in [None, Some(FrameRange { first: 1, end: Some(3) })] {
            for length in [1000, 4096, usize::MAX] {
                assert!(done(range, length).iter().all(|&times| times == 1), "{range:?}, {length}");
            }
        }
    }
}
