//! What must not matter: where the pair stands, how its boxes name their axes, which comes first, and the unit of
//! length.

use octosat::{OrientedBox, Penetration};
use octosat_check::{Case, engines};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Quaternion, Vector, add, along, columns, cube_rotations, dot, length, normalized, product,
    rotate, turn, wide,
};

use crate::common::{UPRIGHT, answers, boxed, cases, fastest_engines, frame_of, row_bits};

/// What rounding a moved box's center and quaternion to float32 moves it, for each meter of its size and of its
/// center's distance from the origin.
const ROUNDING: f64 = 1.0 / 4_194_304.0;

/// Part of the depth by which the preferred axis may differ from the best one.
const PREFERENCE: f64 = 0.05;

/// Sine of the angle of two edges from which their common normal is well defined.
const CLEAR_SINE: f64 = 0.05;

/// How much more a unit normal may differ than the separation does for each meter of half extents.
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
        let base = if number % 2 == 0 { random.rotation() } else { UPRIGHT };
        let second = match number % 3 {
            0 => random.rotation(),
            1 => product(base, cube_rotations()[random.below(24)]),
            _ => product(base, turn(random.direction(), 10.0_f64.powf(random.range(-8.0, -1.0)))),
        };
        let center = random.vector(-2.0, 2.0);
        let other = add(center, random.vector(-1.2, 1.2));
        boxes.push(boxed(center, base, random.vector(0.2, 1.0)));
        boxes.push(boxed(other, second, random.vector(0.2, 1.0)));
    }
    boxes
}

/// A pair of which an image is looked at.
struct Original {
    tolerance: f64,
    extents: f64,
    reference: ReferencePair,
    /// From the center of a to that of b.
    offset: Vector,
}

impl Original {
    fn new(pair: &[OrientedBox], image: &[OrientedBox], references: [ReferencePair; 2]) -> Self {
        let [reference, of_image] = references;
        let reach: f64 = image.iter().map(|given| length(wide(given.pose.center))).sum();
        let extents: f64 = pair.iter().flat_map(|given| wide(given.half_extents)).sum();
        let bounds = reference.error_bound() + of_image.error_bound();
        Self {
            tolerance: bounds + ROUNDING * (reach + 4.0 * extents),
            extents,
            reference,
            offset: along(wide(pair[1].pose.center), -1.0, wide(pair[0].pose.center)),
        }
    }

    fn compare(&self, first: &Seen, second: &Seen, what: &str) {
        let what = format!("{what} {first:?} {second:?}");
        let truth = self.reference.separations();
        if truth.separation.abs() > 2.0 * self.tolerance {
            assert_eq!(first.overlaps, second.overlaps, "{what}");
            assert_eq!(first.row.overlaps(), second.row.overlaps(), "{what}");
        }
        if truth.separation > -self.tolerance {
            return;
        }
        let depths = [first, second].map(|seen| f64::from(seen.row.depth));
        let difference = (depths[0] - depths[1]).abs();
        if first.code != second.code {
            let preference = PREFERENCE * depths[0].max(depths[1]);
            assert!(difference <= self.tolerance + preference, "{difference:e} {what}");
            return;
        }
        let sine = if first.code < 6 { 1.0 } else { truth.edge_sines[first.code - 6] };
        if sine < CLEAR_SINE {
            return;
        }
        let tolerance = self.tolerance / sine;
        assert!(difference <= tolerance, "{difference:e} beyond {tolerance:e} {what}");
        // With the centers level along the axis the sign is a matter of rounding.
        if dot(first.normal, self.offset).abs() <= self.tolerance {
            return;
        }
        let turned = length(along(first.normal, -1.0, second.normal));
        assert!(turned <= NORMAL_FACTOR * tolerance / self.extents, "{turned:e} {what}");
    }
}

fn seen(engine: &octosat::Engine, case: &Case) -> Vec<Seen> {
    let rows = answers(engine, case).into_iter().map(|answer| {
        let row = answer.penetration;
        let (normal, code) = (wide(row.normal), usize::from(row.axis.code()));
        Seen { row, normal, code, overlaps: answer.overlaps == 1 }
    });
    rows.collect()
}

