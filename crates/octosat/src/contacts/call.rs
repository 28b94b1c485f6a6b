//! A contact query from start to end: its check, its chunks, and the threads that share them.

use core::iter;
use core::mem;

use octosat_lanes::Isa;
use octosat_rows::SurfacePoints;

use super::counts::BoxCounts;
use super::manifolds::Manifolds;
use super::stages::chunk::{ChunkStages, Scratch, Workspace};
#[cfg(feature = "covered")]
use super::stages::covered::WithCovered;
#[cfg(feature = "motion")]
use super::stages::moved::run_moved;
use super::stages::output::{ChunkResults, as_u32};
use super::stages::{Usual, run_chunk};
use super::{ContactOptions, ContactPoint, Contacts, Manifold};
use crate::backend::token::Job;
use crate::call::answers::Lengths;
#[cfg(feature = "motion")]
use crate::call::batches::Source;
use crate::call::batches::{Batches, Pairs};
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::call::queue::MAX_CHUNK;
use crate::call::tasks::Load;
#[cfg(feature = "covered")]
use crate::covered::CoveredFaces;
use crate::error::Error;
#[cfg(feature = "motion")]
use crate::moved::{at_times::MOVE_NANOSECONDS, pairs::MovedPairs};
use crate::threads::share_with;

/// About the time of a pair with AVX2, in nanoseconds: it decides when a call is split over threads.
const NANOSECONDS: usize = 36;

impl Question<verbs::Manifolds> for Query<'_> {
    type Out<'o> = &'o mut Manifolds;

    fn answer(self, engine: &Engine, out: &mut Manifolds) -> Result<(), Error> {
        Contacts::new(self).answer(engine, out)
    }
}

impl Question<verbs::Manifolds> for Contacts<'_> {
    type Out<'o> = &'o mut Manifolds;

    fn answer(self, engine: &Engine, out: &mut Manifolds) -> Result<(), Error> {
        let Self { query, options, .. } = self;
        let rows = query.pairs.len();
        let limit = u32::MAX as usize / options.limit.points();
        if rows > limit {
            return Err(Error::too_many_pairs(rows, limit));
        }
        let batches = accept(
            engine,
            &query,
            Takes::within("manifolds"),
            Lengths { found: rows, expected: rows },
        )?;
        #[cfg(feature = "covered")]
        let covered = self.checked_faces()?;
        #[cfg(feature = "motion")]
        let path = match &query.moved {
            Some(moved) => Some(moved.checked(engine, &query, batches.source)?),
            None => None,
        };
        #[cfg(feature = "motion")]
        let moved = path.as_ref().map(|path| path.pairs(batches.source, 0..rows));
        let boxes = PairBoxes {
            still: &batches,
            #[cfg(feature = "motion")]
            moved: moved.as_ref(),
        };
        out.resize(rows, options);
        out.pairs.copy_from_slice(query.pairs);
        out.boxes = BoxCounts::of(&query);
        let Manifolds { manifolds, touching, points, surfaces, workspace, .. } = out;
        let all = Rows { first: 0, options, manifolds, touching, points, surfaces };
        let load = engine.load(rows, boxes.nanoseconds());
        workspace.resize(load.workers());
        #[cfg(feature = "motion")]
        if boxes.moved.is_some() {
            workspace.make_room_for_moved(load.workers());
        }
        #[cfg(feature = "covered")]
        if let Some(covered) = covered {
            let call = Call { engine, boxes, stages: WithCovered(covered) };
            out.touching_len = call.run_all(all, load, workspace);
            return Ok(());
        }
        let call = Call { engine, boxes, stages: Usual };
        out.touching_len = call.run_all(all, load, workspace);
        Ok(())
    }
}

#[cfg(feature = "covered")]
impl<'a> Contacts<'a> {
    /// The covered faces of the boxes a and b, if there are some.
    fn checked_faces(&self) -> Result<Option<[Option<&'a CoveredFaces>; 2]>, Error> {
        let Some(covered) = &self.covered else { return Ok(None) };
        let boxes = &self.query.lists;
        if !boxes.has_sides_of(covered) {
            return Err(boxes.other_sides("covered faces", covered));
        }
        let covered = covered.each().map(|faces| *faces);
        for (faces, view) in covered.into_iter().zip(boxes.each()) {
            let [expected, found] = [view.len(), faces.map_or(view.len(), CoveredFaces::len)];
            if expected != found {
                let why = format_args!(
                    "the covered faces are of {found} boxes, but the number of boxes is {expected}"
                );
                return Err(Error::new(crate::error::ErrorKind::Length, why));
            }
        }
        Ok(covered.iter().any(Option::is_some).then_some(covered))
    }
}

/// The boxes of pairs, and their lengths.
#[derive(Clone, Copy)]
struct PairBoxes<'a> {
    /// Where they are stored.
    still: &'a Batches<'a, Pairs<'a>>,
    /// Where they are, if they have moved.
    #[cfg(feature = "motion")]
    moved: Option<&'a MovedPairs<'a>>,
}

impl PairBoxes<'_> {
    /// About the time of a pair.
    fn nanoseconds(self) -> usize {
        #[cfg(feature = "motion")]
        if self.moved.is_some() {
            return NANOSECONDS + MOVE_NANOSECONDS;
        }
        NANOSECONDS
    }
}

