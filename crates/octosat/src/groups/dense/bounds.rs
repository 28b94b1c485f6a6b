//! Lower bounds of the rows of pairs: by bounding spheres, and by the faces of one box and the sphere of the other.
//!
//! If boxes are apart by d, one of their axes separates them by d / √3 or more, so most pairs are far by their spheres. The
//! gap along a face is at most the clearance and the distance of a pair. Both bounds are less by more than rounding, so no
//! answer changes. The chapter on error bounds has the proof.

use core::ops::Range;

use octosat_lanes::{Arithmetic, Columns, Isa, Lanes, MAX_LANES, Row};

use super::units::Place;
use crate::frame::{Rows, vector};
use crate::layout::Unit;
use crate::tolerances::{
    BORROWED_ROTATION_LENGTH_TOLERANCE, FACE_BOUND_OF_OFFSET, FACE_BOUND_OF_RADIUS, FAR_SPHERES,
    MAX_LENGTH, SMALLEST_FAR,
};
use crate::view::View;

/// The most boxes of a side that are prepared at a time: those of most robots' surroundings, in 7 KiB.
///
/// It is a multiple of the lanes of every backend.
pub(super) const PREPARED: usize = 96;

/// The square root of three, without unit.
pub(crate) const ROOT_OF_THREE: f32 = 1.732_050_8;

/// Boxes in lanes, by their bounding spheres.
pub(super) struct Block<I: Isa> {
    center: [I::Real; 3],
    radius: I::Real,
    pub(super) lanes: Span,
}

/// The boxes of one side.
pub(super) struct Side<'a> {
    view: &'a View<'a, 3>,
    centers: Columns<'a, 1>,
    half_extents: Columns<'a, 1>,
}

impl<'a> Side<'a> {
    #[inline(always)]
    pub(super) fn new(view: &'a View<'a, 3>) -> Self {
        let [centers, half_extents] = [view.columns.one(0), view.columns.one(2)];
        Self { view, centers, half_extents }
    }

    /// The boxes of a place. Rotations are loaded only if they may be none.
    #[inline(always)]
    pub(super) fn block<I: Isa>(&self, isa: I, place: Place) -> Block<I> {
        let lanes = Span::of(place, self.view.len(), I::LANES);
        let (center, mut radius);
        if self.view.is_stored {
            let [half_extents] = load(isa, &self.half_extents, place, lanes);
            [center] = load(isa, &self.centers, place, lanes);
            radius = sphere(isa, vector(half_extents));
        } else {
            let rows = load(isa, &self.view.columns, place, lanes);
            (center, radius) = (rows[0], checked_sphere(isa, &rows));
        }
        if place.taken < I::LANES {
            let first = lanes.first_lane;
            let [before, after] = [MAX_LANES, 2 * MAX_LANES - place.taken].map(|at| at - first);
            radius = radius + isa.load(&OUTSIDE[before..]) + isa.load(&OUTSIDE[after..]);
        }
        Block { center: vector(center), radius, lanes }
    }
}

/// Added to the radii of lanes outside a place, so that their bounds are NaN: no bound is less than another then.
static OUTSIDE: [f32; 3 * MAX_LANES] = {
    let mut outside = [f32::NAN; 3 * MAX_LANES];
    let mut lane = MAX_LANES;
    while lane < 2 * MAX_LANES {
        outside[lane] = 0.0;
        lane += 1;
    }
    outside
};

/// A box of the other side: center and radius; each axis, and the half extent along it.
type Prepared = [Row; 4];

/// Boxes of the other side, one by one.
pub(super) struct Others {
    /// Those before [`FIRST`] are boxes before the first one, which are loaded with the last ones of a list.
    prepared: [Prepared; FIRST + PREPARED],
    boxes: Range<u32>,
    side: usize,
}

/// The place of the first of the others.
const FIRST: usize = MAX_LANES;

impl Others {
    pub(super) const NONE: Self =
        Self { prepared: [[Row([0.0; 4]); 4]; FIRST + PREPARED], boxes: 0..0, side: 0 };

    /// Prepares boxes of a side, unless they are the same as before.
    #[inline(always)]
    pub(super) fn prepare<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        (side, view): (usize, &View<'_, 3>),
        boxes: Range<u32>,
    ) -> &[Prepared] {
        let len = boxes.len();
        if (self.side, &self.boxes) != (side, &boxes) {
            for first in boxes.clone().step_by(I::LANES) {
                let place = Place::of_range(first..boxes.end, I::LANES);
                let lanes = Span::of(place, view.len(), I::LANES);
                let rows = load(isa, &view.columns, place, lanes);
                let to = FIRST + (first - boxes.start) as usize - lanes.first_lane;
                isa.store_records(prepared::<I, A>(isa, &rows), &mut self.prepared[to..]);
            }
            (self.side, self.boxes) = (side, boxes);
        }
        &self.prepared[FIRST..][..len]
    }
}

#[inline(always)]
fn prepared<I: Isa, A: Arithmetic>(isa: I, rows: &Rows<I, 3>) -> [[I::Real; 4]; 4] {
    let [radius, smallest] = [checked_sphere(isa, rows), isa.splat(SMALLEST_FAR)];
    let slack = isa.splat(FACE_BOUND_OF_RADIUS) * radius + smallest;
    let [[x, y, z, _], _, half_extents] = *rows;
    let mut prepared = [[x, y, z, radius + smallest]; 4];
    let axes = Unit::axes::<I, A>(isa, rows);
    for (k, [x, y, z]) in axes.into_iter().enumerate() {
        let part = isa.splat(FACE_BOUND_OF_OFFSET);
        prepared[k + 1] = [part * x, part * y, part * z, half_extents[k] + slack];
    }
    prepared
}