/// Compares each pair with its image; `back` puts the image's result in the original's terms.
fn compare_images(
    what: &str,
    originals: &[OrientedBox],
    images: &[OrientedBox],
    back: impl Fn(usize, &mut Seen),
) {
    let [originals_in, images_in] = [originals, images].map(|boxes| cases(&frame_of(boxes, 0.0)));
    assert_eq!((originals_in.len(), images_in.len()), (2, 2));
    for cases in originals_in.iter().zip(&images_in) {
        let original = |(place, pair): (usize, &[OrientedBox])| {
            let numbers = cases.0.pairs[place];
            let references = [cases.0, cases.1].map(|case| case.boxes.reference(numbers));
            Original::new(pair, &images[2 * place..][..2], references)
        };
        let pairs: Vec<_> = originals.chunks_exact(2).enumerate().map(original).collect();
        for engine in fastest_engines() {
            let [first, second] = [cases.0, cases.1].map(|case| seen(&engine, case));
            for (place, (first, mut second)) in first.iter().zip(second).enumerate() {
                back(place, &mut second);
                pairs[place].compare(first, &second, what);
            }
        }
    }
}

fn moved(given: &OrientedBox, rotation: Quaternion, offset: Vector) -> OrientedBox {
    let center = add(rotate(rotation, wide(given.pose.center)), offset);
    boxed(center, product(rotation, wide(given.pose.rotation)), wide(given.half_extents))
}

/// Random motions, and the 24 rotations of the world.
#[test]
fn a_rigid_motion_takes_the_result_along() {
    let originals = pairs_of_boxes(12_000, 51);
    let mut random = Random::new(52);
    let motion = |number: usize| match number % 2 {
        0 => (random.rotation(), random.vector(-30.0, 30.0)),
        _ => (cube_rotations()[number / 2 % 24], [0.0; 3]),
    };
    let motions: Vec<(Quaternion, Vector)> = (0..12_000).map(motion).collect();
    let image = |(number, given): (usize, &OrientedBox)| {
        let (rotation, offset) = motions[number / 2];
        moved(given, rotation, offset)
    };
    let images: Vec<OrientedBox> = originals.iter().enumerate().map(image).collect();
    compare_images("rigid motion", &originals, &images, |place, seen| {
        let [x, y, z, w] = motions[place].0;
        seen.normal = rotate([-x, -y, -z, w], seen.normal);
    });
}

/// Which axis of the cube axis k becomes under one of its rotations.
fn renamed(rotation: Quaternion) -> [usize; 3] {
    columns(rotation).map(|axis| (0..3).find(|&k| axis[k].abs() > 0.5).unwrap())
}

fn renamed_box(given: &OrientedBox, rotation: Quaternion) -> OrientedBox {
    let names = renamed(rotation);
    let turned = normalized(product(wide(given.pose.rotation), rotation));
    boxed(wide(given.pose.center), turned, names.map(|name| given.half_extents[name].into()))
}

#[test]
fn renaming_a_boxes_axes_changes_nothing_but_the_axis_number() {
    let originals = pairs_of_boxes(7_200, 54);
    let rotations = cube_rotations();
    let of = |pair: usize| [rotations[pair % 24], rotations[(7 * pair + 5 + pair / 24) % 24]];
    let image = |(place, given)| renamed_box(given, of(place / 2)[place % 2]);
    let images: Vec<OrientedBox> = originals.iter().enumerate().map(image).collect();
    compare_images("renamed axes", &originals, &images, |place, seen| {
        let [names_a, names_b] = of(place).map(renamed);
        seen.code = match seen.code {
            code @ 0..=2 => names_a[code],
            code @ 3..=5 => 3 + names_b[code - 3],
            code => 6 + 3 * names_a[(code - 6) / 3] + names_b[(code - 6) % 3],
        };
    });
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

/// Every threshold scales with the boxes, so meters or sixteenths of them give the same bits.
#[test]
fn scaling_by_powers_of_two_scales_the_depths_exactly() {
    let originals = pairs_of_boxes(2_000, 57);
    for exponent in [-8, -3, 1, 6] {
        let factor = 2.0_f32.powi(exponent);
        let image = |given: &OrientedBox| {
            let [center, half] =
                [given.pose.center, given.half_extents].map(|v| v.map(|part| part * factor));
            OrientedBox::new(center, given.pose.rotation, half)
        };
        let images: Vec<OrientedBox> = originals.iter().map(image).collect();
        for margin in [0.0, 0.125] {
            let first = cases(&frame_of(&originals, margin));
            let second = cases(&frame_of(&images, margin * factor));
            for (first, second) in first.iter().zip(&second) {
                for engine in engines() {
                    let rows = answers(&engine, first).into_iter().zip(answers(&engine, second));
                    for (given, scaled) in rows {
                        assert_eq!(given.overlaps, scaled.overlaps, "{given:?} {scaled:?}");
                        let row = given.penetration;
                        let expected = Penetration { depth: row.depth * factor, ..row };
                        assert_eq!(row_bits(&scaled.penetration), row_bits(&expected), "{row:?}");
                    }
                }
            }
        }
    }
}
