//! Boxes against the six planes of a frustum; the results Outside and Inside are certain.
//!
//! C. Ericson, "Real-Time Collision Detection", 2005, section 5.2.3, six times; T. Möller, E. Haines,
//! N. Hoffman, "Real-Time Rendering", 3rd edition, 2008, section 16.14.

use octosat_lanes::{Isa, Lanes, Mask};

use super::compared::{Compared, LoadedPairs};
use crate::axes::boxes::BoxLanes;
use crate::boxes::store::OrientedBox;
use crate::call::formula::RowFormula;
use crate::shapes::frustum::{Containment, Frustum};
use crate::tolerances::FRUSTUM_SLACK;
use crate::vector::{dot, sum_of_magnitudes};

/// The query; see [`crate::Engine::cull`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cull<'a> {
    pub(crate) frustum: &'a Frustum,
}

impl RowFormula<Compared<'_, OrientedBox, ()>> for Cull<'_> {
    type Row = Containment;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, ()>,
        _lengths: I::Real,
        rows: &mut [Containment],
    ) {
        let sides = sides(isa, self.frustum, &batch.a);
        sides.store(rows);
    }
}

/// The certain results of the planes alone; false for NaN.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideMasks<M> {
    /// All of the box is beyond some plane.
    outside: M,
    /// All of the box is within every plane.
    inside: M,
    /// The center is within every plane.
    center_inside: M,
}

impl<M: Mask> SideMasks<M> {
    /// The lanes that only the other axes can decide.
    #[inline(always)]
    pub(crate) fn undecided(&self) -> M {
        !(self.outside | self.center_inside)
    }

    /// Writes one result per lane, in groups of four: one by one, this takes as long as two planes.
    #[inline(always)]
    pub(crate) fn store(&self, rows: &mut [Containment]) {
        let mut outside = self.outside.bits();
        let mut inside = self.inside.bits();
        let (fours, rest) = rows.as_chunks_mut::<4>();
        for four in fours {
            *four = ANSWERS[answers_of(outside, inside)];
            outside >>= 4;
            inside >>= 4;
        }
        rest.copy_from_slice(&ANSWERS[answers_of(outside, inside)][..rest.len()]);
    }
}

/// The index in [`ANSWERS`] for the lowest four bits of each.
#[inline(always)]
fn answers_of(outside: u32, inside: u32) -> usize {
    ((outside & 0xF) | (inside & 0xF) << 4) as usize
}

/// The results of four lanes, by the bits of the outside lanes and, above these, of the inside lanes.
static ANSWERS: [[Containment; 4]; 256] = answers();

const fn answers() -> [[Containment; 4]; 256] {
    let mut answers = [[Containment::Intersecting; 4]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut lane = 0;
        while lane < 4 {
            // No lane is both outside and inside.
            if bits >> lane & 1 == 1 {
                answers[bits][lane] = Containment::Outside;
            } else if bits >> (4 + lane) & 1 == 1 {
                answers[bits][lane] = Containment::Inside;
            }
            lane += 1;
        }
        bits += 1;
    }
    answers
}

/// Compares the boxes of a batch with all six planes.
#[inline(always)]
pub(crate) fn sides<I: Isa>(
    isa: I,
    frustum: &Frustum,
    boxes: &BoxLanes<I::Real>,
) -> SideMasks<I::Mask> {
    let offset = offset_from(isa, frustum, boxes.center);
    let seen = SeenBox {
        offset,
        half_axes: boxes.half_axes(isa),
        slack: slack(isa, offset, boxes.half_extents),
    };
    let planes = frustum.planes();
    let mut all = side(isa, &planes[0], &seen);
    // Written out, so that no loop over registers is left in the loop over batches.
    all = all.and(side(isa, &planes[1], &seen));
    all = all.and(side(isa, &planes[2], &seen));
    all = all.and(side(isa, &planes[3], &seen));
    all = all.and(side(isa, &planes[4], &seen));
    all.and(side(isa, &planes[5], &seen))
}

/// The centers of a batch relative to the frustum's origin, world directions, meters.
#[inline(always)]
pub(crate) fn offset_from<I: Isa>(isa: I, frustum: &Frustum, center: [I::Real; 3]) -> [I::Real; 3] {
    let [x, y, z] = frustum.origin();
    [center[0] - isa.splat(x), center[1] - isa.splat(y), center[2] - isa.splat(z)]
}

/// The slack in meters: a value computed from these lengths is certain if it exceeds zero by more.
#[inline(always)]
pub(crate) fn slack<I: Isa>(isa: I, offset: [I::Real; 3], half_extents: [I::Real; 3]) -> I::Real {
    let extent = (half_extents[0] + half_extents[1]) + half_extents[2];
    let distance = sum_of_magnitudes(offset);
    // The smallest normal number is for lengths so small that products underflow.
    let least = isa.splat(f32::MIN_POSITIVE);
    (extent + distance) * isa.splat(FRUSTUM_SLACK) + least
}

/// A batch of boxes as a plane sees it.
struct SeenBox<F> {
    /// The center relative to the frustum's origin.
    offset: [F; 3],
    half_axes: [[F; 3]; 3],
    slack: F,
}

impl<M: Mask> SideMasks<M> {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self {
            outside: self.outside | other.outside,
            inside: self.inside & other.inside,
            center_inside: self.center_inside & other.center_inside,
        }
    }
}

/// Compares the boxes of a batch with one plane.
#[inline(always)]
fn side<I: Isa>(isa: I, plane: &[f32; 4], seen: &SeenBox<I::Real>) -> SideMasks<I::Mask> {
    let normal = [isa.splat(plane[0]), isa.splat(plane[1]), isa.splat(plane[2])];
    let own_slack = plane[3].abs() * FRUSTUM_SLACK;
    let beyond = isa.splat(plane[3] + own_slack);
    let within = isa.splat(plane[3] - own_slack);
    let distance = dot(normal, seen.offset);
    let [x, y, z] = seen.half_axes;
    let first = dot(normal, x).abs() + dot(normal, y).abs();
    let reach = (first + dot(normal, z).abs()) + seen.slack;
    SideMasks {
        outside: beyond.less(distance - reach),
        inside: (distance + reach).at_most(within),
        center_inside: (distance + seen.slack).at_most(within),
    }
}
