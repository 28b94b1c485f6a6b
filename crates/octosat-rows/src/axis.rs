//! The axes of a pair.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// The sine of the angle between two edges below which their cross product has no direction, without unit.
///
/// At this sine, rounding in `f64` turns it by at most 3e-7, as much as that of `f32` turns other results.
const SMALLEST_EDGE_SINE: f64 = 1e-9;

/// One of the fifteen candidate axes of a pair, by number.
///
/// 0 to 2 are the face normals of a, 3 to 5 those of b, and 6 + 3·i + j is the cross product of axis i of a and axis j
/// of b, along which the edges run. 255 marks a pair with non-finite input. One byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Axis(u8);

impl Axis {
    /// The mark of a pair with non-finite input.
    pub const NON_FINITE: Self = Self(255);

    /// The axis of a number: 0..=14; every other number is [`Self::NON_FINITE`].
    #[must_use]
    pub const fn from_code(code: u8) -> Self {
        if code < 15 { Self(code) } else { Self::NON_FINITE }
    }

    /// The axis with this number, as lanes hold it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lanes hold numbers of axes"
    )]
    #[doc(hidden)]
    #[must_use]
    pub const fn from_number(number: i32) -> Self {
        Self(number as u8)
    }

    /// The number for lanes.
    #[doc(hidden)]
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The number of the axis: 0..=14, or 255.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The axis of box a, 0..=2, if this is a face normal of a.
    #[must_use]
    pub const fn face_of_a(self) -> Option<u8> {
        if self.0 < 3 { Some(self.0) } else { None }
    }

    /// The axis of box b, 0..=2, if this is a face normal of b.
    #[must_use]
    pub const fn face_of_b(self) -> Option<u8> {
        if self.0 >= 3 && self.0 < 6 { Some(self.0 - 3) } else { None }
    }

    /// The axis of box a and the axis of box b, each 0..=2, if this is the cross product of edges along them.
    #[must_use]
    pub const fn edges(self) -> Option<[u8; 2]> {
        if self.0 >= 6 && self.0 < 15 { Some([(self.0 - 6) / 3, (self.0 - 6) % 3]) } else { None }
    }

    /// The unit direction of the axis in the world, on the side of `toward`: of boxes a and b of these rotations. None
    /// for edges whose angle has a sine below 1e-9, and for input that is not finite.
    ///
    /// For a hit of a cast, `toward` is minus the motion of b as seen from a: the normal then points from a to b. For
    /// boxes that are apart it is the offset of their centers. If the axis is perpendicular to it, either side may be
    /// returned.
    ///
    /// Rotations need not be of unit length. The direction is that of the stored rotations within 4e-7, and its length
    /// is one within 1e-7.
    ///
    /// # Example
    /// ```
    /// use octosat_rows::Axis;
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let motion = [0.0_f32, -4.0, 0.0];
    /// let normal = Axis::from_code(1).normal([upright; 2], motion.map(|component| -component));
    /// assert_eq!(normal, Some([0.0, 1.0, 0.0]));
    /// ```
    #[must_use]
    pub fn normal(self, rotations: [[f32; 4]; 2], toward: [f32; 3]) -> Option<[f32; 3]> {
        let [a, b] = rotations;
        let direction = match (self.face_of_a(), self.face_of_b(), self.edges()) {
            (Some(face), _, _) => box_axis(a, face),
            (_, Some(face), _) => box_axis(b, face),
            (_, _, Some([of_a, of_b])) => unit_cross(box_axis(a, of_a), box_axis(b, of_b))?,
            _ => return None,
        };
        let along: f64 = direction.iter().zip(toward).map(|(x, y)| x * f64::from(y)).sum();
        let toward =
            if along < 0.0 { direction.map(|component| 0.0 - component) } else { direction };
        #[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
        let normal = toward.map(|component| component as f32);
        normal.iter().all(|component| component.is_finite()).then_some(normal)
    }
}

/// Axis k of a box: column k of the matrix of its rotation, whose quaternion may have any length.
///
/// Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985, appendix.
fn box_axis(rotation: [f32; 4], axis: u8) -> [f64; 3] {
    let [x, y, z, w] = rotation.map(f64::from);
    let vector = [x, y, z];
    let scale = 2.0 / ((x * x + y * y) + (z * z + w * w));
    let k = usize::from(axis);
    let (first, second) = ((k + 1) % 3, (k + 2) % 3);
    let mut direction = [0.0; 3];
    direction[k] = 1.0 - scale * (vector[first] * vector[first] + vector[second] * vector[second]);
    direction[first] = scale * (vector[k] * vector[first] + w * vector[second]);
    direction[second] = scale * (vector[k] * vector[second] - w * vector[first]);
    direction
}

/// The cross product of two unit vectors, made unit; none if they are parallel or not finite.
fn unit_cross(a: [f64; 3], b: [f64; 3]) -> Option<[f64; 3]> {
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let [x, y, z] = cross;
    let sine = libm::sqrt(x * x + y * y + z * z);
    (sine >= SMALLEST_EDGE_SINE).then(|| cross.map(|component| component / sine))
}

/// The number and what it stands for: `Axis(4: face 1 of b)`.
impl fmt::Debug for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Axis({}: {self})", self.0)
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(axis) = self.face_of_a() {
            write!(f, "face {axis} of a")
        } else if let Some(axis) = self.face_of_b() {
            write!(f, "face {axis} of b")
        } else if let Some([a, b]) = self.edges() {
            write!(f, "edge {a} of a and edge {b} of b")
        } else {
            write!(f, "non-finite input")
        }
    }
}
