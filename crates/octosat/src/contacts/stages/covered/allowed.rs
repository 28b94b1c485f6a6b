//! The axes that contacts with covered faces may have: the usual one, or the best of those that leave no covered face.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask, Singles, folded};

use super::leaving::{B_SHIFT, FACES_OF_A, FACES_OF_B};
use crate::axes::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::choice::{
    BestAxis, FIRST_EDGE_AXIS, is_edge_axis, local_normal, noise, preferred_until, towards_b,
};
use crate::contacts::stages::axis::{ContactAxis, contact_axis, face_and_best};
use crate::contacts::stages::faces::columns;
use crate::frame::{Following, MetricFrame, dot, following};
use crate::tolerances::{ASIDE_NOISES, LEAVING_COSINE, PARALLEL_EDGES_SINE_SQUARED};

/// No axis: every other one is better.
#[inline(always)]
pub(super) fn no_axis<I: Isa>(isa: I) -> BestAxis<I::Real> {
    BestAxis { separation: isa.splat(f32::MIN), code: isa.splat_integer(0) }
}

/// An axis as the best face and the best axis of the queue of pairs whose faces are clipped. The best face of an edge axis
/// is none, so the edges stay.
#[inline(always)]
pub(super) fn settled<I: Isa>(isa: I, axis: BestAxis<I::Real>) -> [I::Real; 4] {
    let is_edge = is_edge_axis(isa, axis.code);
    face_and_best(axis.or_if(is_edge, no_axis(isa)), axis)
}

/// The axis of a contact: that of pairs of boxes alone, or the face of a box with covered faces that is nearly as good.
#[inline(always)]
pub(super) fn usual_axis<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    [face, best]: [BestAxis<I::Real>; 2],
    bits: I::Integer,
) -> BestAxis<I::Real> {
    // Its normal is computed once, after the preference.
    let ContactAxis { axis, .. } = contact_axis::<I, A>(isa, frame, face, best);
    if (!is_own_face(isa, axis.code, bits)).bits() == 0 {
        return axis;
    }
    preferring::<I, A>(isa, frame, axis, own_face::<I, A>(isa, frame, bits))
}

/// Whether an axis is a face of a box that has covered faces. As the best axis, it is also the best of these.
#[inline(always)]
fn is_own_face<I: Isa>(isa: I, code: I::Integer, bits: I::Integer) -> I::Mask {
    let [of_a, of_b] = has_covered(isa, bits);
    let is_face_of_a = code.less(isa.splat_integer(3));
    (of_a & is_face_of_a) | ((of_b & !is_face_of_a) & !is_edge_axis(isa, code))
}

/// The best face of the boxes that have covered faces, whether it leaves one or not.
#[inline(always)]
fn own_face<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    bits: I::Integer,
) -> BestAxis<I::Real> {
    let magnitudes = magnitudes(frame);
    let [of_a, of_b] = has_covered(isa, bits);
    let mut best = no_axis(isa);
    for k in 0..3 {
        let separation = face_of_a::<_, _, A>(frame, &magnitudes, k).gap();
        let better = of_a & best.separation.less(separation);
        best = best.or_if(better, BestAxis { separation, code: axis_code(isa, k) });
    }
    for k in 0..3 {
        let separation = face_of_b::<_, _, A>(frame, &magnitudes, k).gap();
        let better = of_b & best.separation.less(separation);
        best = best.or_if(better, BestAxis { separation, code: axis_code(isa, 3 + k) });
    }
    best
}

/// Which boxes a, and which boxes b, have faces that are covered, wholly or in part.
#[inline(always)]
pub(super) fn has_covered<I: Isa>(isa: I, bits: I::Integer) -> [I::Mask; 2] {
    let none = isa.splat_integer(0);
    let [of_a, of_b] = [isa.splat_integer(FACES_OF_A), isa.splat_integer(FACES_OF_B)];
    [!(bits & of_a).equals(none), !(bits & of_b).equals(none)]
}

/// The number of an axis in every lane.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below fifteen")]
pub(super) fn axis_code<I: Isa>(isa: I, number: usize) -> I::Integer {
    isa.splat_integer(number as i32)
}

/// An axis, or the face of a box with covered faces if it is nearly as good.
#[inline(always)]
pub(super) fn preferring<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    axis: BestAxis<I::Real>,
    own: BestAxis<I::Real>,
) -> BestAxis<I::Real> {
    let limit = preferred_until::<I, A>(isa, frame, own.separation);
    axis.or_if(axis.separation.at_most(limit), own)
}

