//! Who moves: displacements per pair or per box, and how they are loaded with the pairs.

use core::ops::Range;

use octosat_lanes::{Arithmetic, BoundedPairs, Isa, MAX_LANES, PairBuffer};

use crate::axes::frame::{sum_of_magnitudes, vector};
use crate::call::backend::Rounding;
use crate::call::batches::{PairLanes, Pairs, Source};
use crate::call::dispatch::{Job, run};
use crate::call::engine::Engine;
use crate::call::error::QueryError;
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::tolerances::{CAST_POSE_ERROR, MAX_LENGTH};

/// How far boxes move during a step, in meters, world coordinates.
///
/// Each component must be finite and at most 1e12 m.
#[derive(Clone, Copy, Debug)]
pub struct Motions<'a>(Moves<'a>);

/// The displacements of pairs, or of the boxes of one list or two.
#[derive(Clone, Copy, Debug)]
enum Moves<'a> {
    PerPair(&'a [[f32; 3]]),
    PerBox(Sides<&'a [[f32; 3]]>),
}

impl<'a> Motions<'a> {
    /// One displacement per pair, in the pairs' order: of box b as seen from box a, which stands still.
    ///
    /// So if box a of a pair moves by `m` and b stands still, the displacement is `-m`. See also [`Self::per_box`].
    #[must_use]
    pub fn per_pair(motions: &'a [[f32; 3]]) -> Self {
        Self(Moves::PerPair(motions))
    }

    /// One displacement per box: every box of the query moves by its own. For boxes of two lists, an array of two
    /// slices.
    pub fn per_box(motions: impl Into<Sides<&'a [[f32; 3]]>>) -> Self {
        Self(Moves::PerBox(motions.into()))
    }

    /// The displacements of a range of the rows of a query.
    pub(super) fn of_rows(self, rows: Range<usize>) -> Self {
        match self.0 {
            Moves::PerPair(motions) => Self::per_pair(&motions[rows]),
            Moves::PerBox(_) => self,
        }
    }

    /// Rejects displacements that are not usable for this query.
    pub(super) fn check(self, engine: &Engine, query: &Query<'a>) -> Result<(), QueryError> {
        match (self.0, &query.boxes) {
            (Moves::PerPair(motions), _) => check(engine, motions, ("pairs", query.pairs.len())),
            (Moves::PerBox(Sides::One(motions)), Sides::One(boxes)) => {
                check(engine, motions, ("boxes", boxes.len()))
            }
            (Moves::PerBox(Sides::Two([of_a, of_b])), Sides::Two([a, b])) => {
                check(engine, of_a, ("boxes a", a.len()))?;
                check(engine, of_b, ("boxes b", b.len()))
            }
            (Moves::PerBox(motions), boxes) => Err(boxes.other_sides("displacements", &motions)),
        }
    }
}

/// Rejects displacements that are not usable for a list of this name and length.
fn check(
    engine: &Engine,
    motions: &[[f32; 3]],
    (list, expected): (&'static str, usize),
) -> Result<(), QueryError> {
    if motions.len() != expected {
        let found = motions.len();
        return Err(QueryError::MotionLength { list, expected, found });
    }
    if run(engine.token, Rounding::Exact, AreUsable(motions.as_flattened())) {
        return Ok(());
    }
    match motions.iter().position(|motion| !are_usable(motion)) {
        Some(index) => Err(QueryError::Motion { list, index, motion: motions[index] }),
        None => Ok(()),
    }
}

/// Whether all components of displacements are finite and not too large.
#[inline(always)]
fn are_usable(components: &[f32]) -> bool {
    // As bits, magnitudes have the order of floats, and what is not finite comes last. So one maximum, which is
    // vectorized, covers everything.
    let magnitude = |component: &f32| component.to_bits() & !(1 << 31);
    components.iter().map(magnitude).fold(0, u32::max) <= MAX_LENGTH.to_bits()
}

/// The same in the widest registers of the CPU.
struct AreUsable<'a>(&'a [f32]);

impl Job for AreUsable<'_> {
    type Output = bool;

    fn run<I: Isa, A: Arithmetic>(self, isa: I) -> bool {
        isa.enter_rarely(
            #[inline(always)]
            || are_usable(self.0),
        )
    }
}

