//! The place of each pair in the last frame's list.
//!
//! An unchanged list is recognized by one comparison of memory. Lists that ascend are merged, each chunk by itself.
//! Otherwise both lists are walked in parallel: they differ at few places, around which pairs were added, removed or
//! replaced. Pairs that the walk leaves over, because their order changed, are found with a hash table.

use core::mem;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use bytemuck::cast_slice;

use octosat_lanes::{Arithmetic, Isa};

use crate::engine::Engine;
use crate::query::QueryError;
use crate::run::Job;

/// Marks a pair that was not in the list.
pub(super) const NEW: u32 = u32::MAX;

/// How many pairs are looked ahead where two lists differ.
const LOOK_AHEAD: usize = 8;

/// How many pairs are compared at a time.
const BLOCK: usize = 8;

/// The most slots of pairs that a cache has room for: 256 MiB of places.
const MOST_SLOTS: u32 = 1 << 26;

/// How the pairs of a call are found in the last one's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Way {
    /// Each at the same place.
    Unchanged,
    /// Both lists ascend.
    Ascending,
    /// By their slots.
    Slots,
    /// By a table of all places.
    #[default]
    Table,
}

/// The places of the last call's pairs, and the data to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct PairPlaces {
    way: Way,
    /// Whether the last call's list ascends by first index, then by second.
    ascends: bool,
    table: Vec<u32>,
    /// Pairs that the walk did not find: of this list, and of the last one.
    fresh: Vec<u32>,
    gone: Vec<u32>,
    by_hash: GonePairs,
    /// The slots of the last call's pairs, if it had any; those of the call before; and the place of each slot's pair
    /// then.
    slots: Vec<u32>,
    last_slots: Vec<u32>,
    places_by_slot: Vec<u32>,
}

/// Pairs of the last list that the walk did not find: by the bits of the pair, the place of the first of equal pairs;
/// and for each place the place of the next equal pair.
#[derive(Clone, Debug, Default)]
struct GonePairs {
    first: HashMap<u64, u32, BuildHasherDefault<PairHasher>>,
    next: Vec<u32>,
}

/// Hashes the 64 bits of a pair by one multiplication.
#[derive(Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, bits: u64) {
        // The odd number nearest to 2^64 over the golden ratio: Knuth, "Sorting and Searching", section 6.4. The
        // high half is the better one, and tables take their index from the low one.
        let product = u128::from(bits) * 0x9E37_79B9_7F4A_7C15;
        #[expect(clippy::cast_possible_truncation, reason = "both halves are folded into one")]
        {
            self.0 = product as u64 ^ (product >> 64) as u64;
        }
    }
}

/// Rejects slots that are not one per pair, or too large.
pub(super) fn check_slots(slots: Option<&[u32]>, pairs: usize) -> Result<(), QueryError> {
    let Some(slots) = slots else { return Ok(()) };
    if slots.len() != pairs {
        return Err(QueryError::SlotLength { expected: pairs, found: slots.len() });
    }
    match slots.iter().position(|&slot| slot >= MOST_SLOTS) {
        Some(pair) => Err(QueryError::SlotTooLarge { pair, slot: slots[pair] }),
        None => Ok(()),
    }
}

