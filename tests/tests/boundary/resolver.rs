//! The positional correction step: the same bits however it is computed, and boxes that come apart.

use octosat::{BoxStore, Engine, OrientedBox, Penetration, Query};
use octosat_resolve::{InverseMasses, ResolveError, ResolveSettings, Resolver, Sharing};
use octosat_scenes::generate::{self, Random, narrow};

use crate::common::World;

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Boxes that overlap many others, with their rows.
struct Crowd {
    world: World,
    rows: Vec<Penetration>,
    masses: Vec<f32>,
}

impl Crowd {
    fn new(pairs: usize, seed: u64) -> Self {
        let world = World::of_scene(&generate::cloud(pairs / 12 + 20, pairs, seed));
        let mut rows = vec![Penetration::default(); world.pairs.len()];
        Engine::new().penetrations(Query::new(&world.store, &world.pairs), &mut rows).unwrap();
        let mut random = Random::new(seed);
        let masses = (0..world.store.len())
            .map(|_| if random.below(10) == 0 { 0.0 } else { 1.0 / (1.0 + narrow(random.unit())) })
            .collect();
        Self { world, rows, masses }
    }

    fn settings(&self) -> [ResolveSettings<'_>; 3] {
        let default = ResolveSettings::default();
        let masses = InverseMasses::PerBox(&self.masses);
        [
            default,
            ResolveSettings { relaxation: 0.3, slop: 0.01, masses, ..default },
            ResolveSettings { relaxation: 0.9, sharing: Sharing::Average, masses, ..default },
        ]
    }

    fn displacements(&self, resolver: &Resolver, settings: &ResolveSettings<'_>) -> Vec<[u32; 3]> {
        bits(&moves(resolver, &self.rows, settings))
    }

    fn resolver(&self) -> Resolver {
        resolver(self.world.store.len(), &self.world.pairs)
    }
}

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

fn bits(moves: &[[f32; 3]]) -> Vec<[u32; 3]> {
    moves.iter().map(|displacement| displacement.map(f32::to_bits)).collect()
}

fn row(depth: f32, normal: [f32; 3]) -> Penetration {
    Penetration { normal, depth, ..Penetration::default() }
}

/// One pair pushed by one row.
fn two_boxes(row: Penetration, settings: &ResolveSettings<'_>) -> [[f32; 3]; 2] {
    let moves = moves(&resolver(2, &[[0, 1]]), &[row], settings);
    [moves[0], moves[1]]
}

#[test]
fn every_number_of_threads_gives_the_same_bits() {
    let crowd = Crowd::new(150_000, 71);
    assert!(crowd.world.store.len() > 3 * 4096, "several tasks");
    let resolver = crowd.resolver();
    for settings in crowd.settings() {
        let alone = crowd.displacements(&resolver.clone().threads(1), &settings);
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                assert_eq!(crowd.displacements(&resolver, &settings), alone, "{threads}");
                assert_eq!(crowd.displacements(&crowd.resolver(), &settings), alone, "{threads}");
            });
        }
    }
}

/// The crowd's displacements by each of the settings, as numbers that must hold on every platform.
/// One that changes everywhere means that a rule or the order of operations has: say so in the
/// change log.
const GOLDEN: [u64; 3] = [0x7a7d_b134_1c1f_382e, 0x1743_3f03_a618_b4fd, 0x6925_dc84_3cfd_63a0];