/// The best of the axes that leave no covered face, or no axis: if there is none, or the boxes cannot touch along it. The
/// row of the pair has the axis `other`.
#[inline(always)]
pub(super) fn allowed_axis<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    bits: I::Integer,
    other: I::Integer,
) -> BestAxis<I::Real> {
    let axis = Allowed::<I>::of::<A>(isa, frame, bits).best::<A>(isa, frame);
    let normal = local_normal::<I, A>(isa, frame, axis.code);
    let lost = is_aside::<I, A>(isa, frame, normal, other)
        | is_inside::<I, A>(isa, frame, normal, axis.separation);
    axis.or_if(lost, no_axis(isa))
}

/// Whether the boxes do not lie over each other, seen along a normal, so that clipping their faces leaves no point: their
/// outlines are apart along the part of another axis that is perpendicular to the normal.
///
/// Most pairs at seams are of this kind, and clipping is the longest stage.
#[inline(always)]
fn is_aside<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    normal: [I::Real; 3],
    other: I::Integer,
) -> I::Mask {
    let mut across = local_normal::<I, A>(isa, frame, other);
    let along = dot::<_, A>(across, normal);
    for (component, normal) in across.iter_mut().zip(normal) {
        *component = A::subtract_product(along, normal, *component);
    }
    let [of_a, of_b] = radii::<I, A>(isa, frame, across);
    let gap = dot::<_, A>(across, frame.offset_a).abs() - (of_a + of_b);
    (isa.splat(ASIDE_NOISES) * noise(isa, frame)).less(gap)
}

/// Whether the center of the smaller box is inside of the other one, seen along a normal: the overlap along it is deeper
/// than the smaller box reaches.
///
/// The way out along the normal would lead through the other box, for example to the rim of a floor that a carpet covers.
#[inline(always)]
fn is_inside<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    normal: [I::Real; 3],
    separation: I::Real,
) -> I::Mask {
    let [of_a, of_b] = radii::<I, A>(isa, frame, normal);
    let [[x, y, z], [p, q, r]] = [frame.own_a, frame.own_b];
    let is_a_smaller = ((x + y) + z).less((p + q) + r);
    (Lanes::select(is_a_smaller, of_a, of_b) + separation).less(isa.splat(0.0))
}

/// How far a, and how far b, reaches from its center along a direction, which has any length.
#[inline(always)]
fn radii<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    direction: [I::Real; 3],
) -> [I::Real; 2] {
    let mut radii = [isa.splat(0.0); 2];
    for (half, along) in frame.own_a.into_iter().zip(direction) {
        radii[0] = A::multiply_add(half, along.abs(), radii[0]);
    }
    for (half, axis) in frame.own_b.into_iter().zip(columns(frame)) {
        radii[1] = A::multiply_add(half, dot::<_, A>(axis, direction).abs(), radii[1]);
    }
    radii
}

/// The largest and the negated least cosine that an allowed normal may have with an axis of a box.
#[derive(Clone, Copy)]
struct Limits<F> {
    most: F,
    least: F,
}

impl<F: Singles> Limits<F> {
    /// The limits of the axes of a box whose bits begin with `shift`: a normal that leaves a face of the box has a larger
    /// cosine with its direction than with any other.
    #[inline(always)]
    fn of<I: Isa<Real = F, Integer = F::Integer>>(
        isa: I,
        bits: F::Integer,
        shift: u32,
    ) -> [Self; 3] {
        // Not `map`, whose closures are not always inlined.
        let [x, y, z] = [shift, shift + 2, shift + 4];
        [Self::of_axis(isa, bits, x), Self::of_axis(isa, bits, y), Self::of_axis(isa, bits, z)]
    }

    /// The limits of the axis whose first face has a bit.
    #[inline(always)]
    fn of_axis<I: Isa<Real = F, Integer = F::Integer>>(isa: I, bits: F::Integer, bit: u32) -> Self {
        Self { most: Self::limit(isa, bits, bit), least: -Self::limit(isa, bits, bit + 1) }
    }

    /// The largest cosine with the direction of the face of a bit.
    #[inline(always)]
    fn limit<I: Isa<Real = F, Integer = F::Integer>>(isa: I, bits: F::Integer, bit: u32) -> F {
        let bit = isa.splat_integer(1 << bit);
        let is_covered = (bits & bit).equals(bit);
        F::select(is_covered, isa.splat(LEAVING_COSINE), isa.splat(f32::MAX))
    }

    /// Whether a cosine is within the limits.
    #[inline(always)]
    fn allow(self, cosine: F) -> F::Mask {
        cosine.at_most(self.most) & self.least.at_most(cosine)
    }
}

/// The best of the axes that leave no covered face.
struct Allowed<I: Isa> {
    /// Of the normal with the axes of a, and of the negated normal with those of b.
    limits: [[Limits<I::Real>; 3]; 2],
    owns: [I::Mask; 2],
    face: BestAxis<I::Real>,
    /// The best face of a box that has covered faces.
    own: BestAxis<I::Real>,
    edge: BestAxis<I::Real>,
}

