//! Contacts of frames one after the other, each engine with a cache of its own.

mod checks;
mod past;
mod row;

use octosat::{CacheMode, ContactCache, Manifolds, PointLimit, PointOrigin, Unit};
use octosat_scenes::generate::motion::{Change, Origin, Sequence, Step};
use octosat_scenes::generate::{Random, worlds};

pub use self::past::{Past, PastPair};
pub use self::row::{CachedRow, Owner};

use self::checks::PairCheck;
use self::row::checked_rows;
use crate::manifolds::contacts;
use crate::{
    Asked, Case, Facts, Failure, Finding, Frame, Query, Round, SPECULATIVE_MARGIN, Setting,
    map_rows,
};

/// Contacts of pairs of boxes with a cache.
#[derive(Clone, Copy, Debug)]
pub struct Cached {
    /// What the caches do with the frame before.
    pub mode: CacheMode,
}

/// What is the same for both modes.
const FACTS: Facts = Facts {
    name: "contacts-steady",
    about: "contacts with a cache that prefers those of the frame before in ties",
    usual_margin: SPECULATIVE_MARGIN,
    fewest_threaded: 8_000,
    remembers: true,
    ..Facts::OF_PAIRS
};

/// A cache and its number among those of a check.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    number: usize,
    cache: ContactCache,
}

impl Cached {
    /// Ties are decided as in the frame before.
    pub const STEADY: Self = Self { mode: CacheMode::Steady };
    /// In addition, manifolds of boxes that barely moved are kept.
    pub const REUSE: Self = Self { mode: CacheMode::REUSE };
}

impl Query for Cached {
    type Row = CachedRow;
    type World = ();
    type Memory = Memory;
    type History = Past;

    fn facts(&self) -> &'static Facts {
        match self.mode {
            CacheMode::Steady => &FACTS,
            CacheMode::Reuse { .. } => &Facts {
                name: "contacts-reuse",
                about: "contacts with a cache that also keeps manifolds of boxes that barely moved",
                ..FACTS
            },
        }
    }

    fn round(&self, number: u64, random: &mut Random) -> Round {
        let scene = worlds::world(number, random);
        let margin = worlds::margin(&scene, random);
        let seed = random.next_u64();
        // The seed decides the order of the list: one that stays the same, or another one in every frame.
        let is_shuffled_again = random.one_in(2);
        let Sequence { steps, is_plain } = Sequence::new(&scene, margin, random);
        // Pairs have margins of their own in no frame, in all, or in some; no recording holds these.
        let own_margins = if is_plain { 0 } else { random.below(3) };
        let frame = |step| {
            let shape_seed = if is_shuffled_again { random.next_u64() } else { seed };
            let own_margins = own_margins == 1 || own_margins == 2 && random.one_in(2);
            of_step(step, own_margins, shape_seed)
        };
        let frames = steps.into_iter().map(frame).collect();
        Round { name: scene.name, frames, is_recordable: is_plain }
    }

    fn memory(&self, number: usize) -> Memory {
        Memory { number, cache: ContactCache::new(self.mode) }
    }

    fn ask(&self, asked: &Asked<'_, ()>, memory: &mut Memory) -> Result<Vec<CachedRow>, Failure> {
        let Asked { engine, case, rows, margin, slots, .. } = *asked;
        for change in &case.changes {
            memory.change(change)?;
        }
        let mut query = query(case, rows).margin(margin);
        if let Some(slots) = slots {
            query = query.slots(slots);
        }
        engine.manifolds_cached(query, &mut memory.cache)?;
        checked_rows(&memory.cache, case)
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[CachedRow],
        past: &mut Past,
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        case.changes.iter().for_each(|change| past.change(change));
        let (mut stateless, margins) = (Manifolds::new(), case.margins(rows));
        engine.manifolds(query(case, rows).margin(case.margins_of(&margins)), &mut stateless)?;
        let now = Past::new(case, rows, answers);
        let findings = map_rows(rows.len(), |row| {
            let (pair, answer) = (rows[row], &answers[row]);
            let check = PairCheck {
                mode: self.mode,
                setting: case.setting_of(pair),
                pair,
                boxes: pair.map(|index| case.boxes.oriented(index)),
                now: answer,
                stateless: CachedRow::new(&stateless, row),
                before: past.of(pair, now.is_repeated(pair), answer),
            };
            check.finding(&case.boxes.contact_reference(pair))
        });
        *past = now;
        Ok(findings)
    }
}

impl Memory {
    /// Does to the cache what has happened since the frame before.
    fn change(&mut self, change: &Change) -> Result<(), Failure> {
        match change {
            Change::ForgetBox(index) => self.cache.forget_box(*index),
            Change::ForgetPair(pair) => self.cache.forget_pair(*pair),
            Change::Renumber(new_numbers) => self.cache.renumber_boxes(new_numbers),
            // The others go on as they are, and must have the same bits.
            Change::Restore(bit) if self.number % 2 == 1 => return self.restore(*bit),
            Change::Restore(_) => {}
        }
        Ok(())
    }

    /// Saves and restores the cache; a copy with one bit changed is rejected. The number of the bit is counted round
    /// and round.
    fn restore(&mut self, bit: usize) -> Result<(), Failure> {
        let mut bytes = self.cache.save();
        self.cache = ContactCache::restore(&bytes)
            .map_err(|error| Failure::new(format!("a saved cache is not restored: {error}")))?;
        let bit = bit % (8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        match ContactCache::restore(&bytes) {
            Ok(_) => Err(Failure::new(format!("a cache is restored though bit {bit} was changed"))),
            Err(_) => Ok(()),
        }
    }
}

/// The query for the contacts of a frame in its setting.
fn query<'a>(case: &'a Case, pairs: &'a [[u32; 2]]) -> octosat::Query<'a, Unit> {
    let query = contacts(case, pairs, &case.setting);
    if case.setting.surfaces { query.surfaces() } else { query }
}

/// A step of a sequence as a frame, with the seed of the order of its list.
fn of_step(step: Step, own_margins: bool, shape_seed: u64) -> Frame {
    let Step { scene, margin, point_limit, origin, surfaces, changes, slots } = step;
    let limit = if point_limit == 8 { PointLimit::Eight } else { PointLimit::Four };
    let is_relative = origin == Origin::CenterOfA;
    let origin = if is_relative { PointOrigin::CenterOfA } else { PointOrigin::World };
    let setting = Setting { margin, own_margins, limit, origin, surfaces, shape_seed };
    Frame { changes, slots, ..Frame::of_scene(&scene, setting) }
}
