//! Boxes as plain data. No values are checked.

/// A box given by its center, its rotation and its half extents.
///
/// Meters, world space, right-handed. Axis k of the box is column k of the rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Center, meters.
    pub center: [f32; 3],
    /// Unit quaternion x, y, z, w that takes the box to the world.
    pub rotation: [f32; 4],
    /// Half of each edge's length, meters; zero makes a plate, a rod or a point.
    pub half_extents: [f32; 3],
}

/// A box given by its center and three axes that carry their half extents.
///
/// Meters, world space. An axis of zero half extent has unit length, so that the directions of a plate, a
/// rod or a point are not lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaledBox {
    /// Center, meters.
    pub center: [f32; 3],
    /// Axis k times half extent k, meters; the unit direction alone where the half extent is zero.
    pub axes: [[f32; 3]; 3],
    /// Half of each edge's length, meters.
    pub half_extents: [f32; 3],
}

/// A rectangle given by its center, its rotation and its half extents.
///
/// Meters, world space, x to the right and y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Center, meters.
    pub center: [f32; 2],
    /// Unit complex number cosine, sine that takes the rectangle to the world.
    pub rotation: [f32; 2],
    /// Half of each edge's length, meters; zero makes a rod or a point.
    pub half_extents: [f32; 2],
}
