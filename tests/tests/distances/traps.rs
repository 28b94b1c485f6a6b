//! Pairs for which formulas fail that look right, each found by a search.

use octosat::OrientedBox;
use octosat_scenes::generate::Random;
use octosat_tests::{NO_TURN, add, along, boxed, columns, cross, normalized, product, turn};

use super::check;

/// Pairs of each test.
const PAIRS: usize = 20_000;

/// A box somewhere, b turned by little against it, and both at `gap` along the perpendicular of an edge of each.
///
/// The edges pass each other inside both. Half extents are 0.1 to 3 m, the angle is up to `most` radians.
fn edges(random: &mut Random, most: f64, gap: f64) -> [OrientedBox; 2] {
    let rotation = random.rotation();
    let angle = most * 10.0_f64.powf(-3.0 * random.unit());
    let other = product(turn(random.direction(), angle), rotation);
    let (axes_a, axes_b) = (columns(rotation), columns(other));
    let [half_a, half_b] = [(); 2].map(|()| random.vector(0.1, 3.0));
    let [i, j] = [random.below(3), random.below(3)];
    let across = cross(axes_a[i], axes_b[j]);
    let direction = normalized(across);
    let center = random.vector(-2.0, 2.0);
    // From a's center to its edge, and from b's edge to b's center.
    let mut at = center;
    for k in 0..3 {
        let [out_of_a, into_b] =
            [axes_a[k], axes_b[k]].map(|axis| octosat_tests::dot(axis, direction));
        let share = random.range(-0.9, 0.9);
        let side = if k == i { share } else { out_of_a.signum() };
        at = along(at, side * half_a[k], axes_a[k]);
        let share = random.range(-0.9, 0.9);
        let side = if k == j { share } else { into_b.signum() };
        at = along(at, side * half_b[k], axes_b[k]);
    }
    let other_center = add(at, direction.map(|part| gap * part));
    [boxed(center, rotation, half_a), boxed(other_center, other, half_b)]
}

/// The crossing of nearly parallel edges is uncertain along them. A formula with the cosine times a length along the edges
/// reports 0.5 mm instead of 1 µm here, and one that asks for a positive gap loses the edges if rounding makes it
/// negative.
#[test]
fn a_micrometer_between_nearly_parallel_edges() {
    let mut random = Random::new(11);
    for most in [1e-6, 1e-3, 1.0] {
        for gap in [1e-6, 1e-5, 1e-3, 0.1] {
            check((0..PAIRS / 8).flat_map(|_| edges(&mut random, most, gap)));
        }
    }
}

/// An edge of a along a face of b, up to rounding: the sign of a cofactor decides which of two edges of b it passes, and
/// must be the same for the edges that share the cofactor.
#[test]
fn an_edge_along_a_face_of_the_other_box() {
    let mut random = Random::new(12);
    for tilt in [0.0, 1e-8, 1e-7, 1e-6] {
        let mut pair = || {
            let rotation = random.rotation();
            let axes = columns(rotation);
            // b about the normal of its own face, and then by almost nothing.
            let face = random.below(3);
            let turned = product(turn(axes[face], random.range(0.0, 6.0)), rotation);
            let about_edge = product(turn(axes[random.below(3)], tilt * random.unit()), turned);
            let [half_a, half_b] = [(); 2].map(|()| random.vector(0.1, 2.0));
            let center = random.vector(-3.0, 3.0);
            let gap = random.choose(&[1e-6, 1e-4, 0.01, 1.0]);
            let mut at = along(center, half_a[face] + half_b[face] + gap, axes[face]);
            for k in (0..3).filter(|&k| k != face) {
                at = along(at, random.range(-1.0, 1.0) * (half_a[k] + half_b[k]), axes[k]);
            }
            // a on its edge: an eighth of a turn about an axis in the plane of the face.
            let on_edge = turn(axes[(face + 1) % 3], std::f64::consts::FRAC_PI_4);
            let a = if random.one_in(2) { product(on_edge, rotation) } else { rotation };
            let higher = if random.one_in(2) { at } else { along(at, half_a[0], axes[face]) };
            [boxed(center, a, half_a), boxed(higher, about_edge, half_b)]
        };
        check((0..PAIRS / 4).flat_map(|_| pair()));
    }
}

