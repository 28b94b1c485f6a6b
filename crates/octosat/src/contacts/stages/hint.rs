//! Hints from the last frame: an axis, faces and points that are preferred in ties.
//!
//! The stages know one integer per pair of other frames; it is zero if nothing is known. Whatever its value, the result
//! is a manifold of this frame, barely worse than the one without a hint.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask};

use super::faces::{LastFaces, PlanePoint, columns};
use super::reduce::{End, PACKED, count_all};
use super::search::{ContactAxis, nearly_aligned, smaller_extents};
use super::slots::{SLOTS, Slots};
use crate::choice::{BestAxis, MetricFrame, is_edge_axis, local_normal};
use crate::frame::dot;
use crate::tolerances::{
    AXIS_HYSTERESIS, AXIS_HYSTERESIS_NOISE, POINT_HYSTERESIS, ROTATION_LENGTH_TOLERANCE,
};

/// The bits of 1 + the axis number, of the number of the pair of faces, and of the set of slots that became
/// points.
const AXIS_BITS: u32 = 4;
const FACES_BITS: u32 = 6;

/// Where the bits of the slots begin.
const FIRST_SLOT: u32 = AXIS_BITS + FACES_BITS;

/// Hints of a batch of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<I: Isa>(I::Integer);

impl<I: Isa> Hints<I> {
    /// The hints that were kept of each pair.
    #[inline(always)]
    pub(super) fn from_integers(integers: I::Integer) -> Self {
        Self(integers)
    }

    /// A hint for the next frame.
    #[inline(always)]
    pub(super) fn to_keep(
        isa: I,
        axis_number: I::Integer,
        faces_number: I::Integer,
        slots: I::Integer,
    ) -> I::Integer {
        let axis = axis_number + isa.splat_integer(1);
        axis | (faces_number.shift_left(AXIS_BITS) | slots.shift_left(FIRST_SLOT))
    }

    /// The pairs that have a hint.
    #[inline(always)]
    pub(super) fn known(self, isa: I) -> I::Mask {
        isa.splat_integer(-1).less(self.axis_number(isa))
    }

    /// The number of the axis that decided; −1 without a hint.
    #[inline(always)]
    pub(super) fn axis_number(self, isa: I) -> I::Integer {
        (self.0 & isa.splat_integer((1 << AXIS_BITS) - 1)) - isa.splat_integer(1)
    }

    /// The number of the pair of faces that were clipped.
    #[inline(always)]
    pub(super) fn faces_number(self, isa: I) -> I::Integer {
        self.0.shift_right(AXIS_BITS) & isa.splat_integer((1 << FACES_BITS) - 1)
    }

    /// The faces that were clipped.
    #[inline(always)]
    pub(super) fn faces(self, isa: I) -> LastFaces<I> {
        LastFaces::from_number(isa, self.faces_number(isa), self.known(isa))
    }

    /// Whether a slot became a point.
    #[inline(always)]
    pub(super) fn had_slot(self, isa: I, slot: usize) -> I::Mask {
        debug_assert!(slot < SLOTS, "a slot");
        let bit = isa.splat_integer(1 << slot).shift_left(FIRST_SLOT);
        (self.0 & bit).equals(bit)
    }
}

/// The gap between the boxes along a unit direction of a's frame, towards b; negative for overlap.
#[inline(always)]
fn gap_along<I: Isa, A: Arithmetic>(
    frame: &MetricFrame<I::Real>,
    direction: [I::Real; 3],
) -> I::Real {
    let mut radius = frame.own_a[0] * direction[0].abs();
    for k in 1..3 {
        radius = A::multiply_add(frame.own_a[k], direction[k].abs(), radius);
    }
    for (column, extent) in columns(frame).into_iter().zip(frame.own_b) {
        radius = A::multiply_add(extent, dot::<_, A>(column, direction).abs(), radius);
    }
    dot::<_, A>(direction, frame.offset_a) - radius
}

/// Whether a direction has unit length. An edge axis does not if its cross product is rounding noise; the search
/// does not consider such axes either.
#[inline(always)]
fn is_unit<I: Isa, A: Arithmetic>(isa: I, direction: [I::Real; 3]) -> I::Mask {
    let off = dot::<_, A>(direction, direction) - isa.splat(1.0);
    off.abs().at_most(isa.splat(ROTATION_LENGTH_TOLERANCE))
}

/// An axis, and the lanes in which last frame's axis replaces a better one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SteadyAxis<I: Isa> {
    pub(super) contact: ContactAxis<I::Real>,
    pub(super) kept: I::Mask,
}