impl PairPlaces {
    /// Forgets the last call.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
    }

    /// The slots of the last call's pairs, if it had any.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Whether the last call's list ascends.
    pub(super) fn ascends(&self) -> bool {
        self.ascends
    }

    /// Restores the saved data of the last call.
    pub(super) fn restore(&mut self, slots: Vec<u32>, ascends: bool) {
        (self.slots, self.ascends) = (slots, ascends);
    }

    /// The order of the lists has changed: pairs were renumbered.
    pub(super) fn forget_order(&mut self) {
        self.ascends = false;
    }

    /// Prepares to find the pairs of this call in the last list, by their slots if both calls have slots.
    pub(super) fn prepare(&mut self, engine: &Engine, lists: Lists<'_>, slots: Option<&[u32]>) {
        let Lists { now, last } = lists;
        mem::swap(&mut self.slots, &mut self.last_slots);
        self.slots.clear();
        self.slots.extend_from_slice(slots.unwrap_or_default());
        let ascended = self.ascends;
        let both_slots = slots.is_some() && self.last_slots.len() == last.len();
        let unchanged = are_same(now, last) && !(both_slots && self.slots != self.last_slots);
        if !unchanged {
            self.ascends = engine.run(now.len(), Ascends(now));
        }
        self.way = if unchanged {
            Way::Unchanged
        } else if both_slots {
            self.keep_places_by_slot();
            Way::Slots
        } else if ascended && self.ascends {
            Way::Ascending
        } else {
            self.walk(now, last);
            Way::Table
        };
    }

    /// Stores the place of each slot's pair. Slots that the last list did not have keep arbitrary places.
    fn keep_places_by_slot(&mut self) {
        let most = self.last_slots.iter().max().map_or(0, |&slot| slot as usize + 1);
        self.places_by_slot.resize(most.max(self.places_by_slot.len()), NEW);
        for (&slot, place) in self.last_slots.iter().zip(0..) {
            self.places_by_slot[slot as usize] = place;
        }
    }

    /// Writes the place of each pair of a chunk, or [`NEW`]; `first` is the number of the chunk's first pair.
    pub(super) fn find(&self, lists: Lists<'_>, first: usize, places: &mut [u32]) {
        match self.way {
            Way::Unchanged => count_up(places, first),
            Way::Ascending => merge(lists, first, places),
            Way::Slots => {
                for (place, pair) in places.iter_mut().zip(first..) {
                    *place = self.of_slot(lists, pair);
                }
            }
            Way::Table => places.copy_from_slice(&self.table[first..first + places.len()]),
        }
    }

    /// The place of a slot's pair. If the slot belongs to another pair now, or the last list did not have it, the pair
    /// is new.
    fn of_slot(&self, Lists { now, last }: Lists<'_>, pair: usize) -> u32 {
        let slot = self.slots[pair];
        let place = self.places_by_slot.get(slot as usize).copied().unwrap_or(NEW);
        let before = (last.get(place as usize), self.last_slots.get(place as usize));
        if before == (Some(&now[pair]), Some(&slot)) { place } else { NEW }
    }

    /// Walks both lists in parallel.
    fn walk(&mut self, now: &[[u32; 2]], last: &[[u32; 2]]) {
        self.fresh.clear();
        self.gone.clear();
        self.table.clear();
        self.table.resize(now.len(), NEW);
        let (mut here, mut there) = (0, 0);
        while here < now.len() && there < last.len() {
            let run = same_pairs(&now[here..], &last[there..]);
            count_up(&mut self.table[here..here + run], there);
            here += run;
            there += run;
            if here == now.len() || there == last.len() {
                break;
            }
            let Step { added, removed } = step(&now[here..], &last[there..]);
            self.fresh.extend(number(here)..number(here + added));
            self.gone.extend(number(there)..number(there + removed));
            here += added;
            there += removed;
        }
        self.fresh.extend(number(here)..number(now.len()));
        self.gone.extend(number(there)..number(last.len()));
        if !self.fresh.is_empty() && !self.gone.is_empty() {
            self.match_rest(now, last);
        }
    }

    /// Finds the pairs that the walk has left over. The first of equal pairs is matched with the first, and so on.
    fn match_rest(&mut self, now: &[[u32; 2]], last: &[[u32; 2]]) {
        let Self { table, fresh, gone, by_hash, .. } = self;
        let bits = |pair: [u32; 2]| bytemuck::cast::<[u32; 2], u64>(pair);
        by_hash.first.clear();
        by_hash.next.resize(last.len(), NEW);
        for &place in gone.iter().rev() {
            let next = by_hash.first.insert(bits(last[place as usize]), place);
            by_hash.next[place as usize] = next.unwrap_or(NEW);
        }
        for &index in fresh.iter() {
            let Some(first) = by_hash.first.get_mut(&bits(now[index as usize])) else { continue };
            table[index as usize] = *first;
            if *first != NEW {
                *first = by_hash.next[*first as usize];
            }
        }
    }
}

/// The pairs of this call and of the last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lists<'a> {
    pub(super) now: &'a [[u32; 2]],
    pub(super) last: &'a [[u32; 2]],
}