/// Corners next to edges and faces of the other box, by less than rounding: which feature is the closest is uncertain, and
/// the distance is not.
#[test]
fn corners_over_the_ends_of_edges() {
    let mut random = Random::new(13);
    let mut pair = || {
        let rotation = random.rotation();
        let axes = columns(rotation);
        let [half_a, half_b] = [(); 2].map(|()| random.vector(0.1, 2.0));
        let any = random.rotation();
        let other = random.choose(&[NO_TURN, any]);
        let turned = product(other, rotation);
        let axes_b = columns(turned);
        let center = random.vector(-3.0, 3.0);
        let mut at = center;
        for k in 0..3 {
            // On the border, or nearly.
            let beyond = random.choose(&[0.0, 1e-8, -1e-8, 1e-6, 1.0]);
            at = along(at, half_a[k] + beyond, axes[k]);
            at = along(at, half_b[k], axes_b[k]);
        }
        [boxed(center, rotation, half_a), boxed(at, turned, half_b)]
    };
    check((0..PAIRS).flat_map(|_| pair()));
}

/// Pairs whose largest separation is zero or nearly so, along every kind of axis: overlap of a few floats, and gaps of a few.
#[test]
fn boxes_that_touch_within_rounding() {
    let mut random = Random::new(14);
    let gaps = [0.0, 1e-7, -1e-7, 1e-6, -1e-6, 1e-5, -1e-5, -0.05];
    check((0..PAIRS).flat_map(|_| {
        let gap = random.choose(&gaps);
        edges(&mut random, 3.0, gap)
    }));
}

/// Plates and rods without thickness in one plane, up to rounding, that cross: on which side of each other they are is
/// rounding for each pair of edges, and their edges are not lost. One in three million of such pairs was 0.3 m off.
#[test]
fn boxes_without_thickness_in_one_plane() {
    let mut random = Random::new(15);
    let mut pair = || {
        let any = random.rotation();
        let rotation = random.choose(&[NO_TURN, any]);
        let axes = columns(rotation);
        let flat = random.below(3);
        let turned = product(turn(axes[flat], random.range(0.0, 6.0)), rotation);
        let [mut half_a, mut half_b] = [(); 2].map(|()| random.vector(0.1, 2.0));
        (half_a[flat], half_b[flat]) = (0.0, 0.0);
        if random.one_in(2) {
            half_a[(flat + 1) % 3] = 0.0;
        }
        let center = random.vector(-3.0, 3.0);
        let mut at = along(center, random.choose(&[0.0, 1e-8, 1e-7, 1e-6]), axes[flat]);
        for k in (0..3).filter(|&k| k != flat) {
            at = along(at, random.range(-1.0, 1.0), axes[k]);
        }
        [boxed(center, rotation, half_a), boxed(at, turned, half_b)]
    };
    check((0..PAIRS).flat_map(|_| pair()));
}

/// Pairs that were found.
#[test]
fn pairs_that_were_found() {
    // A rod through a plate in its plane: 6 nm apart by what is stored, and once reported as 0.3 m apart.
    let rod = OrientedBox::new(
        [-0.380_687_92, 0.510_498_4, -0.985_005_2],
        [0.323_202_46, 0.926_743_75, 0.106_045_68, -0.159_500_93],
        [0.0, 1.600_414_2, 0.0],
    );
    let plate = OrientedBox::new(
        [-0.738_996_9, 1.600_366_7, -0.544_750_03],
        [0.653_249_6, 0.732_515_34, 0.036_935_07, -0.187_941_57],
        [1.535_425_7, 0.499_125_42, 0.0],
    );
    check([rod, plate, plate, rod]);
    // A rod next to a plate: the direction is that of the gap between the edges, and not that of the centers.
    let rod = OrientedBox::new(
        [-429.951_72, -1_680.572_6, 320.454_9],
        [0.249_751_73, 0.331_844_5, -0.492_150_1, -0.765_043_5],
        [1.195_507_6, 0.0, 0.0],
    );
    let plate = OrientedBox::new(
        [-429.375_95, -1_678.844_6, 320.971_37],
        [0.253_265_14, 0.332_631_26, -0.494_007, -0.762_345_25],
        [0.697_365_2, 0.204_180_7, 0.0],
    );
    check([rod, plate, plate, rod]);
}
