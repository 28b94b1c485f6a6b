//! Pairs for which errors that scale with the wrong length show: small boxes on floors and at their rims, boxes of very
//! different sizes, strips thinner than rounding, crossed beams, plates and rods, sides that lie on each other, and faces
//! with more than four candidates.

use crate::common::{SplitMix64, UPRIGHT, along, columns, narrow, normalized, oriented, product};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferencePair;

/// A pair and the margin that it is looked at with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extreme {
    pub(crate) boxes: [OrientedBox; 2],
    pub(crate) margin: f32,
}

/// A kind of pair.
pub(crate) type Group = fn(&mut SplitMix64) -> Extreme;

/// All kinds, with their names.
pub(crate) const GROUPS: [(&str, Group); 8] = [
    ("floors", floor),
    ("ratios", ratio),
    ("strips", strip),
    ("beams", beams),
    ("flat boxes", flat),
    ("sides in ties", ties),
    ("many candidates", many),
    ("stacks", stack),
];

fn turn([x, y, z]: [f64; 3], angle: f64) -> [f64; 4] {
    let (sine, cosine) = (angle / 2.0).sin_cos();
    let length = (x * x + y * y + z * z).sqrt();
    [x * sine / length, y * sine / length, z * sine / length, cosine]
}

fn rotated(q: [f64; 4], vector: [f64; 3]) -> [f64; 3] {
    let axes = columns(q);
    (0..3).fold([0.0; 3], |sum, k| along(sum, vector[k], axes[k]))
}

/// How far a box reaches upwards.
fn height(q: [f64; 4], half: [f64; 3]) -> f64 {
    columns(q).iter().zip(half).map(|(axis, half)| (axis[2] * half).abs()).sum()
}

fn sign(random: &mut SplitMix64) -> f64 {
    if random.below(2) == 0 { 1.0 } else { -1.0 }
}

/// The pair of a box at the origin and another, in either order, both turned in a random way. No component of a
/// rotation is so small that a store would turn it into zero.
fn posed(random: &mut SplitMix64, half_a: [f64; 3], other: Other, margin: f64) -> Extreme {
    let Other { center, rotation, half } = other;
    let clean = |q: [f64; 4]| q.map(|part| if part.abs() < 2e-9 { 0.0 } else { part });
    let q: [f64; 4] = std::array::from_fn(|_| random.range(-1.0, 1.0));
    let q = if random.below(2) == 0 { UPRIGHT } else { normalized(q) };
    let a = oriented([0.0; 3], clean(q), half_a);
    let b = oriented(rotated(q, center), clean(product(q, rotation)), half);
    let [margin] = narrow([margin]);
    Extreme { boxes: if random.below(2) == 0 { [a, b] } else { [b, a] }, margin }
}

/// The second box of a pair.
struct Other {
    center: [f64; 3],
    rotation: [f64; 4],
    half: [f64; 3],
}

/// Where b is if it is moved along a unit direction until its largest separation from a, at the origin, is about
/// `target`. The separation is convex along the way, so Newton's steps from afar never go too far.
fn placed(
    half_a: [f64; 3],
    [start, half_b]: [[f64; 3]; 2],
    q_b: [f64; 4],
    direction: [f64; 3],
    target: f64,
) -> [f64; 3] {
    let a = oriented([0.0; 3], UPRIGHT, half_a);
    let size: f64 = half_a.iter().chain(&half_b).chain(&start).map(|length| length.abs()).sum();
    let mut way = 4.0 * (size + target.abs());
    for _ in 0..12 {
        let b = oriented(along(start, way, direction), q_b, half_b);
        let found = *ReferencePair::oriented(&a, &b).separations();
        let slope: f64 = found.normal.iter().zip(direction).map(|(x, y)| x * y).sum();
        // From next to a, the direction may not lead to a.
        if slope > 0.1 {
            way -= (found.separation - target) / slope;
        }
    }
    along(start, way, direction)
}

