//! Manifolds of a whole call: tasks of pairs, each with its own points, put one behind the other in order.

use octosat_lanes::{Arithmetic, Isa};

use super::{ContactPoint, Manifold, Manifolds, Part};
use crate::batches::MAX_CHUNK;
use crate::batches::{Batches, Pairs};
use crate::bools::Lengths;
use crate::coherence::{Coherence, PairMemory};
use crate::contacts::stages::{ContactOptions, ContactRows, Scratch, contacts_chunk, spare_points};
use crate::engine::Engine;
use crate::frame::Unit;
use crate::query::{ManifoldQuery, Query, QueryError};
use crate::run::Job;
use crate::run::{Load, share, share_with};

/// What a pair takes with AVX2, about, in nanoseconds: it decides when a call is split over threads.
const NANOSECONDS: usize = 36;

/// What it takes to put a point into its place, about, in nanoseconds.
const NANOSECONDS_PER_POINT: usize = 2;

/// How many tasks run before their points are put in place: enough to keep many threads busy, few enough
/// that their points are still in the caches, and that memory is not needed twice.
const TASKS_PER_WAVE: usize = 128;

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
    out.pairs.clear();
    out.pairs.extend_from_slice(query.pairs);
    out.manifolds.resize(pairs, Manifold::default());
    out.whole.len = 0;
    let scratch = &mut out.scratch.0;
    scratch.resize_with(call.load.workers().max(scratch.len()), bytemuck::zeroed_box);
    if call.load.workers() > 1 {
        call.split(out, memory);
    } else {
        let Manifolds { manifolds, whole, scratch, .. } = out;
        call.run(Task { first: 0, manifolds, memory, part: whole }, &mut scratch.0[0]);
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

/// Some pairs: their rows, what is kept of them, and the list that their points go behind, which rows number
/// from its own beginning.
struct Task<'a> {
    first: usize,
    manifolds: &'a mut [Manifold],
    /// One per pair, or none at all.
    memory: &'a mut [PairMemory],
    part: &'a mut Part,
}

impl Call<'_> {
    /// Runs the call over threads, in waves of tasks.
    fn split(&self, out: &mut Manifolds, mut memory: &mut [PairMemory]) {
        let Manifolds { manifolds, whole, parts, scratch, .. } = out;
        let scratch = &mut scratch.0[..self.load.workers()];
        parts.resize_with(TASKS_PER_WAVE, Part::default);
        let task_rows = self.load.task_rows();
        for (wave, manifolds) in manifolds.chunks_mut(TASKS_PER_WAVE * task_rows).enumerate() {
            let tasks = manifolds.chunks_mut(task_rows).zip(parts.iter_mut()).enumerate();
            let tasks = tasks.map(|(number, (manifolds, part))| {
                part.len = 0;
                let memories = memory.len().min(manifolds.len());
                let memory = memory.split_off_mut(..memories).unwrap_or_default();
                let first = (wave * TASKS_PER_WAVE + number) * task_rows;
                Task { first, manifolds, memory, part }
            });
            share_with(scratch, tasks, |task, scratch| self.run(task, scratch));
            let tasks = manifolds.len().div_ceil(task_rows);
            self.append(whole, &parts[..tasks], manifolds);
        }
    }

    /// Runs a task.
    fn run(&self, task: Task<'_>, scratch: &mut Scratch) {
        let Task { first, manifolds, memory, part } = task;
        let limit = self.options.limit.points();
        let spare = if memory.is_empty() { 0 } else { spare_points(limit) };
        part.make_room(manifolds.len() * limit + spare);
        let batches = self.batches.slice(first..first + manifolds.len());
        let Part { points, len } = part;
        let out = ContactRows { options: self.options, manifolds, memory, points, len: *len };
        *len = self.engine.run(batches.len(), TaskJob { batches: &batches, out, scratch });
    }

    /// Puts the points of a wave behind those that are there, and renumbers its rows.
    fn append(&self, whole: &mut Part, parts: &[Part], manifolds: &mut [Manifold]) {
        let points = parts.iter().map(|part| part.len).sum();
        whole.make_room(points);
        let mut base = whole.len;
        let mut places = &mut whole.points[base..base + points];
        whole.len += points;
        let rows = manifolds.chunks_mut(self.load.task_rows());
        let tasks = parts.iter().zip(rows).map(|(part, manifolds)| {
            let first = base;
            base += part.len;
            let places = places.split_off_mut(..part.len).unwrap_or_default();
            Move { part, manifolds, places, first }
        });
        let load = Load { rows: points, row_nanoseconds: NANOSECONDS_PER_POINT, ..self.load };
        share(load.workers(), tasks, Move::run);
    }
}

/// Points of one task and their places.
struct Move<'a> {
    part: &'a Part,
    manifolds: &'a mut [Manifold],
    places: &'a mut [ContactPoint],
    /// The number of the first place.
    first: usize,
}

impl Move<'_> {
    /// Copies the points and renumbers their rows.
    fn run(self) {
        self.places.copy_from_slice(self.part.points());
        #[expect(clippy::cast_possible_truncation, reason = "the call bounds the number of points")]
        let first = self.first as u32;
        for row in self.manifolds {
            row.first += first;
        }
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
