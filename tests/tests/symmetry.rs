//! What must not matter: where the pair stands, how its boxes name their axes, which comes first,
//! and the unit of length.
#![forbid(unsafe_code)]

use octosat::{Engine, OrientedBox, Penetration};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, Limit, PairReference, Quaternion, Vector, World, add, columns, cube_rotations, dot,
    engines, fastest_engines, length, narrow, normalized, product, rotate, row_bits,
    standard_worlds, turn, wide,
};

/// What rounding a moved box's centre and quaternion to float32 moves it, for each metre of its
/// size and of its centre's distance from the origin.
const ROUNDING: f64 = 1.0 / 4_194_304.0;

/// Part of the depth by which the preferred axis may differ from the best one.
const PREFERENCE: f64 = 0.05;

/// Sine of the angle of two edges from which their common normal is well defined.
const CLEAR_SINE: f64 = 0.05;

/// How much more a unit normal may differ than the separation does for each metre of half extents.
const NORMAL_FACTOR: f64 = 4.0;

/// A pair's result, seen back in the original pair's terms.
#[derive(Debug)]
struct Seen {
    row: Penetration,
    normal: Vector,
    code: usize,
    overlaps: bool,
}

/// General pairs, near-parallel ones and aligned ones, most of them overlapping.
fn pairs_of_boxes(count: usize, seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let mut boxes = Vec::new();
    for number in 0..count {
        let base = if number % 2 == 0 { random.rotation() } else { [0.0, 0.0, 0.0, 1.0] };
        let second = match number % 3 {
            0 => random.rotation(),
            1 => product(base, cube_rotations()[random.below(24)]),
            _ => product(base, turn(random.direction(), 10.0_f64.powf(random.range(-8.0, -1.0)))),
        };
        let center = random.vector(-2.0, 2.0);
        for (center, rotation) in [(center, base), (add(center, random.vector(-1.2, 1.2)), second)]
        {
            let half = narrow(random.vector(0.2, 1.0));
            boxes.push(OrientedBox::new(narrow(center), narrow(normalized(rotation)), half));
        }
    }
    boxes
}

struct Comparison<'a> {
    what: &'a str,
    tolerance: f64,
    extents: f64,
    reference: &'a ReferencePair,
    /// From the centre of a to that of b.
    offset: Vector,
}

impl Comparison<'_> {
    fn check(&self, first: &Seen, second: &Seen) {
        let what = format!("{} {first:?} {second:?}", self.what);
        let truth = self.reference.separations().separation;
        if truth.abs() > 2.0 * self.tolerance {
            assert_eq!(first.overlaps, second.overlaps, "{what}");
            assert_eq!(first.row.overlaps(), second.row.overlaps(), "{what}");
        }
        if truth > -self.tolerance {
            return;
        }
        let depths = [first, second].map(|seen| f64::from(seen.row.depth));
        let difference = (depths[0] - depths[1]).abs();
        if first.code != second.code {
            let preference = PREFERENCE * depths[0].max(depths[1]);
            assert!(difference <= self.tolerance + preference, "{difference:e} {what}");
            return;
        }
        let sine = match first.code {
            0..=5 => 1.0,
            code => self.reference.separations().edge_sines[code - 6],
        };
        if sine < CLEAR_SINE {
            return;
        }
        let tolerance = self.tolerance / sine;
        assert!(difference <= tolerance, "{difference:e} beyond {tolerance:e} {what}");
        // With the centres level along the axis the sign is a matter of rounding.
        if dot(first.normal, self.offset).abs() <= self.tolerance {
            return;
        }
        let turned = length(std::array::from_fn(|k| first.normal[k] - second.normal[k]));
        assert!(turned <= NORMAL_FACTOR * tolerance / self.extents, "{turned:e} {what}");
    }
}

fn extents_of(boxes: &[OrientedBox]) -> f64 {
    boxes.iter().flat_map(|given| given.half_extents).map(f64::from).sum()
}

