//! Contact manifolds: faces for every pair, edges for those no face dismisses, clipping for those
//! that touch or are within the margin, and exact closest points for the few that need them.
//!
//! Between the stages survivors wait in queues and go on in full batches, in the order of the
//! chunk, so that points are written in the pairs' order. What a pair gets does not depend on its
//! neighbors: whether any lane needs a step may only skip work that no lane keeps.
//!
//! 1. `work`: a chunk, and the queues between its stages. `search`: the axis of each contact. `hint`: last frame's.
//! 2. `face_choice`, `faces`, `plane`: the two faces along the axis, in one plane.
//! 3. `slots`, `features`, `steps`, `sides`, `clip`: both faces clipped, the candidates for points.
//! 4. `reduce`, `settle`: which candidates become points. `batch`: one batch through 2 to 4.
//! 5. `closest`: closest points, where clipping shows none. `surfaces`, `rows`: points and rows in memory.

mod batch;
mod clip;
mod closest;
mod face_choice;
mod faces;
mod features;
mod hint;
mod plane;
mod reduce;
mod rows;
mod search;
mod settle;
mod sides;
mod slots;
mod steps;
mod surfaces;
pub(crate) mod work;

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES};

use self::batch::{Batch, Clipped, Unseen};
use self::hint::Hints;
use self::rows::{ClosestContact, ClosestMemory};
use self::search::{SteadyAxis, contact_axis};
use self::work::{Asked, ContactRows, Scratch, Stages};
use crate::batches::{Batches, Pairs};
use crate::choice::BestAxis;
use crate::contacts::points::index;
use crate::contacts::{ContactKind, Manifold};
use crate::layout::Unit;

