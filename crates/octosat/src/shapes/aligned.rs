//! Boxes along the world's axes.

use alloc::format;

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;

use super::checks::{check_lengths, wrong_number};
use super::lanes::shape_of_rows;
use crate::error::{Error, Number};

/// A closed axis-aligned box, given by its least and greatest coordinates, in meters.
///
/// Plain data of 32 bytes, aligned to 16: the least coordinates at 0, the greatest at 16. Each is followed by a
/// number that the engine writes as zero and ignores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct AxisAlignedBox {
    min: Row,
    max: Row,
}

impl AxisAlignedBox {
    /// The box between two corners.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 1e12 m, or a greatest coordinate below the least.
    pub fn new(min: [f32; 3], max: [f32; 3]) -> Result<Self, Error> {
        check_lengths("least coordinates", &min)?;
        check_lengths("greatest coordinates", &max)?;
        for (component, (&least, &value)) in min.iter().zip(&max).enumerate() {
            if value < least {
                let problem = format!("below the least, {}", Number(least));
                return Err(wrong_number("greatest coordinates", Some(component), value, &problem));
            }
        }
        let row = |[x, y, z]: [f32; 3]| Row([x + 0.0, y + 0.0, z + 0.0, 0.0]);
        Ok(Self { min: row(min), max: row(max) })
    }

    /// The least coordinates, in meters.
    #[must_use]
    pub fn min(&self) -> [f32; 3] {
        let [x, y, z, _] = self.min.0;
        [x, y, z]
    }

    /// The greatest coordinates, in meters.
    #[must_use]
    pub fn max(&self) -> [f32; 3] {
        let [x, y, z, _] = self.max.0;
        [x, y, z]
    }
}

/// Axis-aligned boxes in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedLanes<F> {
    /// The least coordinates.
    pub(crate) min: [F; 3],
    /// The greatest coordinates.
    pub(crate) max: [F; 3],
}

impl<F: Copy> AlignedLanes<F> {
    #[inline(always)]
    fn of_rows([min, max]: [[F; 4]; 2]) -> Self {
        Self { min: [min[0], min[1], min[2]], max: [max[0], max[1], max[2]] }
    }
}

shape_of_rows!(AxisAlignedBox: "axis-aligned boxes", AlignedLanes, |isa, rows| AlignedLanes::of_rows(rows));
