//! The rectangle in which one box covers a face of another, in float64.

use crate::view::BoxView;

/// A box, for measuring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) center: [f64; 3],
    /// Its unit axes, world coordinates.
    pub(super) axes: [[f64; 3]; 3],
    pub(super) half_extents: [f64; 3],
}

/// A point or a direction in the coordinates of a face.
pub(super) type Plane = [f64; 2];

/// A rectangle in the coordinates of a face, grown by the tolerance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cover {
    pub(super) center: Plane,
    /// The unit direction of its first sides.
    pub(super) direction: Plane,
    pub(super) half_extents: [f64; 2],
}

/// The half sides of a face, along its two coordinates.
pub(super) type Half = [f64; 2];

/// The sum of products.
pub(super) fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Solid {
    /// The box of an index; none if a number is not finite.
    pub(super) fn of(boxes: &BoxView<'_>, index: usize) -> Option<Self> {
        let row = |column| Some(boxes.columns.row(column, index)?.0.map(f64::from));
        let ([x, y, z, _], [qx, qy, qz, qw], [hx, hy, hz, _]) = (row(0)?, row(1)?, row(2)?);
        let length = dot([qx, qy, qz, qw], [qx, qy, qz, qw]).sqrt();
        let [x1, y1, z1, w1] = [qx, qy, qz, qw].map(|component| component / length);
        // The columns of the rotation matrix, as in `basis`.
        let axes = [
            [1.0 - 2.0 * (y1 * y1 + z1 * z1), 2.0 * (x1 * y1 + z1 * w1), 2.0 * (x1 * z1 - y1 * w1)],
            [2.0 * (x1 * y1 - z1 * w1), 1.0 - 2.0 * (x1 * x1 + z1 * z1), 2.0 * (y1 * z1 + x1 * w1)],
            [2.0 * (x1 * z1 + y1 * w1), 2.0 * (y1 * z1 - x1 * w1), 1.0 - 2.0 * (x1 * x1 + y1 * y1)],
        ];
        let solid = Self { center: [x, y, z], axes, half_extents: [hx, hy, hz] };
        let sum: f64 = solid.center.iter().chain(&solid.half_extents).sum();
        let turned: f64 = axes.iter().flatten().sum();
        (sum + turned).is_finite().then_some(solid)
    }

    /// How far the box reaches from its center along each world axis.
    pub(super) fn world_reach(&self) -> [f64; 3] {
        [0, 1, 2].map(|k| (0..3).map(|j| self.half_extents[j] * self.axes[j][k].abs()).sum())
    }

    /// The half sides of the two faces along an axis.
    pub(super) fn half_sides(&self, axis: usize) -> Half {
        [self.half_extents[(axis + 1) % 3], self.half_extents[(axis + 2) % 3]]
    }

    /// The rectangle in which another box covers the face of a number.
    ///
    /// The other box begins in the plane of the face or inside of it, and ends outside of it, both to within the
    /// tolerance, and one of its axes is perpendicular to the face to within the tolerance over the whole face.
    pub(super) fn covered_by(&self, face: usize, other: &Self, tolerance: f64) -> Option<Cover> {
        let axis = face / 2;
        let out = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
        let normal = self.axes[axis].map(|component| out * component);
        let cosines = other.axes.map(|axis| dot(axis, normal));
        let along = (0..3).max_by(|&i, &j| cosines[i].abs().total_cmp(&cosines[j].abs()))?;
        let half = self.half_sides(axis);
        let sine = (1.0 - cosines[along] * cosines[along]).max(0.0).sqrt();
        if sine * (half[0] + half[1]) > tolerance {
            return None;
        }
        let offset = [0, 1, 2].map(|k| other.center[k] - self.center[k]);
        let height = dot(normal, offset) - self.half_extents[axis];
        let reach = other.half_extents[along];
        if height - reach > tolerance || height + reach <= tolerance {
            return None;
        }
        let sides = [self.axes[(axis + 1) % 3], self.axes[(axis + 2) % 3]];
        let center = sides.map(|side| dot(side, offset));
        let first = sides.map(|side| dot(side, other.axes[(along + 1) % 3]));
        let length = dot(first, first).sqrt();
        let direction = first.map(|component| component / length);
        let half_extents = other.half_sides(along).map(|extent| extent + tolerance);
        let cover = Cover { center, direction, half_extents };
        // A neighbor that touches only the border of the face covers nothing.
        cover.shrunk(2.0 * tolerance).meets(half).then_some(cover)
    }
}

impl Cover {
    /// The four half-planes whose intersection is the rectangle: a unit direction out of each, and its distance from the
    /// origin of the coordinates.
    pub(super) fn sides(&self) -> [(Plane, f64); 4] {
        let [x, y] = self.direction;
        let side = |out: Plane, extent| (out, dot(out, self.center) + extent);
        let [first, second] = self.half_extents;
        [side([x, y], first), side([-x, -y], first), side([-y, x], second), side([y, -x], second)]
    }

    /// The rectangle without a border.
    fn shrunk(self, border: f64) -> Self {
        Self { half_extents: self.half_extents.map(|extent| extent - border), ..self }
    }

    /// Whether the rectangle and a face have an inner point in common: no side of either separates them.
    fn meets(&self, [first, second]: Half) -> bool {
        let [x, y] = self.direction.map(f64::abs);
        let [u, v] = self.center.map(f64::abs);
        let [own_first, own_second] = self.half_extents;
        let along = dot(self.direction, self.center).abs();
        let across = (self.direction[0] * self.center[1] - self.direction[1] * self.center[0]).abs();
        own_first > 0.0
            && own_second > 0.0
            && u < first + own_first * x + own_second * y
            && v < second + own_first * y + own_second * x
            && along < own_first + first * x + second * y
            && across < own_second + first * y + second * x
    }
}
