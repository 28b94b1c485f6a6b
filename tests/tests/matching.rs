//! Last frame's points found again: the matching helper against a search through everything, over
//! frames in which pairs come and go and boxes move.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::matching::{NONE, match_pairs, match_points};
use octosat::order::sort_pairs;
use octosat::{BoxPose, BoxStore, Engine, Manifolds, Margin, OrientedBox, PointLimit, Query};
use octosat_scenes::generate::Random;
use octosat_tests::{ContactSettings, narrow};

/// Boxes of the crowd, so many that most boxes meet some others.
const BOXES: u32 = 60;

/// Greatest step of a centre in a frame along each axis, metres: a part of a box, so that corners
/// cross edges now and then.
const STEP: f64 = 0.05;

/// Share of all pairs that are left out of a frame.
const LEFT_OUT: f64 = 0.2;

/// Boxes, and a broad phase that forgets some pairs.
struct Crowd {
    random: Random,
    boxes: BoxStore,
}

/// A frame's pairs and their contacts.
#[derive(Default)]
struct Frame {
    pairs: Vec<[u32; 2]>,
    contacts: Manifolds,
}

/// What the points of frames were found to be.
#[derive(Debug, Default)]
struct Seen {
    matched: usize,
    /// Matched points of pairs whose place in the list, or whose first point, was another.
    displaced: usize,
    new_pairs: usize,
    new_features: usize,
}

impl Crowd {
    fn new(seed: u64) -> Self {
        let mut crowd = Self { random: Random::new(seed), boxes: BoxStore::new() };
        for _ in 0..BOXES {
            let center = narrow(crowd.random.vector(-1.5, 1.5));
            // Upright ones too, whose faces meet in four points and more.
            let turned = crowd.random.unit() < 0.5;
            let rotation =
                if turned { narrow(crowd.random.rotation()) } else { [0.0, 0.0, 0.0, 1.0] };
            let half_extents = narrow(crowd.random.vector(0.2, 0.5));
            crowd.boxes.insert(OrientedBox::new(center, rotation, half_extents)).unwrap();
        }
        crowd
    }

    fn move_on(&mut self) {
        for index in 0..BOXES {
            let BoxPose { center, rotation } = self.boxes.get(index).unwrap().pose;
            let step = narrow(self.random.vector(-STEP, STEP));
            let center = std::array::from_fn(|k| center[k] + step[k]);
            self.boxes.set_pose(index, BoxPose { center, rotation }).unwrap();
        }
    }

    /// At most so many pairs, ascending, some of all left out.
    fn frame(&mut self, most: usize, settings: &ContactSettings<'_>) -> Frame {
        let all = (0..BOXES).flat_map(|a| (a + 1..BOXES).map(move |b| [a, b]));
        let mut frame = Frame::default();
        let kept = all.filter(|_| self.random.unit() >= LEFT_OUT).take(most);
        frame.pairs.extend(kept);
        let query = Query::new(&self.boxes, &frame.pairs);
        let query = query.margin(settings.margin).limit(settings.limit);
        Engine::new().manifolds(query, &mut frame.contacts).unwrap();
        frame
    }
}

/// The place of the old point with this pair and feature, by looking at all.
fn by_search(last: &Frame, pair: [u32; 2], feature: octosat::Feature) -> u32 {
    let mut place = 0;
    for (index, &other) in last.pairs.iter().enumerate() {
        for point in last.contacts.of(index) {
            if other == pair && point.feature == feature {
                return place;
            }
            place += 1;
        }
    }
    NONE
}

/// Compares the helper's answer with the search, and counts what there was.
fn check(last: &Frame, now: &Frame, seen: &mut Seen) {
    // Old content must not show through.
    let (mut places, mut found) = (vec![3; 5], vec![9; 7]);
    match_pairs(&now.pairs, &last.pairs, &mut places);
    match_points(&now.contacts, &last.contacts, &places, &mut found);
    assert_eq!(found.len(), now.contacts.points().len());
    let mut place = 0;
    for (index, &pair) in now.pairs.iter().enumerate() {
        for point in now.contacts.of(index) {
            let old = by_search(last, pair, point.feature);
            assert_eq!(found[place], old, "pair {index} {pair:?}, {:?}", point.feature);
            seen.matched += usize::from(old != NONE);
            seen.displaced += usize::from(old != NONE && old as usize != place);
            let known = last.pairs.contains(&pair);
            seen.new_pairs += usize::from(!known);
            seen.new_features += usize::from(known && old == NONE);
            place += 1;
        }
    }
}

fn settings() -> [ContactSettings<'static>; 2] {
    let four = ContactSettings { margin: Margin::Uniform(0.05), ..ContactSettings::default() };
    [four, ContactSettings { limit: PointLimit::Eight, ..four }]
}

#[test]
fn points_of_many_pairs_are_found_as_by_a_search() {
    for settings in settings() {
        let mut seen = Seen::default();
        let mut crowd = Crowd::new(1);
        let mut last = crowd.frame(usize::MAX, &settings);
        for _ in 0..6 {
            crowd.move_on();
            let now = crowd.frame(usize::MAX, &settings);
            check(&last, &now, &mut seen);
            last = now;
        }
        // The test is worth something only if all of this happens, and often.
        assert!(seen.matched > 1_000 && seen.displaced > 1_000, "{seen:?}");
        assert!(seen.new_pairs > 100 && seen.new_features > 100, "{seen:?}");
    }
}

