//! What somebody says about a pair's contacts.

/// A contact as it was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactAnswer {
    /// Half-way between the surfaces, meters, world (or relative to a's center, where said so).
    pub position: [f32; 3],
    /// Meters along the manifold's normal: positive overlapping, negative for a gap.
    pub depth: f32,
    /// The features that meet: 0..8 a vertex of b, 8..16 a vertex of a, 16 + 12·edge of a + edge
    /// of b a crossing, 160 and above others of a closest pair. Bit k of a vertex is set on the
    /// positive side of axis k; an edge is 4·axis plus the bits of its sides on the two following
    /// axes, the next axis in the lower bit.
    pub feature: u32,
}

/// A pair's manifold as it was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldAnswer<'a> {
    /// Unit, world, from a to b; zero without contacts.
    pub normal: [f32; 3],
    /// Meters along the normal: positive overlapping, negative for a gap.
    pub depth: f32,
    /// Axis number, 0..15.
    pub axis: u8,
    /// The contacts.
    pub points: &'a [ContactAnswer],
    /// Largest gap for which a contact was asked, meters.
    pub margin: f32,
    /// Most contacts that were asked for: four or eight.
    pub limit: usize,
    /// Whether the contact stands for features that clipping did not find.
    pub fallback: bool,
    /// Whether the contact is between the closest points, and the normal along them.
    pub closest: bool,
    /// For a manifold made with an eye on the frame before, whose axis, faces and points may be those of
    /// then where they are barely worse.
    pub steady: Option<Steady>,
}

/// What a manifold keeps of the frame before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// Whether it says that its axis is that of then, and not the best.
    pub axis_kept: bool,
}
