//! The separating-axis test of two placed polyhedra.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`", SIGGRAPH 1996, for the theorem; D. Gregorius,
//! "The Separating Axis Test between Convex Polyhedra", GDC 2013, for the Gauss map.

mod edges;
mod faces;
mod gauss;
mod overlap;
mod pair;
mod penetration;

pub use overlap::{LastAxis, overlap, overlap_cached, overlap_with};
pub(crate) use pair::{Candidate, Pair, Side};
pub use penetration::{EdgeSearch, penetration, penetration_with};
pub(crate) use penetration::{Found, best_edges, search};