/// A tilted cube on a floor of up to 20,000 m: near its middle, anywhere, or at its rim.
fn floor(random: &mut SplitMix64) -> Extreme {
    let half = random.one_of([1.0, 100.0, 1_000.0, 20_000.0]);
    let (thick, cube) = (random.magnitude(0.1, 1.0), random.magnitude(0.005, 0.5));
    let axis = [random.range(-1.0, 1.0), random.range(0.1, 1.0), 0.0];
    let yaw = if random.below(3) == 0 { 0.0 } else { random.range(0.0, 6.3) };
    let q_b = product(turn(axis, random.magnitude(1e-3, 0.1)), turn([0.0, 0.0, 1.0], yaw));
    let inside = (half - 2.0 * cube).max(0.2 * half);
    let anywhere = [random.range(-inside, inside), random.range(-inside, inside)];
    let [x, y] = match random.below(3) {
        0 => anywhere.map(|place| place.clamp(-2.0 * cube, 2.0 * cube)),
        1 => anywhere,
        _ => [sign(random) * (half + random.range(-1.2, 1.2) * cube), anywhere[1]],
    };
    let depth = match random.below(4) {
        0 => random.range(-1e-7, 1e-7),
        1 => random.magnitude(1e-6, 1e-4),
        2 => -cube * random.magnitude(1e-6, 1e-3),
        _ => cube * random.magnitude(1e-4, 5e-2),
    };
    let z = thick + height(q_b, [cube; 3]) - depth;
    let margin = random.one_of([0.0, 1e-4, 0.02 * cube]);
    posed(
        random,
        [half, half, thick],
        Other { center: [x, y, z], rotation: q_b, half: [cube; 3] },
        margin,
    )
}

/// A cube, a rod or a plate of a size.
fn shape(random: &mut SplitMix64, size: f64) -> [f64; 3] {
    match random.below(4) {
        0 => [size; 3],
        1 => [size, size * random.magnitude(1e-3, 1.0), size * random.magnitude(1e-3, 1.0)],
        2 => [size, size, size * random.magnitude(1e-3, 1.0)],
        _ => [size * random.magnitude(1e-2, 1.0), size * random.magnitude(1e-2, 1.0), size],
    }
}

/// Boxes of which one is up to a million times as large, over any place of a face.
fn ratio(random: &mut SplitMix64) -> Extreme {
    let small = random.magnitude(0.01, 1.0);
    let large = small * 10.0_f64.powf(random.range(0.0, 6.0));
    let half_a = shape(random, large);
    let half_b = shape(random, small);
    let q_b = if random.below(2) == 0 {
        random.rotation()
    } else {
        product(turn([0.3, 1.0, -0.7], random.magnitude(1e-8, 0.1)), turn([0.0, 0.0, 1.0], 0.4))
    };
    let k = random.one_of([0, 1, 2]);
    let near = random.below(3);
    let mut start = [0, 1, 2].map(|i| match near {
        0 => random.range(-small, small),
        1 => random.range(-half_a[i], half_a[i]),
        _ => sign(random) * (half_a[i] + random.range(-small, small)),
    });
    start[k] = 0.0;
    let mut direction = [0.0; 3];
    direction[k] = sign(random);
    let least = half_b[0].min(half_b[1]).min(half_b[2]);
    let target = match random.below(3) {
        0 => small * random.range(-1e-7, 1e-7),
        1 => least * random.magnitude(1e-5, 0.02),
        _ => -least * random.magnitude(1e-5, 0.2),
    };
    let center = placed(half_a, [start, half_b], q_b, direction, target);
    let margin = random.one_of([0.0, 1e-4, 0.03 * least]);
    posed(random, half_a, Other { center, rotation: q_b, half: half_b }, margin)
}

