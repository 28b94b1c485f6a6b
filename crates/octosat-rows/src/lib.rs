#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod axis;
mod cast;
mod chain;
mod covered;
mod distance;
mod face;
mod hits;
mod impact;
mod intersection;
mod layout;
mod penetration;
mod rectangle;
mod sphere;
mod surface;
// Not part of the public interface: what the engine and its plain reference share.
#[doc(hidden)]
pub mod tolerances;
mod verdict;
mod words;

pub use axis::Axis;
pub use cast::{Cast, CastState, ShapeCast};
pub use chain::{ChainClearance, JointMotion, JointMotionState, LinkPair};
pub use covered::CoveredRectangle;
pub use distance::{Distance, DistanceState};
pub use face::Face;
pub use hits::{ClosestPoints, RayHit};
pub use impact::{Impact, ImpactState};
pub use intersection::{Intersection, IouPair, RectangleIntersection};
pub use layout::{Element, Field, ROWS, Row, RowLayout};
pub use penetration::Penetration;
pub use rectangle::{RectangleAxis, RectangleFeature, RectanglePenetration, RectanglePoint};
pub use sphere::SphereContact;
pub use surface::SurfacePoints;
pub use verdict::Verdict;
