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

/// Depth, normal and axis of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenetrationAnswer {
    /// Unit, world, from a to b; zero if a face separates the boxes by more than the margin, or if the input is not
    /// finite.
    pub normal: [f32; 3],
    /// Meters along the normal: positive for overlap, negative for a gap; NaN if the input is not finite.
    pub depth: f32,
    /// 0 to 2 are faces of a, 3 to 5 faces of b, 6 + 3·i + j is edge i of a with edge j of b, and 255 means that the
    /// input is not finite.
    pub axis: u8,
}

/// What is certain about two boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictAnswer {
    /// They are too close to touching, or the input is not finite.
    Undecided,
    /// They share a point.
    Overlapping,
    /// They share no point.
    Separated,
}

/// How far two boxes are apart, or how deep they overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceAnswer {
    /// The closest or deepest point of a, meters, world; zero if there is none.
    pub on_a: [f32; 3],
    /// Meters, negative for overlap; NaN if the input is not finite.
    pub distance: f32,
    /// Unit, world, from the point of a to that of b if the boxes are apart; zero if there is none.
    pub direction: [f32; 3],
    /// What the distance is that of.
    pub kind: DistanceKind,
}

/// What a distance is that of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceKind {
    /// The closest points.
    Apart,
    /// The least translation.
    Overlapping,
    /// A face that separates the boxes by more than the margin.
    Beyond,
    /// The input is not finite.
    NonFinite,
}

/// When two boxes touch that move without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastAnswer {
    /// When they touch first, as a part of the step: 1 if they are free, at most 0 since when they overlap at the start,
    /// NaN if the input is not finite.
    pub time: f32,
    /// When they are apart again, as a part of the step.
    pub leave: f32,
    /// The last axis along which they come together, numbered as in [`PenetrationAnswer`].
    pub axis: u8,
    /// What happens.
    pub kind: CastKind,
}

/// What happens during a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastKind {
    /// The boxes do not touch, or touch at the start and move apart, slide or rest.
    Free,
    /// They touch during the step.
    Hit,
    /// They overlap at the start.
    Overlapping,
    /// The input is not finite.
    NonFinite,
}

/// Until when two boxes are apart that move and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactAnswer {
    /// Until when they are apart, as a part of the step; NaN if the input is not finite.
    pub time: f32,
    /// The axis that was the last to prove it, numbered as in [`PenetrationAnswer`].
    pub axis: u8,
    /// What is known at that time.
    pub kind: ImpactKind,
}

/// What is known about two boxes at the time of an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpactKind {
    /// They are apart for the whole step.
    Free,
    /// They are within the tolerance.
    Hit,
    /// They touch at the start.
    Touching,
    /// The rounds were used up.
    FreeUntil,
    /// The input is not finite.
    NonFinite,
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
