//! Everything on one side of a plane.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{BoundedPairs, Isa, Row};

use super::checks::{check_lengths, stored_normal};
use super::error::{ShapeError, ShapeField};
use super::lanes::{Shape, load_rows, splat_rows};

/// The solid below a plane: the points p with n · p at most the offset.
///
/// The unit normal n points out of the solid, in world coordinates; the offset is in metres along
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
    /// The normal is normalised in `f64`; the offset is taken as it is.
    ///
    /// # Errors
    /// A value that is not finite, a normal off unit length by more than
    /// [`ROTATION_LENGTH_TOLERANCE`](crate::tolerances::ROTATION_LENGTH_TOLERANCE) in its square, or
    /// an offset beyond [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH).
    pub fn new(normal: [f32; 3], offset: f32) -> Result<Self, ShapeError> {
        let [x, y, z] = stored_normal(ShapeField::Normal, normal)?;
        check_lengths(ShapeField::Offset, &[offset])?;
        Ok(Self { row: Row([x, y, z, offset + 0.0]) })
    }

    /// The solid below the plane through a point, with this unit normal.
    ///
    /// # Errors
    /// As [`new`](Self::new), or a point whose coordinates are not finite or too large.
    pub fn through(point: [f32; 3], normal: [f32; 3]) -> Result<Self, ShapeError> {
        check_lengths(ShapeField::Point, &point)?;
        let stored = stored_normal(ShapeField::Normal, normal)?;
        let offset: f64 = stored.iter().zip(point).map(|(&n, p)| f64::from(n) * f64::from(p)).sum();
        Self::new(stored, crate::store::round(offset))
    }

    /// The unit normal, pointing out of the solid.
    #[must_use]
    pub fn normal(&self) -> [f32; 3] {
        let [x, y, z, _] = self.row.0;
        [x, y, z]
    }

    /// The plane's distance from the origin along the normal, in metres.
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

impl Shape for HalfSpace {
    const NAMES: &'static str = "half-spaces";

    type Lanes<I: Isa> = HalfSpaceLanes<I::Real>;

    #[inline(always)]
    fn splat<I: Isa>(isa: I, shape: &Self) -> HalfSpaceLanes<I::Real> {
        HalfSpaceLanes::of_rows(splat_rows(isa, &[shape.row]))
    }

    #[inline(always)]
    fn load<I: Isa>(isa: I, shapes: &[Self], pairs: &BoundedPairs<'_>) -> HalfSpaceLanes<I::Real> {
        HalfSpaceLanes::of_rows(load_rows(isa, bytemuck::cast_slice(shapes), pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::BoxProblem;

    #[test]
    fn normals_are_normalised_and_offsets_are_not() {
        let tilted = HalfSpace::new([0.6001, 0.0, 0.8002], 2.0).unwrap();
        let squared: f64 = tilted.normal().iter().map(|&c| f64::from(c) * f64::from(c)).sum();
        assert!((squared - 1.0).abs() < 2e-7);
        assert_eq!(tilted.offset().to_bits(), 2.0_f32.to_bits());
        assert_eq!(HalfSpace::new(tilted.normal(), 2.0), Ok(tilted));
        let through = HalfSpace::through([5.0, -3.0, 1.5], [0.0, 0.0, -1.0]).unwrap();
        assert_eq!(through, HalfSpace::new([0.0, 0.0, -1.0], -1.5).unwrap());
    }

    #[test]
    fn refusals_name_the_value() {
        let error = HalfSpace::new([0.0, 0.0, 1.1], 0.0).unwrap_err();
        assert_eq!(error.field, ShapeField::Normal);
        let error = HalfSpace::new([0.0, f32::NAN, 1.0], 0.0).unwrap_err();
        assert!(matches!(error.problem, BoxProblem::NotFinite { component: 1, .. }));
        let error = HalfSpace::new([0.0, 0.0, 1.0], 2e12).unwrap_err();
        assert_eq!(error.to_string(), "offset component 0 is 2e12, beyond 1e12");
        let error = HalfSpace::through([0.0, f32::INFINITY, 0.0], [0.0, 0.0, 1.0]).unwrap_err();
        assert_eq!(error.field, ShapeField::Point);
    }
}
