//! A cache and the model of it, frame by frame.

use octosat::{ContactCache, Engine, Error, Links, Manifolds, Query, Side, Touching};
use octosat_check::{ContactOptions, engines, short};
use octosat_reference::links::{ContactFrame, LinkedContact, LinkedPoint, predecessor_fault};
use octosat_tests::sentence;

use crate::parts::Parts;
use crate::worlds::World;

/// A cache, and what it must answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    pub(crate) options: ContactOptions,
    pub(crate) cache: ContactCache,
    /// The contacts of the last frame and of this one, of queries without a cache. The rows of removed boxes leave.
    frames: [Manifolds; 2],
    /// The same as the model sees them: pairs have the numbers of the frame that continues them.
    continued: [ContactFrame; 2],
}

impl Followed {
    pub(crate) fn new(options: ContactOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Begins a frame, and checks its rows and links.
    #[track_caller]
    pub(crate) fn frame(&mut self, engine: &Engine, world: &World) {
        self.rows(engine, world);
        self.check_links();
    }

    /// Begins a frame, and checks its rows and those of the last frame. No link is computed.
    #[track_caller]
    pub(crate) fn rows(&mut self, engine: &Engine, world: &World) {
        self.cache.next_frame();
        let contacts = self.options.of(world.query());
        engine.manifolds_cached(contacts, &mut self.cache).expect("a valid query");
        self.frames.swap(0, 1);
        self.frames[1] = world.contacts(engine, self.options);
        self.continued.swap(0, 1);
        self.continued[1] = contact_frame(&self.frames[1]);
        let found = [self.cache.last_manifolds(), self.cache.manifolds()];
        assert!(found.map(words) == self.frames.each_ref().map(words), "other rows or points");
        assert_eq!(found[1].pairs(), world.pairs);
    }

    /// Checks all links of the frame with the model.
    #[track_caller]
    pub(crate) fn check_links(&mut self) {
        let (now, last) = (contact_frame(&self.frames[1]), &self.continued[0]);
        let expected = now.links(last);
        let [last_rows, rows] = self.frames.each_ref().map(Manifolds::touching_rows);
        let links = self.cache.links();
        let mut filled = vec![7; links.manifolds().points().len()];
        links.fill_predecessors(&mut filled);
        for (number, link) in links.contacts().enumerate() {
            assert_eq!(link.touching.index, rows[number] as usize);
            let row = link.last.map(|last| last.index);
            let continued = expected.last[number];
            assert_eq!(row, continued.map(|contact| last_rows[contact] as usize), "{link:?}");
            let first = link.last.map_or(0, |last| last.manifold.first);
            let of_last = |place: Option<u32>| place.map(|place| (place - first) as usize);
            let predecessors: Vec<_> = link.predecessors().map(of_last).collect();
            let continued = continued.map(|contact| &last.contacts()[contact]);
            let fault = predecessor_fault(&now.contacts()[number], continued, &predecessors);
            assert_eq!(fault, None, "{link:?}");
            let places = filled[link.touching.manifold.first as usize..].iter();
            let one_by_one = (0..predecessors.len()).map(|k| link.predecessor(k));
            assert!(
                one_by_one
                    .zip(places)
                    .all(|(one, &place)| one.unwrap_or(Links::NEW_POINT) == place)
            );
        }
        assert_eq!(links.contacts().count(), rows.len());
        let began: Vec<_> = links.began().map(|one| one.index).collect();
        let mut ended: Vec<_> = links.ended().map(|one| one.index).collect();
        ended.sort_unstable();
        let of = |rows: &[u32], contacts: &[usize]| -> Vec<_> {
            contacts.iter().map(|&contact| rows[contact] as usize).collect()
        };
        assert_eq!([began, ended], [of(rows, &expected.began), of(last_rows, &expected.ended)]);
    }

    /// All that the cache says.
    pub(crate) fn words(&mut self) -> Vec<u32> {
        let frames = [words(self.cache.last_manifolds()), words(self.cache.manifolds())];
        [frames.concat(), link_words(&mut self.cache)].concat()
    }

    /// A query is rejected, and changes nothing.
    #[track_caller]
    pub(crate) fn assert_rejected(&mut self, query: Query<'_>, expected: &str) {
        let before = self.words();
        let error = Engine::new().manifolds_cached(query, &mut self.cache).expect_err("an error");
        assert!(error.to_string().starts_with(expected), "{error}");
        assert!(self.words() == before);
    }

    /// Forgets a box, if there are more boxes than its index.
    pub(crate) fn forget_box(&mut self, index: u32, boxes: usize) {
        let side = Side::Both;
        let found = self.cache.forget_box(side, index);
        if index < short(boxes) {
            assert_eq!(found, Ok(()));
            self.continued[1].forget_box([true; 2], index);
        } else {
            let text =
                format!("there is no box {index} on both sides: the number of boxes is {boxes}");
            assert_eq!(sentence(found), text);
        }
    }

    pub(crate) fn forget_pair(&mut self, pair: [u32; 2]) {
        self.cache.forget_pair(pair);
        self.continued[1].forget_pair(pair);
    }

    pub(crate) fn renumber(&mut self, numbers: &[u32]) -> Result<(), Error> {
        self.cache.renumber_boxes(Side::Both, numbers)?;
        self.continued.iter_mut().for_each(|frame| frame.renumber_boxes([true; 2], numbers));
        self.keep_rows(|index| numbers.get(index as usize).copied().unwrap_or(u32::MAX));
        Ok(())
    }

    pub(crate) fn swap_remove(&mut self, index: u32, last: u32) {
        assert_eq!(self.cache.swap_remove(Side::Both, index, last), Ok(()));
        self.continued.iter_mut().for_each(|frame| frame.swap_remove([true; 2], index, last));
        self.keep_rows(|own| match own {
            _ if own == index || own > last => u32::MAX,
            _ if own == last => index,
            _ => own,
        });
    }

    /// Gives the boxes of both frames other indices, and removes the rows of boxes that get the largest.
    fn keep_rows(&mut self, new: impl Fn(u32) -> u32) {
        for frame in &mut self.frames {
            let mut parts = Parts::of(frame);
            let pairs = parts.pairs.iter().map(|pair| pair.map(&new));
            let rows = pairs.zip(parts.manifolds).filter(|(pair, _)| !pair.contains(&u32::MAX));
            (parts.pairs, parts.manifolds) = rows.unzip();
            *frame = parts.contacts().expect("parts of contacts");
        }
    }
}

/// The contacts as the model takes them.
pub(crate) fn contact_frame(found: &Manifolds) -> ContactFrame {
    let contact = |one: Touching<'_>| {
        let points = one.points.iter();
        let points =
            points.map(|point| LinkedPoint { position: point.position, feature: point.feature.0 });
        LinkedContact { pair: one.pair, size: one.manifold.size_exponent, points: points.collect() }
    };
    ContactFrame::new(found.touching().map(contact).collect())
}

