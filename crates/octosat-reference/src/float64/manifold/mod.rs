//! Contacts of a pair in float64, and a checker of everything that is documented about a manifold.
//!
//! The methods are exhaustive: all vertices and all pairs of edges for the distance, polygon clipping in
//! space for the candidates, every choice of four points for the area.

mod answer;
mod area;
mod check;
mod checked;
mod clip;
mod closest;
mod facing;
mod features;
mod four;
mod image;
mod ledger;
mod polygon;
mod surface;

pub use answer::{ManifoldAnswer, MovedAnswer, SurfaceAnswer};
pub use area::largest_area;
pub(super) use check::check_along_axis;
pub use check::{check_manifold, check_relative_manifold};
pub use clip::ContactCandidate;
pub(super) use closest::surface_distance;
pub use image::{compare_moved, compare_swapped};
pub use ledger::{ManifoldFault, ManifoldFinding, ManifoldReport};
