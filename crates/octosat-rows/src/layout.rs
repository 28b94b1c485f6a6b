//! The layout of each row, for languages that read its bytes.

use core::mem::offset_of;

use crate::{
    Axis, Cast, CastState, ChainClearance, ClosestPoints, CoveredRectangle, Distance,
    DistanceState, Face, Impact, ImpactState, Intersection, IouPair, JointMotion, JointMotionState,
    LinkPair, Penetration, RayHit, RectangleAxis, RectangleFeature, RectangleIntersection,
    RectanglePenetration, RectanglePoint, ShapeCast, SphereContact, SurfacePoints,
};

/// A field of a row.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The format of one element, as `NumPy` writes it.
    pub format: &'static str,
    /// How many elements it has; 0: it is one and no array.
    pub len: usize,
    /// Its first byte.
    pub offset: usize,
    size: usize,
}

/// The layout of a row.
#[derive(Clone, Copy, Debug)]
pub struct RowLayout {
    /// Its name, as dtypes have it.
    pub name: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Its fields, in the order of their offsets, without gaps.
    pub fields: &'static [Field],
}

/// A row of a known layout.
pub trait Row {
    /// The layout.
    const LAYOUT: RowLayout;
}

/// What fields consist of.
pub trait Element {
    /// The format of one element, as `NumPy` writes it.
    const FORMAT: &'static str;
    /// How many elements; 0: one and no array.
    const LEN: usize = 0;
}

macro_rules! elements {
    ($($form:literal: $($element:ty),+;)+) => {
        $($(impl Element for $element { const FORMAT: &'static str = $form; })+)+
    };
}
elements! {
    "<f4": f32;
    "<u4": u32, RectangleFeature;
    "u1": u8, Axis, Face, CastState, DistanceState, ImpactState, JointMotionState, RectangleAxis;
}
impl<T: Element, const N: usize> Element for [T; N] {
    const FORMAT: &'static str = T::FORMAT;
    const LEN: usize = N;
}

const fn field<R, T: Element>(name: &'static str, offset: usize, _: fn(&R) -> &T) -> Field {
    Field { name, format: T::FORMAT, len: T::LEN, offset, size: size_of::<T>() }
}

const fn has_no_gaps(layout: &RowLayout) -> bool {
    let (mut at, mut number) = (0, 0);
    while number < layout.fields.len() {
        if layout.fields[number].offset != at {
            return false;
        }
        at += layout.fields[number].size;
        number += 1;
    }
    at == layout.size
}

macro_rules! rows {
    ($($row:ident $name:literal: $($field:ident),+;)+) => {
        $(
            impl Row for $row {
                const LAYOUT: RowLayout = RowLayout {
                    name: $name,
                    size: size_of::<$row>(),
                    fields: &[$(field(stringify!($field), offset_of!($row, $field), |row: &$row| &row.$field)),+],
                };
            }
            const _: () = assert!(has_no_gaps(&$row::LAYOUT));
        )+

        /// All rows.
        pub const ROWS: &[RowLayout] = &[$($row::LAYOUT),+];
    };
}

rows! {
    Penetration "PENETRATION": normal, depth, axis, reserved;
    Distance "DISTANCE": on_a, distance, normal, state, reserved;
    Intersection "INTERSECTION": volume, iou;
    IouPair "IOU_PAIR": a, b, iou;
    Cast "CAST": time, leave, axis, state, reserved;
    ShapeCast "SHAPE_CAST": normal, time, point, state, reserved;
    Impact "IMPACT": time, axis, state, reserved;
    ChainClearance "CHAIN_CLEARANCE": clearance, solid, obstacle, other;
    JointMotion "JOINT_MOTION": free_until, touches_at, solid, obstacle, other, state, reserved;
    LinkPair "LINK_PAIR": links, samples, hits, clearance;
    SurfacePoints "SURFACE_POINTS": in_a, in_b;
    CoveredRectangle "COVERED_RECTANGLE": index, face, reserved, center, direction, half_extents;
    RayHit "RAY_HIT": entry, exit, face, reserved;
    ClosestPoints "CLOSEST_POINTS": on_a, at_a, on_b, at_b, distance;
    SphereContact "SPHERE_CONTACT": normal, depth, point, distance;
    RectanglePenetration "RECTANGLE_PENETRATION": normal, depth, axis, reserved;
    RectangleIntersection "RECTANGLE_INTERSECTION": area, iou;
    RectanglePoint "RECTANGLE_POINT": position, depth, feature;
}