/// All rows and points.
pub(crate) fn words(found: &Manifolds) -> Vec<u32> {
    let mut words = found.touching_rows().to_vec();
    words.extend(found.pairs().as_flattened());
    words.extend(bytemuck::cast_slice::<_, u32>(found.manifolds()));
    for one in found.touching() {
        words.extend(bytemuck::cast_slice::<_, u32>(one.points));
        words.extend(bytemuck::cast_slice::<_, u32>(one.surfaces));
    }
    words
}

/// All links: the rows, the predecessors, and the rows that ended.
pub(crate) fn link_words(cache: &mut ContactCache) -> Vec<u32> {
    let (links, mut words) = (cache.links(), Vec::new());
    for link in links.contacts() {
        let last = link.last.map_or(Links::NEW_POINT, |last| short(last.index));
        words.extend([short(link.touching.index), last]);
        words.extend(link.predecessors().map(|place| place.unwrap_or(Links::NEW_POINT)));
    }
    words.extend(links.ended().map(|one| short(one.index)));
    words
}

/// Follows frames with every engine: all say the same.
#[track_caller]
pub(crate) fn with_every_engine(follow: impl Fn(&Engine) -> Vec<Vec<u32>>) {
    let engines = engines();
    let expected = follow(&engines[0]);
    for engine in &engines[1..] {
        assert!(follow(engine) == expected, "another answer of {engine:?}");
    }
}
