//! Boxes that no store takes, for a frame or for ever: the same bits on every backend, no computed NaN, nothing
//! worse for other boxes, and nothing left of it when they are back.

use octosat::{ContactCache, ContactKind, Engine, Manifolds, NEW_POINT};
use octosat_scenes::generate::Random;
use octosat_tests::{engines, fastest_engines, narrow, one_lane_engines, standard_worlds};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, all, assert_numbered, of_pair};

/// What is wrong with a box.
#[derive(Clone, Copy, Debug)]
enum Fault {
    NotFinite(f32),
    Rotation(f32),
    Center(f32),
    Extent(f32),
    NegativeExtent,
    NoRotation,
}

const FAULTS: [Fault; 16] = [
    Fault::NotFinite(f32::NAN),
    Fault::NotFinite(-f32::NAN),
    Fault::NotFinite(f32::INFINITY),
    Fault::NotFinite(f32::NEG_INFINITY),
    Fault::Rotation(3.0),
    Fault::Rotation(1e3),
    Fault::Rotation(1e10),
    Fault::Rotation(1e18),
    Fault::Rotation(1e30),
    Fault::Center(1e15),
    Fault::Center(-1e18),
    Fault::Center(1e30),
    Fault::Extent(1e18),
    Fault::Extent(1e36),
    Fault::NegativeExtent,
    Fault::NoRotation,
];

impl Fault {
    fn afflict(self, bodies: &mut Bodies, index: usize, place: usize) {
        let columns = (
            &mut bodies.centers[index],
            &mut bodies.rotations[index],
            &mut bodies.half_extents[index],
        );
        let (center, rotation, half) = columns;
        match self {
            Self::NotFinite(value) => match place % 10 {
                0..3 => center[place % 10] = value,
                3..7 => rotation[place % 10 - 3] = value,
                _ => half[place % 10 - 7] = value,
            },
            Self::Rotation(value) => rotation[place % 4] = value,
            Self::Center(value) => center[place % 3] = value,
            Self::Extent(value) => half[place % 3] = value,
            Self::NegativeExtent => half[place % 3] = -half[place % 3],
            Self::NoRotation => *rotation = [0.0; 4],
        }
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
        let numbers = [point.position[0], point.position[1], point.position[2], point.depth];
        assert!(numbers.iter().all(|number| !number.is_nan()), "{point:?}");
    }
    let mut places: Vec<_> =
        found.previous().iter().copied().filter(|&place| place != NEW_POINT).collect();
    places.sort_unstable();
    let count = places.len();
    places.dedup();
    assert_eq!(places.len(), count, "two points have one predecessor");
}

/// Runs frames; every engine must have the bits of one lane.
fn run_all(margin: f32, frames: &[Bodies], slow: impl Fn(usize, &Manifolds)) {
    for mode in MODES {
        let run = |engine: &Engine| {
            let mut cache = ContactCache::new(mode);
            let mut found = Vec::new();
            for (number, frame) in frames.iter().enumerate() {
                let contacts = frame.cached(engine, margin, &mut cache);
                assert_sound(contacts);
                slow(number, contacts);
                found.push(all(contacts));
            }
            found
        };
        for scalar in one_lane_engines() {
            let expected = run(&scalar);
            for engine in engines().iter().filter(|e| e.rounding() == scalar.rounding()) {
                let found = run(engine);
                for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
                    assert!(found == expected, "frame {number}, {engine:?} {mode:?}");
                }
            }
        }
    }
}

/// Finite garbage everywhere, other garbage in each frame or the same.
#[test]
fn garbage_gives_the_same_bits_on_every_backend() {
    let sound = Bodies::of_world(&standard_worlds(1_500, 51)[1]);
    for margin in [0.0, 0.02, 1e12] {
        for seed in 0..3 {
            let mut random = Random::new(seed);
            let mut frames: Vec<Bodies> = Vec::new();
            for frame in 0..6 {
                let mut bodies = sound.clone();
                for index in 0..bodies.len() {
                    if random.below(3) == 0 {
                        let fault = FAULTS[random.below(FAULTS.len())];
                        fault.afflict(&mut bodies, index, random.below(10));
                    }
                }
                if frame % 2 == 1 {
                    // Nearly the same again, so that there is something to reuse.
                    let mut again = frames[frame - 1].clone();
                    for center in &mut again.centers {
                        center[0] += 1e-4;
                    }
                    bodies = again;
                }
                frames.push(bodies);
            }
            run_all(margin, &frames, |_, _| {});
        }
    }
}

