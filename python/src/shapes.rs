//! The classes of other shapes, which are checked once.

use octosat::{AxisAlignedBox, HalfSpace, Ray, Segment, ShapeError, Sphere};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{list, vectors};
use crate::errors;

/// Half-spaces, the solids below planes: the points p with normal · p at most the offset.
///
/// normals: shape (n, 3), unit vectors that point out of the solid. offsets: shape (n,), meters along the normals.
/// The ground of a world whose z axis points up is HalfSpaces([[0, 0, 1]], [0]). Raises ShapeError.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct HalfSpaces {
    pub(crate) rows: Vec<HalfSpace>,
}

/// Solid spheres. centers: shape (n, 3), meters. radii: shape (n,), meters, at least zero. Raises ShapeError.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Spheres {
    pub(crate) rows: Vec<Sphere>,
}

/// World-space axis-aligned bounding boxes. mins, maxs: shape (n, 3), meters. Raises ShapeError.
///
/// From the result of aabbs(): AxisAlignedBoxes(bounds["min"], bounds["max"]).
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct AxisAlignedBoxes {
    pub(crate) rows: Vec<AxisAlignedBox>,
}

/// Rays from an origin in one direction. origins: shape (n, 3), meters. directions: shape (n, 3), of any length that is
/// not almost zero. Parameters of hits are multiples of the direction. Raises ShapeError.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Rays {
    pub(crate) rows: Vec<Ray>,
}

/// Line segments between two ends. starts, ends: shape (n, 3), meters. Raises ShapeError.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Segments {
    pub(crate) rows: Vec<Segment>,
}

/// The name of a list and its number of rows.
#[derive(Clone, Copy)]
struct Length {
    name: &'static str,
    rows: usize,
}

/// Makes one shape per row of two lists of the same length.
fn shapes<S>(
    py: Python<'_>,
    what: &str,
    lengths: [Length; 2],
    make: impl Fn(usize) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let [first, second] = lengths;
    if first.rows != second.rows {
        let text = format!("{} {} for {} {}", second.rows, second.name, first.rows, first.name);
        return Err(PyValueError::new_err(text));
    }
    let shape = |row| make(row).map_err(|error| errors::of_shape(py, what, row, &error));
    (0..first.rows).map(shape).collect()
}

/// Makes one shape per row of two lists of vectors.
fn of_vectors<S>(
    what: &str,
    names: [&'static str; 2],
    values: [&Bound<'_, PyAny>; 2],
    make: impl Fn([f32; 3], [f32; 3]) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(names[0], values[0])?, vectors(names[1], values[1])?);
    let (first, second): (&[[f32; 3]], &[[f32; 3]]) = (first.rows(), second.rows());
    let lengths = [
        Length { name: names[0], rows: first.len() },
        Length { name: names[1], rows: second.len() },
    ];
    shapes(values[0].py(), what, lengths, |row| make(first[row], second[row]))
}

/// Makes one shape per row of a list of vectors and a list of numbers.
fn of_vectors_and_numbers<S>(
    what: &str,
    names: [&'static str; 2],
    values: [&Bound<'_, PyAny>; 2],
    make: impl Fn([f32; 3], f32) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(names[0], values[0])?, list(names[1], values[1])?);
    let (first, second): (&[[f32; 3]], &[f32]) = (first.rows(), second.rows());
    let lengths = [
        Length { name: names[0], rows: first.len() },
        Length { name: names[1], rows: second.len() },
    ];
    shapes(values[0].py(), what, lengths, |row| make(first[row], second[row]))
}

#[pymethods]
impl HalfSpaces {
    #[new]
    fn new(normals: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["normals", "offsets"];
        let rows = of_vectors_and_numbers("half-space", names, [normals, offsets], HalfSpace::new)?;
        Ok(Self { rows })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl Spheres {
    #[new]
    fn new(centers: &Bound<'_, PyAny>, radii: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["centers", "radii"];
        let rows = of_vectors_and_numbers("sphere", names, [centers, radii], Sphere::new)?;
        Ok(Self { rows })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl AxisAlignedBoxes {
    #[new]
    fn new(mins: &Bound<'_, PyAny>, maxs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["mins", "maxs"];
        let rows = of_vectors("axis-aligned box", names, [mins, maxs], AxisAlignedBox::new)?;
        Ok(Self { rows })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl Rays {
    #[new]
    fn new(origins: &Bound<'_, PyAny>, directions: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["origins", "directions"];
        Ok(Self { rows: of_vectors("ray", names, [origins, directions], Ray::new)? })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl Segments {
    #[new]
    fn new(starts: &Bound<'_, PyAny>, ends: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["starts", "ends"];
        Ok(Self { rows: of_vectors("segment", names, [starts, ends], Segment::new)? })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}
