//! Centers, points and matrices of the caller as the engine stores them: relative to an origin, and in float32, which must
//! not move a solid by much.

use std::array;
use std::borrow::Cow;

use bytemuck::{AnyBitPattern, cast_slice};
use octosat::tolerances::{LARGEST_ROUNDING, LARGEST_SHIFT, largest_shift};
use octosat::{BoxStore, Error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;
use crate::leading::{Items, Target};

/// What the caller wants of the rounding of centers.
#[derive(Clone, Copy)]
pub(crate) struct Rounding {
    origin: Option<[f64; 3]>,
    /// Whether centers may move by any length.
    accepted: bool,
    /// What the centers are of, and its class.
    names: [&'static str; 2],
}

/// What centers in space and in the plane are of, in errors.
const BOXES: [&str; 2] = ["given box", "Boxes"];
const RECTANGLES: [&str; 2] = ["given rectangle", "Rectangles"];

impl Rounding {
    /// float32 must not move centers by much.
    pub(crate) const CHECKED: Self = Self { origin: None, accepted: false, names: BOXES };

    /// Reads the arguments `origin` and `accept_rounding` of boxes in space, or of rectangles in the plane.
    pub(crate) fn of<const N: usize>(origin: Option<[f64; N]>, accepted: bool) -> PyResult<Self> {
        match origin {
            Some(origin) if !origin.iter().all(|coordinate| coordinate.is_finite()) => {
                Err(PyValueError::new_err(format!("origin is {origin:?}, which is not finite")))
            }
            _ => {
                let padded = |origin: [f64; N]| {
                    array::from_fn(|k| origin.get(k).copied().unwrap_or_default())
                };
                let names = if N == 2 { RECTANGLES } else { BOXES };
                Ok(Self { origin: origin.map(padded), accepted, names })
            }
        }
    }

    /// A center relative to the origin.
    fn relative<const N: usize>(self, center: [f64; N]) -> [f64; N] {
        let origin = self.origin.unwrap_or_default();
        array::from_fn(|k| center[k] - origin[k])
    }
}

/// Why boxes are rejected.
pub(crate) enum Rejected {
    /// By the store.
    Box(Error),
    /// float32 moves a center by too much.
    Shift(Shift),
    /// float32 may move a center by too much: the numbers are needed in float64.
    Unsure,
}

impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        Self::Box(error)
    }
}

/// A center that float32 moves by too much.
pub(crate) struct Shift {
    pub(crate) index: usize,
    component: usize,
    value: f64,
    /// How far it moves, as a part of the thinnest half extent.
    part: f64,
}

/// What to do about a shape or a solid that float32 moves by too much.
pub(crate) const SUBTRACT: &str = "subtract an origin near them in float64 before";

impl Shift {
    /// The exception of a box or a rectangle.
    fn raised(&self, py: Python<'_>, [of, class]: [&str; 2]) -> PyErr {
        let remedy = format!(
            "pass an origin= that is subtracted in float64 before, or accept_rounding=True, to octosat.{class} or its method"
        );
        errors::box_error(py, &self.text(of, "center", &remedy), self.index, "center")
    }

    /// What float32 moves by how much, and what to do about it, given what it is and which of its points.
    pub(crate) fn text(&self, of: &str, point: &str, remedy: &str) -> String {
        let Self { index, component, value, part } = self;
        format!(
            "{of} {index}: {point} component {component} is {value}, which float32 moves by {part:.3} of the thinnest half \
             extent, above {LARGEST_SHIFT}: {remedy}"
        )
    }
}