#[test]
fn displacements_are_the_golden_ones() {
    let crowd = Crowd::new(8_000, 75);
    let found = crowd.settings().map(|settings| {
        let bits = crowd.displacements(&crowd.resolver(), &settings);
        bits.as_flattened().iter().fold(0xcbf2_9ce4_8422_2325_u64, |state, &word| {
            (state ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    });
    assert_eq!(found, GOLDEN, "{found:#x?}");
}

/// Pairs in any order, and each of them either way round, give the same bits.
#[test]
fn the_order_of_the_pairs_changes_nothing() {
    let crowd = Crowd::new(20_000, 72);
    let mut permuted = Crowd::new(20_000, 72);
    let mut places: Vec<usize> = (0..crowd.rows.len()).collect();
    Random::new(72).shuffle(&mut places);
    for (new, &old) in places.iter().enumerate() {
        let ([a, b], row) = (crowd.world.pairs[old], crowd.rows[old]);
        let turned = Penetration { normal: row.normal.map(|part| -part), ..row };
        let is_turned = old % 2 == 1;
        permuted.world.pairs[new] = if is_turned { [b, a] } else { [a, b] };
        permuted.rows[new] = if is_turned { turned } else { row };
    }
    for settings in crowd.settings() {
        let expected = crowd.displacements(&crowd.resolver(), &settings);
        assert_eq!(permuted.displacements(&permuted.resolver(), &settings), expected);
    }
}

/// By hand: pushes of 5e19 each way leave the third, half a meter, only if they meet first.
#[test]
fn a_box_is_summed_in_the_order_of_its_neighbors() {
    let rows = [(1e20, 1.0), (1e20, -1.0), (1.0, 1.0)].map(|(depth, x)| row(depth, [x, 0.0, 0.0]));
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let pairs = order.map(|place: u8| [u32::from(place), 3]);
        let rows = order.map(|place| rows[usize::from(place)]);
        let found = moves(&resolver(4, &pairs), &rows, &ResolveSettings::default());
        assert_eq!(found[3].map(f32::to_bits), [0.5_f32.to_bits(), 0, 0], "{order:?}");
    }
}

/// By hand: 0.5 deep, a slop of 0.1 and a relaxation of 0.5 leave 0.2, in parts of 1 to 3.
#[test]
fn a_pair_is_parted_by_its_inverse_masses() {
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

/// One poisoned row changes the displacements of no box but its own two.
#[test]
fn a_poisoned_row_stays_with_its_pair() {
    let crowd = Crowd::new(2_000, 73);
    let resolver = crowd.resolver();
    for settings in crowd.settings() {
        let healthy = crowd.displacements(&resolver, &settings);
        for place in (0..crowd.rows.len()).step_by(37) {
            let mut rows = crowd.rows.clone();
            rows[place].depth = f32::NAN;
            let found = bits(&moves(&resolver, &rows, &settings));
            for (index, (found, healthy)) in found.iter().zip(&healthy).enumerate() {
                let own = crowd.world.pairs[place].iter().any(|&side| side as usize == index);
                assert!(own || found == healthy, "box {index}, row {place}");
                assert!(found.iter().all(|&bits| f32::from_bits(bits).is_finite()));
            }
        }
    }
}

/// With sums, what one box gets another gives: the center of mass stays where it was.
#[test]
fn sums_leave_the_center_of_mass_where_it_is() {
    let crowd = Crowd::new(20_000, 74);
    let positive: Vec<f32> = crowd.masses.iter().map(|mass| mass.max(0.125)).collect();
    let settings = ResolveSettings {
        relaxation: 0.5,
        masses: InverseMasses::PerBox(&positive),
        ..ResolveSettings::default()
    };
    let out = moves(&crowd.resolver(), &crowd.rows, &settings);
    let mut sum = [0.0_f64; 3];
    let mut size = 0.0;
    for (displacement, inverse_mass) in out.iter().zip(&positive) {
        for k in 0..3 {
            let part = f64::from(displacement[k]) / f64::from(*inverse_mass);
            sum[k] += part;
            size += part.abs();
        }
    }
    assert!(size > 100.0 && sum.iter().all(|part| part.abs() < 1e-6 * size), "{sum:?} {size}");
    // A single pair moves by exactly opposite numbers.
    let [a, b] = two_boxes(row(0.3, [0.6, -0.64, 0.48]), &ResolveSettings::default());
    assert_eq!(a.map(|component| (-component).to_bits()), b.map(f32::to_bits));
}

/// Six crates pressed 20 % into each other on a fixed ground come to rest within the slop.
#[test]
fn a_stack_comes_to_rest_without_overlap() {
    for sharing in [Sharing::Sum, Sharing::Average] {
        let mut boxes = BoxStore::new();
        boxes.insert(OrientedBox::new([0.0, -1.0, 0.0], UPRIGHT, [10.0, 1.0, 10.0])).unwrap();
        for level in 0..6_u8 {
            let height = 0.8 * (f32::from(level) + 0.5);
            let center = [0.01 * f32::from(level), height, 0.0];
            boxes.insert(OrientedBox::new(center, UPRIGHT, [0.5; 3])).unwrap();
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
    assert_eq!((out_of_bounds.pair, out_of_bounds.side.slot()), (1, 1));
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
    assert_eq!(message, "box 1: inverse mass -1 is not finite and at least zero");
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
