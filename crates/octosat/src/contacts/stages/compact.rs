//! The last steps of a chunk: points put in the pairs' order, without gaps, and what is remembered of
//! pairs that have none.

use octosat_lanes::Isa;

use super::Stages;
use super::recycle::KEPT_POINTS;
use crate::batches::MAX_CHUNK;
use crate::contacts::ContactPoint;

/// How many points may be copied too many when points are put in order.
const MERGE_ROOM: usize = 16;

/// Room for points that a chunk needs besides those that its pairs may have, where manifolds are
/// recycled.
pub(crate) const fn spare_points(limit: usize) -> usize {
    MAX_CHUNK * limit + 2 * MERGE_ROOM
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Moves points over the places that closest points did not take.
    ///
    /// Of all rows, a branch that asked which have points, guessed wrong for every other pair, was a fifteenth
    /// of the whole query; the queue knows them.
    pub(super) fn close_gaps(&mut self, begin: usize) {
        let mut end = begin;
        for &position in self.scratch.touching.all() {
            let row = &mut self.out.manifolds[position as usize];
            let [from, len] = [row.first as usize, usize::from(row.len)];
            row.first = index(end);
            // None is moved up to the first gap, and all from there on.
            if from != end {
                self.out.points.copy_within(from..from + len, end);
            }
            end += len;
        }
        self.out.len = end;
    }

    /// Puts the points of recycled and of computed manifolds, which stand behind one another from
    /// `begin` on, into the pairs' order.
    ///
    /// They are copied out of the way, and back pair by pair, four at a time: copies of just as many
    /// points as a pair has would each be a function call. If all were recycled, or none, they are in
    /// order, and rows only get their numbers.
    pub(super) fn merge(&mut self, begin: usize, recycled_end: usize) {
        if recycled_end == begin || recycled_end == self.out.len {
            return self.number_rows(begin);
        }
        let away = self.out.len - begin + MERGE_ROOM;
        self.out.points.copy_within(begin..self.out.len, begin + away);
        let mut end = begin;
        for row in self.out.manifolds.iter_mut() {
            let [from, len] = [row.first as usize + away, usize::from(row.len)];
            row.first = index(end);
            for four in 0..len.div_ceil(KEPT_POINTS) {
                let [from, to] = [from, end].map(|place| place + KEPT_POINTS * four);
                let mut points = [ContactPoint::default(); KEPT_POINTS];
                points.copy_from_slice(&self.out.points[from..from + KEPT_POINTS]);
                self.out.points[to..to + KEPT_POINTS].copy_from_slice(&points);
            }
            end += len;
        }
    }

    /// Numbers rows whose points stand in their order from `begin` on.
    fn number_rows(&mut self, begin: usize) {
        let mut end = begin;
        for row in self.out.manifolds.iter_mut() {
            row.first = index(end);
            end += usize::from(row.len);
        }
    }

    /// Remembers the axes of pairs without contact. Pairs that their memory settled have it as it was.
    pub(super) fn remember_the_rest(&mut self) {
        for &position in self.scratch.open.all() {
            let row = &self.out.manifolds[position as usize];
            if row.len == 0 {
                self.out.memory[position as usize].remember_separated(row.axis);
            }
        }
    }
}

/// A place in the list of points; [`crate::Engine::manifolds`] rejects lists that would be longer.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the engine bounds the number of points")]
pub(super) fn index(place: usize) -> u32 {
    place as u32
}
