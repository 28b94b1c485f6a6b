//! Manifolds of a whole call: tasks of pairs, each with a list of points, put one behind the other in order.

use core::iter;
use std::collections::BTreeMap;
use std::sync::Mutex;

use octosat_lanes::{Arithmetic, Isa};

use super::{ContactPoint, Manifold, Manifolds, PointList, Workspace};
use crate::batches::{Batches, MAX_CHUNK, Pairs};
use crate::bools::Lengths;
use crate::coherence::{Coherence, PairMemory};
use crate::contacts::stages::{ContactOptions, ContactRows, Scratch, contacts_chunk, spare_points};
use crate::engine::Engine;
use crate::frame::Unit;
use crate::query::{ManifoldQuery, Query, QueryError};
use crate::run::{Job, Load, lock, share_with};

/// What a pair takes with AVX2, about, in nanoseconds: it decides when a call is split over threads.
const NANOSECONDS: usize = 36;

/// How many tasks beyond the first unfinished one have room kept for what they find. If a thread is held up for
/// longer, room is allocated.
const WINDOW: usize = 64;

impl ManifoldQuery for Query<'_> {
    type Output = Manifolds;

    fn manifolds(self, engine: &Engine, out: &mut Manifolds) -> Result<(), QueryError> {
        manifolds(engine, &self, Coherence::Off, out)
    }
}

/// Answers a query about manifolds, with or without memories.
pub(crate) fn manifolds(
    engine: &Engine,
    query: &Query<'_>,
    coherence: Coherence<'_>,
    out: &mut Manifolds,
) -> Result<(), QueryError> {
    let pairs = query.pairs.len();
    coherence.check(pairs)?;
    let limit = u32::MAX as usize / query.limit.points();
    if pairs > limit {
        return Err(QueryError::TooManyPairs { pairs, limit });
    }
    let batches = engine.accept(query, Lengths { found: pairs, expected: pairs })?;
    let (memory, recycled_motion) = match coherence {
        Coherence::Off => (&mut [][..], None),
        Coherence::On(memory) => (memory, None),
        Coherence::Recycle { memory, motion } => (memory, Some(motion)),
    };
    let options = ContactOptions { limit: query.limit, origin: query.origin, recycled_motion };
    let call = Call { engine: *engine, batches, options, load: engine.load(pairs, NANOSECONDS) };
    out.pairs.resize(pairs, [0; 2]);
    out.manifolds.resize(pairs, Manifold::default());
    let Manifolds { pairs: copies, manifolds, points, workspace } = out;
    let rows = Rows { first: 0, pairs: copies, manifolds, memory };
    points.empty(call.room(&rows, pairs));
    let workers = call.load.workers();
    let scratch = &mut workspace.scratch;
    scratch.resize_with(workers.max(scratch.len()), bytemuck::zeroed_box);
    if workers > 1 {
        call.split(rows, points, workspace);
    } else {
        call.run(rows, points, &mut scratch[0]);
    }
    Ok(())
}

/// A query that was accepted.
struct Call<'a> {
    engine: Engine,
    batches: Batches<'a, Pairs<'a, Unit>>,
    options: ContactOptions,
    load: Load,
}

/// Some pairs: the number of the first, a place for a copy of each, their rows, and what is kept of them.
struct Rows<'a> {
    first: usize,
    pairs: &'a mut [[u32; 2]],
    manifolds: &'a mut [Manifold],
    /// One per pair, or none at all.
    memory: &'a mut [PairMemory],
}

impl<'a> Rows<'a> {
    /// The same for a shorter time.
    fn lend(&mut self) -> Rows<'_> {
        Rows {
            first: self.first,
            pairs: &mut *self.pairs,
            manifolds: &mut *self.manifolds,
            memory: &mut *self.memory,
        }
    }

    /// Takes so many rows off the front, or all if there are fewer.
    fn split_off(&mut self, rows: usize) -> Self {
        let rows = rows.min(self.manifolds.len());
        let memories = rows.min(self.memory.len());
        let front = Self {
            first: self.first,
            pairs: self.pairs.split_off_mut(..rows).unwrap_or_default(),
            manifolds: self.manifolds.split_off_mut(..rows).unwrap_or_default(),
            memory: self.memory.split_off_mut(..memories).unwrap_or_default(),
        };
        self.first += rows;
        front
    }
}

