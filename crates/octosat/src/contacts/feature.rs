//! Feature ids, decoded.

use core::fmt;

use super::Feature;
use super::stages::features::{CLOSEST, CORNERS_OF_A, CROSSINGS, EDGES};

/// The vertex or the two edges that make a contact point: a decoded [`Feature`].
///
/// Vertices and edges are numbered as [`Feature`] describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeatureKind {
    /// A vertex of box a meets a face of box b.
    VertexOfA {
        /// The number of the vertex, 0..=7.
        vertex: u8,
    },
    /// A vertex of box b meets a face of box a.
    VertexOfB {
        /// The number of the vertex, 0..=7.
        vertex: u8,
    },
    /// An edge of box a crosses an edge of box b, seen along the normal.
    Edges {
        /// The number of the edge of a, 0..=11.
        a: u8,
        /// The number of the edge of b, 0..=11.
        b: u8,
    },
}

impl Feature {
    /// The vertex or the two edges that make the contact point; `None` for a number that no query returns.
    ///
    /// For closest points of separated boxes, a vertex is the closest point of its own box, and two edges contain the
    /// closest points. A fallback contact always has the number 160. So ignore the vertex if
    /// [`Manifold::kind`](crate::Manifold::kind) is [`ContactKind::Fallback`](crate::ContactKind::Fallback).
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, Feature, FeatureKind, Manifolds, Query};
    ///
    /// // A small cube on a large one: its four lower vertices touch.
    /// let (centers, upright) = ([[0.0; 3], [0.0, 1.5, 0.0]], [0.0, 0.0, 0.0, 1.0]);
    /// let boxes = BoxStore::from_slices(&centers, &[upright; 2], &[[1.0; 3], [0.5; 3]])?;
    /// let mut manifolds = Manifolds::new();
    /// Engine::new().manifolds(Query::new(&boxes, &[[0, 1]]), &mut manifolds)?;
    /// let mut lower = Vec::new();
    /// for point in manifolds.of(0) {
    ///     if let Some(FeatureKind::VertexOfB { vertex }) = point.feature.kind() {
    ///         assert_eq!(vertex >> 1 & 1, 0); // on the negative side of axis 1
    ///         lower.push(vertex);
    ///     }
    /// }
    /// lower.sort_unstable();
    /// assert_eq!(lower, [0, 1, 4, 5]);
    ///
    /// assert_eq!(Feature(16 + 12 * 3 + 7).kind(), Some(FeatureKind::Edges { a: 3, b: 7 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "numbers of vertices and edges")]
    pub const fn kind(self) -> Option<FeatureKind> {
        let [of_a, crossings, edges, closest] = [CORNERS_OF_A, CROSSINGS, EDGES, CLOSEST];
        let [of_a, crossings] = [of_a.unsigned_abs(), crossings.unsigned_abs()];
        let [edges, closest] = [edges.unsigned_abs(), closest.unsigned_abs()];
        // Closest points are numbered like other points, from `CLOSEST` on.
        let number = if self.0 < closest { self.0 } else { self.0 - closest };
        if number >= closest {
            return None;
        }
        Some(if number < of_a {
            FeatureKind::VertexOfB { vertex: number as u8 }
        } else if number < crossings {
            FeatureKind::VertexOfA { vertex: (number - of_a) as u8 }
        } else {
            let pair = number - crossings;
            FeatureKind::Edges { a: (pair / edges) as u8, b: (pair % edges) as u8 }
        })
    }
}

