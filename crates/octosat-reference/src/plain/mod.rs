//! The written order of operations, in scalar float32. The kernels have the same bits.
//!
//! Every operation is a single IEEE 754 operation, rounded once: a product and then the sum it is part of.
//! The fifteen axes are those of S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`: A Hierarchical
//! Structure for Rapid Interference Detection", SIGGRAPH 1996, section 5. The radii of the edge axes are projections
//! on the axis as computed, so nearly parallel edges do no harm.

mod arithmetic;
mod axes;
mod certain;
mod closest;
mod contacts;
mod distances;
mod frame;
mod moved;
mod overlap;
mod penetration;

pub use crate::boxes::ContactAnswer;
pub use certain::CertainPair;
pub use contacts::{
    PlainCover, PlainKind, PlainManifold, PlainRectangle, PlainSettings, contacts, covered_contacts,
};
pub use distances::distance;
pub use moved::PlainMoved;
pub use overlap::{overlap, overlap_scaled, overlap_scaled_within, overlap_within};
pub use penetration::{penetration, penetration_scaled};
