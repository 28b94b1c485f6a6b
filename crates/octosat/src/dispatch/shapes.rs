//! The queries of boxes against other shapes: one virtual call per chunk, as for pairs of boxes.
//!
//! A query is a kernel for one batch. What stands here once for all of them: which arithmetic, the
//! loop over whole batches, and the last rows that fill no batch.

use octosat_lanes::{self as lanes, Isa, Mask};

use super::Arithmetic;
use super::tail::{fill_bits, fill_rows};
use crate::frame::Basis;
use crate::kernels::shapes::aligned::{AlignedOverlap, AlignedOverlapWithin};
use crate::kernels::shapes::chunk::{ShapeChunk, ShapeTail};
use crate::kernels::shapes::classify::classify_chunk;
use crate::kernels::shapes::closest_points::{SegmentPairs, closest_points};
use crate::kernels::shapes::cull::Cull;
use crate::kernels::shapes::half_space::{HalfSpaceCorners, HalfSpaceDepths, HalfSpaceOverlap};
use crate::kernels::shapes::lines::Hits;
use crate::kernels::shapes::sphere::{SphereContacts, SphereOverlap};
use crate::kernels::shapes::world_bounds::WorldBounds;
use crate::kernels::shapes::{RowQuery, TestQuery};
use crate::shapes::{ClosestPoints, Containment, Frustum, Ray, Segment};

/// A query that answers with rows, compiled for one backend.
pub trait RowSweep<B: Basis, Q: RowQuery>: Send + Sync {
    /// The rows of a chunk of any length.
    fn rows(
        &self,
        arithmetic: Arithmetic,
        query: Q,
        chunk: &ShapeChunk<'_, B, Q::Shape>,
        rows: &mut [Q::Row],
    );
}

/// A query that answers yes or no, compiled for one backend.
pub trait TestSweep<B: Basis, Q: TestQuery>: Send + Sync {
    /// The answers for a chunk of any length, one bit a row, lowest bit first.
    fn bits(
        &self,
        arithmetic: Arithmetic,
        query: Q,
        chunk: &ShapeChunk<'_, B, Q::Shape>,
        words: &mut [u64],
    );
}

/// The queries of one basis against other shapes, compiled for one backend.
pub trait ShapeSweep<B: Basis>:
    RowSweep<B, WorldBounds>
    + TestSweep<B, HalfSpaceOverlap>
    + RowSweep<B, HalfSpaceDepths>
    + RowSweep<B, HalfSpaceCorners>
    + TestSweep<B, SphereOverlap>
    + RowSweep<B, SphereContacts>
    + TestSweep<B, AlignedOverlap>
    + TestSweep<B, AlignedOverlapWithin>
    + for<'a> RowSweep<B, Cull<'a>>
    + RowSweep<B, Hits<Ray>>
    + RowSweep<B, Hits<Segment>>
{
    /// The boxes of a chunk against a frustum, over all axes.
    fn classify(
        &self,
        arithmetic: Arithmetic,
        frustum: &Frustum,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [Containment],
    );
}

/// The queries without boxes, compiled for one backend.
pub trait SegmentSweep: Send + Sync {
    /// The closest points of pairs of segments.
    fn closest_points(
        &self,
        arithmetic: Arithmetic,
        given: &SegmentPairs<'_>,
        rows: &mut [ClosestPoints],
    );
}

impl<I: Isa> SegmentSweep for I {
    fn closest_points(
        &self,
        arithmetic: Arithmetic,
        given: &SegmentPairs<'_>,
        rows: &mut [ClosestPoints],
    ) {
        match arithmetic {
            Arithmetic::Exact => closest_points::<I, lanes::Exact>(*self, given, rows),
            Arithmetic::Fused => closest_points::<I, lanes::Fused>(*self, given, rows),
        }
    }
}

impl<I: Isa, B: Basis> ShapeSweep<B> for I {
    fn classify(
        &self,
        arithmetic: Arithmetic,
        frustum: &Frustum,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [Containment],
    ) {
        match arithmetic {
            Arithmetic::Exact => classify_chunk::<I, lanes::Exact, B>(*self, frustum, chunk, rows),
            Arithmetic::Fused => classify_chunk::<I, lanes::Fused, B>(*self, frustum, chunk, rows),
        }
    }
}

