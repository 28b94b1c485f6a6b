//! A view frustum: six planes, and the values that its separating axes need.

pub(super) mod build;
mod corners;
mod edges;
mod side;

pub(crate) use edges::EdgeDirection;

use bytemuck::{CheckedBitPattern, NoUninit};

use edges::EdgeDirections;

/// A convex volume between six planes that meet like the faces of a cube, such as the view of a camera.
///
/// Lengths are in meters, in world space. Planes are in the order left, right, bottom, top, near, far, and their unit normals point
/// out of the volume. Everything is stored relative to an origin, the middle of the near or the far face, whichever
/// is smaller. So a view far from the world's origin loses no precision. The volume is bounded by the rounded planes
/// of [`Self::planes`]; corners and edges are derived from these planes in `f64` and rounded once.
///
/// A frustum is checked when it is made: its volume must be finite, and none of its edges may be so short that it is
/// lost in rounding. A projection without a far plane is rejected; give it a far plane beyond all boxes.
///
/// # Example
/// ```
/// use octosat::{DepthRange, Frustum};
///
/// // The identity as a projection: the cube from -1 to 1.
/// let mut columns = [[0.0; 4]; 4];
/// for k in 0..4 {
///     columns[k][k] = 1.0;
/// }
/// let cube = Frustum::from_view_projection(columns, DepthRange::MinusOneToOne)?;
/// assert_eq!(cube.corners()[7], [1.0, 1.0, 1.0]);
/// assert_eq!(cube.required_axes(), 3 + 3 + 3 * 3);
/// # Ok::<(), octosat::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    origin: [f32; 3],
    /// Unit normal and offset from the origin, meters.
    planes: [[f32; 4]; 6],
    /// Meters from the origin; bit 0 of the number: right, bit 1: top, bit 2: far.
    corners: [[f32; 3]; 8],
    edges: EdgeDirections,
    /// The number of normals without counting opposite normals twice.
    normals: u8,
    /// Meters, the largest distance of a corner from the origin.
    radius: f32,
}

impl Frustum {
    /// The point that [`Self::planes`] are relative to, world space, meters.
    #[must_use]
    pub fn origin(&self) -> [f32; 3] {
        self.origin
    }

    /// The planes, left, right, bottom, top, near and far: unit outward normal, and offset from the origin.
    ///
    /// A point `p` is inside if `normal · (p − origin)` is at most the offset for all six planes, in meters. Normals
    /// are of unit length up to rounding.
    #[must_use]
    pub fn planes(&self) -> &[[f32; 4]; 6] {
        &self.planes
    }

    /// The eight corners in world space, meters.
    ///
    /// Bit 0 of a corner's number is set on the right side, bit 1 on the top side, bit 2 on the far side.
    #[must_use]
    pub fn corners(&self) -> [[f32; 3]; 8] {
        self.corners.map(|corner| {
            core::array::from_fn(|component| self.origin[component] + corner[component])
        })
    }

    /// The unit directions of the edges, in world space. Of parallel edges, one direction is listed.
    ///
    /// Three for a box, six for a symmetric perspective view, twelve at most.
    pub fn edge_directions(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        self.edges.as_slice().iter().map(|edge| edge.direction)
    }

    /// The number of axes of an exact test against a box: face normals of both, and cross products of their edges.
    ///
    /// 15 for a box, 26 for a symmetric perspective view, 45 at most.
    #[must_use]
    pub fn required_axes(&self) -> usize {
        usize::from(self.normals) + 3 + 3 * self.edges.as_slice().len()
    }

    /// The corners relative to the origin, meters.
    pub(crate) fn relative_corners(&self) -> &[[f32; 3]; 8] {
        &self.corners
    }

    /// The edge directions, each with the corners that an axis across it must project.
    pub(crate) fn edges(&self) -> &[EdgeDirection] {
        self.edges.as_slice()
    }

    /// Meters, the largest distance of a corner from the origin.
    pub(crate) fn radius(&self) -> f32 {
        self.radius
    }
}

/// One frustum is a list of one.
impl AsRef<[Self]> for Frustum {
    fn as_ref(&self) -> &[Self] {
        core::slice::from_ref(self)
    }
}

/// The position of a box relative to a frustum.
///
/// One byte with the number of the variant. Only the bytes 0, 1 and 2 are valid, which `bytemuck::CheckedBitPattern`
/// checks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, NoUninit, CheckedBitPattern,
)]
#[repr(u8)]
pub enum Containment {
    /// The box and the volume share no point.
    Outside = 0,
    /// The two share a point, or the query could not rule it out.
    #[default]
    Intersecting = 1,
    /// All of the box is inside the volume.
    Inside = 2,
}
