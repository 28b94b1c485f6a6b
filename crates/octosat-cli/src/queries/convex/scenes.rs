//! Scenes of boxes with volume, whose boxes, or whose solids, are hard cases.

use octosat_convex::{EdgeSearch, Pose};
use octosat_scenes::generate::{Random, Scene};

use super::asked::searched;
use super::bodies::{Body, Solid};
use super::forms;
use crate::vector::{Vector, along, narrow};

/// How many kinds of scenes there are.
const KINDS: u64 = 8;

/// Most pairs of a scene.
const MOST_PAIRS: usize = 40;

/// Sizes of the boxes, metres.
const SIZES: [f64; 6] = [1.0, 1.0, 1.0, 1e-3, 1e-20, 1e5];

/// Distances from the origin, in sizes.
const FAR: [f64; 4] = [0.0, 0.0, 5.0, 1e5];

/// Gaps of shapes that nearly touch, in sizes: none, roundings, and those of small margins.
const GAPS: [f64; 7] = [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02, -0.02];

/// Half extents of the first box, in sizes: any, and far from a cube.
const HALF_EXTENTS: [f64; 2] = [0.1, 1.0];

/// The least part of the others that a half extent of a needle or a plate is.
const THIN: f64 = 1e-3;

/// How small a nested shape is beside the one that holds it: at least, and at most.
const NESTED: [f64; 2] = [0.01, 0.5];

/// The step of a grid, in sizes: a binary fraction, so that sums of steps are exact.
const GRID: f64 = 0.25;

/// How small a crumb is beside what it lies on.
const CRUMB: f64 = 1e-4;

/// How often a pair is moved until its shapes touch: the axis changes on the way.
const MOVES: usize = 3;

/// A box of a pair in float64.
#[derive(Clone, Copy, Debug)]
struct Draft {
    half_extents: [f64; 3],
    center: Vector,
    rotation: [f64; 4],
}

/// Boxes, each two after each other a pair: anyhow, nearly touching, aligned, nearly so, on one grid, nested, crumbs
/// on a surface, twins, or far from each other. Solids are those of the seed.
pub(in crate::queries) fn scene(number: u64, shape_seed: u64, random: &mut Random) -> Scene {
    let size = SIZES[random.below(SIZES.len())];
    let far = FAR[random.below(FAR.len())];
    let (name, make): (&str, fn(&mut Random) -> [Draft; 2]) = match number % KINDS {
        0 => ("convex-anyhow", anyhow),
        1 => ("convex-aligned", aligned),
        2 => ("convex-nearly-aligned", nearly_aligned),
        3 => ("convex-nested", nested),
        4 => ("convex-crumbs", crumbs),
        5 => ("convex-twins", twins),
        6 => ("convex-on-a-grid", on_a_grid),
        _ => ("convex-apart", apart),
    };
    // Where boxes or solids are to touch they are moved until they do.
    let touching = number / KINDS % 3;
    let mut scene = Scene {
        name: name.to_owned(),
        half_extents: Vec::new(),
        position: Vec::new(),
        rotation: Vec::new(),
        pairs: Vec::new(),
    };
    for pair in 0..u32::try_from(1 + random.below(MOST_PAIRS)).unwrap_or(1) {
        let base = random.vector(-far, far);
        let gap = size * GAPS[random.below(GAPS.len())];
        let mut boxes = make(random).map(|draft| Draft {
            half_extents: draft.half_extents.map(|half| size * half),
            center: along(base, 1.0, draft.center).map(|part| size * part),
            ..draft
        });
        if touching > 0 {
            let seed = (touching == 2).then_some(shape_seed);
            (0..MOVES).for_each(|_| touch(&mut boxes, seed, gap));
        }
        for Draft { half_extents, center, rotation } in boxes {
            scene.half_extents.push(half_extents.map(narrow));
            scene.position.push(center.map(narrow));
            scene.rotation.push(rotation.map(narrow));
        }
        scene.pairs.push([2 * pair, 2 * pair + 1]);
    }
    scene
}

