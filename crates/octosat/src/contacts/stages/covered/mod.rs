//! Contacts that leave no covered face; see [`Query::covered`](crate::Query::covered).
//!
//! Queries with covered faces share all stages with others, and change what is between them:
//!
//! 1. The usual axis is found as always (`allowed`: or a face of a box with covered faces). Pairs whose normal leaves a
//!    covered face (`leaving`) are excluded, and get the best axis that leaves none.
//! 2. If a normal leaves a face that is covered in part, its contact is clipped first (`parts`). If all points lie on the
//!    rectangles of the face, it counts as covered for this pair, which then is excluded, too.
//! 3. Excluded pairs have only contacts that clipping shows: none that other pairs get if it shows nothing.

mod allowed;
mod leaving;
mod parts;

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Singles};

use self::allowed::{allowed_axis, no_axis, settled, usual_axis};
use self::leaving::{B_SHIFT, is_covered, is_partly_covered, left_faces};
use super::axis::face_and_best;
use super::chunk::{ChunkStages, ClosestCandidate, CoveredScratch, FoundAxes, Scratch, Stages};
use crate::choice::{face_normal, is_edge_axis, local_normal};
use crate::contacts::{ContactKind, ContactStatus, Manifold};
use crate::covered::CoveredFaces;

/// The covered faces of a query: those of the boxes a, and those of the boxes b.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithCovered<'a>(pub(crate) [Option<&'a CoveredFaces>; 2]);

/// The most faces of a pair that can be covered in part.
const FACES: usize = 12;

impl WithCovered<'_> {
    /// The bits of the faces of a pair: of a in the lower half, and of b in the upper one.
    #[inline(always)]
    fn bits_of(self, pair: [u32; 2]) -> i32 {
        let of_box = |side: usize| {
            let bits = self.0[side].and_then(|faces| faces.bits().get(pair[side] as usize));
            bits.copied().map_or(0, i32::from)
        };
        of_box(0) | of_box(1) << B_SHIFT
    }

    /// The bits of the pairs at some positions; none past the last pair.
    #[inline(always)]
    fn bits_at<I: Isa>(self, isa: I, pairs: &[[u32; 2]], positions: &[u32]) -> I::Integer {
        let mut bits = [0; MAX_LANES];
        for (bits, &position) in bits.iter_mut().zip(positions).take(I::LANES) {
            *bits = pairs.get(position as usize).map_or(0, |&pair| self.bits_of(pair));
        }
        isa.load_integers(&bits)
    }
}

impl ChunkStages for WithCovered<'_> {
    const IN_PLACE: bool = false;

    #[inline(always)]
    fn columns<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        found: &FoundAxes<'_, I>,
        scratch: &mut Scratch,
    ) -> [I::Real; 4] {
        let &FoundAxes { pairs, positions, within, frame, face, best } = found;
        let bits = self.bits_at(isa, pairs, positions);
        if (!bits.equals(isa.splat_integer(0))).bits() == 0 {
            return face_and_best(face, best);
        }
        let axis = usual_axis::<I, A>(isa, frame, [face, best], bits);
        let normal = if is_edge_axis(isa, axis.code).bits() == 0 {
            face_normal::<I, A>(isa, frame, axis.code)
        } else {
            local_normal::<I, A>(isa, frame, axis.code)
        };
        let left = left_faces::<I, A>(isa, frame, normal);
        let is_excluded = is_covered(isa, left, bits);
        let excluded = within & is_excluded;
        let suspect = within & (is_partly_covered(isa, left, bits) & !is_excluded);
        if (excluded | suspect).bits() != 0 {
            let (bits, [separation, code]) = (Singles::from_bits(bits), axis.to_columns());
            scratch.covered.excluded.push_at(isa, excluded, positions, [bits]);
            scratch.covered.suspects.push_at(isa, suspect, positions, [bits, separation, code]);
        }
        settled(isa, axis)
    }

    fn replace_axes<I: Isa, A: Arithmetic>(self, stages: &mut Stages<'_, '_, '_, '_, I>) {
        let covered = &mut stages.scratch.covered;
        covered.were_excluded = [0; _];
        covered.excluded.forget_copies();
        covered.suspects.forget_copies();
        if covered.excluded.len() + covered.suspects.len() == 0 {
            return;
        }
        // A pair is excluded again only if another face of it is covered.
        for _ in 0..=FACES {
            stages.isa.enter_rarely(
                #[inline(always)]
                || stages.find_allowed_axes::<A>(),
            );
            if stages.scratch.covered.suspects.len() == 0 {
                break;
            }
            stages.isa.enter_rarely(
                #[inline(always)]
                || self.cover_parts::<I, A>(stages),
            );
        }
        stages.settle_excluded();
    }

    fn replace_contacts<I: Isa>(self, stages: &mut Stages<'_, '_, '_, '_, I>) -> bool {
        stages.take_unsupported()
    }

    #[inline(always)]
    fn allowed<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        candidate: &ClosestCandidate<'_, I>,
    ) -> I::Mask {
        self.allowed_closest::<I, A>(isa, candidate)
    }
}

