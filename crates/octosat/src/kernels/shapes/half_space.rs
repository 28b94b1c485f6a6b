//! Boxes against the solid below a plane: how deep, and at which corners.
//!
//! The depth of a box is that of its centre and its reach along the normal (Ericson, "Real-Time
//! Collision Detection", 2005, section 5.2.3). Contacts are the corners of one face, that of the axis
//! most parallel to the normal: as a box comes to rest, that face becomes the one it rests on. The
//! four deepest corners would be another choice, and a bad one: those of a thin plate, hardly
//! tilted, are the two ends of one edge, above and below.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::chunk::Batch;
use super::{RowQuery, TestQuery};
use crate::frame::{Basis, dot};
use crate::shapes::{HalfSpace, HalfSpaceContacts};

/// The query; see [`crate::Engine::half_space_overlap`].
#[derive(Clone, Copy, Debug)]
pub struct HalfSpaceOverlap;

/// The query; see [`crate::Engine::half_space_depths`].
#[derive(Clone, Copy, Debug)]
pub struct HalfSpaceDepths;

/// The query; see [`crate::Engine::half_space_contacts`].
#[derive(Clone, Copy, Debug)]
pub struct HalfSpaceCorners;

/// A box seen along the normal of a plane.
#[derive(Clone, Copy, Debug)]
struct Facing<F> {
    /// The unit axes in the world.
    axes: [[F; 3]; 3],
    /// Half the edge lengths.
    extents: [F; 3],
    /// The cosines of the axes with the normal.
    cosines: [F; 3],
    /// How far the centre is below the plane.
    center_depth: F,
}

#[inline(always)]
fn facing<I: Isa, A: Arithmetic, B: Basis>(
    isa: I,
    batch: &Batch<'_, I, B, HalfSpace>,
) -> Facing<I::Real> {
    let plane = batch.shapes;
    let axes = B::axes::<I, A>(isa, batch.boxes);
    let cosines = [
        dot::<_, A>(plane.normal, axes[0]),
        dot::<_, A>(plane.normal, axes[1]),
        dot::<_, A>(plane.normal, axes[2]),
    ];
    let center_depth = plane.offset - dot::<_, A>(plane.normal, B::center::<I>(batch.boxes));
    Facing { axes, extents: B::half_extents::<I>(batch.boxes), cosines, center_depth }
}

impl<F: Lanes> Facing<F> {
    /// How far the deepest corner is below the plane.
    #[inline(always)]
    fn depth<A: Arithmetic>(&self) -> F {
        let mut depth = self.center_depth;
        for (cosine, extent) in self.cosines.iter().zip(self.extents) {
            depth = A::multiply_add(cosine.abs(), extent, depth);
        }
        depth
    }
}

impl TestQuery for HalfSpaceOverlap {
    type Shape = HalfSpace;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic, B: Basis>(
        self,
        isa: I,
        batch: &Batch<'_, I, B, HalfSpace>,
    ) -> I::Mask {
        let depth = facing::<I, A, B>(isa, batch).depth::<A>();
        (-batch.margins).at_most(depth)
    }
}

impl RowQuery for HalfSpaceDepths {
    type Shape = HalfSpace;
    type Row = f32;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic, B: Basis>(
        self,
        isa: I,
        batch: &Batch<'_, I, B, HalfSpace>,
        rows: &mut [f32],
    ) {
        isa.store(facing::<I, A, B>(isa, batch).depth::<A>(), rows);
    }
}

impl RowQuery for HalfSpaceCorners {
    type Shape = HalfSpace;
    type Row = HalfSpaceContacts;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic, B: Basis>(
        self,
        isa: I,
        batch: &Batch<'_, I, B, HalfSpace>,
        rows: &mut [HalfSpaceContacts],
    ) {
        let facing = facing::<I, A, B>(isa, batch);
        let face = Face::most_against(isa, &facing, B::center::<I>(batch.boxes));
        let records: &mut [[octosat_lanes::Row; 5]] = bytemuck::cast_slice_mut(rows);
        let half = isa.splat(0.5);
        let mut present = isa.splat(0.0);
        let mut bit = isa.splat(1.0);
        for place in 0..4 {
            let corner = face.corner(place);
            let depth = corner.depth;
            let mut row = [depth; 4];
            for k in 0..3 {
                let towards = batch.shapes.normal[k] * half;
                row[k] = A::multiply_add(towards, depth, corner.position[k]);
            }
            isa.store_column(row, records, place);
            let there = (-batch.margins).at_most(depth) & !corner.repeated;
            present = present + bit.keep(there);
            bit = bit + bit;
        }
        let zero = isa.splat(0.0);
        isa.store_column([face.number, present, zero, zero], records, 4);
    }
}

/// The face of a box that looks most against the normal of a plane.
#[derive(Clone, Copy)]
struct Face<I: Isa> {
    /// 2·k on the negative side of axis k, 2·k + 1 on the positive one.
    number: I::Real,
    /// The face's centre, and how far it is below the plane.
    center: [I::Real; 3],
    depth: I::Real,
    /// The face's two axes, the lower one first.
    sides: [Side<I>; 2],
}

/// One axis of a face.
#[derive(Clone, Copy)]
struct Side<I: Isa> {
    /// From the face's centre to the middle of its edge, world coordinates.
    half_axis: [I::Real; 3],
    /// How far that leads away from the plane, along the normal.
    rise: I::Real,
    /// Whether it has no length, so that both ends are one point.
    flat: I::Mask,
}

/// A corner of a face.
#[derive(Clone, Copy)]
struct Corner<I: Isa> {
    position: [I::Real; 3],
    /// How far it is below the plane.
    depth: I::Real,
    /// Whether it coincides with a corner of a lower number.
    repeated: I::Mask,
}

impl<I: Isa> Face<I> {
    #[inline(always)]
    fn most_against(isa: I, facing: &Facing<I::Real>, center: [I::Real; 3]) -> Self {
        let zero = isa.splat(0.0);
        let [x, y, z] = facing.cosines;
        // The first of equals, so that the choice is no matter of chance.
        let second = x.abs().less(y.abs());
        let third = Lanes::select(second, y, x).abs().less(z.abs());
        let first = !(second | third);
        let axis = [side(isa, facing, 0), side(isa, facing, 1), side(isa, facing, 2)];
        let mine = Side::select(third, &axis[2], &Side::select(second, &axis[1], &axis[0]));
        let sides =
            [Side::select(first, &axis[1], &axis[0]), Side::select(third, &axis[1], &axis[2])];
        // The side where the axis leads down.
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

    /// The corner on the positive sides of the axes whose bits are set in `place`.
    #[inline(always)]
    fn corner(&self, place: usize) -> Corner<I> {
        let mut position = self.center;
        let mut depth = self.depth;
        let never = depth.less(depth);
        let mut repeated = never;
        for (bit, side) in self.sides.iter().enumerate() {
            let positive = place >> bit & 1 == 1;
            for (component, along) in position.iter_mut().zip(side.half_axis) {
                *component = if positive { *component + along } else { *component - along };
            }
            depth = if positive { depth - side.rise } else { depth + side.rise };
            repeated = if positive { repeated | side.flat } else { repeated };
        }
        Corner { position, depth, repeated }
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
