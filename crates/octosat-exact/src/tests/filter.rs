//! The filter against integers: it never contradicts them, and it decides what it should.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::pairs::{self, Random};
use crate::axis::Axis;
use crate::filter::Filter;
use crate::questions::{Best, Compare, Contains, Overlap, Signs};
use crate::results::SeparationSign;
use crate::width::ask;
use crate::{Pair, StoredBox};

fn consistent(pair: &Pair) {
    let filter = Filter::new(pair.a(), pair.b());
    let scaled = &pair.scaled_with([0.0; 3]);
    let overlap = filter.overlap();
    assert!(overlap.is_none_or(|certain| certain == ask(&Overlap(scaled))), "{pair:?}");
    let contains = filter.contains();
    assert!(contains.is_none_or(|certain| certain == ask(&Contains(scaled))), "{pair:?}");
    let signs = ask(&Signs(scaled));
    for axis in Axis::ALL {
        let certain = filter.sign(axis);
        assert!(certain.is_none_or(|sign| sign == signs[axis.index()]), "{axis} {pair:?}");
    }
    intervals_hold(pair, &filter);
}

/// The filter's separations in meters hold the exact ones, which are in far smaller intervals.
fn intervals_hold(pair: &Pair, filter: &Filter) {
    for axis in Axis::ALL {
        let wide = filter.separation(axis);
        let exact = pair.separation(axis);
        assert!(
            exact.is_none_or(|exact| exact.lower <= wide.upper && wide.lower <= exact.upper),
            "{axis} {wide:?} {exact:?} {pair:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_filter_never_contradicts_integers(seed in any::<u64>()) {
        let mut random = Random(seed);
        for _ in 0..10 {
            consistent(&pairs::any_pair(&mut random));
        }
    }

    #[test]
    fn the_best_axis_is_the_best_of_all(seed in any::<u64>()) {
        let pair = pairs::any_pair(&mut Random(seed));
        let scaled = &pair.scaled_with([0.0; 3]);
        let best = pair.best_axis();
        let candidates = [true; Axis::COUNT];
        prop_assert_eq!(Some(best), ask(&Best { scaled, candidates }));
        for second in Axis::ALL {
            let by_integers = ask(&Compare { scaled, first: best.axis, second });
            prop_assert_ne!(by_integers, Some(Ordering::Less));
            prop_assert_eq!(pair.compare_axes(best.axis, second), by_integers);
        }
    }
}

/// Boxes that touch exactly along axes that are not those of the world: float64 computes small gaps and depths.
#[test]
fn touching_turned_boxes_are_left_to_integers() {
    let mut touching = 0;
    let mut random = Random(7);
    for _ in 0..60_000 {
        let pair = pairs::lattice_pair(&mut random);
        let signs = ask(&Signs(&pair.scaled_with([0.0; 3])));
        if signs.contains(&SeparationSign::Touching) && !signs.contains(&SeparationSign::Apart) {
            touching += 1;
            assert!(Filter::new(pair.a(), pair.b()).overlap().is_none(), "{pair:?}");
            assert!(pair.overlap());
        }
        consistent(&pair);
    }
    assert!(touching > 1000, "{touching}");
}

/// Parallel and nearly parallel edges do not keep boxes undecided that clearly overlap.
#[test]
fn deep_boxes_with_parallel_edges_are_decided() {
    for turn in [0.0, 1e-30, 1e-12, 1e-9, 1e-6] {
        let rotation = [0.3, -0.2, 0.5, 0.7];
        let a = StoredBox::new([0.0; 3], rotation, [1.0; 3]).expect("a box");
        let turned = [0.3 + turn, -0.2, 0.5 - turn, 0.7];
        let b = StoredBox::new([0.5, 0.1, 1.0], turned, [1.0; 3]).expect("a box");
        assert_eq!(Filter::new(&a, &b).overlap(), Some(true));
    }
}
