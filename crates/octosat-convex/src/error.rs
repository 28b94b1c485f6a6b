//! Why vertices and faces do not make a convex polyhedron.

use core::fmt;

/// What is wrong with a polyhedron's vertices and faces; the first error found is named.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolyhedronError {
    /// A half extent that is not positive and finite.
    HalfExtent {
        /// Which of the three.
        axis: usize,
    },
    /// A prism of fewer than three sides.
    TooFewSides {
        /// The number of sides.
        sides: usize,
    },
    /// Fewer than the four vertices of a tetrahedron.
    TooFewVertices {
        /// The vertices given.
        vertices: usize,
    },
    /// Fewer than the four faces of a tetrahedron.
    TooFewFaces {
        /// The faces given.
        faces: usize,
    },
    /// A coordinate is NaN or infinite.
    VertexNotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex that no face uses.
    UnusedVertex {
        /// The vertex.
        vertex: usize,
    },
    /// A face of fewer than three vertices.
    FaceTooShort {
        /// The face.
        face: usize,
    },
    /// A face names a vertex that does not exist.
    NoSuchVertex {
        /// The face.
        face: usize,
        /// The number it names.
        vertex: usize,
    },
    /// A face names a vertex twice.
    RepeatedVertex {
        /// The face.
        face: usize,
        /// The vertex.
        vertex: usize,
    },
    /// Two consecutive vertices of a face are at the same place.
    EdgeWithoutLength {
        /// The face.
        face: usize,
        /// The first of the two.
        vertex: usize,
    },
    /// A second face uses an edge in the same direction: windings disagree, or three faces meet.
    EdgeUsedTwice {
        /// The second face.
        face: usize,
        /// The vertex from which it runs.
        from: usize,
        /// The vertex to which it runs.
        to: usize,
    },
    /// No other face uses an edge in the other direction: the surface has a hole.
    OpenEdge {
        /// The face.
        face: usize,
        /// The vertex from which it runs.
        from: usize,
        /// The vertex to which it runs.
        to: usize,
    },
    /// Vertices − edges + faces is not two.
    NotASphere {
        /// The number of vertices.
        vertices: usize,
        /// The number of edges.
        edges: usize,
        /// The number of faces.
        faces: usize,
    },
    /// A face whose vertices lie on a line.
    FaceWithoutArea {
        /// The face.
        face: usize,
    },
    /// A vertex lies off the plane of its face.
    FaceNotPlanar {
        /// The face.
        face: usize,
        /// The vertex.
        vertex: usize,
    },
    /// A face turns the wrong way at a vertex.
    FaceNotConvex {
        /// The face.
        face: usize,
        /// The vertex.
        vertex: usize,
    },
    /// A face is wound clockwise as seen from outside, so that its normal points inwards.
    FaceInward {
        /// The face.
        face: usize,
    },
    /// The middle of all vertices lies in a face's plane: there is almost no volume.
    NoVolume {
        /// The face.
        face: usize,
    },
    /// A vertex lies outside a face.
    NotConvex {
        /// The face.
        face: usize,
        /// The vertex.
        vertex: usize,
    },
}

impl fmt::Display for PolyhedronError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HalfExtent { axis } => write!(f, "half extent {axis} is not positive and finite"),
            Self::TooFewSides { sides } => write!(f, "a prism of {sides} sides"),
            Self::TooFewVertices { vertices } => write!(f, "only {vertices} vertices"),
            Self::TooFewFaces { faces } => write!(f, "only {faces} faces"),
            Self::VertexNotFinite { vertex } => write!(f, "vertex {vertex} is not finite"),
            Self::UnusedVertex { vertex } => write!(f, "no face uses vertex {vertex}"),
            Self::FaceTooShort { face } => write!(f, "face {face} has fewer than three vertices"),
            Self::NoSuchVertex { face, vertex } => {
                write!(f, "face {face} names vertex {vertex}, which is not there")
            }
            Self::RepeatedVertex { face, vertex } => {
                write!(f, "face {face} names vertex {vertex} twice")
            }
            Self::EdgeWithoutLength { face, vertex } => {
                write!(f, "the edge of face {face} from vertex {vertex} has no length")
            }
            Self::EdgeUsedTwice { face, from, to } => {
                write!(f, "face {face} runs from vertex {from} to {to}, as another face does")
            }
            Self::OpenEdge { face, from, to } => {
                write!(f, "face {face} runs from vertex {from} to {to}, and no face runs back")
            }
            Self::NotASphere { vertices, edges, faces } => {
                write!(f, "{vertices} vertices − {edges} edges + {faces} faces is not 2")
            }
            Self::FaceWithoutArea { face } => write!(f, "face {face} has no area"),
            Self::FaceNotPlanar { face, vertex } => {
                write!(f, "vertex {vertex} lies off the plane of its face {face}")
            }
            Self::FaceNotConvex { face, vertex } => {
                write!(f, "face {face} is not convex at vertex {vertex}")
            }
            Self::FaceInward { face } => write!(f, "the normal of face {face} points inwards"),
            Self::NoVolume { face } => write!(f, "no volume below face {face}"),
            Self::NotConvex { face, vertex } => {
                write!(f, "vertex {vertex} lies outside face {face}")
            }
        }
    }
}

impl std::error::Error for PolyhedronError {}
