//! Steps: pairs of boxes at the start and at the end of a step, checked and loaded together.

use core::ops::Range;

use octosat_lanes::{Columns, IntegerLanes, Isa, Mask, Singles};

use crate::backend::token::{Job, run};
use crate::boxes::view::BoxView;
use crate::call::batches::{PairLanes, Pairs, Source, load_pairs, load_pairs_at, prefetch_pairs};
use crate::call::engine::Engine;
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};
use crate::vector::vector;

/// The column of half extents.
const HALF_EXTENTS: usize = 2;

/// Rejects boxes at the end of a step that are not those at its start: as many, and of the same half extents in every
/// pair.
///
/// Only boxes of pairs are compared, so that a call costs nothing for boxes that it is not about.
pub(crate) fn check_ends(
    engine: &Engine,
    query: &Query<'_>,
    starts: Pairs<'_>,
    ends: &Sides<BoxView<'_>>,
) -> Result<(), Error> {
    if !query.lists.has_sides_of(ends) {
        return Err(query.lists.other_sides("ends", ends));
    }
    let lists = names(ends);
    let ends = ends.each();
    for (list, (start, end)) in lists.into_iter().zip(starts.columns.into_iter().zip(ends)) {
        let [expected, found] = [start.rows(), end.len()];
        if expected != found {
            let why = format_args!(
                "the number of {list} at the end of the step is {found}, but must be {expected} as at its start"
            );
            return Err(Error::new(ErrorKind::Length, why));
        }
    }
    let half_extents = [starts.columns, ends.map(|view| &view.columns)]
        .map(|columns| columns.map(|columns| columns.one(HALF_EXTENTS)));
    let job = CompareColumns { columns: &half_extents, starts };
    if run(engine.token, job) { Ok(()) } else { Err(different(starts, ends, lists)) }
}

/// What errors call the boxes of both sides.
fn names(ends: &Sides<BoxView<'_>>) -> [&'static str; 2] {
    match ends {
        Sides::One(_) => ["boxes"; 2],
        Sides::Two(_) => ["boxes a", "boxes b"],
    }
}

/// Compares a column of two lists of boxes in every pair, bit by bit.
struct CompareColumns<'a> {
    /// Of the boxes of both sides at the start, and at the end.
    columns: &'a [[Columns<'a, 1>; 2]; 2],
    starts: Pairs<'a>,
}

impl Job for CompareColumns<'_> {
    type Output = bool;

    fn run<I: Isa>(self, isa: I) -> bool {
        let pairs = self.starts.pairs;
        let [starts, ends] = self.columns;
        isa.enter_rarely(
            #[inline(always)]
            || {
                let zero = isa.splat_integer(0);
                let mut same = zero.equals(zero);
                let mut first = 0;
                while first < pairs.pairs().len() {
                    let [[start_a], [start_b]] = load_pairs(isa, starts.each_ref(), pairs, first);
                    let [[end_a], [end_b]] = load_pairs(isa, ends.each_ref(), pairs, first);
                    for k in 0..3 {
                        let of_a = start_a[k].to_bits().equals(end_a[k].to_bits());
                        let of_b = start_b[k].to_bits().equals(end_b[k].to_bits());
                        same = same & of_a & of_b;
                    }
                    first += I::LANES;
                }
                (!same).bits() == 0
            },
        )
    }
}

/// The first box of the pairs whose half extents differ.
#[cold]
fn different(starts: Pairs<'_>, ends: [&BoxView<'_>; 2], lists: [&'static str; 2]) -> Error {
    let half_extents = |columns: &Columns<'_, 3>, index: u32| {
        let [x, y, z, _] = columns.row(HALF_EXTENTS, index as usize).unwrap_or_default().0;
        [x, y, z]
    };
    let boxes = |pair: &[u32; 2]| [(0, pair[0]), (1, pair[1])];
    let differences = starts.pairs.pairs().iter().flat_map(boxes).filter_map(|(side, index)| {
        let [start, end] =
            [starts.columns[side], &ends[side].columns].map(|columns| half_extents(columns, index));
        let differs = start.map(f32::to_bits) != end.map(f32::to_bits);
        differs.then(|| {
            let list = lists[side];
            let why = format_args!(
                "the half extents of {list}[{index}] at the end of the step are {end:?}, but must be {start:?} as at its \
                 start"
            );
            Error::new(ErrorKind::Box, why).of_field("half extents").in_list(list, index as usize)
        })
    });
    let first = { differences }.next();
    first.expect("called only if some half extents differ")
}

/// Pairs of boxes that move and turn, as a source of batches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<'a> {
    starts: Pairs<'a>,
    /// The centers and rotations of both sides at the end.
    ends: [&'a Columns<'a, 2>; 2],
}

/// Both sides of one batch of pairs at the start and at the end of a step, in lanes.
#[derive(Clone, Copy)]
pub(crate) struct StepSides<I: Isa> {
    pub(crate) start: PairLanes<I>,
    pub(crate) end: [PoseLanes<I::Real>; 2],
}

/// Where boxes are at the end of a step, in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseLanes<F> {
    pub(crate) center: [F; 3],
    pub(crate) rotation: [F; 4],
}

impl<F: Copy> PoseLanes<F> {
    #[inline(always)]
    fn of_rows([center, rotation]: [[F; 4]; 2]) -> Self {
        Self { center: vector(center), rotation }
    }

    #[inline(always)]
    pub(crate) fn of_sides([a, b]: [[[F; 4]; 2]; 2]) -> [Self; 2] {
        [Self::of_rows(a), Self::of_rows(b)]
    }
}

impl<'a> Steps<'a> {
    /// Pairs at the start, and columns of as many centers and rotations at the end.
    pub(crate) fn new(starts: Pairs<'a>, ends: [&'a Columns<'a, 2>; 2]) -> Self {
        Self { starts, ends }
    }
}

impl Source for Steps<'_> {
    type Batch<I: Isa> = StepSides<I>;

    #[inline(always)]
    fn len(&self) -> usize {
        self.starts.len()
    }

    fn boxes(&self) -> usize {
        self.starts.boxes()
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        Self { starts: self.starts.slice(range), ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> StepSides<I> {
        let end = load_pairs(isa, self.ends, self.starts.pairs, first);
        StepSides { start: self.starts.load(isa, first), end: PoseLanes::of_sides(end) }
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> StepSides<I> {
        let end = load_pairs_at(isa, self.ends, self.starts.pairs, positions);
        StepSides { start: self.starts.load_at(isa, positions), end: PoseLanes::of_sides(end) }
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        self.starts.prefetch(isa, first);
        prefetch_pairs(isa, self.ends, self.starts.pairs, first);
    }
}
