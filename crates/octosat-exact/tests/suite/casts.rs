//! Times of casts against the boxes at these times.

use std::cmp::Ordering;

use num_bigint::BigInt;
use octosat_exact::{Cast, CastTimes, Pair};
use proptest::prelude::*;

use crate::meet;
use crate::oracle::{Oracle, TIME_SHIFT, numerator};
use crate::pairs::{self, Random};

/// Two different times that matter to a pair, a float32 and a fraction of its numbers, differ by more than two to the
/// power of minus this: the denominators have less than 1542 bits.
const RESOLUTION: u64 = 1600;

fn overlap_at(pair: &Pair, motion: [f32; 3], time: f64) -> bool {
    Oracle::moved(pair, motion, &numerator(time), TIME_SHIFT).overlap()
}

fn overlap_just_before(pair: &Pair, motion: [f32; 3], time: f64) -> bool {
    let before = (numerator(time) << (RESOLUTION - TIME_SHIFT)) - BigInt::from(1);
    Oracle::moved(pair, motion, &before, RESOLUTION).overlap()
}

/// How a time compares with the first touch of boxes that are apart at the start, by the boxes at this time and just
/// before, if they do not leave before.
fn expected(pair: &Pair, motion: [f32; 3], time: f32) -> Ordering {
    let time = f64::from(time);
    match (overlap_at(pair, motion, time), overlap_just_before(pair, motion, time)) {
        (false, _) => Ordering::Less,
        (true, false) => Ordering::Equal,
        (true, true) => Ordering::Greater,
    }
}

fn check(pair: &Pair, motion: [f32; 3]) {
    let cast = Cast::new(*pair, motion).expect("a motion");
    match cast.times() {
        CastTimes::Free => {
            for part in 0..=16 {
                let time = f64::from(part) / 16.0;
                assert!(!overlap_at(pair, motion, time), "{time} {cast:?}");
            }
            assert_eq!(cast.compare_time(0.5), None);
            assert!(!cast.penetrates(), "{cast:?}");
        }
        CastTimes::OverlappingAtStart { leave } => {
            assert!(pair.overlap(), "{cast:?}");
            assert_eq!(cast.compare_time(-0.0), Some(Ordering::Equal));
            assert_eq!(cast.compare_time(f32::from_bits(1)), Some(Ordering::Greater));
            check_leave(&cast, pair, motion, [leave.lower, leave.upper]);
            check_between(&cast, pair, motion, [0.0, leave.lower]);
        }
        CastTimes::Touching { first, leave } => {
            assert!(!pair.overlap(), "{cast:?}");
            assert!(!overlap_just_before(pair, motion, first.lower), "{cast:?}");
            let is_longer = first.upper <= leave.lower;
            assert!(!is_longer || overlap_at(pair, motion, first.upper), "{first:?} {cast:?}");
            // Thin boxes may leave sooner than float64 can tell.
            let lower = if leave.lower >= first.upper { leave.lower } else { f64::INFINITY };
            check_leave(&cast, pair, motion, [lower, leave.upper]);
            check_between(&cast, pair, motion, [first.upper, leave.lower]);
            check_times(&cast, pair, motion, [first.lower, first.upper, leave.lower]);
        }
    }
}

/// The boxes share a point up to the first time, and none after the second one.
fn check_leave(cast: &Cast, pair: &Pair, motion: [f32; 3], [lower, upper]: [f64; 2]) {
    // Larger times than these need too many bits of the oracle.
    if (0.0..1e30).contains(&lower) {
        assert!(overlap_at(pair, motion, lower), "{lower} {cast:?}");
    }
    if upper < 1e30 {
        assert!(!overlap_at(pair, motion, upper.next_up()), "{upper} {cast:?}");
    }
}

/// While the boxes share points, they penetrate each other all the time or never.
fn check_between(cast: &Cast, pair: &Pair, motion: [f32; 3], [first, leave]: [f64; 2]) {
    let last = leave.min(1.0);
    if last > first {
        let middle = numerator(0.5 * (first + last));
        let penetrates = Oracle::moved(pair, motion, &middle, TIME_SHIFT).penetrates();
        assert_eq!(cast.penetrates(), penetrates, "{cast:?}");
    } else if leave <= 0.0 {
        assert!(!cast.penetrates(), "{cast:?}");
    }
}

/// Floats next to the first touch, which is between the first two numbers; the boxes leave after the third.
#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
fn check_times(cast: &Cast, pair: &Pair, motion: [f32; 3], [lower, upper, leave]: [f64; 3]) {
    let near = lower as f32;
    for time in [near.next_down(), near, near.next_up(), 0.5 * near] {
        let wide = f64::from(time);
        if !(0.0..=1.0).contains(&time) || wide > leave {
            continue;
        }
        let order = cast.compare_time(time);
        assert_eq!(order, Some(expected(pair, motion, time)), "{time} {cast:?}");
        assert!(wide >= lower || order == Some(Ordering::Less), "{time} {cast:?}");
        assert!(wide <= upper || order == Some(Ordering::Greater), "{time} {cast:?}");
    }
    assert_eq!(cast.compare_time(0.0), Some(Ordering::Less));
    assert_eq!(cast.compare_time(f32::INFINITY), Some(Ordering::Greater));
    assert_eq!(cast.compare_time(f32::NAN), None);
}

fn may_be_equal(one: CastTimes, other: CastTimes) -> bool {
    use CastTimes::{Free, OverlappingAtStart, Touching};
    match (one, other) {
        (Free, Free) => true,
        (OverlappingAtStart { leave }, OverlappingAtStart { leave: other }) => meet(leave, other),
        (Touching { first, leave }, Touching { first: second, leave: other }) => {
            meet(first, second) && meet(leave, other)
        }
        _ => false,
    }
}

/// Seen from b, a moves the other way.
fn check_swapped(pair: &Pair, motion: [f32; 3]) {
    let cast = Cast::new(*pair, motion).expect("a motion");
    let other = Pair::new(pair.b(), pair.a());
    let back = Cast::new(other, motion.map(|x| -x)).expect("a motion");
    assert!(may_be_equal(cast.times(), back.times()), "{cast:?}");
    assert_eq!(cast.penetrates(), back.penetrates(), "{cast:?}");
    assert_eq!(cast.compare_time(0.25), back.compare_time(0.25), "{cast:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn times_are_those_of_the_boxes_then(seed in any::<u64>()) {
        let mut random = Random(seed);
        let pair = pairs::any_pair(&mut random);
        let motion = pairs::motion(&mut random, &pair);
        check(&pair, motion);
        check_swapped(&pair, motion);
    }

    /// Small integers: many boxes slide, graze, and touch at floats.
    #[test]
    fn exact_times_are_those_of_the_boxes_then(seed in any::<u64>()) {
        let mut random = Random(seed);
        let pair = pairs::lattice_pair(&mut random);
        let motion = pairs::motion(&mut random, &pair);
        check(&pair, motion);
        check_swapped(&pair, motion);
    }
}
