//! Results of the separating-axis queries.

/// The axis of a result, given by the features it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The normal of a face of a.
    FaceOfA {
        /// The face.
        face: usize,
    },
    /// The normal of a face of b.
    FaceOfB {
        /// The face.
        face: usize,
    },
    /// The common perpendicular of two edges.
    Edges {
        /// The edge of a.
        a: usize,
        /// The edge of b.
        b: usize,
    },
}

impl Axis {
    /// Whether the axis comes from two edges.
    #[must_use]
    pub const fn is_edges(self) -> bool {
        matches!(self, Self::Edges { .. })
    }
}

/// How deep two polyhedra penetrate, or a lower bound of their distance.
///
/// Moving b by `depth · normal` separates overlapping shapes. Separated shapes are at least `-depth` apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// Unit direction from a to b, world coordinates.
    pub normal: [f32; 3],
    /// Penetration depth in meters; negative: minus the separation.
    pub depth: f32,
    /// The features that the direction comes from.
    pub axis: Axis,
}

impl Penetration {
    /// Whether the closed shapes share a point.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }
}

/// Counts of the work of separating-axis queries; each query adds to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SatStatistics {
    /// Face normals on which shapes were projected.
    pub faces: usize,
    /// Pairs of edges, or of edge directions, that were tested.
    pub edge_pairs: usize,
    /// The pairs among them that the Gauss map ruled out by four scalar products.
    pub pruned: usize,
    /// The pairs among them that are parallel and have no cross product.
    pub parallel: usize,
    /// Cross products on which both shapes were projected completely.
    pub projected: usize,
}

impl SatStatistics {
    /// Pairs of edges whose cross product was needed.
    #[must_use]
    pub const fn crossed(&self) -> usize {
        self.edge_pairs - self.pruned - self.parallel
    }
}
