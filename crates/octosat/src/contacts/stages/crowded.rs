//! Pairs with more candidates than eight places, computed anew one at a time.
//!
//! Edges that pass corners at the tolerance make such pairs, one in many thousands of those that lie on
//! each other turned by 45 degrees. Looking for the doubled corners where the lanes are cost every batch
//! registers; one lane has the same bits and registers to spare.

use octosat_lanes::{Arithmetic, Isa, Scalar};

use super::compact::index;
use super::recycle::KEPT_POINTS;
use super::{ContactRows, Stages, contacts_chunk};
use crate::contacts::{ContactPoint, Manifold, PointLimit};

/// Room for what one pair may write: all points it may have, and four at a time when points are moved.
const ROOM: usize = PointLimit::Eight.points() + 4 * KEPT_POINTS;

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Gives the pairs that wait their points, in the eight places that they hold.
    #[cold]
    #[inline(never)]
    pub(super) fn crowded<A: Arithmetic>(&mut self) {
        let mut scratch = self.scratch.of_crowded.take().unwrap_or_else(bytemuck::zeroed_box);
        let mut points = [ContactPoint::default(); ROOM];
        for position in self.scratch.crowded.all() {
            let row = *position as usize;
            let remembered = if self.remembers() { row..row + 1 } else { 0..0 };
            let mut manifold = [Manifold::default()];
            let mut out = ContactRows {
                options: self.out.options,
                manifolds: &mut manifold,
                memory: &mut self.out.memory[remembered],
                points: &mut points,
                len: 0,
            };
            let pair = self.chunk.slice(row..row + 1);
            contacts_chunk::<Scalar, A>(Scalar, &pair, &mut out, &mut scratch);
            let len = out.len;
            let [found] = manifold;
            let place = self.out.manifolds[row].first as usize;
            self.out.points[place..place + len].copy_from_slice(&points[..len]);
            self.out.manifolds[row] = Manifold { first: index(place), ..found };
        }
        self.scratch.of_crowded = Some(scratch);
    }
}
