//! Boxes against the solid below a plane: how deep, and at which corners.
//!
//! The depth of a box is the depth of its center and its reach along the normal (Ericson, "Real-Time
//! Collision Detection", 2005, section 5.2.3). Manifolds are the corners of one face, the face on the axis
//! most parallel to the normal: as a box comes to rest, that face becomes the one it rests on. Taking the
//! four deepest corners instead would be wrong: for a thin, barely tilted plate they are the two ends of one
//! edge, above and below.

use octosat_lanes::{Isa, Lanes};

use super::compared::{Compared, LoadedPairs, TestFormula};
use crate::boxes::store::OrientedBox;
use crate::call::formula::RowFormula;
use crate::shapes::half_space::HalfSpace;
use crate::shapes::half_space_contacts::HalfSpaceContacts;
use crate::shapes::lanes::{or_constant, sum_of_row};
use crate::tolerances::REACH_NOISE;
use crate::vector::{dot, is_finite};

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpaceOverlap;

/// The query; see [`crate::Engine::penetrations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpaceDepths;

/// The query; see [`crate::Engine::manifolds`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpaceCorners;

/// A box seen along the normal of a plane.
#[derive(Clone, Copy, Debug)]
struct Facing<F> {
    /// The unit axes in the world.
    axes: [[F; 3]; 3],
    /// Half the edge lengths.
    extents: [F; 3],
    /// The cosines of the axes with the normal.
    cosines: [F; 3],
    /// How far the center is below the plane.
    center_depth: F,
}

#[inline(always)]
fn facing<I: Isa>(isa: I, batch: &LoadedPairs<I, OrientedBox, HalfSpace>) -> Facing<I::Real> {
    let plane = batch.b;
    let axes = batch.a.axes(isa);
    let cosines =
        [dot(plane.normal, axes[0]), dot(plane.normal, axes[1]), dot(plane.normal, axes[2])];
    let center_depth = plane.offset - dot(plane.normal, batch.a.center);
    Facing { axes, extents: batch.a.half_extents, cosines, center_depth }
}

impl<F: Lanes> Facing<F> {
    /// How far the deepest corner is below the plane.
    #[inline(always)]
    fn depth(&self) -> F {
        let mut depth = self.center_depth;
        for (cosine, extent) in self.cosines.iter().zip(self.extents) {
            depth = cosine.abs() * extent + depth;
        }
        depth
    }
}

impl TestFormula<Compared<'_, OrientedBox, HalfSpace>> for HalfSpaceOverlap {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, HalfSpace>,
        farthest: I::Real,
    ) -> I::Mask {
        let depth = facing(isa, batch).depth();
        (-farthest).at_most(depth)
    }
}

impl RowFormula<Compared<'_, OrientedBox, HalfSpace>> for HalfSpaceDepths {
    type Row = f32;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, HalfSpace>,
        _lengths: I::Real,
        rows: &mut [f32],
    ) {
        let depth = facing(isa, batch).depth();
        isa.store(Lanes::select(is_finite(isa, depth), depth, isa.splat(f32::NAN)), rows);
    }
}

impl RowFormula<Compared<'_, OrientedBox, HalfSpace>> for HalfSpaceCorners {
    type Row = HalfSpaceContacts;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, HalfSpace>,
        farthest: I::Real,
        rows: &mut [HalfSpaceContacts],
    ) {
        let facing = facing(isa, batch);
        let face = Face::most_against(isa, &facing, batch.a.center);
        let (normal, half) = (batch.b.normal, isa.splat(0.5));
        let towards = [normal[0] * half, normal[1] * half, normal[2] * half];
        // A contact is half-way between a corner and the plane. Both parts are linear over the face.
        let center = half_way(towards, face.center, face.depth);
        let [low, high] = &face.sides;
        let low = half_way(towards, low.half_axis, low.sinking());
        let high = half_way(towards, high.half_axis, high.sinking());
        let zero = isa.splat(0.0);
        // There are contacts if the boxes overlap within. A face in the plane has all four,
        // whatever rounding does to each: a box that lost two of them would rock about an edge.
        let least = -farthest;
        let near = least.at_most(facing.depth());
        let [x, y, z] = facing.extents;
        let slack = isa.splat(REACH_NOISE) * ((x + y) + z);
        let present = face.present(isa, least - slack).keep(near);
        let head = [face.number, present, least, zero];
        let known = is_finite(isa, (sum_of_row(&center) + sum_of_row(&low)) + sum_of_row(&high));
        let center = or_constant(center, known, zero);
        let low = or_constant(low, known, zero);
        let high = or_constant(high, known, zero);
        let head = or_constant(head, known, zero);
        isa.store_records([center, low, high, head], rows);
    }
}

