//! The plain float32 code against the float64 reference: random, touching and degenerate pairs.

use crate::common::{Draw, UPRIGHT, along, columns, narrow, normalized, oriented, product, scaled};
use octosat_reference::float64::{Agreement, PenetrationFault, ReferencePair, separations};
use octosat_reference::plain;
use octosat_reference::{OrientedBox, ScaledBox};
use octosat_rows::Penetration;
use octosat_scenes::generate::Random;

/// The shapes of box the generator draws.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Brick,
    Needle,
    Slab,
    Flat,
    Extreme,
}

pub(crate) const SHAPES: [Shape; 5] =
    [Shape::Brick, Shape::Needle, Shape::Slab, Shape::Flat, Shape::Extreme];

pub(crate) fn half_extents(random: &mut Random, shape: Shape) -> [f64; 3] {
    let mut half = random.magnitudes(0.2, 2.0);
    let k = random.below(3);
    match shape {
        Shape::Brick => {}
        Shape::Needle => half[k] *= 1000.0,
        Shape::Slab => half[k] *= 1e-3,
        Shape::Flat => {
            for component in &mut half {
                if random.below(2) == 0 {
                    *component = 0.0;
                }
            }
        }
        Shape::Extreme => half = random.magnitudes(1e-4, 1e4),
    }
    half
}

/// A rotation close to another one, composed with one of the cube's own.
pub(crate) fn nearly_aligned(random: &mut Random, with: [f64; 4]) -> [f64; 4] {
    let noise = random.magnitude(1e-9, 1e-2);
    let [x, y, z, w] = with;
    let turned = if random.below(2) == 0 { with } else { [w, z, -y, -x] };
    let quarter = if random.below(2) == 0 { turned } else { [x + w, y + z, z - y, w - x] };
    normalized(quarter.map(|component| component + random.range(-noise, noise)))
}

/// A pair whose largest separation is about nothing: b is pushed along a random way until it
/// touches a.
pub(crate) fn touching_pair(random: &mut Random, shapes: [Shape; 2], at: f64) -> [OrientedBox; 2] {
    let qa = random.any_rotation();
    let qb = if random.below(2) == 0 { nearly_aligned(random, qa) } else { random.any_rotation() };
    let center = random.within(at);
    let a = oriented(center, qa, half_extents(random, shapes[0]));
    let mut b = oriented(center, qb, half_extents(random, shapes[1]));
    let way = random.within(1.0);
    let axes = columns(qa);
    let lateral: [f64; 3] =
        std::array::from_fn(|k| random.range(-1.0, 1.0) * f64::from(a.half_extents[k]));
    let start: [f64; 3] =
        std::array::from_fn(|k| center[k] + (0..3).map(|i| lateral[i] * axes[i][k]).sum::<f64>());
    let mut by = 0.0;
    for _ in 0..12 {
        b.center = narrow(along(start, by, way));
        let truth = separations(&a, &b);
        let slope: f64 = (0..3).map(|k| truth.normal[k] * way[k]).sum();
        if slope.abs() < 1e-3 {
            break;
        }
        by -= truth.separation / slope;
    }
    [a, b]
}

/// The worst share of the error bound that any error took.
#[derive(Default)]
struct Worst {
    boolean: f64,
    along_normal: f64,
    of_axis: f64,
}

impl Worst {
    fn all(&self) -> f64 {
        self.boolean.max(self.along_normal).max(self.of_axis)
    }
}

fn check_row(pair: &ReferencePair, row: Penetration, within: f32, worst: &mut Worst) {
    let faults = pair.faults(&row, within);
    let separations = pair.separations();
    assert!(
        faults.is_empty(),
        "{faults:?}: {row:?} against {separations:?}, error bound {:e}, plausible {:e}..{:e}",
        pair.error_bound(),
        pair.smallest_plausible(),
        pair.largest_plausible(),
    );
    let depth = f64::from(row.depth);
    let share = |error: f64| if error.abs() > 0.0 { error.abs() / pair.error_bound() } else { 0.0 };
    if row.axis.code() < 6 {
        let truth = separations.axis_separations[usize::from(row.axis.code())].expect("a face");
        worst.of_axis = worst.of_axis.max(share(truth + depth));
    }
    if row.normal.iter().any(|component| component.abs() > 0.0) {
        let along = pair.separation_along(row.normal.map(f64::from));
        worst.along_normal = worst.along_normal.max(share(along + depth));
    }
}

