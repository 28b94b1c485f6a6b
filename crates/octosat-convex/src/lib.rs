#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]
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
mod error;
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
    ContactKind, ContactPoint, ContactSettings, Feature, FlatPoint, InvalidMargin, Manifold,
    PointLimit, contacts, four_points,
};
pub use error::PolyhedronError;
pub use glam::DVec3;
pub use placed::Placed;
#[cfg(feature = "hull")]
pub use polyhedron::HullError;
pub use polyhedron::{Edge, Face, Polyhedron};
pub use pose::{Pose, PoseError};
pub use projection::{Interval, separates, separates_symmetric};
pub use results::{Axis, Penetration, SatStatistics};
pub use sat::{
    EdgeSearch, LastAxis, overlap, overlap_cached, overlap_with, penetration, penetration_with,
};
pub use support::{Aabb, OrientedBox, Points, Sphere, Support, Symmetric};
