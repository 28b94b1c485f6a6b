//! Which face of each box faces the other along the contact normal, and both faces in one plane.
//!
//! Every contact, of faces or of edges, is treated as a contact of two faces, as in Nichols' bepuphysics2
//! (`BoxPairTester`): the face of a most aligned with the normal and the face of b most opposed to it. An
//! edge that is farthest along the normal is a side of the chosen face, so edges need no separate code. Both
//! cosines are about 1/√3 or more, so dividing by them is safe.
//!
//! The plane holds the rectangle of a's face, and b's face projected onto it along the normal, a parallelogram.
//! Every corner of the two shapes' intersection gives a contact point, half-way between both surfaces. A
//! point of the plane stands for two points on the same line along the normal, one on each face; their separation
//! `gap` is linear over the plane.

use octosat_lanes::{IntegerLanes, Isa, Lanes, per_axis};

use crate::axes::choice::noise;
use crate::axes::frame::Frame;
use crate::tolerances::{ALONG_SIDE, SMALLEST_STEP};
use crate::vector::dot;

/// One of three axes, a choice per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Which<I: Isa> {
    second: I::Mask,
    third: I::Mask,
}

impl<I: Isa> Which<I> {
    /// The axis with the largest magnitude of three, the first of equals.
    #[inline(always)]
    pub(super) fn largest(values: [I::Real; 3]) -> Self {
        let magnitudes = [values[0].abs(), values[1].abs(), values[2].abs()];
        let second = magnitudes[0].less(magnitudes[1]);
        let larger = magnitudes[1].greater(magnitudes[0]);
        Self { second, third: larger.less(magnitudes[2]) }
    }

    /// The value that belongs to the chosen axis.
    #[inline(always)]
    pub(super) fn pick(self, values: [I::Real; 3]) -> I::Real {
        let two = Lanes::select(self.second, values[1], values[0]);
        Lanes::select(self.third, values[2], two)
    }

    /// The integer that belongs to the chosen axis.
    #[inline(always)]
    fn pick_integer(self, integers: [I::Integer; 3]) -> I::Integer {
        let two = IntegerLanes::select(self.second, integers[1], integers[0]);
        IntegerLanes::select(self.third, integers[2], two)
    }

    /// Integers in cyclic order from that of the chosen axis on.
    #[inline(always)]
    pub(super) fn turn_integers(self, [x, y, z]: [I::Integer; 3]) -> [I::Integer; 3] {
        [self.pick_integer([x, y, z]), self.pick_integer([y, z, x]), self.pick_integer([z, x, y])]
    }

    /// The values in cyclic order from the chosen axis on.
    #[inline(always)]
    pub(super) fn turn(self, [x, y, z]: [I::Real; 3]) -> [I::Real; 3] {
        [self.pick([x, y, z]), self.pick([y, z, x]), self.pick([z, x, y])]
    }

    /// The inverse of [`Self::turn`].
    #[inline(always)]
    pub(super) fn turn_back(self, [x, y, z]: [I::Real; 3]) -> [I::Real; 3] {
        [self.pick([x, z, y]), self.pick([y, x, z]), self.pick([z, y, x])]
    }

    /// Three vectors in cyclic order from the chosen one on.
    #[inline(always)]
    pub(super) fn turn_vectors(self, vectors: [[I::Real; 3]; 3]) -> [[I::Real; 3]; 3] {
        let mut turned = vectors;
        for k in 0..3 {
            let components = self.turn([vectors[0][k], vectors[1][k], vectors[2][k]]);
            for (vector, component) in turned.iter_mut().zip(components) {
                vector[k] = component;
            }
        }
        turned
    }
}

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
    /// The dot product of the normal and the axis of b's face, in magnitude at least 1/√3, or barely less.
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
    /// The faces chosen by a unit normal in the frame of box a.
    #[inline(always)]
    pub(super) fn new(isa: I, frame: &Frame<I::Real>, normal: [I::Real; 3]) -> Self {
        let zero = isa.splat(0.0);
        let columns = columns(frame);
        let mut cosines = normal;
        for (cosine, &column) in cosines.iter_mut().zip(&columns) {
            *cosine = dot(column, normal);
        }
        let which_a = Which::<I>::largest(normal);
        let which_b = Which::<I>::largest(cosines);
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
            center_b[k] = side_b * axes_b[0][k] + offset[k];
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

/// The axes of b along the axes of a.
#[inline(always)]
pub(super) fn columns<F: Lanes>(frame: &Frame<F>) -> [[F; 3]; 3] {
    let r = &frame.rotation;
    per_axis(
        #[inline(always)]
        |j| [r[0][j], r[1][j], r[2][j]],
    )
}

/// A point of the plane, and the gap along the normal between the faces there.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanePoint<F> {
    /// Along the two axes of a that follow its face's own, from the center of a, meters.
    pub(super) u: F,
    pub(super) v: F,
    /// Meters along the normal from a's face to b's; negative where they penetrate.
    pub(super) gap: F,
}

