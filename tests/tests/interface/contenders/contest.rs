//! One frame, as the engine and as the interface are asked about it.

use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::Pod;
use octosat::{BoxView, Engine, Error, Length, Query, Sides};
use octosat_c::*;
use octosat_check::{Case, stale, uniform};

use crate::common::{self, Boxes, assert_rows, column, no_boxes, pairs_of};

/// A frame of a round, and handles of it.
pub(super) struct Contest<'a, W> {
    pub(super) case: &'a Case,
    pub(super) world: &'a W,
    pub(super) pairs: &'a [[u32; 2]],
    pub(super) own: Engine,
    pub(super) engine: common::Engine,
    given: Vec<OctosatPair>,
    word: Word,
    lengths: Option<Vec<f32>>,
    pub(super) boxes: Boxes,
    others: *const OctosatBoxes,
}

/// What a query takes the lengths of a case as.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    Within,
    Grown,
}

/// A function of the interface with one row per pair.
pub(super) type AskRows<R> = unsafe extern "C" fn(
    *const OctosatEngine,
    *const OctosatQuery,
    *mut R,
    usize,
    *mut OctosatError,
) -> OctosatStatus;

/// Boxes that are read in place.
pub(super) fn lent_boxes([centers, rotations, half_extents]: [&[[f32; 4]]; 3]) -> Boxes {
    let (boxes, count) = (no_boxes(), centers.len());
    let [centers, rotations, half_extents] =
        [centers, rotations, half_extents].map(|rows| column(rows, OCTOSAT_F32X4));
    let columns = OctosatBoxColumns { centers, rotations, half_extents };
    // SAFETY: columns that outlive the handle.
    let status = unsafe { octosat_boxes_lend(boxes.raw, count, &raw const columns, 0, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    boxes
}

impl<'a, W> Contest<'a, W> {
    pub(super) fn new(
        case: &'a Case,
        world: &'a W,
        pairs: &'a [[u32; 2]],
        engine: common::Engine,
        (two_lists, word): (bool, Word),
    ) -> Self {
        let boxes = &case.boxes;
        let boxes = lent_boxes([&boxes.centers, &boxes.rotations, &boxes.half_extents]);
        let of_pair = |&pair| case.setting_of(pair).margin;
        Self {
            case,
            world,
            pairs,
            own: Engine::new(),
            engine,
            given: pairs_of(pairs),
            word,
            lengths: case.setting.own_margins.then(|| pairs.iter().map(of_pair).collect()),
            others: if two_lists { boxes.raw } else { null() },
            boxes,
        }
    }

    /// Whether the boxes are given as two lists.
    pub(super) fn has_two_lists(&self) -> bool {
        !self.others.is_null()
    }

    /// The boxes of the engine, as one list or as two.
    pub(super) fn sides(&self) -> Sides<BoxView<'_>> {
        let boxes = self.case.boxes.unit();
        if self.has_two_lists() { [boxes; 2].into() } else { boxes.into() }
    }

    /// The query of the engine, with the lengths of the case as this word.
    pub(super) fn query(&self, word: Word) -> Query<'_> {
        let query = Query::new(self.sides(), self.pairs);
        match word {
            Word::Within => query.within(self.lengths()),
            Word::Grown => query.grown(self.lengths()),
        }
    }

    /// The lengths of the case.
    pub(super) fn lengths(&self) -> Length<'_> {
        match &self.lengths {
            Some(lengths) => Length::PerPair(lengths),
            None => uniform(self.case.setting.margin),
        }
    }

    /// The query of the interface, with the lengths of the case as this word.
    pub(super) fn asked(&self, word: Word) -> OctosatQuery {
        let length = self.case.setting.margin;
        let per_pair = self.lengths.as_ref().map_or(null(), |lengths| lengths.as_ptr());
        let plain = OctosatQuery { others: self.others, ..common::query(&self.boxes, &self.given) };
        match word {
            Word::Within => OctosatQuery { within: length, within_per_pair: per_pair, ..plain },
            Word::Grown => OctosatQuery { grown: length, grown_per_pair: per_pair, ..plain },
        }
    }

    /// Asks for one row per pair.
    pub(super) fn rows<R: Pod + Debug>(
        &self,
        own: impl FnOnce(&Engine, Query<'_>, &mut [R]) -> Result<(), Error>,
        ask: impl FnOnce(*const OctosatEngine, *const OctosatQuery, *mut R, usize) -> OctosatStatus,
    ) {
        let (mut expected, mut found) = (stale(self.pairs.len()), stale(self.pairs.len()));
        own(&self.own, self.query(self.word), &mut expected).unwrap();
        let asked = self.asked(self.word);
        let status = ask(self.engine.raw, &raw const asked, found.as_mut_ptr(), found.len());
        assert_eq!(status, OCTOSAT_OK);
        assert_rows(self.pairs, &expected, &found);
    }

    /// Asks by a function that takes no more than the query.
    pub(super) fn rows_by<R: Pod + Debug>(
        &self,
        ask: AskRows<R>,
        own: impl FnOnce(&Engine, Query<'_>, &mut [R]) -> Result<(), Error>,
    ) {
        // SAFETY: handles of our own, and a buffer of as many rows.
        self.rows(own, |engine, asked, out, count| unsafe {
            ask(engine, asked, out, count, null_mut())
        });
    }

    /// Asks for one boolean per pair.
    pub(super) fn bools_by(
        &self,
        ask: AskRows<u8>,
        own: impl FnOnce(&Engine, Query<'_>, &mut [bool]) -> Result<(), Error>,
    ) {
        self.rows_by(ask, |engine, query, out: &mut [u8]| {
            let mut bools = vec![false; out.len()];
            own(engine, query, &mut bools)?;
            out.iter_mut().zip(bools).for_each(|(byte, value)| *byte = value.into());
            Ok(())
        });
    }
}
