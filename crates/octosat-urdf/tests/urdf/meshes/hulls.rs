//! Outer hulls contain all vertices, as other code finds.

use octosat_urdf::OuterHull;

/// Random numbers from -1 to 1.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(super) fn vector(&mut self) -> [f64; 3] {
        [self.next(), self.next(), self.next()]
    }
}

fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn minus(one: [f64; 3], other: [f64; 3]) -> [f64; 3] {
    [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

fn doubles(hull: &OuterHull) -> Vec<[f64; 3]> {
    hull.points.iter().map(|point| point.map(f64::from)).collect()
}

/// Whether a point is within a distance of the hull of points. First a mean of the points is improved by moving weight
/// from the worst point to the best one (Frank and Wolfe). Then all triangles between points are tried, and all tetrahedra
/// that these make with the first point: the hull consists of them.
pub(super) fn is_within(points: &[[f64; 3]], from: [f64; 3], distance: f64) -> bool {
    let points: Vec<[f64; 3]> = points.iter().map(|&point| minus(point, from)).collect();
    let is_near = |point: [f64; 3]| dot(point, point) <= distance * distance;
    let mut weights = vec![0.0; points.len()];
    weights[0] = 1.0;
    for _ in 0..300 {
        // From the weights, so that errors do not add up.
        let sum: f64 = weights.iter().sum();
        let mean = |k: usize| points.iter().zip(&weights).map(|(p, w)| w * p[k]).sum::<f64>() / sum;
        let mean = [mean(0), mean(1), mean(2)];
        if is_near(mean) {
            return true;
        }
        let by = |one: &usize, other: &usize| {
            dot(points[*one], mean).total_cmp(&dot(points[*other], mean))
        };
        let best = (0..points.len()).min_by(by).expect("points");
        let used = (0..points.len()).filter(|&at| weights[at] > 0.0);
        let worst = used.max_by(by).expect("points");
        let step = minus(points[worst], points[best]);
        if dot(step, step) == 0.0 {
            break;
        }
        let part = (dot(mean, step) / dot(step, step)).clamp(0.0, weights[worst]);
        weights[worst] -= part;
        weights[best] += part;
    }
    let count = points.len();
    let third = |a, b| {
        (b..count).any(|c| {
            let triangle = [points[a], points[b], points[c]];
            is_near(nearest(triangle)) || is_inside(points[0], triangle)
        })
    };
    (0..count).any(|a| (a..count).any(|b| third(a, b)))
}

/// Whether the origin is inside a tetrahedron.
fn is_inside(first: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> bool {
    let volume = |[x, y, z]: [f64; 3], v: [f64; 3], w: [f64; 3]| {
        x * (v[1] * w[2] - v[2] * w[1])
            + y * (v[2] * w[0] - v[0] * w[2])
            + z * (v[0] * w[1] - v[1] * w[0])
    };
    let all = [volume(a, b, c), volume(first, c, b), volume(first, a, c), volume(first, b, a)];
    all.iter().all(|&part| part > 0.0) || all.iter().all(|&part| part < 0.0)
}

/// The point of a triangle nearest to the origin: on its plane by the equations of least squares, or on an edge.
fn nearest([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let (u, v) = (minus(b, a), minus(c, a));
    let (uu, uv, vv, au, av) = (dot(u, u), dot(u, v), dot(v, v), dot(a, u), dot(a, v));
    let determinant = uu * vv - uv * uv;
    let (s, t) = ((uv * av - vv * au) / determinant, (uv * au - uu * av) / determinant);
    if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
        return [0, 1, 2].map(|k| a[k] + s * u[k] + t * v[k]);
    }
    let edge = |from: [f64; 3], to: [f64; 3]| {
        let along = minus(to, from);
        let t = (-dot(from, along) / dot(along, along)).clamp(0.0, 1.0);
        if t.is_nan() { from } else { [0, 1, 2].map(|k| from[k] + t * along[k]) }
    };
    let edges = [edge(a, b), edge(b, c), edge(c, a)];
    edges.into_iter().min_by(|&p, &q| dot(p, p).total_cmp(&dot(q, q))).expect("three edges")
}

/// Checks that all vertices are in the outer hull, by two methods, and returns the hull.
fn checked(vertices: &[[f64; 3]], tolerance: f64) -> OuterHull {
    let hull = OuterHull::new(vertices, tolerance).expect("a hull");
    let (points, radius) = (doubles(&hull), f64::from(hull.radius));
    let reach = vertices.iter().map(|&vertex| dot(vertex, vertex).sqrt()).fold(0.0, f64::max);
    assert!(
        hull.points.len() == 256
            || radius <= tolerance.max(reach / (1 << 23) as f64) + 2e-7 * reach
    );
    let mut random = Random(77);
    let farthest = |all: &[[f64; 3]], direction| {
        all.iter().map(|&point| dot(point, direction)).fold(f64::NEG_INFINITY, f64::max)
    };
    for _ in 0..2_000 {
        let direction = random.vector();
        let grown = farthest(&points, direction) + radius * dot(direction, direction).sqrt();
        assert!(farthest(vertices, direction) <= grown, "{direction:?}");
    }
    for &vertex in vertices {
        assert!(is_within(&points, vertex, radius), "{vertex:?} is farther than {radius}");
    }
    hull
}

#[test]
fn all_vertices_of_random_clouds_are_in_their_outer_hulls() {
    let mut random = Random(88_172_645_463_325_252);
    for case in 0..24 {
        let sizes = random.vector().map(|size| 0.6 * size * size * size);
        let offset = random.vector().map(|along| along * [0.0, 0.5, 100.0][case % 3]);
        let vertices: Vec<[f64; 3]> = (0..200)
            .map(|_| {
                let vector = random.vector();
                let length = if case % 2 == 0 { dot(vector, vector).sqrt() } else { 1.0 };
                [0, 1, 2].map(|k| offset[k] + sizes[k] * vector[k] / length)
            })
            .collect();
        checked(&vertices, [0.0005, 0.005, 0.0, 0.05][case / 6]);
    }
}

#[test]
fn flat_and_thin_meshes_have_outer_hulls() {
    let mut random = Random(1);
    let point = [0.1, 0.2, 0.3];
    let one = checked(&[point; 7], 0.0005);
    assert_eq!(one.points, [[0.1, 0.2, 0.3]]);
    let line: Vec<[f64; 3]> = (0..100).map(|_| random.next()).map(|t| [t, 2.0 * t, -t]).collect();
    assert_eq!(checked(&line, 0.0005).points.len(), 2);
    let plate: Vec<[f64; 3]> = (0..200).map(|_| [random.next(), 0.7, random.next()]).collect();
    assert!(checked(&plate, 0.01).points.iter().all(|point| (point[1] - 0.7).abs() < 1e-9));
    // A plate that is turned has a thickness of some units of roundoff.
    let turned: Vec<[f64; 3]> =
        plate.iter().map(|&[x, _, z]| [x + z, x - z, 0.3 * x + 0.1 * z]).collect();
    checked(&turned, 0.01);
    let doubled: Vec<[f64; 3]> =
        turned.iter().flat_map(|&[x, y, z]| [[x, y, z], [x, y, z + 1e-12]]).collect();
    checked(&doubled, 0.0);
}

#[test]
fn hulls_have_few_points_if_the_tolerance_is_large() {
    let mut random = Random(5);
    let ball: Vec<[f64; 3]> = (0..20_000)
        .map(|_| random.vector())
        .map(|vector| vector.map(|k| 0.1 * k / dot(vector, vector).sqrt()))
        .collect();
    let points = |tolerance| OuterHull::new(&ball, tolerance).expect("a hull").points.len();
    assert!(points(0.02) < 30 && points(0.01) < 50 && points(0.005) < 90);
    let most = OuterHull::new(&ball, 0.0).expect("a hull");
    assert!(most.points.len() == 256 && most.radius > 0.001 && most.radius < 0.002);
}

#[test]
fn a_hull_does_not_depend_on_what_was_computed_before() {
    let mut random = Random(6);
    let cloud: Vec<[f64; 3]> = (0..500).map(|_| random.vector()).collect();
    assert_eq!(OuterHull::new(&cloud, 0.001), OuterHull::new(&cloud, 0.001));
}

#[test]
fn wrong_vertices_and_tolerances_are_rejected() {
    let why = |vertices: &[[f64; 3]], tolerance| {
        let error = OuterHull::new(vertices, tolerance).expect_err("no hull");
        assert_eq!(error.file(), None);
        error.to_string()
    };
    assert_eq!(why(&[], 0.1), "there are no vertices");
    for wrong in [f64::NAN, f64::INFINITY, 1e19] {
        assert!(why(&[[0.0; 3], [0.0, wrong, 0.0]], 0.1).contains("must be finite and below 1e18"));
    }
    assert_eq!(why(&[[0.0; 3]], -1.0), "the tolerance is -1, but must be finite and not negative");
    assert!(why(&[[0.0; 3]], f64::NAN).contains("the tolerance is NaN"));
}
