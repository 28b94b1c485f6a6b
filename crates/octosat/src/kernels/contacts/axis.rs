//! The axis of a contact: the one of the penetration query, but for edges that nearly agree with a
//! face.

use octosat_lanes::{Arithmetic, Isa, Lanes, Mask};

use crate::frame::dot;
use crate::kernels::choice::{BestAxis, MetricFrame, local_normal};
use crate::tolerances::{ALIGNED_FACE_COSINE, LARGEST_FACE_PREFERENCE};

/// The axis along which a pair is in contact, and its unit direction from a to b in a's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactAxis<F> {
    pub(super) axis: BestAxis<F>,
    pub(super) normal: [F; 3],
}

/// The winning axis, or the best face if it is nearly as good and nearly parallel to a winning edge
/// axis.
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
    let normal = local_normal::<I, A>(isa, frame, best.code);
    let is_edge = isa.splat(6.0).at_most(best.code);
    if is_edge.bits() == 0 {
        return ContactAxis { axis: best, normal };
    }
    let face_normal = local_normal::<I, A>(isa, frame, face.code);
    let cosine = dot::<_, A>(normal, face_normal);
    let preference = isa.splat(LARGEST_FACE_PREFERENCE) * face.separation.abs();
    let nearly_as_good = best.separation.at_most(face.separation + preference);
    let aligned = isa.splat(ALIGNED_FACE_COSINE).at_most(cosine);
    let yields = is_edge & nearly_as_good & aligned;
    let mut chosen = normal;
    for (component, of_face) in chosen.iter_mut().zip(face_normal) {
        *component = Lanes::select(yields, of_face, *component);
    }
    ContactAxis { axis: best.or_if(yields, face), normal: chosen }
}
