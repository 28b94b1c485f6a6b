//! Boxes that come and go in one list or in two, against a model that gives each body an id for good.

use octosat::{BoxStore, ContactCache, Engine, Manifolds, Query, Side};
use octosat_check::short;
use octosat_scenes::generate::Random;

use octosat_tests::{UPRIGHT, sentence};

/// How many calls are made, for one list and for two.
const CALLS: usize = 500_000;

/// Calls between two frames, at most.
const CALLS_PER_FRAME: usize = 40;

/// No list is longer.
const MOST_BOXES: usize = 9;

/// A body, for good; none: no body has this index.
type Id = Option<u32>;

/// A row of a frame.
#[derive(Clone, Debug)]
struct Row {
    bodies: [Id; 2],
    /// Where its points begin, if it has any.
    first: Option<u32>,
    /// Where the points begin that it continues.
    continues: Option<u32>,
    goes_on: bool,
    is_forgotten: bool,
}

/// What a cache must say.
#[derive(Debug)]
struct Model {
    /// The bodies by their indices; one list or two.
    lists: Vec<Vec<Id>>,
    /// How many boxes of each list the cache knows.
    known: Vec<usize>,
    now: Vec<Row>,
    last: Vec<Row>,
    next_id: u32,
}

/// Where a body is: most are in a crowd, the others are alone.
fn center(body: Id) -> [f32; 3] {
    let number = f32::from(u16::try_from(body.map_or(7, |id| id % 35)).expect("small"));
    if body.is_some_and(|id| id % 5 == 0) { [100.0 * number, 0.0, 0.0] } else { [1e-3 * number; 3] }
}

impl Model {
    fn new(lists: usize) -> Self {
        let (lists, known) = (vec![Vec::new(); lists], vec![0; lists]);
        Self { lists, known, now: Vec::new(), last: Vec::new(), next_id: 0 }
    }

    /// The list of box a or b of a pair.
    fn list(&self, place: usize) -> usize {
        place.min(self.lists.len() - 1)
    }

    fn side(&self, list: usize) -> Side {
        if self.lists.len() == 1 { Side::Both } else { [Side::A, Side::B][list] }
    }

    fn add_boxes(&mut self, list: usize, random: &mut Random) {
        while self.lists[list].len() < 1 + random.below(MOST_BOXES) {
            self.lists[list].push(Some(self.next_id));
            self.next_id += 1;
        }
    }

    /// The indices of a row's bodies.
    fn pair(&self, row: &Row) -> [u32; 2] {
        [0, 1].map(|place| {
            let list = &self.lists[self.list(place)];
            short(list.iter().position(|&body| body == row.bodies[place]).expect("a body"))
        })
    }

    /// Removes the rows of bodies that are in no list.
    fn remove_rows(&mut self) {
        let lists = self.lists.clone();
        let (a, b) = (&lists[0], &lists[lists.len() - 1]);
        let is_there = |row: &Row| a.contains(&row.bodies[0]) && b.contains(&row.bodies[1]);
        self.now.retain(is_there);
        self.last.retain(is_there);
    }

