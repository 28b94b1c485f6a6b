//! The axis of a contact: the one of the penetration query, but for edges that nearly agree with a
//! face.

use octosat_lanes::{Arithmetic, Exact, IntegerLanes, Isa, Lanes, Mask};

use super::faces::columns;
use super::hint::Hints;
use crate::choice::{BestAxis, MetricFrame, is_edge_axis};
use crate::choice::{edge_normal, face_normal, local_normal};
use crate::frame::dot;
use crate::tolerances::{
    ALIGNED_FACE_COSINE, AXIS_HYSTERESIS, AXIS_HYSTERESIS_NOISE, LARGEST_FACE_PREFERENCE,
    ROTATION_LENGTH_TOLERANCE, SHOWN_DEPTH,
};

/// The axis along which a pair is in contact, and its unit direction from a to b in a's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactAxis<F: Lanes> {
    pub(super) axis: BestAxis<F>,
    pub(super) normal: [F; 3],
}

/// The winning axis, or the best face if it is nearly as good and nearly parallel to a winning edge
/// axis. Where no pair of edges wins, the best face is the winner.
///
/// Nearly parallel faces then get a patch of points and not one. The rule is applied after the
/// search: applied during it, another and worse edge could take the place (`MuJoCo`'s box collider).
#[inline(always)]
pub(super) fn contact_axis<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    face: BestAxis<I::Real>,
    best: BestAxis<I::Real>,
) -> ContactAxis<I::Real> {
    let is_edge = is_edge_axis(isa, best.code);
    let face_normal = face_normal::<I, A>(isa, frame, face.code);
    if is_edge.bits() == 0 {
        return ContactAxis { axis: best, normal: face_normal };
    }
    let edge_normal = edge_normal::<I, A>(isa, frame, best.code);
    let preference = isa.splat(LARGEST_FACE_PREFERENCE) * face.separation.abs();
    let nearly_as_good = best.separation.at_most(face.separation + preference);
    let aligned = nearly_aligned::<I, A>(isa, edge_normal, face_normal);
    let stays = is_edge & !(nearly_as_good & aligned);
    let mut normal = face_normal;
    for (component, of_edges) in normal.iter_mut().zip(edge_normal) {
        *component = Lanes::select(stays, of_edges, *component);
    }
    ContactAxis { axis: face.or_if(stays, best), normal }
}

/// Whether the axis of an edge pair and a face's normal are nearly parallel.
///
/// Either may lead the other way: where the centers are level along it, rounding decides.
#[inline(always)]
fn nearly_aligned<I: Isa, A: Arithmetic>(
    isa: I,
    edge: [I::Real; 3],
    face: [I::Real; 3],
) -> I::Mask {
    isa.splat(ALIGNED_FACE_COSINE).at_most(dot::<_, A>(edge, face).abs())
}

/// The sum of the three half extents of the smaller box: what noise is measured by, because the
/// ground may be of any size.
#[inline(always)]
pub(super) fn smaller_extents<F: Lanes>(frame: &MetricFrame<F>) -> F {
    let [a, b] = [frame.own_a, frame.own_b];
    let [a, b] = [(a[0] + a[1]) + a[2], (b[0] + b[1]) + b[2]];
    b.lesser(a)
}

/// Whether points with this least gap show how deep the boxes are, or how far apart, given the gap between the
/// boxes.
#[inline(always)]
pub(super) fn shows<I: Isa>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    [least, gap]: [I::Real; 2],
) -> I::Mask {
    let noise = isa.splat(AXIS_HYSTERESIS_NOISE) * smaller_extents(frame);
    let slack = Exact::multiply_add(isa.splat(SHOWN_DEPTH), gap.abs(), noise);
    least.at_most(gap + slack)
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

/// Whether a direction is of unit length, as that of an edge axis is not where rounding has left
/// nothing of it; such axes are no candidates of the search either.
#[inline(always)]
fn is_unit<I: Isa, A: Arithmetic>(isa: I, direction: [I::Real; 3]) -> I::Mask {
    let off = dot::<_, A>(direction, direction) - isa.splat(1.0);
    off.abs().at_most(isa.splat(ROTATION_LENGTH_TOLERANCE))
}

/// An axis, and the lanes where last frame's took the place of a better one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SteadyAxis<I: Isa> {
    pub(super) contact: ContactAxis<I::Real>,
    pub(super) kept: I::Mask,
}

impl<F: Lanes> ContactAxis<F> {
    /// Last frame's axis where it is hardly worse than `best`, else this one.
    ///
    /// An edge pair does not keep its place against a face that it has come to be nearly parallel to:
    /// the patch of points would be missed.
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
        // Boxes that are apart must not seem to touch.
        let turned = zero.less(best.separation) & separation.at_most(zero);
        let hardly_worse =
            (best.separation - slack).at_most(separation) & is_unit::<I, A>(isa, normal) & !turned;
        let edge_to_face = is_edge_axis(isa, code) & !is_edge_axis(isa, self.axis.code);
        let aligned = nearly_aligned::<I, A>(isa, normal, self.normal);
        let kept = other & hardly_worse & !(edge_to_face & aligned);
        let mut chosen = self.normal;
        for (component, of_last) in chosen.iter_mut().zip(normal) {
            *component = Lanes::select(kept, of_last, *component);
        }
        let axis = self.axis.or_if(kept, BestAxis { separation, code });
        SteadyAxis { contact: Self { axis, normal: chosen }, kept }
    }
}
