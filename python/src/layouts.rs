//! Sizes and field offsets of results in Rust. Tests compare them with the NumPy dtypes.

use std::mem::offset_of;

use octosat::{
    AxisAlignedBox, Cast, ClosestPoints, ContactPoint, CoveredRectangle, Distance, Impact,
    Manifold, Penetration, RayHit, RectangleManifold, RectanglePenetration, RectanglePoint,
    SphereContact, SurfacePoints,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::groups::{LeastClearance, LeastDistance};
use crate::queries::{CapsuleManifold, HalfSpaceRow};

/// The size of a type of row, and the offsets of fields.
type RowLayout = (usize, Vec<(&'static str, usize)>);

/// The layout of a type, with these fields.
macro_rules! layout {
    ($row:ident: $($field:ident),*) => {
        (size_of::<$row>(), vec![$((stringify!($field), offset_of!($row, $field))),*])
    };
}

/// The size of each type of row, and the offsets of its public fields.
#[pyfunction]
pub(crate) fn _layouts(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let rows: [(&str, RowLayout); 19] = [
        ("PENETRATION", layout!(Penetration: normal, depth, axis)),
        ("DISTANCE", layout!(Distance: on_a, distance, normal, state)),
        ("LEAST_CLEARANCE", layout!(LeastClearance: pair, clearance)),
        ("LEAST_DISTANCE", layout!(LeastDistance: pair, row)),
        ("CAST", layout!(Cast: time, leave, axis, state)),
        ("IMPACT", layout!(Impact: time, axis, state)),
        ("MANIFOLD", layout!(Manifold: normal, depth, first, len, axis, size)),
        ("CONTACT_POINT", layout!(ContactPoint: position, depth, feature)),
        ("SURFACE_POINTS", layout!(SurfacePoints: on_a, on_b)),
        (
            "COVERED_RECTANGLE",
            layout!(CoveredRectangle: index, face, center, direction, half_extents),
        ),
        ("SPHERE_CONTACT", layout!(SphereContact: normal, depth, point, distance)),
        ("CAPSULE_MANIFOLD", layout!(CapsuleManifold: normal, depth, points, len, face)),
        ("RAY_HIT", layout!(RayHit: entry, exit, face)),
        ("CLOSEST_POINTS", layout!(ClosestPoints: on_a, at_a, on_b, at_b, distance)),
        ("RECTANGLE_PENETRATION", layout!(RectanglePenetration: normal, depth, axis)),
        ("RECTANGLE_POINT", layout!(RectanglePoint: position, depth, feature)),
        ("RECTANGLE_MANIFOLD", layout!(RectangleManifold: normal, depth, axis, len, points)),
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
