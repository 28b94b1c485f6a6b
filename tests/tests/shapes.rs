//! Boxes of every awkward shape: touching exactly, nested, coincident, flat, thin, far, tiny.
#![forbid(unsafe_code)]

use octosat::{Engine, OrientedBox};
use octosat_reference::float64::Agreement;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, Limit, PairReference, World, along, answer, columns, cube_rotations, engines,
    fastest_engines, narrow, normalized, product, turn,
};

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn upright(center: [f32; 3], half_extents: [f32; 3]) -> OrientedBox {
    OrientedBox::new(center, UPRIGHT, half_extents)
}

/// The rows of a list of pairs must hold before the reference, in every basis and arithmetic.
fn check(world: &World) {
    for engine in fastest_engines() {
        for &basis in world.bases() {
            for limit in [Limit::None, Limit::Uniform(0.1)] {
                check_with(world, &engine, basis, &limit);
            }
        }
    }
}

fn check_with(world: &World, engine: &Engine, basis: Basis, limit: &Limit) {
    let overlaps = world.overlaps(engine, basis, limit);
    let rows = world.rows(engine, basis, limit);
    let margin = limit.of(0).unwrap_or(0.0);
    for (place, &pair) in world.pairs.iter().enumerate() {
        let reference = PairReference::new(world, basis, pair);
        let reference = reference.reference();
        let agreement = reference.agreement(overlaps[place], margin);
        let truth = reference.separations().separation;
        let what = format!("{} {truth:e} {limit:?} {reference:?}", world.name);
        assert_ne!(agreement, Agreement::Contradicts, "{} {what}", overlaps[place]);
        let faults = reference.faults(&answer(&rows[place]), margin);
        assert!(faults.is_empty(), "{faults:?} {:?} {what}", rows[place]);
    }
}

/// Half extents and offsets whose sums are exact in float32.
#[test]
fn touching_exactly_overlaps_and_one_ulp_more_does_not() {
    let cases = [([1.0, 1.0, 1.0], [1.0, 1.0, 1.0]), ([0.25, 2.0, 5.0], [3.0, 0.5, 0.125])];
    for (a, b) in cases {
        for axis in 0..3 {
            for sign in [1.0_f32, -1.0] {
                let reach: f32 = a[axis] + b[axis];
                for (distance, touches) in
                    [(reach.next_down(), true), (reach, true), (reach.next_up(), false)]
                {
                    let mut center = [0.0_f32; 3];
                    center[axis] = sign * distance;
                    let boxes = [upright([0.0; 3], a), upright(center, b)];
                    let world = World::of_neighbours("touching", &boxes);
                    check_touching(&world, reach - distance, touches);
                }
            }
        }
    }
}

fn check_touching(world: &World, depth: f32, touches: bool) {
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for limit in [Limit::None, Limit::Uniform(0.0)] {
                assert_eq!(world.overlaps(&engine, basis, &limit), [touches], "{basis:?}");
                let row = world.rows(&engine, basis, &limit)[0];
                assert_eq!(row.depth.to_bits(), (depth + 0.0).to_bits(), "{basis:?} {row:?}");
                assert_eq!(row.overlaps(), touches);
            }
        }
    }
}

/// Documented: the first of equal axes wins, and with no offset its direction is kept.
#[test]
fn coincident_cubes_part_along_the_first_axis_of_a() {
    let boxes = [upright([0.5; 3], [0.75; 3]), upright([0.5; 3], [0.75; 3])];
    let world = World::of_neighbours("coincident", &boxes);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            let row = world.rows(&engine, basis, &Limit::None)[0];
            let expected = [1.0_f32, 0.0, 0.0].map(f32::to_bits);
            assert_eq!(row.normal.map(|component| (component + 0.0).to_bits()), expected);
            assert_eq!((row.depth.to_bits(), row.axis.code()), (1.5_f32.to_bits(), 0));
            assert_eq!(world.overlaps(&engine, basis, &Limit::None), [true]);
        }
    }
    // In every rotation the two boxes have the same one, so the result is the rotated one.
    let mut boxes = Vec::new();
    let mut random = Random::new(41);
    for _ in 0..500 {
        let turned = OrientedBox::new([3.0; 3], narrow(random.rotation()), [0.75; 3]);
        boxes.extend([turned, turned]);
    }
    let world = World::of_neighbours("coincident, turned", &boxes);
    check(&world);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for row in world.rows(&engine, basis, &Limit::None) {
                assert!(row.axis.code() < 6 && (row.depth - 1.5).abs() < 1e-5, "{row:?}");
            }
        }
    }
}

