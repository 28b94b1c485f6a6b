//! A view frustum: six planes, and what the separating axes need of them.

pub(super) mod build;
mod corners;
mod edges;
mod error;

pub use error::{FrustumError, FrustumSide};

pub(crate) use edges::EdgeDirection;

use bytemuck::{CheckedBitPattern, NoUninit};

use edges::EdgeDirections;

/// A convex volume between six planes that meet as the faces of a cube do: a camera's view.
///
/// Meters, world space. Planes are in the order of [`FrustumSide`], their unit normals point out of
/// the volume. Everything is kept relative to an origin, the middle of the smaller of near and far
/// face, so that a view far from the world's origin loses nothing. The volume is what the rounded planes of
/// [`Self::planes`] bound; corners and edges are derived from them in `f64` and rounded once.
///
/// A frustum is checked when it is made: its volume is finite and none of its edges is shorter than
/// rounding. A projection without a far plane is rejected; give it a far plane beyond all boxes.
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
/// # Ok::<(), octosat::FrustumError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    origin: [f32; 3],
    /// Unit normal and offset from the origin, meters.
    planes: [[f32; 4]; 6],
    /// Meters from the origin; bit 0 of the number: right, bit 1: top, bit 2: far.
    corners: [[f32; 3]; 8],
    edges: EdgeDirections,
    /// How many normals there are that are not each other's opposites.
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

    /// The planes in the order of [`FrustumSide`]: unit outward normal, and offset from the origin.
    ///
    /// A point `p` is inside where `normal · (p − origin)` is at most the offset, in meters, for all
    /// six. Normals are of unit length within rounding.
    #[must_use]
    pub fn planes(&self) -> &[[f32; 4]; 6] {
        &self.planes
    }

    /// The eight corners in world space, meters.
    ///
    /// Bit 0 of a corner's number says right instead of left, bit 1 top instead of bottom, bit 2 far
    /// instead of near.
    #[must_use]
    pub fn corners(&self) -> [[f32; 3]; 8] {
        self.corners.map(|corner| {
            core::array::from_fn(|component| self.origin[component] + corner[component])
        })
    }

    /// The unit directions of the edges, world space, each direction or its opposite once.
    ///
    /// Three for a box, six for a symmetric perspective view, twelve at most.
    pub fn edge_directions(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        self.edges.as_slice().iter().map(|edge| edge.direction)
    }

    /// How many axes an exact test against a box needs: normals, box axes, and edges times edges.
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

    /// The edge directions, with the corners that an axis across each has to project.
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

/// Where a box is with respect to a frustum.
///
/// One byte with the number of the variant. Any such row is plain bytes; of bytes only 0, 1 and 2 are rows,
/// which `bytemuck::CheckedBitPattern` checks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, NoUninit, CheckedBitPattern,
)]
#[repr(u8)]
pub enum Containment {
    /// The box and the volume share no point.
    Outside = 0,
    /// They share a point, or nothing certain can be said.
    #[default]
    Intersecting = 1,
    /// All of the box is inside the volume.
    Inside = 2,
}
