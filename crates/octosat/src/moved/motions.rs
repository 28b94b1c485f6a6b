//! Who moves: displacements per pair or per box, and how they are loaded with the pairs.

use core::fmt;
use core::ops::Range;

use octosat_lanes::{Isa, MAX_LANES};

use crate::backend::token::{Job, run};
use crate::call::batches::{PairLanes, Pairs, Source};
use crate::call::checks::NamedList;
use crate::call::engine::Engine;
use crate::call::moved::{Motions, Moves};
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};
use crate::tolerances::{CAST_POSE_ERROR, MAX_LENGTH};
use crate::vector::sum_of_magnitudes;

impl Motions<'_> {
    /// The displacements of a range of the rows of a query.
    pub(crate) fn of_rows(self, rows: Range<usize>) -> Self {
        match self.0 {
            Moves::PerPair(motions) => Self::per_pair(&motions[rows]),
            Moves::Uniform(_) | Moves::PerBox(_) => self,
        }
    }

    /// Rejects displacements that are not usable for a query of this number of rows about these lists.
    pub(crate) fn check(
        self,
        engine: &Engine,
        rows: usize,
        lists: Sides<NamedList>,
    ) -> Result<(), Error> {
        match (self.0, lists) {
            (Moves::Uniform(motion), _) if are_usable(&motion) => Ok(()),
            (Moves::Uniform(motion), _) => Err(not_usable(format_args!("all pairs"), motion)),
            (Moves::PerPair(motions), _) => {
                check(engine, motions, NamedList { name: "pairs", len: rows })
            }
            (Moves::PerBox(Sides::One(motions)), Sides::One(list)) => check(engine, motions, list),
            (Moves::PerBox(Sides::Two([of_a, of_b])), Sides::Two([a, b])) => {
                check(engine, of_a, a)?;
                check(engine, of_b, b)
            }
            (Moves::PerBox(motions), lists) => Err(lists.other_sides("displacements", &motions)),
        }
    }
}

impl Query<'_> {
    /// The lists of boxes of the query.
    pub(crate) fn lists(&self) -> Sides<NamedList> {
        match &self.lists {
            Sides::One(boxes) => Sides::One(NamedList { name: "boxes", len: boxes.len() }),
            Sides::Two([a, b]) => Sides::Two([
                NamedList { name: "boxes a", len: a.len() },
                NamedList { name: "boxes b", len: b.len() },
            ]),
        }
    }
}

/// Rejects displacements that are not usable for a list of this name and length.
fn check(
    engine: &Engine,
    motions: &[[f32; 3]],
    NamedList { name: list, len: expected }: NamedList,
) -> Result<(), Error> {
    if motions.len() != expected {
        let found = motions.len();
        let why = format_args!(
            "the number of displacements is {found}, but the number of {list} is {expected}"
        );
        return Err(Error::new(ErrorKind::Length, why));
    }
    if run(engine.token, AreUsable(motions.as_flattened())) {
        return Ok(());
    }
    match motions.iter().position(|motion| !are_usable(motion)) {
        Some(index) => {
            let error = not_usable(format_args!("{list}[{index}]"), motions[index]);
            Err(error.in_list(list, index))
        }
        None => Ok(()),
    }
}

/// The error of a displacement that has a component that is infinite, not a number, or too large.
#[cold]
fn not_usable(what: fmt::Arguments<'_>, motion: [f32; 3]) -> Error {
    let why = format_args!(
        "the displacement of {what} is {motion:?}, but must be finite and at most 1e12 m"
    );
    Error::new(ErrorKind::Setting, why).of_field("displacement")
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

    fn run<I: Isa>(self, isa: I) -> bool {
        isa.enter_rarely(
            #[inline(always)]
            || are_usable(self.0),
        )
    }
}

/// A source of pairs whose sides can move.
pub(crate) trait PairSource: Source {
    /// The indices of a and b of a row.
    fn pair(&self, row: usize) -> [usize; 2];

    /// The sum of the magnitudes of the coordinates at which a and b are, per lane, in meters.
    fn distances<I: Isa>(isa: I, batch: &Self::Batch<I>) -> I::Real;
}

impl PairSource for Pairs<'_> {
    #[inline(always)]
    fn pair(&self, row: usize) -> [usize; 2] {
        let [a, b] = self.pairs.pairs()[row];
        [a as usize, b as usize]
    }

    #[inline(always)]
    fn distances<I: Isa>(_isa: I, batch: &PairLanes<I>) -> I::Real {
        sum_of_magnitudes(batch.a.center) + sum_of_magnitudes(batch.b.center)
    }
}

/// Pairs whose sides move, as a source of batches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'a, S> {
    pairs: S,
    moves: PairMoves<'a>,
    /// Whether poses at times are rounded to `f32`.
    stored_poses: bool,
}

/// Pairs of boxes that move.
pub(crate) type MovingPairs<'a> = Moving<'a, Pairs<'a>>;

