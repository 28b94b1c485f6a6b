//! All frames of a recording, one after the other, in either direction of time.

use std::ops::Range;

use octosat::Coherence;
use octosat_scenes::Recording;

use super::backlog::{Backlog, FramePairs, pair_rows};
use super::chunk::{Chunk, Times, chunk_length};
use super::columns::Columns;
use super::job::Job;
use super::memory::Memories;
use super::timeline::Timeline;
use crate::failure::Failure;
use crate::input::Source;
use crate::stores::Query;

/// Frames to be done, at least one, and what to do with them.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) job: &'a Job,
    pub(super) source: &'a Source,
    pub(super) recording: Recording,
    pub(super) frames: Range<usize>,
}

/// What was found on the way.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) sums: Sums,
    /// None where they are not wanted.
    pub(super) columns: Option<Columns>,
}

/// The sums over the frames of a recording.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) overlapping: usize,
    pub(super) contacts: usize,
    pub(super) recycled: usize,
    pub(super) times: Times,
}

impl Walk<'_> {
    /// From the last frame to the first, which gives back the memory of what is done.
    pub(super) fn backwards(
        self,
        new_columns: impl FnOnce() -> Option<Columns>,
    ) -> Result<Walked, Failure> {
        let Self { job, source, recording, frames } = self;
        let length = chunk_length(job.workers.count, pair_rows(&recording, frames.clone()).len());
        let mut backlog = Backlog::new(recording, frames);
        let mut store = backlog.first_store(source, job.basis)?;
        let mut walker = Walker::new(job, length, new_columns());
        job.workers.run(|| {
            loop {
                let FramePairs { first_result, pairs } = backlog.next_pairs(length);
                if pairs.is_empty() {
                    backlog.frame_done();
                    if backlog.frames() == 0 {
                        return Ok(walker.walked);
                    }
                    backlog.next_poses(source, &mut store)?;
                    continue;
                }
                let count = pairs.len();
                let query = Query { store: &store, pairs, margin: job.margin };
                walker.answer(&query, Coherence::Off, first_result)?;
                backlog.pairs_done(count);
            }
        })
    }

    /// From the first frame to the last, with an eye on the frame before.
    pub(super) fn forwards(
        self,
        new_columns: impl FnOnce() -> Option<Columns>,
    ) -> Result<Walked, Failure> {
        let Self { job, source, recording, frames } = self;
        let length = chunk_length(job.workers.count, pair_rows(&recording, frames.clone()).len());
        let timeline = Timeline::new(source, recording, frames.clone());
        let mut store = timeline.first_store(job.basis)?;
        let mut walker = Walker::new(job, length, new_columns());
        let mut memories = Memories::default();
        job.workers.run(|| {
            for number in frames.clone() {
                if number > frames.start {
                    timeline.move_store(number, &mut store)?;
                }
                let FramePairs { mut first_result, pairs } = timeline.pairs_of(number);
                memories.next_frame(pairs)?;
                let memories = memories.as_mut_slice().chunks_mut(length);
                for (pairs, memories) in pairs.chunks(length).zip(memories) {
                    let query = Query { store: &store, pairs, margin: job.margin };
                    walker.answer(&query, job.coherence.with(memories), first_result)?;
                    first_result += pairs.len();
                }
            }
            Ok(walker.walked)
        })
    }
}

/// A chunk that is used again and again, and what was found so far.
struct Walker<'a> {
    job: &'a Job,
    chunk: Chunk,
    walked: Walked,
}

impl<'a> Walker<'a> {
    /// Room for chunks of this many pairs.
    fn new(job: &'a Job, length: usize, columns: Option<Columns>) -> Self {
        let chunk = Chunk::new(&job.computer, job.wanted, length);
        Self { job, chunk, walked: Walked { sums: Sums::default(), columns } }
    }

    /// Asks about a chunk of pairs, whose results have their places from `first_result` on.
    fn answer(
        &mut self,
        query: &Query<'_>,
        coherence: Coherence<'_>,
        first_result: usize,
    ) -> Result<(), Failure> {
        let Self { job, chunk, walked: Walked { sums, columns } } = self;
        chunk.ask(&job.computer, query, coherence, &mut sums.times)?;
        let count = query.pairs.len();
        sums.overlapping += (0..count).filter(|&pair| chunk.overlaps(pair)).count();
        sums.contacts += chunk.contacts().points().len();
        let rows = chunk.contacts().manifolds();
        sums.recycled += rows.iter().filter(|row| row.is_recycled()).count();
        if let Some(columns) = columns {
            columns.store(chunk, first_result, count);
        }
        Ok(())
    }
}