/// The job that finds out whether a list ascends by first index, then by second.
struct Ascends<'a>(&'a [[u32; 2]]);

impl Job for Ascends<'_> {
    type Output = bool;

    fn run<I: Isa, A: Arithmetic>(self, isa: I) -> bool {
        isa.enter_rarely(
            #[inline(always)]
            || {
                let neighbors = self.0.iter().zip(self.0.get(1..).unwrap_or_default());
                neighbors.fold(true, |ascends, (one, next)| ascends & (key(*one) <= key(*next)))
            },
        )
    }
}

/// The key by which a list ascends.
#[inline(always)]
fn key([a, b]: [u32; 2]) -> u64 {
    (u64::from(a) << 32) | u64::from(b)
}

/// Writes the places of the pairs from `first` on, or [`NEW`], for two lists that ascend. The first of equal pairs is
/// matched with the first, and so on.
fn merge(Lists { now, last }: Lists<'_>, first: usize, places: &mut [u32]) {
    let pairs = &now[first..first + places.len()];
    let mut there = start(now, last, first);
    let mut here = 0;
    while here < pairs.len() && there < last.len() {
        let blocks = (pairs[here..].first_chunk::<BLOCK>(), last[there..].first_chunk());
        if let (Some(pairs), Some(others)) = blocks
            && pairs == others
        {
            count_up(&mut places[here..here + BLOCK], there);
            here += BLOCK;
            there += BLOCK;
            continue;
        }
        // No branch depends on which pair comes first: it would be mispredicted wherever the lists differ.
        for _ in 0..BLOCK {
            let (Some(pair), Some(other)) = (pairs.get(here), last.get(there)) else { break };
            let (pair, other) = (key(*pair), key(*other));
            places[here] = if pair == other { number(there) } else { NEW };
            here += usize::from(pair <= other);
            there += usize::from(other <= pair);
        }
    }
    places[here..].fill(NEW);
}

/// The place to look for a pair in a list that ascends: the first pair that does not come before it, plus as many
/// places as equal pairs come before it in its own list.
fn start(now: &[[u32; 2]], last: &[[u32; 2]], pair: usize) -> usize {
    let wanted = key(now[pair]);
    let begin = last.partition_point(|other| key(*other) < wanted);
    let equals = last[begin..].partition_point(|other| key(*other) == wanted);
    let before = pair - now[..pair].partition_point(|other| key(*other) < wanted);
    begin + before.min(equals)
}

/// How many pairs both lists have in common from their beginnings on.
fn same_pairs(now: &[[u32; 2]], last: &[[u32; 2]]) -> usize {
    now.iter().zip(last).take_while(|(pair, other)| pair == other).count()
}

/// Writes numbers from `first` on.
fn count_up(places: &mut [u32], first: usize) {
    for (place, found) in places.iter_mut().zip(number(first)..) {
        *place = found;
    }
}

/// Whether two lists are the same.
fn are_same(now: &[[u32; 2]], last: &[[u32; 2]]) -> bool {
    cast_slice::<_, u8>(now) == cast_slice::<_, u8>(last)
}

/// How many pairs were added to a list and removed from it, until it goes on as before.
struct Step {
    added: usize,
    removed: usize,
}

/// The shortest step over the place at which two lists differ.
fn step(now: &[[u32; 2]], last: &[[u32; 2]]) -> Step {
    for ahead in 1..=LOOK_AHEAD {
        let [later_now, later_last] = [now.get(ahead), last.get(ahead)];
        if later_now == Some(&last[0]) {
            return Step { added: ahead, removed: 0 };
        }
        if later_last == Some(&now[0]) {
            return Step { added: 0, removed: ahead };
        }
        if later_now.is_some() && later_now == later_last {
            return Step { added: ahead, removed: ahead };
        }
    }
    Step { added: 1, removed: 1 }
}

/// A place in a list of pairs as 32 bits; a call accepts no longer lists.
#[expect(clippy::cast_possible_truncation, reason = "the call bounds the number of pairs")]
fn number(place: usize) -> u32 {
    place as u32
}
