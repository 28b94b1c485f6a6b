//! Boxes with values that stores reject, for some frames: all backends have the same bits, no row has a computed NaN,
//! the rows of other boxes do not change, and later frames are right.

use octosat::{ContactCache, ContactKind, Engine, Manifolds, NEW_POINT};
use octosat_check::{Frame, engines};
use octosat_scenes::generate::{Random, narrow};

use crate::common::{assert_numbered, assert_same_bits, of_pair};
use crate::frames::{MODES, Velocities, cached, query, stateless, wall};
use crate::oracle::Oracle;

/// What is wrong with a box.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Number(f32),
    Rotation(f32),
    Center(f32),
    Extent(f32),
    NegativeExtent,
    NoRotation,
}

#[rustfmt::skip]
const FAULTS: [Fault; 16] = [
    Fault::Number(f32::NAN), Fault::Number(-f32::NAN),
    Fault::Number(f32::INFINITY), Fault::Number(f32::NEG_INFINITY),
    Fault::Rotation(3.0), Fault::Rotation(1e3), Fault::Rotation(1e10), Fault::Rotation(1e18),
    Fault::Rotation(1e30), Fault::Center(1e15), Fault::Center(-1e18), Fault::Center(1e30),
    Fault::Extent(1e18), Fault::Extent(1e36), Fault::NegativeExtent, Fault::NoRotation,
];

impl Fault {
    /// Afflicts a box; the place says which of its numbers.
    fn afflict(self, frame: &mut Frame, index: usize, place: usize) {
        match self {
            Self::Number(value) => *number(frame, index, place % 10) = value,
            Self::Center(value) => *number(frame, index, place % 3) = value,
            Self::Rotation(value) => *number(frame, index, 3 + place % 4) = value,
            Self::Extent(value) => *number(frame, index, 7 + place % 3) = value,
            Self::NegativeExtent => *number(frame, index, 7 + place % 3) *= -1.0,
            Self::NoRotation => frame.rotation[index] = [0.0; 4],
        }
    }
}

/// One of the ten numbers of a box.
pub(crate) fn number(frame: &mut Frame, index: usize, place: usize) -> &mut f32 {
    match place {
        0..3 => &mut frame.position[index][place],
        3..7 => &mut frame.rotation[index][place - 3],
        _ => &mut frame.half_extents[index][place - 7],
    }
}

/// Nothing but the constant is NaN, and no point has a predecessor that another has.
fn assert_sound(found: &Manifolds) {
    assert_numbered(found);
    for row in found.manifolds() {
        let is_rejected = row.kind() == ContactKind::NonFinite;
        assert!(row.depth.is_nan() == is_rejected && !(is_rejected && row.len > 0), "{row:?}");
        assert!(row.normal.iter().all(|along| !along.is_nan()), "{row:?}");
    }
    for point in found.points() {
        let mut numbers = point.position.iter().chain([&point.depth]);
        assert!(numbers.all(|number| !number.is_nan()), "{point:?}");
    }
    let mut places: Vec<_> =
        found.previous().iter().copied().filter(|&place| place != NEW_POINT).collect();
    places.sort_unstable();
    assert!(places.is_sorted_by(|a, b| a < b), "two points have one predecessor");
}

