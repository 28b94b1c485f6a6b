//! Convex polyhedra: vertices, faces, edges between two faces each, and the few directions that separating
//! axes need.

mod geometry;
mod outline;
mod parts;
mod shapes;
mod solid;
mod topology;

pub use parts::{Edge, Face};
pub use solid::Polyhedron;
