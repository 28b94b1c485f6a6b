//! How much two shapes share: areas, volumes and IoU.
//!
//! One idea for the plane and for space: clamp every point of the surface of one shape, coordinate by coordinate, to the
//! other one. The clamped surface encloses exactly what both share, so its size is an integral over edges or faces. No
//! polygon is clipped and no point is tested, and edges or faces that coincide are nothing special.
//!
//! Reading order is data-flow order:
//!
//! 1. `order`: the larger one of a pair comes first, so that exchanged sides have the same bits.
//! 2. `plane`: the area that two rectangles share. `shared`: what is shared and both sizes, as IoU and as rows.
//! 3. `pair`: two boxes as seen from the larger one. `upright`: boxes that are turned about one axis alone.
//! 4. `space`: boxes that are turned in any way; `seen`, `edges` and `faces`: the second one, as seen from the first.
//! 5. `kernel`: which of both computes a pair. `calls`: the query.

mod calls;
mod edges;
mod faces;
pub(crate) mod kernel;
pub(crate) mod order;
mod pair;
pub(crate) mod plane;
mod seen;
pub(crate) mod shared;
mod space;
mod upright;