/// Moves the second box so that the boxes, or with a seed their solids, are a gap apart along their axis.
fn touch(boxes: &mut [Draft; 2], seed: Option<u64>, gap: f64) {
    let solid = |draft: &Draft| {
        let size = draft.half_extents.map(narrow);
        let shape = match seed {
            Some(seed) => forms::form(size, seed),
            None => octosat_convex::Polyhedron::cuboid(size),
        };
        shape.map(Solid::new)
    };
    let [Ok(a), Ok(b)] = boxes.each_ref().map(solid) else { return };
    let pose = |draft: &Draft| Pose::new(draft.center.map(narrow), draft.rotation.map(narrow));
    let [Ok(at_a), Ok(at_b)] = boxes.each_ref().map(pose) else { return };
    let [turn_a, turn_b] = boxes.each_ref().map(|draft| draft.rotation.map(narrow));
    let (a, b) = (Body::new(&a, &at_a, turn_a), Body::new(&b, &at_b, turn_b));
    let found = searched(&a, &b, EdgeSearch::GaussMap);
    let wanted = f64::from(found.depth) + gap;
    boxes[1].center = along(boxes[1].center, wanted, found.normal.map(f64::from));
}

/// Boxes of every proportion.
fn half_extents(random: &mut Random) -> [f64; 3] {
    let [low, high] = HALF_EXTENTS;
    let mut half_extents = [(); 3].map(|()| random.range(low, high));
    if random.below(4) == 0 {
        half_extents[random.below(3)] *= random.range(THIN, 1.0);
    }
    half_extents
}

fn draft(random: &mut Random, center: Vector) -> Draft {
    Draft { half_extents: half_extents(random), center, rotation: random.rotation() }
}

/// About half overlap.
fn anyhow(random: &mut Random) -> [Draft; 2] {
    let away = random.vector(-1.0, 1.0);
    [[0.0; 3], away].map(|center| draft(random, center))
}

/// Along the same axes or a quarter turn from it, at whole and half steps of half extents.
fn aligned(random: &mut Random) -> [Draft; 2] {
    let first = if random.below(2) == 0 { random.rotation() } else { [0.0, 0.0, 0.0, 1.0] };
    let mut a = draft(random, [0.0; 3]);
    a.rotation = first;
    let mut b = a;
    let turn = std::f64::consts::FRAC_1_SQRT_2;
    let quarter = [[0.0, 0.0, 0.0, 1.0], [turn, 0.0, 0.0, turn], [0.0, 0.0, turn, turn]];
    b.rotation = product(first, quarter[random.below(quarter.len())]);
    if random.below(2) == 0 {
        b.half_extents = half_extents(random);
    }
    let steps = [0.0, 0.5, 1.0, 2.0, -1.0, -2.0];
    for k in 0..3 {
        let mut axis = [0.0; 3];
        axis[k] = steps[random.below(steps.len())] * a.half_extents[k];
        b.center = along(b.center, 1.0, turned(first, axis));
    }
    [a, b]
}

/// The same, turned against each other by a little.
fn nearly_aligned(random: &mut Random) -> [Draft; 2] {
    let [a, mut b] = aligned(random);
    let mut angle = random.range(0.01, 0.2);
    (0..random.below(8)).for_each(|_| angle *= 0.1);
    let [x, y, z] = random.direction().map(|part| angle * part);
    let length = (1.0 + angle * angle).sqrt();
    b.rotation = product([x / length, y / length, z / length, 1.0 / length], b.rotation);
    [a, b]
}

/// A small one in a large one.
fn nested(random: &mut Random) -> [Draft; 2] {
    let a = draft(random, [0.0; 3]);
    let part = random.range(NESTED[0], NESTED[1]);
    let mut b = draft(random, [0.0; 3]);
    b.half_extents = b.half_extents.map(|half| part * half);
    let place = [0, 1, 2].map(|k| random.range(-0.7, 0.7) * a.half_extents[k]);
    b.center = if random.below(4) == 0 { a.center } else { turned(a.rotation, place) };
    if random.below(2) == 0 { [a, b] } else { [b, a] }
}

