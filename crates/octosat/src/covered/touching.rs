//! The rectangle in which one box covers a face of another, in float64.

use octosat_lanes::math;

use crate::boxes::view::BoxView;

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
pub(super) fn dot<const LEN: usize>(a: [f64; LEN], b: [f64; LEN]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Solid {
    /// The box of an index; none if a number is not finite.
    pub(super) fn of(boxes: &BoxView<'_>, index: usize) -> Option<Self> {
        let row = |column| Some(boxes.columns.row(column, index)?.0.map(f64::from));
        let ([x, y, z, _], [qx, qy, qz, qw], [hx, hy, hz, _]) = (row(0)?, row(1)?, row(2)?);
        let length = math::sqrt(dot([qx, qy, qz, qw], [qx, qy, qz, qw]));
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

    /// Another box, seen from this one.
    pub(super) fn neighbor(&self, other: &Self, tolerance: f64) -> Neighbor {
        let between = [0, 1, 2].map(|k| other.center[k] - self.center[k]);
        Neighbor {
            half_extents: self.half_extents,
            other: other.half_extents,
            offset: self.axes.map(|axis| dot(axis, between)),
            cosines: self.axes.map(|axis| other.axes.map(|of_other| dot(axis, of_other))),
            tolerance,
        }
    }
}

/// A box seen from another one, which it may cover.
pub(super) struct Neighbor {
    half_extents: [f64; 3],
    /// The half extents of the neighbor.
    other: [f64; 3],
    /// The center of the neighbor, along the axes of the box.
    offset: [f64; 3],
    /// The axes of the neighbor along each axis of the box.
    cosines: [[f64; 3]; 3],
    tolerance: f64,
}

impl Neighbor {
    /// The rectangle in which the neighbor covers the face of a number.
    ///
    /// The neighbor begins in the plane of the face or inside of it, and ends outside of it, both to within the
    /// tolerance, and one of its axes is perpendicular to the face to within the tolerance over the whole face.
    pub(super) fn cover(&self, face: usize) -> Option<Cover> {
        let axis = face / 2;
        let out = if face.is_multiple_of(2) { -1.0 } else { 1.0 };
        let cosines = self.cosines[axis];
        let along = (0..3).max_by(|&i, &j| cosines[i].abs().total_cmp(&cosines[j].abs()))?;
        let height = out * self.offset[axis] - self.half_extents[axis];
        let reach = self.other[along];
        if height - reach > self.tolerance || height + reach <= self.tolerance {
            return None;
        }
        let sides = [(axis + 1) % 3, (axis + 2) % 3];
        let half = sides.map(|side| self.half_extents[side]);
        let sine = math::sqrt((1.0 - cosines[along] * cosines[along]).max(0.0));
        if sine * (half[0] + half[1]) > self.tolerance {
            return None;
        }
        let [first, second] = [(along + 1) % 3, (along + 2) % 3];
        let direction = sides.map(|side| self.cosines[side][first]);
        let length = math::sqrt(dot(direction, direction));
        let cover = Cover {
            center: sides.map(|side| self.offset[side]),
            direction: direction.map(|component| component / length),
            half_extents: [first, second].map(|k| self.other[k] + self.tolerance),
        };
        // A neighbor that touches only the border of the face covers nothing.
        cover.shrunk(2.0 * self.tolerance).meets(half).then_some(cover)
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

    /// Whether all four corners of a face are inside.
    pub(super) fn holds_face(&self, [u, v]: Half) -> bool {
        let corners = [[u, v], [u, -v], [-u, v], [-u, -v]];
        let is_inside = |(out, distance)| corners.iter().all(|&at| dot(out, at) <= distance);
        self.sides().into_iter().all(is_inside)
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
        let across =
            (self.direction[0] * self.center[1] - self.direction[1] * self.center[0]).abs();
        own_first > 0.0
            && own_second > 0.0
            && u < first + own_first * x + own_second * y
            && v < second + own_first * y + own_second * x
            && along < own_first + first * x + second * y
            && across < own_second + first * y + second * x
    }
}