    /// Begins a frame with some pairs.
    fn frame(&mut self, cache: &mut ContactCache, random: &mut Random) {
        (0..self.lists.len()).for_each(|list| self.add_boxes(list, random));
        self.known = self.lists.iter().map(Vec::len).collect();
        let (a, b) = (&self.lists[0], &self.lists[self.lists.len() - 1]);
        let mut pairs = Vec::new();
        for (i, one) in (0..).zip(a) {
            let others = (0..).zip(b).filter(|(_, other)| other.is_some() && *other != one);
            pairs.extend(others.filter(|_| one.is_some()).map(|(j, _)| [i, j]));
        }
        random.shuffle(&mut pairs);
        pairs.truncate(12);
        let stores: Vec<BoxStore> = self.lists.iter().map(|list| store(list)).collect();
        cache.next_frame();
        let query = match &stores[..] {
            [a, b] => Query::new([a, b], &pairs),
            boxes => Query::new(&boxes[0], &pairs),
        };
        let found = Engine::new().manifolds_cached(query, cache).expect("a valid query");
        let rows = pairs.iter().zip(found.manifolds()).map(|(&[i, j], manifold)| Row {
            bodies: [a[i as usize], b[j as usize]],
            first: Some(manifold.first).filter(|_| manifold.len > 0),
            continues: None,
            goes_on: false,
            is_forgotten: false,
        });
        self.last = std::mem::replace(&mut self.now, rows.collect());
        for row in self.now.iter_mut().filter(|row| row.first.is_some()) {
            let mut last = self.last.iter_mut();
            let known = last.find(|last| last.bodies == row.bodies && last.first.is_some());
            if let Some(last) = known.filter(|last| !last.is_forgotten) {
                row.continues = last.first;
                last.goes_on = true;
            }
        }
    }

    /// Checks all that the cache says.
    #[track_caller]
    fn check(&self, cache: &mut ContactCache, is_thorough: bool) {
        for (rows, found) in [(&self.now, cache.manifolds()), (&self.last, cache.last_manifolds())]
        {
            assert!(rows.iter().map(|row| self.pair(row)).eq(found.pairs().iter().copied()));
        }
        if !is_thorough {
            return;
        }
        let links = cache.links();
        let mut places = vec![7; links.manifolds().points().len()];
        links.fill_predecessors(&mut places);
        let touching = |rows: &[Row]| -> Vec<Row> {
            rows.iter().filter(|row| row.first.is_some()).cloned().collect()
        };
        let (now, last) = (touching(&self.now), touching(&self.last));
        assert_eq!(
            (links.contacts().len(), links.last_manifolds().touching().len()),
            (now.len(), last.len())
        );
        for (row, link) in now.iter().zip(links.contacts()) {
            let [first, continued] =
                [Some(link.touching), link.last].map(|one| one.map(|one| one.manifold.first));
            assert_eq!([first, continued], [row.first, row.continues]);
            assert_eq!(link.touching.pair, self.pair(row));
            assert!(link.last.is_none_or(|last| last.pair == link.touching.pair));
            for (k, place) in (0..)
                .zip(&places[link.touching.manifold.first as usize..][..link.touching.points.len()])
            {
                let expected = row.continues.map_or(octosat::Links::NEW_POINT, |first| first + k);
                assert_eq!(*place, expected);
            }
        }
        let pairs = |rows: &[Row], keep: fn(&Row) -> bool| -> Vec<[u32; 2]> {
            rows.iter().filter(|row| keep(row)).map(|row| self.pair(row)).collect()
        };
        let began: Vec<_> = links.began().map(|one| one.pair).collect();
        let ended: Vec<_> = links.ended().map(|one| one.pair).collect();
        assert_eq!(began, pairs(&now, |row| row.continues.is_none()));
        assert_eq!(ended, pairs(&last, |row| !row.goes_on));
    }

    /// One call of the cache, most of which are right.
    fn call(&mut self, cache: &mut ContactCache, random: &mut Random) {
        let list = random.below(self.lists.len());
        match random.below(6) {
            0 => self.swap_remove(list, cache, random),
            1 => self.renumber(list, cache, random),
            2 => self.forget_box(list, cache, random),
            3 => self.forget_pair(cache, random),
            4 => self.wrong(list, cache, random),
            _ => self.add_boxes(list, random),
        }
    }

    fn swap_remove(&mut self, list: usize, cache: &mut ContactCache, random: &mut Random) {
        let side = self.side(list);
        let Some(last) = self.lists[list].len().checked_sub(1) else { return };
        let index = random.below(last + 1);
        assert_eq!(cache.swap_remove(side, short(index), short(last)), Ok(()));
        self.lists[list].swap_remove(index);
        self.known[list] = last;
        self.remove_rows();
    }

