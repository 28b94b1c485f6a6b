//! Boxes, cylinders, capsules and hulls as arguments.

use octosat::{BoxPose, Solid};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::argument::BoxesArgument;
use crate::arrays::{Private, text_of};
use crate::boxes::Boxes;
use crate::errors;
use crate::hulls::hull_solids;
use crate::leading::{Items, Target, common_shape};
use crate::rounding::{SUBTRACT, shift_of};

/// Solids of a caller: first the boxes, then the cylinders, the capsules and the hulls.
pub(crate) struct Solids<'py> {
    /// The solids for the engine.
    pub(crate) list: Vec<Solid>,
    /// The arguments that they were made of, as copies that no one else has, to make them again after pickling.
    pub(crate) arguments: [Option<Bound<'py, PyAny>>; 4],
}

/// The names of the arguments that have solids.
pub(crate) const NAMES: [&str; 4] = ["boxes", "cylinders", "capsules", "hulls"];

impl<'py> Solids<'py> {
    /// Reads these arguments.
    pub(crate) fn of(
        [boxes, cylinders, capsules, hulls]: [Option<&Bound<'py, PyAny>>; 4],
    ) -> PyResult<Self> {
        let mut list = Vec::new();
        let mut add = |(solids, argument): (Vec<Solid>, _)| {
            list.extend(solids);
            argument
        };
        let arguments = [
            boxes.map(box_solids).transpose()?.map(&mut add),
            cylinders
                .map(|given| round_solids("cylinders", given, Solid::cylinder))
                .transpose()?
                .map(&mut add),
            capsules
                .map(|given| round_solids("capsules", given, Solid::capsule))
                .transpose()?
                .map(&mut add),
            hulls.map(hull_solids).transpose()?.map(&mut add),
        ];
        Ok(Self { list, arguments })
    }
}

/// Solids, and a copy of the argument that they are made of.
pub(crate) type Made<'py> = (Vec<Solid>, Bound<'py, PyAny>);

/// Reads boxes.
pub(crate) fn box_solids<'py>(value: &Bound<'py, PyAny>) -> PyResult<Made<'py>> {
    let boxes = BoxesArgument::of("boxes", value)?.copied(value.py());
    let solids = boxes.store.iter().map(Solid::from).collect();
    Ok((solids, Bound::new(value.py(), Boxes::from(boxes))?.into_any()))
}

/// Reads cylinders or capsules, which `make` makes of a pose, a radius and half a length.
fn round_solids<'py>(
    name: &'static str,
    value: &Bound<'py, PyAny>,
    make: impl Fn(BoxPose, f32, f32) -> Solid,
) -> PyResult<Made<'py>> {
    let Ok((centers, rotations, radii, half_lengths)) = value.extract::<RoundArrays<'py>>() else {
        let text = format!("{name} must be a tuple (centers, rotations, radii, half_lengths)");
        return Err(PyTypeError::new_err(text));
    };
    let centers = Items::vectors("centers", &centers)?;
    let rotations = Items::rows("rotations", 4, &rotations)?;
    let radii = Items::numbers("radii", &radii)?;
    let half_lengths = Items::numbers("half_lengths", &half_lengths)?;
    let arrays = [&centers, &rotations, &radii, &half_lengths];
    let shape = common_shape(arrays)?;
    check_count(name, arrays, &shape)?;
    let target = Target { shape: &shape, of: name };
    let copies = arrays.map(|items| items.copy::<f32>(target));
    let [of_centers, of_rotations, of_radii, of_half_lengths] = copies;
    let copies = [of_centers?, of_rotations?, of_radii?, of_half_lengths?];
    let [of_centers, of_rotations, of_radii, of_half_lengths] = &copies;
    let poses = of_centers.rows().iter().zip(of_rotations.rows());
    let poses = poses.map(|(&center, &rotation)| BoxPose::new(center, rotation));
    let sizes = of_radii.rows().iter().zip(of_half_lengths.rows());
    let solid = |(pose, (&radius, &half_length))| make(pose, radius, half_length);
    let solids: Vec<Solid> = poses.zip(sizes).map(solid).collect();
    check_rounding(name, &centers, target, &solids)?;
    let arrays = PyTuple::new(value.py(), copies.map(Private::into_array))?;
    Ok((solids, arrays.into_any()))
}

/// Rejects solids whose centers float32 moves by too much, as for boxes.
fn check_rounding(
    name: &str,
    centers: &Items<'_>,
    target: Target<'_>,
    solids: &[Solid],
) -> PyResult<()> {
    if centers.fits_single() {
        return Ok(());
    }
    let double = centers.copy::<f64>(target)?;
    match shift_of(double.rows(), solids.iter().map(Solid::half_extents)) {
        Some(shift) => {
            let text = shift.text(name.trim_end_matches('s'), "center", SUBTRACT);
            Err(errors::shape_error(centers.py(), &text, shift.index, "center"))
        }
        None => Ok(()),
    }
}

/// Rejects arrays that broadcast to more solids than any of them has, as a column of n radii and n centers do.
fn check_count(name: &str, arrays: [&Items<'_>; 4], shape: &[usize]) -> PyResult<()> {
    let count = |shape: &[usize]| shape.iter().product::<usize>();
    let most = arrays.map(|items| count(items.shape())).into_iter().max().unwrap_or_default();
    if count(shape) <= most {
        return Ok(());
    }
    let shapes = arrays.map(Items::text).join(", ");
    let text = format!(
        "{name}: {shapes} broadcast to {}, which is more than any of them has: a column of a table is table[:, 7], not \
         table[:, 7:8]",
        text_of(shape)
    );
    Err(PyValueError::new_err(text))
}

/// The arrays of cylinders or capsules: centers, rotations, radii and half lengths.
type RoundArrays<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);
