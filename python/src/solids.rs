//! Boxes, cylinders and capsules as arguments, and the class `World`.

use octosat::{BoxPose, BoxStore, Solid};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{Private, list, rows_of, vectors};
use crate::boxes::{Boxes, BoxesArgument};
use crate::engine::work;
use crate::errors;

/// Solids of a caller: first the boxes, then the cylinders, then the capsules.
pub(crate) struct Solids<'py> {
    /// The solids for the engine.
    pub(crate) list: Vec<Solid>,
    /// The three arguments that they were made of, as copies that no one else has, to make them again after pickling.
    pub(crate) arguments: [Option<Bound<'py, PyAny>>; 3],
}

impl<'py> Solids<'py> {
    /// Reads the arguments `boxes`, `cylinders` and `capsules`.
    pub(crate) fn of(
        [boxes, cylinders, capsules]: [Option<&Bound<'py, PyAny>>; 3],
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
        ];
        Ok(Self { list, arguments })
    }
}

/// Solids, and a copy of the argument that they are made of.
type Made<'py> = (Vec<Solid>, Bound<'py, PyAny>);

/// Reads boxes.
pub(crate) fn box_solids<'py>(value: &Bound<'py, PyAny>) -> PyResult<Made<'py>> {
    let py = value.py();
    let boxes = BoxesArgument::of(value)?;
    let store: BoxStore = boxes.read(py).clone();
    let solids = store.iter().map(Solid::from).collect();
    Ok((solids, Bound::new(py, Boxes::of(store))?.into_any()))
}

/// Reads cylinders or capsules, which `make` makes of a pose, a radius and half a length.
fn round_solids<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    make: impl Fn(BoxPose, f32, f32) -> Solid,
) -> PyResult<Made<'py>> {
    let wrong = || format!("{name} must be (centers, rotations, radii, half_lengths)");
    let parts = value.cast::<PyTuple>().map_err(|_| PyTypeError::new_err(wrong()))?;
    if parts.len() != 4 {
        return Err(PyValueError::new_err(wrong()));
    }
    let part = |index: usize| parts.get_item(index);
    let centers = vectors("centers", &part(0)?)?;
    let rotations = rows_of("rotations", 4, &part(1)?)?;
    let [radii, half_lengths] = [list("radii", &part(2)?)?, list("half_lengths", &part(3)?)?];
    let poses: (&[[f32; 3]], &[[f32; 4]]) = (centers.rows(), rotations.rows());
    let sizes: (&[f32], &[f32]) = (radii.rows(), half_lengths.rows());
    let lengths = [poses.1.len(), sizes.0.len(), sizes.1.len()];
    for (part, len) in ["rotations", "radii", "half_lengths"].into_iter().zip(lengths) {
        if len != poses.0.len() {
            let text = format!("{name}: {len} {part} for {} centers", poses.0.len());
            return Err(PyValueError::new_err(text));
        }
    }
    let solid = |index: usize| {
        make(BoxPose::new(poses.0[index], poses.1[index]), sizes.0[index], sizes.1[index])
    };
    let solids = (0..poses.0.len()).map(solid).collect();
    let copies = [centers, rotations, radii, half_lengths].map(Private::into_array);
    Ok((solids, PyTuple::new(value.py(), copies)?.into_any()))
}

/// Obstacles for queries of a Chain, which stand still and are prepared once.
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). cylinders, capsules: tuples of arrays (centers,
/// rotations, radii, half_lengths): shapes (n, 3), (n, 4), (n,) and (n,), in meters and unit quaternions x, y, z, w. Their axis
/// is along z of the rotation. half_lengths: of a cylinder half its length; of a capsule that of the segment between the centers
/// of its two ends, a radius beyond which it reaches.
///
/// An obstacle has an index: first the boxes, then the cylinders, then the capsules. Of cylinders and capsules "apart" is
/// proven: they may be reported as touching although a gap is left. Arrays are rounded to float32. Raises BoxError with the
/// obstacle and the field.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) world: octosat::World,
    /// The arguments that it was made of.
    arguments: Py<PyTuple>,
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (boxes=None, cylinders=None, capsules=None))]
    fn new<'py>(
        py: Python<'py>,
        boxes: Option<&Bound<'py, PyAny>>,
        cylinders: Option<&Bound<'py, PyAny>>,
        capsules: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let Solids { list, arguments } = Solids::of([boxes, cylinders, capsules])?;
        let world = work(py, || octosat::World::new(list))?;
        let world = world.map_err(|error| errors::of_box(py, &error))?;
        Ok(Self { world, arguments: PyTuple::new(py, arguments)?.unbind() })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, Bound<'py, PyTuple>) {
        (slf.get_type().into_any(), slf.get().arguments.bind(slf.py()).clone())
    }

    fn __len__(&self) -> usize {
        self.world.solids().len()
    }

    fn __repr__(&self) -> String {
        format!("<octosat.World: {} obstacles>", self.__len__())
    }
}
