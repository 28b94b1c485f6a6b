//! A batch of manifolds in memory, and how it is written into the caller's rows and places.
//!
//! The last step is done pair by pair, because pairs have different numbers of points. It is short: points
//! become rows of position and depth in whole batches before it. And it always writes four points, of which
//! the next pair overwrites those that do not count: a branch on their number would be mispredicted once per
//! pair.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{IntegerLanes, Isa, MAX_LANES, Mask, Row, Singles};
use octosat_rows::{Axis, SurfacePoints};

use super::points::{ListRows, PointMemory, SurfaceMemory};
use super::reduce::PACKED;
use crate::contacts::{ContactOptions, ContactPoint, ContactStatus, Feature, Manifold, PointLimit};

/// The parts of a pair's row without its normal and the place of its first point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcomes<F: Singles> {
    /// The number of points.
    pub(super) count: F::Integer,
    pub(super) depth: F,
    pub(super) code: F::Integer,
    pub(super) status: F::Integer,
    /// The size of the smaller box in the highest byte.
    pub(super) size: F::Integer,
}

/// A status as a number in every lane.
#[inline(always)]
pub(super) fn number<I: Isa>(isa: I, status: ContactStatus) -> I::Integer {
    isa.splat_integer(status.number())
}

/// Where the results of a chunk go.
pub(crate) struct ChunkResults<'a> {
    pub(crate) options: ContactOptions,
    /// The boxes of each pair.
    pub(crate) pairs: &'a [[u32; 2]],
    /// One row per pair; pairs of the chunk past the last row only pad a batch.
    pub(crate) manifolds: &'a mut [Manifold],
    /// Room for the most points that the pairs may have.
    pub(crate) points: &'a mut [ContactPoint],
    /// The same for surface points; empty if they are not computed.
    pub(crate) surfaces: &'a mut [SurfacePoints],
    /// The number of the first place, in the list of all points.
    pub(crate) first_place: u32,
}

/// A number of a row or a place as 32 bits; [`crate::Engine::manifolds`] rejects lists that would be longer.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the engine bounds the number of places")]
pub(crate) fn as_u32(number: usize) -> u32 {
    number as u32
}

/// One batch in memory; kept from batch to batch, so that it is cleared once.
#[derive(Zeroable)]
pub(super) struct BatchMemory {
    /// The first four points of each pair.
    pub(super) first: PointMemory,
    /// The last four in reverse order, for pairs that have more than four.
    pub(super) last: PointMemory,
    pub(super) rows: RowMemory,
    /// The same points on the boxes.
    pub(super) first_surfaces: SurfaceMemory,
    pub(super) last_surfaces: SurfaceMemory,
}

/// Rows of a batch, without the numbers of their first points.
#[derive(Zeroable)]
pub(super) struct RowMemory {
    /// The normal, followed by the depth.
    normal: [Row; MAX_LANES],
    /// The last word of each row: how many points, the axis, the status and the size, from the lowest byte on.
    words: [i32; MAX_LANES],
}

impl RowMemory {
    /// Stores a batch of rows.
    #[inline(always)]
    pub(super) fn store<I: Isa>(
        &mut self,
        isa: I,
        normal: [I::Real; 3],
        outcomes: Outcomes<I::Real>,
    ) {
        let Outcomes { count, depth, code, status, size } = outcomes;
        isa.store_rows([normal[0], normal[1], normal[2], depth], &mut self.normal);
        let word = (count | size) | (code.shift_left(8) | status.shift_left(16));
        isa.store_integers(word, &mut self.words);
    }

    /// Replaces rows of some lanes by rows of input that is not finite; no valid box has one. Returns whether there are
    /// none.
    #[inline(always)]
    pub(super) fn reject<M: Mask>(&mut self, lanes: M) -> bool {
        let is_none = lanes.bits() == 0;
        if !is_none {
            self.reject_out_of_line(lanes.bits());
        }
        is_none
    }

    #[cold]
    #[inline(never)]
    fn reject_out_of_line(&mut self, lanes: u32) {
        let Manifold { normal: [x, y, z], depth, len, axis, status, .. } = Manifold::NOT_FINITE;
        let word = i32::from_le_bytes([len, axis.code(), status.byte(), 0]);
        for lane in each(lanes) {
            self.normal[lane] = Row([x, y, z, depth]);
            self.words[lane] = word;
        }
    }

    /// How many points a lane has.
    #[inline(always)]
    fn count(&self, lane: usize) -> usize {
        usize::from(self.words[lane].to_le_bytes()[0])
    }

    /// The row of a lane, without the index of its first point.
    #[cfg(feature = "covered")]
    pub(super) fn row(&self, lane: usize) -> Manifold {
        let mut row = Manifold::zeroed();
        self.write(lane, 0, &mut row);
        row
    }

