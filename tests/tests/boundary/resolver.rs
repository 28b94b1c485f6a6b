//! Position correction: cases with exact results, rejections, and boxes that are pushed apart.
//!
//! `octosat-check` checks that displacements are right and have the same bits on any number of threads.

use octosat::{BoxStore, Engine, Penetration, Query};
use octosat_resolve::{InverseMasses, ResolveError, ResolveSettings, Resolver, Sharing};
use octosat_tests::upright;

fn resolver(boxes: usize, pairs: &[[u32; 2]]) -> Resolver {
    let mut resolver = Resolver::new();
    resolver.set_pairs(boxes, pairs).unwrap();
    resolver
}

/// The displacements of all boxes of a resolver, over whatever stands there.
fn moves(
    resolver: &Resolver,
    rows: &[Penetration],
    settings: &ResolveSettings<'_>,
) -> Vec<[f32; 3]> {
    let mut out = vec![[f32::NAN; 3]; resolver.boxes()];
    resolver.displacements(rows, settings, &mut out).unwrap();
    out
}

fn row(depth: f32, normal: [f32; 3]) -> Penetration {
    Penetration { normal, depth, ..Penetration::default() }
}

/// One pair pushed by one row.
fn two_boxes(row: Penetration, settings: &ResolveSettings<'_>) -> [[f32; 3]; 2] {
    let moves = moves(&resolver(2, &[[0, 1]]), &[row], settings);
    [moves[0], moves[1]]
}

/// By hand: pushes of 5e19 each way leave the third, half a meter, only if they meet first.
#[test]
fn a_box_is_summed_in_the_order_of_its_neighbors() {
    let rows = [(1e20, 1.0), (1e20, -1.0), (1.0, 1.0)].map(|(depth, x)| row(depth, [x, 0.0, 0.0]));
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let pairs = order.map(|place: u8| [u32::from(place), 3]);
        let rows = order.map(|place| rows[usize::from(place)]);
        // Each pair either way round.
        let turned = pairs.map(|[a, b]| [b, a]);
        let opposite = rows.map(|row| Penetration { normal: row.normal.map(|x| -x), ..row });
        for (pairs, rows) in [(pairs, rows), (turned, opposite)] {
            let found = moves(&resolver(4, &pairs), &rows, &ResolveSettings::default());
            assert_eq!(found[3].map(f32::to_bits), [0.5_f32.to_bits(), 0, 0], "{order:?}");
        }
    }
}

/// By hand: 0.5 deep, a slop of 0.1 and a relaxation of 0.5 leave 0.2, in parts of 1 to 3.
#[test]
fn a_pair_is_separated_by_its_inverse_masses() {
    let deep = row(0.5, [0.0, 0.0, 1.0]);
    assert_eq!(two_boxes(deep, &ResolveSettings::default()), [[0.0, 0.0, -0.25], [0.0, 0.0, 0.25]]);
    let settings = |masses| ResolveSettings {
        relaxation: 0.5,
        slop: 0.1,
        masses: InverseMasses::PerBox(masses),
        ..ResolveSettings::default()
    };
    let [a, b] = two_boxes(deep, &settings(&[0.5, 1.5]));
    assert!((a[2] + 0.05).abs() < 1e-7 && (b[2] - 0.15).abs() < 1e-7, "{a:?} {b:?}");
    let [a, b] = two_boxes(deep, &settings(&[0.0, 0.25]));
    assert!(a.iter().all(|part| part.abs() < 1e-30), "a fixed box stays");
    assert!((b[2] - 0.2).abs() < 1e-7, "{b:?}");
    assert_eq!(two_boxes(deep, &settings(&[0.0, 0.0])), [[0.0; 3]; 2], "both fixed");
    // The largest and the smallest inverse masses there are.
    let [a, b] = two_boxes(deep, &settings(&[f32::MAX, f32::MAX]));
    assert!((a[2] + 0.1).abs() < 1e-7 && (b[2] - 0.1).abs() < 1e-7, "no sum overflows");
    let [a, b] = two_boxes(deep, &settings(&[f32::from_bits(1), f32::MAX]));
    assert!(a[2].abs() < 1e-30 && (b[2] - 0.2).abs() < 1e-7);
}

#[test]
fn what_is_not_deep_or_not_finite_pushes_nothing() {
    let (zero, default) = ([[0.0; 3]; 2], ResolveSettings::default());
    let slop = ResolveSettings { slop: 0.25, ..default };
    assert_eq!(two_boxes(row(0.25, [1.0, 0.0, 0.0]), &slop), zero, "as deep as the slop");
    for depth in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(two_boxes(row(depth, [1.0, 0.0, 0.0]), &default), zero);
    }
    for bad in [f32::NAN, f32::INFINITY] {
        for component in 0..3 {
            let mut normal = [0.0; 3];
            normal[component] = bad;
            assert_eq!(two_boxes(row(1.0, normal), &default), zero);
        }
    }
    let largest = two_boxes(row(f32::MAX, [1.0, 0.0, 0.0]), &default);
    assert!(largest[1][0] > 1e38 && largest[1][0].is_finite());
}

