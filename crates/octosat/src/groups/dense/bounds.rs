//! Lower bounds of rows: by bounding spheres, and by the faces of one box and the sphere of the other.
//!
//! If boxes are apart by d, one of their axes separates them by d / √3 or more, so most pairs are far by their spheres. The
//! gap along a face is at most the clearance and the distance of a pair. Both bounds leave room for more than rounding, so
//! no answer changes. The chapter on error bounds has the proof.

use core::ops::Range;

use octosat_lanes::{Columns, Isa, Lanes, MAX_LANES, Row};

use crate::axes::boxes::BoxLanes;
use crate::boxes::view::BoxView;
use crate::tolerances::{
    BORROWED_ROTATION_LENGTH_TOLERANCE, FACE_BOUND_OF_OFFSET, FAR_SPHERES, MAX_LENGTH, SMALLEST_FAR,
};
use crate::vector::{squared, vector};

/// By how much half extents count more in the bound of a gap by a face, for each meter of the bounding radius, without
/// unit: 2⁻¹².
const FACE_BOUND_OF_RADIUS: f32 = 1.0 / 4096.0;

/// The most boxes of a side that are prepared at a time, in 7 KiB: a multiple of the lanes of every backend.
pub(super) const PREPARED: u32 = 96;

/// The square root of three, without unit.
pub(in crate::groups) const ROOT_OF_THREE: f32 = 1.732_050_8;

/// Some boxes of a list, `step` from each other, one per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The box of the first lane, which may be one before the required boxes.
    pub(super) first: u32,
    pub(super) step: u32,
    /// A bit per lane that holds a required box.
    pub(super) lanes: u32,
}

impl Place {
    /// The first boxes of a range. A block begins earlier if it would end past the last box of the list.
    pub(super) fn of_range(range: Range<u32>, boxes: usize, lanes: usize) -> Self {
        let taken = lanes.min(range.len());
        let last = u32::try_from(boxes.saturating_sub(lanes));
        let first = last.map_or(range.start, |last| range.start.min(last));
        let lanes = (u32::MAX >> (32 - taken)) << (range.start - first);
        Self { first, step: 1, lanes }
    }

    /// Loads the rows of one column.
    #[inline(always)]
    fn load<I: Isa>(self, isa: I, column: &Columns<'_, 1>) -> [I::Real; 4] {
        let first = self.first as usize;
        if self.step == 1 {
            return load_block(isa, column, first);
        }
        load_block(isa, &column.every(first, self.step as usize), 0)
    }
}

#[inline(always)]
fn load_block<I: Isa>(isa: I, column: &Columns<'_, 1>, first: usize) -> [I::Real; 4] {
    if first + I::LANES <= column.rows() {
        return isa.load_block(column, first)[0];
    }
    isa.load_block(&Columns::records(&last_rows_out_of_line(column, first)), 0)[0]
}

/// The last rows of a list that has no block of them left, and zeros.
#[cold]
#[inline(never)]
fn last_rows_out_of_line(column: &Columns<'_, 1>, first: usize) -> [[Row; 1]; MAX_LANES] {
    core::array::from_fn(|lane| [column.row(0, first + lane).unwrap_or(Row([0.0; 4]))])
}

/// The boxes of one side.
pub(super) struct Side<'a> {
    /// Centers, rotations and half extents.
    columns: [Columns<'a, 1>; 3],
    is_stored: bool,
    pub(super) boxes: usize,
}

impl<'a> Side<'a> {
    #[inline(always)]
    pub(super) fn new(view: &BoxView<'a>) -> Self {
        let columns = [view.columns.one(0), view.columns.one(1), view.columns.one(2)];
        Self { columns, is_stored: view.is_stored, boxes: view.len() }
    }

    /// The bounding spheres of a place: the centers, and a bit more than the radii, in meters.
    #[inline(always)]
    pub(super) fn spheres<I: Isa>(&self, isa: I, place: Place) -> [I::Real; 4] {
        let [centers, rotations, half_extents] = &self.columns;
        let half_extents = place.load(isa, half_extents);
        let rotation = if self.is_stored { half_extents } else { place.load(isa, rotations) };
        self.spheres_of(isa, &BoxLanes::of_rows([place.load(isa, centers), rotation, half_extents]))
    }

    /// Boxes that a checked view would reject are near all boxes, because their rows may be anything.
    #[inline(always)]
    fn spheres_of<I: Isa>(&self, isa: I, boxes: &BoxLanes<I::Real>) -> [I::Real; 4] {
        let [x, y, z] = boxes.center;
        let radius = squared(boxes.half_extents).sqrt() * isa.splat(FAR_SPHERES);
        if self.is_stored {
            return [x, y, z, radius];
        }
        [x, y, z, Lanes::select(is_valid(isa, boxes), radius, isa.splat(f32::INFINITY))]
    }