/// The displacement of all pairs, or the displacements of pairs, or of what is on both sides.
#[derive(Clone, Copy, Debug)]
enum PairMoves<'a> {
    Uniform([f32; 3]),
    PerPair(&'a [[f32; 3]]),
    PerBox([&'a [[f32; 3]]; 2]),
}

/// Both sides of one batch of pairs, and how far b moves as seen from a, in lanes.
#[derive(Clone, Copy)]
pub(crate) struct MovingSides<I: Isa, B = PairLanes<I>> {
    pub(crate) sides: B,
    pub(crate) motion: [I::Real; 3],
    /// How far both poses at a time are off together if they are stored, in meters; else zero.
    pub(crate) room: I::Real,
}

impl<'a, S: PairSource> Moving<'a, S> {
    /// Pairs with displacements that were checked against them.
    pub(crate) fn new(pairs: S, motions: Motions<'a>, stored_poses: bool) -> Self {
        let moves = match motions.0 {
            Moves::Uniform(motion) => PairMoves::Uniform(motion),
            Moves::PerPair(motions) => PairMoves::PerPair(motions),
            Moves::PerBox(motions) => PairMoves::PerBox(motions.each().map(|motions| *motions)),
        };
        Self { pairs, moves, stored_poses }
    }

    /// A batch of pairs that is loaded from these rows.
    #[inline(always)]
    fn moving<I: Isa>(
        &self,
        isa: I,
        sides: S::Batch<I>,
        rows: &[u32],
    ) -> MovingSides<I, S::Batch<I>> {
        let mut of_pairs = const { [[0.0; 3]; MAX_LANES] };
        let (motion, paths) = match self.moves {
            PairMoves::Uniform([x, y, z]) => {
                let motion = [isa.splat(x), isa.splat(y), isa.splat(z)];
                (motion, sum_of_magnitudes(motion))
            }
            PairMoves::PerPair(motions) => {
                for (motion, &row) in of_pairs.iter_mut().zip(rows) {
                    *motion = motions[row as usize];
                }
                let motion = isa.load_triples(&of_pairs);
                (motion, sum_of_magnitudes(motion))
            }
            // One by one: rows of three floats are no input of the loads of whole rows.
            PairMoves::PerBox([of_a, of_b]) => {
                // The lengths of both displacements, each as the sum of its magnitudes.
                let mut paths = const { [0.0; MAX_LANES] };
                let length = |[x, y, z]: [f32; 3]| (x.abs() + y.abs()) + z.abs();
                for ((motion, path), &row) in of_pairs.iter_mut().zip(&mut paths).zip(rows) {
                    let [a, b] = self.pairs.pair(row as usize);
                    let (a, b) = (of_a[a], of_b[b]);
                    *motion = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                    *path = length(a) + length(b);
                }
                (isa.load_triples(&of_pairs), isa.load(&paths))
            }
        };
        let room = self.room(isa, &sides, paths);
        MovingSides { sides, motion, room }
    }

    /// The rows of the batch from `first` on; past the end the last one is repeated.
    #[inline(always)]
    fn rows_from(&self, first: usize) -> [u32; MAX_LANES] {
        let last = self.pairs.len() - 1;
        let mut rows = [0; MAX_LANES];
        for (lane, row) in rows.iter_mut().enumerate() {
            #[expect(clippy::cast_possible_truncation, reason = "a place in a task")]
            {
                *row = (first + lane).min(last) as u32;
            }
        }
        rows
    }

    /// How far the poses of both sides at a time are off together if they are stored, in meters, from the sum of the
    /// lengths of their displacements; else zero.
    #[inline(always)]
    fn room<I: Isa>(&self, isa: I, sides: &S::Batch<I>, paths: I::Real) -> I::Real {
        if !self.stored_poses {
            return isa.splat(0.0);
        }
        let centers = S::distances(isa, sides);
        isa.splat(CAST_POSE_ERROR) * (centers + (paths + paths))
    }

    /// The displacements of the sides a of the batch from `first` on; zeros for displacements of pairs.
    #[inline(always)]
    pub(crate) fn of_a<I: Isa>(&self, isa: I, first: usize) -> [I::Real; 3] {
        let mut motions = const { [[0.0; 3]; MAX_LANES] };
        if let PairMoves::PerBox([of_a, _]) = self.moves {
            for (motion, &row) in motions.iter_mut().zip(&self.rows_from(first)) {
                *motion = of_a[self.pairs.pair(row as usize)[0]];
            }
        }
        isa.load_triples(&motions)
    }
}

impl<S: PairSource> Source for Moving<'_, S> {
    type Batch<I: Isa> = MovingSides<I, S::Batch<I>>;

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
            other => other,
        };
        Self { pairs: self.pairs.slice(range), moves, ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> Self::Batch<I> {
        let sides = self.pairs.load(isa, first);
        match self.moves {
            PairMoves::PerPair(motions) if first + I::LANES <= self.len() => {
                let motion = isa.load_triples(&motions[first..]);
                let room = self.room(isa, &sides, sum_of_magnitudes(motion));
                MovingSides { sides, motion, room }
            }
            PairMoves::Uniform(_) => self.moving(isa, sides, &[]),
            _ => self.moving(isa, sides, &self.rows_from(first)),
        }
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> Self::Batch<I> {
        let sides = self.pairs.load_at(isa, positions);
        self.moving(isa, sides, positions)
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        self.pairs.prefetch(isa, first);
    }
}
