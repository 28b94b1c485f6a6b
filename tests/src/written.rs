//! The documented order of operations once more, for both arithmetics, written from the documents
//! and not from the engine: the only scalar mirror of *fused* results.

use octosat::Rounding;

use crate::reference::{PairReference, RowBits};

type Three = [f32; 3];

/// Edges with a smaller squared sine are no axis of a depth.
const PARALLEL: f32 = 1e-14;

/// The face preference: a part of the depth, and a part of the summed half extents.
const PREFERENCE: [f32; 3] = [0.02, 1e-6, 0.045];

/// The axis numbers as rows hold them.
const CODES: [u32; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];

/// How a product and the sum after it are rounded.
#[derive(Clone, Copy)]
struct Arithmetic {
    fused: bool,
}

impl Arithmetic {
    /// a·b + c.
    #[expect(clippy::disallowed_methods, reason = "the mirror of the fused arithmetic fuses")]
    fn ma(self, a: f32, b: f32, c: f32) -> f32 {
        if self.fused { a.mul_add(b, c) } else { a * b + c }
    }

    /// a·b − c.
    fn ms(self, a: f32, b: f32, c: f32) -> f32 {
        self.ma(a, b, -c)
    }

    /// c − a·b.
    fn nma(self, a: f32, b: f32, c: f32) -> f32 {
        self.ma(-a, b, c)
    }

    fn dot(self, a: Three, b: Three) -> f32 {
        self.ma(a[2], b[2], self.ma(a[1], b[1], a[0] * b[0]))
    }

    fn cross(self, a: Three, b: Three) -> Three {
        triples(|_, l, m| self.ms(a[l], b[m], a[m] * b[l]))
    }
}

/// A value for each cyclic triple (k, l, m).
fn triples(value: impl Fn(usize, usize, usize) -> f32) -> Three {
    std::array::from_fn(|k| value(k, (k + 1) % 3, (k + 2) % 3))
}

/// One box seen from the other.
struct Seen {
    arithmetic: Arithmetic,
    scaled: bool,
    /// `rotation[i][j]`: axis i of a on axis j of b.
    rotation: [Three; 3],
    offsets: [Three; 2],
    half: [Three; 2],
    own: [Three; 2],
}

fn unit_frame(
    arithmetic: Arithmetic,
    centers: [Three; 2],
    q: [[f32; 4]; 2],
    half: [Three; 2],
) -> Seen {
    let r = arithmetic;
    let offset = triples(|k, _, _| centers[1][k] - centers[0][k]);
    let [av, bv] = q.map(|[x, y, z, _]| [x, y, z]);
    let (aw, bw) = (q[0][3], q[1][3]);
    let w = r.ma(aw, bw, r.dot(av, bv));
    let c = r.cross(av, bv);
    let v = triples(|k, _, _| r.ms(aw, bv[k], r.ma(bw, av[k], c[k])));
    let d = v.map(|x| x + x);
    let mut rotation = [[0.0; 3]; 3];
    for k in 0..3 {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        rotation[k][k] = r.nma(d[l], v[l], r.nma(d[m], v[m], 1.0));
        let p = d[l] * v[m];
        rotation[l][m] = r.nma(d[k], w, p);
        rotation[m][l] = r.ma(d[k], w, p);
    }
    let c = r.cross(offset, av).map(|x| x + x);
    let on_a = triples(|k, l, m| r.ma(c[l], av[m], r.nma(c[m], av[l], r.ma(aw, c[k], offset[k]))));
    let on_b = triples(|j, _, _| r.dot([0, 1, 2].map(|i: usize| rotation[i][j]), on_a));
    Seen { arithmetic, scaled: false, rotation, offsets: [on_a, on_b], half, own: half }
}

/// The direction of an axis row without its half extent.
fn unscaled(axes: [Three; 3], half: Three) -> [Three; 3] {
    std::array::from_fn(|i| {
        let inverse = 1.0 / if half[i].abs() > 0.0 { half[i] } else { 1.0 };
        axes[i].map(|component| component * inverse)
    })
}

