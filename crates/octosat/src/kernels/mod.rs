//! The separating axes and the queries over them, each formula once, generic over backend,
//! arithmetic and basis.

pub(crate) mod axes;
pub(crate) mod choice;
pub(crate) mod chunk;
pub(crate) mod contacts;
pub(crate) mod direction;
pub(crate) mod overlap;
pub(crate) mod penetration;
pub(crate) mod queue;
pub(crate) mod rectangles;
pub(crate) mod shapes;

use octosat_lanes::{Arithmetic, Isa};

use self::chunk::Chunk;
use crate::frame::Layout;

/// A query about pairs whose answers stand at fixed places.
pub(crate) trait PairQuery<L: Layout> {
    /// A row a pair, or a word for every 64, one bit a pair, lowest bit first.
    type Out;

    /// Answers a chunk of whole batches; all of the output that the chunk reaches is written.
    fn chunk<I: Isa, A: Arithmetic>(isa: I, chunk: &Chunk<'_, '_, L>, out: &mut [Self::Out]);
}
