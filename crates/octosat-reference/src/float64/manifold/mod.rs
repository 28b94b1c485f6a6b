//! Float64 facts about a pair's contacts, and a checker of every promise about a manifold.
//!
//! The facts are exhaustive rather than clever: all vertices and all pairs of edges for the
//! distance, polygon clipping in space for the candidates, every choice of four for the area.

mod answer;
mod area;
mod cached;
mod check;
mod checked;
mod clip;
mod closest;
mod facing;
mod features;
mod image;
mod ledger;
mod polygon;
mod surface;

pub use answer::{ContactAnswer, ManifoldAnswer, Steady};
pub use area::largest_area;
pub use cached::{CachedAnswer, SurfaceAnswer, check_cached_manifold};
pub use check::{check_manifold, check_relative_manifold};
pub use clip::ContactCandidate;
pub use closest::ClosestPoints;
pub use image::{MovedAnswer, compare_moved, compare_swapped};
pub use ledger::{ManifoldFault, ManifoldFinding, ManifoldReport};
