//! Half-spaces: the solid on one side of a plane.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;

use super::checks::{check_lengths, stored_normal};
use super::lanes::shape_of_rows;
use crate::error::Error;

/// The solid below a plane: the points p with n · p at most the offset.
///
/// The unit normal n points out of the solid, in world coordinates; the offset is in meters along
/// it. The ground of a world whose z axis points up is `HalfSpace::new([0.0, 0.0, 1.0], height)`.
/// One row: x, y, z of the normal and the offset.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct HalfSpace {
    row: Row,
}

impl HalfSpace {
    /// The solid below the plane of a unit normal and an offset along it.
    ///
    /// The normal is normalized in `f64`; the offset is taken as it is.
    ///
    /// # Errors
    /// A value that is not finite, a normal whose squared length differs from one by more than 1e-3, or an offset
    /// beyond 1e12 m.
    pub fn new(normal: [f32; 3], offset: f32) -> Result<Self, Error> {
        let [x, y, z] = stored_normal("normal", normal)?;
        check_lengths("offset", &[offset])?;
        Ok(Self { row: Row([x, y, z, offset + 0.0]) })
    }

    /// The solid below the plane through a point, with this unit normal.
    ///
    /// # Errors
    /// As [`new`](Self::new), or a point whose coordinates are not finite or too large.
    pub fn through(point: [f32; 3], normal: [f32; 3]) -> Result<Self, Error> {
        check_lengths("point", &point)?;
        let stored = stored_normal("normal", normal)?;
        let offset: f64 = stored.iter().zip(point).map(|(&n, p)| f64::from(n) * f64::from(p)).sum();
        Self::new(stored, crate::boxes::rotation::round(offset))
    }

    /// The unit normal, pointing out of the solid.
    #[must_use]
    pub fn normal(&self) -> [f32; 3] {
        let [x, y, z, _] = self.row.0;
        [x, y, z]
    }

    /// The plane's distance from the world's origin along the normal, in meters.
    #[must_use]
    pub fn offset(&self) -> f32 {
        self.row.0[3]
    }
}

/// Half-spaces in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpaceLanes<F> {
    /// The unit normal, pointing out of the solid.
    pub(crate) normal: [F; 3],
    /// The plane's distance from the origin along the normal.
    pub(crate) offset: F,
}

impl<F: Copy> HalfSpaceLanes<F> {
    #[inline(always)]
    fn of_rows([[x, y, z, offset]]: [[F; 4]; 1]) -> Self {
        Self { normal: [x, y, z], offset }
    }
}

shape_of_rows!(HalfSpace: "half-spaces", HalfSpaceLanes, |isa, rows| HalfSpaceLanes::of_rows(rows));
