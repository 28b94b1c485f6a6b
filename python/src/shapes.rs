//! The classes of other shapes, which are checked once.

use std::array;

use octosat::{AxisAlignedBox, Capsule, Error, HalfSpace, Ray, Segment, Sphere};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::again::{self, Again, Values};
use crate::arrays::{Private, list, vectors};
use crate::errors;
use crate::leading::{Items, Target};
use crate::rounding::{SUBTRACT, shift_of, single};

/// A class of shapes that are made of lists, one shape per row: the class, the shape and its name, what makes them, the
/// lists, each with the value of a shape in it, and the half extents that float32 must not move a shape by a part of.
macro_rules! shapes_of_lists {
    ($(#[$doc:meta])* $class:ident, $shape:ident, $what:literal, $make:ident($($list:ident: $value:ident),*), $size:expr) => {
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
                Ok(Self { rows: $make(names, [$($list),*], $shape::new, $size)? })
            }

            fn __len__(&self) -> usize {
                self.rows.len()
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Again<'py>> {
                let (py, shapes) = (slf.py(), &slf.get().rows);
                let lists = ($({
                    let values: Vec<_> = shapes.iter().map($shape::$value).collect();
                    Values::array(&values, py)?
                },)*);
                again::call(&slf.get_type(), "__call__", &lists.into_pyobject(py)?, None)
            }
        }
    };
}

shapes_of_lists! {
    /// Half-spaces, the solids below planes: the points p with normal · p at most the offset.
    ///
    /// normals: shape (n, 3), unit vectors that point out of the solid. offsets: shape (n,), meters along the normals.
    /// The ground of a world whose z axis points up is HalfSpaces([[0, 0, 1]], [0]). Raises ShapeError.
    HalfSpaces, HalfSpace, "half-space", of_vectors_and_numbers(normals: normal, offsets: offset), |_| NONE
}

shapes_of_lists! {
    /// Solid spheres. centers: shape (n, 3), meters. radii: shape (n,), meters, at least zero. Raises ShapeError.
    ///
    /// So it does if float32 moves a center by more than 0.01 of the radius: subtract an origin in float64 before.
    Spheres, Sphere, "sphere", of_vectors_and_numbers(centers: center, radii: radius), |radius| [radius; 3]
}

shapes_of_lists! {
    /// Capsules: all points within a radius of a segment, which is called the core. starts, ends: shape (n, 3), meters, in the
    /// frame of the world: the ends of the cores, a radius beyond which a capsule reaches. radii: shape (n,), meters, at least
    /// zero. Raises ShapeError, also for map coordinates, as Spheres does.
    Capsules, Capsule, "capsule", of_vectors_and_radii(starts: start, ends: end, radii: radius), |ends, radius| {
        [radius, radius, radius + half_length(ends)]
    }
}

shapes_of_lists! {
    /// World-space axis-aligned bounding boxes. mins, maxs: shape (n, 3), meters. Raises ShapeError.
    ///
    /// From the result of aabbs(): AxisAlignedBoxes(bounds["min"], bounds["max"]).
    AxisAlignedBoxes, AxisAlignedBox, "axis-aligned box", of_vectors(mins: min, maxs: max), |[min, max]: Points| {
        [0, 1, 2].map(|axis| single(0.5 * (max[axis] - min[axis])))
    }
}

shapes_of_lists! {
    /// Rays from an origin in one direction. origins: shape (n, 3), meters. directions: shape (n, 3), of any length that is
    /// not almost zero. Parameters of hits are multiples of the direction. Raises ShapeError.
    ///
    /// Origins at coordinates of a map are not rejected: subtract an origin near them in float64 before.
    Rays, Ray, "ray", of_vectors(origins: origin, directions: direction), |_| NONE
}

shapes_of_lists! {
    /// Line segments between two ends. starts, ends: shape (n, 3), meters. Raises ShapeError.
    Segments, Segment, "segment", of_vectors(starts: start, ends: end), |ends| [half_length(ends); 3]
}

/// The half extents of a shape that has no size which a shift could be compared with.
const NONE: [f32; 3] = [0.0; 3];

/// Two points of a shape, as the caller gave them.
type Points = [[f64; 3]; 2];

