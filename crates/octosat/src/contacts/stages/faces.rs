//! Which face of each box faces the other along the contact normal, and both faces in one plane.
//!
//! Every contact, of faces or of edges, is treated as a contact of two faces, as in Nichols' bepuphysics2
//! (`BoxPairTester`): the face of a most aligned with the normal and the face of b most opposed to it. An
//! edge that is farthest along the normal is a side of the chosen face, so edges need no separate code. Both
//! cosines are about 1/√3 or more, so dividing by them is safe.
//!
//! The plane holds the rectangle of a's face, and b's face projected onto it along the normal, a parallelogram.
//! Every corner of the two shapes' intersection is a contact that lies on both surfaces, half its gap from each.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::face_choice::Which;
use super::hint::Hints;
use super::plane::{FacePlane, PlanePoint};
use crate::choice::{MetricFrame, sum_of_extents};
use crate::frame::dot;
use crate::tolerances::CLIP_TOLERANCE;

/// The two faces, along the axes of box a in cyclic order, beginning with the axis of its face.
///
/// In each triple, component 0 belongs to the axis of the face, and 1 and 2 to the axes after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePair<I: Isa> {
    /// Which axes of a and of b the faces are perpendicular to.
    pub(super) which_a: Which<I>,
    pub(super) which_b: Which<I>,
    /// The unit normal, from a to b.
    pub(super) normal: [I::Real; 3],
    /// The axes of b in cyclic order, beginning with that of its face.
    pub(super) axes_b: [[I::Real; 3]; 3],
    /// The dot product of the normal and the axis of b's face, 1/√3 or barely less in magnitude.
    pub(super) cosine_b: I::Real,
    /// Half extents.
    pub(super) half_a: [I::Real; 3],
    pub(super) half_b: [I::Real; 3],
    /// The height of a's face along its axis, signed.
    pub(super) top: I::Real,
    /// The center of b's face relative to the center of a.
    pub(super) center_b: [I::Real; 3],
    /// Whether the faces lie on the positive sides of their axes.
    pub(super) positive_a: I::Mask,
    pub(super) positive_b: I::Mask,
}

impl<I: Isa> FacePair<I> {
    /// The faces chosen by a unit normal in the frame of box a; last frame's faces if they are barely less aligned
    /// with it.
    #[inline(always)]
    pub(super) fn new<A: Arithmetic>(
        isa: I,
        frame: &MetricFrame<I::Real>,
        normal: [I::Real; 3],
        last: Option<Hints<I>>,
    ) -> Self {
        let zero = isa.splat(0.0);
        let columns = columns(frame);
        let mut cosines = normal;
        for (cosine, &column) in cosines.iter_mut().zip(&columns) {
            *cosine = dot::<_, A>(column, normal);
        }
        let mut which_a = Which::<I>::largest(normal);
        let mut which_b = Which::<I>::largest(cosines);
        if let Some(hints) = last {
            let (choice, known) = (hints.faces(isa), hints.known(isa));
            which_a = which_a.or_nearly(isa, choice.a, normal, known);
            which_b = which_b.or_nearly(isa, choice.b, cosines, known);
        }
        let cosine_b = which_b.pick(cosines);
        let [half_a, half_b] = [which_a.turn(frame.own_a), which_b.turn(frame.own_b)];
        let normal = which_a.turn(normal);
        // First the components of each axis of b are turned with a's axes, then the axes with b's.
        let mut turned = columns;
        for column in &mut turned {
            *column = which_a.turn(*column);
        }
        let axes_b = which_b.turn_vectors(turned);
        let positive_a = zero.less(normal[0]);
        let positive_b = cosine_b.less(zero);
        let top = Lanes::select(positive_a, half_a[0], zero - half_a[0]);
        let side_b = Lanes::select(positive_b, half_b[0], zero - half_b[0]);
        let offset = which_a.turn(frame.offset_a);
        let mut center_b = offset;
        for k in 0..3 {
            center_b[k] = A::multiply_add(side_b, axes_b[0][k], offset[k]);
        }
        Self {
            which_a,
            which_b,
            normal,
            axes_b,
            cosine_b,
            half_a,
            half_b,
            top,
            center_b,
            positive_a,
            positive_b,
        }
    }
}

/// The bits in the number of a pair of faces for the faces of a and b that lie on the positive sides of their axes.
const POSITIVE_SIDE: [i32; 2] = [16, 32];

impl<I: Isa> FacePair<I> {
    /// One number for both faces: two bits for the axis of a's, two for that of b's, and the sides.
    ///
    /// Without the sides, points of a face would take over from points of the opposite face if the normal reverses, as
    /// it can for two boxes in one place.
    #[inline(always)]
    pub(super) fn number(&self, isa: I) -> I::Integer {
        let axes = self.which_a.number(isa) | self.which_b.number(isa).shift_left(2);
        let [of_a, of_b] = POSITIVE_SIDE;
        let of_a = isa.splat_integer(of_a).keep(self.positive_a);
        let of_b = isa.splat_integer(of_b).keep(self.positive_b);
        axes | (of_a | of_b)
    }
}

/// The axes of b along the axes of a.
#[inline(always)]
pub(super) fn columns<F: Lanes, R>(frame: &crate::frame::Frame<F, R>) -> [[F; 3]; 3] {
    let r = &frame.rotation;
    let mut columns = frame.rotation;
    for (j, column) in columns.iter_mut().enumerate() {
        *column = [r[0][j], r[1][j], r[2][j]];
    }
    columns
}

impl<F: Lanes> FacePlane<F> {
    /// Projects the faces along their normal into the plane of a's face.
    #[inline(always)]
    pub(super) fn new<I: Isa<Real = F, Mask = F::Mask>, A: Arithmetic>(
        isa: I,
        faces: &FacePair<I>,
    ) -> Self {
        let FacePair { normal, axes_b, half_a, half_b, top, center_b, .. } = faces;
        let inverse = isa.splat(1.0) / normal[0];
        let [mut first, mut second] = [axes_b[1], axes_b[2]];
        for k in 0..3 {
            first[k] = first[k] * half_b[1];
            second[k] = second[k] * half_b[2];
        }
        let center = [center_b[0] - *top, center_b[1], center_b[2]];
        Self {
            sides: [half_a[1], half_a[2]],
            center: projected::<F, A>(center, *normal, inverse),
            edges: [
                projected::<F, A>(first, *normal, inverse),
                projected::<F, A>(second, *normal, inverse),
            ],
            slack: isa.splat(CLIP_TOLERANCE) * sum_of_extents(*half_a, *half_b),
        }
    }
}

/// A vector, first component out of the plane, moved along the normal into it; `inverse` is that of
/// the normal's first component.
#[inline(always)]
fn projected<F: Lanes, A: Arithmetic>(
    [out, u, v]: [F; 3],
    normal: [F; 3],
    inverse: F,
) -> PlanePoint<F> {
    let gap = out * inverse;
    PlanePoint {
        u: A::subtract_product(gap, normal[1], u),
        v: A::subtract_product(gap, normal[2], v),
        gap,
    }
}