/// A row of a face: a point or a vector of its surface, moved by half its depth along the normal, and the
/// depth.
#[inline(always)]
fn half_way<F: Lanes>(half_normal: [F; 3], at: [F; 3], depth: F) -> [F; 4] {
    [
        half_normal[0] * depth + at[0],
        half_normal[1] * depth + at[1],
        half_normal[2] * depth + at[2],
        depth,
    ]
}

/// The face of a box that is most opposed to the normal of a plane.
#[derive(Clone, Copy)]
struct Face<I: Isa> {
    /// 2·k on the negative side of axis k, 2·k + 1 on the positive one.
    number: I::Real,
    /// The face's center, and how far it is below the plane.
    center: [I::Real; 3],
    depth: I::Real,
    /// The face's two axes, the lower one first.
    sides: [Side<I>; 2],
}

/// One axis of a face.
#[derive(Clone, Copy)]
struct Side<I: Isa> {
    /// From the face's center to the middle of its edge, world coordinates.
    half_axis: [I::Real; 3],
    /// The height of that step above the plane, along the normal.
    rise: I::Real,
    /// Whether it has no length, so that both ends are one point.
    flat: I::Mask,
}

impl<I: Isa> Face<I> {
    #[inline(always)]
    fn most_against(isa: I, facing: &Facing<I::Real>, center: [I::Real; 3]) -> Self {
        let zero = isa.splat(0.0);
        let [x, y, z] = facing.cosines;
        // The first of equals, so that the choice does not depend on rounding.
        let second = x.abs().less(y.abs());
        let third = Lanes::select(second, y, x).abs().less(z.abs());
        let first = !(second | third);
        let axis = [side(isa, facing, 0), side(isa, facing, 1), side(isa, facing, 2)];
        let mine = Side::select(third, &axis[2], &Side::select(second, &axis[1], &axis[0]));
        let sides =
            [Side::select(first, &axis[1], &axis[0]), Side::select(third, &axis[1], &axis[2])];
        // The side on which the axis points down.
        let negative = zero.less(Lanes::select(third, z, Lanes::select(second, y, x)));
        let mut face_center = center;
        for (component, along) in face_center.iter_mut().zip(mine.half_axis) {
            *component = *component + Lanes::select(negative, -along, along);
        }
        let doubled = Lanes::select(third, isa.splat(4.0), isa.splat(2.0).keep(second));
        let number = doubled + isa.splat(1.0).keep(!negative);
        let depth = facing.center_depth + mine.rise.abs();
        Self { number, center: face_center, depth, sides }
    }

    /// The corners that are at least this deep, as bits of a whole number. If a side has no length, corners
    /// coincide, and the one with the lowest number counts.
    #[inline(always)]
    fn present(&self, isa: I, least: I::Real) -> I::Real {
        let [low, high] = &self.sides;
        // The sums that `HalfSpaceContacts` computes, in the same order.
        let before = self.depth - low.sinking();
        let behind = self.depth + low.sinking();
        let there = [
            least.at_most(before - high.sinking()),
            least.at_most(behind - high.sinking()) & !low.flat,
            least.at_most(before + high.sinking()) & !high.flat,
            least.at_most(behind + high.sinking()) & !(low.flat | high.flat),
        ];
        let one = isa.splat(1.0);
        let lower = one.keep(there[0]) + isa.splat(2.0).keep(there[1]);
        (lower + isa.splat(4.0).keep(there[2])) + isa.splat(8.0).keep(there[3])
    }
}

/// Axis `k` of a box as the side of a face.
#[inline(always)]
fn side<I: Isa>(isa: I, facing: &Facing<I::Real>, k: usize) -> Side<I> {
    let (axis, extent) = (facing.axes[k], facing.extents[k]);
    Side {
        half_axis: [axis[0] * extent, axis[1] * extent, axis[2] * extent],
        rise: facing.cosines[k] * extent,
        flat: extent.equals(isa.splat(0.0)),
    }
}

impl<I: Isa> Side<I> {
    /// The depth of that step below the plane, along the normal.
    #[inline(always)]
    fn sinking(&self) -> I::Real {
        -self.rise
    }

    #[inline(always)]
    fn select(mask: I::Mask, yes: &Self, no: &Self) -> Self {
        let mut half_axis = yes.half_axis;
        for (component, no) in half_axis.iter_mut().zip(no.half_axis) {
            *component = Lanes::select(mask, *component, no);
        }
        Self {
            half_axis,
            rise: Lanes::select(mask, yes.rise, no.rise),
            flat: (mask & yes.flat) | (!mask & no.flat),
        }
    }
}
