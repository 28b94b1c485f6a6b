//! The contacts of a frame as a list, and where they are found again.
//!
//! Only pairs in contact are listed: a pair without contacts now has no points to continue, and one without contacts in
//! the last frame has none to be continued. Lists that ascend by their pairs are walked side by side; in others contacts
//! are found with a table.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use super::predecessors::Features;
use crate::call::engine::Engine;
use crate::call::tasks::for_each_task;
use crate::contacts::Manifold;
use crate::contacts::manifolds::Manifolds;
use crate::contacts::stages::output::as_u32;

/// About the time of a contact with AVX2, in nanoseconds: it decides when lists are split over threads.
pub(super) const NANOSECONDS: usize = 8;

/// The number of no contact.
pub(super) const NEW: u32 = u32::MAX;

/// The contacts of a frame, as a list in which they are found again.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactList {
    pub(super) contacts: Vec<Contact>,
    /// Whether the contacts ascend by their pairs.
    ascends: bool,
    /// Whether the list is that of the frame's rows and pairs.
    is_current: bool,
}

/// What finds a contact again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contact {
    /// The pair: contacts ascend by the first box, then by the second.
    key: u64,
    pub(super) features: Features,
    /// Where its points begin, and how many there are.
    pub(super) first: u32,
    pub(super) len: u8,
}

/// A pair as one number.
fn key_of([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl ContactList {
    /// Says that the frame or its pairs have changed.
    pub(super) fn outdate(&mut self) {
        self.is_current = false;
    }

    /// Removes contacts, whose rows are gone: whether each stays. The pairs of the others have changed.
    pub(super) fn keep(&mut self, stays: &[bool]) {
        let mut stays = stays.iter();
        self.contacts.retain(|_| stays.next() == Some(&true));
        self.outdate();
    }

    /// Lists the contacts of a frame, unless that is done.
    pub(super) fn update(&mut self, engine: Engine, frame: &Manifolds) {
        if self.is_current {
            return;
        }
        let Manifolds { pairs, manifolds, points, .. } = frame;
        let (rows, pairs, manifolds, points) =
            (frame.touching_rows(), &**pairs, &**manifolds, &**points);
        self.contacts.resize(rows.len(), Contact::default());
        let ascends = AtomicBool::new(true);
        for_each_task(
            engine.load(rows.len(), NANOSECONDS),
            &mut self.contacts,
            1,
            |range, part| {
                let before = range.start.checked_sub(1);
                let mut before = before.map_or(0, |number| key_of(pairs[rows[number] as usize]));
                let mut is_sorted = true;
                for (contact, &row) in part.iter_mut().zip(&rows[range]) {
                    let Manifold { first, len, .. } = manifolds[row as usize];
                    let key = key_of(pairs[row as usize]);
                    is_sorted &= before <= key;
                    before = key;
                    let features = Features::new(&points[first as usize..], len);
                    *contact = Contact { key, features, first, len };
                }
                if !is_sorted {
                    ascends.store(false, Ordering::Relaxed);
                }
            },
        );
        self.ascends = ascends.into_inner();
        self.is_current = true;
    }

    /// Where the contacts of `now` are found in this list; fills the table if a walk does not find them.
    pub(super) fn searched<'l>(&'l self, now: &'l Self, table: &'l mut Table) -> Search<'l> {
        let is_walk = now.ascends & self.ascends;
        if !is_walk {
            table.fill(&self.contacts);
        }
        Search { now: &now.contacts, last: &self.contacts, table, is_walk }
    }
}

/// Where the contacts of a frame are found in the last frame.
#[derive(Debug)]
pub(super) struct Search<'l> {
    now: &'l [Contact],
    last: &'l [Contact],
    table: &'l mut Table,
    is_walk: bool,
}

impl Search<'_> {
    /// Finds the contacts that those from `first` on continue: their numbers, or [`NEW`].
    ///
    /// Of equal pairs, the k-th continues the k-th in a walk. In the table, all find the first; see [`Self::take_next`].
    pub(super) fn find<'n>(&self, first: usize, numbers: impl Iterator<Item = &'n mut u32>) {
        let Self { now, last, .. } = *self;
        if !self.is_walk {
            for (number, contact) in numbers.zip(&now[first..]) {
                *number = self.table.first_of(contact.key, last);
            }
            return;
        }
        let mut rest = rest_of(last, now, first);
        for (number, contact) in numbers.zip(&now[first..]) {
            while last.get(rest).is_some_and(|old| old.key < contact.key) {
                rest += 1;
            }
            let is_found = last.get(rest).is_some_and(|old| old.key == contact.key);
            *number = if is_found { as_u32(rest) } else { NEW };
            rest += usize::from(is_found);
        }
    }

    /// Takes the next contact of the pair whose first contact has this number, or [`NEW`].
    pub(super) fn take_next(&mut self, first: u32) -> u32 {
        self.table.take_next(first)
    }
}

/// Where the walk over the last list begins for the contact of this number: at the first contact of no smaller pair, behind
/// those that equal pairs before it continue.
fn rest_of(last: &[Contact], now: &[Contact], number: usize) -> usize {
    let Some(contact) = now.get(number) else { return 0 };
    let begin = last.partition_point(|old| old.key < contact.key);
    let end = last.partition_point(|old| old.key <= contact.key);
    let before = number - now.partition_point(|other| other.key < contact.key);
    end.min(begin + before)
}

/// Contacts by their pairs: open addressing, at most a quarter full. Knuth, "Sorting and Searching", section 6.4.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The first contact of a pair, or [`NEW`].
    places: Vec<u32>,
    /// The next contact of the same pair.
    next: Vec<u32>,
    shift: u32,
}

impl Table {
    fn fill(&mut self, contacts: &[Contact]) {
        let size = (4 * contacts.len()).next_power_of_two().max(2);
        self.shift = 64 - size.trailing_zeros();
        self.places.clear();
        self.places.resize(size, NEW);
        self.next.clear();
        self.next.resize(contacts.len(), NEW);
        // From the last on, so that the first of equal pairs is found first.
        for (number, contact) in contacts.iter().enumerate().rev() {
            let place = self.place_of(contact.key, contacts);
            self.next[number] = self.places[place];
            self.places[place] = as_u32(number);
        }
    }

    /// The position of a pair, or the free one where it would be.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a position is below the length")]
    fn place_of(&self, key: u64, contacts: &[Contact]) -> usize {
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        loop {
            place &= self.places.len() - 1;
            match contacts.get(self.places[place] as usize) {
                Some(contact) if contact.key != key => place += 1,
                _ => return place,
            }
        }
    }

    /// The number of the first contact of a pair, or [`NEW`].
    #[inline(always)]
    fn first_of(&self, key: u64, contacts: &[Contact]) -> u32 {
        self.places[self.place_of(key, contacts)]
    }

    /// Takes the next contact of the pair whose first contact has this number, or [`NEW`].
    fn take_next(&mut self, first: u32) -> u32 {
        let next = self.next[first as usize];
        if let Some(&after) = self.next.get(next as usize) {
            self.next[first as usize] = after;
        }
        next
    }
}