impl<I: Isa> Allowed<I> {
    #[inline(always)]
    fn of<A: Arithmetic>(isa: I, frame: &MetricFrame<I::Real>, bits: I::Integer) -> Self {
        let none = no_axis(isa);
        let magnitudes = magnitudes(frame);
        let mut allowed = Self {
            limits: [Limits::of(isa, bits, 0), Limits::of(isa, bits, B_SHIFT)],
            owns: has_covered(isa, bits),
            face: none,
            own: none,
            edge: none,
        };
        allowed.faces::<A>(isa, frame, &magnitudes);
        folded::<3, _>(
            allowed,
            #[inline(always)]
            |mut allowed, i| {
                allowed.edges::<A>(isa, frame, &magnitudes, i);
                allowed
            },
        )
    }

    /// The faces of both boxes. With the other axes of its own box, a face normal has cosines of zero.
    #[inline(always)]
    fn faces<A: Arithmetic>(
        &mut self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
    ) {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        for k in 0..3 {
            let backwards = frame.offset_a[k].less(zero);
            let sign = Lanes::select(backwards, -one, one);
            let mut allowed = self.limits[0][k].allow(sign);
            for j in 0..3 {
                allowed = allowed & self.limits[1][j].allow(-(sign * frame.rotation[k][j]));
            }
            let separation = face_of_a::<_, _, A>(frame, magnitudes, k).gap();
            self.offer_face(BestAxis { separation, code: axis_code(isa, k) }, allowed, 0);
        }
        let columns = columns(frame);
        for k in 0..3 {
            let backwards = dot::<_, A>(columns[k], frame.offset_a).less(zero);
            let sign = Lanes::select(backwards, -one, one);
            let mut allowed = self.limits[1][k].allow(-sign);
            for i in 0..3 {
                allowed = allowed & self.limits[0][i].allow(sign * columns[k][i]);
            }
            let separation = face_of_b::<_, _, A>(frame, magnitudes, k).gap();
            self.offer_face(BestAxis { separation, code: axis_code(isa, 3 + k) }, allowed, 1);
        }
    }

    /// Offers a face of a, 0, or of b, 1.
    #[inline(always)]
    fn offer_face(&mut self, candidate: BestAxis<I::Real>, allowed: I::Mask, side: usize) {
        let better = allowed & self.face.separation.less(candidate.separation);
        self.face = self.face.or_if(better, candidate);
        let better = (allowed & self.owns[side]) & self.own.separation.less(candidate.separation);
        self.own = self.own.or_if(better, candidate);
    }

    /// Edge `i` of a with each edge of b. With both edges, their normal has cosines of zero.
    #[inline(always)]
    fn edges<A: Arithmetic>(
        &mut self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
        i: usize,
    ) {
        let cofactors = cofactors::<_, _, A>(frame, i);
        let columns = columns(frame);
        let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
        let Following { first: l, second: m } = following(i);
        for j in 0..3 {
            let Following { first: p, second: q } = following(j);
            let length_squared = edge_length_squared::<_, _, A>(frame, i, j);
            let length = length_squared.sqrt();
            let gap = edge_pair::<_, _, A>(frame, magnitudes, cofactors, i, j).gap();
            let separation = gap / length;
            let mut direction = [isa.splat(0.0); 3];
            direction[l] = direction[i] - frame.rotation[m][j];
            direction[m] = frame.rotation[l][j];
            let normal = towards_b::<I, A>(isa, frame, direction, Some(length));
            let [of_a, of_b] = self.limits;
            let on_a = of_a[l].allow(normal[l]) & of_a[m].allow(normal[m]);
            let on_b = of_b[p].allow(-dot::<_, A>(columns[p], normal))
                & of_b[q].allow(-dot::<_, A>(columns[q], normal));
            let allowed = (parallel.at_most(length_squared) & on_a) & on_b;
            let better = allowed & self.edge.separation.less(separation);
            let code = isa.splat_integer(FIRST_EDGE_AXIS) + axis_code(isa, 3 * i + j);
            self.edge = self.edge.or_if(better, BestAxis { separation, code });
        }
    }

    /// The axis of the contact, chosen among the allowed ones as usual.
    #[inline(always)]
    fn best<A: Arithmetic>(self, isa: I, frame: &MetricFrame<I::Real>) -> BestAxis<I::Real> {
        let limit = preferred_until::<I, A>(isa, frame, self.face.separation);
        let best = self.face.or_if(limit.less(self.edge.separation), self.edge);
        let ContactAxis { axis, .. } = contact_axis::<I, A>(isa, frame, self.face, best);
        preferring::<I, A>(isa, frame, axis, self.own)
    }
}
