//! Whether any pair of a group overlaps: a boolean per group.

use core::ops::Range;

use octosat_lanes::Isa;

use super::Groups;
use super::chunk::{Chunk, Reduce};
use super::reduce::reduce;
use crate::backend::token::Job;
use crate::call::answers::Answers;
use crate::pairs::overlap::Overlaps;

/// The job of filling the answers of a range of groups, which are false before.
pub(crate) struct AnyOverlap<'j, 'a> {
    pub(crate) groups: &'a Groups<'a>,
    pub(crate) range: Range<usize>,
    pub(crate) answers: Answers<'j>,
}

impl Job for AnyOverlap<'_, '_> {
    type Output = ();

    fn run<I: Isa>(mut self, isa: I) {
        let (groups, range) = (self.groups, self.range.clone());
        reduce::<I, _>(isa, groups, range, &mut self);
    }
}

impl Reduce for AnyOverlap<'_, '_> {
    const FIRST_PAIRS: bool = false;

    /// After its first hit, no pair of a group matters.
    fn limit(&self, group: usize) -> Option<f32> {
        (!self.answers.get(group - self.range.start))
            .then_some(self.groups.query.length().uniform())
    }

    fn is_limit_of_distance(&self) -> bool {
        true
    }

    fn settle<I: Isa>(&mut self, isa: I, chunk: &Chunk<'_>) {
        let mut word = [0];
        chunk.bits::<I, _>(isa, Overlaps, &mut word);
        let [mut hits] = word;
        while hits != 0 {
            self.answers.set(chunk.owners[hits.trailing_zeros() as usize] - self.range.start);
            hits &= hits - 1;
        }
    }
}
