//! Contacts of frames one after the other, each engine with a cache of its own.

use std::collections::HashMap;

use bytemuck::{Pod, Zeroable, bytes_of};
use octosat::{ContactCache, ErrorKind, Links, Manifolds, Side};
use octosat_reference::links::{ContactFrame, LinkedContact, LinkedPoint, predecessor_fault};
use proptest::prelude::BoxedStrategy;

use super::answers::stale;
use crate::manifolds::{MOST_POINTS, ManifoldRow, check_places, contacts};
use crate::{
    Asked, Case, Change, ContactOptions, Facts, Failure, Finding, Query, Round, SPECULATIVE_MARGIN,
    Verb, map_rows, strategies,
};

/// Contacts of pairs of boxes with a cache.
#[derive(Clone, Copy, Debug)]
pub struct Cached;

/// A pair's manifold, and what it continues, in a form that does not depend on the other pairs of the list.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CachedRow {
    /// The manifold.
    pub manifold: ManifoldRow,
    /// The number of each point's predecessor among the points that the pair had in the frame before, or [`Links::NEW_POINT`].
    pub predecessors: [u32; MOST_POINTS],
    /// One if the pair was in contact in the frame before, else zero.
    pub goes_on: u32,
}

/// A cache and its number among those of a check.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    number: usize,
    options: ContactOptions,
    cache: ContactCache,
}

/// The contacts of the frame before, as the reference remembers them.
#[derive(Debug, Default)]
pub struct Past {
    options: ContactOptions,
    frame: ContactFrame,
}

impl Query for Cached {
    type Row = CachedRow;
    type World = ();
    type Memory = Memory;
    type History = Past;

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "contacts-cached",
            about: "contacts with a cache, and what continues those of the frame before",
            verbs: const { &[Verb::of("manifolds", "boxes"), Verb::of("manifolds_cached", "boxes")] },
            bases: &[crate::Basis::Unit],
            usual_margin: SPECULATIVE_MARGIN,
            // Links, the fastest work, take 8 ns per contact; about half of the pairs are in contact.
            avx2_nanoseconds: 4,
            remembers: true,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let (name, world) = strategies::worlds(number);
        strategies::moving(name, world)
    }

    fn memory(&self, number: usize) -> Memory {
        Memory { number, ..Memory::default() }
    }

    fn ask(&self, asked: &Asked<'_, ()>, memory: &mut Memory) -> Result<Vec<CachedRow>, Failure> {
        let Asked { engine, case, rows, margin, .. } = *asked;
        memory.follow(case)?;
        let Memory { cache, options, .. } = memory;
        let contacts = options.of(contacts(case, rows, &case.setting).within(margin));
        cache.next_frame();
        engine.manifolds_cached(contacts, cache)?;
        let second = engine.manifolds_cached(contacts, cache).map_err(|error| error.kind());
        if !matches!(second, Err(ErrorKind::FrameHasContacts)) {
            return Err(Failure::new("a frame takes a second list"));
        }
        check_places(cache.manifolds(), rows, *options)?;
        checked_rows(cache.links())
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[CachedRow],
        past: &mut Past,
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        past.follow(case);
        let (mut stateless, margins) = (Manifolds::new(), case.margins(rows));
        let query = contacts(case, rows, &case.setting).within(case.margins_of(&margins));
        engine.manifolds(past.options.of(query), &mut stateless)?;
        let now = ContactFrame::new(linked_contacts(rows, answers));
        let links = now.links(&past.frame);
        let mut numbers = 0..now.contacts().len();
        let of_row = |answer: &CachedRow| (answer.manifold.row.len > 0).then(|| numbers.next());
        let numbers: Vec<Option<usize>> = answers.iter().map(of_row).map(Option::flatten).collect();
        let findings = map_rows(rows.len(), |row| {
            let (answer, number) = (&answers[row], numbers[row]);
            let last = number.and_then(|number| links.last[number]);
            let known = last.map(|last| &past.frame.contacts()[last]);
            let mut finding = Finding::default();
            let own = ManifoldRow::new(&stateless, row);
            let is_same = bytes_of(&answer.manifold) == bytes_of(&own);
            finding.holds(is_same, "the manifold is not the one without a cache");
            finding.holds(answer.goes_on == u32::from(known.is_some()), "goes on, or does not");
            let reported = answer.reported();
            let rest = &answer.predecessors[reported.len()..];
            finding.holds(
                rest.iter().all(|&none| none == Links::NEW_POINT),
                "of a point that is not there",
            );
            let fault = number
                .and_then(|number| predecessor_fault(&now.contacts()[number], known, &reported));
            finding.holds(fault.is_none(), fault.as_deref().unwrap_or_default());
            let (setting, pair) = (case.setting_of(rows[row]), rows[row]);
            let finding = finding.about(|| format!(" ({answer:?}, before {known:?})"));
            finding.and(answer.manifold.finding(&case.boxes.contact_reference(pair), &setting))
        });
        past.frame = now;
        Ok(findings)
    }
}

impl CachedRow {
    /// The number of the predecessor of each point.
    fn reported(&self) -> Vec<Option<usize>> {
        let numbers = &self.predecessors[..self.manifold.points().len()];
        numbers
            .iter()
            .map(|&number| (number != Links::NEW_POINT).then_some(number as usize))
            .collect()
    }
}

