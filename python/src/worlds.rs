//! The class `World`, and the points or voxels of one as arguments.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::{PyDict, PyTuple};

use crate::among::Among;
use crate::arrays::Private;
use crate::engine::work;
use crate::errors;
use crate::leading::{Items, Target};
use crate::rounding::{Centers, SUBTRACT, shift_of};
use crate::solids::Solids;

/// Points or voxels of a caller: a copy of their centers that no one else has, and their size.
struct Cloud<'py> {
    centers: Private<'py, f32>,
    size: Size,
}

/// What each center of a cloud stands for, in meters.
#[derive(Clone, Copy, Debug)]
enum Size {
    /// A point of this radius.
    Radius(f32),
    /// A voxel of these half extents.
    HalfExtents([f32; 3]),
}

impl Size {
    /// The names of the two arguments of `World`.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Radius(_) => ["points", "radius"],
            Self::HalfExtents(_) => ["voxels", "half_extents"],
        }
    }

    fn half_extents(self) -> [f32; 3] {
        match self {
            Self::Radius(radius) => [radius; 3],
            Self::HalfExtents(half_extents) => half_extents,
        }
    }
}

/// Reads half extents of voxels: three numbers, or one for all.
fn half_extents_of(value: &Bound<'_, PyAny>) -> PyResult<[f32; 3]> {
    let wrong = |_| PyTypeError::new_err("half_extents must be three numbers, or one");
    value.extract().map(|half| [half; 3]).or_else(|_: PyErr| value.extract()).map_err(wrong)
}

impl<'py> Cloud<'py> {
    /// Reads centers.
    fn of(centers: &Bound<'py, PyAny>, size: Size) -> PyResult<Self> {
        let [name, _] = size.names();
        let items = Items::vectors(name, centers)?;
        let shape = items.shape().to_vec();
        let target = Target { shape: &shape, of: name };
        let centers = items.copy(target)?;
        let half_extents = || std::iter::repeat(size.half_extents());
        let is_exact = items.fits_single();
        if !is_exact && Centers::<3>::Rounded(centers.rows()).check(half_extents()).is_err() {
            let double = items.copy::<f64>(target)?;
            if let Some(shift) = shift_of(double.rows(), half_extents()) {
                let text = shift.text(name.trim_end_matches('s'), "center", SUBTRACT);
                return Err(errors::shape_error(items.py(), &text, shift.index, "center"));
            }
        }
        Ok(Self { centers, size })
    }

    /// Reads the arguments of `World`.
    fn of_arguments(
        [points, voxels]: [Option<&Bound<'py, PyAny>>; 2],
        radius: Option<f32>,
        half_extents: Option<[f32; 3]>,
    ) -> PyResult<Option<Self>> {
        let text = match (points, radius, voxels, half_extents) {
            (None, None, None, None) => return Ok(None),
            (Some(points), Some(radius), None, None) => {
                return Self::of(points, Size::Radius(radius)).map(Some);
            }
            (None, None, Some(voxels), Some(half_extents)) => {
                return Self::of(voxels, Size::HalfExtents(half_extents)).map(Some);
            }
            (_, _, None, None) => "points= and radius= come together",
            (None, None, ..) => "voxels= and half_extents= come together",
            _ => "a world has points or voxels, not both",
        };
        Err(PyTypeError::new_err(text))
    }

    /// Replaces the points or voxels of a world.
    fn set(self, py: Python<'_>, made: &mut Made) -> PyResult<()> {
        let (centers, size): (&[[f32; 3]], _) = (self.centers.rows(), self.size);
        let world = &mut made.world;
        let done = work(py, || match size {
            Size::Radius(radius) => world.set_points(centers, radius),
            Size::HalfExtents(half_extents) => world.set_voxels(centers, half_extents),
        })?;
        done.map_err(|error| errors::of_box(py, &error))?;
        made.cloud = Some((self.centers.into_array().into_any().unbind(), size));
        Ok(())
    }
}

/// Obstacles for queries of a Chain, or of any boxes: solids that stand still and are prepared once, and the points or
/// voxels of a camera, which set_points() and set_voxels() replace. boxes: Boxes, or a tuple of arrays (centers,
/// rotations, half_extents), as for Boxes. cylinders, capsules: tuples of arrays (centers, rotations, radii,
/// half_lengths), meters and unit quaternions x, y, z, w; their axis is z of the rotation. half_lengths: of a capsule
/// without its round ends.
/// hulls: a list of convex hulls, each its points, shape (n, 3) with n from 1 to 256, meters, or a pair (points, radius):
/// all within the radius of the hull; points inside others only take time. points, radius: as for set_points(). voxels,
/// half_extents: as for set_voxels(). Indices of obstacles count the boxes, then the cylinders, the capsules, the hulls, and
/// the points or voxels. Of others than boxes "apart" is proven: they may be reported as touching although a gap is left,
/// of about a micrometer.
///
/// The arrays have the shapes (..., 3), (..., 4), (...) and (...), whose leading axes are broadcast. Arrays are rounded
/// to float32; as for Boxes, a center must not move by much. Raises BoxError, or ShapeError for another solid, a point or a
/// voxel, with the obstacle and the field.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct World {
    made: RwLock<Made>,
    /// The arguments that its solids were made of.
    arguments: Py<PyTuple>,
}

