//! Manifolds of a whole call: tasks of pairs, each with a list of points, which are joined in order.

use core::iter;
use std::collections::BTreeMap;
use std::sync::Mutex;

use octosat_lanes::{Arithmetic, Isa};

use super::Manifold;
use super::cache::chunk::cached_chunk;
use super::cache::past::{PairState, Past};
use super::cache::work::{CachedPairs, CachedRows, ChunkWork};
use super::lists::{Manifolds, TaskScratch, Workspace};
use super::points::{PointDetail, PointList, PointPlaces, split_front};
use super::stages::contacts_chunk;
use super::stages::work::{Asked, ContactOptions, ContactRows};
use crate::batches::{Batches, Pairs};
use crate::bools::Lengths;
use crate::engine::Engine;
use crate::engine::queries::ManifoldQuery;
use crate::layout::Unit;
use crate::query::{Query, QueryError};
use crate::queue::MAX_CHUNK;
use crate::run::{Job, Load, lock, share_with};

/// About the time of a pair with AVX2, in nanoseconds: it decides when a call is split over threads.
const NANOSECONDS: usize = 36;

/// How many tasks beyond the first unfinished one have reserved room for their results. If a thread is delayed for
/// longer, room is allocated.
const WINDOW: usize = 64;

impl ManifoldQuery for Query<'_> {
    type Output = Manifolds;

    fn manifolds(self, engine: &Engine, out: &mut Manifolds) -> Result<(), QueryError> {
        let detail = PointDetail { surfaces: self.surfaces, previous: false };
        Call::accept(engine, &self, detail)?.answer(out, None, &mut []);
        Ok(())
    }
}

/// A query that was accepted.
pub(crate) struct Call<'a> {
    engine: Engine,
    batches: Batches<'a, Pairs<'a, Unit>>,
    options: ContactOptions,
    detail: PointDetail,
    load: Load,
    past: Option<&'a Past<'a>>,
}

/// Some pairs: the number of the first, places for copies of the pairs, their rows and their states.
struct Rows<'a> {
    first: usize,
    pairs: &'a mut [[u32; 2]],
    manifolds: &'a mut [Manifold],
    /// Empty without a cache.
    states: &'a mut [PairState],
}

impl<'a> Rows<'a> {
    /// The same rows, borrowed for a shorter time.
    fn lend(&mut self) -> Rows<'_> {
        Rows {
            first: self.first,
            pairs: &mut *self.pairs,
            manifolds: &mut *self.manifolds,
            states: &mut *self.states,
        }
    }

    /// Splits this many rows off the front, or all if there are fewer.
    fn split_off(&mut self, rows: usize) -> Self {
        let front = Self {
            first: self.first,
            pairs: split_front(&mut self.pairs, rows),
            manifolds: split_front(&mut self.manifolds, rows),
            states: split_front(&mut self.states, rows),
        };
        self.first += front.manifolds.len();
        front
    }
}

impl<'a> Call<'a> {
    /// Checks a query.
    pub(crate) fn accept(
        engine: &Engine,
        query: &'a Query<'_>,
        detail: PointDetail,
    ) -> Result<Self, QueryError> {
        let pairs = query.pairs.len();
        let limit = u32::MAX as usize / query.limit.points();
        if pairs > limit {
            return Err(QueryError::TooManyPairs { pairs, limit });
        }
        let batches = engine.accept(query, Lengths { found: pairs, expected: pairs })?;
        let options =
            ContactOptions { limit: query.limit, origin: query.origin, surfaces: query.surfaces };
        let load = engine.load(pairs, NANOSECONDS);
        Ok(Self { engine: *engine, batches, options, detail, load, past: None })
    }

