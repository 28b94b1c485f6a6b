//! The queries of boxes against other shapes: one virtual call per chunk, as for pairs of boxes.
//!
//! A query is a kernel for one batch. What stands here once for all of them: which arithmetic, the
//! loop over whole batches, and the last rows that fill no batch.

use octosat_lanes::{self as lanes, Isa, MAX_LANES, Mask};

use super::Arithmetic;
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
use crate::query::Margin;
use crate::shapes::{
    AxisAlignedBox, ClosestPoints, Containment, Frustum, HalfSpace, HalfSpaceContacts, Ray, RayHit,
    Segment, Sphere, SphereContact,
};

/// The queries of one basis against other shapes, compiled for one backend.
pub trait ShapeSweep<B: Basis>: Send + Sync {
    /// The axis-aligned boxes around the boxes of a chunk.
    fn world_bounds(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [AxisAlignedBox],
    );

    /// Whether boxes and half-spaces come within the margins, one bit a row.
    fn half_space_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, HalfSpace>,
        words: &mut [u64],
    );

    /// How deep boxes are in half-spaces.
    fn half_space_depths(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, HalfSpace>,
        rows: &mut [f32],
    );

    /// Contacts of boxes with half-spaces.
    fn half_space_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, HalfSpace>,
        rows: &mut [HalfSpaceContacts],
    );

    /// Whether boxes and spheres come within the margins, one bit a row.
    fn sphere_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Sphere>,
        words: &mut [u64],
    );

    /// How boxes and spheres touch.
    fn sphere_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Sphere>,
        rows: &mut [SphereContact],
    );

    /// Whether boxes and axis-aligned boxes come within the margins, one bit a row.
    fn aabb_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, AxisAlignedBox>,
        words: &mut [u64],
    );

    /// The boxes of a chunk against the planes of a frustum.
    fn cull(
        &self,
        arithmetic: Arithmetic,
        frustum: &Frustum,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [Containment],
    );

    /// The boxes of a chunk against a frustum, over all axes.
    fn classify(
        &self,
        arithmetic: Arithmetic,
        frustum: &Frustum,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [Containment],
    );

    /// Where rays enter and leave the boxes of a chunk.
    fn ray_hits(&self, arithmetic: Arithmetic, chunk: &ShapeChunk<'_, B, Ray>, rows: &mut [RayHit]);

    /// The same for segments.
    fn segment_hits(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Segment>,
        rows: &mut [RayHit],
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
    fn world_bounds(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [AxisAlignedBox],
    ) {
        Kernel { isa: *self, arithmetic, query: WorldBounds }.rows(chunk, rows);
    }

    fn half_space_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, HalfSpace>,
        words: &mut [u64],
    ) {
        Kernel { isa: *self, arithmetic, query: HalfSpaceOverlap }.bits(chunk, words);
    }

    fn half_space_depths(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, HalfSpace>,
        rows: &mut [f32],
    ) {
        Kernel { isa: *self, arithmetic, query: HalfSpaceDepths }.rows(chunk, rows);
    }

    fn half_space_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, HalfSpace>,
        rows: &mut [HalfSpaceContacts],
    ) {
        Kernel { isa: *self, arithmetic, query: HalfSpaceCorners }.rows(chunk, rows);
    }

    fn sphere_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Sphere>,
        words: &mut [u64],
    ) {
        Kernel { isa: *self, arithmetic, query: SphereOverlap }.bits(chunk, words);
    }

    fn sphere_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Sphere>,
        rows: &mut [SphereContact],
    ) {
        Kernel { isa: *self, arithmetic, query: SphereContacts }.rows(chunk, rows);
    }

    fn aabb_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, AxisAlignedBox>,
        words: &mut [u64],
    ) {
        let isa = *self;
        match chunk.margin {
            Margin::None => Kernel { isa, arithmetic, query: AlignedOverlap }.bits(chunk, words),
            _ => Kernel { isa, arithmetic, query: AlignedOverlapWithin }.bits(chunk, words),
        }
    }

    fn cull(
        &self,
        arithmetic: Arithmetic,
        frustum: &Frustum,
        chunk: &ShapeChunk<'_, B, ()>,
        rows: &mut [Containment],
    ) {
        Kernel { isa: *self, arithmetic, query: Cull { frustum } }.rows(chunk, rows);
    }

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

    fn ray_hits(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Ray>,
        rows: &mut [RayHit],
    ) {
        Kernel { isa: *self, arithmetic, query: Hits::<Ray>::NEW }.rows(chunk, rows);
    }

    fn segment_hits(
        &self,
        arithmetic: Arithmetic,
        chunk: &ShapeChunk<'_, B, Segment>,
        rows: &mut [RayHit],
    ) {
        Kernel { isa: *self, arithmetic, query: Hits::<Segment>::NEW }.rows(chunk, rows);
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
    /// The rows of a chunk of any length.
    fn rows<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, rows: &mut [Q::Row]) {
        let (whole, rest) = rows.split_at_mut(chunk.len() - chunk.len() % I::LANES);
        self.whole_rows(&chunk.slice(0..whole.len()), whole);
        if !rest.is_empty() {
            let mut buffer = ShapeTail::new();
            let tail = chunk.slice(whole.len()..chunk.len());
            let mut rows = [Q::Row::default(); MAX_LANES];
            self.whole_rows(&tail.padded(I::LANES, &mut buffer), &mut rows[..I::LANES]);
            rest.copy_from_slice(&rows[..rest.len()]);
        }
    }

    /// The rows of whole batches.
    fn whole_rows<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, rows: &mut [Q::Row]) {
        let Self { isa, query, .. } = self;
        match self.arithmetic {
            Arithmetic::Exact => isa.enter(
                #[inline(always)]
                || {
                    chunk.for_each_batch(
                        isa,
                        #[inline(always)]
                        |first, batch| {
                            let rows = &mut rows[first..first + I::LANES];
                            query.batch::<I, lanes::Exact, B>(isa, batch, rows);
                        },
                    );
                },
            ),
            Arithmetic::Fused => isa.enter(
                #[inline(always)]
                || {
                    chunk.for_each_batch(
                        isa,
                        #[inline(always)]
                        |first, batch| {
                            let rows = &mut rows[first..first + I::LANES];
                            query.batch::<I, lanes::Fused, B>(isa, batch, rows);
                        },
                    );
                },
            ),
        }
    }
}

