//! The greatest numbers that boxes can have, and the greatest widths.

use std::cmp::Ordering;

use super::big::{Big, counted};
use crate::StoredBox;
use crate::axis::Axis;
use crate::number::Integer;
use crate::questions::{Best, Compare, Contains, FirstTouch, Overlap, Signs, Times};
use crate::scaled::Scaled;
use crate::width::{MOST_WORDS, Question, ask};

/// The largest and the smallest numbers of a float32 next to each other, in every group of numbers.
fn extreme_pair() -> Scaled {
    let [large, small] = [f32::MAX, f32::from_bits(1)];
    let a = StoredBox::new([-large, large, -large], [large, small, large, large], [large; 3]);
    let b = StoredBox::new([large, -large, small], [large, -large, large, small], [large; 3]);
    let [a, b] = [a, b].map(|given| given.expect("a box"));
    Scaled::new(&a, &b, [-large, small, large])
}

#[test]
fn the_greatest_widths_are_those_of_the_table() {
    let scaled = &extreme_pair();
    let candidates = [true; Axis::COUNT];
    let one = core::array::from_fn(|axis| axis == 14);
    let time = f32::from_bits(1);
    assert_eq!(Overlap(scaled).bits(), 1392);
    assert_eq!(Signs(scaled).bits(), 1392);
    assert_eq!(Contains(scaled).bits(), 1393);
    assert_eq!(Best { scaled, candidates: one }.bits(), 2225);
    assert_eq!(Times(scaled).bits(), 2784);
    assert_eq!(FirstTouch { scaled, time }.bits(), 2784);
    assert_eq!(scaled.time_bits(149), 1542);
    assert_eq!(Best { scaled, candidates }.bits(), 5007);
    assert_eq!(5007_u32.div_ceil(u64::BITS), MOST_WORDS);
}

/// Whether the largest number of these bits, and the smallest, keep their signs.
#[derive(Debug)]
struct Fits(u32);

impl Question for Fits {
    type Answer = bool;

    fn bits(&self) -> u32 {
        self.0
    }

    fn answer<T: Integer>(&self) -> bool {
        let quarter = T::shifted(1, self.0 - 2);
        let largest = quarter.minus(&T::shifted(1, 0)).plus(&quarter);
        let smallest = T::shifted(-1, self.0 - 1);
        largest.sign() == Ordering::Greater && smallest.sign() == Ordering::Less
    }
}

#[test]
fn integers_have_the_bits_that_are_asked_for() {
    for bits in 2..=MOST_WORDS * u64::BITS {
        assert!(ask(&Fits(bits)), "{bits}");
    }
}

/// The counted bits are not far more than needed.
#[test]
fn the_counted_bits_are_nearly_all_used() {
    let scaled = &extreme_pair();
    let (overlap, most_bits) = counted(|| Signs(scaled).answer::<Big>());
    assert_eq!(overlap, ask(&Signs(scaled)));
    assert!((1382..=1392).contains(&most_bits), "{most_bits}");
    let compare = Compare { scaled, first: Axis::ALL[1], second: Axis::ALL[14] };
    let (order, most_bits) = counted(|| compare.answer::<Big>());
    assert_eq!(order, ask(&compare));
    assert!((4970..=5007).contains(&most_bits), "{most_bits}");
}