#[test]
fn lists_of_any_length_are_matched() {
    for settings in settings() {
        let mut seen = Seen::default();
        for (length, seed) in (0..=17).flat_map(|length| (0..4).map(move |seed| (length, seed))) {
            for earlier in [0, 1, length, 17] {
                let mut crowd = Crowd::new(seed);
                let last = crowd.frame(earlier, &settings);
                crowd.move_on();
                let now = crowd.frame(length, &settings);
                check(&last, &now, &mut seen);
            }
        }
        assert!(seen.matched > 200 && seen.displaced > 100, "{seen:?}");
    }
}

impl Crowd {
    /// A crowd with a ground below as the last box.
    fn on_ground(seed: u64) -> Self {
        let mut crowd = Self::new(seed);
        let ground = OrientedBox::new([0.0, -1.5, 0.0], [0.0, 0.0, 0.0, 1.0], [4.0, 0.5, 4.0]);
        crowd.boxes.insert(ground).unwrap();
        crowd
    }

    /// A frame whose list of pairs is arranged somehow, the ground as the first box of some of them.
    fn frame_in_order(&mut self, arrange: impl FnOnce(&mut Random, &mut Vec<[u32; 2]>)) -> Frame {
        let mut frame = self.frame(usize::MAX, &ContactSettings::default());
        frame.pairs.extend((0..BOXES).filter(|index| index % 7 != 3).map(|index| [BOXES, index]));
        arrange(&mut self.random, &mut frame.pairs);
        let query = Query::new(&self.boxes, &frame.pairs).margin(0.05);
        Engine::new().manifolds(query, &mut frame.contacts).unwrap();
        frame
    }
}

/// Every pair of this frame that was in the last one is found, and its points.
fn assert_all_found(last: &Frame, now: &Frame) {
    let mut places = Vec::new();
    match_pairs(&now.pairs, &last.pairs, &mut places);
    for (pair, &place) in now.pairs.iter().zip(&places) {
        let expected = last.pairs.iter().position(|other| other == pair);
        assert_eq!((place != NONE).then_some(place as usize), expected, "{pair:?}");
    }
    let mut seen = Seen::default();
    check(last, now, &mut seen);
    assert!(seen.matched > 100, "{seen:?}");
}

/// Lists as `sort_pairs` makes them do not ascend by first index where a pair's first box is the larger one.
#[test]
fn sorted_pairs_with_the_ground_first_are_all_found() {
    let mut crowd = Crowd::on_ground(3);
    let sort = |_: &mut Random, pairs: &mut Vec<[u32; 2]>| {
        sort_pairs(pairs);
        assert!(!pairs.is_sorted());
    };
    let last = crowd.frame_in_order(sort);
    crowd.move_on();
    let now = crowd.frame_in_order(sort);
    assert_all_found(&last, &now);
}

#[test]
fn pairs_in_any_order_are_all_found() {
    let mut crowd = Crowd::on_ground(4);
    let keep = |_: &mut Random, _: &mut Vec<[u32; 2]>| {};
    let ascend = |_: &mut Random, pairs: &mut Vec<[u32; 2]>| pairs.sort_unstable();
    let sort = |_: &mut Random, pairs: &mut Vec<[u32; 2]>| drop(sort_pairs(pairs));
    let shuffle = |random: &mut Random, pairs: &mut Vec<[u32; 2]>| random.shuffle(pairs);
    let mut frames = Vec::new();
    for _ in 0..2 {
        frames.push(crowd.frame_in_order(keep));
        frames.push(crowd.frame_in_order(ascend));
        frames.push(crowd.frame_in_order(sort));
        frames.push(crowd.frame_in_order(shuffle));
        crowd.move_on();
    }
    for last in &frames {
        for now in &frames {
            assert_all_found(last, now);
        }
    }
}

/// A thousand boxes in a row on a ground that is the last of them: half of the pairs were lost once.
#[test]
fn a_row_of_boxes_on_the_last_one_loses_no_pair() {
    let ground = 998;
    let neighbors = (0..997).map(|index| [index, index + 1]);
    let mut pairs: Vec<[u32; 2]> = neighbors.chain((0..998).map(|k| [ground, k])).collect();
    assert_eq!(pairs.len(), 1_995);
    sort_pairs(&mut pairs);
    let mut places = Vec::new();
    match_pairs(&pairs, &pairs, &mut places);
    assert!((0..).zip(&places).all(|(own, &place)| own == place));
}

#[test]
#[should_panic(expected = "one previous pair for each pair")]
fn a_list_of_another_length_is_refused() {
    let mut crowd = Crowd::new(2);
    let [last, now] = [5, 6].map(|length| crowd.frame(length, &ContactSettings::default()));
    match_points(&now.contacts, &last.contacts, &[NONE; 5], &mut Vec::new());
}