/// Manifolds of a chunk of at most [`crate::batches::MAX_CHUNK`] pairs.
///
/// Each stage enters the instruction set by itself: as one function they took the compiler twice
/// as long.
pub(crate) fn contacts_chunk<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &Batches<'_, Pairs<'_, Unit>>,
    out: &mut ContactRows<'_>,
    scratch: &mut Scratch,
    asked: Asked<impl FnOnce(&[u32], &mut [i32])>,
) {
    let begin = out.len;
    let Asked { only_open, hints } = asked;
    let is_extended = !out.points.previous.is_empty() | out.options.surfaces;
    scratch.near.clear();
    scratch.touching.clear();
    scratch.unseen.clear();
    let mut stages = Stages { isa, chunk, out, scratch };
    if only_open {
        isa.enter(
            #[inline(always)]
            || stages.faces_of_open::<A>(),
        );
    } else if stages.scratch.crammed {
        isa.enter(
            #[inline(always)]
            || stages.faces_and_edges::<A>(),
        );
    } else {
        isa.enter(
            #[inline(always)]
            || stages.faces::<A>(),
        );
    }
    if stages.scratch.near.len() > 0 {
        isa.enter(
            #[inline(always)]
            || stages.edges::<A>(),
        );
    }
    // Two functions: what the longer one needs would take registers from the other.
    if is_extended {
        hints(stages.scratch.touching.all(), &mut stages.scratch.hints);
        isa.enter(
            #[inline(always)]
            || stages.manifolds::<A, true>(),
        );
    } else {
        isa.enter(
            #[inline(always)]
            || stages.manifolds::<A, false>(),
        );
    }
    if stages.scratch.unseen.len() > 0 {
        if is_extended {
            isa.enter_rarely(
                #[inline(always)]
                || stages.closest::<A, true>(),
            );
        } else {
            isa.enter_rarely(
                #[inline(always)]
                || stages.closest::<A, false>(),
            );
        }
    }
    stages.close_gaps(begin);
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Clips the faces of pairs within the margin, and writes their rows and points.
    ///
    /// `EXTENDED`: prefers what the hints say, and keeps hints and the points on the boxes.
    #[inline(always)]
    fn manifolds<A: Arithmetic, const EXTENDED: bool>(&mut self) {
        let isa = self.isa;
        self.scratch.touching.pad::<I>();
        let mut next = 0;
        while next < self.scratch.touching.len() {
            let positions = self.scratch.touching.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<A>(&sides);
            let [face_separation, face_code, separation, code] =
                self.scratch.touching.values(isa, next);
            let face = BestAxis::from_columns([face_separation, face_code]);
            let best = BestAxis::from_columns([separation, code]);
            let margins = self.chunk.margins_at(isa, positions);
            let contact = contact_axis::<I, A>(isa, &frame, face, best);
            let hints = if EXTENDED { Some(self.hints_at(positions)) } else { None };
            let steady = match hints {
                Some(hints) => contact.steadied::<I, A>(isa, &frame, hints, best),
                None => SteadyAxis { contact, kept: margins.less(margins) },
            };
            let batch = Batch { sides: &sides, frame: &frame, margins, options: self.out.options };
            let Clipped { unseen, open } =
                batch.clip::<A>(isa, &steady, hints, &mut self.scratch.memory);
            self.scratch.unseen.push_at(isa, unseen, positions, open.to_columns());
            let surfaces = EXTENDED & self.out.options.surfaces;
            let is_cached = EXTENDED & !self.out.points.previous.is_empty();
            let waiting = (self.scratch.touching.len() - next).min(I::LANES);
            let limit = self.out.options.limit.points();
            // Not in memory: from one pair to the next that takes as long as writing a pair.
            let mut end = self.out.len;
            let memory = &self.scratch.memory;
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                let row = memory.write(lane, &mut self.out.points.points[end..end + limit]);
                if is_cached {
                    self.scratch.hints[position as usize] = memory.hints[lane];
                }
                if surfaces {
                    let surfaces = &mut self.out.points.surfaces[end..end + limit];
                    memory.write_surfaces(lane, row.len, surfaces);
                }
                self.out.manifolds[position as usize] = Manifold { first: index(end), ..row };
                end += usize::from(row.len);
            }
            self.out.len = end;
            next += I::LANES;
        }
        self.scratch.unseen.forget_copies();
    }

    /// The hints of the pairs at `positions`.
    #[inline(always)]
    fn hints_at(&self, positions: &[u32]) -> Hints<I> {
        let mut picked = [0; MAX_LANES];
        for (hint, &position) in picked.iter_mut().zip(positions) {
            *hint = self.scratch.hints[position as usize];
        }
        Hints::from_integers(self.isa.load_integers(&picked))
    }

    /// Gives pairs that are nearest where their faces do not look at each other the contact of their closest
    /// points, or none where these are farther apart than the margin.
    #[inline(always)]
    fn closest<A: Arithmetic, const EXTENDED: bool>(&mut self) {
        let isa = self.isa;
        self.scratch.unseen.pad::<I>();
        let mut next = 0;
        let mut memory = ClosestMemory::zeroed();
        while next < self.scratch.unseen.len() {
            let positions = self.scratch.unseen.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<A>(&sides);
            let margins = self.chunk.margins_at(isa, positions);
            let batch = Batch { sides: &sides, frame: &frame, margins, options: self.out.options };
            let found = Unseen::from_columns(self.scratch.unseen.values(isa, next));
            let nearer = batch.closest::<A, EXTENDED>(isa, &found, &mut memory);
            let waiting = (self.scratch.unseen.len() - next).min(I::LANES);
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                let row = &mut self.out.manifolds[position as usize];
                if nearer.not_finite >> lane & 1 == 1 {
                    *row = Manifold::NOT_FINITE;
                } else if nearer.lanes >> lane & 1 == 1 {
                    let ClosestContact { normal, axis, point } = memory.contact(lane);
                    let first = row.first as usize;
                    self.out.points.points[first] = point;
                    if EXTENDED {
                        if let Some(surface) = self.out.points.surfaces.get_mut(first) {
                            *surface = memory.surfaces.point(0, lane);
                        }
                        // No axis has found the contact, and none is preferred to it.
                        self.scratch.hints[position as usize] = 0;
                    }
                    let status = row.status.as_closest();
                    *row = Manifold { normal, depth: point.depth, axis, status, len: 1, ..*row };
                } else if row.status.kind() == ContactKind::Separated {
                    row.len = 0;
                }
            }
            next += I::LANES;
        }
    }

    /// Moves points over the places that closest points did not take.
    ///
    /// Of all rows, a branch that asked which have points, guessed wrong for every other pair, was a fifteenth
    /// of the whole query; the queue knows them.
    fn close_gaps(&mut self, begin: usize) {
        let mut end = begin;
        let points = &mut self.out.points;
        for &position in self.scratch.touching.all() {
            let row = &mut self.out.manifolds[position as usize];
            let [from, len] = [row.first as usize, usize::from(row.len)];
            row.first = if len == 0 { 0 } else { index(end) };
            // None is moved up to the first gap, and all from there on.
            if from != end {
                points.points.copy_within(from..from + len, end);
                if !points.surfaces.is_empty() {
                    points.surfaces.copy_within(from..from + len, end);
                }
            }
            end += len;
        }
        self.out.len = end;
    }
}
