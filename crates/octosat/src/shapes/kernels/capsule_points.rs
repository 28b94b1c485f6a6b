//! The contacts of a box with a capsule: the part of the core that, seen along the normal, lies over a face.
//!
//! The core is moved along the normal into the plane of the face that is most parallel to it, and is clipped
//! at the sides of that face (Liang and Barsky, 1984). How far it is moved gives its depth, and both are
//! linear along the core. The nearest points of box and core, or the deepest, are always at one of the
//! remaining ends, because the normal separates.

use octosat_lanes::{Isa, Lanes};

use super::capsule_core::Core;
use super::sphere::clamped;
use crate::shapes::lanes::or_constant;

/// Up to two contacts, in their order along the core.
#[derive(Clone, Copy)]
pub(super) struct Contacts<I: Isa> {
    ends: [End<I>; 2],
    count: I::Real,
    face: I::Real,
}

/// Limits of the contacts of a pair.
#[derive(Clone, Copy)]
pub(super) struct Within<F> {
    pub(super) radius: F,
    /// The pair's depth.
    pub(super) depth: F,
    /// The least depth of a contact: minus `within`.
    pub(super) least: F,
}

/// An end of the part of the core that lies over the face.
#[derive(Clone, Copy)]
struct End<I: Isa> {
    /// The place, as a multiple of the direction from the middle.
    along: I::Real,
    /// The number of the feature at this end, as a whole float.
    feature: I::Real,
    /// On the face, along the box's axes.
    point: [I::Real; 3],
    depth: I::Real,
}

/// The core, moved along the normal into the plane of a face.
struct Shadow<I: Isa> {
    /// The face's axis.
    axis: [I::Mask; 3],
    /// The coordinate of its plane.
    plane: I::Real,
    /// The moved middle of the core, and the step per unit of its direction.
    middle: [I::Real; 3],
    direction: [I::Real; 3],
    /// The depth of the capsule below the plane at the core's middle, along the normal, and how much the
    /// depth decreases per unit of the direction.
    depth: I::Real,
    rise: I::Real,
}

impl<I: Isa> Shadow<I> {
    #[inline(always)]
    fn new(isa: I, core: &Core<I>, normal: [I::Real; 3], radius: I::Real) -> Self {
        let [x, y, z] = [normal[0].abs(), normal[1].abs(), normal[2].abs()];
        // The first of equals, so that the choice does not depend on rounding.
        let second = x.less(y);
        let third = y.greater(x).less(z);
        let axis = [!(second | third), second & !third, third];
        let cosine = picked::<I>(axis, normal);
        let extent = picked::<I>(axis, core.extents);
        let plane = Lanes::select(cosine.less(isa.splat(0.0)), -extent, extent);
        let height = (picked::<I>(axis, core.middle) - plane) / cosine;
        let rise = picked::<I>(axis, core.direction) / cosine;
        let [mut middle, mut direction] = [core.middle, core.direction];
        for k in 0..3 {
            middle[k] = middle[k] - normal[k] * height;
            // Exactly zero along the face's axis, so that its slab clips nothing.
            direction[k] = (direction[k] - normal[k] * rise).keep(!axis[k]);
        }
        Self { axis, plane, middle, direction, depth: radius - height, rise }
    }

    /// The number of the face.
    #[inline(always)]
    fn face(&self, isa: I, core: &Core<I>) -> I::Real {
        let zero = isa.splat(0.0);
        let mut number = zero;
        for k in 0..3 {
            let negative = self.plane.less(zero);
            number = number + face_number(isa, core, k, negative).keep(self.axis[k]);
        }
        number
    }

    /// The end at a place of the core, except for the depth of the deeper end.
    #[inline(always)]
    fn end(&self, core: &Core<I>, [along, feature]: [I::Real; 2]) -> End<I> {
        let mut point = self.middle;
        for k in 0..3 {
            let place = self.direction[k] * along + self.middle[k];
            let place = clamped(place, core.extents[k]);
            point[k] = Lanes::select(self.axis[k], self.plane, place);
        }
        let depth = self.depth - self.rise * along;
        End { along, feature, point, depth }
    }
}

/// The component along the chosen axis.
#[inline(always)]
fn picked<I: Isa>([_, second, third]: [I::Mask; 3], vector: [I::Real; 3]) -> I::Real {
    Lanes::select(third, vector[2], Lanes::select(second, vector[1], vector[0]))
}

/// The number of the face on the negative or the positive side of axis `k` of this frame.
#[inline(always)]
fn face_number<I: Isa>(isa: I, core: &Core<I>, k: usize, negative: I::Mask) -> I::Real {
    let turned = core.turned[k];
    let positive = (negative & turned) | (!negative & !turned);
    isa.splat([0.0, 2.0, 4.0][k]) + isa.splat(1.0).keep(positive)
}

