//! Boxes, and answers about pairs of them, as plain data. No values are checked.

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

impl OrientedBox {
    /// The box at a time of its displacement in meters, as a store holds it: every coordinate is rounded.
    #[must_use]
    pub fn at_time(&self, motion: [f32; 3], time: f32) -> Self {
        let center = std::array::from_fn(|k| self.center[k] + time * motion[k]);
        Self { center, ..*self }
    }
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

/// A contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactAnswer {
    /// The point half-way between the surfaces, meters; in the world, or relative to a's center if a function
    /// says so.
    pub position: [f32; 3],
    /// Meters along the manifold's normal: positive for overlap, negative for a gap.
    pub depth: f32,
    /// The features that touch: 0 to 7 a vertex of b, 8 to 15 a vertex of a, 16 + 12·(edge of a) + (edge of b)
    /// two edges. Closest points have these numbers plus 160, a fallback has 160. Bit k of a vertex is set on the
    /// positive side of axis k. An edge has the number 4·axis plus two bits, which are set on the positive sides of the
    /// two following axes, the next axis in the lower bit.
    pub feature: u32,
}