/// Faces that share a strip of 10 nanometers to a millimeter.
fn strip(random: &mut SplitMix64) -> Extreme {
    let half_a = random.magnitudes(0.1, 2.0);
    let half_b = if random.below(2) == 0 { half_a } else { random.magnitudes(0.1, 2.0) };
    let width = random.magnitude(1e-8, 1e-3);
    let depth = random.magnitude(1e-8, 1e-2).min(width * random.magnitude(0.1, 1.0));
    let axis = if random.below(3) == 0 { random.vector(1.0) } else { [0.0, 0.0, 1.0] };
    let q_b = turn(axis, sign(random) * random.magnitude(1e-5, 0.2));
    let x = random.range(-0.9, 0.9) * (half_a[0] + half_b[0]);
    let start = [x, 0.0, half_a[2] + height(q_b, half_b) - width];
    let center = placed(half_a, [start, half_b], q_b, [0.0, 1.0, 0.0], -depth);
    let margin = random.one_of([0.0, 1e-4, 0.2]);
    posed(random, half_a, Other { center, rotation: q_b, half: half_b }, margin)
}

/// Beams of up to a kilometer, nearly parallel or crossed.
fn beams(random: &mut SplitMix64) -> Extreme {
    let beam = |random: &mut SplitMix64| {
        [random.magnitude(1.0, 1e3), random.magnitude(0.01, 0.3), random.magnitude(0.01, 0.3)]
    };
    let [half_a, half_b] = [beam(random), beam(random)];
    let yaw = [random.magnitude(1e-7, 1e-2), random.magnitude(1e-2, 0.5), random.range(0.0, 3.1)];
    let roll = [random.range(0.0, 3.0), random.magnitude(1e-7, 0.1)];
    let yaw = turn([0.0, 0.0, 1.0], random.one_of(yaw));
    let q_b = product(yaw, turn([1.0, 0.0, 0.0], random.one_of(roll)));
    let least = half_a[1].min(half_a[2]).min(half_b[1]).min(half_b[2]);
    let target = match random.below(3) {
        0 => random.range(-1e-7, 1e-7),
        1 => least * random.magnitude(1e-5, 0.02),
        _ => -least * random.magnitude(1e-4, 0.3),
    };
    let far = random.range(-1.0, 1.0) * (half_a[0] + half_b[0]);
    let start = [if random.below(2) == 0 { 0.0 } else { far }, 0.0, 0.0];
    let center = placed(half_a, [start, half_b], q_b, [0.0, 0.0, 1.0], target);
    let margin = random.one_of([0.0, 1e-4, 0.1 * least]);
    posed(random, half_a, Other { center, rotation: q_b, half: half_b }, margin)
}

/// Plates, rods and points.
fn flat(random: &mut SplitMix64) -> Extreme {
    let any = |random: &mut SplitMix64| {
        let size = random.magnitude(0.05, 20.0);
        [0; 3].map(|_| if random.below(3) == 0 { 0.0 } else { size * random.magnitude(0.05, 1.0) })
    };
    let [half_a, half_b] = [any(random), any(random)];
    let q_b = match random.below(3) {
        0 => random.rotation(),
        1 => UPRIGHT,
        _ => turn([0.5, 1.0, -0.3], random.magnitude(1e-7, 0.1)),
    };
    let target = [0.0, random.range(-1e-6, 1e-6), random.magnitude(1e-5, 1e-2)];
    let target = random.one_of(target);
    let k = random.one_of([0, 1, 2]);
    let mut start = [0, 1, 2].map(|i| random.range(-1.0, 1.0) * (half_a[i] + half_b[i]));
    start[k] = 0.0;
    let direction = [0, 1, 2].map(|i| if i == k { 1.0 } else { 0.0 });
    let center = placed(half_a, [start, half_b], q_b, direction, target);
    let margin = random.one_of([0.0, 1e-4, 2e-2]);
    posed(random, half_a, Other { center, rotation: q_b, half: half_b }, margin)
}