impl CoveredScratch {
    /// Whether the pair at a position was excluded.
    fn was_excluded(&self, position: u32) -> bool {
        self.were_excluded[position as usize / 64] >> (position % 64) & 1 == 1
    }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Finds the best allowed axes of the excluded pairs.
    #[inline(always)]
    fn find_allowed_axes<A: Arithmetic>(&mut self) {
        let (isa, covered) = (self.isa, &mut self.scratch.covered);
        covered.excluded.pad::<I>();
        let mut next = 0;
        while next < self.scratch.covered.excluded.len() {
            let covered = &mut self.scratch.covered;
            let positions = covered.excluded.copy_of_positions::<I>(next);
            let [bits] = covered.excluded.values(isa, next);
            let mut others = [0; MAX_LANES];
            for (other, &position) in others.iter_mut().zip(&positions).take(I::LANES) {
                covered.were_excluded[position as usize / 64] |= 1 << (position % 64);
                *other = self.out.manifolds[position as usize].axis.number();
            }
            let others = isa.load_integers(&others);
            let sides = self.chunk.load_at(isa, &positions[..I::LANES]);
            let frame = self.frame::<A>(&sides);
            let axis = allowed_axis::<I, A>(isa, &frame, bits.to_bits(), others);
            let normal = local_normal::<I, A>(isa, &frame, axis.code);
            let left = left_faces::<I, A>(isa, &frame, normal);
            let exists = no_axis(isa).separation.less(axis.separation);
            let suspect = exists & is_partly_covered(isa, left, bits.to_bits());
            let [separation, code] = axis.to_columns();
            let covered = &mut self.scratch.covered;
            covered.suspects.push_at(isa, suspect, &positions, [bits, separation, code]);
            let mut columns = [[0.0; MAX_LANES]; 4];
            for (column, values) in columns.iter_mut().zip(settled(isa, axis)) {
                isa.store(values, column);
            }
            for (lane, &position) in positions.iter().enumerate().take(I::LANES) {
                covered.axes[position as usize] = columns.map(|column| column[lane]);
            }
            next += I::LANES;
        }
        self.scratch.covered.excluded.clear();
        self.scratch.covered.suspects.forget_copies();
    }

    /// Gives the excluded pairs their axes, keeps their rows, and removes those that have no axis.
    fn settle_excluded(&mut self) {
        let covered = &mut self.scratch.covered;
        self.scratch.touching.replace(|position, usual| {
            if !covered.was_excluded(position) {
                return Some(usual);
            }
            let row = &mut self.out.manifolds[position as usize];
            let overlaps = row.depth >= 0.0;
            let status = if overlaps { ContactStatus::COVERED } else { row.status };
            // The zero of boxes that touch is positive in every row.
            let empty = Manifold { depth: row.depth + 0.0, status, ..*row };
            covered.rows[position as usize] = empty;
            let columns = covered.axes[position as usize];
            let exists = columns[2] > f32::MIN;
            if !exists {
                *row = empty;
            }
            exists.then_some(columns)
        });
    }

    /// Takes contacts from excluded pairs whose faces show none: along another axis than that of least overlap, they may
    /// not lie over each other at all, or be farther apart there than the margin. Their closest points lie in the direction
    /// that is excluded. Returns whether there are no such pairs.
    fn take_unsupported(&mut self) -> bool {
        let mut have_points = true;
        let covered = &self.scratch.covered;
        for (first, &word) in (0..).step_by(64).zip(&covered.were_excluded) {
            let mut rest = word;
            while rest != 0 {
                let position = first + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let row = &mut self.out.manifolds[position];
                let start = row.first.saturating_sub(self.out.first_place) as usize;
                let points = &self.out.points[start..start + usize::from(row.len)];
                let limit = -self.chunk.margin_of(position);
                let is_made_up = match row.kind() {
                    ContactKind::Fallback | ContactKind::Separated => true,
                    _ => row.depth >= 0.0 && points.iter().all(|point| point.depth <= limit),
                };
                if row.len > 0 && is_made_up {
                    *row = covered.rows[position];
                    have_points = false;
                }
            }
        }
        let usual = |position| !covered.was_excluded(position);
        self.scratch.unseen.replace(|position, found| usual(position).then_some(found));
        have_points
    }
}