impl<I: Isa, Q: TestQuery> Kernel<I, Q> {
    /// The answers for a chunk of any length, one bit a row, lowest bit first.
    fn bits<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, words: &mut [u64]) {
        let whole = chunk.len() - chunk.len() % I::LANES;
        self.whole_bits(&chunk.slice(0..whole), words);
        if whole < chunk.len() {
            let mut buffer = ShapeTail::new();
            let tail = chunk.slice(whole..chunk.len());
            let mut word = [0];
            self.whole_bits(&tail.padded(I::LANES, &mut buffer), &mut word);
            let present = (1 << (chunk.len() - whole)) - 1;
            words[whole / 64] |= (word[0] & present) << (whole % 64);
        }
    }

    /// The answers for whole batches; every word of the output is set.
    fn whole_bits<B: Basis>(self, chunk: &ShapeChunk<'_, B, Q::Shape>, words: &mut [u64]) {
        let Self { isa, query, .. } = self;
        words.fill(0);
        match self.arithmetic {
            Arithmetic::Exact => isa.enter(
                #[inline(always)]
                || {
                    chunk.for_each_batch(
                        isa,
                        #[inline(always)]
                        |first, batch| {
                            let bits = query.batch::<I, lanes::Exact, B>(isa, batch).bits();
                            words[first / 64] |= u64::from(bits) << (first % 64);
                        },
                    );
                },
            ),
            Arithmetic::Fused => isa.enter(
                #[inline(always)]
                || {
                    chunk.for_each_batch(
                        isa,
                        #[inline(always)]
                        |first, batch| {
                            let bits = query.batch::<I, lanes::Fused, B>(isa, batch).bits();
                            words[first / 64] |= u64::from(bits) << (first % 64);
                        },
                    );
                },
            ),
        }
    }
}
