//! Contacts of frame after frame: without a cache, with one, and with all that one can be asked.

use std::hint::black_box;

use octosat::{ContactCache, Engine, Manifolds, NEW_POINT, Query, QueryError};

use crate::cache::CacheChoice;

/// What is asked about contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contacts {
    /// The manifolds, without a cache.
    Off,
    /// The manifolds, with a cache of which nothing else is asked.
    On,
    /// The predecessors of all points, and the contacts that began and that ended.
    Predecessors,
}

impl Contacts {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Off, Self::On, Self::Predecessors];

    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
            Self::Predecessors => "predecessors",
        }
    }

    /// The choice on the command line to which it belongs.
    pub(super) fn choice(self) -> CacheChoice {
        if self == Self::Off { CacheChoice::Off } else { CacheChoice::On }
    }
}

/// Contacts, and what is kept of the last frame.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) manifolds: Manifolds,
    cache: ContactCache,
    /// The places of all predecessors.
    places: Vec<u32>,
}

impl Memory {
    /// Forgets the last frame.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
    }

    /// Asks about the next frame.
    pub(super) fn ask(
        &mut self,
        engine: &Engine,
        query: Query<'_>,
        asked: Contacts,
    ) -> Result<(), QueryError> {
        let Self { manifolds, cache, places } = self;
        if asked == Contacts::Off {
            return engine.manifolds(query, manifolds);
        }
        cache.next_frame();
        engine.manifolds_cached(query, cache)?;
        if asked == Contacts::Predecessors {
            let links = cache.links();
            places.resize(links.manifolds().points().len(), NEW_POINT);
            links.fill_predecessors(places);
            let [began, ended]: [usize; 2] = [
                links.began().map(|touching| touching.points.len()).sum(),
                links.ended().map(|touching| touching.points.len()).sum(),
            ];
            black_box((places, began, ended));
        }
        Ok(())
    }
}