#[test]
fn nested_boxes_are_pushed_out_of_the_nearest_side() {
    let mut boxes = Vec::new();
    for axis in 0..3 {
        for sign in [1.0_f32, -1.0] {
            let mut center = [0.0; 3];
            center[axis] = 0.5 * sign;
            boxes.extend([upright([0.0; 3], [4.0; 3]), upright(center, [1.0; 3])]);
        }
    }
    let world = World::of_neighbours("nested", &boxes);
    check(&world);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for (place, row) in world.rows(&engine, basis, &Limit::None).iter().enumerate() {
                let sign = if place % 2 == 0 { 1.0_f32 } else { -1.0 };
                let mut normal = [0.0_f32; 3];
                normal[place / 2] = sign;
                assert_eq!(row.depth.to_bits(), 4.5_f32.to_bits(), "{row:?}");
                assert!((0..3).all(|k| (row.normal[k] - normal[k]).abs() < 1e-7), "{row:?}");
            }
        }
    }
}

/// Points, rods and plates: each kind against each, at the same place, touching and apart.
#[test]
fn zero_extents_work() {
    let mut boxes = Vec::new();
    let mut random = Random::new(42);
    let masks = |bits: usize, size: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|k| if bits >> k & 1 == 1 { size[k] } else { 0.0 })
    };
    for kind in 0..64 {
        for number in 0..40 {
            let a = masks(kind % 8, random.vector(0.1, 1.0));
            let b = masks(kind / 8, random.vector(0.1, 1.0));
            let reach = [0.0, 0.3, 1.0, 2.5][number % 4];
            let offset = random.direction().map(|c| c * reach);
            let rotations = if number % 3 == 0 {
                let turns = cube_rotations();
                [turns[random.below(24)], turns[random.below(24)]]
            } else {
                [random.rotation(), random.rotation()]
            };
            let center = random.vector(-1.0, 1.0);
            for (center, rotation, half) in
                [(center, rotations[0], a), (along(center, 1.0, offset), rotations[1], b)]
            {
                boxes.push(OrientedBox::new(narrow(center), narrow(rotation), narrow(half)));
            }
        }
    }
    check(&World::of_neighbours("zero extents", &boxes));
}

#[test]
fn points_touch_only_at_the_same_place() {
    let here = [1.5, -2.25, 3.0];
    let mut random = Random::new(43);
    for _ in 0..50 {
        let mut point = |center| OrientedBox::new(center, narrow(random.rotation()), [0.0; 3]);
        let mut there = here;
        there[0] = f32::next_up(there[0]);
        let boxes =
            [point(here), point(here), point(here), point(there), point(there), point(here)];
        let world = World::of_neighbours("points", &boxes);
        for engine in engines() {
            let overlaps = world.overlaps(&engine, Basis::Unit, &Limit::None);
            assert_eq!(overlaps, [true, false, false], "{}", engine.backend());
            let scaled = world.overlaps(&engine, Basis::Scaled, &Limit::None);
            assert_eq!(scaled, [true, false, false], "{}", engine.backend());
            let rows = world.rows(&engine, Basis::Unit, &Limit::None);
            assert_eq!(rows[0].depth.to_bits(), 0.0_f32.to_bits());
            assert!(rows[0].axis.code() < 6 && rows[1].depth < 0.0 && rows[2].depth < 0.0);
        }
    }
}

/// A point in or near a plate, a rod or a cube: inside exactly when its coordinates say so.
#[test]
fn a_point_in_a_box_is_an_interval_test() {
    let half = [0.5, 0.0, 2.0];
    let mut boxes = Vec::new();
    let mut inside = Vec::new();
    for x in [-0.51_f32, -0.5, 0.0, 0.25, 0.5, 0.500_000_1] {
        for y in [-1e-30, 0.0, 1e-7] {
            for z in [0.0, 2.0, 2.1] {
                boxes.extend([upright([0.0; 3], half), upright([x, y, z], [0.0; 3])]);
                inside.push(x.abs() <= 0.5 && y.abs() <= 0.0 && z <= 2.0);
            }
        }
    }
    let world = World::of_neighbours("point in plate", &boxes);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            assert_eq!(world.overlaps(&engine, basis, &Limit::None), inside, "{basis:?}");
        }
    }
}

