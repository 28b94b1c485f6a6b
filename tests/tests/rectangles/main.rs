//! Rectangles in the plane: cases with known answers, stores and views, and result bits.
//!
//! That all backends have the same bits, and right ones, is checked by octosat-check.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod contacts;
mod plane;
mod views;

use octosat::Rounding;
use octosat_tests::{Limit, engines};

use self::plane::{Plane, PlaneAnswers, mixed_rectangles};

/// No rotation.
const UPRIGHT: [f32; 2] = [1.0, 0.0];

/// Rectangles of everyday sizes, tiny ones and huge ones.
fn planes(pairs: usize) -> [Plane; 3] {
    [1.0, 1e-25, 1e11].map(|size| Plane::of_neighbors(&mixed_rectangles(pairs, size, 1)))
}

/// Exact and fused: numbers that must hold on every platform and backend. One that changes
/// everywhere means that a rule or the order of operations has: say so in the change log.
const GOLDEN: [u64; 2] = [0xc440_10d9_f83a_9390, 0x2014_019f_ba69_67cf];

#[test]
fn result_bits_are_the_golden_ones_on_every_backend() {
    for engine in engines() {
        let found = planes(700).iter().fold(0xcbf2_9ce4_8422_2325, |state, plane| {
            PlaneAnswers::ask(plane, &engine, &Limit::Uniform(0.05)).hash(state)
        });
        let fused = usize::from(engine.rounding() == Rounding::Fused);
        assert_eq!(
            found,
            GOLDEN[fused],
            "{} {}: {found:#018x}",
            engine.backend(),
            engine.rounding()
        );
    }
}
