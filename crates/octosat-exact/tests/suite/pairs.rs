//! Pairs of boxes that nearly or exactly touch, on each of the fifteen kinds of axes, of all shapes and sizes.

use octosat_exact::{Pair, StoredBox};

/// A small generator of random numbers: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// From -1 to 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact in float64")]
    fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A power of ten with an exponent between two limits.
    pub(crate) fn power(&mut self, low: f64, high: f64) -> f64 {
        10.0_f64.powf(low + (high - low) * 0.5 * (self.signed() + 1.0))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder is below the small divisor")]
    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    fn vector(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.signed())
    }

    fn sign(&mut self) -> f64 {
        [1.0, -1.0][self.below(2)]
    }

    /// A rotation of every kind; its quaternion is not normalized.
    fn rotation(&mut self) -> [f64; 4] {
        loop {
            let q = [0; 4].map(|_| self.signed());
            if (0.01..1.0).contains(&q.iter().map(|x| x * x).sum::<f64>()) {
                return q;
            }
        }
    }

    /// A turn by a small angle, about any direction or about one of the axes.
    fn small_turn(&mut self) -> [f64; 4] {
        let angle = self.power(-9.0, -0.5);
        let mut v = self.vector();
        if self.below(2) == 0 {
            v = [0.0; 3];
            v[self.below(3)] = 1.0;
        }
        [angle * v[0], angle * v[1], angle * v[2], 1.0]
    }

    /// One of the turns that take axes to axes.
    fn quarter_turn(&mut self) -> [f64; 4] {
        let mut q = [0.0, 0.0, 0.0, 1.0];
        q[self.below(3)] = [0.0, 1.0][self.below(2)];
        q
    }

    /// A box, a cube, a plate, a rod or a point, of no thickness or of little.
    fn half_extents(&mut self, size: f64) -> [f32; 3] {
        let mut extents = [size; 3];
        if self.below(3) > 0 {
            extents = [0; 3].map(|_| size * self.power(-1.5, 0.0));
        }
        let thin = [0.0, size * self.power(-6.0, -1.0)][self.below(2)];
        for _ in 0..[0, 0, 0, 0, 1, 2, 3][self.below(7)] {
            extents[self.below(3)] = thin;
        }
        extents.map(narrow)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
fn narrow(value: f64) -> f32 {
    value as f32
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The quaternion of both rotations, the second one first.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [u, v] = [[a[0], a[1], a[2]], [b[0], b[1], b[2]]];
    let twist = cross(u, v);
    let part = |k: usize| a[3] * v[k] + b[3] * u[k] + twist[k];
    [part(0), part(1), part(2), a[3] * b[3] - dot(u, v)]
}

/// The unit axes of a stored rotation.
fn axes(rotation: [f32; 4]) -> [[f64; 3]; 3] {
    let q = rotation.map(f64::from);
    let inverse = [-q[0], -q[1], -q[2], q[3]];
    let squared = q.iter().map(|x| x * x).sum::<f64>();
    [0, 1, 2].map(|k| {
        let mut unit = [0.0; 4];
        unit[k] = 1.0;
        let [x, y, z, _] = product(product(q, unit), inverse);
        [x, y, z].map(|component| component / squared)
    })
}

/// A box without its place.
#[derive(Clone, Copy, Debug)]
struct Shape {
    rotation: [f32; 4],
    axes: [[f64; 3]; 3],
    half_extents: [f32; 3],
}

impl Shape {
    fn new(random: &mut Random, rotation: [f64; 4], size: f64) -> Self {
        let length = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
        // Most quaternions are of unit length; the others have any.
        let scale = [1.0, 1.0, 1.0, random.power(-3.0, 3.0)][random.below(4)] / length;
        let rotation = rotation.map(|component| narrow(component * scale));
        Self { rotation, axes: axes(rotation), half_extents: random.half_extents(size) }
    }

    /// A farthest point in a direction, as seen from the center.
    fn farthest(&self, random: &mut Random, direction: [f64; 3]) -> [f64; 3] {
        let mut point = [0.0; 3];
        for (axis, half) in self.axes.iter().zip(self.half_extents) {
            let along = dot(*axis, direction);
            let side = if along.abs() > 1e-11 { along.signum() } else { random.signed() };
            point = [0, 1, 2].map(|k| point[k] + axis[k] * side * f64::from(half));
        }
        point
    }

    fn at(&self, center: [f64; 3]) -> StoredBox {
        StoredBox::new(center.map(narrow), self.rotation, self.half_extents).expect("a box")
    }
}

/// The direction of an axis of two shapes, by number; any direction across parallel edges.
fn direction(a: &Shape, b: &Shape, axis: usize) -> [f64; 3] {
    let n = match axis {
        0..3 => a.axes[axis],
        3..6 => b.axes[axis - 3],
        _ => cross(a.axes[(axis - 6) / 3], b.axes[(axis - 6) % 3]),
    };
    let length = dot(n, n).sqrt();
    if length < 1e-13 { a.axes[((axis - 6) / 3 + 1) % 3] } else { n.map(|x| x / length) }
}

/// A pair that touches along an axis, up to a small gap or depth: of about `size` meters.
pub(crate) fn near_pair(random: &mut Random, axis: usize, size: f64) -> Pair {
    let first = match random.below(4) {
        0 => random.quarter_turn(),
        1 => random.small_turn(),
        _ => random.rotation(),
    };
    let second = match random.below(8) {
        0..4 => random.rotation(),
        4 => product(first, random.quarter_turn()),
        _ => product(first, product(random.quarter_turn(), random.small_turn())),
    };
    let a = Shape::new(random, first, size);
    let ratio = random.power(-2.0, 2.0);
    let b = Shape::new(random, second, size * ratio);
    let sign = random.sign();
    let n = direction(&a, &b, axis).map(|x| x * sign);
    let on_a = a.farthest(random, n);
    let on_b = b.farthest(random, n.map(|x| -x));
    // About as large as what float32 resolves, and up to some hundred times as large.
    let gap = [0.0, 1.0, -1.0][random.below(3)] * size * random.power(-8.0, -5.0);
    let far = [0.0, 1.0, 1000.0][random.below(3)] * size;
    let center = random.vector().map(|x| f64::from(narrow(x * far)));
    let other = [0, 1, 2].map(|k| center[k] + on_a[k] - on_b[k] + n[k] * gap);
    Pair::new(&a.at(center), &b.at(other))
}

/// A pair of numbers of any exponents: those of lengths and of quaternions between two powers of ten. The boxes
/// overlap.
pub(crate) fn wild_pair(random: &mut Random, [low, high]: [f64; 2]) -> Pair {
    let mut wild = |sign: bool| {
        let value = random.power(low, high);
        narrow(if sign { value * random.sign() } else { value })
    };
    let mut given = |center: [f32; 3]| {
        let rotation = [0; 4].map(|_| wild(true));
        StoredBox::new(center, rotation, [0; 3].map(|_| wild(false))).expect("a box")
    };
    let a = given([0.0; 3]);
    let [x, y, z] = a.half_extents();
    Pair::new(&a, &given([0.5 * x, -0.5 * y, z]))
}

/// A pair of small integers times a power of two: many touch exactly, along turned axes too, because squared lengths of
/// quaternions are small.
pub(crate) fn lattice_pair(random: &mut Random) -> Pair {
    const HALF_EXTENTS: [f32; 8] = [0.0, 1.0, 2.0, 2.5, 3.0, 5.0, 5.0, 10.0];
    const COMPONENTS: [f32; 8] = [0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 2.0, -2.0];
    let unit = f32::from([1_u8, 1, 1, 64][random.below(4)]) / 4.0;
    let mut given = |reach: f64| {
        let mut rotation = [0; 4].map(|_| COMPONENTS[random.below(8)]);
        if rotation.iter().all(|component| component.abs() < 1.0) {
            rotation[random.below(4)] = 1.0;
        }
        let center = [0; 3].map(|_| narrow((reach * random.signed()).round()) * unit);
        let half_extents = [0; 3].map(|_| HALF_EXTENTS[random.below(8)] * unit);
        StoredBox::new(center, rotation, half_extents).expect("a box")
    };
    Pair::new(&given(0.0), &given(14.0))
}

/// A pair of any of the kinds above.
pub(crate) fn any_pair(random: &mut Random) -> Pair {
    let axis = random.below(15);
    match random.below(8) {
        0..3 => {
            let size = random.power(-1.0, 1.0);
            near_pair(random, axis, size)
        }
        3 => {
            let size = random.power(-44.0, 32.0);
            near_pair(random, axis, size)
        }
        4..6 => lattice_pair(random),
        6 => wild_pair(random, [-3.0, 3.0]),
        _ => wild_pair(random, [-44.0, 37.5]),
    }
}

/// The displacement of a box: often about to where the other one is.
pub(crate) fn motion(random: &mut Random, pair: &Pair) -> [f32; 3] {
    let [from, to] = [pair.b().center(), pair.a().center()];
    let miss = [0.0, 0.1, 1.0][random.below(3)];
    let whole = random.below(3);
    [0, 1, 2].map(|k| {
        let offset = f64::from(to[k]) - f64::from(from[k]);
        let moved = narrow(2.0 * random.signed().abs() * offset + miss * random.signed() * offset);
        let small = narrow(random.signed());
        let moved = [moved, moved.round(), small][whole];
        if moved.is_finite() { moved } else { 0.0 }
    })
}
