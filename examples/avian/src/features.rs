//! What a contact point comes from, taken apart for engines that number the features of each box.

use octosat::Feature;

/// The features of two boxes that make a contact point. No two points of a manifold have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeaturePair {
    /// A vertex of box a, 0 to 7, on some face of b: octosat's features do not depend on the faces.
    VertexOfA(u32),
    /// A vertex of box b, 0 to 7, on some face of a.
    VertexOfB(u32),
    /// An edge of a and one of b, 0 to 11 each.
    Edges(u32, u32),
}

impl From<Feature> for FeaturePair {
    fn from(Feature(number): Feature) -> Self {
        // Closest points are numbered like others, from 160 on.
        match if number >= 160 { number - 160 } else { number } {
            vertex @ 0..8 => Self::VertexOfB(vertex),
            vertex @ 8..16 => Self::VertexOfA(vertex - 8),
            edges => Self::Edges((edges - 16) / 12, (edges - 16) % 12),
        }
    }
}
