//! Algorithms of two sets of slides on separating axes, scalar and step by step.
//!
//! The course slides: boxes in the plane ([`collide`], [`collide_by_intervals`], [`collision_points`]) and in
//! space ([`collide_in_space`], [`collision_points_in_space`]). The lecture slides: two spheres
//! ([`sphere_contact`]), the naive test of two boxes ([`naive_overlap`]), the axis of parallel edges
//! ([`axis_between_parallel_edges`]), and the reduction of contact points by sections ([`one_per_section`]).

mod naive;
mod parallel_edges;
mod plane;
mod sections;
mod space;
mod spheres;

pub use naive::{naive_overlap, some_edge_crosses, some_vertex_is_inside};
pub use parallel_edges::axis_between_parallel_edges;
pub use plane::{
    PlaneBox, PlaneCollision, VertexOnFace, collide, collide_by_intervals, collision_points,
};
pub use sections::one_per_section;
pub use space::{
    SpaceCollision, SpaceCollisionPoints, collide_in_space, collision_points_in_space,
};
pub use spheres::{
    Sphere, SphereContact, sphere_contact, sphere_separation_along, spheres_overlap,
};
