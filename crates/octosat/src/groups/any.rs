//! Whether any pair of a group overlaps: a boolean per group.

use core::ops::Range;

use octosat_lanes::{Arithmetic, Isa};

use super::Groups;
use super::near::near;
use super::walk::Walk;
use crate::bools::Answers;
use crate::dispatch::{BitKernel, Job};
use crate::layout::Unit;
use crate::overlap::Overlaps;

/// The job of filling the answers of a range of groups, which are false before.
pub(crate) struct AnyOverlap<'j, 'a> {
    pub(crate) groups: &'a Groups<'a>,
    pub(crate) range: Range<usize>,
    pub(crate) answers: Answers<'j>,
}

impl Job for AnyOverlap<'_, '_> {
    type Output = ();

    /// After each chunk, the group of its last pair is left if one of its pairs overlaps.
    fn run<I: Isa, A: Arithmetic>(mut self, isa: I) {
        let start = self.range.start;
        let mut walk = Walk::new(self.groups, self.range);
        let query = &self.groups.query;
        let margin = query.margin.uniform();
        while let Some(chunk) = walk.chunk(|_, a, b| near(isa, query, a, b, margin)) {
            let mut words = [0];
            Overlaps(Unit).bits::<I, A>(isa, &chunk.batches, &mut words);
            let mut hits = words[0];
            let mut last_hit = None;
            while hits != 0 {
                let owner = chunk.owners[hits.trailing_zeros() as usize];
                self.answers.set(owner - start);
                last_hit = Some(owner);
                hits &= hits - 1;
            }
            if let Some(owner) = last_hit {
                walk.skip(owner);
            }
        }
    }
}
