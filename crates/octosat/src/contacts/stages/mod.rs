//! Contact manifolds: faces for every pair, edges for pairs that no face dismisses, clipping for pairs
//! that touch or are within the margin, and closest points for the few pairs that need them.
//!
//! Between the stages, pairs wait in queues and go on in full batches, in the order of the chunk. So points
//! are written in the order of the pairs. The result of a pair does not depend on other pairs: a step that
//! no lane needs may be skipped, because its results would not be used.
//!
//! 1. `work`: a chunk, and the queues between its stages. `search`: the axis of each contact.
//! 2. `faces`: the two faces along the axis, in one plane. `slots`, `clip`, `sides`: both faces are clipped, which
//!    gives the candidates for points. `reduce`: which of them become points. `batch`: one batch through these.
//! 3. `closest`: closest points, if clipping shows none. `rows`, `surfaces`: rows and points in memory.
//! 4. `hint`: with a cache, what last frame's choices change in 1 and 2.

mod batch;
mod clip;
mod closest;
mod faces;
mod hint;
mod reduce;
mod rows;
mod search;
mod sides;
pub(super) mod slots;
mod surfaces;
pub(crate) mod work;

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES};

use self::batch::{Batch, Clipped, Unseen};
use self::hint::{Hints, SteadyAxis};
use self::rows::{ClosestContact, ClosestMemory};
use self::search::contact_axis;
use self::work::{Asked, ContactRows, Scratch, Stages};
use crate::batches::{Batches, Pairs};
use crate::choice::BestAxis;
use crate::contacts::points::index;
use crate::contacts::{ContactKind, Manifold};
use crate::layout::Unit;

/// Manifolds of a chunk of at most [`crate::queue::MAX_CHUNK`] pairs.
///
/// Each stage enters the instruction set by itself: compiling them as one function takes twice as long.
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
    // Two functions: the longer one would take registers from the other.
    let mut has_gaps = if is_extended {
        hints(stages.scratch.touching.all(), &mut stages.scratch.hints);
        isa.enter(
            #[inline(always)]
            || stages.manifolds::<A, true>(),
        )
    } else {
        isa.enter(
            #[inline(always)]
            || stages.manifolds::<A, false>(),
        )
    };
    if stages.scratch.unseen.len() > 0 {
        has_gaps |= if is_extended {
            isa.enter_rarely(
                #[inline(always)]
                || stages.closest::<A, true>(),
            )
        } else {
            isa.enter_rarely(
                #[inline(always)]
                || stages.closest::<A, false>(),
            )
        };
    }
    if has_gaps {
        stages.close_gaps(begin);
    }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Clips the faces of pairs within the margin, and writes their rows and points. Returns whether some pair has no
    /// point.
    ///
    /// `EXTENDED`: prefers what the hints say, and keeps hints and the points on the boxes.
    #[inline(always)]
    fn manifolds<A: Arithmetic, const EXTENDED: bool>(&mut self) -> bool {
        let isa = self.isa;
        let mut has_gaps = false;
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
            // Not in memory: a round trip through memory takes as long as writing a pair.
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
                has_gaps |= row.len == 0;
            }
            self.out.len = end;
            next += I::LANES;
        }
        self.scratch.unseen.forget_copies();
        has_gaps
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

    /// Gives pairs whose nearest points are outside the intersection of their faces the contact of their closest
    /// points, or no contact if these are farther apart than the margin. Returns whether some pair has fewer points than
    /// the clipped faces gave it.
    #[inline(always)]
    fn closest<A: Arithmetic, const EXTENDED: bool>(&mut self) -> bool {
        let isa = self.isa;
        let mut has_gaps = false;
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
                let places = row.len;
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
                        // No axis has found this contact, so none is preferred in the next frame.
                        self.scratch.hints[position as usize] = 0;
                    }
                    let status = row.status.as_closest();
                    *row = Manifold { normal, depth: point.depth, axis, status, len: 1, ..*row };
                } else if row.status.kind() == ContactKind::Separated {
                    row.len = 0;
                }
                has_gaps |= row.len != places;
            }
            next += I::LANES;
        }
        has_gaps
    }

    /// Moves points over the places that closest points did not take, which few chunks have.
    ///
    /// It walks the queue of pairs with points. A branch on every row, mispredicted for every other pair, takes a
    /// fifteenth of the whole query. Points between two gaps are moved together.
    fn close_gaps(&mut self, begin: usize) {
        let (mut run, mut end) = (begin..begin, begin);
        for &position in self.scratch.touching.all() {
            let row = &mut self.out.manifolds[position as usize];
            let (first, len) = (row.first as usize, usize::from(row.len));
            if first != run.end {
                self.out.points.move_down(run.clone(), end - run.len());
                run = first..first;
            }
            row.first = if len == 0 { 0 } else { index(end) };
            run.end += len;
            end += len;
        }
        self.out.points.move_down(run.clone(), end - run.len());
        self.out.len = end;
    }
}
