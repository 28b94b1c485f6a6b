//! Which contact of the last frame a contact continues, and which point each of its points.

use alloc::vec::Vec;

use super::list::{Contact, ContactList, NANOSECONDS, NEW, Table};
use super::predecessors::{Matched, NEW_POINT, Order, WORD};
use crate::call::engine::Engine;
use crate::call::tasks::for_each_task;
use crate::contacts::ContactPoint;
use crate::contacts::manifolds::{Manifolds, Touching};

/// What each contact of this frame continues.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkList {
    links: Vec<Continued>,
    /// Whether each contact of the last frame goes on.
    goes_on: Vec<bool>,
    table: Table,
}

/// What a contact continues.
#[derive(Clone, Copy, Debug)]
struct Continued {
    /// The number of the contact among those of the last frame, or [`NEW`].
    number: u32,
    /// Where the points of that contact begin.
    first: u32,
    order: Order,
}

impl Continued {
    /// Nothing.
    const NOTHING: Self = Self { number: NEW, first: 0, order: Order::NONE };

    /// Writes the predecessors of as many points as there are places.
    #[inline(always)]
    fn fill(&self, places: &mut [u32]) {
        for (k, place) in places.iter_mut().enumerate() {
            *place = self.order.place(k, self.first);
        }
    }
}

/// How many contacts are found and then matched, while they are in the CPU cache.
const BLOCK: usize = 128;

/// Two frames whose contacts are linked.
#[derive(Clone, Copy)]
pub(super) struct Frames<'a> {
    pub(super) now: &'a Manifolds,
    pub(super) last: &'a Manifolds,
    pub(super) now_list: &'a ContactList,
    /// Whether positions of both have one origin.
    pub(super) has_one_origin: bool,
}

impl LinkList {
    /// Removes contacts of this frame and of the last: whether each stays. None that stays continues one that does not.
    pub(super) fn keep(&mut self, now: &[bool], last: &[bool]) {
        let Self { links, goes_on, .. } = self;
        let mut stays = now.iter();
        links.retain(|_| stays.next() == Some(&true));
        let mut stays = last.iter();
        goes_on.retain(|_| stays.next() == Some(&true));
        let mut kept = 0;
        let new_number = |&stays: &bool| {
            kept += u32::from(stays);
            kept - u32::from(stays)
        };
        let numbers: Vec<u32> = last.iter().map(new_number).collect();
        for link in links {
            link.number = numbers.get(link.number as usize).copied().unwrap_or(NEW);
        }
    }

    /// Links the contacts of two frames, except those of the last frame that are forgotten.
    pub(super) fn update(
        &mut self,
        engine: Engine,
        frames: Frames<'_>,
        last_list: &ContactList,
        is_forgotten: impl Fn(u32) -> bool,
    ) {
        let Self { links, goes_on, table } = self;
        links.resize(frames.now_list.contacts.len(), Continued::NOTHING);
        let mut search = last_list.searched(frames.now_list, table);
        for_each_task(engine.load(links.len(), NANOSECONDS), links, 1, |range, part| {
            for (first, block) in range.step_by(BLOCK).zip(part.chunks_mut(BLOCK)) {
                search.find(first, block.iter_mut().map(|link| &mut link.number));
                frames.match_points(last_list, first, block);
            }
        });
        goes_on.clear();
        goes_on.resize(last_list.contacts.len(), false);
        for (k, link) in links.iter_mut().enumerate() {
            // The table finds the first of equal pairs, which an earlier contact may continue.
            if goes_on.get(link.number as usize) == Some(&true) {
                link.number = search.take_next(link.number);
                frames.match_points(last_list, k, core::slice::from_mut(link));
            }
            let Some(goes_on) = goes_on.get_mut(link.number as usize) else { continue };
            if is_forgotten(link.number) {
                *link = Continued::NOTHING;
            } else {
                *goes_on = true;
            }
        }
    }
}

impl Frames<'_> {
    /// Finds which points the points of the contacts from `first` on continue, by the numbers of their contacts.
    fn match_points(self, last_list: &ContactList, first: usize, links: &mut [Continued]) {
        let contacts = &self.now_list.contacts[first..];
        let rows = &self.now.touching_rows()[first..];
        for (link, (contact, &row)) in links.iter_mut().zip(contacts.iter().zip(rows)) {
            let Some(old) = last_list.contacts.get(link.number as usize) else {
                *link = Continued::NOTHING;
                continue;
            };
            let mut order = Order::SAME;
            if contact.features != old.features {
                let lengths = [contact.len, old.len];
                let matched = Matched::by_features(contact.features, old.features, lengths);
                order = matched.order;
                if matched.leaves_some() & self.has_one_origin {
                    order = self.nearest(matched, row, [contact, old]);
                }
            }
            *link = Continued { first: old.first, order, ..*link };
        }
    }

    /// The order of a contact's points with those that no feature finds, given the contact's row.
    fn nearest(self, matched: Matched, row: u32, [now, last]: [&Contact; 2]) -> Order {
        let row = &self.now.manifolds[row as usize];
        let is_short = usize::from(now.len.max(last.len)) <= WORD;
        let now = &self.now.points[now.first as usize..];
        let last = &self.last.points[last.first as usize..];
        match (now.first_chunk::<WORD>(), last.first_chunk::<WORD>()) {
            (Some(now), Some(last)) if is_short => matched.with_nearest(row, now, last),
            _ => matched.with_nearest(row, &eight(now), &eight(last)),
        }
    }
}

