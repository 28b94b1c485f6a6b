//! Convex polyhedra by separating axes, in plain float64 code that is written to be read.
//!
//! Support functions, the axes that a pair needs, the Gauss map, a cache of the last axis, and contact manifolds.
//! Input and output are float32. Touching is overlap, and normals point from a to b.
//!
//! # Modules, in the order in which data passes
//!
//! 1. [`Polyhedron`] is a shape, checked when it is made; [`Pose`] is its position and rotation, and
//!    [`Placed`] is both.
//! 2. [`Support`] finds a shape's farthest point, and [`Interval`] is its projection on an axis.
//! 3. [`required_axes`] lists the axes that the separating-axis test needs.
//! 4. [`overlap`] and [`penetration`] are that test, with a Gauss map for pairs of edges.
//! 5. [`contacts`](contacts()) makes a [`Manifold`] from their results; [`four_points`] chooses four of many points.
//!
//! [`tolerances`] holds every tolerance.

pub mod tolerances;

mod directions;
mod polyhedron;
mod pose;

mod placed;

mod axes;
mod projection;
mod support;

mod results;
mod sat;

mod contacts;

pub use axes::{axis_bound, required_axes};
pub use contacts::{
    ContactKind, ContactPoint, ContactSettings, Feature, FlatPoint, Manifold, PointLimit, contacts,
    four_points,
};
pub use glam::DVec3;
pub use placed::Placed;
pub use polyhedron::{Edge, Face, Polyhedron};
pub use pose::Pose;
pub use projection::{Interval, separates, separates_symmetric};
pub use results::{Axis, Penetration, SatStatistics};
pub use sat::{
    EdgeSearch, LastAxis, overlap, overlap_cached, overlap_with, penetration, penetration_with,
};
pub use support::{Aabb, OrientedBox, Points, Sphere, Support, Symmetric};
