//! Chains in float64: where joints put solids, and how far solids are apart.
//!
//! `frame`: rotation matrices, by Rodrigues' formula; `chain`: links and joints as robot descriptions have them;
//! `hull`: convex hulls of points; `placed`: solids as support functions; `simplex` and `gap`: bounds of their distance by the
//! algorithm of Gilbert, Johnson and Keerthi, which knows no separating axes.

mod chain;
mod frame;
mod gap;
mod hull;
mod placed;
mod simplex;

pub use chain::{ReferenceChain, ReferenceJoint, ReferenceJointKind, ReferenceMimic};
pub use frame::RigidFrame;
pub use gap::SolidGap;
pub use hull::HullShape;
pub use placed::{PlacedSolid, SolidShape};
