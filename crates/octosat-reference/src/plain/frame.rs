//! Both boxes along the axes of a, in one form for both bases, and the way back to the world.

use super::arithmetic::{cross, difference, dot, doubled, lesser, next, sum};
use crate::tolerances::REACH_NOISE;
use crate::{OrientedBox, ScaledBox};

/// How far a box reaches along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reach {
    /// Axes are unit vectors: a half extent times the projection of its axis.
    Metric,
    /// Axes are multiplied by their half extents: the projection alone. Axes of zero half extent do not count.
    Scaled,
}

/// A pair along the axes of a.
///
/// `rotation[i][j]` is the scalar product of axis i of a and axis j of b. The offset leads from the center
/// of a to that of b, along a's axes and along b's. `own` is how far each box reaches along its own axes,
/// in the same scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) rotation: [[f32; 3]; 3],
    pub(super) offset_a: [f32; 3],
    pub(super) offset_b: [f32; 3],
    pub(super) own_a: [f32; 3],
    pub(super) own_b: [f32; 3],
    pub(super) half_a: [f32; 3],
    pub(super) half_b: [f32; 3],
    pub(super) reach: Reach,
}

impl Frame {
    /// The frame of two boxes with quaternions.
    pub(super) fn of_oriented(a: &OrientedBox, b: &OrientedBox) -> Self {
        let rotation = rotation_matrix(relative_rotation(a.rotation, b.rotation));
        let offset_a = to_local(a.rotation, difference(b.center, a.center));
        Self {
            rotation,
            offset_a,
            offset_b: along_columns(&rotation, offset_a),
            own_a: a.half_extents,
            own_b: b.half_extents,
            half_a: a.half_extents,
            half_b: b.half_extents,
            reach: Reach::Metric,
        }
    }

    /// The same frame, with the offset along the axes of b by the rotation of b instead of the relative one.
    pub(super) fn of_oriented_each(a: &OrientedBox, b: &OrientedBox) -> Self {
        let offset_b = to_local(b.rotation, difference(b.center, a.center));
        Self { offset_b, ..Self::of_oriented(a, b) }
    }

    /// The metric frame of two pre-scaled boxes: their axes are divided by their half extents.
    pub(super) fn of_scaled_metric(a: &ScaledBox, b: &ScaledBox) -> Self {
        let offset = difference(b.center, a.center);
        let (axes_a, axes_b) = (unit_axes(a), unit_axes(b));
        Self {
            rotation: products(&axes_a, &axes_b),
            offset_a: along(&axes_a, offset),
            offset_b: along(&axes_b, offset),
            own_a: a.half_extents,
            own_b: b.half_extents,
            half_a: a.half_extents,
            half_b: b.half_extents,
            reach: Reach::Metric,
        }
    }

    /// The scaled frame of two pre-scaled boxes: their axes are used as they are, without division. It is for
    /// overlap only, because both sides of a comparison have the same positive factor.
    pub(super) fn of_scaled(a: &ScaledBox, b: &ScaledBox) -> Self {
        let offset = difference(b.center, a.center);
        Self {
            rotation: products(&a.axes, &b.axes),
            offset_a: along(&a.axes, offset),
            offset_b: along(&b.axes, offset),
            own_a: squares(a.half_extents),
            own_b: squares(b.half_extents),
            half_a: a.half_extents,
            half_b: b.half_extents,
            reach: Reach::Scaled,
        }
    }

    /// Adds to `sum` how far an axis of this half extent reaches. `projection` is the magnitude of its
    /// projection.
    pub(super) fn reach(&self, half_extent: f32, projection: f32, sum: f32) -> f32 {
        match self.reach {
            Reach::Metric => half_extent * projection + sum,
            Reach::Scaled => sum + if is_zero(half_extent) { 0.0 } else { projection },
        }
    }

    /// Meters by which rounding moves a place where the boxes touch. No such place is farther from either center than
    /// the distance of the centers plus the half extents of the smaller box. For unit axes.
    pub(super) fn noise(&self) -> f32 {
        let [x, y, z] = self.offset_a.map(f32::abs);
        REACH_NOISE * (((x + y) + z) + self.smaller_extent())
    }

    /// The sum of the half extents of the smaller box.
    pub(super) fn smaller_extent(&self) -> f32 {
        lesser(sum(self.half_b), sum(self.half_a))
    }