/// A tiny one on the surface of a large one.
fn crumbs(random: &mut Random) -> [Draft; 2] {
    let [a, mut b] = nested(random);
    b.half_extents = b.half_extents.map(|half| CRUMB * half);
    let mut place = [0, 1, 2].map(|k| random.range(-1.0, 1.0) * a.half_extents[k]);
    let face = random.below(3);
    place[face] = a.half_extents[face];
    b.center = along(a.center, 1.0, turned(a.rotation, place));
    [a, b]
}

/// Equal ones at one place, or nearly.
fn twins(random: &mut Random) -> [Draft; 2] {
    let a = draft(random, [0.0; 3]);
    let mut b = a;
    if random.below(2) == 0 {
        let noise = [1e-7, 1e-3, 0.1][random.below(3)];
        b.center = random.vector(-noise, noise);
    }
    [a, b]
}

/// With sizes and places that are steps of one grid, turned by quarters: where they touch, many axes tie.
fn on_a_grid(random: &mut Random) -> [Draft; 2] {
    let turn = std::f64::consts::FRAC_1_SQRT_2;
    let quarters = [
        [0.0, 0.0, 0.0, 1.0],
        [turn, 0.0, 0.0, turn],
        [0.0, turn, 0.0, turn],
        [0.0, 0.0, turn, -turn],
        [0.5, 0.5, 0.5, 0.5],
    ];
    let steps = |random: &mut Random, most: f64| {
        [(); 3].map(|()| GRID * random.range(-most, most + 1.0).floor())
    };
    let mut block = |center: Vector| Draft {
        half_extents: steps(random, 1.0).map(|half| half + 2.0 * GRID),
        center,
        rotation: quarters[random.below(quarters.len())],
    };
    let [a, b] = [block([0.0; 3]), block([0.0; 3])];
    let center = steps(random, 6.0);
    [a, Draft { center, ..b }]
}

/// Apart by a little up to very far.
fn apart(random: &mut Random) -> [Draft; 2] {
    let mut distance = random.range(1.0, 4.0);
    (0..random.below(6)).for_each(|_| distance *= 10.0);
    let away = random.direction().map(|part| distance * part);
    [[0.0; 3], away].map(|center| draft(random, center))
}

/// The rotation by one unit quaternion after another.
fn product([x, y, z, w]: [f64; 4], [p, q, r, s]: [f64; 4]) -> [f64; 4] {
    [
        w * p + x * s + y * r - z * q,
        w * q - x * r + y * s + z * p,
        w * r + x * q - y * p + z * s,
        w * s - x * p - y * q - z * r,
    ]
}

/// A vector turned by a unit quaternion.
fn turned(rotation: [f64; 4], [x, y, z]: Vector) -> Vector {
    let [p, q, r, s] = rotation;
    let once = product(rotation, [x, y, z, 0.0]);
    let [x, y, z, _] = product(once, [-p, -q, -r, s]);
    [x, y, z]
}

#[cfg(test)]
mod tests {
    use super::*;
    use octosat_convex::{Penetration, Polyhedron};

    #[test]
    fn every_scene_has_volume_and_pairs() {
        let mut random = Random::new(5);
        for number in 0..200 {
            let scene = scene(number, 9, &mut random);
            assert!(!scene.pairs.is_empty());
            for &half in &scene.half_extents {
                assert!(Polyhedron::cuboid(half).is_ok(), "{} {half:?}", scene.name);
            }
            assert!(scene.into_recording().is_ok(), "{number}");
        }
    }

    #[test]
    fn what_is_to_touch_touches() {
        let mut random = Random::new(6);
        let mut touching = 0;
        for _ in 0..100 {
            let mut boxes = anyhow(&mut random);
            (0..MOVES).for_each(|_| touch(&mut boxes, Some(3), 0.0));
            let solids = boxes
                .each_ref()
                .map(|draft| Solid::new(forms::form(draft.half_extents.map(narrow), 3).unwrap()));
            let [a, b] = [0, 1].map(|k| {
                let (center, rotation) =
                    (boxes[k].center.map(narrow), boxes[k].rotation.map(narrow));
                Body::new(&solids[k], &Pose::new(center, rotation).unwrap(), rotation)
            });
            let found: Penetration = searched(&a, &b, EdgeSearch::GaussMap);
            touching += usize::from(found.depth.abs() < 1e-6);
        }
        assert!(touching > 80, "{touching}");
    }
}
