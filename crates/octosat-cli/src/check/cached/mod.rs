//! Contacts of frames one after the other, each engine with a cache of its own.
//!
//! The scalar backend on one thread is the mirror, as for contacts of single frames: all others must have its bits,
//! in whatever order they are asked, and its answers are judged.

mod facts;
mod past;
mod successors;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};

use octosat::{Backend, ContactCache, Engine, Manifolds, QueryError, Rounding};
use rayon::prelude::*;

use super::{Checker, Combination, Deviation, Listing, Listings, Tally};
use crate::cache::CacheChoice;
use crate::choices::Basis;
use crate::engines::{Workers, mirrored_roundings};
use crate::failure::Failure;
use crate::manifolds::ManifoldSetting;
use crate::stores::Query;
use facts::{CachedManifold, LastPoints};
use past::Past;
use verdict::{Agreement, Seen};

/// What is done to caches between two frames.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    ForgetBox(u32),
    ForgetPair([u32; 2]),
    /// The new number of each box, `u32::MAX` for one that is gone.
    Renumber(Vec<u32>),
    /// Every other cache is saved and restored; the bit of this number, counted round and round, is then changed,
    /// and must be missed.
    Restore(usize),
}

/// A frame of a sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedFrame<'a> {
    /// The boxes and pairs; the margin is that of the setting.
    pub(crate) query: Query<'a>,
    pub(crate) setting: ManifoldSetting,
    /// Whether points on the surfaces are asked for.
    pub(crate) surfaces: bool,
    /// What has happened since the frame before.
    pub(crate) changes: &'a [Change],
    /// The pairs in other orders, each of them equally often in all frames.
    pub(crate) listings: &'a Listings,
    /// A number of its own for each pair, if somebody is to be asked with these.
    pub(crate) slots: Option<&'a [u32]>,
}

/// Everybody who is asked about a sequence of frames.
#[derive(Debug)]
pub(crate) struct CachedFrames {
    basis: Basis,
    ways: Vec<Way>,
    past: Past,
}

/// Those who must have the same bits.
#[derive(Debug)]
struct Way {
    choice: CacheChoice,
    mirror: Contestant,
    others: Vec<Contestant>,
}

/// An engine with a cache.
#[derive(Debug)]
struct Contestant {
    /// Its number among the combinations.
    number: usize,
    engine: Engine,
    threads: usize,
    has_slots: bool,
    cache: ContactCache,
}

impl CachedFrames {
    /// Nobody has seen a frame yet.
    pub(crate) fn new(
        checker: &Checker,
        basis: Basis,
        choices: &[CacheChoice],
    ) -> Result<Self, Failure> {
        let mut ways = Vec::new();
        for &choice in choices {
            let Some(cache) = choice.new_cache() else { continue };
            for arithmetic in mirrored_roundings() {
                ways.push(Way::new(checker, basis, choice, arithmetic, &cache)?);
            }
        }
        Ok(Self { basis, ways, past: Past::default() })
    }
}

impl Way {
    fn new(
        checker: &Checker,
        basis: Basis,
        choice: CacheChoice,
        arithmetic: Rounding,
        cache: &ContactCache,
    ) -> Result<Self, Failure> {
        let single = Workers::new(1)?;
        let contestant = |number: usize, workers: &Workers, backend| {
            Ok::<_, Failure>(Contestant {
                number,
                engine: workers.engine(backend, arithmetic)?,
                threads: workers.count,
                has_slots: false,
                cache: cache.clone(),
            })
        };
        let mut mirror = contestant(0, &single, Backend::Scalar)?;
        let mut others = Vec::new();
        for (number, counted) in checker.report.combinations.iter().enumerate() {
            let Combination { backend, threads, .. } = counted.combination;
            let same =
                counted.combination.basis == basis && counted.combination.arithmetic == arithmetic;
            let Some(workers) = checker.workers_of(threads).filter(|_| same) else { continue };
            if backend == Backend::Scalar && threads == 1 {
                mirror.number = number;
            }
            others.push(contestant(number, workers, backend)?);
            if threads == 1 && backend == Backend::Portable {
                let slotted = contestant(number, workers, backend)?;
                others.push(Contestant { has_slots: true, ..slotted });
            }
        }
        Ok(Self { choice, mirror, others })
    }