    /// Axis j of b along the axes of a.
    pub(super) fn axis_of_b(&self, j: usize) -> [f32; 3] {
        column(&self.rotation, j)
    }
}

/// The axes of a pre-scaled box as unit vectors.
pub(super) fn unit_axes(scaled: &ScaledBox) -> [[f32; 3]; 3] {
    let mut axes = scaled.axes;
    for (axis, &half_extent) in axes.iter_mut().zip(&scaled.half_extents) {
        let scale = if is_zero(half_extent) { 1.0 } else { half_extent };
        let inverse = 1.0 / scale;
        for component in axis {
            *component *= inverse;
        }
    }
    axes
}

/// The relative quaternion conj(a)·b.
pub(super) fn relative_rotation(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    let (av, bv) = ([ax, ay, az], [bx, by, bz]);
    let w = aw * bw + dot(av, bv);
    let product = cross(av, bv);
    let [x, y, z] = std::array::from_fn(|k| aw * bv[k] - (bw * av[k] + product[k]));
    [x, y, z, w]
}

/// The rotation matrix of a quaternion: column k is axis k of the rotated frame.
pub(super) fn rotation_matrix([x, y, z, w]: [f32; 4]) -> [[f32; 3]; 3] {
    rotation_matrix_of([x, y, z, w], doubled([x, y, z]))
}

/// The same of a quaternion of any length; `d` is its vector part times two over its squared length.
pub(super) fn rotation_matrix_of([x, y, z, w]: [f32; 4], d: [f32; 3]) -> [[f32; 3]; 3] {
    let v = [x, y, z];
    let mut rotation = [[0.0; 3]; 3];
    for k in 0..3 {
        let (l, m) = (next(k), next(next(k)));
        rotation[k][k] = 1.0 - d[m] * v[m] - d[l] * v[l];
        let p = d[l] * v[m];
        rotation[l][m] = p - d[k] * w;
        rotation[m][l] = d[k] * w + p;
    }
    rotation
}

/// A vector of a's frame along the axes of b.
pub(super) fn along_columns(rotation: &[[f32; 3]; 3], vector: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|j| dot(column(rotation, j), vector))
}

/// A world vector along the axes of a box with this rotation.
pub(super) fn to_local(rotation: [f32; 4], offset: [f32; 3]) -> [f32; 3] {
    let [x, y, z, _] = rotation;
    rotated_back(rotation, doubled(cross(offset, [x, y, z])), offset)
}

/// The same for a quaternion of any length; `c2` is the cross product of the vector and its vector part, times two over
/// its squared length.
pub(super) fn rotated_back([x, y, z, w]: [f32; 4], c2: [f32; 3], offset: [f32; 3]) -> [f32; 3] {
    let v = [x, y, z];
    std::array::from_fn(|k| {
        let (l, m) = (next(k), next(next(k)));
        c2[l] * v[m] + (w * c2[k] + offset[k] - c2[m] * v[l])
    })
}

/// The local direction, rotated by a quaternion.
pub(super) fn by_quaternion(rotation: [f32; 4], local: [f32; 3]) -> [f32; 3] {
    let [x, y, z, w] = rotation;
    let v = [x, y, z];
    let c2 = doubled(cross(v, local));
    std::array::from_fn(|k| {
        let (l, m) = (next(k), next(next(k)));
        v[l] * c2[m] + (w * c2[k] + local[k] - v[m] * c2[l])
    })
}

/// The local direction as a sum of unit axes.
pub(super) fn by_axes(axes: &[[f32; 3]; 3], local: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| local[2] * axes[2][k] + (local[1] * axes[1][k] + local[0] * axes[0][k]))
}

pub(super) fn column(rotation: &[[f32; 3]; 3], j: usize) -> [f32; 3] {
    [rotation[0][j], rotation[1][j], rotation[2][j]]
}

fn products(axes_a: &[[f32; 3]; 3], axes_b: &[[f32; 3]; 3]) -> [[f32; 3]; 3] {
    axes_a.map(|axis_a| axes_b.map(|axis_b| dot(axis_a, axis_b)))
}

fn along(axes: &[[f32; 3]; 3], offset: [f32; 3]) -> [f32; 3] {
    axes.map(|axis| dot(axis, offset))
}

fn squares(values: [f32; 3]) -> [f32; 3] {
    values.map(|value| value * value)
}

/// Exactly zero marks a plate, a rod or a point.
fn is_zero(half_extent: f32) -> bool {
    half_extent == 0.0
}
