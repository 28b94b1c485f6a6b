//! Convex polyhedra: vertices, faces, edges between two faces each, and the few directions that separating
//! axes need.

mod geometry;
#[cfg(feature = "hull")]
mod hull;
mod outline;
mod parts;
mod shapes;
mod solid;
mod topology;

#[cfg(feature = "hull")]
pub use hull::HullError;
pub use parts::{Edge, Face};
pub use solid::Polyhedron;
