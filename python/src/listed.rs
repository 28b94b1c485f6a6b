//! What a chain has, as lists and arrays.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{Chain, Solid, SolidKind};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The name of the link of each solid.
pub(crate) fn links_of_solids(chain: &Chain) -> Vec<String> {
    let names: Vec<&str> = chain.link_names().collect();
    chain.solids().map(|(link, _)| names[link].to_owned()).collect()
}

/// The points and the radius of each hull, by the index of the solid.
pub(crate) fn hulls<'py>(py: Python<'py>, chain: &Chain) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    for (index, (_, solid)) in chain.solids().enumerate() {
        if solid.kind() == SolidKind::Hull {
            found.set_item(index, (points_of(py, solid)?, solid.radius()))?;
        }
    }
    Ok(found)
}

/// The points of a hull, in the frame of its link: all hulls of the package have the rotation of their links.
fn points_of<'py>(py: Python<'py>, hull: &Solid) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let center = hull.pose().center.map(f64::from);
    let placed = |point: &[f32; 3]| [0, 1, 2].map(|k| center[k] + f64::from(point[k]));
    let numbers: Vec<f64> = hull.points().iter().flat_map(placed).collect();
    PyArray1::from_vec(py, numbers).reshape([hull.points().len(), 3])
}

/// The lower and the upper limit of each joint value.
pub(crate) fn limits<'py>(py: Python<'py>, chain: &Chain) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let limits: Vec<f64> = chain.joint_limits().flatten().collect();
    let joints = limits.len() / 2;
    PyArray1::from_vec(py, limits).reshape([joints, 2])
}

/// The pairs of solids of two links.
pub(crate) fn pairs<'py>(py: Python<'py>, chain: &Chain) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let solids = chain.pairs().flatten().map(u32::try_from).collect::<Result<Vec<_>, _>>()?;
    let pairs = solids.len() / 2;
    PyArray1::from_vec(py, solids).reshape([pairs, 2])
}