    /// Boxes get other indices with holes between, some are removed, and the list of indices may be short.
    fn renumber(&mut self, list: usize, cache: &mut ContactCache, random: &mut Random) {
        let side = self.side(list);
        let old = std::mem::take(&mut self.lists[list]);
        let mut free: Vec<u32> = (0..short(old.len() + random.below(2))).collect();
        random.shuffle(&mut free);
        let mut numbers: Vec<u32> = free[..old.len()].to_vec();
        for number in &mut numbers {
            *number = if random.one_in(8) { u32::MAX } else { *number };
        }
        numbers.truncate(old.len() - random.below(2).min(old.len()));
        let boxes = numbers.iter().filter(|&&number| number != u32::MAX).max();
        self.known[list] = boxes.map_or(0, |&most| most as usize + 1);
        self.lists[list] = vec![None; self.known[list]];
        for (body, &number) in old.iter().zip(&numbers) {
            if let Some(place) = self.lists[list].get_mut(number as usize) {
                *place = *body;
            }
        }
        assert_eq!(cache.renumber_boxes(side, &numbers), Ok(()));
        self.remove_rows();
    }

    fn forget_box(&mut self, list: usize, cache: &mut ContactCache, random: &mut Random) {
        let (side, boxes) = (self.side(list), self.known[list]);
        let index = random.below(boxes + 2);
        let found = cache.forget_box(side, short(index));
        if index >= boxes {
            let text = format!("there is no box {index} on {side}: the number of boxes is {boxes}");
            assert_eq!(sentence(found), text);
            return;
        }
        assert_eq!(found, Ok(()));
        let body = self.lists[list][index];
        let has_side = [side != Side::B, side != Side::A];
        for row in &mut self.now {
            row.is_forgotten |= (0..2).any(|place| has_side[place] && row.bodies[place] == body);
        }
    }

    fn forget_pair(&mut self, cache: &mut ContactCache, random: &mut Random) {
        if let Some(number) = self.now.len().checked_sub(1).map(|last| random.below(last + 1)) {
            cache.forget_pair(self.pair(&self.now[number]));
            self.now[number].is_forgotten = true;
        }
    }

    /// A call that is rejected.
    fn wrong(&self, list: usize, cache: &mut ContactCache, random: &mut Random) {
        let lists = self.lists.len();
        let other = if lists == 1 { [Side::A, Side::B][random.below(2)] } else { Side::Both };
        let (side, boxes) = (self.side(list), self.known[list]);
        let names =
            ["one list of boxes: name both sides", "2 lists of boxes: name side a or side b"];
        let no_side =
            format!("the frame's pairs are of {}, not {other}", names[usize::from(lists == 2)]);
        let number = "the number of boxes is";
        let (found, expected) = match random.below(6) {
            0 => (cache.forget_box(other, 0), no_side),
            1 => (cache.swap_remove(other, 0, 99), no_side),
            2 => (cache.renumber_boxes(other, &[]), no_side),
            3 if boxes > 1 => {
                let last = short(boxes) - 2;
                let text = format!("box {last} is not the last on {side}: {number} {boxes}");
                (cache.swap_remove(side, 0, last), text)
            }
            4 => {
                let (index, last) = (short(boxes) + 3, short(boxes) + 2);
                let most = boxes + 3;
                let expected = format!("there is no box {index} on {side}: {number} {most}");
                (cache.swap_remove(side, index, last), expected)
            }
            _ => {
                let found = cache.renumber_boxes(side, &[3, u32::MAX, 5, u32::MAX, 3]);
                (found, format!("boxes 0 and 4 on {side} get the same index 3"))
            }
        };
        assert_eq!(sentence(found), expected);
    }
}

fn store(list: &[Id]) -> BoxStore {
    let centers: Vec<_> = list.iter().map(|&body| center(body)).collect();
    let count = list.len();
    BoxStore::from_slices(&centers, &vec![UPRIGHT; count], &vec![[1.0; 3]; count]).expect("boxes")
}

