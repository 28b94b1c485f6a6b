//! The axes that contacts with covered faces may have: the usual one, or the best of those that leave no covered face.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask, folded, repeated, unrolled};

use super::leaving::{B_SHIFT, FACES_OF_A, FACES_OF_B, is_covered, left_faces, wholly_covered};
use crate::axes::choice::{
    BestAxis, EDGE_AXES, is_edge_axis, local_normal, noise, preferred_until, smaller_extents,
    towards_b,
};
use crate::axes::fifteen::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::axes::frame::Frame;
use crate::contacts::stages::axis::{ContactAxis, contact_axis, face_and_best};
use crate::contacts::stages::faces::columns;
use crate::tolerances::{LEANING_COSINE, LEAVING_COSINE, PARALLEL_EDGES_SINE_SQUARED};
use crate::vector::{Following, dot, following};

/// How far apart the outlines of two boxes must be, seen along a normal, for clipping to be left out, in parts of the
/// noise of the pair.
///
/// Clipping grows a face by one part, and finds corners with errors of less than one; the radii of large boxes are
/// rounded by a few.
const ASIDE_NOISES: f32 = 16.0;

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

/// An axis, or the best face of a box with covered faces if it is nearly as good, whether it leaves one or not.
#[inline(always)]
pub(super) fn preferring_own<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    axis: BestAxis<I::Real>,
    bits: I::Integer,
) -> BestAxis<I::Real> {
    let owns = has_covered(isa, bits);
    let [of_a, of_b] = owns;
    let is_face_of_a = axis.code.less(isa.splat_integer(3));
    let is_face_of_b = !(is_face_of_a | is_edge_axis(isa, axis.code));
    // A face that is the best axis is also the best of these.
    if (!((of_a & is_face_of_a) | (of_b & is_face_of_b))).bits() == 0 {
        return axis;
    }
    let magnitudes = &magnitudes(&frame.rotation);
    let mut own = no_axis(isa);
    unrolled::<6>(
        #[inline(always)]
        |face| {
            let candidate = face_axis(isa, frame, magnitudes, face);
            let better = owns[face / 3] & own.separation.less(candidate.separation);
            own = own.or_if(better, candidate);
        },
    );
    preferring(isa, frame, axis, own)
}

/// Which boxes a, and which boxes b, have faces that are covered, wholly or in part.
#[inline(always)]
fn has_covered<I: Isa>(isa: I, bits: I::Integer) -> [I::Mask; 2] {
    let none = isa.splat_integer(0);
    let [of_a, of_b] = [isa.splat_integer(FACES_OF_A), isa.splat_integer(FACES_OF_B)];
    [!(bits & of_a).equals(none), !(bits & of_b).equals(none)]
}

/// The axis of a face: 0 to 2 of a, 3 to 5 of b.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below six")]
fn face_axis<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    magnitudes: &Magnitudes<I::Real>,
    face: usize,
) -> BestAxis<I::Real> {
    let axis = match face {
        0..3 => face_of_a(frame, magnitudes, face),
        _ => face_of_b(frame, magnitudes, face - 3),
    };
    BestAxis { separation: axis.gap(), code: isa.splat_integer(face as i32) }
}

/// An axis, or the face of a box with covered faces if it is nearly as good, or the same for a box that leans against it
/// as far as a normal may.
#[inline(always)]
fn preferring<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    axis: BestAxis<I::Real>,
    own: BestAxis<I::Real>,
) -> BestAxis<I::Real> {
    let leaning = isa.splat(LEANING_COSINE);
    let leaning = leaning * smaller_extents(frame) + own.separation;
    let limit = preferred_until(isa, frame, own.separation).greater(leaning);
    let exists = no_axis(isa).separation.less(own.separation);
    axis.or_if(exists & axis.separation.at_most(limit), own)
}

/// What replaces an axis that leaves a covered face.
pub(super) struct Replacement<I: Isa> {
    /// The best of the axes that leave none, or no axis: if there is none, or the boxes cannot touch along it.
    pub(super) axis: BestAxis<I::Real>,
    /// Whether the usual axis leaves none, so that the contact may be of any kind.
    pub(super) is_usual: I::Mask,
    /// Whether, if the boxes are apart, the direction between their closest points may leave none.
    pub(super) perhaps_closest: I::Mask,
}

