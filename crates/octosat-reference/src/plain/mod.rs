//! The written order of operations, in scalar float32: what the kernels match bit for bit.
//!
//! Every operation is a single IEEE 754 operation, rounded once, and a multiply-add is a rounded
//! product followed by a rounded sum (the engine's *exact* arithmetic) but within [`fused`]. The fifteen axes are those
//! of S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`: A Hierarchical Structure for Rapid
//! Interference Detection", SIGGRAPH 1996, section 5; the radii of the edge axes are projections
//! on the axis as computed, which keeps near-parallel edges harmless.

mod arithmetic;
mod axes;
mod contacts;
mod direction;
mod frame;
mod overlap;
mod penetration;

pub use arithmetic::fused;
pub use contacts::{PlainKind, PlainManifold, PlainPoint, PlainSettings, contacts};
pub use overlap::{overlap, overlap_scaled, overlap_scaled_within, overlap_within};
pub use penetration::{PlainPenetration, penetration, penetration_scaled};