/// A million calls, after each of which both frames have the indices of the model.
#[test]
fn boxes_of_each_list_are_forgotten_removed_and_renumbered_alone() {
    for lists in [1, 2] {
        let mut random = Random::new(71);
        let (mut model, mut cache) = (Model::new(lists), ContactCache::new());
        let mut calls = 0;
        while calls < CALLS {
            model.frame(&mut cache, &mut random);
            if random.one_in(2) {
                model.check(&mut cache, true);
            }
            for _ in 0..random.below(CALLS_PER_FRAME) {
                model.call(&mut cache, &mut random);
                model.check(&mut cache, random.one_in(8));
                calls += 1;
            }
        }
    }
}

/// Unit cubes in a row, ten meters apart, at a height.
fn row_of_cubes(height: f32) -> BoxStore {
    let centers = [0.0, 10.0, 20.0].map(|x| [x, height, 0.0]);
    BoxStore::from_slices(&centers, &[UPRIGHT; 3], &[[1.0; 3]; 3]).expect("boxes")
}

/// Three links on three obstacles, one of which is removed. Link 2 stays link 2.
#[test]
fn a_removed_obstacle_renames_no_link() {
    let (links, mut obstacles) = (row_of_cubes(0.0), row_of_cubes(1.9));
    let (engine, mut cache) = (Engine::new(), ContactCache::new());
    let query = Query::new([&links, &obstacles], &[[0, 0], [1, 1], [2, 2]]);
    engine.manifolds_cached(query, &mut cache).expect("a valid query");
    obstacles.swap_remove(1);
    assert_eq!(cache.swap_remove(Side::B, 1, 2), Ok(()));
    assert_eq!(cache.manifolds().pairs(), [[0, 0], [2, 1]]);
    cache.next_frame();
    let query = Query::new([&links, &obstacles], &[[0, 0], [2, 1]]);
    engine.manifolds_cached(query, &mut cache).expect("a valid query");
    let of_link = |link: octosat::Link<'_>| link.predecessors().collect::<Vec<_>>();
    let found: Vec<_> = cache.links().contacts().map(of_link).collect();
    // The points of the pair that was [2, 2].
    assert_eq!(found, [[0, 1, 2, 3].map(Some), [8, 9, 10, 11].map(Some)]);
    assert_eq!(cache.links().ended().count(), 0);
}

/// Parts say which boxes their pairs have, and no more.
#[test]
fn a_restored_cache_accepts_what_no_pair_contradicts() {
    let (links, obstacles) = (row_of_cubes(0.0), row_of_cubes(1.9));
    let mut whole = ContactCache::new();
    let query = Query::new([&links, &obstacles], &[[0, 0], [1, 1]]);
    let found = Engine::new().manifolds_cached(query, &mut whole).expect("a valid query").clone();
    assert_eq!(
        ContactCache::from(found.clone())
            .swap_remove(Side::A, 1, 1)
            .map_err(|error| error.to_string()),
        Err("box 1 is not the last on side a: the number of boxes is 3".to_owned())
    );
    let (rows, points) = (found.manifolds(), found.points());
    let restored = Manifolds::from_parts(found.pairs(), rows, points, found.surfaces());
    let restored = restored.expect("parts of contacts");
    let mut cache = ContactCache::from(restored);
    for side in [Side::A, Side::B, Side::Both] {
        let text = format!("box 0 is not the last on {side}: the number of boxes is 2");
        assert_eq!(sentence(cache.swap_remove(side, 0, 0)), text);
        assert_eq!(cache.forget_box(side, 99), Ok(()));
        assert_eq!(cache.renumber_boxes(side, &[0, 1]), Ok(()));
    }
    assert_eq!(cache.swap_remove(Side::B, 0, 1), Ok(()));
    assert_eq!(cache.manifolds().pairs(), [[1, 0]]);
    assert_eq!(cache.manifolds().points().len(), found.points().len());
}
