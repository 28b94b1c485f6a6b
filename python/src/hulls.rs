//! Hulls as arguments.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{BoxPose, Solid};
use octosat_urdf::OuterHull;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySequence};

use crate::engine::work;
use crate::errors;
use crate::leading::{Items, Target};
use crate::rounding::{SUBTRACT, shift_of, single};
use crate::solids::Made;

/// What the argument is, for errors.
const FORM: &str = "hulls is a list of arrays of points (n, 3), or of pairs (points, radius)";

/// Reads a list of hulls, each its points, or a pair of these and a radius.
pub(crate) fn hull_solids<'py>(value: &Bound<'py, PyAny>) -> PyResult<Made<'py>> {
    let py = value.py();
    let mut solids = Vec::new();
    let copies = PyList::empty(py);
    let list = value.try_iter().map_err(|_| PyTypeError::new_err(FORM))?;
    for (place, item) in list.enumerate() {
        let in_list = |error| errors::at(py, error, &format!("hulls[{place}]"));
        let Hull { points, radius } = Hull::of(&item?).map_err(in_list)?;
        let items = Items::vectors("points", &points).map_err(in_list)?;
        if items.shape().len() != 1 {
            let text =
                format!("points must have the shape (n, 3), not {}: {FORM}", items.full_text());
            return Err(in_list(PyValueError::new_err(text)));
        }
        let target = Target { shape: items.shape(), of: "the hull" };
        let copy = items.copy::<f32>(target)?;
        let solid = Solid::hull(BoxPose::IDENTITY, copy.rows(), radius);
        check_rounding(place, &items, target, &solid)?;
        copies.append((copy.into_array(), radius))?;
        solids.push(solid);
    }
    Ok((solids, copies.into_any()))
}

/// A hull of few points that contains all given ones, as those of meshes do: points, float32, shape (n, 3), at most 256, and a
/// radius in meters, as hulls= takes them: hold("hand", hulls=[outer_hull(vertices)]).
///
/// points: shape (..., 3), meters. tolerance: how far it may reach beyond their convex hull, meters; farther if more points
/// would be needed, as the radius shows.
#[pyfunction]
#[pyo3(signature = (points, tolerance=0.0005))]
pub(crate) fn outer_hull<'py>(
    points: &Bound<'py, PyAny>,
    tolerance: f64,
) -> PyResult<(Bound<'py, PyArray2<f32>>, f32)> {
    let py = points.py();
    let items = Items::vectors("points", points)?;
    let copy = items.copy::<f64>(Target { shape: items.shape(), of: "the hull" })?;
    let vertices: &[[f64; 3]] = copy.rows();
    let hull = work(py, || OuterHull::new(vertices, tolerance))?;
    let OuterHull { points, radius } =
        hull.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let numbers = PyArray1::from_slice(py, points.as_flattened());
    Ok((numbers.reshape([points.len(), 3])?, radius))
}

/// An entry of the list.
struct Hull<'py> {
    points: Bound<'py, PyAny>,
    radius: f32,
}

impl<'py> Hull<'py> {
    /// Reads points, or points and a number.
    fn of(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        let is_number = |second: &Bound<'_, PyAny>| second.len().is_err();
        let pair =
            value.cast::<PySequence>().ok().filter(|pair| pair.len().is_ok_and(|len| len == 2));
        let Some(radius) = pair.and_then(|pair| pair.get_item(1).ok()).filter(is_number) else {
            return Ok(Self { points: value.clone(), radius: 0.0 });
        };
        let radius: f64 = radius
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("the radius must be a number: {FORM}")))?;
        Ok(Self { points: value.get_item(0)?, radius: single(radius) })
    }
}

/// Rejects a hull of which float32 moves a point by too much, as for boxes.
fn check_rounding(
    place: usize,
    points: &Items<'_>,
    target: Target<'_>,
    solid: &Solid,
) -> PyResult<()> {
    if points.fits_single() {
        return Ok(());
    }
    let double = points.copy::<f64>(target)?;
    let half_extents = std::iter::repeat(solid.half_extents());
    match shift_of(double.rows(), half_extents) {
        Some(shift) => {
            let text = shift.text(&format!("hulls[{place}]: point"), "its", SUBTRACT);
            Err(errors::shape_error(points.py(), &text, place, "points"))
        }
        None => Ok(()),
    }
}