/// Six crates pressed 20 % into each other on a fixed ground come to rest within the slop.
#[test]
fn a_stack_comes_to_rest_without_overlap() {
    for sharing in [Sharing::Sum, Sharing::Average] {
        let mut boxes = BoxStore::new();
        boxes.insert(upright([0.0, -1.0, 0.0], [10.0, 1.0, 10.0])).unwrap();
        for level in 0..6_u8 {
            let height = 0.8 * (f32::from(level) + 0.5);
            let center = [0.01 * f32::from(level), height, 0.0];
            boxes.insert(upright(center, [0.5; 3])).unwrap();
        }
        let pairs: Vec<[u32; 2]> = (0..6).map(|lower| [lower, lower + 1]).collect();
        let masses: Vec<f32> = (0_u8..7).map(|index| f32::from(index.min(1))).collect();
        let relaxation = if sharing == Sharing::Sum { 0.6 } else { 1.0 };
        let masses = InverseMasses::PerBox(&masses);
        let settings = ResolveSettings { relaxation, slop: 1e-3, sharing, masses };
        let resolver = resolver(boxes.len(), &pairs);
        let mut rows = vec![Penetration::default(); pairs.len()];
        let mut moved = Vec::new();
        for _ in 0..400 {
            Engine::new().penetrations(Query::new(&boxes, &pairs), &mut rows).unwrap();
            moved = moves(&resolver, &rows, &settings);
            boxes.translate(&moved).unwrap();
        }
        Engine::new().penetrations(Query::new(&boxes, &pairs), &mut rows).unwrap();
        for row in &rows {
            assert!(row.depth <= 1.1e-3, "{sharing:?} {row:?}");
            assert!(row.depth > -0.05, "{sharing:?}: thrown apart {row:?}");
        }
        assert!(moved.iter().flatten().all(|part| part.abs() < 1e-4), "{sharing:?} {moved:?}");
        let ground = boxes.get(0).unwrap().pose.center.map(f32::to_bits);
        assert_eq!(ground, [0.0, -1.0, 0.0].map(f32::to_bits), "the ground is fixed");
    }
}

#[test]
fn rejections_name_what_is_wrong_and_write_nothing() {
    let mut resolver = resolver(3, &[[0, 1], [1, 2]]);
    let error = resolver.set_pairs(3, &[[0, 1], [2, 3]]).unwrap_err();
    let ResolveError::PairOutOfBounds(out_of_bounds) = error else { panic!("{error:?}") };
    assert_eq!((out_of_bounds.pair, out_of_bounds.side.place()), (1, 1));
    assert_eq!((resolver.pairs(), resolver.boxes()), (2, 3), "the pairs it had are kept");
    let rows = [row(1.0, [1.0, 0.0, 0.0]); 2];
    let default = ResolveSettings::default();
    let rejected = |rows: &[Penetration], settings: &ResolveSettings<'_>, boxes: usize| {
        let mut out = vec![[7.0_f32; 3]; boxes];
        let error = resolver.displacements(rows, settings, &mut out).unwrap_err();
        assert!(out.as_flattened().iter().all(|part| part.to_bits() == 7.0_f32.to_bits()));
        error
    };
    let error = rejected(&rows[..1], &default, 3);
    assert_eq!(error, ResolveError::RowsLength { expected: 2, found: 1 });
    assert_eq!(rejected(&rows, &default, 2), ResolveError::OutputLength { expected: 3, found: 2 });
    let rejected_masses = |masses: &[f32]| {
        let masses = InverseMasses::PerBox(masses);
        rejected(&rows, &ResolveSettings { masses, ..ResolveSettings::default() }, 3)
    };
    assert_eq!(rejected_masses(&[1.0; 2]), ResolveError::MassLength { expected: 3, found: 2 });
    for bad in [-1.0, f32::NAN, f32::INFINITY] {
        let error = rejected_masses(&[1.0, bad, 1.0]);
        assert!(matches!(error, ResolveError::InverseMass { index: 1, .. }), "{error}");
        let error = rejected(&rows, &ResolveSettings { relaxation: bad, ..default }, 3);
        assert!(matches!(error, ResolveError::Relaxation { .. }), "{error}");
        let error = rejected(&rows, &ResolveSettings { slop: bad, ..default }, 3);
        assert!(matches!(error, ResolveError::Slop { .. }), "{error}");
    }
    let message = rejected_masses(&[1.0, -1.0, 1.0]).to_string();
    assert_eq!(message, "the inverse mass of box 1 is -1, but must be finite and at least zero");
}

/// A box's list may be empty, repeated, or of itself.
#[test]
fn odd_lists_of_pairs_work() {
    let push = row(0.5, [1.0, 0.0, 0.0]);
    let displaced = |boxes: usize, pairs: &[[u32; 2]], sharing| {
        let settings = ResolveSettings { sharing, ..ResolveSettings::default() };
        let moves = moves(&resolver(boxes, pairs), &vec![push; pairs.len()], &settings);
        moves.iter().map(|displacement| displacement[0]).collect::<Vec<f32>>()
    };
    assert!(displaced(0, &[], Sharing::Sum).is_empty());
    assert_eq!(displaced(3, &[[2, 2]], Sharing::Sum), [0.0; 3]);
    assert_eq!(displaced(3, &[[0, 2], [0, 2]], Sharing::Sum), [-0.5, 0.0, 0.5]);
    assert_eq!(displaced(3, &[[0, 2], [0, 2]], Sharing::Average), [-0.25, 0.0, 0.25]);
    assert_eq!(displaced(3, &[[0, 1], [1, 2]], Sharing::Sum), [-0.25, 0.0, 0.25]);
}