fn seen(world: &World, engine: &Engine, basis: Basis) -> Vec<Seen> {
    let overlaps = world.overlaps(engine, basis, &Limit::None);
    let rows = world.rows(engine, basis, &Limit::None);
    rows.into_iter()
        .zip(overlaps)
        .map(|(row, overlaps)| Seen {
            row,
            normal: wide(row.normal),
            code: usize::from(row.axis.code()),
            overlaps,
        })
        .collect()
}

/// Compares each pair with its image; `back` puts the image's result in the original's terms.
fn compare_images(
    what: &str,
    originals: &[OrientedBox],
    images: &[OrientedBox],
    back: impl Fn(usize, &mut Seen),
) {
    let [originals_world, images_world] =
        [originals, images].map(|boxes| World::of_neighbours(what, boxes));
    for engine in fastest_engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            let first = seen(&originals_world, &engine, basis);
            let second = seen(&images_world, &engine, basis);
            for (place, (first, mut second)) in first.iter().zip(second).enumerate() {
                back(place, &mut second);
                let pair = originals_world.pairs[place];
                let reference = PairReference::new(&originals_world, basis, pair).reference();
                let image = PairReference::new(&images_world, basis, pair).reference();
                let boxes = [2 * place, 2 * place + 1];
                let reach: f64 = boxes.iter().map(|&b| length(wide(images[b].pose.center))).sum();
                let extents = extents_of(&originals[boxes[0]..=boxes[1]]);
                let tolerance =
                    reference.band() + image.band() + ROUNDING * (reach + 4.0 * extents);
                let [a, b] = boxes.map(|index| wide(originals[index].pose.center));
                let offset = std::array::from_fn(|k| b[k] - a[k]);
                let comparison =
                    Comparison { what, tolerance, extents, reference: &reference, offset };
                comparison.check(first, &second);
            }
        }
    }
}

fn moved(given: &OrientedBox, rotation: Quaternion, offset: Vector) -> OrientedBox {
    let center = add(rotate(rotation, wide(given.pose.center)), offset);
    let turned = normalized(product(rotation, wide(given.pose.rotation)));
    OrientedBox::new(narrow(center), narrow(turned), given.half_extents)
}

#[test]
fn a_rigid_motion_takes_the_result_along() {
    let originals = pairs_of_boxes(6_000, 51);
    let mut random = Random::new(52);
    let motions: Vec<(Quaternion, Vector)> =
        (0..6_000).map(|_| (random.rotation(), random.vector(-30.0, 30.0))).collect();
    let images: Vec<OrientedBox> = originals
        .iter()
        .enumerate()
        .map(|(number, given)| moved(given, motions[number / 2].0, motions[number / 2].1))
        .collect();
    compare_images("rigid motion", &originals, &images, |place, seen| {
        let [x, y, z, w] = motions[place].0;
        seen.normal = rotate([-x, -y, -z, w], seen.normal);
    });
}

#[test]
fn the_24_rotations_of_the_world_take_the_result_along() {
    let originals = pairs_of_boxes(500, 53);
    for rotation in cube_rotations() {
        let images: Vec<OrientedBox> =
            originals.iter().map(|given| moved(given, rotation, [0.0; 3])).collect();
        compare_images("world rotation", &originals, &images, |_, seen| {
            let [x, y, z, w] = rotation;
            seen.normal = rotate([-x, -y, -z, w], seen.normal);
        });
    }
}

/// Which axis of the cube axis k becomes under one of its rotations.
fn renamed(rotation: Quaternion) -> [usize; 3] {
    columns(rotation).map(|axis| (0..3).find(|&k| axis[k].abs() > 0.5).expect("a quarter turn"))
}

fn renamed_box(given: &OrientedBox, rotation: Quaternion) -> OrientedBox {
    let names = renamed(rotation);
    let turned = normalized(product(wide(given.pose.rotation), rotation));
    let half = std::array::from_fn(|k| given.half_extents[names[k]]);
    OrientedBox::new(given.pose.center, narrow(turned), half)
}