impl<F: Lanes> PlanePoint<F> {
    /// The point at `self + factor · step`.
    #[inline(always)]
    pub(super) fn moved(self, factor: F, step: Self) -> Self {
        Self {
            u: factor * step.u + self.u,
            v: factor * step.v + self.v,
            gap: factor * step.gap + self.gap,
        }
    }

    /// The cross product of two points as vectors of the plane.
    #[inline(always)]
    pub(super) fn cross(self, other: Self) -> F {
        self.u * other.v - self.v * other.u
    }

    #[inline(always)]
    pub(super) fn plus(self, step: Self) -> Self {
        Self { u: self.u + step.u, v: self.v + step.v, gap: self.gap + step.gap }
    }

    #[inline(always)]
    pub(super) fn minus(self, step: Self) -> Self {
        Self { u: self.u - step.u, v: self.v - step.v, gap: self.gap - step.gap }
    }
}

/// The rectangle and the parallelogram.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePlane<F> {
    /// The half sides of the rectangle, which is centered.
    pub(super) sides: [F; 2],
    /// The center of the parallelogram.
    pub(super) center: PlanePoint<F>,
    /// Its half edges, along the two axes of b that follow its face's own.
    pub(super) edges: [PlanePoint<F>; 2],
    /// Meters by which a's face is grown, so that edges that lie on each other are found once: what rounding may move.
    pub(super) slack: F,
}

/// `value` moved into −limit ..= limit.
#[inline(always)]
pub(super) fn clamped<F: Lanes>(value: F, limit: F) -> F {
    limit.lesser((-limit).greater(value))
}

impl<F: Lanes> FacePlane<F> {
    /// Projects the faces along their normal into the plane of a's face.
    #[inline(always)]
    pub(super) fn new<I: Isa<Real = F, Mask = F::Mask>>(
        isa: I,
        frame: &Frame<F>,
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
            center: projected(center, *normal, inverse),
            edges: [projected(first, *normal, inverse), projected(second, *normal, inverse)],
            slack: noise(isa, frame),
        }
    }
}

/// A vector, first component out of the plane, moved along the normal into it; `inverse` is that of
/// the normal's first component.
#[inline(always)]
fn projected<F: Lanes>([out, u, v]: [F; 3], normal: [F; 3], inverse: F) -> PlanePoint<F> {
    let gap = out * inverse;
    PlanePoint { u: u - gap * normal[1], v: v - gap * normal[2], gap }
}

/// The parameter of an edge runs over this length, from −1 to 1.
const WHOLE_EDGE: f32 = 2.0;

/// The inverse of the step of half an edge across a slab. The step is kept away from zero; the slack has the unit of
/// the step.
#[inline(always)]
pub(super) fn inverse_step<I: Isa>(isa: I, step: I::Real, slack: I::Real) -> I::Real {
    let tiny = shortest_step(isa, slack);
    isa.splat(1.0) / Lanes::select(step.abs().at_most(tiny), tiny, step)
}

/// How far the place where an edge enters a slab is moved if the edge runs along the slab: by the whole edge.
///
/// Such an edge is inside or outside as a whole. Without this, an edge exactly on the boundary would begin in its
/// middle, at a crossing with an edge that it never meets.
#[inline(always)]
pub(super) fn off_boundary<I: Isa>(isa: I, step: I::Real, slack: I::Real) -> I::Real {
    let runs_along = step.abs().at_most(shortest_step(isa, slack));
    isa.splat(WHOLE_EDGE).keep(runs_along)
}

/// The step that replaces all steps that are as short or shorter, in either direction.
#[inline(always)]
pub(super) fn shortest_step<I: Isa>(isa: I, slack: I::Real) -> I::Real {
    slack * isa.splat(ALONG_SIDE) + isa.splat(SMALLEST_STEP)
}
