//! The corners of the intersection of the rectangle and the parallelogram, in eight fixed slots.
//!
//! Both outlines are walked in the same direction. Each of their eight edges has at most one part on the outline of
//! the intersection, and each corner of the intersection is the start of one such part: a corner of its own
//! shape, or the place where the edge enters the other shape. So there is one slot per edge, each corner has one
//! slot, and no branch and no scatter is needed. Each edge is clipped to an interval by the two slabs of the other
//! shape (Cyrus and Beck, "Generalized Two- and Three-Dimensional Clipping", 1978; Liang and Barsky, 1984).
//!
//! Edges of b are clipped by a's face grown by a slack on all sides, and the sides of a are those of its face grown by
//! half the slack. So if an edge of b and a side of a lie on each other and both faces are on the same side of them, as in
//! an aligned stack, the edge gives the corners and the side gives none: each corner is found once. If the faces are on
//! opposite sides, and overlap in a thin strip or in a line, both give their end of it. All points are brought back onto
//! a's face.

use octosat_lanes::{IntegerLanes, Isa, Lanes, repeated, unrolled};

use super::faces::{FacePlane, PlanePoint};

/// The number of slots: four edges of b, then four sides of a.
pub(super) const SLOTS: usize = 8;

/// Candidates for contact points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<I: Isa> {
    /// A slot without a candidate has an infinite gap.
    pub(super) points: [PlanePoint<I::Real>; SLOTS],
    pub(super) features: [I::Integer; SLOTS],
    /// Which candidates count.
    pub(super) present: [I::Mask; SLOTS],
    /// How many count, before any is removed. They are counted as they are made: counting them later loads every mask
    /// once more.
    pub(super) made: I::Integer,
    /// The least gap of all candidates; infinite if there are none.
    pub(super) least: I::Real,
}

/// A corner of the intersection, if it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<I: Isa> {
    pub(super) point: PlanePoint<I::Real>,
    pub(super) feature: I::Integer,
    pub(super) exists: I::Mask,
}

impl<I: Isa> Slots<I> {
    /// No candidates.
    #[inline(always)]
    pub(super) fn none(isa: I, plane: &FacePlane<I::Real>) -> Self {
        let zero = isa.splat_integer(0);
        Self {
            points: [plane.center; SLOTS],
            features: repeated(zero),
            present: [zero.less(zero); SLOTS],
            made: zero,
            least: isa.splat(f32::INFINITY),
        }
    }

    /// Puts a corner into its slot; it counts if its gap is at most `limit`.
    #[inline(always)]
    pub(super) fn set(&mut self, isa: I, slot: usize, start: Start<I>, limit: I::Real) {
        let Start { point, feature, exists } = start;
        let gap = Lanes::select(exists, point.gap, isa.splat(f32::INFINITY));
        let present = gap.at_most(limit);
        self.points[slot] = PlanePoint { gap, ..point };
        self.features[slot] = feature;
        self.present[slot] = present;
        self.made = self.made + isa.splat_integer(1).keep(present);
        self.least = gap.lesser(self.least);
    }

    /// Moves the nearest candidates of the given lanes to a gap of `limit`, so that they count; no other candidate has
    /// this gap.
    ///
    /// Only rounding separates them from it: the boxes overlap.
    #[inline(always)]
    pub(super) fn show_nearest(&mut self, isa: I, lanes: I::Mask, limit: I::Real) {
        unrolled::<SLOTS>(
            #[inline(always)]
            |slot| {
                let gap = &mut self.points[slot].gap;
                let nearest = lanes & gap.at_most(self.least);
                *gap = Lanes::select(nearest, limit, *gap);
                self.present[slot] = self.present[slot] | nearest;
                self.made = self.made + isa.splat_integer(1).keep(nearest);
            },
        );
        self.least = Lanes::select(lanes, limit, self.least);
    }
}

/// Which edges of two pairs of opposite edges count: those with a length. A point keeps one edge, and a line one
/// edge for each end.
#[inline(always)]
pub(super) fn distinct<I: Isa>(isa: I, half: [I::Real; 2]) -> [I::Mask; 4] {
    let zero = isa.splat(0.0);
    let [flat_first, flat_second] = [half[0].equals(zero), half[1].equals(zero)];
    [!flat_first | flat_second, !flat_second, !flat_first, !flat_second]
}