impl<I: Isa> Replacement<I> {
    /// For pairs with these bits, usual axes, and lengths.
    #[inline(always)]
    pub(super) fn of(
        isa: I,
        frame: &Frame<I::Real>,
        bits: I::Integer,
        usual: BestAxis<I::Real>,
        farthest: I::Real,
    ) -> Self {
        let usual_normal = local_normal(isa, frame, usual.code);
        let left = left_faces(isa, frame, usual_normal);
        let is_usual = !is_covered(isa, left, bits);
        let slack = isa.splat(ASIDE_NOISES) * noise(isa, frame);
        // A part counts as covered for the points that lie there. The closest points may lie elsewhere.
        let closed = wholly_covered::<I>(left, bits);
        let along = open_part(isa, frame, usual_normal, closed);
        let nearly_farthest = along * farthest + slack;
        let is_apart = isa.splat(0.0).less(usual.separation);
        let perhaps_closest = is_apart & usual.separation.at_most(nearly_farthest) & !is_usual;
        let axis = Allowed::<I>::of(isa, frame, bits).best(isa, frame);
        let normal = local_normal(isa, frame, axis.code);
        let lost = is_aside(isa, frame, normal, usual_normal)
            | is_inside(isa, frame, normal, axis.separation);
        let axis = axis.or_if(lost & !is_usual, no_axis(isa));
        Self { axis, is_usual, perhaps_closest }
    }
}

/// The most that a direction that leaves none of some faces may have along a normal, which leaves them: the length of its
/// part along the other axes of a box, and a little for theirs.
#[inline(always)]
fn open_part<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    normal: [I::Real; 3],
    closed: I::Integer,
) -> I::Real {
    let (none, columns) = (isa.splat_integer(0), columns(frame));
    let mut squares = repeated::<2, _>(isa.splat(0.0));
    for k in 0..3 {
        for (side, cosine) in [normal[k], dot(columns[k], normal)].into_iter().enumerate() {
            let faces = isa.splat_integer([0b11, 0b11 << B_SHIFT][side] << (2 * k));
            let open = cosine.keep((closed & faces).equals(none));
            squares[side] = open * open + squares[side];
        }
    }
    squares[0].lesser(squares[1]).sqrt() + isa.splat(4.0 * LEAVING_COSINE)
}

/// Whether the boxes do not lie over each other, seen along a normal, so that clipping their faces leaves no point: their
/// outlines are apart along the part of another axis that is perpendicular to the normal.
///
/// Most pairs at seams are of this kind, and clipping is the longest stage.
#[inline(always)]
fn is_aside<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    normal: [I::Real; 3],
    other: [I::Real; 3],
) -> I::Mask {
    let mut across = other;
    let along = dot(across, normal);
    for (component, normal) in across.iter_mut().zip(normal) {
        *component = *component - along * normal;
    }
    let [of_a, of_b] = radii(isa, frame, across);
    let gap = dot(across, frame.offset_a).abs() - (of_a + of_b);
    (isa.splat(ASIDE_NOISES) * noise(isa, frame)).less(gap)
}

/// Whether the center of the smaller box is inside of the other one, seen along a normal: the overlap along it is deeper
/// than the smaller box reaches.
///
/// The translation along the normal would lead through the other box, for example to the rim of a floor that a carpet
/// covers.
#[inline(always)]
fn is_inside<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    normal: [I::Real; 3],
    separation: I::Real,
) -> I::Mask {
    let [of_a, of_b] = radii(isa, frame, normal);
    let [[x, y, z], [p, q, r]] = [frame.own_a, frame.own_b];
    let is_a_smaller = ((x + y) + z).less((p + q) + r);
    (Lanes::select(is_a_smaller, of_a, of_b) + separation).less(isa.splat(0.0))
}

