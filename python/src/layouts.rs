//! The layouts of rows: those that NumPy dtypes are made from, and those that tests compare with dtypes.

use std::collections::BTreeMap;
use std::mem::offset_of;

use octosat::{AxisAlignedBox, ContactPoint, Manifold, RectangleManifold};
use octosat_rows::{CastState, DistanceState, ImpactState, JointMotionState, ROWS, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::groups::{LeastClearance, LeastDistance};
use crate::plane::AxisAlignedRectangle;
use crate::queries::{CapsuleManifold, HalfSpaceRow};

/// The size of a type of row, and the offsets of fields.
type RowLayout = (usize, Vec<(&'static str, usize)>);

/// The layout of a type, with these fields.
macro_rules! layout {
    ($row:ident: $($field:ident),*) => {
        (size_of::<$row>(), vec![$((stringify!($field), offset_of!($row, $field))),*])
    };
}

/// A field: its name, the format of an element, how many elements an array has (0: it is no array), and its offset.
type PyField = (&'static str, &'static str, usize, usize);

/// The name, the size and the fields of each row that dtypes are made from.
#[pyfunction]
pub(crate) fn _rows() -> Vec<(&'static str, usize, Vec<PyField>)> {
    let field = |field: &octosat_rows::Field| (field.name, field.format, field.len, field.offset);
    ROWS.iter().map(|row| (row.name, row.size, row.fields.iter().map(field).collect())).collect()
}

/// The code of each state, by the name of the state.
#[pyfunction]
pub(crate) fn _states() -> BTreeMap<String, u8> {
    let casts = CastState::ALL.iter().map(|state| (format!("{state:?}"), state.code()));
    let distances = DistanceState::ALL.iter().map(|state| (format!("{state:?}"), state.code()));
    let impacts = ImpactState::ALL.iter().map(|state| (format!("{state:?}"), state.code()));
    let verdicts = Verdict::ALL.iter().map(|state| (format!("{state:?}"), state.code()));
    let motions = JointMotionState::ALL.iter().map(|state| (format!("{state:?}"), state.code()));
    casts.chain(distances).chain(impacts).chain(verdicts).chain(motions).collect()
}

/// The size of each other type of row, and the offsets of its public fields.
#[pyfunction]
pub(crate) fn _layouts(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let rows: [(&str, RowLayout); 9] = [
        ("LEAST_CLEARANCE", layout!(LeastClearance: pair, clearance)),
        ("LEAST_DISTANCE", layout!(LeastDistance: pair, row)),
        ("MANIFOLD", layout!(Manifold: normal, depth, first, len, axis, size_exponent)),
        ("CONTACT_POINT", layout!(ContactPoint: position, depth, feature)),
        ("CAPSULE_MANIFOLD", layout!(CapsuleManifold: normal, depth, points, len, face)),
        ("RECTANGLE_MANIFOLD", layout!(RectangleManifold: normal, depth, axis, len, points)),
        ("AXIS_ALIGNED_RECTANGLE", layout!(AxisAlignedRectangle: min, max)),
        ("HALF_SPACE_CONTACT", (size_of::<HalfSpaceRow>(), HalfSpaceRow::OFFSETS.to_vec())),
        // Its fields are private, so tests compare values instead of offsets.
        ("AXIS_ALIGNED_BOX", layout!(AxisAlignedBox:)),
    ];
    let layouts = PyDict::new(py);
    for (name, row) in rows {
        layouts.set_item(name, row)?;
    }
    Ok(layouts)
}
