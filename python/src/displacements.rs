//! The argument `motions`: how far boxes and other shapes move.

use numpy::PyUntypedArrayMethods;
use octosat::Motions;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::again::Values;
use crate::arrays::{Private, as_array, vectors};
use crate::leading::{Items, Target};

/// Displacements of a caller.
#[derive(Debug)]
pub(crate) enum Displacements {
    /// The same for all pairs.
    Uniform([f32; 3]),
    PerPair(Vec<[f32; 3]>),
    PerBox(Vec<[f32; 3]>),
    PerBoxOfEach([Vec<[f32; 3]>; 2]),
}

impl Displacements {
    /// Reads displacements: one of shape (3,) for all pairs, one per pair of shape (m, 3), or one per box, with the
    /// leading axes of the boxes; of two lists, a tuple of two arrays.
    pub(crate) fn of(motions: &Bound<'_, PyAny>, per_box: bool) -> PyResult<Self> {
        if per_box {
            return match motions.cast::<PyTuple>() {
                Ok(sides) if sides.len() == 2 => {
                    let [of_a, of_b] = [sides.get_item(0)?, sides.get_item(1)?];
                    Ok(Self::PerBoxOfEach([of_items(&of_a)?, of_items(&of_b)?]))
                }
                _ => Ok(Self::PerBox(of_items(motions)?)),
            };
        }
        if as_array(motions)?.shape() != [3] {
            return Ok(Self::PerPair(vectors("motions", motions)?.rows().to_vec()));
        }
        let one = of_items(motions)?;
        Ok(Self::Uniform(one.first().copied().unwrap_or_default()))
    }

    /// Copies of the caller's arrays.
    pub(crate) fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Uniform(motion) => Values::array(motion, py),
            Self::PerPair(motions) | Self::PerBox(motions) => Values::array(motions, py),
            Self::PerBoxOfEach([of_a, of_b]) => {
                let sides = (Values::array(of_a, py)?, Values::array(of_b, py)?);
                Ok(sides.into_pyobject(py)?.into_any())
            }
        }
    }

    /// Whether they are per box.
    pub(crate) fn are_per_box(&self) -> bool {
        matches!(self, Self::PerBox(_) | Self::PerBoxOfEach(_))
    }

    /// The displacements in the engine's type.
    pub(crate) fn motions(&self) -> Motions<'_> {
        match self {
            Self::Uniform(motion) => Motions::uniform(*motion),
            Self::PerPair(motions) => Motions::per_pair(motions),
            Self::PerBox(motions) => Motions::per_box(motions),
            Self::PerBoxOfEach([of_a, of_b]) => Motions::per_box([of_a, of_b]),
        }
    }
}

/// Reads vectors with leading axes.
fn of_items(motions: &Bound<'_, PyAny>) -> PyResult<Vec<[f32; 3]>> {
    let motions = Items::vectors("motions", motions)?;
    let copy: Private<'_, f32> = motions.copy(Target::boxes(motions.shape()))?;
    Ok(copy.rows().to_vec())
}