fn check_boolean(pair: &ReferencePair, reported: bool, within: f32, worst: &mut Worst) {
    let agreement = pair.agreement(reported, within);
    let separation = pair.separations().separation;
    assert_ne!(
        agreement,
        Agreement::Contradicts,
        "reported {reported} within {within:e}, truth {separation:e}, error bound {:e}",
        pair.error_bound()
    );
    if within.to_bits() == 0 && agreement == Agreement::WithinBound {
        worst.boolean = worst.boolean.max(separation.abs() / pair.error_bound());
    }
}

fn check_oriented(a: &OrientedBox, b: &OrientedBox, within: f32, worst: &mut Worst) {
    let pair = ReferencePair::oriented(a, b);
    check_boolean(&pair, plain::overlap(a, b), 0.0, worst);
    check_boolean(&pair, plain::overlap_within(a, b, within), within, worst);
    check_row(&pair, plain::penetration(a, b, 0.0), 0.0, worst);
    check_row(&pair, plain::penetration(a, b, within), within, worst);
}

fn check_scaled(a: &ScaledBox, b: &ScaledBox, within: f32, worst: &mut Worst) {
    let pair = ReferencePair::scaled(a, b);
    check_boolean(&pair, plain::overlap_scaled(a, b), 0.0, worst);
    check_boolean(&pair, plain::overlap_scaled_within(a, b, within), within, worst);
    check_row(&pair, plain::penetration_scaled(a, b, 0.0), 0.0, worst);
    check_row(&pair, plain::penetration_scaled(a, b, within), within, worst);
}

fn check_both(a: &OrientedBox, b: &OrientedBox, within: f32, worst: &mut [Worst; 2]) {
    check_oriented(a, b, within, &mut worst[0]);
    check_scaled(&scaled(a), &scaled(b), within, &mut worst[1]);
}

#[test]
fn touching_pairs_stay_within_the_error_bound() {
    let mut random = Random::new(1);
    let mut worst = [Worst::default(), Worst::default()];
    for round in 0..60 {
        for first in SHAPES {
            for second in SHAPES {
                for _ in 0..20 {
                    let at = if round % 4 == 0 { 1000.0 } else { 3.0 };
                    let [a, b] = touching_pair(&mut random, [first, second], at);
                    let within = narrow([random.magnitude(1e-6, 0.1)])[0];
                    check_both(&a, &b, within, &mut worst);
                }
            }
        }
    }
    for (basis, worst) in ["unit", "pre-scaled"].iter().zip(&worst) {
        eprintln!(
            "{basis}: boolean {:.3}, along the normal {:.3}, of the axis {:.3} of the error bound",
            worst.boolean, worst.along_normal, worst.of_axis
        );
        // An error bound much wider than any error would hide faults; the derivation is near enough.
        assert!(worst.all() > 0.05, "the worst error took only {} of the error bound", worst.all());
    }
}

#[test]
fn random_pairs_stay_within_the_error_bound() {
    let mut random = Random::new(2);
    let mut worst = [Worst::default(), Worst::default()];
    for _ in 0..20_000 {
        let shapes: [Shape; 2] = std::array::from_fn(|_| SHAPES[random.below(5)]);
        let halves = shapes.map(|shape| half_extents(&mut random, shape));
        let size: f64 = halves.iter().flatten().sum();
        let a = oriented(random.within(size), random.any_rotation(), halves[0]);
        let b = oriented(random.within(size), random.any_rotation(), halves[1]);
        let within = narrow([random.magnitude(1e-6, 1.0) * size])[0];
        check_both(&a, &b, within, &mut worst);
    }
}

