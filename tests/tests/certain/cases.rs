//! Cases with known results.

use octosat::{BoxStore, BoxView, Engine, OrientedBox, Query, Verdict};
use octosat_check::engines;
use octosat_tests::{store_of, upright};

use super::ask;

#[test]
fn boxes_next_to_each_other() {
    let cube = upright([0.0; 3], [1.0; 3]);
    for (x, expected) in [
        (0.0, Verdict::OVERLAPPING),
        (1.9999, Verdict::OVERLAPPING),
        (2.0_f32.next_down(), Verdict::OVERLAPPING),
        (2.0, Verdict::UNDECIDED),
        (2.0_f32.next_up(), Verdict::SEPARATED),
        (2.0001, Verdict::SEPARATED),
        (1e12, Verdict::SEPARATED),
    ] {
        let (verdict, clearance) = ask(&store_of([cube, upright([x, 0.3, 0.0], [1.0; 3])]), 0.0);
        assert_eq!(verdict, expected, "at {x}");
        assert!(x < 1.0 || clearance <= x - 2.0, "{clearance} at {x}");
        let bounds = 2e-5 * x.max(2.0);
        assert!(x < 2.0 || clearance >= x - 2.0 - bounds, "{clearance} at {x}");
    }
}

/// Every verdict of a plate that rests on a floor is the same however the floor is turned, and no size is left out.
#[test]
fn sizes_and_shapes() {
    for size in [1e-40_f32, 1e-30, 1e-12, 1e-3, 1.0, 1e4, 1e11] {
        // A cube above, in and below a plate without thickness.
        let plate = upright([0.0; 3], [3.0 * size, 3.0 * size, 0.0]);
        for (z, expected) in [(1.001, Verdict::SEPARATED), (0.999, Verdict::OVERLAPPING)] {
            let cube = upright([0.0, 0.0, -z * size], [size; 3]);
            assert_eq!(ask(&store_of([plate, cube]), 0.0).0, expected, "{z} at {size}");
            assert_eq!(ask(&store_of([cube, plate]), 0.0).0, expected, "{z} at {size}");
        }
    }
    // Two points, in one place and in two.
    let point = upright([0.0; 3], [0.0; 3]);
    assert_eq!(ask(&store_of([point, point]), 0.0).0, Verdict::OVERLAPPING);
    assert_eq!(
        ask(&store_of([point, upright([0.0, 1e-44, 0.0], [0.0; 3])]), 0.0).0,
        Verdict::SEPARATED
    );
}

/// Edges that cross: only their cross product separates them.
#[test]
fn crossed_edges() {
    let sine = core::f32::consts::FRAC_PI_8.sin();
    let cosine = core::f32::consts::FRAC_PI_8.cos();
    let rod = |center, axis: usize| {
        // An edge of the rod points up or down.
        let mut rotation = [0.0, 0.0, 0.0, cosine];
        rotation[axis] = sine;
        let mut half_extents = [0.1; 3];
        half_extents[axis] = 5.0;
        OrientedBox::new(center, rotation, half_extents)
    };
    let reach = 0.1 * core::f32::consts::SQRT_2;
    for (gap, expected) in [(1e-4, Verdict::SEPARATED), (-1e-4, Verdict::OVERLAPPING)] {
        let boxes = store_of([rod([0.0; 3], 0), rod([0.3, 0.2, 2.0 * reach + gap], 1)]);
        let (verdict, clearance) = ask(&boxes, 0.0);
        assert_eq!(verdict, expected);
        assert!((clearance - gap).abs() < 5e-5 && clearance < gap, "{clearance}");
    }
}

/// Boxes of a grid touch exactly: they are undecided in floats, and overlap in integers. A grid whose boxes are smaller by
/// the least that floats can be does not.
#[test]
fn grids_are_undecided_in_floats_only() {
    let mut boxes = BoxStore::new();
    let mut pairs = Vec::new();
    for at in 0..64_u32 {
        let place = [at % 4, at / 4 % 4, at / 16].map(|k| k as f32);
        boxes.insert(upright(place, [0.5; 3])).unwrap();
        pairs.extend([1, 4, 16].into_iter().filter(|step| at / step % 4 < 3).map(|s| [at, at + s]));
    }
    let mut verdicts = vec![Verdict::OVERLAPPING; pairs.len()];
    Engine::new().verdicts(Query::new(&boxes, &pairs), &mut verdicts).unwrap();
    assert!(verdicts.iter().all(|&verdict| verdict == Verdict::UNDECIDED));
    let mut overlaps = vec![false; pairs.len()];
    for engine in engines() {
        engine.overlaps_exact(Query::new(&boxes, &pairs), &mut overlaps).unwrap();
        assert!(overlaps.iter().all(|&overlaps| overlaps), "{engine:?}");
    }
    for index in 0..64 {
        boxes.set_half_extents(index, [0.5_f32.next_down(); 3]).unwrap();
    }
    let query = Query::new(&boxes, &pairs);
    Engine::new().overlaps_exact(query, &mut overlaps).unwrap();
    assert!(!overlaps.contains(&true));
    // Grown again, they touch again.
    let growth = 0.5 - 0.5_f32.next_down();
    Engine::new().overlaps_exact(query.grown(growth), &mut overlaps).unwrap();
    assert!(overlaps.iter().all(|&overlaps| overlaps));
}

/// The half extents of both boxes are longer by the growth.
#[test]
fn both_boxes_are_grown() {
    let apart = store_of([upright([0.0; 3], [1.0; 3]), upright([3.0, 0.0, 0.0], [1.0; 3])]);
    for (growth, expected) in [
        (0.0, Verdict::SEPARATED),
        (0.4995, Verdict::SEPARATED),
        (0.5, Verdict::UNDECIDED),
        (0.5005, Verdict::OVERLAPPING),
    ] {
        let (verdict, clearance) = ask(&apart, growth);
        assert_eq!(verdict, expected, "{growth}");
        let grown = 1.0 + growth;
        let boxes = store_of([upright([0.0; 3], [grown; 3]), upright([3.0, 0.0, 0.0], [grown; 3])]);
        assert_eq!(ask(&boxes, 0.0), (verdict, clearance), "{growth}");
    }
}

/// The bound depends on where both boxes come from: a view's rotations may be farther off unit length.
#[test]
fn the_looser_bound_of_two_lists() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3]), upright([2.0001, 0.0, 0.0], [1.0; 3])]);
    let [centers, half_extents] = [&boxes.centers(), &boxes.half_extents()];
    let view = BoxView::new(*centers, boxes.rotations(), *half_extents).unwrap();
    let pairs = [[0, 1]];
    for engine in engines() {
        let ask = |query: Query<'_>| {
            let (mut verdicts, mut clearances) = ([Verdict::UNDECIDED], [0.0]);
            engine.verdicts(query, &mut verdicts).unwrap();
            engine.clearances(query, &mut clearances).unwrap();
            (verdicts[0], clearances[0])
        };
        let (verdict, clearance) = ask(Query::new(&boxes, &pairs));
        assert_eq!(verdict, Verdict::SEPARATED);
        assert_eq!(ask(Query::new([&boxes; 2], &pairs)), (verdict, clearance));
        assert_eq!(ask(Query::new(boxes.view(), &pairs)), (verdict, clearance));
        let of_view = ask(Query::new(view, &pairs));
        assert_eq!(of_view.0, verdict);
        assert!(of_view.1 < clearance);
        assert_eq!(ask(Query::new([boxes.view(), view], &pairs)), of_view);
        assert_eq!(ask(Query::new([view, boxes.view()], &pairs)), of_view);
    }
}
