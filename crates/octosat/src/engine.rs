//! The engine: boxes and pairs in, results in the pairs' order out.

mod aligned;
mod frusta;
mod half_space;
mod lines;
mod rectangles;
mod shapes;
mod sphere;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::coherence::Coherence;
use crate::contacts::{ContactSettings, Contacts, Part};
use crate::dispatch::{
    Arithmetic, Backend, BackendUnavailable, Dispatched, Sweeps, scalar_sweeps, sweeps,
};
use crate::frame::Layout;
use crate::kernels::chunk::Chunk;
use crate::kernels::contacts::{ContactOptions, ContactRows, spare_points};
use crate::kernels::queue::MAX_CHUNK;
use crate::query::{Boxes, Margin, QueryError};
use crate::results::Penetration;
use crate::schedule::{self, PAIRS_A_TASK, PairRows, Schedule, Task};
use crate::view::View;

/// From this many boxes on, rows are asked for ahead of their use.
///
/// Below it the columns stay in the caches near the core, and asking costs more than it saves.
const PREFETCH_MIN_BOXES: usize = 1 << 15;

/// How many batches ahead rows are asked for; 1 to 4 measured alike, 8 loses.
const PREFETCH_BATCHES: usize = 2;

/// The narrow phase: a backend, an arithmetic, and leave or not to use several threads.
///
/// An engine holds no boxes and no results, so one can serve any number of worlds and threads. All
/// queries take the boxes, a list of index pairs (a, b) of any length, a [`Margin`] and the
/// caller's output buffer, one place a pair in the pairs' order; those of boxes and other shapes
/// take what they are asked [`Against`](crate::Against) in place of the pairs. Three of them differ:
/// [`world_bounds`](Self::world_bounds) takes the boxes alone, [`cull`](Self::cull) and
/// [`classify`](Self::classify) take one [`Frustum`](crate::Frustum) or a slice of them for all boxes,
/// and [`closest_points`](Self::closest_points) takes two lists of segments with pairs of them, and no
/// boxes. None of these has a margin, nor have [`half_space_depths`](Self::half_space_depths),
/// [`sphere_contacts`](Self::sphere_contacts), [`ray_hits`](Self::ray_hits) and
/// [`segment_hits`](Self::segment_hits). Results are the same bits on every backend, for every order
/// and grouping of pairs and for every number of threads, given the arithmetic.
///
/// A NaN, which only unchecked views and casts can hold, spoils its own rows alone: what has one
/// overlaps and hits nothing and has no contacts, and its depths and distances are the constant
/// [`f32::NAN`]. Only `cull` and `classify` call it
/// [`Containment::Intersecting`](crate::Containment::Intersecting), because they say the other two
/// where they are certain.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, Margin, OrientedBox, Penetration};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0, 1.0, 1.0]))?;
/// boxes.insert(OrientedBox::new([1.5, 0.0, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut rows = [Penetration::default()];
/// Engine::new().penetration(&boxes, &[[0, 1]], Margin::None, &mut rows)?;
/// assert_eq!(rows[0].depth, 0.5);
/// assert_eq!(rows[0].normal, [1.0, 0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    backend: Backend,
    arithmetic: Arithmetic,
    sequential: bool,
    sweeps: Arc<dyn Sweeps>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine on the fastest backend of this CPU, in exact arithmetic.
    #[must_use]
    pub fn new() -> Self {
        let backend = Backend::fastest();
        match sweeps(backend) {
            Some(sweeps) => Self::from_sweeps(backend, sweeps),
            None => Self::from_sweeps(Backend::Scalar, scalar_sweeps()),
        }
    }

    /// An engine on a chosen backend, in exact arithmetic.
    ///
    /// # Errors
    /// If this CPU or build does not have the backend.
    pub fn with_backend(backend: Backend) -> Result<Self, BackendUnavailable> {
        let sweeps = sweeps(backend).ok_or(BackendUnavailable { backend })?;
        Ok(Self::from_sweeps(backend, sweeps))
    }

    fn from_sweeps(backend: Backend, sweeps: Arc<dyn Sweeps>) -> Self {
        Self { backend, arithmetic: Arithmetic::Exact, sequential: false, sweeps }
    }

    /// The same engine with a chosen arithmetic.
    #[must_use]
    pub fn arithmetic(self, arithmetic: Arithmetic) -> Self {
        Self { arithmetic, ..self }
    }

    /// The same engine, using the calling thread alone and never the thread pool.
    ///
    /// This is about queries; loading many boxes into a store uses the pool by itself.
    #[must_use]
    pub fn sequential(self) -> Self {
        Self { sequential: true, ..self }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The arithmetic in use.
    #[must_use]
    pub fn rounding(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Whether the closed boxes of each pair share a point, or come within the margin.
    ///
    /// A pair with a NaN in it, which only an unchecked view can hold, does not overlap. Within
    /// rounding of touching, this boolean and the sign of [`Self::penetration`]'s depth may differ.
    ///
    /// # Errors
    /// If an index is out of range, a margin is not a finite length of at least zero, or `out` has
    /// not one place a pair; `out` is then untouched.
    pub fn overlap(
        &self,
        boxes: impl Boxes,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [bool],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len() };
        let call = self.call(&boxes, pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK, |task, out| {
            let mut words = [0; PAIRS_A_TASK / 64];
            call.overlap(task, &mut words);
            unpack(&words, out);
        });
        Ok(())
    }

    /// The same as [`Self::overlap`], one bit a pair: pair `p` is bit `p % 64` of word `p / 64`.
    ///
    /// The unused bits of the last word are zero.
    ///
    /// # Errors
    /// As [`Self::overlap`]; `out` has one word per 64 pairs, rounded up.
    pub fn overlap_bits(
        &self,
        boxes: impl Boxes,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [u64],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len().div_ceil(64) };
        let call = self.call(&boxes, pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK / 64, |task, words| {
            call.overlap(task, words);
        });
        Ok(())
    }

    /// How each pair of boxes penetrates: depth, axis and normal; see [`Penetration`].
    ///
    /// Of overlapping boxes the axis of least depth is chosen, with a stated preference for faces;
    /// of boxes apart the axis of largest separation. A pair that a face separates by more than the
    /// margin gets no normal, and its separation is that of its best face.
    ///
    /// # Errors
    /// As [`Self::overlap`].
    pub fn penetration(
        &self,
        boxes: impl Boxes,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [Penetration],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len() };
        let call = self.call(&boxes, pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK, |task, rows| {
            call.penetration(task, rows);
        });
        Ok(())
    }

    /// How each pair of boxes touches: normal, points, depths and features; see [`Contacts`].
    ///
    /// The axis is that of [`Self::penetration`], except that edges yield to a face that is nearly
    /// parallel to them and nearly as good. Pairs apart by at most the margin get speculative
    /// contacts, of negative depth; where their faces do not look at each other, or only where they are
    /// farther apart than the boxes, one between their closest points. So a contact exists exactly where
    /// the boxes are within the margin, and shows how near they are; see
    /// [`crate::tolerances::SHOWN_DEPTH`]. `out` is overwritten, and reused from call to call.
    ///
    /// # Errors
    /// If an index is out of range, a margin is not a finite length of at least zero, or the pairs
    /// could have more than `u32::MAX` points; `out` is then untouched.
    pub fn contacts(
        &self,
        boxes: impl Boxes,
        pairs: &[[u32; 2]],
        settings: &ContactSettings<'_>,
        out: &mut Contacts,
    ) -> Result<(), QueryError> {
        self.coherent_contacts(boxes, pairs, settings, Coherence::Off, out)
    }

    /// The same as [`Self::contacts`], with an eye on the last frame; see [`Coherence`].
    ///
    /// A pair's result and its new memory are a function of the pair, its memory and the settings,
    /// the same bits on every backend and for every grouping of pairs.
    ///
    /// # Errors
    /// As [`Self::contacts`], or if there is not one memory a pair, or the motion to recycle at is
    /// not a finite number of at least zero; memories and `out` are then untouched.
    #[expect(clippy::too_many_arguments, reason = "those of `contacts`, and what is remembered")]
    pub fn coherent_contacts(
        &self,
        boxes: impl Boxes,
        pairs: &[[u32; 2]],
        settings: &ContactSettings<'_>,
        coherence: Coherence<'_>,
        out: &mut Contacts,
    ) -> Result<(), QueryError> {
        coherence.check(pairs.len())?;
        let limit = u32::MAX as usize / settings.limit.points();
        if pairs.len() > limit {
            return Err(QueryError::TooManyPairs { pairs: pairs.len(), limit });
        }
        let output = Output { len: pairs.len(), needed: pairs.len() };
        let call = self.call(&boxes, pairs, settings.margin, &output)?;
        let (memory, recycled_motion) = match coherence {
            Coherence::Off => (&mut [][..], None),
            Coherence::On(memory) => (memory, None),
            Coherence::Recycle { memory, motion } => (memory, Some(motion)),
        };
        let options =
            ContactOptions { limit: settings.limit, origin: settings.origin, recycled_motion };
        schedule::gather(call.schedule, out, memory, |first, rows, part| {
            call.contacts(options, first, rows, part);
        });
        Ok(())
    }

    /// Checks a query about pairs of boxes.
    fn call<'a, B: Boxes>(
        &'a self,
        boxes: &'a B,
        pairs: &'a [[u32; 2]],
        margin: Margin<'a>,
        output: &Output,
    ) -> Result<Call<'a, B::Basis>, QueryError> {
        self.call_on::<B::Basis>(boxes.view(), pairs, margin, output)
    }

    /// Checks a query about pairs of what a view holds.
    fn call_on<'a, L: Layout>(
        &'a self,
        view: View<'a, L>,
        pairs: &'a [[u32; 2]],
        margin: Margin<'a>,
        output: &Output,
    ) -> Result<Call<'a, L>, QueryError> {
        if output.len != output.needed {
            return Err(QueryError::OutputLength { expected: output.needed, found: output.len });
        }
        margin.check(pairs.len())?;
        let count = view.len();
        let schedule = Schedule { pairs: pairs.len(), sequential: self.sequential };
        let pairs = schedule::check_pairs(schedule, pairs, [count; 2]).map_err(L::refuse)?;
        let prefetch_batches = if count < PREFETCH_MIN_BOXES { 0 } else { PREFETCH_BATCHES };
        let chunk = Chunk { view, pairs, margin, prefetch_batches };
        Ok(Call { engine: self, schedule, chunk })
    }
}