impl<I: Isa, B: Basis, Q: RowQuery> RowSweep<B, Q> for I {
    fn rows(
        &self,
        arithmetic: Arithmetic,
        query: Q,
        chunk: &ShapeChunk<'_, B, Q::Shape>,
        rows: &mut [Q::Row],
    ) {
        let kernel = Kernel { isa: *self, arithmetic, query };
        fill_rows(I::LANES, rows, |range, rows| kernel.rows(&chunk.slice(range), rows));
    }
}

impl<I: Isa, B: Basis, Q: TestQuery> TestSweep<B, Q> for I {
    fn bits(
        &self,
        arithmetic: Arithmetic,
        query: Q,
        chunk: &ShapeChunk<'_, B, Q::Shape>,
        words: &mut [u64],
    ) {
        let kernel = Kernel { isa: *self, arithmetic, query };
        let answer = |range, words: &mut [u64]| kernel.bits(&chunk.slice(range), words);
        fill_bits(I::LANES, chunk.len(), words, answer);
    }
}

/// A query on a backend in an arithmetic.
#[derive(Clone, Copy, Debug)]
struct Kernel<I, Q> {
    isa: I,
    arithmetic: Arithmetic,
    query: Q,
}

impl<I: Isa, Q: RowQuery> Kernel<I, Q> {
    /// The rows of whole batches, or of less than one, which is padded.
    fn rows<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, rows: &mut [Q::Row]) {
        if chunk.len().is_multiple_of(I::LANES) {
            self.whole_rows(chunk, rows);
        } else {
            self.whole_rows(&chunk.padded(I::LANES, &mut ShapeTail::new()), rows);
        }
    }

    /// The rows of whole batches.
    fn whole_rows<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, rows: &mut [Q::Row]) {
        match self.arithmetic {
            Arithmetic::Exact => self.isa.enter(
                #[inline(always)]
                || self.row_batches::<lanes::Exact, B>(chunk, rows),
            ),
            Arithmetic::Fused => self.isa.enter(
                #[inline(always)]
                || self.row_batches::<lanes::Fused, B>(chunk, rows),
            ),
        }
    }

    #[inline(always)]
    fn row_batches<A: lanes::Arithmetic, B: Basis>(
        self,
        chunk: &ShapeChunk<'_, B, Q::Shape>,
        rows: &mut [Q::Row],
    ) {
        chunk.for_each_batch(
            self.isa,
            #[inline(always)]
            |first, batch| {
                let rows = &mut rows[first..first + I::LANES];
                self.query.batch::<I, A, B>(self.isa, batch, rows);
            },
        );
    }
}

impl<I: Isa, Q: TestQuery> Kernel<I, Q> {
    /// The answers for whole batches, or for less than one, which is padded.
    fn bits<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, words: &mut [u64]) {
        if chunk.len().is_multiple_of(I::LANES) {
            self.whole_bits(chunk, words);
        } else {
            self.whole_bits(&chunk.padded(I::LANES, &mut ShapeTail::new()), words);
        }
    }

    /// The answers for whole batches; every word of the output is set.
    fn whole_bits<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, words: &mut [u64]) {
        words.fill(0);
        match self.arithmetic {
            Arithmetic::Exact => self.isa.enter(
                #[inline(always)]
                || self.bit_batches::<lanes::Exact, B>(chunk, words),
            ),
            Arithmetic::Fused => self.isa.enter(
                #[inline(always)]
                || self.bit_batches::<lanes::Fused, B>(chunk, words),
            ),
        }
    }

    #[inline(always)]
    fn bit_batches<A: lanes::Arithmetic, B: Basis>(
        self,
        chunk: &ShapeChunk<'_, B, Q::Shape>,
        words: &mut [u64],
    ) {
        chunk.for_each_batch(
            self.isa,
            #[inline(always)]
            |first, batch| {
                let bits = self.query.batch::<I, A, B>(self.isa, batch).bits();
                words[first / 64] |= u64::from(bits) << (first % 64);
            },
        );
    }
}
