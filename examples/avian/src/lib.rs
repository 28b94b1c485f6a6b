//! Box contacts of the physics engine avian3d found by octosat, through avian's public interface.
//!
//! Add [`OctosatPhysics`] instead of avian's `PhysicsPlugins`, and use [`OctosatCollider`] instead of `Collider`.
//! Before each narrow phase one system finds the contacts of all pairs of boxes in one call. The collider type
//! answers avian's questions from these contacts, and leaves all other shapes to avian.
#![forbid(unsafe_code)]

pub mod collider;
pub mod contacts;
pub mod measure;
pub mod narrow_phase;
pub mod pair_rows;
pub mod plugin;
pub mod report;
pub mod scenes;
pub mod world;

pub use collider::OctosatCollider;
pub use contacts::BoxContacts;
pub use plugin::OctosatPhysics;