/// Faces whose sides lie on each other but for a nanometer to ten micrometers.
fn ties(random: &mut SplitMix64) -> Extreme {
    let half_a = random.magnitudes(0.05, 1.0);
    let mut half_b = half_a;
    let k = random.one_of([0, 1]);
    half_b[k] *= random.one_of([1.0, 0.6, 1.5]);
    let noise = random.magnitude(1e-9, 1e-5);
    let depth = [0.0, random.magnitude(1e-8, 1e-5), 1e-3];
    let depth = random.one_of(depth);
    let mut center = [0.0, 0.0, half_a[2] + half_b[2] - depth];
    for k in 0..2 {
        let sum = half_a[k] + half_b[k];
        let place = [0.0, half_a[k] - half_b[k], sum, random.range(-sum, sum)];
        let place = random.one_of(place);
        center[k] = sign(random) * place + random.range(-noise, noise);
    }
    let angle = if random.below(2) == 0 { 0.0 } else { random.range(-noise, noise) / half_a[0] };
    let margin = random.one_of([0.0, 1e-4, 2e-2]);
    posed(
        random,
        half_a,
        Other { center, rotation: turn([0.0, 0.0, 1.0], angle), half: half_b },
        margin,
    )
}

/// Faces turned against each other, so that more than four corners touch: squares, long slabs, and the rim of a floor.
fn many(random: &mut SplitMix64) -> Extreme {
    let size = random.magnitude(0.01, 2.0);
    let part = |random: &mut SplitMix64| size * random.magnitude(0.2, 1.0);
    let cube = [size, size, size];
    let (half_a, half_b, yaw) = match random.below(4) {
        0 => (cube, cube, std::f64::consts::FRAC_PI_4 + random.magnitude(1e-7, 0.3)),
        1 => {
            let long = [20.0 * size, 20.0 * size * random.magnitude(1e-3, 0.1), 0.2 * size];
            (long, [5.0 * part(random), 5.0 * part(random), size], random.range(0.0, 3.1))
        }
        2 => ([1e3, 1e3, size], [size, part(random), size], random.range(0.0, 3.1)),
        _ => {
            let half = [size, part(random), part(random)];
            (half, half, sign(random) * random.magnitude(1e-7, 1e-2))
        }
    };
    let tilt = [0.0, random.magnitude(1e-8, 1e-4), random.magnitude(1e-4, 2e-2)];
    let tilt = turn([random.range(-1.0, 1.0), random.range(0.1, 1.0), 0.0], random.one_of(tilt));
    let q_b = product(tilt, turn([0.0, 0.0, 1.0], yaw));
    let [x, y] = if half_a[0] < 1e3 {
        [0, 1].map(|k| random.range(-0.3, 0.3) * half_a[k].min(half_b[k]))
    } else {
        [0; 2].map(|_| 1e3 + random.range(-0.9, 0.5) * size)
    };
    let depth = match random.below(3) {
        0 => size * random.range(-1e-7, 1e-7),
        1 => size * random.magnitude(1e-6, 2e-2),
        _ => -size * random.magnitude(1e-6, 1e-3),
    };
    let z = half_a[2] + height(q_b, half_b) - depth;
    let margin = random.one_of([0.0, 1e-3 * size, 0.03 * size]);
    posed(random, half_a, Other { center: [x, y, z], rotation: q_b, half: half_b }, margin)
}

/// Boxes in one pose, exactly on each other.
fn stack(random: &mut SplitMix64) -> Extreme {
    let half_a = random.magnitudes(0.05, 1.0);
    let half_b = match random.below(3) {
        0 => half_a,
        1 => [half_a[0], 0.5 * half_a[1], half_a[2]],
        _ => [0.5 * half_a[0], half_a[1], half_a[2]],
    };
    let depth = random.one_of([0.01, 1e-5, 0.0]);
    let at_side = if random.below(2) == 0 { 1.0 } else { 0.0 };
    let [x, y] = [0, 1].map(|k| at_side * (half_a[k] - half_b[k]));
    let center = [x, y, half_a[2] + half_b[2] - depth];
    posed(random, half_a, Other { center, rotation: UPRIGHT, half: half_b }, 0.0)
}
