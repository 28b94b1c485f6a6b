//! Signs, overlap, order of axes, separations and containment against projected vertices.

use std::cmp::Ordering;

use octosat_exact::{Axis, Pair, SeparationSign};
use proptest::prelude::*;

use crate::meet;
use crate::oracle::Oracle;
use crate::pairs::{self, Random};

fn swapped(axis: Axis) -> Axis {
    let number = match (axis.code(), axis.edges()) {
        (_, Some([i, j])) => 6 + 3 * j + i,
        (face, None) => (face + 3) % 6,
    };
    Axis::new(number).expect("an axis")
}

fn check_signs(pair: &Pair, oracle: &Oracle) {
    let signs = pair.separation_signs();
    for axis in Axis::ALL {
        let expected = oracle.sign(axis).map_or(SeparationSign::Parallel, SeparationSign::from);
        assert_eq!(signs[usize::from(axis.code())], expected, "{axis} {pair:?}");
        assert_eq!(pair.separation_sign(axis), expected, "{axis} {pair:?}");
    }
    assert_eq!(pair.overlap(), oracle.overlap(), "{pair:?}");
    assert_eq!(pair.overlap_by_integers(), oracle.overlap(), "{pair:?}");
    assert_eq!(pair.contains(), oracle.contains(), "{pair:?}");
}

fn check_separations(pair: &Pair, oracle: &Oracle) {
    for axis in Axis::ALL {
        let Some(separation) = pair.separation(axis) else {
            assert_eq!(oracle.sign(axis), None, "{axis} {pair:?}");
            continue;
        };
        let below = oracle.compare_separation(axis, separation.lower);
        let above = oracle.compare_separation(axis, separation.upper);
        assert!(below.is_some_and(Ordering::is_ge), "{axis} {separation:?} {pair:?}");
        assert!(above.is_some_and(Ordering::is_le), "{axis} {separation:?} {pair:?}");
        let largest = separation.lower.abs().max(separation.upper.abs());
        let width = separation.upper - separation.lower;
        assert!(width <= 8.0 * f64::EPSILON * largest || largest < 1e-270, "{separation:?}");
    }
}

fn check_order(pair: &Pair, oracle: &Oracle) {
    let best = pair.best_axis();
    for axis in Axis::ALL {
        let order = oracle.compare_axes(best.axis, axis);
        assert_eq!(pair.compare_axes(best.axis, axis), order, "{axis} {pair:?}");
        let is_first = order == Some(Ordering::Greater) || best.axis <= axis;
        assert!(order.is_none_or(Ordering::is_ge) && (is_first || order.is_none()), "{pair:?}");
    }
    assert_eq!(pair.separation(best.axis), Some(best.separation));
}

fn check_swapped(pair: &Pair) {
    let other = Pair::new(pair.b(), pair.a());
    assert_eq!(pair.overlap(), other.overlap(), "{pair:?}");
    for axis in Axis::ALL {
        assert_eq!(pair.separation_sign(axis), other.separation_sign(swapped(axis)), "{pair:?}");
        assert_eq!(pair.separation(axis), other.separation(swapped(axis)), "{pair:?}");
    }
    let (best, swapped_best) = (pair.best_axis(), other.best_axis());
    assert!(meet(best.separation, swapped_best.separation), "{pair:?}");
    let tie = pair.compare_axes(best.axis, swapped(swapped_best.axis));
    assert_eq!(tie, Some(Ordering::Equal), "{pair:?}");
    assert!(!(pair.contains() && other.contains()) || best.separation.lower <= 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn answers_are_those_of_projected_vertices(seed in any::<u64>()) {
        let pair = pairs::any_pair(&mut Random(seed));
        let oracle = Oracle::new(&pair);
        check_signs(&pair, &oracle);
        check_separations(&pair, &oracle);
        check_order(&pair, &oracle);
        check_swapped(&pair);
    }

    /// Small integers: many pairs touch, tie and contain each other exactly.
    #[test]
    fn exact_ties_are_those_of_projected_vertices(seed in any::<u64>()) {
        let pair = pairs::lattice_pair(&mut Random(seed));
        let oracle = Oracle::new(&pair);
        check_signs(&pair, &oracle);
        check_order(&pair, &oracle);
        check_swapped(&pair);
    }
}
