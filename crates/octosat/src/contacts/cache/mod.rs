//! The contact cache: the contacts of this frame and of the last one, and which continues which.
//!
//! A frame costs what its query costs: the query writes into the older of two buffers, and both are swapped. Everything
//! else is a function of both frames, and is computed when it is first required.
//!
//! 1. Here, [`ContactCache`]: both frames.
//! 2. `boxes`: the lists of boxes, and boxes that come and go. `list`: the contacts of a frame, and where they are found in the last one. `links`: what each contact continues.
//!    `predecessors`: which point a point continues.

pub(crate) mod boxes;
pub(crate) mod links;
mod list;
pub(crate) mod predecessors;

use core::mem;

use self::boxes::{Forgotten, REMOVED, Side, boxes_after, boxes_of, no_box, wrong_index};
use self::links::{Frames, LinkList, Links};
use self::list::ContactList;
use super::manifolds::Manifolds;
use super::question::Contacts;
use crate::call::engine::Engine;
use crate::error::{Error, ErrorKind};

/// The contacts of this frame and of the last one, for warm starting: which point continues which.
///
/// Keep one cache per list of pairs. Once per frame, call [`Self::next_frame`] and [`Engine::manifolds_cached`]; then
/// [`Self::links`] leads from each point to its predecessor, as in the example. The pair list may change from frame to
/// frame and may have any order: pairs are found again by the indices of their boxes, a and b in the same order. If a pair
/// is listed twice, its k-th entry in contact continues its k-th entry in contact.
///
/// The contacts are those of [`Engine::manifolds`], bit for bit; they do not depend on the frames before.
///
/// # Options that change
///
/// The options of [`Contacts`] may change from frame to frame. Points continue points of the same features whatever the
/// options are. Where features differ, points are compared by their positions, but not if one frame has its positions
/// from the world's origin and the other from the centers. Contacts of [`Manifolds::from_parts`] count as those of the next
/// frame's origin.
///
/// # Boxes that come and go
///
/// Adding boxes at the end needs no call. Removed or reordered boxes need one of [`Self::swap_remove`] and
/// [`Self::renumber_boxes`] for the list they belong to: [`Side::Both`] if the pairs are of one list, else [`Side::A`] or
/// [`Side::B`]. The pairs of both frames then have the new indices. The rows of a removed box leave both frames, so rows
/// behind them have other numbers; points keep their places.
///
/// A cache that has no frame yet, and one of [`Manifolds::from_parts`], knows only the pairs, not the lists of boxes: it
/// accepts every side and every index that no pair contradicts.
///
/// For rollback, clone the cache, or copy the arrays of its [`Manifolds`] and make a cache of [`Manifolds::from_parts`].
/// Boxes and pairs that were forgotten since the frame are not in the arrays: forget them again.
///
/// # Example
/// ```
/// use octosat::{BoxPose, BoxStore, ContactCache, Engine, Links, OrientedBox, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut cache = ContactCache::new();
/// // One impulse per place of a point, in this frame and in the last.
/// let (mut impulses, mut last_impulses) = (Vec::new(), Vec::new());
/// for height in [1.99, 1.9899, 1.9901] {
///     boxes.set_pose(1, BoxPose { center: [0.5, height, 0.0], rotation: upright })?;
///     cache.next_frame();
///     let query = Query::new(&boxes, &[[0, 1]]).within(0.02);
///     let places = Engine::new().manifolds_cached(query, &mut cache)?.points().len();
///     std::mem::swap(&mut impulses, &mut last_impulses);
///     impulses.clear();
///     impulses.resize(places, 0.0);
///     for link in cache.links().contacts() {
///         let first = link.touching.manifold.first as usize;
///         for (place, predecessor) in (first..).zip(link.predecessors()) {
///             // The impulse of the last frame; zero for points that are new.
///             impulses[place] = predecessor.map_or(0.0, |place| last_impulses[place as usize]);
///             // Here a solver would change it.
///             impulses[place] += 1.0;
///         }
///     }
/// }
/// assert_eq!(impulses, [3.0; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ContactCache {
    now: Manifolds,
    last: Manifolds,
    now_list: ContactList,
    last_list: ContactList,
    links: LinkList,
    /// Whether `links` are those of both frames.
    is_linked: bool,
    /// Whether this frame has its contacts.
    is_filled: bool,
    /// The engine of this frame.
    engine: Engine,
    /// What this frame's links leave out, and what the next frame's will.
    forgotten: Forgotten,
    forgotten_next: Forgotten,
}

