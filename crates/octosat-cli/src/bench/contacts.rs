//! What is asked about pairs of frame after frame, and room for the answers. Contacts are asked without a cache, with one,
//! and with all that one can be asked.

use std::hint::black_box;

use octosat::{BoxStore, ContactCache, Engine, Error, Links, Manifolds, Penetration, Query};
use octosat_check::SPECULATIVE_MARGIN;

use crate::cache::CacheChoice;

/// The queries about pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Overlap,
    Penetration,
    Contacts(Contacts),
}

/// The queries about contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contacts {
    /// The manifolds, without a cache.
    Off,
    /// The manifolds, with a cache of which nothing else is read.
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

impl Asked {
    /// The name of the query in reports.
    pub(super) fn query(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Penetration => "penetration",
            Self::Contacts(_) => "contacts",
        }
    }
}

/// Room for the answers about lists, and what is kept of the last one.
#[derive(Debug)]
pub(super) struct Room {
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
    manifolds: Manifolds,
    cache: ContactCache,
    /// The places of all predecessors.
    places: Vec<u32>,
}

impl Room {
    /// Room for lists of up to this many pairs.
    pub(super) fn new(most: usize) -> Self {
        Self {
            overlaps: vec![false; most],
            rows: vec![Penetration::default(); most],
            manifolds: Manifolds::new(),
            cache: ContactCache::default(),
            places: Vec::new(),
        }
    }

    /// Forgets the last frame.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
    }

    /// Asks about the next list.
    pub(super) fn ask(
        &mut self,
        engine: &Engine,
        boxes: &BoxStore,
        pairs: &[[u32; 2]],
        asked: Asked,
    ) -> Result<(), Error> {
        let Self { overlaps, rows, manifolds, cache, places } = self;
        let query = Query::new(boxes, pairs);
        let contacts = match asked {
            Asked::Overlap => return engine.overlaps(query, &mut overlaps[..pairs.len()]),
            Asked::Penetration => return engine.penetrations(query, &mut rows[..pairs.len()]),
            Asked::Contacts(contacts) => contacts,
        };
        let query = query.within(SPECULATIVE_MARGIN);
        if contacts == Contacts::Off {
            return engine.manifolds(query, manifolds);
        }
        cache.next_frame();
        engine.manifolds_cached(query, cache)?;
        if contacts == Contacts::Predecessors {
            let links = cache.links();
            places.resize(links.manifolds().points().len(), Links::NEW_POINT);
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
