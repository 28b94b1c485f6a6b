//! What stands first in the pairs of a query: boxes, or shapes instead of boxes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::shapes::{Capsules, HalfSpaces, Spheres};

/// The boxes or shapes that the first index of each pair is for.
pub(crate) enum First<'py> {
    Boxes(BoxesArgument<'py>),
    HalfSpaces(Bound<'py, HalfSpaces>),
    Spheres(Bound<'py, Spheres>),
    Capsules(Bound<'py, Capsules>),
}

impl<'py> First<'py> {
    /// Reads boxes or shapes of the caller.
    pub(crate) fn of(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(shapes) = value.cast::<HalfSpaces>() {
            return Ok(Self::HalfSpaces(shapes.clone()));
        }
        if let Ok(shapes) = value.cast::<Spheres>() {
            return Ok(Self::Spheres(shapes.clone()));
        }
        if let Ok(shapes) = value.cast::<Capsules>() {
            return Ok(Self::Capsules(shapes.clone()));
        }
        BoxesArgument::of("boxes", value).map(Self::Boxes)
    }

    /// The shape of the rows of a query without pairs.
    pub(crate) fn shape(&self) -> Vec<usize> {
        match self {
            Self::Boxes(boxes) => boxes.shape().to_vec(),
            Self::HalfSpaces(shapes) => vec![shapes.get().rows.len()],
            Self::Spheres(shapes) => vec![shapes.get().rows.len()],
            Self::Capsules(shapes) => vec![shapes.get().rows.len()],
        }
    }

    /// The boxes. Fails if there are shapes.
    pub(crate) fn boxes(&self) -> PyResult<&BoxesArgument<'py>> {
        match self {
            Self::Boxes(boxes) => Ok(boxes),
            _ => {
                let text = "shapes are asked against Spheres, Capsules or lines; boxes come first";
                Err(PyTypeError::new_err(text))
            }
        }
    }
}