#[test]
fn huge_centers_lose_nothing_but_their_own_rounding() {
    let mut random = Random::new(3);
    let mut worst = [Worst::default(), Worst::default()];
    for _ in 0..5_000 {
        let [a, b] = touching_pair(&mut random, [Shape::Brick; 2], 1e6);
        check_both(&a, &b, 0.25, &mut worst);
    }
}

/// Quaternions off unit length widen the error bound by what they move.
#[test]
fn rotations_off_unit_length_stay_within_the_wider_error_bound() {
    let mut random = Random::new(4);
    let mut worst = Worst::default();
    for _ in 0..5_000 {
        let [mut a, mut b] = touching_pair(&mut random, [Shape::Brick, Shape::Slab], 3.0);
        for given in [&mut a, &mut b] {
            let factor = narrow([1.0 + random.range(-1e-3, 1e-3)])[0];
            given.rotation = given.rotation.map(|component| component * factor);
        }
        check_oriented(&a, &b, 0.01, &mut worst);
    }
    eprintln!("off unit length: {:.3} of the error bound", worst.all());
}

/// Axes that are not quite orthogonal, or not quite as long as stated, widen the error bound too.
#[test]
fn skewed_axes_stay_within_the_wider_error_bound() {
    let mut random = Random::new(5);
    let mut worst = Worst::default();
    for _ in 0..5_000 {
        let pair = touching_pair(&mut random, [Shape::Brick, Shape::Needle], 3.0);
        let [a, b] = pair.map(|given| {
            let mut result = scaled(&given);
            for axis in &mut result.axes {
                let size = axis.iter().fold(0.0_f32, |size, component| size.max(component.abs()));
                for component in axis {
                    *component += size * narrow([random.range(-1e-3, 1e-3)])[0];
                }
            }
            result
        });
        check_scaled(&a, &b, 0.01, &mut worst);
    }
    eprintln!("skewed: {:.3} of the error bound", worst.all());
}

/// Crossed needles whose edges are parallel except for an angle from nothing to a thousandth.
#[test]
fn nearly_parallel_needles_stay_within_the_error_bound() {
    let mut random = Random::new(6);
    let mut worst = [Worst::default(), Worst::default()];
    for _ in 0..20_000 {
        let qa = random.any_rotation();
        let roll = random.range(-2.0, 2.0);
        let tilt = random.magnitude(1e-9, 1e-3);
        let local = normalized([tilt * random.range(-1.0, 1.0), roll.sin(), tilt, roll.cos()]);
        let qb = product(qa, local);
        let half = [random.magnitude(0.01, 0.1), random.magnitude(1.0, 1e3), 0.05];
        let center = random.within(3.0);
        let a = oriented(center, qa, half);
        let axes = columns(qa);
        let steps = [random.range(-0.2, 0.2), random.range(-half[1], half[1]), 0.1];
        let center: [f64; 3] =
            std::array::from_fn(|k| center[k] + (0..3).map(|i| steps[i] * axes[i][k]).sum::<f64>());
        let mut b = oriented(center, qb, half);
        for _ in 0..random.below(4) {
            let truth = separations(&a, &b);
            b.center = narrow(std::array::from_fn(|k| {
                f64::from(b.center[k]) - truth.separation * truth.normal[k]
            }));
        }
        check_both(&a, &b, 1e-3, &mut worst);
    }
    eprintln!("needles: {:.3} and {:.3} of the error bound", worst[0].all(), worst[1].all());
}

