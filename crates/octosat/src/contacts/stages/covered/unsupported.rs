//! Contacts that clipping left to later stages: pairs with covered faces have none of these.
//!
//! Along another axis than that of least overlap, the faces of a pair may not lie over each other at all, or be farther
//! apart there than the margin. Then the pair has no contact, and no point is made up for it. Its closest points lie in
//! the direction that is excluded.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, MAX_LANES, Mask};

use super::leaving::{PARTLY_SHIFT, is_covered, is_partly_covered, left_faces};
use super::{CoveredScratch, WithCovered};
use crate::contacts::stages::batch::ClosestCandidate;
use crate::contacts::stages::chunk::Stages;
use crate::contacts::stages::output::SurfaceLanes;
use crate::contacts::{ContactKind, ContactStatus, SurfacePoints};

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Gives excluded pairs without a point of their faces the row of a pair without contact, and takes all excluded
    /// pairs from the search for closest points.
    pub(super) fn restore_unsupported(&mut self) {
        let mut all_have_points = true;
        let covered = &self.scratch.covered;
        for (first, &word) in (0..).step_by(64).zip(&covered.were_excluded) {
            let mut rest = word;
            while rest != 0 {
                let position = first + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let row = &mut self.out.manifolds[position];
                if row.len == 0 {
                    continue;
                }
                let start = (row.first - self.out.first_place) as usize;
                let points = &self.out.points[start..start + usize::from(row.len)];
                let limit = -self.chunk.margin_of(position);
                let is_made_up = match row.kind() {
                    ContactKind::Fallback | ContactKind::Separated => true,
                    _ => row.depth >= 0.0 && points.iter().all(|point| point.depth <= limit),
                };
                if is_made_up {
                    *row = covered.rows[position];
                    if row.depth >= 0.0 {
                        row.status = ContactStatus::COVERED;
                    }
                    all_have_points = false;
                }
            }
        }
        self.scratch.unseen.retain(|position, _| !covered.was_excluded(position));
        if !all_have_points {
            let rows = &self.out.manifolds;
            let has_points = |position: u32| rows[position as usize].len > 0;
            // Pairs that wait for closest points have a placeholder.
            self.scratch.touching.retain(|position, _| has_points(position));
        }
    }
}

impl WithCovered<'_> {
    /// The pairs whose closest points make a contact: the normal leaves no covered face, and no face that is covered in
    /// part at the point.
    #[inline(always)]
    pub(super) fn allowed_closest<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        scratch: &CoveredScratch,
        candidate: &ClosestCandidate<'_, I>,
    ) -> I::Mask {
        let &ClosestCandidate { frame, pairs, positions, normal, on_a, on_b, lanes } = candidate;
        let bits = scratch.bits_at(isa, positions);
        let left = left_faces::<I, A>(isa, frame, normal);
        let allowed = lanes & !is_covered(isa, left, bits);
        let suspects = (allowed & is_partly_covered(isa, left, bits)).bits();
        if suspects == 0 {
            return allowed;
        }
        let surfaces = SurfaceLanes::of_points::<A>(frame, on_a, on_b);
        let mut coordinates = [[0.0; MAX_LANES]; 6];
        for (to, values) in
            coordinates.iter_mut().zip(surfaces.on_a.into_iter().chain(surfaces.on_b))
        {
            isa.store(values, to);
        }
        let mut faces = [0; MAX_LANES];
        isa.store_integers(left & bits.shift_right(PARTLY_SHIFT), &mut faces);
        let mut on_parts = [0; MAX_LANES];
        for lane in (0..I::LANES).filter(|lane| suspects >> lane & 1 == 1) {
            let [ax, ay, az, bx, by, bz] = coordinates.map(|values| values[lane]);
            let point = SurfacePoints { on_a: [ax, ay, az], on_b: [bx, by, bz] };
            let pair = pairs[positions[lane] as usize];
            let faces = faces[lane].cast_unsigned();
            on_parts[lane] = self.faces_that_hold(pair, faces, &[point]).cast_signed();
        }
        allowed & isa.load_integers(&on_parts).equals(isa.splat_integer(0))
    }
}