    /// Answers the query, with the last frame if it is known.
    pub(crate) fn answer(
        self,
        out: &mut Manifolds,
        past: Option<&'a Past<'a>>,
        states: &mut [PairState],
    ) {
        let call = Self { past, ..self };
        let count = call.batches.len();
        out.pairs.resize(count, [0; 2]);
        out.manifolds.resize(count, Manifold::default());
        let Manifolds { pairs, manifolds, points, workspace } = out;
        let rows = Rows { first: 0, pairs, manifolds, states };
        points.empty(call.room(count), call.detail);
        let workers = call.load.workers();
        let scratch = &mut workspace.scratch;
        scratch.resize_with(workers.max(scratch.len()), bytemuck::zeroed_box);
        if workers > 1 {
            call.split(rows, points, workspace);
        } else {
            call.run(rows, points, &mut scratch[0]);
        }
    }

    /// How many points this many pairs may have.
    fn room(&self, pairs: usize) -> usize {
        pairs * self.options.limit.points()
    }

    /// Finds the contacts of some pairs; their points go into a list of their own.
    fn run(&self, rows: Rows<'_>, points: &mut PointList, scratch: &mut TaskScratch) {
        let batches = self.batches.slice(rows.first..rows.first + rows.manifolds.len());
        rows.pairs.copy_from_slice(batches.source.pairs.pairs());
        let (options, past) = (self.options, self.past);
        let places = points.places();
        let job = TaskJob { batches: &batches, options, past, rows, places, scratch };
        points.len = self.engine.run(batches.len(), job);
    }

    /// Does the same on several threads, each with its own scratch.
    ///
    /// Not inlined: a call on one thread then needs no stack for [`Line`].
    #[inline(never)]
    fn split(&self, rows: Rows<'_>, out: &mut PointList, workspace: &mut Workspace) {
        let Workspace { scratch, lists } = workspace;
        let task_rows = self.load.task_rows();
        let tasks = rows.manifolds.len().div_ceil(task_rows);
        // One list for each task that waits or runs, and one for each thread that copies.
        let most = tasks.min(WINDOW + self.load.workers());
        lists.resize_with(lists.len().max(most), PointList::default);
        // Room in all lists at once, so that allocations do not depend on the speed of each thread.
        let room = self.room(task_rows);
        lists.iter_mut().for_each(|list| list.empty(room, self.detail));
        let line = Mutex::new(Line {
            rows,
            taken: 0,
            lists,
            room,
            detail: self.detail,
            found: [const { None }; WINDOW],
            late: BTreeMap::new(),
            placed: 0,
            places: out.places(),
            first_place: 0,
        });
        let tasks = iter::from_fn(|| lock(&line).take(task_rows));
        share_with(&mut scratch[..self.load.workers()], tasks, |mut task, scratch| {
            self.run(task.rows.lend(), &mut task.points, scratch);
            let Task { number, rows, points } = task;
            let mut placed = lock(&line).finish(number, Found { rows: rows.manifolds, points });
            while let Some(found) = placed {
                let list = found.copy();
                placed = lock(&line).give_back(list);
            }
        });
        let len = lock(&line).first_place;
        drop(line);
        out.len = len;
    }
}

/// A task: some pairs, and the list for their points.
struct Task<'a> {
    number: usize,
    rows: Rows<'a>,
    points: PointList,
}

/// The results of a task: its rows, and their points, which the rows number from zero.
struct Found<'a> {
    rows: &'a mut [Manifold],
    points: PointList,
}

/// The results of a task, and the places of its points.
struct Placed<'a> {
    found: Found<'a>,
    places: PointPlaces<'a>,
    /// The number of the first place.
    first: usize,
}

impl Placed<'_> {
    /// Copies the points to their places and renumbers the rows; returns the list, which is free then.
    fn copy(mut self) -> PointList {
        let Found { rows, points } = self.found;
        self.places.copy_from(&points);
        #[expect(clippy::cast_possible_truncation, reason = "the call bounds the number of points")]
        let first = self.first as u32;
        for row in rows {
            row.first = if row.len == 0 { 0 } else { row.first + first };
        }
        points
    }
}