/// A world, and what its points or voxels were made of, to make it again after pickling.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) world: octosat::World,
    cloud: Option<(Py<PyAny>, Size)>,
}

impl World {
    /// Locks the world for reading. Waits without the GIL.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, Made> {
        self.made.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the points or voxels.
    fn set(&self, py: Python<'_>, cloud: Cloud<'_>) -> PyResult<()> {
        let mut made = self.made.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        cloud.set(py, &mut made)
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (
        boxes=None, cylinders=None, capsules=None, hulls=None, *, points=None, radius=None, voxels=None, half_extents=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new<'py>(
        py: Python<'py>,
        boxes: Option<&Bound<'py, PyAny>>,
        cylinders: Option<&Bound<'py, PyAny>>,
        capsules: Option<&Bound<'py, PyAny>>,
        hulls: Option<&Bound<'py, PyAny>>,
        points: Option<&Bound<'py, PyAny>>,
        radius: Option<f32>,
        voxels: Option<&Bound<'py, PyAny>>,
        half_extents: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let half_extents = half_extents.map(half_extents_of).transpose()?;
        let cloud = Cloud::of_arguments([points, voxels], radius, half_extents)?;
        let Solids { list, arguments } = Solids::of([boxes, cylinders, capsules, hulls])?;
        let world = work(py, || octosat::World::new(list))?;
        let world = world.map_err(|error| errors::of_box(py, &error))?;
        let mut made = Made { world, cloud: None };
        if let Some(cloud) = cloud {
            cloud.set(py, &mut made)?;
        }
        let arguments = PyTuple::new(py, arguments)?.unbind();
        Ok(Self { made: RwLock::new(made), arguments })
    }

    /// Replaces the points or voxels by points, such as those of a camera, and keeps the solids. No points remove those
    /// that there were. A call that replaces points waits until queries of other threads end.
    ///
    /// points: shape (..., 3), meters; those of a depth image that are NaN are dropped by
    /// points[np.isfinite(points).all(1)]. radius: of each point, meters. Their indices as obstacles come after those of
    /// the solids. Raises ShapeError with the point, and then keeps what there was.
    fn set_points(&self, points: &Bound<'_, PyAny>, radius: f32) -> PyResult<()> {
        self.set(points.py(), Cloud::of(points, Size::Radius(radius))?)
    }

    /// Replaces the points or voxels by voxels: boxes of one size along the world's axes.
    ///
    /// centers: shape (..., 3), meters. half_extents: half the edges of each voxel, meters: three numbers, or one for all.
    /// Otherwise as set_points().
    fn set_voxels(
        &self,
        centers: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let size = Size::HalfExtents(half_extents_of(half_extents)?);
        self.set(centers.py(), Cloud::of(centers, size)?)
    }

    /// Tests for each box, or each configuration of boxes, whether any touches an obstacle or is within: bool.
    ///
    /// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents), of any shape, which the result has.
    /// within: boxes that are up to this far from an obstacle count, too: meters, at least zero. per_configuration=k:
    /// one answer for k boxes each, such as the links of a robot. engine, out: as for octosat.any_overlap().
    #[pyo3(signature = (boxes, within=0.0, *, per_configuration=None, engine=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn any_overlap<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        within: f32,
        per_configuration: Option<usize>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let among = Among::of(self, boxes, per_configuration, engine)?;
        among.any_overlap(boxes.py(), within, out)
    }

    /// Computes the least clearance of each box, or of each configuration of boxes: dtype CHAIN_CLEARANCE. The field
    /// solid is the number of the box in its configuration.
    ///
    /// tolerance: by how much clearances may be less than the least ones, meters. Others: as for any_overlap().
    #[pyo3(signature = (boxes, tolerance=0.0, *, per_configuration=None, engine=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn least_clearances<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        tolerance: f32,
        per_configuration: Option<usize>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let among = Among::of(self, boxes, per_configuration, engine)?;
        among.least_clearances(boxes.py(), tolerance, out)
    }

    /// Lists the pairs of a box and an obstacle that may be within a length of each other: uint32, shape (m, 2), in
    /// ascending order. Others are certainly farther apart.
    #[pyo3(signature = (boxes, within=0.0, *, engine=None))]
    fn near_pairs<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        within: f32,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        Among::of(self, boxes, None, engine)?.near_pairs(boxes.py(), within)
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        if let Some((centers, size)) = &self.read(py).cloud {
            let [name, name_of_size] = size.names();
            keywords.set_item(name, centers)?;
            match *size {
                Size::Radius(radius) => keywords.set_item(name_of_size, radius)?,
                Size::HalfExtents(half_extents) => keywords.set_item(name_of_size, half_extents)?,
            }
        }
        Ok((self.arguments.bind(py).clone(), keywords))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.read(py).world.len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<octosat.World: {} obstacles>", self.__len__(py))
    }
}