    /// Writes the row of a lane, given the index of its first point.
    #[inline(always)]
    fn write(&self, lane: usize, first: u32, row: &mut Manifold) {
        // As words: field by field, the normal and the last word would be written in parts.
        let [normal @ .., first_point, word] = bytemuck::cast_mut::<_, [u32; 6]>(row);
        *normal = self.normal[lane].0.map(f32::to_bits);
        *first_point = first;
        *word = self.words[lane].cast_unsigned().to_le();
    }
}

impl BatchMemory {
    /// Writes the rows of some lanes at their positions, and their points from index `end` on. Returns the index after
    /// the last point.
    #[inline(always)]
    pub(super) fn write(
        &self,
        lanes: impl Iterator<Item = (usize, u32)> + Clone,
        mut end: usize,
        out: &mut ChunkResults<'_>,
    ) -> usize {
        let ContactOptions { limit, surfaces, .. } = out.options;
        if limit == PointLimit::Eight {
            let lanes = lanes.clone().map(|(lane, _)| lane);
            self.last_out_of_line(lanes, &self.last, &mut out.points[end..]);
        }
        if surfaces {
            let lanes = lanes.clone().map(|(lane, _)| lane);
            self.surfaces_out_of_line(lanes, &mut out.surfaces[end..]);
        }
        let ChunkResults { manifolds, points, .. } = out;
        let (manifolds, points, first_place) = (&mut **manifolds, &mut **points, out.first_place);
        // `end` stays in a register: a round trip through memory takes as long as writing a pair.
        for (lane, position) in lanes {
            self.first.write(lane, &mut points[end..end + PACKED]);
            let row = &mut manifolds[position as usize];
            self.rows.write(lane, first_place + as_u32(end), row);
            end += self.rows.count(lane);
        }
        end
    }

    /// Writes the points on the boxes for some lanes; few queries ask for them.
    #[inline(never)]
    pub(super) fn surfaces_out_of_line(
        &self,
        lanes: impl Iterator<Item = usize> + Clone,
        surfaces: &mut [SurfacePoints],
    ) {
        self.last_out_of_line(lanes.clone(), &self.last_surfaces, surfaces);
        let mut end = 0;
        for lane in lanes {
            self.first_surfaces.write(lane, &mut surfaces[end..end + PACKED]);
            end += self.rows.count(lane);
        }
    }

    /// Writes the points past the fourth for some lanes; few queries ask for them.
    #[inline(never)]
    fn last_out_of_line<const NUMBERS: usize, T: Pod>(
        &self,
        lanes: impl Iterator<Item = usize>,
        last: &ListRows<NUMBERS>,
        mut points: &mut [T],
    ) {
        for lane in lanes {
            let count = self.rows.count(lane);
            for k in PACKED..count {
                points[k] = last.point(count - 1 - k, lane);
            }
            points = &mut points[count..];
        }
    }
}

/// The lanes of some bits, in order.
#[inline(always)]
pub(super) fn each(mut lanes: u32) -> impl Iterator<Item = usize> + Clone {
    core::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes.wrapping_sub(1);
        (lane < 32).then_some(lane)
    })
}

/// Manifolds of closest points, a batch of them.
#[derive(Zeroable)]
pub(super) struct ClosestMemory {
    /// The normal, and the bits of the axis number.
    normal: [Row; MAX_LANES],
    /// The position, followed by the depth.
    point: [Row; MAX_LANES],
    feature: [i32; MAX_LANES],
    /// The same points on the boxes.
    pub(super) surfaces: SurfaceMemory,
}

/// The contact of a pair of closest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestContact {
    pub(super) normal: [f32; 3],
    pub(super) axis: Axis,
    pub(super) point: ContactPoint,
}

impl ClosestMemory {
    #[inline(always)]
    pub(super) fn store<I: Isa>(
        &mut self,
        isa: I,
        outcome: ClosestOutcome<I::Real>,
        point: PlacedPoint<I::Real>,
        feature: I::Integer,
    ) {
        let PlacedPoint { position, depth } = point;
        let [x, y, z] = outcome.normal;
        isa.store_rows([x, y, z, Singles::from_bits(outcome.code)], &mut self.normal);
        isa.store_rows([position[0], position[1], position[2], depth], &mut self.point);
        isa.store_integers(feature, &mut self.feature);
    }

    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> ClosestContact {
        let Row([nx, ny, nz, code]) = self.normal[lane];
        let Row([x, y, z, depth]) = self.point[lane];
        let feature = Feature(self.feature[lane].cast_unsigned());
        ClosestContact {
            normal: [nx, ny, nz],
            axis: Axis::from_number(code.to_bits().cast_signed()),
            point: ContactPoint { position: [x, y, z], depth, feature },
        }
    }
}

/// The normal of closest points, and the number of an axis that separates the boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestOutcome<F: Singles> {
    pub(super) normal: [F; 3],
    pub(super) code: F::Integer,
}

/// A contact's position and depth, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPoint<F> {
    pub(super) position: [F; 3],
    pub(super) depth: F,
}