#[test]
fn renaming_a_boxes_axes_changes_nothing_but_the_axis_number() {
    let originals = pairs_of_boxes(300, 54);
    let rotations = cube_rotations();
    for (number, &for_a) in rotations.iter().enumerate() {
        let for_b = rotations[(7 * number + 5) % 24];
        let images: Vec<OrientedBox> = originals
            .iter()
            .enumerate()
            .map(|(place, given)| renamed_box(given, if place % 2 == 0 { for_a } else { for_b }))
            .collect();
        let (names_a, names_b) = (renamed(for_a), renamed(for_b));
        compare_images("renamed axes", &originals, &images, |_, seen| {
            seen.code = match seen.code {
                code @ 0..=2 => names_a[code],
                code @ 3..=5 => 3 + names_b[code - 3],
                code => 6 + 3 * names_a[(code - 6) / 3] + names_b[(code - 6) % 3],
            };
        });
    }
}

#[test]
fn swapping_the_boxes_mirrors_the_result() {
    let originals = pairs_of_boxes(6_000, 55);
    let images: Vec<OrientedBox> =
        originals.chunks_exact(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    compare_images("swapped", &originals, &images, |_, seen| {
        seen.normal = seen.normal.map(|component| -component);
        seen.code = match seen.code {
            code @ 0..=2 => code + 3,
            code @ 3..=5 => code - 3,
            code => 6 + 3 * ((code - 6) % 3) + (code - 6) / 3,
        };
    });
}

/// A store and its indices swapped are the same question as a swapped pair list.
#[test]
fn swapped_pair_lists_agree_on_overlap_outside_the_band() {
    for world in standard_worlds(3_000, 56) {
        let swapped = world.with_pairs(world.pairs.iter().map(|&[a, b]| [b, a]).collect());
        for engine in fastest_engines() {
            for &basis in world.bases() {
                let [first, second] =
                    [&world, &swapped].map(|world| world.overlaps(&engine, basis, &Limit::None));
                for (place, &pair) in world.pairs.iter().enumerate() {
                    let reference = PairReference::new(&world, basis, pair).reference();
                    let clear = reference.smallest_plausible() > 0.0
                        || reference.separations().separation < -reference.band();
                    assert!(!clear || first[place] == second[place], "{} {pair:?}", world.name);
                }
            }
        }
    }
}

/// Every threshold scales with the boxes, so metres or sixteenths of them give the same bits.
#[test]
fn scaling_by_powers_of_two_scales_the_depths_exactly() {
    for exponent in [-8, -3, 1, 6] {
        let factor = 2.0_f32.powi(exponent);
        let originals = pairs_of_boxes(2_000, 57);
        let images: Vec<OrientedBox> = originals
            .iter()
            .map(|given| {
                let center = given.pose.center.map(|component| component * factor);
                let half = given.half_extents.map(|component| component * factor);
                OrientedBox::new(center, given.pose.rotation, half)
            })
            .collect();
        let [first, second] = [&originals, &images].map(|b| World::of_neighbours("scaled", b));
        for engine in engines() {
            for basis in [Basis::Unit, Basis::Scaled] {
                for margin in [0.0, 0.125] {
                    let limits = [Limit::Uniform(margin), Limit::Uniform(margin * factor)];
                    assert_eq!(
                        first.overlaps(&engine, basis, &limits[0]),
                        second.overlaps(&engine, basis, &limits[1])
                    );
                    let rows = first.rows(&engine, basis, &limits[0]);
                    let scaled_rows = second.rows(&engine, basis, &limits[1]);
                    for (row, scaled) in rows.iter().zip(&scaled_rows) {
                        let expected = Penetration { depth: row.depth * factor, ..*row };
                        assert_eq!(row_bits(scaled), row_bits(&expected), "{basis:?} {row:?}");
                    }
                }
                assert_eq!(
                    first.overlaps(&engine, basis, &Limit::None),
                    second.overlaps(&engine, basis, &Limit::None)
                );
            }
        }
    }
}