impl fmt::Display for FeatureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::VertexOfA { vertex } => write!(f, "vertex {vertex} of a"),
            Self::VertexOfB { vertex } => write!(f, "vertex {vertex} of b"),
            Self::Edges { a, b } => write!(f, "edge {a} of a and edge {b} of b"),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        BoxStore, ContactKind, Engine, ManifoldOptions, Manifolds, OrientedBox, PointLimit, Query,
    };

    /// The number that the documentation of [`Feature`] gives to a kind.
    fn number(kind: FeatureKind) -> u32 {
        match kind {
            FeatureKind::VertexOfB { vertex } => u32::from(vertex),
            FeatureKind::VertexOfA { vertex } => 8 + u32::from(vertex),
            FeatureKind::Edges { a, b } => 16 + 12 * u32::from(a) + u32::from(b),
        }
    }

    #[test]
    fn every_number_is_decoded_once() {
        let mut kinds = BTreeSet::new();
        for feature in (0..160).map(Feature) {
            let kind = feature.kind().unwrap();
            assert_eq!(number(kind), feature.0);
            assert_eq!(Feature(160 + feature.0).kind(), Some(kind));
            kinds.insert(kind);
        }
        assert_eq!(kinds.len(), 8 + 8 + 12 * 12);
        for feature in [320, 321, 480, u32::MAX] {
            assert_eq!(Feature(feature).kind(), None);
        }
    }

    #[test]
    fn kinds_are_printed_as_words() {
        let printed = [3, 8 + 5, 16 + 12 * 11 + 4].map(|number| Feature(number).kind().unwrap());
        let printed = printed.map(|kind| kind.to_string());
        assert_eq!(printed, ["vertex 3 of b", "vertex 5 of a", "edge 11 of a and edge 4 of b"]);
    }

    /// Whether a point of a box's surface, in its frame, is at a vertex.
    fn is_vertex(point: [f32; 3], half: [f32; 3], vertex: u8) -> bool {
        let on_side = |k: usize| is_side(point[k], half[k], vertex >> k & 1);
        (0..3).all(on_side)
    }

    /// Whether a point of a box's surface, in its frame, is on an edge.
    fn is_on_edge(point: [f32; 3], half: [f32; 3], edge: u8) -> bool {
        let axis = usize::from(edge / 4);
        let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
        point[axis].abs() <= half[axis] + 1e-5
            && is_side(point[next], half[next], edge & 1)
            && is_side(point[last], half[last], edge >> 1 & 1)
    }

    /// Whether a coordinate is that of the positive side of an axis, or of the negative side.
    fn is_side(coordinate: f32, half: f32, positive: u8) -> bool {
        let side = if positive == 1 { half } else { -half };
        (coordinate - side).abs() < 1e-5
    }

    /// Boxes in pairs, overlapping and apart, in all kinds of relative poses.
    fn pairs_of_boxes(pairs: u32) -> BoxStore {
        let mut state = 1_u64;
        let mut random = |low: f32, high: f32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let [first, second, ..] = state.to_be_bytes();
            low + (high - low) * f32::from(u16::from_be_bytes([first, second])) / 65_536.0
        };
        let mut boxes = BoxStore::new();
        for index in 0..2 * pairs {
            // The first box of each pair is at the origin, the second one near it.
            let reach = [0.0, 1.1, 0.0, 1.4][index as usize % 4];
            let center = [0; 3].map(|_| random(-reach, reach));
            let half_extents = [0; 3].map(|_| random(0.2, 0.7));
            let rotation = [0; 4].map(|_| random(-1.0, 1.0));
            let length = rotation.iter().map(|part| part * part).sum::<f32>().sqrt();
            let rotation = rotation.map(|part| part / length);
            boxes.insert(OrientedBox::new(center, rotation, half_extents)).unwrap();
        }
        boxes
    }

    /// Every number that the kernels give names features on which the contact lies. All of them occur, except some pairs
    /// of edges of closest points: such pairs mostly have an edge axis, whose contact is no closest-point contact.
    #[test]
    fn contacts_lie_on_the_decoded_features() {
        let boxes = pairs_of_boxes(100_000);
        let pairs: Vec<[u32; 2]> = (0..100_000).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        let query = Query::new(&boxes, &pairs).within(0.5);
        let limit = PointLimit::Eight;
        let options = ManifoldOptions { limit, surfaces: true, ..ManifoldOptions::default() };
        let mut manifolds = Manifolds::with(options);
        Engine::new().manifolds(query, &mut manifolds).unwrap();
        let mut seen = BTreeSet::new();
        for touching in manifolds.touching() {
            assert_ne!(touching.manifold.kind(), ContactKind::Fallback);
            let [half_a, half_b] = touching.pair.map(|index| {
                let [x, y, z, _] = boxes.half_extents()[index as usize];
                [x, y, z]
            });
            for (point, surface) in touching.points.iter().zip(touching.surfaces) {
                let is_closest = touching.manifold.kind() == ContactKind::Closest;
                assert_eq!(point.feature.0 >= 160, is_closest);
                let is_there = match point.feature.kind().unwrap() {
                    FeatureKind::VertexOfA { vertex } => is_vertex(surface.on_a, half_a, vertex),
                    FeatureKind::VertexOfB { vertex } => is_vertex(surface.on_b, half_b, vertex),
                    FeatureKind::Edges { a, b } => {
                        is_on_edge(surface.on_a, half_a, a) && is_on_edge(surface.on_b, half_b, b)
                    }
                };
                assert!(is_there, "{:?} {surface:?} {half_a:?} {half_b:?}", point.feature.kind());
                seen.insert(point.feature);
            }
        }
        let of_closest_edges = seen.range(Feature(176)..).count();
        assert_eq!(seen.len() - of_closest_edges, 176);
        assert!(of_closest_edges > 10, "{of_closest_edges}");
    }
}