fn axes_frame(arithmetic: Arithmetic, centers: [Three; 2], axes: [[Three; 3]; 2]) -> Seen {
    let offset = triples(|k, _, _| centers[1][k] - centers[0][k]);
    let rotation = axes[0].map(|u| axes[1].map(|v| arithmetic.dot(u, v)));
    let offsets = axes.map(|axes| axes.map(|axis| arithmetic.dot(axis, offset)));
    let none = [[0.0; 3]; 2];
    Seen { arithmetic, scaled: false, rotation, offsets, half: none, own: none }
}

fn metric_frame(arithmetic: Arithmetic, pair: &PairReference) -> Seen {
    match pair {
        PairReference::Unit { a, b } => {
            let half = [a.half_extents, b.half_extents];
            unit_frame(arithmetic, [a.center, b.center], [a.rotation, b.rotation], half)
        }
        PairReference::Scaled { a, b } => {
            let half = [a.half_extents, b.half_extents];
            let axes = [unscaled(a.axes, half[0]), unscaled(b.axes, half[1])];
            Seen { half, own: half, ..axes_frame(arithmetic, [a.center, b.center], axes) }
        }
    }
}

fn overlap_frame(arithmetic: Arithmetic, pair: &PairReference) -> Seen {
    let PairReference::Scaled { a, b } = pair else { return metric_frame(arithmetic, pair) };
    let half = [a.half_extents, b.half_extents];
    let own = half.map(|half| half.map(|h| h * h));
    let frame = axes_frame(arithmetic, [a.center, b.center], [a.axes, b.axes]);
    Seen { scaled: true, half, own, ..frame }
}

struct Edge {
    projection: f32,
    radius: f32,
    length_squared: f32,
}

impl Seen {
    fn reach(&self, half: f32, x: f32, sum: f32) -> f32 {
        match self.scaled {
            true if half.abs() > 0.0 => sum + x,
            true => sum + 0.0,
            false => self.arithmetic.ma(half, x, sum),
        }
    }

    /// Distance and radius on a face normal of box `side`.
    fn face(&self, side: usize, k: usize) -> [f32; 2] {
        let other = self.half[1 - side];
        let radius = (0..3).fold(self.own[side][k], |radius, n| {
            let entry = if side == 0 { self.rotation[k][n] } else { self.rotation[n][k] };
            self.reach(other[n], entry.abs(), radius)
        });
        [self.offsets[side][k].abs(), radius]
    }

    fn edge(&self, i: usize, j: usize) -> Edge {
        let (l, m) = ((i + 1) % 3, (i + 2) % 3);
        let (p, q) = ((j + 1) % 3, (j + 2) % 3);
        let (r, rot, t) = (self.arithmetic, &self.rotation, self.offsets[0]);
        let cofactor = |n: usize| {
            let (first, second) = ((n + 1) % 3, (n + 2) % 3);
            r.ms(rot[l][first], rot[m][second], rot[m][first] * rot[l][second]).abs()
        };
        let own = self.own[0];
        let radius = r.ma(own[m], rot[l][j].abs(), own[l] * rot[m][j].abs());
        let radius = self.reach(self.half[1][p], cofactor(q), radius);
        Edge {
            projection: r.ms(t[m], rot[l][j], t[l] * rot[m][j]),
            radius: self.reach(self.half[1][q], cofactor(p), radius),
            length_squared: r.ma(rot[l][j], rot[l][j], rot[m][j] * rot[m][j]),
        }
    }

    fn faces(&self) -> [[f32; 2]; 6] {
        std::array::from_fn(|code| self.face(code / 3, code % 3))
    }

    fn edges(&self) -> [Edge; 9] {
        std::array::from_fn(|code| self.edge(code / 3, code % 3))
    }