/// The first eight points, with others behind the last.
fn eight(points: &[ContactPoint]) -> [ContactPoint; 2 * WORD] {
    let mut eight = [ContactPoint::default(); 2 * WORD];
    for (point, &given) in eight.iter_mut().zip(points) {
        *point = given;
    }
    eight
}

/// What goes on from the last frame of a [`ContactCache`](crate::ContactCache) to this one.
///
/// # Example
/// ```
/// use octosat::{BoxStore, ContactCache, Engine, OrientedBox, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut cache = ContactCache::new();
/// for frame in 0..2 {
///     cache.next_frame();
///     Engine::new().manifolds_cached(Query::new(&boxes, &[[0, 1]]), &mut cache)?;
///     for link in cache.links().contacts() {
///         assert_eq!(link.last.is_some(), frame == 1);
///         assert!(link.predecessors().all(|place| place.is_some() == (frame == 1)));
///     }
///     assert_eq!(cache.links().began().count(), 1 - frame);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Links<'c> {
    pub(super) now: &'c Manifolds,
    pub(super) last: &'c Manifolds,
    pub(super) now_list: &'c ContactList,
    pub(super) link_list: &'c LinkList,
}

/// A pair in contact, and the contact of the last frame that it continues.
#[derive(Clone, Copy, Debug)]
pub struct Link<'c> {
    /// The pair, its row and its points.
    pub touching: Touching<'c>,
    /// The contact of the same pair in the last frame; none if the pair was not in contact, or is forgotten.
    pub last: Option<Touching<'c>>,
    link: Continued,
}

impl Link<'_> {
    /// The place of the point of the last frame that point `k` continues, in the last frame's [`Manifolds::points`]. No
    /// two points continue the same.
    ///
    /// # Panics
    /// If the pair has no point `k`.
    #[inline]
    #[must_use]
    pub fn predecessor(&self, k: usize) -> Option<u32> {
        assert!(k < self.touching.points.len(), "a point of the pair");
        Some(self.link.order.place(k, self.link.first)).filter(|&place| place != NEW_POINT)
    }

    /// The predecessor of each point.
    #[inline]
    pub fn predecessors(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        (0..self.touching.points.len()).map(|k| self.predecessor(k))
    }
}

impl Links<'_> {
    /// The place of a predecessor that does not exist: `u32::MAX`.
    pub const NEW_POINT: u32 = NEW_POINT;
}

impl<'c> Links<'c> {
    /// The contacts of this frame.
    #[must_use]
    pub fn manifolds(self) -> &'c Manifolds {
        self.now
    }

    /// The contacts of the last frame.
    #[must_use]
    pub fn last_manifolds(self) -> &'c Manifolds {
        self.last
    }

    /// The pairs in contact, in the order of the pair list.
    #[inline]
    pub fn contacts(self) -> impl ExactSizeIterator<Item = Link<'c>> {
        let last_rows = self.last.touching_rows();
        self.now.touching().zip(&self.link_list.links).map(move |(touching, &link)| {
            let last = last_rows.get(link.number as usize).map(|&row| self.last.touching_at(row));
            Link { touching, last, link }
        })
    }

    /// Writes the predecessor of every point: at the point's place, the place of the point that it continues in the last
    /// frame's [`Manifolds::points`], or [`Self::NEW_POINT`].
    ///
    /// Places that belong to no point get numbers without meaning.
    ///
    /// # Panics
    /// If there are not as many places as [`Manifolds::points`] has.
    pub fn fill_predecessors(self, places: &mut [u32]) {
        assert_eq!(places.len(), self.now.points().len(), "one place per place of a point");
        for (contact, link) in self.now_list.contacts.iter().zip(&self.link_list.links) {
            let places = &mut places[contact.first as usize..];
            let len = usize::from(contact.len);
            // Four places at once, without a branch on how many count: the others are written later, or belong to no
            // point.
            match places.first_chunk_mut::<WORD>() {
                Some(four) if len <= WORD => link.fill(four),
                _ => link.fill(&mut places[..len]),
            }
        }
    }

    /// The pairs in contact that continue no contact of the last frame: new ones, and those that are forgotten.
    #[inline]
    pub fn began(self) -> impl Iterator<Item = Touching<'c>> {
        let rows = self.now.touching_rows().iter().zip(&self.link_list.links);
        let new = rows.filter(|(_, link)| link.number == NEW);
        new.map(move |(&row, _)| self.now.touching_at(row))
    }

    /// The contacts of the last frame that none continues: their pairs are apart or not listed, or are forgotten.
    #[inline]
    pub fn ended(self) -> impl Iterator<Item = Touching<'c>> {
        let rows = self.last.touching_rows().iter().zip(&self.link_list.goes_on);
        rows.filter(|(_, goes_on)| !**goes_on).map(move |(&row, _)| self.last.touching_at(row))
    }
}
