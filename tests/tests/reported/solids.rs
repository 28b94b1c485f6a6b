//! Boxes, rigid motions and contact points of cases, in float64.

use octosat::{BoxStore, OrientedBox};
use octosat_tests::{
    NO_TURN, Quaternion, Vector, add, along, length, narrow, normalized, product, rotate, turn,
};

/// The world's axes.
pub(crate) const X: Vector = [1.0, 0.0, 0.0];
pub(crate) const Y: Vector = [0.0, 1.0, 0.0];
pub(crate) const Z: Vector = [0.0, 0.0, 1.0];

/// 45 degrees in radians.
pub(crate) const EIGHTH: f64 = std::f64::consts::FRAC_PI_4;

/// A box before it is rounded to float32.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub(crate) center: Vector,
    pub(crate) rotation: Quaternion,
    pub(crate) half: Vector,
}

/// A rotation about the origin, then a translation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) rotation: Quaternion,
    pub(crate) translation: Vector,
}

/// A contact point: half-way between the surfaces, and how deep they overlap there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) position: Vector,
    pub(crate) depth: f64,
}

pub(crate) fn minus(vector: Vector) -> Vector {
    vector.map(|component| -component)
}

pub(crate) fn scaled(vector: Vector, by: f64) -> Vector {
    vector.map(|component| by * component)
}

/// How far two points are apart.
pub(crate) fn distance(a: Vector, b: Vector) -> f64 {
    length(along(a, -1.0, b))
}

/// The direction with unit length.
pub(crate) fn unit(direction: Vector) -> Vector {
    normalized(direction)
}

impl Solid {
    /// A box that is not turned.
    pub(crate) const fn upright(center: Vector, half: Vector) -> Self {
        Self { center, rotation: NO_TURN, half }
    }

    /// A cube that is not turned.
    pub(crate) const fn cube(center: Vector, half: f64) -> Self {
        Self::upright(center, [half; 3])
    }

    /// The upright box between two corners.
    pub(crate) fn between(min: Vector, max: Vector) -> Self {
        let half = |sign: f64| [0, 1, 2].map(|k| 0.5 * (max[k] + sign * min[k]));
        Self::upright(half(1.0), half(-1.0))
    }

    /// The box turned about its own center.
    pub(crate) fn turned(self, axis: Vector, angle: f64) -> Self {
        Self { rotation: product(turn(axis, angle), self.rotation), ..self }
    }

    /// The box moved along a direction.
    pub(crate) fn shifted(self, by: f64, direction: Vector) -> Self {
        Self { center: along(self.center, by, direction), ..self }
    }

    pub(crate) fn moved(self, motion: &Motion) -> Self {
        let rotation = product(motion.rotation, self.rotation);
        Self { center: motion.point(self.center), rotation, ..self }
    }

    pub(crate) fn stored(&self) -> OrientedBox {
        let rotation = narrow(normalized(self.rotation));
        OrientedBox::new(narrow(self.center), rotation, narrow(self.half))
    }
}

impl Motion {
    pub(crate) const NONE: Self = Self { rotation: NO_TURN, translation: [0.0; 3] };

    /// The motion after which every case is computed again.
    pub(crate) fn usual() -> Self {
        Self { rotation: turn([1.0, 2.0, 3.0], 1.0), translation: [0.75, -0.5, 0.25] }
    }

    pub(crate) fn point(&self, point: Vector) -> Vector {
        add(rotate(self.rotation, point), self.translation)
    }

    pub(crate) fn direction(&self, direction: Vector) -> Vector {
        rotate(self.rotation, direction)
    }
}

impl Point {
    pub(crate) const fn new(position: Vector, depth: f64) -> Self {
        Self { position, depth }
    }

    pub(crate) fn moved(&self, motion: &Motion) -> Self {
        Self { position: motion.point(self.position), ..*self }
    }
}

/// The corners of a rectangle with the half sides u and v, all of one depth.
pub(crate) fn rectangle(center: Vector, [u, v]: [Vector; 2], depth: f64) -> Vec<Point> {
    let corner = |[s, t]: [f64; 2]| Point::new(along(along(center, s, u), t, v), depth);
    [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]].map(corner).to_vec()
}

/// The ends of a segment around a center, of one depth.
pub(crate) fn ends(center: Vector, half: Vector, depth: f64) -> Vec<Point> {
    [-1.0, 1.0].map(|side| Point::new(along(center, side, half), depth)).to_vec()
}

/// The rotation that takes a unit vector to another, which is not its opposite.
pub(crate) fn taking(from: Vector, to: Vector) -> Quaternion {
    let axis = octosat_tests::cross(from, to);
    let sine = length(axis);
    if sine == 0.0 { NO_TURN } else { turn(axis, sine.atan2(octosat_tests::dot(from, to))) }
}

/// A store of these boxes.
pub(crate) fn store(solids: &[Solid]) -> BoxStore {
    let mut boxes = BoxStore::new();
    let stored: Vec<_> = solids.iter().map(Solid::stored).collect();
    boxes.extend_from_boxes(&stored).unwrap();
    boxes
}

/// All directions to the faces, edges and corners of a cube, not normalized.
pub(crate) fn directions() -> Vec<Vector> {
    let steps = [-1.0, 0.0, 1.0];
    let all = steps.into_iter().flat_map(|x| {
        steps.into_iter().flat_map(move |y| steps.into_iter().map(move |z| [x, y, z]))
    });
    all.filter(|way| length(*way) > 0.0).collect()
}
