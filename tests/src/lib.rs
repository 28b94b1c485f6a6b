//! What the cross-crate tests share: worlds in both bases, the backends of this machine, and the
//! references put beside the engine.
//!
//! Meters, world space, unit quaternions x, y, z, w that take a box to the world.
#![forbid(unsafe_code)]

mod backends;
mod frusta;
mod geometry;
mod reference;
mod shapes;
mod stores;
mod world;

pub use backends::{available_backends, engine_with, engines, fastest_engines, with_threads};
pub use frusta::{
    random_frusta, random_hexahedron, random_view, reference_frustum, view_projection,
};
pub use geometry::{
    Quaternion, Vector, add, along, columns, cross, cube_rotations, dot, length, narrow,
    normalized, product, rotate, turn, wide,
};
pub use reference::{PairReference, RowBits, plain_overlaps, plain_rows, reference_box, row_bits};
pub use shapes::both_forms;
pub use stores::{Boxes, MANY, StoredSample, on_one_thread_and_split, quaternions, store_bits};
pub use world::{Basis, ContactSettings, Limit, World, octagon_boxes, pack};

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/embedding.md")]
struct EmbeddingGuide;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/shapes.md")]
struct ShapesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/convex.md")]
struct ConvexChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/rectangles.md")]
struct RectanglesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/response.md")]
struct ResponseChapter;