impl Call<'_> {
    /// How many points so many pairs may have, and what may be written behind the last.
    fn room(&self, rows: &Rows<'_>, pairs: usize) -> usize {
        let limit = self.options.limit.points();
        let spare = if rows.memory.is_empty() { 0 } else { spare_points(limit) };
        pairs * limit + spare
    }

    /// Finds the contacts of some pairs; their points go into a list of their own.
    fn run(&self, rows: Rows<'_>, points: &mut PointList, scratch: &mut Scratch) {
        let Rows { first, pairs, manifolds, memory } = rows;
        let batches = self.batches.slice(first..first + manifolds.len());
        pairs.copy_from_slice(batches.source.pairs.pairs());
        let PointList { points, len } = points;
        let out = ContactRows { options: self.options, manifolds, memory, points, len: 0 };
        *len = self.engine.run(batches.len(), TaskJob { batches: &batches, out, scratch });
    }

    /// Does the same over threads, of which each has one of the scratches.
    ///
    /// Out of line: a call on one thread needs no stack for the line.
    #[inline(never)]
    fn split(&self, rows: Rows<'_>, out: &mut PointList, workspace: &mut Workspace) {
        let Workspace { scratch, lists } = workspace;
        let task_rows = self.load.task_rows();
        let tasks = rows.manifolds.len().div_ceil(task_rows);
        // One for each task that waits or runs, and one for each thread that copies.
        let most = tasks.min(WINDOW + self.load.workers());
        lists.resize_with(lists.len().max(most), PointList::default);
        // Room in all of them at once: what a call allocates does not depend on how fast each thread is.
        let room = self.room(&rows, task_rows);
        lists.iter_mut().for_each(|list| list.empty(room));
        let line = Mutex::new(Line {
            rows,
            taken: 0,
            lists,
            room,
            found: [const { None }; WINDOW],
            late: BTreeMap::new(),
            placed: 0,
            places: &mut out.points,
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
        out.len = lock(&line).first_place;
    }
}

/// A task: some pairs, and the list that their points go into.
struct Task<'a> {
    number: usize,
    rows: Rows<'a>,
    points: PointList,
}

/// What a task found: its rows, and their points, which the rows number from zero.
struct Found<'a> {
    rows: &'a mut [Manifold],
    points: PointList,
}

/// What a task found, and the places of its points.
struct Placed<'a> {
    found: Found<'a>,
    places: &'a mut [ContactPoint],
    /// The number of the first place.
    first: usize,
}

impl Placed<'_> {
    /// Copies the points to their places and renumbers the rows; the list is free then.
    fn copy(self) -> PointList {
        let Found { rows, points } = self.found;
        self.places.copy_from_slice(points.points());
        #[expect(clippy::cast_possible_truncation, reason = "the call bounds the number of points")]
        let first = self.first as u32;
        for row in rows {
            row.first += first;
        }
        points
    }
}

/// The tasks of a split call in line: they are handed out in order, finished in any, and get the places of
/// their points in order, each as soon as all points before it are counted.
///
/// Most are copied while they are still in the cache of the thread that found them.
struct Line<'a> {
    /// The pairs of tasks that are not handed out.
    rows: Rows<'a>,
    /// How many tasks are handed out.
    taken: usize,
    /// Lists that no task uses; the next one is the one that was used last, which is in a cache.
    lists: &'a mut Vec<PointList>,
    /// How many points a list has room for.
    room: usize,
    /// What waits for places, each at its task's number modulo the length.
    found: [Option<Found<'a>>; WINDOW],
    /// What waits behind those, by its task's number.
    late: BTreeMap<usize, Found<'a>>,
    /// How many tasks have places.
    placed: usize,
    /// Places that no task has, and the number of the first.
    places: &'a mut [ContactPoint],
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
            list.empty(self.room);
            list
        });
        let rows = self.rows.split_off(task_rows);
        let number = self.taken;
        self.taken += 1;
        Some(Task { number, rows, points })
    }

    /// Takes what a task found; returns what can be placed.
    fn finish(&mut self, number: usize, found: Found<'a>) -> Option<Placed<'a>> {
        if number < self.placed + WINDOW {
            self.found[number % WINDOW] = Some(found);
        } else {
            self.late.insert(number, found);
        }
        self.place()
    }

    /// Takes back a list that is free; returns what can be placed next.
    fn give_back(&mut self, list: PointList) -> Option<Placed<'a>> {
        self.lists.push(list);
        self.place()
    }

    /// Gives the first task without places its own, if it is finished.
    fn place(&mut self) -> Option<Placed<'a>> {
        let waiting = self.found[self.placed % WINDOW].take();
        let found = waiting.or_else(|| self.late.remove(&self.placed))?;
        let first = self.first_place;
        self.placed += 1;
        self.first_place += found.points.len;
        let places = self.places.split_off_mut(..found.points.len).unwrap_or_default();
        Some(Placed { found, places, first })
    }
}

/// The job of one task; its result is the number of points in use.
struct TaskJob<'j, 'a> {
    batches: &'j Batches<'a, Pairs<'a, Unit>>,
    out: ContactRows<'j>,
    scratch: &'j mut Scratch,
}

impl Job for TaskJob<'_, '_> {
    type Output = usize;

    fn run<I: Isa, A: Arithmetic>(self, isa: I) -> usize {
        let Self { batches, out, scratch } = self;
        let ContactRows { options, mut manifolds, mut memory, points, mut len } = out;
        let mut first = 0;
        while !manifolds.is_empty() {
            let pairs = manifolds.len().min(MAX_CHUNK);
            let memories = memory.len().min(pairs);
            let mut out = ContactRows {
                options,
                manifolds: manifolds.split_off_mut(..pairs).unwrap_or_default(),
                memory: memory.split_off_mut(..memories).unwrap_or_default(),
                points,
                len,
            };
            let part = batches.slice(first..first + pairs);
            contacts_chunk::<I, A>(isa, &part, &mut out, scratch);
            len = out.len;
            first += pairs;
        }
        len
    }
}