/// A query that was accepted, and the stages of its chunks.
struct Call<'a, S> {
    engine: &'a Engine,
    boxes: PairBoxes<'a>,
    stages: S,
}

/// Some rows: the number of the first, and where the results of all go.
struct Rows<'a> {
    first: usize,
    options: ContactOptions,
    manifolds: &'a mut [Manifold],
    /// Room for the numbers of rows that have points.
    touching: &'a mut [u32],
    /// Places for as many points as the rows may have, at least.
    points: &'a mut [ContactPoint],
    /// As many places for surface points, or none.
    surfaces: &'a mut [SurfacePoints],
}

impl Rows<'_> {
    /// Splits this many rows off the front, or all if there are fewer.
    fn split_off(&mut self, rows: usize) -> Self {
        let rows = rows.min(self.manifolds.len());
        let places = rows * self.options.limit.points();
        let front = Self {
            first: self.first,
            options: self.options,
            manifolds: split_front(&mut self.manifolds, rows),
            touching: split_front(&mut self.touching, rows),
            points: split_front(&mut self.points, places),
            surfaces: split_front(&mut self.surfaces, places),
        };
        self.first += rows;
        front
    }
}

/// Splits this many values off the front, or all if there are fewer.
fn split_front<'a, T>(values: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let len = len.min(values.len());
    let (front, rest) = mem::take(values).split_at_mut(len);
    *values = rest;
    front
}

impl<S: ChunkStages> Call<'_, S> {
    /// Finds the contacts of the chunk from a row on. Returns whether all pairs whose faces were clipped have points.
    #[inline(always)]
    fn chunk<I: Isa>(
        &self,
        isa: I,
        first: usize,
        out: &mut ChunkResults<'_>,
        scratch: &mut Scratch,
    ) -> bool {
        let (PairBoxes { still, .. }, rows) = (self.boxes, first..first + out.pairs.len());
        #[cfg(feature = "motion")]
        if let Some(moved) = self.boxes.moved {
            let length = still.length.slice(rows.clone());
            let moved = Batches::new(moved.slice(rows), length);
            return run_moved::<I, S>(isa, self.stages, &moved, out, scratch);
        }
        run_chunk::<I, S>(isa, self.stages, &still.slice(rows), out, scratch)
    }

    /// Finds the contacts of all rows, on one thread or on several; returns the number of rows that have points.
    fn run_all(&self, all: Rows<'_>, load: Load, workspace: &mut Workspace) -> usize {
        match load.workers() {
            1 => self.run(all, &mut workspace.scratch[0]),
            workers => self.split(all, load.task_rows(), workers, workspace),
        }
    }

    /// Finds the contacts of some rows, and lists those that have points; returns their number.
    fn run(&self, rows: Rows<'_>, scratch: &mut Scratch) -> usize {
        let count = rows.manifolds.len();
        self.engine.run(count, TaskJob { call: self, rows, scratch })
    }

    /// Does the same for all rows on several threads, each with its own scratch.
    #[inline(never)]
    fn split(
        &self,
        mut rows: Rows<'_>,
        task_rows: usize,
        workers: usize,
        workspace: &mut Workspace,
    ) -> usize {
        let Workspace { scratch, counts } = workspace;
        let list = mem::take(&mut rows.touching);
        counts.clear();
        counts.resize(rows.manifolds.len().div_ceil(task_rows), 0);
        let mut rest = &mut *list;
        let tasks = counts.iter_mut().map(|count| {
            let touching = split_front(&mut rest, task_rows);
            (count, Rows { touching, ..rows.split_off(task_rows) })
        });
        share_with(&mut scratch[..workers], tasks, |(count, rows), scratch| {
            *count = self.run(rows, scratch);
        });
        let mut end = 0;
        for (task, &count) in counts.iter().enumerate() {
            let first = task * task_rows;
            list.copy_within(first..first + count, end);
            end += count;
        }
        end
    }
}

/// The job of one task; its result is the number of rows that have points.
struct TaskJob<'j, 'a, S> {
    call: &'j Call<'a, S>,
    rows: Rows<'j>,
    scratch: &'j mut Scratch,
}

impl<S: ChunkStages> Job for TaskJob<'_, '_, S> {
    type Output = usize;

    fn run<I: Isa>(self, isa: I) -> usize {
        let Self { call, mut rows, scratch } = self;
        let mut count = 0;
        let list = mem::take(&mut rows.touching);
        for rows in
            iter::from_fn(|| (!rows.manifolds.is_empty()).then(|| rows.split_off(MAX_CHUNK)))
        {
            let Rows { first, options, manifolds, points, surfaces, .. } = rows;
            let first_place = as_u32(first * options.limit.points());
            let pairs = call.boxes.still.source.pairs.pairs();
            let pairs = &pairs[first..first + manifolds.len()];
            let mut out = ChunkResults { options, pairs, manifolds, points, surfaces, first_place };
            let all_have_points = call.chunk(isa, first, &mut out, scratch);
            let touched = scratch.touched();
            if all_have_points {
                for (row, &position) in list[count..].iter_mut().zip(touched) {
                    *row = as_u32(first) + position;
                }
                count += touched.len();
            } else {
                for &position in touched {
                    let row = &mut manifolds[position as usize];
                    row.first = if row.len > 0 { row.first } else { 0 };
                    list[count] = as_u32(first) + position;
                    count += usize::from(row.len > 0);
                }
            }
        }
        count
    }
}