/// Finite garbage everywhere, other garbage in each frame or the same.
#[test]
fn garbage_gives_the_same_bits_on_every_backend() {
    let mut sound = wall(150, 51);
    for (margin, seed) in [0.0, 0.02, 1e12].into_iter().flat_map(|one| [0, 1, 2].map(|k| (one, k)))
    {
        sound.setting.margin = margin;
        let mut random = Random::new(seed);
        let mut frames = Vec::new();
        for _ in 0..3 {
            let mut frame = sound.clone();
            for index in (0..frame.position.len()).filter(|_| random.one_in(3)).collect::<Vec<_>>()
            {
                random.choose(&FAULTS).afflict(&mut frame, index, random.below(10));
            }
            frames.push(frame.clone());
            // Nearly the same again, so that there is something to reuse.
            frame.position.iter_mut().for_each(|center| center[0] += 1e-4);
            frames.push(frame);
        }
        assert_same_bits(&frames.iter().map(query).collect::<Vec<_>>(), assert_sound);
    }
    // Components and extents of any size.
    let mut random = Random::new(77);
    let mut frames = vec![wall(150, 52); 7];
    for k in 1..7 {
        frames[k] = frames[k - 1].clone();
        for index in 0..frames[k].position.len() {
            if random.one_in(4) {
                let wild = random.choose(&[1.0, -1.0]) * 10_f64.powf(random.range(-38.0, 38.0));
                *number(&mut frames[k], index, random.below(10)) = narrow(wild);
            }
        }
    }
    let queries = frames.iter().chain(&frames).map(query);
    assert_same_bits(&queries.collect::<Vec<_>>(), assert_sound);
}

/// Boxes that were far away or huge for a frame creep afterwards: contacts follow.
#[test]
fn what_was_garbage_hides_no_creeping() {
    let sound = wall(30, 54);
    let velocities = Velocities::new(sound.position.len(), 3, [3e-4, 1e-4, 0.0]);
    for fault in FAULTS {
        let mut frame = sound.clone();
        let mut cache = ContactCache::default();
        (0..frame.position.len()).for_each(|index| fault.afflict(&mut frame, index, index));
        cached(&Engine::new(), &frame, &mut cache);
        frame = sound.clone();
        let mut oracle = Oracle::new(&cache);
        for _ in 0..25 {
            oracle.ask(&Engine::new(), &frame, &mut cache);
            velocities.advance(&mut frame);
        }
    }
}

/// Boxes that are not sound for a frame or two, and are again: their pairs are computed as if new, and all others
/// have the bits that they would have had.
#[test]
fn boxes_that_were_garbage_are_as_good_as_new_and_do_nothing_to_others() {
    let is_bad = |pair: [u32; 2]| pair.iter().any(|&index| index % 5 == 2);
    for (engine, mode) in engines().iter().flat_map(|one| MODES.map(|mode| (one, mode))) {
        let mut sound = wall(50, 55);
        let velocities = Velocities::new(sound.position.len(), 3, [3e-4, 1e-4, 0.0]);
        let [mut cache, mut control] = [ContactCache::new(mode), ContactCache::new(mode)];
        // Sound, afflicted once, sound, afflicted twice, again and again: each box by another fault every time.
        for number in 0..2 * FAULTS.len() {
            let is_afflicted = [false, true, false, true, true][number % 5];
            let mut frame = sound.clone();
            for index in (2..frame.position.len()).step_by(5).filter(|_| is_afflicted) {
                FAULTS[(number + index) % FAULTS.len()].afflict(
                    &mut frame,
                    index,
                    number / 5 + index,
                );
            }
            cached(engine, &sound, &mut control);
            cached(engine, &frame, &mut cache);
            assert_sound(cache.manifolds());
            let stateless = stateless(engine, &frame);
            for (number, &pair) in frame.pairs.iter().enumerate() {
                if !is_bad(pair) {
                    let lists = [&cache, &control].map(|one| of_pair(one.manifolds(), number));
                    assert_eq!(lists[0], lists[1]);
                } else if !is_afflicted {
                    let [row, expected] =
                        [cache.manifolds(), &stateless].map(|one| one.manifolds()[number]);
                    let what = format!("{row:?}, not {expected:?}");
                    assert!(!row.is_reused() || row.len == 0, "{what}");
                    assert_eq!(row.kind(), expected.kind(), "{what}");
                    let off = (row.depth - expected.depth).abs();
                    assert!(off <= 0.05 * expected.depth.abs(), "{what}");
                }
            }
            velocities.advance(&mut sound);
        }
    }
}
