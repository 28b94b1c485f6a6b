//! All frames of a recording, one after the other.

use std::ops::Range;

use octosat_scenes::Recording;

use super::columns::Columns;
use super::frame::{FrameAnswers, Times};
use super::job::Job;
use crate::choices::FrameRange;
use crate::failure::Failure;
use crate::input::Source;
use crate::stores::{FrameStore, Query};

/// Frames to be done, and what to do with them.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) job: &'a Job,
    pub(super) source: &'a Source,
    pub(super) recording: &'a Recording,
    pub(super) frames: Range<usize>,
}

/// The sums over the frames of a recording.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) overlapping: usize,
    pub(super) contacts: usize,
    pub(super) reused: usize,
    pub(super) times: Times,
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

/// The number of pairs in these frames.
pub(super) fn count_pairs(recording: &Recording, frames: Range<usize>) -> usize {
    frames.map(|number| recording.frame(number).pairs.len()).sum()
}

impl Walk<'_> {
    /// From the first frame to the last, whose results go to the columns where there are some.
    pub(super) fn go(&self, mut columns: Option<&mut Columns>) -> Result<Sums, Failure> {
        let job = self.job;
        let mut sums = Sums::default();
        let mut answers = FrameAnswers::new(&job.computer, job.wanted, job.cache.new_cache());
        let mut store = FrameStore::new(job.basis, self.recording);
        job.workers.run(|| {
            for number in self.frames.clone() {
                let store = store.at(number).map_err(|refused| self.source.refuse_box(&refused))?;
                let pairs = self.recording.frame(number).pairs;
                let query = Query { store, pairs, margin: job.margin };
                answers.ask(&job.computer, &query, &mut sums.times)?;
                sums.add(&answers, pairs.len());
                if let Some(columns) = columns.as_deref_mut() {
                    columns.append(&answers, pairs.len());
                }
            }
            Ok(sums)
        })
    }
}

impl Sums {
    /// Counts what was found in a frame.
    fn add(&mut self, answers: &FrameAnswers, pairs: usize) {
        self.overlapping += (0..pairs).filter(|&pair| answers.overlaps(pair)).count();
        let contacts = answers.contacts();
        self.contacts += contacts.points().len();
        self.reused += contacts.manifolds().iter().filter(|row| row.is_reused()).count();
    }
}