#[test]
fn needles_and_plates_of_extreme_proportions() {
    let mut boxes = Vec::new();
    let mut random = Random::new(44);
    for _ in 0..6_000 {
        let center = random.vector(-1.0, 1.0);
        let offset = random.direction().map(|c| c * 0.7);
        for center in [center, along(center, random.unit(), offset)] {
            let mut half = [(); 3].map(|()| 10.0_f64.powf(random.range(-5.0, 0.5)));
            half[random.below(3)] = 1.0;
            boxes.push(OrientedBox::new(narrow(center), narrow(random.rotation()), narrow(half)));
        }
    }
    check(&World::of_neighbours("needles", &boxes));
}

/// At 1e6 m a coordinate's step is 6 cm, but the difference of two is exact: nothing but the boxes'
/// own size enters the band.
#[test]
fn a_million_metres_from_the_origin() {
    let mut boxes = Vec::new();
    let mut random = Random::new(45);
    for _ in 0..4_000 {
        let center = random.vector(-1e6, 1e6);
        for center in [center, along(center, 1.0, random.vector(-1.2, 1.2))] {
            let half = random.vector(0.2, 1.0);
            boxes.push(OrientedBox::new(narrow(center), narrow(random.rotation()), narrow(half)));
        }
    }
    let far = World::of_neighbours("far", &boxes);
    check(&far);
    // Moving a pair to the origin is exact, so every bit stays.
    let near: Vec<OrientedBox> = boxes
        .chunks_exact(2)
        .flat_map(|pair| {
            let [mut a, mut b] = [pair[0], pair[1]];
            let offset = std::array::from_fn(|k| b.pose.center[k] - a.pose.center[k]);
            (a.pose.center, b.pose.center) = ([0.0; 3], offset);
            [a, b]
        })
        .collect();
    let near = World::of_neighbours("near", &near);
    for engine in fastest_engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            let [far, near] = [&far, &near].map(|world| world.rows(&engine, basis, &Limit::None));
            for (far, near) in far.iter().zip(&near) {
                assert_eq!(octosat_tests::row_bits(far), octosat_tests::row_bits(near));
            }
        }
    }
}

#[test]
fn a_tenth_of_a_millimetre_on_ten_kilometres() {
    let mut boxes = Vec::new();
    let mut random = Random::new(46);
    for _ in 0..4_000 {
        let large = [1e4, 1e-4, 1.0, 1e2];
        let a: [f64; 3] = std::array::from_fn(|k| large[(k + random.below(4)) % 4]);
        let b = [1e-4, 1e4, 1e-4].map(|size| size * random.range(0.5, 1.0));
        let rotations = [random.rotation(), random.rotation()];
        let (on_a, on_b) = (random.vector(-1.1, 1.1), random.vector(-1.0, 1.0));
        let [axes_a, axes_b] = rotations.map(columns);
        let point = (0..3).fold([0.0; 3], |point, k| along(point, on_a[k] * a[k], axes_a[k]));
        let center = (0..3).fold(point, |point, k| along(point, -on_b[k] * b[k], axes_b[k]));
        boxes.push(OrientedBox::new([0.0; 3], narrow(rotations[0]), narrow(a)));
        boxes.push(OrientedBox::new(narrow(center), narrow(rotations[1]), narrow(b)));
    }
    check(&World::of_neighbours("extreme", &boxes));
}

/// Sizes down to the smallest denormal, with offsets of the same size.
#[test]
fn denormal_extents_hold_in_the_unit_basis() {
    let mut boxes = Vec::new();
    let mut random = Random::new(47);
    for number in 0..8_000 {
        let size = 10.0_f64.powf(random.range(-45.0, -20.0));
        let base = if number % 2 == 0 { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
        let angle = 10.0_f64.powf(random.range(-9.0, 0.5));
        let turned = normalized(product(base, turn(random.direction(), angle)));
        let offset = random.vector(-2.0, 2.0).map(|component| component * size);
        for (center, rotation) in [([0.0; 3], base), (offset, turned)] {
            let half = random.vector(0.1, 1.0).map(|component| component * size);
            boxes.push(OrientedBox::new(narrow(center), narrow(rotation), narrow(half)));
        }
    }
    check(&World::of_neighbours("denormal", &boxes));
}