impl<F: Lanes> ContactAxis<F> {
    /// Last frame's axis if it is barely worse than `best`, else this one.
    ///
    /// An edge axis is not kept against a face that is nearly parallel to it, because one point would replace
    /// several.
    #[inline(always)]
    pub(super) fn steadied<
        I: Isa<Real = F, Mask = F::Mask, Integer = F::Integer>,
        A: Arithmetic,
    >(
        self,
        isa: I,
        frame: &MetricFrame<F>,
        hints: Hints<I>,
        best: BestAxis<F>,
    ) -> SteadyAxis<I> {
        let code = hints.axis_number(isa);
        let other = hints.known(isa) & !code.equals(self.axis.code);
        if other.bits() == 0 {
            return SteadyAxis { contact: self, kept: other };
        }
        let normal = local_normal::<I, A>(isa, frame, code);
        let separation = gap_along::<I, A>(frame, normal);
        let noise = isa.splat(AXIS_HYSTERESIS_NOISE) * smaller_extents(frame);
        let slack = A::multiply_add(isa.splat(AXIS_HYSTERESIS), best.separation.abs(), noise);
        let zero = isa.splat(0.0);
        // Separated boxes must not seem to touch.
        let turned = zero.less(best.separation) & separation.at_most(zero);
        let barely_worse =
            (best.separation - slack).at_most(separation) & is_unit::<I, A>(isa, normal) & !turned;
        let edge_to_face = is_edge_axis(isa, code) & !is_edge_axis(isa, self.axis.code);
        let aligned = nearly_aligned::<I, A>(isa, normal, self.normal);
        let kept = other & barely_worse & !(edge_to_face & aligned);
        let mut chosen = self.normal;
        for (component, of_last) in chosen.iter_mut().zip(normal) {
            *component = Lanes::select(kept, of_last, *component);
        }
        let axis = self.axis.or_if(kept, BestAxis { separation, code });
        SteadyAxis { contact: Self { axis, normal: chosen }, kept }
    }
}

/// Twice the area that four points span: the largest cross product of two diagonals.
#[inline(always)]
fn twice_area<F: Lanes, A: Arithmetic>(points: &[PlanePoint<F>; PACKED]) -> F {
    let [a, b, c, d] = *points;
    let mut largest = b.minus(a).cross::<A>(d.minus(c)).abs();
    for area in [c.minus(a).cross::<A>(d.minus(b)).abs(), d.minus(a).cross::<A>(c.minus(b)).abs()] {
        largest = area.greater(largest);
    }
    largest
}

/// The least gap of four points.
#[inline(always)]
fn least_gap<F: Lanes>(points: &[PlanePoint<F>; PACKED]) -> F {
    let mut least = points[0].gap;
    for point in &points[1..] {
        least = point.gap.lesser(least);
    }
    least
}

/// Which candidates last frame had.
pub(super) struct LastSlots<I: Isa> {
    slots: [I::Mask; SLOTS],
}

impl<I: Isa> LastSlots<I> {
    /// Last frame's points among the candidates, before any is removed.
    #[inline(always)]
    pub(super) fn of(isa: I, hints: Hints<I>, candidates: &Slots<I>) -> Self {
        let zero = isa.splat_integer(0);
        let mut last = Self { slots: [zero.less(zero); SLOTS] };
        last.fill_four(isa, hints, candidates, 0);
        last.fill_four(isa, hints, candidates, 4);
        last
    }

    #[inline(always)]
    fn fill_four(&mut self, isa: I, hints: Hints<I>, candidates: &Slots<I>, first: usize) {
        for slot in first..first + 4 {
            self.slots[slot] = candidates.present[slot] & hints.had_slot(isa, slot);
        }
    }

    /// The lanes in which one of four slots is last frame's and was not chosen.
    #[inline(always)]
    fn differ_in_four(&self, chosen: &Slots<I>, first: usize) -> I::Mask {
        let mut differ = self.slots[first] & !chosen.present[first];
        for slot in first + 1..first + 4 {
            differ = differ | (self.slots[slot] & !chosen.present[slot]);
        }
        differ
    }
}

impl<I: Isa> Slots<I> {
    /// Replaces the chosen four points by last frame's four, if all of these are still candidates and barely worse.
    #[inline(always)]
    pub(super) fn settle<A: Arithmetic>(
        &mut self,
        isa: I,
        last: &LastSlots<I>,
        contested: I::Mask,
        noise: I::Real,
    ) {
        let four = count_all(isa, &last.slots).equals(isa.splat_integer(4));
        let differ = last.differ_in_four(self, 0) | last.differ_in_four(self, 4);
        let contested = contested & four & differ;
        if contested.bits() == 0 {
            return;
        }
        let now = self.packed(isa, &self.present, End::First).points;
        let before = self.packed(isa, &last.slots, End::First).points;
        let least_area = isa.splat(1.0 - POINT_HYSTERESIS) * twice_area::<_, A>(&now);
        let deepest = least_gap(&now);
        let slack = A::multiply_add(isa.splat(AXIS_HYSTERESIS), deepest.abs(), noise);
        let kept = contested
            & least_area.at_most(twice_area::<_, A>(&before))
            & least_gap(&before).at_most(deepest + slack);
        self.take_four(last, kept, 0);
        self.take_four(last, kept, 4);
    }

    #[inline(always)]
    fn take_four(&mut self, last: &LastSlots<I>, kept: I::Mask, first: usize) {
        for slot in first..first + 4 {
            self.present[slot] = (kept & last.slots[slot]) | (self.present[slot] & !kept);
        }
    }
}