/// The pairs of a block and a box of the other side.
pub(super) struct Pairs<'p, I: Isa> {
    block: &'p Block<I>,
    other: &'p Prepared,
    offset: [I::Real; 3],
}

impl<'p, I: Isa> Pairs<'p, I> {
    #[inline(always)]
    pub(super) fn new(isa: I, block: &'p Block<I>, other: &'p Prepared) -> Self {
        let [Row([p, q, r, _]), ..] = *other;
        let [x, y, z] = block.center;
        let offset = [x - isa.splat(p), y - isa.splat(q), z - isa.splat(r)];
        Self { block, other, offset }
    }

    /// The lanes whose spheres are farther apart than a distance and rounding.
    #[inline(always)]
    pub(super) fn are_far(&self, isa: I, distance: I::Real) -> I::Mask {
        let [Row([.., radius]), ..] = *self.other;
        let reach = (self.block.radius + distance) + isa.splat(radius);
        (reach * reach).less(squared(self.offset))
    }

    /// A number below the row of each pair, in meters: the largest gap along a face of the other box.
    #[inline(always)]
    pub(super) fn bound(&self, isa: I) -> I::Real {
        let offset = self.offset;
        let [_, faces @ ..] = self.other;
        let mut largest = isa.splat(f32::NEG_INFINITY);
        for &Row([x, y, z, half_extent]) in faces {
            let along = offset[0] * isa.splat(x) + offset[1] * isa.splat(y);
            let along = (along + offset[2] * isa.splat(z)).abs();
            largest = (along - isa.splat(half_extent)).greater(largest);
        }
        largest - self.block.radius
    }
}

/// The lanes that hold the boxes of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// A bit per lane, and the first of them.
    pub(super) bits: u32,
    pub(super) first_lane: usize,
}

impl Span {
    /// Of a list of so many boxes; the last block of a list begins earlier, so that it does not end past the last box.
    #[inline(always)]
    pub(super) fn of(place: Place, boxes: usize, lanes: usize) -> Self {
        let past_end = (place.first as usize + lanes).saturating_sub(boxes);
        let first_lane = if place.is_movable && lanes <= boxes { past_end } else { 0 };
        Self { bits: (u32::MAX >> (32 - place.taken)) << first_lane, first_lane }
    }
}

/// Loads the boxes of a place into their lanes.
#[inline(always)]
fn load<I: Isa, const N: usize>(
    isa: I,
    columns: &Columns<'_, N>,
    place: Place,
    lanes: Span,
) -> Rows<I, N> {
    let first = place.first as usize - lanes.first_lane;
    if place.step == 1 {
        if first + I::LANES <= columns.rows() {
            return isa.load_block(columns, first);
        }
    } else {
        let every = columns.every(first, place.step as usize);
        if every.rows() >= I::LANES {
            return isa.load_block(&every, 0);
        }
    }
    isa.load_block(&Columns::records(&few(columns, place)), 0)
}

/// The rows of a place near the end of a list, of which the last one is repeated.
#[cold]
#[inline(never)]
fn few<const N: usize>(columns: &Columns<'_, N>, place: Place) -> [[Row; N]; MAX_LANES] {
    let mut rows = [[Row([0.0; 4]); N]; MAX_LANES];
    for (lane, rows) in rows.iter_mut().enumerate() {
        let at = place.first as usize + lane.min(place.taken - 1) * place.step as usize;
        for (column, row) in rows.iter_mut().enumerate() {
            *row = columns.row(column, at).unwrap_or(*row);
        }
    }
    rows
}

/// A bit more than the bounding radius of each box, in meters.
#[inline(always)]
fn sphere<I: Isa>(isa: I, half_extents: [I::Real; 3]) -> I::Real {
    squared(half_extents).sqrt() * isa.splat(FAR_SPHERES)
}

/// The same; infinite for boxes that a checked view would reject, so that they are near all boxes: their rows may be
/// anything.
#[inline(always)]
fn checked_sphere<I: Isa>(isa: I, [center, [x, y, z, w], half_extents]: &Rows<I, 3>) -> I::Real {
    let [c, h] = [vector(*center), vector(*half_extents)];
    let size = ((c[0].abs() + c[1].abs()) + c[2].abs()) + ((h[0].abs() + h[1].abs()) + h[2].abs());
    let length_squared = (*x * *x + *y * *y) + (*z * *z + *w * *w);
    let off_unit = (length_squared - isa.splat(1.0)).abs();
    let is_checked = size.at_most(isa.splat(MAX_LENGTH))
        & off_unit.at_most(isa.splat(BORROWED_ROTATION_LENGTH_TOLERANCE))
        & isa.splat(0.0).at_most(h[0].lesser(h[1]).lesser(h[2]));
    Lanes::select(is_checked, sphere(isa, h), isa.splat(f32::INFINITY))
}

#[inline(always)]
fn squared<F: Lanes>([x, y, z]: [F; 3]) -> F {
    (x * x + y * y) + z * z
}
