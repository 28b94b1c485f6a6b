//! The contact of two boxes in scalar code, which the chapter "The story of a contact" shows.

/// Three coordinates, meters or without unit.
pub type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    let minor = |k: usize, l: usize| a[k] * b[l] - a[l] * b[k];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `start + factor · step`.
fn moved(start: Vector, factor: f64, step: Vector) -> Vector {
    [0, 1, 2].map(|k| start[k] + factor * step[k])
}

/// An oriented box.
#[derive(Clone, Copy, Debug)]
pub struct Oriented {
    /// The center, meters.
    pub center: Vector,
    /// The unit axes, in the world.
    pub axes: [Vector; 3],
    /// The half extents along the axes, meters.
    pub half: Vector,
}

impl Oriented {
    /// This box, seen from a.
    fn seen_from(&self, a: &Self) -> Self {
        let turned = |vector| a.axes.map(|axis| dot(axis, vector));
        let offset = moved(self.center, -1.0, a.center);
        Self { center: turned(offset), axes: self.axes.map(turned), half: self.half }
    }

    /// A vector along the axes of the box, in the world.
    fn in_world(&self, vector: Vector) -> Vector {
        [0, 1, 2].map(|k| dot(vector, self.axes.map(|axis| axis[k])))
    }

    /// How far the box extends from its center along a unit direction.
    fn reach(&self, direction: Vector) -> f64 {
        let along = |k: usize| self.half[k] * dot(self.axes[k], direction).abs();
        along(0) + along(1) + along(2)
    }
}

/// A unit direction from a to b, and the gap along it; negative for an overlap.
#[derive(Clone, Copy)]
struct Axis {
    normal: Vector,
    separation: f64,
}

/// The sine below which edges count as parallel.
const PARALLEL: f64 = 1e-7;

/// The axis of a direction; none if it is too short to be one.
fn axis(a: &Oriented, b: &Oriented, direction: Vector) -> Option<Axis> {
    let length = dot(direction, direction).sqrt();
    if length < PARALLEL {
        return None;
    }
    let sign = if dot(direction, b.center) < 0.0 { -1.0 } else { 1.0 };
    let normal = direction.map(|component| component * sign / length);
    let distance = dot(normal, b.center);
    Some(Axis { normal, separation: distance - a.reach(normal) - b.reach(normal) })
}

/// The largest separation, the first of equals.
fn best(axes: impl Iterator<Item = Axis>) -> Option<Axis> {
    let is_less = |one: &Axis, other: &Axis| one.separation < other.separation;
    axes.reduce(|one, other| if is_less(&one, &other) { other } else { one })
}

/// The parts of the depth by which an edge must be better: in general, and within 8°.
const PREFERENCES: [f64; 2] = [0.02, 0.045];

/// The cosine of these 8°.
const ALIGNED: f64 = 0.99;

/// The axis of the contact, with a preference for faces.
fn contact_axis(a: &Oriented, b: &Oriented) -> Option<Axis> {
    let faces = a.axes.into_iter().chain(b.axes);
    let face = best(faces.filter_map(|direction| axis(a, b, direction)))?;
    let edges_of = |of_a| b.axes.map(|of_b| cross(of_a, of_b));
    let edges = a.axes.into_iter().flat_map(edges_of);
    let Some(edge) = best(edges.filter_map(|direction| axis(a, b, direction))) else {
        return Some(face);
    };
    let is_aligned = dot(face.normal, edge.normal).abs() >= ALIGNED;
    let preference = PREFERENCES[usize::from(is_aligned)];
    let limit = face.separation + preference * face.separation.abs();
    Some(if edge.separation > limit { edge } else { face })
}

/// The number of the axis that a direction is most along.
fn most_along(axes: [Vector; 3], direction: Vector) -> usize {
    let cosine = |k: &usize| dot(axes[*k], direction).abs();
    (0..3).max_by(|k, l| cosine(k).total_cmp(&cosine(l))).unwrap_or(0)
}

/// The corners of b's face against the normal, in order.
fn incident_face(b: &Oriented, normal: Vector) -> [Vector; 4] {
    let k = most_along(b.axes, normal);
    let (l, m) = ((k + 1) % 3, (k + 2) % 3);
    let side = if dot(b.axes[k], normal) > 0.0 { -1.0 } else { 1.0 };
    let middle = moved(b.center, side * b.half[k], b.axes[k]);
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[along_l, along_m]| {
        let on_edge = moved(middle, along_l * b.half[l], b.axes[l]);
        moved(on_edge, along_m * b.half[m], b.axes[m])
    })
}