impl<I: Isa> Contacts<I> {
    /// The contacts of a pair with this normal.
    #[inline(always)]
    pub(super) fn new(
        isa: I,
        core: &Core<I>,
        normal: [I::Real; 3],
        Within { radius, depth, least }: Within<I::Real>,
    ) -> Self {
        let shadow = Shadow::new(isa, core, normal, radius);
        let [start, end] = Self::ends(isa, core, &shadow);
        let two = start.along.less(end.along);
        let start_is_deeper = end.depth.at_most(start.depth);
        let lowest = least - core.noise;
        let first = start_is_deeper | (two & lowest.at_most(start.depth));
        let second = !start_is_deeper | (two & lowest.at_most(end.depth));
        let one = isa.splat(1.0);
        let count = one.keep(first) + one.keep(second);
        // The deeper end has the depth of the pair, and an end that misses `within` by rounding is at
        // `within`.
        let shallow =
            depth.lesser(least.greater(Lanes::select(start_is_deeper, end.depth, start.depth)));
        let start = End { depth: Lanes::select(start_is_deeper, depth, shallow), ..start };
        let end = End { depth: Lanes::select(start_is_deeper, shallow, depth), ..end };
        let ends =
            [End::select(first, &start, &end), End::select(first & second, &end, &End::none(isa))];
        Self { ends, count, face: shadow.face(isa, core) }
    }

    /// The two ends of the part that lies over the face, which is grown by the noise; the same end twice if no
    /// part does.
    #[inline(always)]
    fn ends(isa: I, core: &Core<I>, shadow: &Shadow<I>) -> [End<I>; 2] {
        let zero = isa.splat(0.0);
        let [one, two] = [isa.splat(1.0), isa.splat(2.0)];
        let [mut low, mut high] = [[-core.reach, zero], [core.reach, one]];
        for k in 0..3 {
            let inverse = one / shadow.direction[k];
            let center = -(shadow.middle[k] * inverse);
            let reach = (core.extents[k] + core.noise) * inverse.abs();
            // Not a number if the core runs along the slab outside of it, which only rounding causes: the
            // core is not clipped then.
            let [enters, leaves] = [center - reach, center + reach];
            let backwards = shadow.direction[k].less(zero);
            let feature = two + face_number(isa, core, k, !backwards);
            low[1] = Lanes::select(low[0].less(enters), feature, low[1]);
            low[0] = enters.greater(low[0]);
            let feature = two + face_number(isa, core, k, backwards);
            high[1] = Lanes::select(leaves.less(high[0]), feature, high[1]);
            high[0] = leaves.lesser(high[0]);
        }
        // Rounding may leave nothing if the core just passes a corner.
        high[0] = high[0].greater(-core.reach);
        let some = low[0].at_most(high[0]);
        let low = [Lanes::select(some, low[0], high[0]), Lanes::select(some, low[1], high[1])];
        [shadow.end(core, low), shadow.end(core, high)]
    }

    /// The rows of both points with their depths, and the row of counts and numbers.
    #[inline(always)]
    pub(super) fn rows(&self, isa: I, core: &Core<I>, center: [I::Real; 3]) -> [[I::Real; 4]; 3] {
        let [first, second] = &self.ends;
        let is_there = isa.splat(1.0).less(self.count);
        let second_row = second.row(core, center);
        let second_row = or_constant(second_row, is_there, isa.splat(0.0));
        [
            first.row(core, center),
            second_row,
            [self.count, first.feature, second.feature, self.face],
        ]
    }
}

impl<I: Isa> End<I> {
    /// The values of an absent contact.
    #[inline(always)]
    fn none(isa: I) -> Self {
        let zero = isa.splat(0.0);
        Self { along: zero, feature: zero, point: [zero; 3], depth: zero }
    }

    /// The point in world coordinates, and the depth.
    #[inline(always)]
    fn row(&self, core: &Core<I>, center: [I::Real; 3]) -> [I::Real; 4] {
        let [x, y, z] = core.world(self.point);
        [center[0] + x, center[1] + y, center[2] + z, self.depth]
    }

    #[inline(always)]
    fn select(mask: I::Mask, yes: &Self, no: &Self) -> Self {
        let mut point = yes.point;
        for (component, no) in point.iter_mut().zip(no.point) {
            *component = Lanes::select(mask, *component, no);
        }
        Self {
            along: Lanes::select(mask, yes.along, no.along),
            feature: Lanes::select(mask, yes.feature, no.feature),
            point,
            depth: Lanes::select(mask, yes.depth, no.depth),
        }
    }
}