/// Numbers of the caller: rows of float32 or of float64, of one or several per item.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a, S, D> {
    /// As they were given, or rounded as the caller accepts.
    Exact(&'a [S]),
    /// Rounded from another dtype.
    Rounded(&'a [S]),
    /// As they were given, not relative to the origin yet.
    Double(&'a [D], Rounding),
}

/// Centers of the caller, in space or in the plane.
pub(crate) type Centers<'a, const N: usize = 3> = Numbers<'a, [f32; N], [f64; N]>;

/// Rows of matrices of the caller.
pub(crate) type MatrixRows<'a> = Numbers<'a, [f32; 4], [f64; 4]>;

/// Uses copies of items: in float32 first, which costs the least, and in float64 if that is needed.
pub(crate) fn used<S: AnyBitPattern, D: AnyBitPattern, T>(
    items: &Items<'_>,
    rounding: Rounding,
    target: Target<'_>,
    user: impl Fn(Numbers<'_, S, D>) -> PyResult<Result<T, Rejected>>,
) -> PyResult<T> {
    let mut done = Err(Rejected::Unsure);
    if rounding.origin.is_none() {
        let single = items.copy::<f32>(target)?;
        let is_exact = rounding.accepted || items.fits_single();
        let numbers = if is_exact { Numbers::Exact } else { Numbers::Rounded };
        done = user(numbers(single.rows()))?;
    }
    if let Err(Rejected::Unsure) = done {
        let double = items.copy::<f64>(target)?;
        done = user(Numbers::Double(double.rows(), rounding))?;
    }
    done.map_err(|rejected| raised(items.py(), &rejected, rounding))
}

/// The exception for rejected boxes.
fn raised(py: Python<'_>, rejected: &Rejected, rounding: Rounding) -> PyErr {
    match rejected {
        Rejected::Box(error) => errors::of_box(py, error),
        Rejected::Shift(shift) => shift.raised(py, rounding.names),
        Rejected::Unsure => PyValueError::new_err("float32 may move a center by too much"),
    }
}

impl<'a, const N: usize> Centers<'a, N> {
    /// The centers as they are stored.
    pub(crate) fn stored(self) -> Cow<'a, [[f32; N]]> {
        match self {
            Self::Exact(centers) | Self::Rounded(centers) => Cow::Borrowed(centers),
            Self::Double(centers, rounding) => {
                let stored = |&center: &[f64; N]| rounding.relative(center).map(single);
                Cow::Owned(centers.iter().map(stored).collect())
            }
        }
    }

    /// Rejects the first box of these half extents that float32 moves by too much.
    pub(crate) fn check(
        self,
        half_extents: impl Iterator<Item = [f32; 3]>,
    ) -> Result<(), Rejected> {
        match self {
            Self::Exact(_) => Ok(()),
            Self::Rounded(centers) => check_rounded(centers.iter().copied(), half_extents),
            Self::Double(centers, rounding) => {
                check_double(centers.iter().copied(), half_extents, rounding)
            }
        }
    }
}

impl MatrixRows<'_> {
    /// Moves every box of a store to the pose in its matrix of three or four rows.
    pub(crate) fn set(self, store: &mut BoxStore, height: usize) -> Result<(), Rejected> {
        if height == 3 { self.set_all::<3>(store) } else { self.set_all::<4>(store) }
    }

    fn set_all<const ROWS: usize>(self, store: &mut BoxStore) -> Result<(), Rejected>
    where
        [[f32; 4]; ROWS]: AnyBitPattern,
        [[f64; 4]; ROWS]: AnyBitPattern,
    {
        let half_extents = store.half_extents().iter().map(first_three);
        match self {
            Self::Exact(rows) => {
                Ok(store.set_poses_from_row_major(cast_slice::<_, [[f32; 4]; ROWS]>(rows))?)
            }
            Self::Rounded(rows) => {
                let matrices: &[[[f32; 4]; ROWS]] = cast_slice(rows);
                check_rounded(matrices.iter().map(translation), half_extents)?;
                Ok(store.set_poses_from_row_major(matrices)?)
            }
            Self::Double(rows, rounding) => {
                let matrices: &[[[f64; 4]; ROWS]] = cast_slice(rows);
                check_double(matrices.iter().map(translation), half_extents, rounding)?;
                let mut moved = matrices.to_vec();
                for matrix in &mut moved {
                    let center = rounding.relative(translation(matrix));
                    for (row, coordinate) in matrix.iter_mut().zip(center) {
                        row[3] = coordinate;
                    }
                }
                Ok(store.set_poses_from_row_major(&moved)?)
            }
        }
    }
}

/// The translation of a matrix.
fn translation<N: Copy, const ROWS: usize>(matrix: &[[N; 4]; ROWS]) -> [N; 3] {
    [0, 1, 2].map(|row| matrix[row][3])
}

/// The first three numbers of a row of a store.
pub(crate) fn first_three(&[x, y, z, _]: &[f32; 4]) -> [f32; 3] {
    [x, y, z]
}

/// Half extents in the plane as those of a box that is not thinner.
pub(crate) fn in_space([x, y]: [f32; 2]) -> [f32; 3] {
    [x, y, x]
}

/// The first of some points that float32 moves by too much, given the half extents of the solid of each.
pub(crate) fn shift_of(
    points: &[[f64; 3]],
    half_extents: impl Iterator<Item = [f32; 3]>,
) -> Option<Shift> {
    match check_double(points.iter().copied(), half_extents, Rounding::CHECKED) {
        Err(Rejected::Shift(shift)) => Some(shift),
        _ => None,
    }
}

/// Tests that float32 surely moved no center by too much, by the magnitude of its coordinates.
fn check_rounded<const N: usize>(
    centers: impl Iterator<Item = [f32; N]>,
    half_extents: impl Iterator<Item = [f32; 3]>,
) -> Result<(), Rejected> {
    let mut is_sure = true;
    for (center, half_extents) in centers.zip(half_extents) {
        let largest = largest_shift(half_extents);
        let moves_little = |coordinate: f32| coordinate.abs() * LARGEST_ROUNDING <= largest;
        is_sure &=
            center.into_iter().fold(true, |sure, coordinate| sure & moves_little(coordinate));
    }
    if is_sure { Ok(()) } else { Err(Rejected::Unsure) }
}

/// Rejects the first box that float32 moves by too much.
fn check_double<const N: usize>(
    centers: impl Iterator<Item = [f64; N]>,
    half_extents: impl Iterator<Item = [f32; 3]>,
    rounding: Rounding,
) -> Result<(), Rejected> {
    if rounding.accepted {
        return Ok(());
    }
    for (index, (center, half_extents)) in centers.zip(half_extents).enumerate() {
        let largest = f64::from(largest_shift(half_extents));
        for (component, value) in rounding.relative(center).into_iter().enumerate() {
            let shift = (value - f64::from(single(value))).abs();
            // Numbers that are not finite are left to the store.
            if shift > largest && shift.is_finite() {
                let part = f64::from(LARGEST_SHIFT) * shift / largest;
                return Err(Rejected::Shift(Shift { index, component, value, part }));
            }
        }
    }
    Ok(())
}

/// A coordinate in the engine's precision.
#[expect(clippy::cast_possible_truncation, reason = "rounded to the engine's precision")]
pub(crate) fn single(coordinate: f64) -> f32 {
    coordinate as f32
}
