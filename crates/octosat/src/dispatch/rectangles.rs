//! The queries on rectangles, compiled for one backend.

use octosat_lanes::Isa;

use super::Arithmetic;
use super::pairs::{bits, rows};
use crate::kernels::chunk::Chunk;
use crate::kernels::rectangles::contacts::RectangleContacts;
use crate::kernels::rectangles::frame::Plane;
use crate::kernels::rectangles::overlap::RectangleOverlaps;
use crate::kernels::rectangles::penetration::RectanglePenetrations;
use crate::rectangles::{RectangleManifold, RectanglePenetration};

/// The queries on rectangles, compiled for one backend.
pub trait RectangleSweep: Send + Sync {
    /// Overlaps of a chunk, one bit a pair.
    fn rectangle_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, Plane>,
        words: &mut [u64],
    );

    /// Penetrations of a chunk, one row a pair.
    fn rectangle_penetration(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, Plane>,
        out: &mut [RectanglePenetration],
    );

    /// Contacts of a chunk, one row a pair.
    fn rectangle_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, Plane>,
        out: &mut [RectangleManifold],
    );
}

impl<I: Isa> RectangleSweep for I {
    fn rectangle_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, Plane>,
        words: &mut [u64],
    ) {
        bits::<I, Plane, RectangleOverlaps>(*self, arithmetic, chunk, words);
    }

    fn rectangle_penetration(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, Plane>,
        out: &mut [RectanglePenetration],
    ) {
        rows::<I, Plane, RectanglePenetrations>(*self, arithmetic, chunk, out);
    }

    fn rectangle_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, Plane>,
        out: &mut [RectangleManifold],
    ) {
        rows::<I, Plane, RectangleContacts>(*self, arithmetic, chunk, out);
    }
}
