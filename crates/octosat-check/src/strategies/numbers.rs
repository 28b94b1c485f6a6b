//! Numbers, vectors and rotations, which shrink to round ones.
//!
//! A number is a whole number of steps and a fraction of a step: the fraction shrinks to zero and leaves a round number,
//! whose steps then shrink.

use glam::{DQuat, DVec3};
use proptest::array::uniform3;
use proptest::prelude::*;
use proptest::sample::select;

/// Steps of an interval.
const STEPS: i32 = 64;

/// The length below which a vector has no direction.
const SHORT: f64 = 0.05;

/// One of some values; it shrinks to the first.
pub fn pick<T: Clone + std::fmt::Debug + 'static>(
    values: &'static [T],
) -> impl Strategy<Value = T> + Clone {
    select(values)
}

/// A number of at most `reach` to either side of zero; it shrinks to zero.
pub fn around(reach: f64) -> impl Strategy<Value = f64> + Clone {
    (1 - STEPS..STEPS, -1.0..1.0)
        .prop_map(move |(step, part)| reach * ((f64::from(step) + part) / f64::from(STEPS)))
}

/// A number between two others; it shrinks to the higher one.
pub fn between(low: f64, high: f64) -> impl Strategy<Value = f64> + Clone {
    (0..STEPS, 0.0..1.0).prop_map(move |(step, part)| {
        high - (high - low) * ((f64::from(step) + part) / f64::from(STEPS))
    })
}

/// A number between two positive ones, each power of ten about equally often; it shrinks to the higher one.
pub fn decades(low: f64, high: f64) -> impl Strategy<Value = f64> + Clone {
    let mut count = 1;
    let mut least = 0.1 * high;
    while least > low * 1.000_001 {
        least *= 0.1;
        count += 1;
    }
    let number = move |(zeros, digits): (i32, f64)| {
        (0..zeros).fold(high * digits, |number, _| 0.1 * number).max(low)
    };
    (0..count, between(0.1, 1.0)).prop_map(number)
}

/// A number with either sign; it shrinks to a positive one.
pub fn signed(number: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = f64> + Clone {
    (number, any::<bool>())
        .prop_map(|(number, is_negative)| if is_negative { -number } else { number })
}

/// Three numbers around zero.
pub fn vector(reach: f64) -> impl Strategy<Value = DVec3> + Clone {
    uniform3(around(reach)).prop_map(DVec3::from)
}

/// A unit vector; it shrinks to one along z.
pub fn direction() -> impl Strategy<Value = DVec3> + Clone {
    vector(1.0).prop_map(|way| if way.length() < SHORT { DVec3::Z } else { way.normalize() })
}

/// A rotation; it shrinks to none.
pub fn rotation() -> impl Strategy<Value = DQuat> + Clone {
    (vector(1.0), around(1.0)).prop_map(|(axis, w)| {
        let turn = DQuat::from_vec4(axis.extend(w));
        if turn.length() < SHORT { DQuat::IDENTITY } else { turn.normalize() }
    })
}
