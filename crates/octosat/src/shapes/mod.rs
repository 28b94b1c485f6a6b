//! The shapes that boxes are asked against, checked on entry, as plain values of whole rows.
//!
//! 1. `error` and `checks`: what a shape is refused for.
//! 2. `half_space`, `sphere`, `aligned`, `line`: one shape each; `frustum`, which is no row but is
//!    prepared once; `hits`: what lines are answered.
//! 3. `against`: one shape for all boxes, or a list of boxes and shapes.
//! 4. `lanes`: how rows of shapes become lanes.
//!
//! Shapes are rows of four floats and nothing else, so slices of them are loaded as boxes are, and
//! an engine's own rows can be lent by casting with `bytemuck`. A cast checks nothing: any value is
//! memory-safe, but the results of a shape that its constructor would refuse mean nothing; other
//! pairs are not affected.

mod against;
mod checks;
mod error;
mod frustum;
mod hits;

#[expect(unnameable_types, reason = "sealed: the lanes of a shape tie it to its kernels")]
mod aligned;
#[expect(unnameable_types, reason = "sealed: the lanes of a shape tie it to its kernels")]
mod half_space;
#[expect(unnameable_types, reason = "sealed: the lanes of a shape tie it to its kernels")]
pub(crate) mod lanes;
#[expect(unnameable_types, reason = "sealed: the lanes of a shape tie it to its kernels")]
mod line;
#[expect(unnameable_types, reason = "sealed: the lanes of a shape tie it to its kernels")]
mod sphere;

pub use against::Against;
pub use aligned::AxisAlignedBox;
pub use error::{ShapeError, ShapeField};
pub use frustum::{Containment, DepthRange, Frustum, FrustumError, FrustumSide, PerspectiveView};
pub use half_space::HalfSpace;
pub use hits::{ClosestPoints, HitFace, RayHit};
pub use line::{Ray, Segment};
pub use sphere::Sphere;

pub(crate) use frustum::EdgeDirection;
pub(crate) use line::LineLanes;