/// Pairs of boxes that move, as a source of batches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingPairs<'a> {
    pairs: Pairs<'a, 3>,
    moves: PairMoves<'a>,
    /// Whether poses at times are rounded to `f32`.
    stored_poses: bool,
}

/// The displacements of pairs, or of the boxes of both sides.
#[derive(Clone, Copy, Debug)]
enum PairMoves<'a> {
    PerPair(&'a [[f32; 3]]),
    PerBox([&'a [[f32; 3]]; 2]),
}

/// Both sides of one batch of pairs, and how far b moves as seen from a, in lanes.
#[derive(Clone, Copy)]
pub(crate) struct MovingSides<I: Isa> {
    pub(crate) sides: PairLanes<I, 3>,
    pub(crate) motion: [I::Real; 3],
    /// How far both poses at a time are off together if they are stored, in meters; else zero.
    pub(crate) room: I::Real,
}

impl<'a> MovingPairs<'a> {
    /// Pairs with displacements that were checked against them.
    pub(crate) fn new(pairs: Pairs<'a, 3>, motions: Motions<'a>, stored_poses: bool) -> Self {
        let moves = match motions.0 {
            Moves::PerPair(motions) => PairMoves::PerPair(motions),
            Moves::PerBox(motions) => PairMoves::PerBox(motions.each().map(|motions| *motions)),
        };
        Self { pairs, moves, stored_poses }
    }

    /// A batch of pairs with displacements of their own.
    #[inline(always)]
    fn per_pair<I: Isa>(
        &self,
        isa: I,
        sides: PairLanes<I, 3>,
        motion: [I::Real; 3],
    ) -> MovingSides<I> {
        let room = self.room(
            isa,
            &sides,
            #[inline(always)]
            || sum_of_magnitudes(motion),
        );
        MovingSides { sides, motion, room }
    }

    /// A batch of pairs of moving boxes.
    #[inline(always)]
    fn per_box<I: Isa>(
        &self,
        isa: I,
        sides: PairLanes<I, 3>,
        motions: [&[[f32; 3]]; 2],
        pairs: &BoundedPairs<'_>,
    ) -> MovingSides<I> {
        let motion = Self::of_boxes(isa, motions, pairs);
        let room = self.room(
            isa,
            &sides,
            #[inline(always)]
            || Self::paths_of_boxes(isa, motions, pairs),
        );
        MovingSides { sides, motion, room }
    }

    /// How far the poses of both boxes at a time are off together if they are stored, in meters, from the sum of the
    /// lengths of their displacements; else zero.
    #[inline(always)]
    fn room<I: Isa>(
        &self,
        isa: I,
        sides: &PairLanes<I, 3>,
        paths: impl FnOnce() -> I::Real,
    ) -> I::Real {
        if !self.stored_poses {
            return isa.splat(0.0);
        }
        let (PairLanes { a: [a, ..], b: [b, ..] }, paths) = (sides, paths());
        let centers = sum_of_magnitudes(vector(*a)) + sum_of_magnitudes(vector(*b));
        isa.splat(CAST_POSE_ERROR) * (centers + (paths + paths))
    }

    /// The lengths of the displacements of both boxes of a batch of pairs, each as the sum of its magnitudes.
    #[inline(always)]
    fn paths_of_boxes<I: Isa>(
        isa: I,
        [of_a, of_b]: [&[[f32; 3]]; 2],
        pairs: &BoundedPairs<'_>,
    ) -> I::Real {
        let mut of_pairs = [0.0; MAX_LANES];
        let length = |[x, y, z]: [f32; 3]| (x.abs() + y.abs()) + z.abs();
        for (paths, &[a, b]) in of_pairs.iter_mut().zip(pairs.pairs()) {
            *paths = length(of_a[a as usize]) + length(of_b[b as usize]);
        }
        isa.load(&of_pairs)
    }

    /// The displacements of the boxes a of the batch from `first` on; zeros past the end, and of pairs.
    #[inline(always)]
    pub(super) fn of_a<I: Isa>(&self, isa: I, first: usize) -> [I::Real; 3] {
        let mut motions = [[0.0; 3]; MAX_LANES];
        if let PairMoves::PerBox([of_a, _]) = self.moves {
            for (motion, pair) in motions.iter_mut().zip(&self.pairs.pairs.pairs()[first..]) {
                *motion = of_a[pair[0] as usize];
            }
        }
        isa.load_triples(&motions)
    }

    /// The displacements of a batch of pairs of moving boxes.
    ///
    /// One by one: rows of three floats are no input of the loads of whole rows.
    #[inline(always)]
    fn of_boxes<I: Isa>(
        isa: I,
        [of_a, of_b]: [&[[f32; 3]]; 2],
        pairs: &BoundedPairs<'_>,
    ) -> [I::Real; 3] {
        let mut of_pairs = [[0.0; 3]; MAX_LANES];
        for (motion, &[a, b]) in of_pairs.iter_mut().zip(pairs.pairs()) {
            let (a, b) = (of_a[a as usize], of_b[b as usize]);
            *motion = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        }
        isa.load_triples(&of_pairs)
    }
}

impl Source for MovingPairs<'_> {
    type Batch<I: Isa> = MovingSides<I>;

    #[inline(always)]
    fn len(&self) -> usize {
        self.pairs.len()
    }

    fn boxes(&self) -> usize {
        self.pairs.boxes()
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        let moves = match self.moves {
            PairMoves::PerPair(motions) => PairMoves::PerPair(&motions[range.clone()]),
            per_box @ PairMoves::PerBox(_) => per_box,
        };
        Self { pairs: self.pairs.slice(range), moves, ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> MovingSides<I> {
        let sides = self.pairs.load(isa, first);
        let is_whole = first + I::LANES <= self.len();
        match self.moves {
            PairMoves::PerPair(motions) if is_whole => {
                self.per_pair(isa, sides, isa.load_triples(&motions[first..]))
            }
            PairMoves::PerPair(motions) => {
                let motions = repeated_out_of_line(&motions[first..]);
                self.per_pair(isa, sides, isa.load_triples(&motions))
            }
            PairMoves::PerBox(motions) => {
                let mut buffer;
                let batch = if is_whole {
                    self.pairs.pairs.slice(first..first + I::LANES)
                } else {
                    buffer = PairBuffer::new();
                    self.pairs.pairs.padded(first, I::LANES, &mut buffer)
                };
                self.per_box(isa, sides, motions, &batch)
            }
        }
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> MovingSides<I> {
        let sides = self.pairs.load_at(isa, positions);
        match self.moves {
            PairMoves::PerPair(motions) => {
                let mut picked = [[0.0; 3]; MAX_LANES];
                for (motion, &position) in picked.iter_mut().zip(positions) {
                    *motion = motions[position as usize];
                }
                self.per_pair(isa, sides, isa.load_triples(&picked))
            }
            PairMoves::PerBox(motions) => {
                let mut buffer = PairBuffer::new();
                let batch = self.pairs.pairs.pick(positions, &mut buffer);
                self.per_box(isa, sides, motions, &batch)
            }
        }
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        self.pairs.prefetch(isa, first);
    }
}

/// A few displacements, padded with the last of them.
#[cold]
#[inline(never)]
fn repeated_out_of_line(from: &[[f32; 3]]) -> [[f32; 3]; MAX_LANES] {
    let mut motions = [from.last().copied().unwrap_or_default(); MAX_LANES];
    motions[..from.len()].copy_from_slice(from);
    motions
}
