//! The last steps of a chunk: points without gaps between them, and their places in the rows.

use octosat_lanes::Isa;

use super::Stages;

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Moves points over the places that closest points did not take.
    ///
    /// Of all rows, a branch that asked which have points, guessed wrong for every other pair, was a fifteenth
    /// of the whole query; the queue knows them.
    pub(super) fn close_gaps(&mut self, begin: usize) {
        let mut end = begin;
        let points = &mut self.out.points;
        for &position in self.scratch.touching.all() {
            let row = &mut self.out.manifolds[position as usize];
            let [from, len] = [row.first as usize, usize::from(row.len)];
            row.first = if len == 0 { 0 } else { index(end) };
            // None is moved up to the first gap, and all from there on.
            if from != end {
                points.points.copy_within(from..from + len, end);
                if !points.surfaces.is_empty() {
                    points.surfaces.copy_within(from..from + len, end);
                }
            }
            end += len;
        }
        self.out.len = end;
    }
}

/// A place in the list of points; [`crate::Engine::manifolds`] rejects lists that would be longer.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the engine bounds the number of points")]
pub(crate) fn index(place: usize) -> u32 {
    place as u32
}