impl Memory {
    /// Does to the cache what has happened since the frame before.
    fn follow(&mut self, case: &Case) -> Result<(), Failure> {
        let Self { number, options, cache } = self;
        if *options != case.setting.options() {
            (*options, *cache) = (case.setting.options(), ContactCache::new());
        }
        for change in &case.changes {
            match change {
                Change::ForgetBox(index) => cache.forget_box(Side::Both, *index)?,
                Change::ForgetPair(pair) => cache.forget_pair(*pair),
                Change::Renumber(new_numbers) => cache.renumber_boxes(Side::Both, new_numbers)?,
                Change::SwapRemove { index, last } => {
                    cache.swap_remove(Side::Both, *index, *last)?;
                }
                Change::Clear => cache.clear(),
                // All of them must have the same bits afterwards.
                Change::Restore if *number % 3 == 0 => {}
                Change::Restore if *number % 3 == 1 => *cache = cache.clone(),
                Change::Restore => {
                    let now = cache.manifolds();
                    let (pairs, manifolds) = (now.pairs(), now.manifolds());
                    let (points, surfaces) = (now.points(), now.surfaces());
                    *cache = Manifolds::from_parts(pairs, manifolds, points, surfaces)?.into();
                }
            }
        }
        Ok(())
    }
}

impl Past {
    /// Does the same to what the reference remembers.
    fn follow(&mut self, case: &Case) {
        if self.options != case.setting.options() {
            *self = Self { options: case.setting.options(), frame: ContactFrame::default() };
        }
        for change in &case.changes {
            match change {
                Change::ForgetBox(index) => self.frame.forget_box([true; 2], *index),
                Change::ForgetPair(pair) => self.frame.forget_pair(*pair),
                Change::Renumber(new_numbers) => self.frame.renumber_boxes([true; 2], new_numbers),
                Change::SwapRemove { index, last } => {
                    self.frame.swap_remove([true; 2], *index, *last);
                }
                Change::Clear => self.frame = ContactFrame::default(),
                Change::Restore => {}
            }
        }
    }
}

/// The contacts of a frame as the reference takes them.
fn linked_contacts(pairs: &[[u32; 2]], answers: &[CachedRow]) -> Vec<LinkedContact> {
    let contacts = pairs.iter().zip(answers).filter(|(_, answer)| answer.manifold.row.len > 0);
    let contact = |(&pair, CachedRow { manifold, .. }): (_, &CachedRow)| {
        let points = manifold.points().iter();
        let points =
            points.map(|point| LinkedPoint { position: point.position, feature: point.feature.0 });
        LinkedContact { pair, size: manifold.row.size_exponent, points: points.collect() }
    };
    contacts.map(contact).collect()
}

/// The rows of a frame.
///
/// # Errors
/// What is wrong with the links as a whole: of equal pairs the k-th continues the k-th, predecessors are points of the
/// contact that is continued, and began and ended what neither continues nor goes on.
fn checked_rows(links: Links<'_>) -> Result<Vec<CachedRow>, Failure> {
    let (now, last) = (links.manifolds(), links.last_manifolds());
    let row = |pair| CachedRow {
        manifold: ManifoldRow::new(now, pair),
        predecessors: [Links::NEW_POINT; MOST_POINTS],
        goes_on: 0,
    };
    let mut rows: Vec<CachedRow> = (0..now.manifolds().len()).map(row).collect();
    let mut places = stale::<u32>(now.points().len());
    links.fill_predecessors(&mut places);
    let (numbers, last_numbers) = (numbered(now), numbered(last));
    let (mut began, mut goes_on) = (Vec::new(), vec![false; last.manifolds().len()]);
    if links.contacts().len() != numbers.len() {
        return Err(Failure::new("links are too few or too many"));
    }
    for (link, (index, number)) in links.contacts().zip(numbers) {
        let row = &mut rows[index];
        let of_last = |row: usize| {
            let at = last_numbers.binary_search_by_key(&row, |&(index, _)| index).ok()?;
            Some(last_numbers[at].1)
        };
        let known = link.last.map(|last| of_last(last.index));
        if link.touching.index != index || known.is_some_and(|known| known != Some(number)) {
            return Err(Failure::new(format!("{number:?} continues another: {link:?}")));
        }
        row.goes_on = known.is_some().into();
        match link.last {
            Some(last) => goes_on[last.index] = true,
            None => began.push(index),
        }
        let first = link.touching.manifold.first as usize;
        for (k, predecessor) in link.predecessors().enumerate() {
            let of_last = |place: u32| {
                let manifold = link.last?.manifold;
                place.checked_sub(manifold.first).filter(|&own| own < manifold.len.into())
            };
            row.predecessors[k] = predecessor.and_then(of_last).unwrap_or(Links::NEW_POINT);
            let is_right = (row.predecessors[k] == Links::NEW_POINT) == predecessor.is_none();
            if !is_right || places[first + k] != predecessor.unwrap_or(Links::NEW_POINT) {
                return Err(Failure::new(format!("point {k} continues another's: {link:?}")));
            }
        }
    }
    let ended = last.touching().map(|touching| touching.index).filter(|&index| !goes_on[index]);
    let is_right = links.began().map(|touching| touching.index).eq(began)
        && links.ended().map(|touching| touching.index).eq(ended);
    if is_right { Ok(rows) } else { Err(Failure::new("other pairs began or ended")) }
}

/// The rows in contact, each with its pair and its number among equal ones.
fn numbered(manifolds: &Manifolds) -> Vec<(usize, ([u32; 2], usize))> {
    let mut counts = HashMap::new();
    let mut number = |pair| {
        let count = counts.entry(pair).or_insert(0);
        *count += 1;
        (pair, *count)
    };
    manifolds.touching().map(|touching| (touching.index, number(touching.pair))).collect()
}