impl ContactCache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The contacts of this frame.
    #[must_use]
    pub fn manifolds(&self) -> &Manifolds {
        &self.now
    }

    /// The contacts of the last frame.
    #[must_use]
    pub fn last_manifolds(&self) -> &Manifolds {
        &self.last
    }

    /// Begins a frame: its contacts are those of the next call of [`Engine::manifolds_cached`].
    ///
    /// Until then, this frame stays as it is; calling this twice changes nothing more.
    pub fn next_frame(&mut self) {
        self.is_filled = false;
    }

    /// Which contacts and points of this frame continue which of the last frame.
    ///
    /// They are computed once per frame, when they are first needed, on the threads of the frame's engine.
    pub fn links(&mut self) -> Links<'_> {
        if !mem::replace(&mut self.is_linked, true) {
            let Self { now, last, now_list, last_list, links, engine, .. } = self;
            now_list.update(*engine, now);
            last_list.update(*engine, last);
            let has_one_origin = now.origin.zip(last.origin).is_none_or(|(now, last)| now == last);
            let frames = Frames { now, last, now_list, has_one_origin };
            let forgotten = &self.forgotten;
            links.update(*engine, frames, last_list, |number| {
                let pair = || last.pairs[last.touching_rows()[number as usize] as usize];
                !forgotten.is_empty() && forgotten.holds(pair())
            });
        }
        Links { now: &self.now, last: &self.last, now_list: &self.now_list, link_list: &self.links }
    }

    /// Treats the pairs of a box as new in the next frame.
    ///
    /// Call it if another body takes the index of the box, or if a teleported box must not keep its impulses.
    ///
    /// # Errors
    /// If the frame has no such side or box.
    pub fn forget_box(&mut self, side: Side, index: u32) -> Result<(), Error> {
        match self.now.boxes.of_side(side)? {
            Some(boxes) if index as usize >= boxes => {
                return Err(no_box(side, index, boxes));
            }
            _ => self.forgotten_next.add_box(side, index),
        }
        Ok(())
    }

    /// Treats a pair (a, b) as new in the next frame. A pair that the frame does not have changes nothing.
    pub fn forget_pair(&mut self, pair: [u32; 2]) {
        self.forgotten_next.add_pair(pair);
    }

    /// Follows [`BoxStore::swap_remove`](crate::BoxStore::swap_remove): box `index` of a list is removed, and box `last`, the
    /// last one, has its index.
    ///
    /// `last` can be a box that was added since the frame. A call takes time in proportion to the pairs; to remove many
    /// boxes at once, call [`Self::renumber_boxes`].
    ///
    /// # Errors
    /// If the frame has no such side, if there are boxes behind `last`, or if `index` is greater than `last`.
    pub fn swap_remove(&mut self, side: Side, index: u32, last: u32) -> Result<(), Error> {
        let known = self.now.boxes.of_side(side)?;
        let boxes = known.unwrap_or_else(|| boxes_of(side, &self.now.pairs));
        if boxes > last as usize + 1 {
            let why = format_args!(
                "box {last} is not the last on {side}: the number of boxes is {boxes}"
            );
            return Err(wrong_index(ErrorKind::OutOfRange, last, why));
        }
        if index > last {
            return Err(no_box(side, index, last as usize + 1));
        }
        self.renumber(side, last as usize, &|number| match number {
            number if number == index || number > last => REMOVED,
            number if number == last => index,
            number => number,
        });
        Ok(())
    }

    /// Gives the boxes of a list new indices, after your engine has reordered them: box k becomes box `new_numbers[k]`, or
    /// is removed if that number is `u32::MAX`.
    ///
    /// Boxes beyond the end of `new_numbers` are removed, too. Indices may leave gaps, for boxes that the frame does not have:
    /// the list is then as long as the largest index needs. A call takes time in proportion to `new_numbers` and the
    /// pairs.
    ///
    /// # Errors
    /// If the frame has no such side, or if two boxes get the same index.
    pub fn renumber_boxes(&mut self, side: Side, new_numbers: &[u32]) -> Result<(), Error> {
        self.now.boxes.of_side(side)?;
        let boxes = boxes_after(side, new_numbers)?;
        self.renumber(side, boxes, &|index| {
            new_numbers.get(index as usize).copied().unwrap_or(REMOVED)
        });
        Ok(())
    }

    /// Gives the boxes of a list new indices; `boxes` is their number afterwards.
    fn renumber(&mut self, side: Side, boxes: usize, new_number: &impl Fn(u32) -> u32) {
        // By the old indices: rows that are removed may be continued.
        self.links();
        let [now, last] = [&mut self.now, &mut self.last]
            .map(|frame| frame.renumber(|pair| side.renumbered(pair, new_number)));
        self.links.keep(&now, &last);
        self.now_list.keep(&now);
        self.last_list.outdate();
        self.forgotten_next.renumber(side, new_number);
        self.now.boxes.set(side, boxes);
    }

    /// Forgets both frames. The buffers stay.
    pub fn clear(&mut self) {
        self.now.clear();
        self.last.clear();
        self.now_list.outdate();
        self.last_list.outdate();
        self.is_linked = false;
        self.is_filled = false;
        self.forgotten.clear();
        self.forgotten_next.clear();
    }
}

impl From<Manifolds> for ContactCache {
    /// A cache whose frame has these contacts, and whose last frame has none.
    fn from(now: Manifolds) -> Self {
        Self { now, is_filled: true, ..Self::default() }
    }
}

impl Engine {
    /// Reports where the boxes of each pair touch, and keeps the contacts of the last frame; see [`ContactCache`].
    ///
    /// The contacts are those of [`Self::manifolds`]. They are borrowed from the cache and stay there until the next
    /// call.
    ///
    /// # Errors
    /// As for [`Self::manifolds`], and if the frame has its contacts already, because [`ContactCache::next_frame`] was
    /// not called since. The cache is then unchanged.
    pub fn manifolds_cached<'q, 'c>(
        &self,
        contacts: impl Into<Contacts<'q>>,
        cache: &'c mut ContactCache,
    ) -> Result<&'c Manifolds, Error> {
        if cache.is_filled {
            let why = format_args!(
                "this frame of the cache has its contacts: begin the next one, or keep a cache per list of pairs"
            );
            return Err(Error::new(ErrorKind::FrameHasContacts, why));
        }
        self.manifolds(contacts.into(), &mut cache.last)?;
        mem::swap(&mut cache.now, &mut cache.last);
        // One workspace serves both buffers.
        mem::swap(&mut cache.now.workspace, &mut cache.last.workspace);
        mem::swap(&mut cache.now_list, &mut cache.last_list);
        mem::swap(&mut cache.forgotten, &mut cache.forgotten_next);
        cache.forgotten_next.clear();
        cache.forgotten.sort();
        cache.now_list.outdate();
        cache.is_linked = false;
        cache.is_filled = true;
        cache.engine = *self;
        Ok(&cache.now)
    }
}