/// Two boxes of one rotation, apart, whose computed axes are not quite at right angles: the cross product of
/// parallel edges is noise, and as a direction it shows a larger gap than any of the fifteen axes.
#[test]
fn noise_of_parallel_edges_may_show_a_larger_gap() {
    let half = [0.550_275_862, 1.262_584_45, 0.256_598_353];
    let q = [0.577_525_496, 0.506_260_872, -0.640_411_437, -0.006_115_871_48];
    let a = oriented([7.145_874_5, 0.292_810_5, -9.800_742_15], q, half);
    let b =
        oriented([7.145_874_5, 2.817_979_34, -9.800_742_15], q.map(|component| -component), half);
    let [a, b] = [scaled(&a), scaled(&b)];
    let mut worst = Worst::default();
    check_scaled(&a, &b, 3.0, &mut worst);
    let pair = ReferencePair::scaled(&a, &b);
    let row = plain::penetration_scaled(&a, &b, 3.0);
    let excess = -f64::from(row.depth) - pair.separations().separation;
    assert!(row.axis.code() >= 6 && excess > 100.0 * pair.error_bound(), "{row:?} {excess:e}");
    // But no larger one than the distance.
    let [depth] = narrow([-1.001 * pair.closest_points().distance]);
    let answer = Penetration { depth, ..row };
    assert!(pair.faults(&answer, 3.0).contains(&PenetrationFault::GapTooLarge));
}

#[test]
fn points_plates_and_coincident_boxes_hold() {
    let cube = oriented([0.0; 3], UPRIGHT, [1.0; 3]);
    let mut worst = [Worst::default(), Worst::default()];
    let others = [
        oriented([0.0; 3], UPRIGHT, [1.0; 3]),
        oriented([0.0; 3], UPRIGHT, [0.0; 3]),
        oriented([1.0, 0.0, 0.0], UPRIGHT, [0.0; 3]),
        oriented([1.0, 1.0, 1.0], UPRIGHT, [0.0; 3]),
        oriented([0.0, 0.0, 1.0], normalized([0.1, 0.2, 0.3, 0.4]), [0.0; 3]),
        oriented([0.0, 0.0, 0.5], UPRIGHT, [3.0, 3.0, 0.0]),
        oriented([0.2, 0.0, 0.5], normalized([0.1, 0.2, 0.3, 0.4]), [0.0, 0.0, 5.0]),
        oriented([2.0, 0.0, 0.0], UPRIGHT, [1.0; 3]),
    ];
    for other in &others {
        check_both(&cube, other, 0.5, &mut worst);
        check_both(other, &cube, 0.5, &mut worst);
        check_both(other, other, 0.5, &mut worst);
        assert!(plain::overlap(&cube, other), "{other:?}");
        assert!(plain::overlap_scaled(&scaled(&cube), &scaled(other)), "{other:?}");
    }
}

/// Near the end of float32's range the spacing of the numbers is all of the error bound. (The pre-scaled
/// basis divides by its extents, multiplies four of them, and ends before that.)
#[test]
fn subnormal_boxes_hold() {
    let mut random = Random::new(7);
    let mut worst = Worst::default();
    for _ in 0..2_000 {
        let tiny = random.magnitude(1e-40, 1e-30);
        let half = || [tiny, 0.5 * tiny, 2.0 * tiny];
        let center = random.within(2.0 * tiny);
        let a = oriented([0.0; 3], random.any_rotation(), half());
        let b = oriented(center, random.any_rotation(), half());
        check_oriented(&a, &b, 0.0, &mut worst);
    }
}

#[test]
fn input_that_is_not_finite_never_overlaps() {
    let a = oriented([0.0; 3], UPRIGHT, [1.0; 3]);
    for k in 0..10 {
        let mut b = a;
        match k {
            0..3 => b.center[k] = f32::NAN,
            3..7 => b.rotation[k - 3] = f32::NAN,
            _ => b.half_extents[k - 7] = f32::NAN,
        }
        assert!(!plain::overlap(&a, &b) && !plain::overlap(&b, &a));
        assert!(!plain::overlap_within(&a, &b, 1.0));
        let row = plain::penetration(&a, &b, 0.0);
        assert!(
            row.depth.is_nan()
                && row.axis.code() == 255
                && row.normal.iter().all(|n| n.abs() < 0.1)
        );
    }
}