    fn contestants(&mut self) -> impl Iterator<Item = &mut Contestant> {
        std::iter::once(&mut self.mirror).chain(&mut self.others)
    }
}

impl Contestant {
    /// Asks about pairs, with a slot for each where it takes slots and there are some.
    fn ask(
        &mut self,
        query: &Query<'_>,
        frame: &CachedFrame<'_>,
        slots: Option<&[u32]>,
    ) -> Result<(), QueryError> {
        let CachedFrame { setting, surfaces, .. } = *frame;
        let query = query.of_contacts(setting);
        let query = if surfaces { query.surfaces() } else { query };
        let query = match slots.filter(|_| self.has_slots) {
            Some(slots) => query.slots(slots),
            None => query,
        };
        self.engine.manifolds_cached(query, &mut self.cache).map(|_| ())
    }
}

impl Change {
    /// Does it to the cache that is asked as the how many-th; what is wrong then, in words.
    fn apply(&self, cache: &mut ContactCache, place: usize) -> Option<String> {
        match self {
            Self::ForgetBox(index) => cache.forget_box(*index),
            Self::ForgetPair(pair) => cache.forget_pair(*pair),
            Self::Renumber(new_numbers) => cache.renumber_boxes(new_numbers),
            Self::Restore(bit) if place % 2 == 1 => return restore(cache, *bit),
            Self::Restore(_) => {}
        }
        None
    }
}

/// Puts a restored cache in the place of a cache; what is wrong with its bytes, in words.
fn restore(cache: &mut ContactCache, bit: usize) -> Option<String> {
    let mut bytes = cache.save();
    match ContactCache::restore(&bytes) {
        Ok(restored) => *cache = restored,
        Err(error) => return Some(format!("a saved cache is not restored: {error}")),
    }
    let bit = bit % (8 * bytes.len());
    bytes[bit / 8] ^= 1 << (bit % 8);
    let damaged = ContactCache::restore(&bytes).is_ok();
    damaged.then(|| format!("a cache is restored though bit {bit} was changed"))
}

impl Checker {
    /// Asks everybody about the next frame of a sequence.
    pub(crate) fn check_cached(
        &mut self,
        frames: &mut CachedFrames,
        frame: &CachedFrame<'_>,
    ) -> Result<(), Failure> {
        for change in frame.changes {
            frames.past.change(change);
            for way in &mut frames.ways {
                let name = way.choice.name();
                for (place, contestant) in way.contestants().enumerate() {
                    let wrong = change.apply(&mut contestant.cache, place);
                    let wrong = wrong.map(|what| (0, format!("cache {name}: {what}")));
                    self.report.add_objections(contestant.number, wrong.into_iter());
                }
            }
        }
        let now = frames.past.next(frame);
        debug_assert_eq!(frames.basis, frame.query.store.basis());
        for way in &mut frames.ways {
            way.mirror.ask(&frame.query, frame, None)?;
            let verdicts = verdicts(way, frame, &frames.past)?;
            self.add_verdicts(way, &verdicts);
            for place in 0..way.others.len() {
                self.compare(way, place, frame, &verdicts)?;
            }
        }
        frames.past = now;
        Ok(())
    }

    /// Counts the mirror's verdicts in words; the numbers are shared by all who agree.
    fn add_verdicts(&mut self, way: &Way, verdicts: &[Agreement]) {
        let name = way.choice.name();
        let outside = verdicts.iter().enumerate().filter_map(|(row, verdict)| {
            verdict.objections.as_ref().map(|words| (row, format!("cache {name}: {words}")))
        });
        self.report.add_objections(way.mirror.number, outside);
    }

