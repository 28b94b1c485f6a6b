//! The separating axes and the queries over them, each formula once, generic over backend,
//! arithmetic and basis.

pub(crate) mod axes;
pub(crate) mod choice;
pub(crate) mod chunk;
pub(crate) mod contacts;
pub(crate) mod overlap;
pub(crate) mod penetration;
pub(crate) mod queue;
pub(crate) mod rectangles;
pub(crate) mod shapes;