/// Components and extents of any size.
#[test]
fn wild_garbage_gives_the_same_bits_on_every_backend() {
    let mut random = Random::new(77);
    let mut frames = vec![Bodies::of_world(&standard_worlds(1_500, 52)[1])];
    for _ in 0..6 {
        let mut bodies = frames[frames.len() - 1].clone();
        for index in 0..bodies.len() {
            if random.below(4) == 0 {
                let [wild] = narrow([10_f64.powf(random.range(-38.0, 38.0))]);
                let wild = if random.below(2) == 0 { wild } else { -wild };
                match random.below(10) {
                    place @ 0..3 => bodies.centers[index][place] = wild,
                    place @ 3..7 => bodies.rotations[index][place - 3] = wild,
                    place => bodies.half_extents[index][place - 7] = wild,
                }
            }
        }
        frames.push(bodies);
    }
    frames.extend(frames.clone());
    run_all(0.02, &frames, |_, _| {});
}

/// A box that was sound, is not for a frame or two, and is again: its pairs are computed as if new, and all
/// others keep their bits.
#[test]
fn a_box_that_was_garbage_for_a_frame_is_as_good_as_new() {
    let sound = Bodies::of_world(&standard_worlds(300, 53)[1]);
    for engine in fastest_engines() {
        for mode in MODES {
            for (number, fault) in FAULTS.into_iter().enumerate() {
                for frames in 1..=2 {
                    let mut bad = sound.clone();
                    let is_bad = |index: u32| index % 7 == 3;
                    for index in (0..bad.len()).filter(|&index| index % 7 == 3) {
                        fault.afflict(&mut bad, index, number + index);
                    }
                    let mut cache = ContactCache::new(mode);
                    sound.cached(&engine, 0.02, &mut cache);
                    for _ in 0..frames {
                        assert_sound(bad.cached(&engine, 0.02, &mut cache));
                        for touching in cache.manifolds().touching() {
                            let is_bad = touching.pair.iter().any(|&index| is_bad(index));
                            assert!(is_bad || touching.manifold.is_reused(), "{fault:?}");
                        }
                    }
                    let expected = sound.stateless(&engine, 0.02);
                    let found = sound.cached(&engine, 0.02, &mut cache);
                    for (number, pair) in sound.pairs.iter().enumerate() {
                        let rows = [found, &expected].map(|contacts| contacts.manifolds()[number]);
                        if pair.iter().any(|&index| is_bad(index)) {
                            assert!(!rows[0].is_reused() || rows[0].len == 0, "{fault:?} {rows:?}");
                            assert_eq!(rows[0].kind(), rows[1].kind(), "{fault:?} {rows:?}");
                            let off = (rows[0].depth - rows[1].depth).abs();
                            assert!(off <= 0.05 * rows[1].depth.abs(), "{fault:?} {rows:?}");
                        }
                    }
                }
            }
        }
    }
}

/// Boxes that were far away or huge for a frame creep afterwards: contacts follow.
#[test]
fn what_was_garbage_hides_no_creeping() {
    let sound = Bodies::of_world(&standard_worlds(300, 54)[1]);
    let engine = Engine::new();
    for fault in FAULTS {
        let mut bodies = sound.clone();
        let mut cache = ContactCache::default();
        for index in 0..bodies.len() {
            fault.afflict(&mut bodies, index, index);
        }
        bodies.cached(&engine, 0.02, &mut cache);
        bodies = sound.clone();
        let mut oracle = crate::oracle::Oracle::new(&cache, 0.02);
        let velocities = Velocities::new(bodies.len(), 3, [3e-4, 1e-4, 0.0]);
        for _ in 0..25 {
            bodies.cached(&engine, 0.02, &mut cache);
            oracle.look(&engine, &bodies, cache.manifolds());
            bodies.advance(&velocities);
        }
    }
}

/// Pairs of sound boxes beside garbage are those of a list without it.
#[test]
fn garbage_does_nothing_to_others() {
    let sound = Bodies::of_world(&standard_worlds(500, 55)[1]);
    let velocities = Velocities::new(sound.len(), 3, [3e-4, 1e-4, 0.0]);
    for engine in engines() {
        for mode in MODES {
            let [mut cache, mut control] = [ContactCache::new(mode), ContactCache::new(mode)];
            let mut random = Random::new(4);
            let mut bodies = sound.clone();
            for _ in 0..8 {
                bodies.cached(&engine, 0.02, &mut control);
                let mut bad = bodies.clone();
                for index in (0..bad.len()).filter(|&index| index % 5 == 2) {
                    let fault = FAULTS[random.below(FAULTS.len())];
                    fault.afflict(&mut bad, index, random.below(10));
                }
                bad.cached(&engine, 0.02, &mut cache);
                for (number, pair) in bodies.pairs.iter().enumerate() {
                    if pair.iter().all(|&index| index % 5 != 2) {
                        let expected = of_pair(control.manifolds(), number);
                        assert_eq!(of_pair(cache.manifolds(), number), expected);
                    }
                }
                bodies.advance(&velocities);
            }
        }
    }
}
