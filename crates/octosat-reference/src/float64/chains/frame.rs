//! A rigid frame: a rotation matrix and a translation.

use crate::vector::{cross, difference, dot, scaled, sum, unit};

/// Where a frame is, as seen from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidFrame {
    /// Its axes, unit vectors, as seen from the other frame.
    pub axes: [[f64; 3]; 3],
    /// Its origin, in meters.
    pub origin: [f64; 3],
}

impl RigidFrame {
    /// The frame itself.
    pub const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    /// A frame that is turned by a quaternion x, y, z, w of any length but zero, and moved.
    #[must_use]
    pub fn new(origin: [f64; 3], [x, y, z, w]: [f64; 4]) -> Self {
        // The turn about the quaternion's vector by twice the angle whose tangent is its length over w.
        let vector = [x, y, z];
        let angle = 2.0 * dot(vector, vector).sqrt().atan2(w);
        Self { origin, ..Self::turned(vector, angle) }
    }

    /// A frame that is turned about an axis of any length by an angle in radians (Rodrigues' formula).
    #[must_use]
    pub fn turned(axis: [f64; 3], angle: f64) -> Self {
        let axis = unit(axis);
        let (sine, cosine) = angle.sin_cos();
        let half = (0.5 * angle).sin();
        let axes = Self::IDENTITY.axes.map(|vector| {
            let along = scaled(axis, 2.0 * half * half * dot(axis, vector));
            sum(sum(scaled(vector, cosine), scaled(cross(axis, vector), sine)), along)
        });
        Self { axes, origin: [0.0; 3] }
    }

    /// A frame that is moved along an axis of any length, by a distance in meters.
    #[must_use]
    pub fn moved(axis: [f64; 3], distance: f64) -> Self {
        Self { origin: scaled(unit(axis), distance), ..Self::IDENTITY }
    }

    /// A frame as seen from this one, as seen from where this one is seen from.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        let axes = other.axes.map(|axis| self.direction(axis));
        Self { axes, origin: self.point(other.origin) }
    }

    /// A direction of this frame.
    #[must_use]
    pub fn direction(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [i, j, k] = self.axes;
        sum(scaled(i, x), sum(scaled(j, y), scaled(k, z)))
    }

    /// A point of this frame.
    #[must_use]
    pub fn point(&self, point: [f64; 3]) -> [f64; 3] {
        sum(self.origin, self.direction(point))
    }

    /// A point of the world that this frame is in, as seen from this frame.
    #[must_use]
    pub fn seen(&self, point: [f64; 3]) -> [f64; 3] {
        let offset = difference(point, self.origin);
        self.axes.map(|axis| dot(axis, offset))
    }
}
