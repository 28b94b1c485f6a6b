//! Pairs that touch up to rounding, and a search that makes them worse for verdicts.

use octosat::{BoxStore, OrientedBox as Given};
use octosat_exact::{Pair, StoredBox};
use octosat_reference::OrientedBox;
use octosat_reference::plain::CertainPair;
use octosat_scenes::generate::{self, BarelyTouching, Random, narrow};
use proptest::prelude::*;

use super::lists::frame_of;
use crate::{Frame, Setting};

/// Boxes whose rotations are as far off unit length as those of a store.
const OF_STORE: BarelyTouching =
    BarelyTouching { deviation: 4e-7, sizes: [-6, 6], is_ordinary: false };

/// Kinds of pairs that touch up to rounding.
const KINDS: [(&str, BarelyTouching); 3] = [
    ("barely-touching", OF_STORE),
    ("barely-touching-ordinary", BarelyTouching { is_ordinary: true, ..OF_STORE }),
    ("barely-touching-tiny", BarelyTouching { sizes: [-44, -20], ..OF_STORE }),
];

/// The most pairs of a list.
const PAIRS: usize = 96;

/// Pairs of a search, and changes of each.
const SEARCH: [usize; 2] = [400, 40];

/// The most of its worst pairs that are kept.
const WORST: usize = 16;

/// Pairs that touch up to rounding; three rounds that follow each other have three kinds.
pub fn barely_touching(number: u64) -> (&'static str, BoxedStrategy<Frame>) {
    let (name, which) = KINDS[usize::try_from(number % 3).unwrap_or_default()];
    let pairs = (any::<u64>().no_shrink(), 1..PAIRS).prop_map(move |(seed, pairs)| {
        let scene = generate::barely_touching(pairs, seed, which);
        Frame::of_scene(&scene, Setting::new(0.0, seed))
    });
    (name, pairs.boxed())
}

/// Pairs that a search has made worse for verdicts.
pub fn searched() -> BoxedStrategy<Frame> {
    (any::<u64>().no_shrink(), 1..WORST)
        .prop_map(|(seed, kept)| {
            let [pairs, changes] = SEARCH;
            let mut searched = Searched::new(pairs, seed);
            (0..changes).for_each(|_| searched.change());
            searched.pairs.sort_by(|one, other| other.needed.total_cmp(&one.needed));
            frame_of(searched.pairs.iter().take(kept).map(|candidate| candidate.boxes))
        })
        .boxed()
}

/// A directed search: changes of pairs are kept unless a smaller bound of rounding would be enough for them.
#[derive(Clone, Debug)]
pub struct Searched {
    random: Random,
    pairs: Vec<Candidate>,
}

/// A pair, and the part of the bound that it needs; less than zero if it needs none.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    boxes: [OrientedBox; 2],
    needed: f32,
}

impl Searched {
    /// A search that begins with pairs of boxes of a store that touch up to rounding.
    pub fn new(pairs: usize, seed: u64) -> Self {
        let scene = generate::barely_touching(pairs, seed, OF_STORE);
        let given = |index: u32| {
            let index = index as usize;
            let (center, rotation) = (scene.position[index], scene.rotation[index]);
            OrientedBox { center, rotation, half_extents: scene.half_extents[index] }
        };
        let candidates = scene.pairs.iter().filter_map(|pair| Candidate::new(pair.map(given)));
        Self { random: Random::new(!seed), pairs: candidates.collect() }
    }

    /// Changes each pair once.
    pub fn change(&mut self) {
        let Self { random, pairs } = self;
        for at in 0..pairs.len() {
            // From time to time a pair replaces a better one; more often, all would soon be alike.
            let other = random.below(pairs.len());
            if random.one_in(40) && pairs[other].needed > pairs[at].needed {
                pairs[at] = pairs[other];
            }
            let changed = changed(pairs[at].boxes, random);
            if let Some(candidate) = Candidate::new(changed)
                && candidate.needed >= pairs[at].needed
            {
                pairs[at] = candidate;
            }
        }
    }

    /// The largest part of the bound that a pair needs.
    pub fn needed(&self) -> f32 {
        self.pairs.iter().fold(0.0, |most, candidate| most.max(candidate.needed))
    }
}

impl Candidate {
    /// None if a store would change or reject a box.
    fn new(boxes: [OrientedBox; 2]) -> Option<Self> {
        let mut store = BoxStore::new();
        for given in boxes {
            let OrientedBox { center, rotation, half_extents } = given;
            let index = store.insert(Given::new(center, rotation, half_extents)).ok()?;
            if store.get(index)?.pose.rotation.map(f32::to_bits) != rotation.map(f32::to_bits) {
                return None;
            }
        }
        let [a, b] = boxes;
        let exact = |given: &OrientedBox| {
            StoredBox::new(given.center, given.rotation, given.half_extents).ok()
        };
        let separated = !Pair::new(&exact(&a)?, &exact(&b)?).overlap();
        let needed = CertainPair::new(&a, &b, 0.0, true).needed_part(separated);
        Some(Self { boxes, needed })
    }
}

/// The same boxes with one to three numbers changed by little.
pub(crate) fn changed(mut boxes: [OrientedBox; 2], random: &mut Random) -> [OrientedBox; 2] {
    for _ in 0..=random.below(3) {
        let given = &mut boxes[random.below(2)];
        let part = match random.below(3) {
            0 => random.range(-5.0, 5.0) * f64::from(f32::EPSILON) * 0.5,
            1 => random.range(-1.0, 1.0) * random.decades(5) * 1e-3,
            _ => random.range(-3e-7, 3e-7),
        };
        let number = match random.below(10) {
            at @ 0..3 => &mut given.center[at],
            at @ 3..7 => &mut given.rotation[at - 3],
            at => &mut given.half_extents[at - 7],
        };
        *number = narrow(f64::from(*number) * (1.0 + part));
    }
    boxes
}