/// Half the distance of two points.
fn half_length([start, end]: Points) -> f32 {
    let squares = [0, 1, 2].map(|axis| (end[axis] - start[axis]) * (end[axis] - start[axis]));
    single(0.5 * squares.iter().sum::<f64>().sqrt())
}

/// Rejects the first shape of which float32 moves a point by too much, as for boxes. `half_extents` has its size, given its
/// row and its points.
fn check_rounding<const N: usize>(
    what: &str,
    lists: [(&'static str, &Bound<'_, PyAny>); N],
    half_extents: impl Fn(usize, [[f64; 3]; N]) -> [f32; 3],
) -> PyResult<()> {
    let mut points = Vec::with_capacity(N);
    let mut fits_single = true;
    for (name, list) in lists {
        let items = Items::vectors(name, list)?;
        fits_single &= items.fits_single();
        points.push(items);
    }
    if fits_single {
        return Ok(());
    }
    let copies: Vec<Private<'_, f64>> = points
        .iter()
        .map(|items| items.copy(Target { shape: items.shape(), of: "the shapes" }))
        .collect::<PyResult<_>>()?;
    let rows: Vec<&[[f64; 3]]> = copies.iter().map(Private::rows).collect();
    let of_row = |row: usize| half_extents(row, array::from_fn(|list| rows[list][row]));
    for ((name, list), points) in lists.iter().zip(&rows) {
        if let Some(shift) = shift_of(points, (0..points.len()).map(of_row)) {
            let point = name.trim_end_matches('s');
            let text = shift.text(what, point, SUBTRACT);
            return Err(errors::shape_error(list.py(), &text, shift.index, point));
        }
    }
    Ok(())
}

/// Makes one shape per row of lists of the same length, which are given as their names and lengths.
fn shapes<S, const N: usize>(
    py: Python<'_>,
    what: &str,
    lists: [(&str, usize); N],
    make: impl Fn(usize) -> Result<S, Error>,
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
    [what, first_name, second_name]: [&'static str; 3],
    values: [&Bound<'_, PyAny>; 2],
    make: impl Fn([f32; 3], [f32; 3]) -> Result<S, Error>,
    size: impl Fn(Points) -> [f32; 3],
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(first_name, values[0])?, vectors(second_name, values[1])?);
    let (first, second) = (first.rows(), second.rows());
    let lists = [(first_name, first.len()), (second_name, second.len())];
    let rows = shapes(values[0].py(), what, lists, |row| make(first[row], second[row]))?;
    let points = [(first_name, values[0]), (second_name, values[1])];
    check_rounding(what, points, |_, points| size(points))?;
    Ok(rows)
}

/// Makes one shape per row of a list of vectors and a list of numbers.
fn of_vectors_and_numbers<S>(
    [what, first_name, second_name]: [&'static str; 3],
    values: [&Bound<'_, PyAny>; 2],
    make: impl Fn([f32; 3], f32) -> Result<S, Error>,
    size: impl Fn(f32) -> [f32; 3],
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(first_name, values[0])?, list(second_name, values[1])?);
    let (first, second) = (first.rows(), second.rows());
    let lists = [(first_name, first.len()), (second_name, second.len())];
    let rows = shapes(values[0].py(), what, lists, |row| make(first[row], second[row]))?;
    check_rounding(what, [(first_name, values[0])], |row, _| size(second[row]))?;
    Ok(rows)
}

/// Makes one shape per row of two lists of vectors and a list of numbers.
fn of_vectors_and_radii<S>(
    [what, first_name, second_name, third_name]: [&'static str; 4],
    values: [&Bound<'_, PyAny>; 3],
    make: impl Fn([f32; 3], [f32; 3], f32) -> Result<S, Error>,
    size: impl Fn(Points, f32) -> [f32; 3],
) -> PyResult<Vec<S>> {
    let (first, second) = (vectors(first_name, values[0])?, vectors(second_name, values[1])?);
    let third = list(third_name, values[2])?;
    let (first, second, third) = (first.rows(), second.rows(), third.rows());
    let lists = [(first_name, first.len()), (second_name, second.len()), (third_name, third.len())];
    let make = |row: usize| make(first[row], second[row], third[row]);
    let rows = shapes(values[0].py(), what, lists, make)?;
    let points = [(first_name, values[0]), (second_name, values[1])];
    check_rounding(what, points, |row, points| size(points, third[row]))?;
    Ok(rows)
}
