//! `--frames`: the chosen frames of a recording, in order.

use std::ops::Range;

use octosat_check::{Basis, Boxes};
use octosat_scenes::Recording;

use crate::choices::FrameRange;
use crate::failure::Failure;
use crate::input::Source;

/// Frames of a recording, and the basis of their boxes.
#[derive(Debug)]
pub(crate) struct Frames<'a> {
    source: &'a Source,
    recording: &'a Recording,
    pub(crate) range: Range<usize>,
    basis: Basis,
}

impl<'a> Frames<'a> {
    /// The frames of a range, or all frames without a range.
    pub(crate) fn new(
        source: &'a Source,
        recording: &'a Recording,
        asked: Option<FrameRange>,
        basis: Basis,
    ) -> Result<Self, Failure> {
        let range = frames_asked(source, recording, asked)?;
        Ok(Self { source, recording, range, basis })
    }

    /// The number of pairs in all of these frames.
    pub(crate) fn pairs(&self) -> usize {
        self.range.clone().map(|number| self.recording.frame(number).pairs.len()).sum()
    }

    /// Visits the boxes and pairs of each frame in turn.
    pub(crate) fn walk(
        &self,
        mut visit: impl FnMut(&Boxes, &[[u32; 2]]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for number in self.range.clone() {
            let boxes = self.source.boxes(self.recording, number, self.basis)?;
            visit(&boxes, self.recording.frame(number).pairs)?;
        }
        Ok(())
    }
}

/// The frames of a range, or all frames without a range. Fails if the recording has fewer frames.
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
        let what = format!(
            "frames {}..{asked} do not exist, the number of frames is {frames}",
            range.first
        );
        return Err(source.reject(&what));
    }
    Ok(range.first..end)
}