/// How far a, and how far b, reaches from its center along a direction, which has any length.
#[inline(always)]
fn radii<I: Isa>(isa: I, frame: &Frame<I::Real>, direction: [I::Real; 3]) -> [I::Real; 2] {
    let mut radii = repeated::<2, _>(isa.splat(0.0));
    for (half, along) in frame.own_a.into_iter().zip(direction) {
        radii[0] = half * along.abs() + radii[0];
    }
    for (half, axis) in frame.own_b.into_iter().zip(columns(frame)) {
        radii[1] = half * dot(axis, direction).abs() + radii[1];
    }
    radii
}

/// The best of the axes that leave no covered face.
struct Allowed<I: Isa> {
    bits: I::Integer,
    owns: [I::Mask; 2],
    face: BestAxis<I::Real>,
    /// The best face of a box that has covered faces.
    own: BestAxis<I::Real>,
    edge: BestAxis<I::Real>,
}

impl<I: Isa> Allowed<I> {
    #[inline(always)]
    fn of(isa: I, frame: &Frame<I::Real>, bits: I::Integer) -> Self {
        let none = no_axis(isa);
        let owns = has_covered(isa, bits);
        let mut allowed = Self { bits, owns, face: none, own: none, edge: none };
        let magnitudes = &magnitudes(&frame.rotation);
        allowed.faces(isa, frame, magnitudes);
        folded::<3, _>(
            allowed,
            #[inline(always)]
            |mut allowed, i| {
                allowed.edges(isa, frame, magnitudes, i);
                allowed
            },
        )
    }

    /// The faces of both boxes.
    #[inline(always)]
    fn faces(&mut self, isa: I, frame: &Frame<I::Real>, magnitudes: &Magnitudes<I::Real>) {
        let columns = columns(frame);
        unrolled::<6>(
            #[inline(always)]
            |face| {
                let (side, k) = (face / 3, face % 3);
                let mut direction = columns[k];
                if side == 0 {
                    direction = repeated(isa.splat(0.0));
                    direction[k] = isa.splat(1.0);
                }
                let normal = towards_b(isa, frame, direction, None);
                let left = left_faces(isa, frame, normal);
                let candidate = face_axis(isa, frame, magnitudes, face);
                let allowed = !is_covered(isa, left, self.bits);
                let better = allowed & self.face.separation.less(candidate.separation);
                self.face = self.face.or_if(better, candidate);
                let owned = allowed & self.owns[side];
                let better = owned & self.own.separation.less(candidate.separation);
                self.own = self.own.or_if(better, candidate);
            },
        );
    }

    /// Edge `i` of a with each edge of b.
    #[inline(always)]
    fn edges(
        &mut self,
        isa: I,
        frame: &Frame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
        i: usize,
    ) {
        let cofactors = cofactors(&frame.rotation, i);
        let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
        let Following { first: l, second: m } = following(i);
        for j in 0..3 {
            let length_squared = edge_length_squared(frame, i, j);
            let length = length_squared.sqrt();
            let gap = edge_pair(frame, magnitudes, cofactors, i, j).gap();
            let separation = gap / length;
            let mut direction = repeated::<3, _>(isa.splat(0.0));
            direction[l] = direction[i] - frame.rotation[m][j];
            direction[m] = frame.rotation[l][j];
            let normal = towards_b(isa, frame, direction, Some(length));
            let left = left_faces(isa, frame, normal);
            let allowed = parallel.at_most(length_squared) & !is_covered(isa, left, self.bits);
            let better = allowed & self.edge.separation.less(separation);
            let code = isa.splat_integer(EDGE_AXES[i][j]);
            self.edge = self.edge.or_if(better, BestAxis { separation, code });
        }
    }

    /// The axis of the contact, chosen among the allowed ones as usual.
    #[inline(always)]
    fn best(&self, isa: I, frame: &Frame<I::Real>) -> BestAxis<I::Real> {
        let limit = preferred_until(isa, frame, self.face.separation);
        let best = self.face.or_if(limit.less(self.edge.separation), self.edge);
        let ContactAxis { axis, .. } = contact_axis(isa, frame, self.face, best);
        preferring(isa, frame, axis, self.own)
    }
}