    /// Prepares a place.
    #[inline(always)]
    fn prepared<I: Isa>(&self, isa: I, place: Place) -> [[I::Real; 4]; 4] {
        let [centers, rotations, half_extents] = &self.columns;
        let [centers, rotations] = [place.load(isa, centers), place.load(isa, rotations)];
        let half_extents = place.load(isa, half_extents);
        let boxes = BoxLanes::of_rows([centers, rotations, half_extents]);
        let [x, y, z, radius] = self.spheres_of(isa, &boxes);
        let smallest = isa.splat(SMALLEST_FAR);
        let slack = isa.splat(FACE_BOUND_OF_RADIUS) * radius + smallest;
        let mut prepared = [[x, y, z, radius + smallest]; 4];
        for (k, [x, y, z]) in boxes.axes(isa).into_iter().enumerate() {
            let part = isa.splat(FACE_BOUND_OF_OFFSET);
            prepared[k + 1] = [part * x, part * y, part * z, half_extents[k] + slack];
        }
        prepared
    }
}

/// The lanes whose boxes a checked view would accept, except for rounding.
#[inline(always)]
fn is_valid<I: Isa>(isa: I, boxes: &BoxLanes<I::Real>) -> I::Mask {
    let BoxLanes { center: c, rotation: q, half_extents: h } = boxes;
    let size = ((c[0].abs() + c[1].abs()) + c[2].abs()) + ((h[0].abs() + h[1].abs()) + h[2].abs());
    let off_unit = (squared(vector(*q)) + q[3] * q[3] - isa.splat(1.0)).abs();
    size.at_most(isa.splat(MAX_LENGTH))
        & off_unit.at_most(isa.splat(BORROWED_ROTATION_LENGTH_TOLERANCE))
        & isa.splat(0.0).at_most(h[0].lesser(h[1]).lesser(h[2]))
}

/// A box of the other side: center and radius; each axis, and the half extent along it.
pub(super) type Prepared = [Row; 4];

/// Boxes of the other side, one by one.
pub(super) struct Others {
    /// Those before the first one are loaded with the last ones of a list.
    prepared: [Prepared; MAX_LANES + PREPARED as usize],
    boxes: Range<u32>,
    side: usize,
}

impl Others {
    pub(super) const NONE: Self = Self {
        prepared: [[Row([0.0; 4]); 4]; MAX_LANES + PREPARED as usize],
        boxes: 0..0,
        side: 0,
    };

    /// Prepares boxes of a side, unless they are the same as before.
    #[inline(always)]
    pub(super) fn prepare<I: Isa>(
        &mut self,
        isa: I,
        (number, side): (usize, &Side<'_>),
        boxes: Range<u32>,
    ) -> &[Prepared] {
        let len = boxes.len();
        if (self.side, &self.boxes) != (number, &boxes) {
            for first in boxes.clone().step_by(I::LANES) {
                let place = Place::of_range(first..boxes.end, side.boxes, I::LANES);
                let to =
                    MAX_LANES + (first - boxes.start) as usize - (first - place.first) as usize;
                isa.store_records(side.prepared(isa, place), &mut self.prepared[to..]);
            }
            (self.side, self.boxes) = (number, boxes);
        }
        &self.prepared[MAX_LANES..][..len]
    }
}

/// The lanes whose spheres are farther from that of a prepared box than a distance.
#[inline(always)]
pub(super) fn are_far<I: Isa>(
    isa: I,
    spheres: [I::Real; 4],
    [Row([x, y, z, radius]), ..]: &Prepared,
    distance: I::Real,
) -> I::Mask {
    let [p, q, r, own] = spheres;
    let reach = (own + distance) + isa.splat(*radius);
    (reach * reach).less(squared([p - isa.splat(*x), q - isa.splat(*y), r - isa.splat(*z)]))
}

/// A number below the row of each pair with a prepared box, in meters: the largest gap along a face of this box.
#[inline(always)]
pub(super) fn face_bound<I: Isa>(
    isa: I,
    [p, q, r, radius]: [I::Real; 4],
    [Row([x, y, z, _]), faces @ ..]: &Prepared,
) -> I::Real {
    let offset = [p - isa.splat(*x), q - isa.splat(*y), r - isa.splat(*z)];
    let mut largest = isa.splat(f32::NEG_INFINITY);
    for &Row([x, y, z, half_extent]) in faces {
        let along = offset[0] * isa.splat(x) + offset[1] * isa.splat(y);
        let along = (along + offset[2] * isa.splat(z)).abs();
        largest = (along - isa.splat(half_extent)).greater(largest);
    }
    largest - radius
}
