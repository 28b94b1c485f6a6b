//! The classes of other shapes, which are checked once.

use octosat::{AxisAlignedBox, Capsule, HalfSpace, Ray, Segment, ShapeError, Sphere};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{list, vectors};
use crate::errors;

/// A class of shapes that are made of lists, one shape per row: the class, the shape and its name, what makes them, the lists.
macro_rules! shapes_of_lists {
    ($(#[$doc:meta])* $class:ident, $shape:ident, $what:literal, $make:ident($($list:ident),*)) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "octosat")]
        #[derive(Debug)]
        pub(crate) struct $class {
            pub(crate) rows: Vec<$shape>,
        }

        #[pymethods]
        impl $class {
            #[new]
            fn new($($list: &Bound<'_, PyAny>),*) -> PyResult<Self> {
                let names = [$what, $(stringify!($list)),*];
                Ok(Self { rows: $make(names, [$($list),*], $shape::new)? })
            }

            fn __len__(&self) -> usize {
                self.rows.len()
            }
        }
    };
}

shapes_of_lists! {
    /// Half-spaces, the solids below planes: the points p with normal · p at most the offset.
    ///
    /// normals: shape (n, 3), unit vectors that point out of the solid. offsets: shape (n,), meters along the normals.
    /// The ground of a world whose z axis points up is HalfSpaces([[0, 0, 1]], [0]). Raises ShapeError.
    HalfSpaces, HalfSpace, "half-space", of_vectors_and_numbers(normals, offsets)
}

shapes_of_lists! {
    /// Solid spheres. centers: shape (n, 3), meters. radii: shape (n,), meters, at least zero. Raises ShapeError.
    Spheres, Sphere, "sphere", of_vectors_and_numbers(centers, radii)
}

shapes_of_lists! {
    /// Capsules: all points within a radius of a segment, which is called the core. starts, ends: shape (n, 3), meters: the ends
    /// of the cores. radii: shape (n,), meters, at least zero. Raises ShapeError.
    Capsules, Capsule, "capsule", of_vectors_and_radii(starts, ends, radii)
}

shapes_of_lists! {
    /// World-space axis-aligned bounding boxes. mins, maxs: shape (n, 3), meters. Raises ShapeError.
    ///
    /// From the result of aabbs(): AxisAlignedBoxes(bounds["min"], bounds["max"]).
    AxisAlignedBoxes, AxisAlignedBox, "axis-aligned box", of_vectors(mins, maxs)
}

shapes_of_lists! {
    /// Rays from an origin in one direction. origins: shape (n, 3), meters. directions: shape (n, 3), of any length that is
    /// not almost zero. Parameters of hits are multiples of the direction. Raises ShapeError.
    Rays, Ray, "ray", of_vectors(origins, directions)
}

shapes_of_lists! {
    /// Line segments between two ends. starts, ends: shape (n, 3), meters. Raises ShapeError.
    Segments, Segment, "segment", of_vectors(starts, ends)
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

/// Makes one shape per row of two lists of vectors and a list of numbers.
fn of_vectors_and_radii<S>(
    [what, first_name, second_name, third_name]: [&str; 4],
    values: [&Bound<'_, PyAny>; 3],
    make: impl Fn([f32; 3], [f32; 3], f32) -> Result<S, ShapeError>,
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(first_name, values[0])?, vectors(second_name, values[1])?);
    let third = list(third_name, values[2])?;
    let (first, second, third) = (first.rows(), second.rows(), third.rows());
    let lists = [(first_name, first.len()), (second_name, second.len()), (third_name, third.len())];
    let make = |row: usize| make(first[row], second[row], third[row]);
    shapes(values[0].py(), what, lists, make)
}