    /// Asks one contestant, and compares its bits with the mirror's.
    fn compare(
        &mut self,
        way: &mut Way,
        place: usize,
        frame: &CachedFrame<'_>,
        verdicts: &[Agreement],
    ) -> Result<(), Failure> {
        let Way { choice, mirror, others, .. } = way;
        let contestant = &mut others[place];
        let listing = frame.listings.of_threads(contestant.threads);
        if listing.pairs.is_empty() && !frame.query.pairs.is_empty() {
            return Ok(());
        }
        let query = Query { pairs: &listing.pairs, ..frame.query };
        let slots: Option<Vec<u32>> =
            frame.slots.map(|slots| listing.rows.iter().map(|&row| slots[row]).collect());
        if let Some(workers) = self.workers_of(contestant.threads) {
            workers.run(|| contestant.ask(&query, frame, slots.as_deref()))?;
        }
        let different = differences(contestant, mirror, listing, frame.surfaces);
        let mut tally = Tally { bit_mismatches: different.len(), ..Tally::default() };
        if !contestant.has_slots {
            for verdict in verdicts {
                tally.outside_tolerance += usize::from(verdict.objections.is_some());
                tally.manifolds += usize::from(verdict.has_contacts);
                tally.worst_manifold = tally.worst_manifold.max(verdict.worst);
            }
        }
        tally.worst = Deviation::default();
        let with = if contestant.has_slots { ", with slots" } else { "" };
        let name = choice.name();
        let odd =
            different.into_iter().map(|(row, what)| (row, format!("cache {name}{with}: {what}")));
        self.report.add(contestant.number, tally, odd);
        Ok(())
    }
}

/// The rows of the frame, each once, whose bits are not the mirror's, in words.
fn differences(
    contestant: &Contestant,
    mirror: &Contestant,
    listing: &Listing,
    surfaces: bool,
) -> BTreeMap<usize, String> {
    let (own, theirs) = (LastPoints::of(&contestant.cache), LastPoints::of(&mirror.cache));
    let mut different = BTreeMap::new();
    for (place, &row) in listing.rows.iter().enumerate() {
        let answer = CachedManifold::of(contestant.cache.manifolds(), place, surfaces);
        let expected = CachedManifold::of(mirror.cache.manifolds(), row, surfaces);
        if let Some(what) = answer.difference(&own, &expected, &theirs) {
            different.entry(row).or_insert(what);
        }
    }
    let now = contestant.cache.manifolds();
    if surfaces && now.surfaces().len() != now.points().len() {
        different.entry(0).or_insert("surface points are missing".to_owned());
    }
    if let Some(what) = own.complaint(now) {
        different.entry(0).or_insert(what);
    }
    different
}

/// The verdicts on the mirror's answers.
fn verdicts(way: &Way, frame: &CachedFrame<'_>, past: &Past) -> Result<Vec<Agreement>, Failure> {
    let mut stateless = Manifolds::new();
    let query = frame.query.of_contacts(frame.setting).surfaces();
    way.mirror.engine.manifolds(query, &mut stateless)?;
    let repeated = repeated(frame.query.pairs);
    let seen = Seen {
        choice: way.choice,
        frame,
        past,
        repeated: &repeated,
        cache: &way.mirror.cache,
        last_points: LastPoints::of(&way.mirror.cache),
        stateless: &stateless,
    };
    let rows = 0..frame.query.pairs.len();
    // A list that is one of many in a pool leaves the other threads to the others.
    Ok(if rayon::current_thread_index().is_some() {
        rows.map(|row| seen.verdict(row)).collect()
    } else {
        rows.into_par_iter().map(|row| seen.verdict(row)).collect()
    })
}

/// Whether a list has a pair more than once.
pub(crate) fn has_repeated(pairs: &[[u32; 2]]) -> bool {
    !repeated(pairs).is_empty()
}

/// The pairs that a list has more than once.
fn repeated(pairs: &[[u32; 2]]) -> BTreeSet<[u32; 2]> {
    let mut sorted = pairs.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect()
}