    /// The chosen axis's number and separation, faces alone if one exceeds the margin.
    fn choice(&self, margin: f32) -> Choice {
        let faces = self.faces().map(|[distance, radius]| distance - radius);
        let mut face = 0;
        for k in 1..6 {
            if faces[k] > faces[face] {
                face = k;
            }
        }
        let dismissed = faces[face] > margin;
        let chosen = Choice { code: face, separation: faces[face], dismissed };
        if dismissed {
            return chosen;
        }
        let (mut best, mut code) = (f32::NEG_INFINITY, 6);
        for (number, edge) in self.edges().iter().enumerate() {
            let separation = (edge.projection.abs() - edge.radius) / edge.length_squared.sqrt();
            if edge.length_squared >= PARALLEL && separation > best {
                (best, code) = (separation, 6 + number);
            }
        }
        let [a, b] = self.half.map(|half| (half[0] + half[1]) + half[2]);
        let noise = PREFERENCE[1] * (a + b);
        let slack = self.arithmetic.ma(PREFERENCE[0], faces[face].abs(), noise);
        let slack = slack.min(PREFERENCE[2] * faces[face].abs());
        let limit = if faces[face] > 0.0 { faces[face] } else { faces[face] + slack };
        if best > limit { Choice { code, separation: best, dismissed } } else { chosen }
    }

    /// The axis as a unit vector in a's frame, from a to b.
    fn normal(&self, code: usize) -> Three {
        let (rot, mut raw) = (&self.rotation, [0.0; 3]);
        let mut length = 1.0;
        match code {
            0..=2 => raw[code] = 1.0,
            3..=5 => raw = [0, 1, 2].map(|i: usize| rot[i][code - 3]),
            _ => {
                let (i, j) = ((code - 6) / 3, (code - 6) % 3);
                let (l, m) = ((i + 1) % 3, (i + 2) % 3);
                raw[l] = 0.0 - rot[m][j];
                raw[m] = rot[l][j];
                length = self.edge(i, j).length_squared.sqrt();
            }
        }
        let away = self.arithmetic.dot(raw, self.offsets[0]) < 0.0;
        let unit = raw.map(|component| component / length);
        if away { unit.map(|component| 0.0 - component) } else { unit }
    }
}

struct Choice {
    code: usize,
    separation: f32,
    dismissed: bool,
}

fn to_world(arithmetic: Arithmetic, pair: &PairReference, n: Three) -> Three {
    let r = arithmetic;
    match pair {
        PairReference::Unit { a, .. } => {
            let [x, y, z, w] = a.rotation;
            let v = [x, y, z];
            let c = r.cross(v, n).map(|component| component + component);
            triples(|k, l, m| r.ma(v[l], c[m], r.nma(v[m], c[l], r.ma(w, c[k], n[k]))))
        }
        PairReference::Scaled { a, .. } => {
            let u = unscaled(a.axes, a.half_extents);
            triples(|k, _, _| r.ma(n[2], u[2][k], r.ma(n[1], u[1][k], n[0] * u[0][k])))
        }
    }
}

fn arithmetic(rounding: Rounding) -> Arithmetic {
    Arithmetic { fused: rounding == Rounding::Fused }
}

/// The overlap of a pair of finite boxes by the written order.
#[must_use]
pub fn written_overlap(rounding: Rounding, pair: &PairReference, margin: Option<f32>) -> bool {
    let arithmetic = arithmetic(rounding);
    let Some(margin) = margin else {
        let frame = overlap_frame(arithmetic, pair);
        let edges = frame.edges();
        return frame.faces().iter().all(|[distance, radius]| distance <= radius)
            && edges.iter().all(|edge| edge.projection.abs() <= edge.radius);
    };
    let frame = metric_frame(arithmetic, pair);
    let near = |edge: &Edge| {
        let gap = edge.projection.abs() - edge.radius;
        let near = gap * gap <= (margin * margin) * edge.length_squared;
        gap <= 0.0 || (margin > 0.0 && (near || edge.length_squared < PARALLEL))
    };
    frame.faces().iter().all(|[distance, radius]| distance - radius <= margin)
        && frame.edges().iter().all(near)
}

/// The bits of the penetration row of a pair of finite boxes by the written order.
#[must_use]
pub fn written_row(rounding: Rounding, pair: &PairReference, margin: Option<f32>) -> RowBits {
    let arithmetic = arithmetic(rounding);
    let frame = metric_frame(arithmetic, pair);
    let choice = frame.choice(margin.unwrap_or(0.0));
    let normal = if choice.dismissed {
        [0.0; 3]
    } else {
        to_world(arithmetic, pair, frame.normal(choice.code))
    };
    let [x, y, z] = normal.map(f32::to_bits);
    let code = CODES[choice.code];
    [x, y, z, (0.0 - choice.separation).to_bits(), code]
}