/// The tasks of a split call in order. They are handed out in order and finish in any order. Their points get places in
/// order, each as soon as all points before them are counted.
///
/// Most points are copied while they are still in the CPU cache of the thread that found them.
struct Line<'a> {
    /// The pairs of tasks that are not handed out.
    rows: Rows<'a>,
    /// How many tasks are handed out.
    taken: usize,
    /// Lists that no task uses; the list that was used last, which is in a CPU cache, is taken first.
    lists: &'a mut Vec<PointList>,
    /// How many points a list has room for, and which data of them are kept.
    room: usize,
    detail: PointDetail,
    /// Results that wait for places, each at its task's number modulo the length.
    found: [Option<Found<'a>>; WINDOW],
    /// Results that wait behind those, by task number.
    late: BTreeMap<usize, Found<'a>>,
    /// How many tasks have places.
    placed: usize,
    /// Places that no task has yet, and the number of the first.
    places: PointPlaces<'a>,
    first_place: usize,
}

impl<'a> Line<'a> {
    /// Hands out the next task, if there is one.
    fn take(&mut self, task_rows: usize) -> Option<Task<'a>> {
        if self.rows.manifolds.is_empty() {
            return None;
        }
        let points = self.lists.pop().unwrap_or_else(|| {
            let mut list = PointList::default();
            list.empty(self.room, self.detail);
            list
        });
        let rows = self.rows.split_off(task_rows);
        let number = self.taken;
        self.taken += 1;
        Some(Task { number, rows, points })
    }

    /// Accepts the results of a task; returns results that can be placed now.
    fn finish(&mut self, number: usize, found: Found<'a>) -> Option<Placed<'a>> {
        if number < self.placed + WINDOW {
            self.found[number % WINDOW] = Some(found);
        } else {
            self.late.insert(number, found);
        }
        self.place()
    }

    /// Takes back a free list; returns results that can be placed next.
    fn give_back(&mut self, list: PointList) -> Option<Placed<'a>> {
        self.lists.push(list);
        self.place()
    }

    /// Gives places to the first task without places, if it is finished.
    fn place(&mut self) -> Option<Placed<'a>> {
        let waiting = self.found[self.placed % WINDOW].take();
        let found = waiting.or_else(|| self.late.remove(&self.placed))?;
        let first = self.first_place;
        self.placed += 1;
        self.first_place += found.points.len;
        let places = self.places.split_off(found.points.len);
        Some(Placed { found, places, first })
    }
}

/// The job of one task; its result is the number of points.
struct TaskJob<'j, 'a> {
    batches: &'j Batches<'a, Pairs<'a, Unit>>,
    options: ContactOptions,
    past: Option<&'j Past<'a>>,
    rows: Rows<'j>,
    places: PointPlaces<'j>,
    scratch: &'j mut TaskScratch,
}

impl Job for TaskJob<'_, '_> {
    type Output = usize;

    fn run<I: Isa, A: Arithmetic>(self, isa: I) -> usize {
        let Self { batches, options, past, mut rows, mut places, scratch } = self;
        let TaskScratch { stages, cached } = scratch;
        let task = rows.first;
        let mut len = 0;
        while !rows.manifolds.is_empty() {
            let Rows { first, manifolds, states, .. } = rows.split_off(MAX_CHUNK);
            let chunk = batches.slice(first - task..first - task + manifolds.len());
            let points = places.lend();
            if let Some(past) = past {
                let mut rows = CachedRows { options, manifolds, states, points, len };
                let mut work = ChunkWork { stages, cached };
                let pairs = CachedPairs { chunk: &chunk, first };
                cached_chunk::<I, A>(isa, pairs, past, &mut rows, &mut work);
                len = rows.len;
            } else {
                let mut rows = ContactRows { options, manifolds, points, len };
                let asked = Asked {
                    only_open: false,
                    hints: |positions: &[u32], hints: &mut [i32]| {
                        for &position in positions {
                            hints[position as usize] = 0;
                        }
                    },
                };
                contacts_chunk::<I, A>(isa, &chunk, &mut rows, stages, asked);
                len = rows.len;
            }
        }
        len
    }
}