/// The part of a polygon with `side · point[k]` of at most `half`.
fn clip(polygon: &[Vector], k: usize, side: f64, half: f64) -> Vec<Vector> {
    let mut kept = Vec::new();
    for (at, &start) in polygon.iter().enumerate() {
        let end = polygon[(at + 1) % polygon.len()];
        let [inside, next] = [start, end].map(|point| half - side * point[k]);
        if inside >= 0.0 {
            kept.push(start);
        }
        if inside * next < 0.0 {
            let edge = moved(end, -1.0, start);
            kept.push(moved(start, inside / (inside - next), edge));
        }
    }
    kept
}

/// How much deeper a place farther along a fixed direction counts, per meter.
const SLOPE: f64 = 0.005;
const FIXED: [f64; 2] = [0.795, 0.607];

/// Four of more points: the deepest, and those that span the largest area with it.
fn keep_four(points: &[Vector]) -> Vec<Vector> {
    let score = |p: &Vector| SLOPE * (FIXED[0] * p[0] + FIXED[1] * p[1]) - p[2];
    let first = points.iter().max_by(|p, q| score(p).total_cmp(&score(q)));
    let Some(first) = first else { return Vec::new() };
    let from_first = |p: &Vector| [p[0] - first[0], p[1] - first[1]];
    let area = |p: &Vector, q: &Vector| {
        let ([pu, pv], [qu, qv]) = (from_first(p), from_first(q));
        pu * qv - pv * qu
    };
    // The farthest on one side of the diagonal from the first point to the end.
    let far = |end: &Vector, side: f64| {
        let height = |p: &Vector| side * area(end, p);
        points.iter().max_by(|p, q| height(p).total_cmp(&height(q))).unwrap_or(first)
    };
    let span = |end: &Vector| area(end, far(end, 1.0)) - area(end, far(end, -1.0));
    let end = points.iter().max_by(|p, q| span(p).total_cmp(&span(q))).unwrap_or(first);
    let kept = [first, end, far(end, 1.0), far(end, -1.0)];
    points.iter().filter(|point| kept.contains(point)).copied().collect()
}

/// A place half-way between both surfaces, and how deep the boxes overlap there.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// In the world, meters.
    pub position: Vector,
    /// Along the normal, meters.
    pub depth: f64,
}

/// The contact of two boxes.
#[derive(Debug)]
pub struct Contact {
    /// Unit, from a to b.
    pub normal: Vector,
    /// How deep the boxes overlap along the normal, meters.
    pub depth: f64,
    /// Up to four or eight points.
    pub points: Vec<Point>,
}

/// The contact of two boxes, with at most four or eight points; none if they are apart.
#[must_use]
pub fn contact(a: &Oriented, b: &Oriented, limit: usize) -> Option<Contact> {
    // Seen from a, a is at the origin, and its axes are x, y and z.
    let [at_origin, b] = [a, b].map(|one| one.seen_from(a));
    let Axis { normal, separation } = contact_axis(&at_origin, &b)?;
    if separation > 0.0 {
        return None;
    }
    let k = most_along(at_origin.axes, normal);
    let (l, m) = ((k + 1) % 3, (k + 2) % 3);
    let top = a.half[k].copysign(normal[k]);
    // Two coordinates on a's face, and the gap along the normal.
    let mut polygon = incident_face(&b, normal)
        .map(|corner| {
            let gap = (corner[k] - top) / normal[k];
            [corner[l] - gap * normal[l], corner[m] - gap * normal[m], gap]
        })
        .to_vec();
    for (coordinate, side) in [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)] {
        polygon = clip(&polygon, coordinate, side, [a.half[l], a.half[m]][coordinate]);
    }
    polygon.retain(|point| point[2] <= 0.0);
    if polygon.len() > limit {
        polygon = keep_four(&polygon);
    }
    let point = |&[u, v, gap]: &Vector| {
        let mut on_face = [0.0; 3];
        (on_face[k], on_face[l], on_face[m]) = (top, u, v);
        let middle = a.in_world(moved(on_face, gap / 2.0, normal));
        Point { position: moved(a.center, 1.0, middle), depth: -gap }
    };
    let points = polygon.iter().map(point).collect();
    Some(Contact { normal: a.in_world(normal), depth: -separation, points })
}
