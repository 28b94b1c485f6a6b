//! A rectangle as a plain value.

use crate::store::round;

/// Where a rectangle is and how it is turned: what a [`BoxPose`](crate::BoxPose) is for a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectanglePose {
    /// The centre in the world, in metres.
    pub center: [f32; 2],
    /// The unit complex number cosine, sine of the angle that turns the rectangle's frame into the
    /// world's.
    pub rotation: [f32; 2],
}

impl RectanglePose {
    /// No translation and no turn.
    pub const IDENTITY: Self = Self { center: [0.0; 2], rotation: [1.0, 0.0] };

    /// A pose of a centre in metres and a unit complex number, rectangle to world.
    #[must_use]
    pub const fn new(center: [f32; 2], rotation: [f32; 2]) -> Self {
        Self { center, rotation }
    }
}

/// A rectangle: a centre, a turn and half its edge lengths.
///
/// A plain value; it is checked when it enters a store.
///
/// # Example
/// ```
/// use octosat::{Rectangle, RectangleStore};
/// // 2 m × 1 m, turned by 90 degrees.
/// let rectangle = Rectangle::new([3.0, 0.0], [0.0, 1.0], [1.0, 0.5]);
/// let mut store = RectangleStore::new();
/// assert_eq!(store.insert(rectangle), Ok(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// The centre in the world, in metres.
    pub center: [f32; 2],
    /// The unit complex number cosine, sine of the angle that turns the rectangle's frame into the
    /// world's: axis 0 is (cosine, sine), axis 1 is (−sine, cosine).
    pub rotation: [f32; 2],
    /// Half the edge lengths along the rectangle's own axes, in metres; zero makes a rod or a point.
    pub half_extents: [f32; 2],
}

impl Rectangle {
    /// A rectangle of a centre in metres, a unit complex number and half extents in metres.
    #[must_use]
    pub const fn new(center: [f32; 2], rotation: [f32; 2], half_extents: [f32; 2]) -> Self {
        Self { center, rotation, half_extents }
    }

    /// A rectangle of a centre in metres, an angle in radians and half extents in metres.
    ///
    /// The sine and the cosine are the platform's, in `f64` and rounded; where bits must be the same
    /// everywhere, give the rotation itself.
    #[must_use]
    pub fn at_angle(center: [f32; 2], angle: f32, half_extents: [f32; 2]) -> Self {
        let (sine, cosine) = f64::from(angle).sin_cos();
        Self::new(center, [round(cosine), round(sine)], half_extents)
    }

    /// Where it is and how it is turned.
    #[must_use]
    pub const fn pose(&self) -> RectanglePose {
        RectanglePose::new(self.center, self.rotation)
    }
}