/// The length of an output buffer and the length it must have.
struct Output {
    len: usize,
    needed: usize,
}

/// A query whose input has been accepted.
struct Call<'a, L: Layout> {
    engine: &'a Engine,
    schedule: Schedule,
    chunk: Chunk<'a, 'a, L>,
}

impl<B: Dispatched> Call<'_, B> {
    fn overlap(&self, task: Task, words: &mut [u64]) {
        let chunk = self.chunk.slice(task.range());
        B::of(&*self.engine.sweeps).overlap(self.engine.arithmetic, &chunk, words);
    }

    fn penetration(&self, task: Task, rows: &mut [Penetration]) {
        let mut first = task.first;
        for rows in rows.chunks_mut(MAX_CHUNK) {
            let chunk = self.chunk.slice(first..first + rows.len());
            B::of(&*self.engine.sweeps).penetration(self.engine.arithmetic, &chunk, rows);
            first += rows.len();
        }
    }

    /// Contacts of the pairs from `first` on, one for each row; points follow those of `part`.
    fn contacts(
        &self,
        options: ContactOptions,
        mut first: usize,
        mut rows: PairRows<'_>,
        part: &mut Part,
    ) {
        while rows.len() > 0 {
            let PairRows { manifolds, memory } = rows.take_front(PAIRS_A_TASK);
            let pairs = manifolds.len();
            let chunk = self.chunk.slice(first..first + pairs);
            let limit = options.limit.points();
            let spare = if memory.is_empty() { 0 } else { spare_points(limit) };
            part.make_room(pairs * limit + spare);
            let mut out =
                ContactRows { options, manifolds, memory, points: &mut part.points, len: part.len };
            let sweep = B::of(&*self.engine.sweeps);
            sweep.contacts(self.engine.arithmetic, &chunk, &mut out);
            part.len = out.len;
            first += pairs;
        }
    }
}

/// Bits as booleans, lowest first, as many as there is room for.
fn unpack(words: &[u64], out: &mut [bool]) {
    let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let (eights, rest) = out.as_chunks_mut::<8>();
    for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
        *eight = BOOLS_OF_BYTE[usize::from(byte)];
    }
    if let Some(byte) = bytes.next() {
        rest.copy_from_slice(&BOOLS_OF_BYTE[usize::from(byte)][..rest.len()]);
    }
}

/// For each byte its bits as booleans, lowest first: one copy of eight in place of eight shifts.
static BOOLS_OF_BYTE: [[bool; 8]; 256] = bools_of_byte();

const fn bools_of_byte() -> [[bool; 8]; 256] {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
}
