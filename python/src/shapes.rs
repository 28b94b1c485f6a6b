//! The classes of other shapes, which are checked once.

use octosat::{AxisAlignedBox, Capsule, HalfSpace, Ray, Segment, ShapeError, Sphere};
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

/// Capsules: all points within a radius of a segment, which is called the core. starts, ends: shape (n, 3), meters: the ends
/// of the cores. radii: shape (n,), meters, at least zero. Raises ShapeError.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Capsules {
    pub(crate) rows: Vec<Capsule>,
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

/// Makes one shape per row of lists of the same length, which are given as their names and lengths.
fn shapes<S, const N: usize>(
    py: Python<'_>,
    what: &str,
    lists: [(&str, usize); N],
    make: impl Fn(usize) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let (first_name, rows) = lists[0];
    if let Some((name, len)) = lists.iter().find(|(_, len)| *len != rows) {
        let text = format!("{len} {name} for {rows} {first_name}");
        return Err(PyValueError::new_err(text));
    }
    let shape = |row| make(row).map_err(|error| errors::of_shape(py, what, row, &error));
    (0..rows).map(shape).collect()
}

/// Makes one shape per row of two lists of vectors.
fn of_vectors<S>(
    [what, first_name, second_name]: [&str; 3],
    values: [&Bound<'_, PyAny>; 2],
    make: impl Fn([f32; 3], [f32; 3]) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(first_name, values[0])?, vectors(second_name, values[1])?);
    let (first, second) = (first.rows(), second.rows());
    let lists = [(first_name, first.len()), (second_name, second.len())];
    shapes(values[0].py(), what, lists, |row| make(first[row], second[row]))
}

/// Makes one shape per row of a list of vectors and a list of numbers.
fn of_vectors_and_numbers<S>(
    [what, first_name, second_name]: [&str; 3],
    values: [&Bound<'_, PyAny>; 2],
    make: impl Fn([f32; 3], f32) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(first_name, values[0])?, list(second_name, values[1])?);
    let (first, second) = (first.rows(), second.rows());
    let lists = [(first_name, first.len()), (second_name, second.len())];
    shapes(values[0].py(), what, lists, |row| make(first[row], second[row]))
}

#[pymethods]
impl HalfSpaces {
    #[new]
    fn new(normals: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["half-space", "normals", "offsets"];
        let rows = of_vectors_and_numbers(names, [normals, offsets], HalfSpace::new)?;
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
        let names = ["sphere", "centers", "radii"];
        let rows = of_vectors_and_numbers(names, [centers, radii], Sphere::new)?;
        Ok(Self { rows })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl Capsules {
    #[new]
    fn new(
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        radii: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = starts.py();
        let (starts, ends) = (vectors("starts", starts)?, vectors("ends", ends)?);
        let radii = list("radii", radii)?;
        let (starts, ends, radii) = (starts.rows(), ends.rows(), radii.rows());
        let lists = [("starts", starts.len()), ("ends", ends.len()), ("radii", radii.len())];
        let make = |row: usize| Capsule::new(starts[row], ends[row], radii[row]);
        Ok(Self { rows: shapes(py, "capsule", lists, make)? })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl AxisAlignedBoxes {
    #[new]
    fn new(mins: &Bound<'_, PyAny>, maxs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["axis-aligned box", "mins", "maxs"];
        let rows = of_vectors(names, [mins, maxs], AxisAlignedBox::new)?;
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
        let names = ["ray", "origins", "directions"];
        Ok(Self { rows: of_vectors(names, [origins, directions], Ray::new)? })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

#[pymethods]
impl Segments {
    #[new]
    fn new(starts: &Bound<'_, PyAny>, ends: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = ["segment", "starts", "ends"];
        Ok(Self { rows: of_vectors(names, [starts, ends], Segment::new)? })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}
