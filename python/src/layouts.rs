//! Sizes and field offsets of results in Rust. Tests compare them with the NumPy dtypes.

use std::mem::offset_of;

use octosat::{
    AxisAlignedBox, ContactPoint, Manifold, Penetration, RayHit, SphereContact, SurfacePoints,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::queries::HalfSpaceRow;

/// The size of each type of row, and the offsets of its public fields.
#[pyfunction]
pub(crate) fn _layouts(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let layouts = PyDict::new(py);
    let add = |name: &str, size: usize, fields: &[(&str, usize)]| {
        layouts.set_item(name, (size, fields.to_vec()))
    };
    add(
        "PENETRATION",
        size_of::<Penetration>(),
        &[
            ("normal", offset_of!(Penetration, normal)),
            ("depth", offset_of!(Penetration, depth)),
            ("axis", offset_of!(Penetration, axis)),
        ],
    )?;
    add(
        "MANIFOLD",
        size_of::<Manifold>(),
        &[
            ("normal", offset_of!(Manifold, normal)),
            ("depth", offset_of!(Manifold, depth)),
            ("first", offset_of!(Manifold, first)),
            ("len", offset_of!(Manifold, len)),
            ("axis", offset_of!(Manifold, axis)),
        ],
    )?;
    add(
        "CONTACT_POINT",
        size_of::<ContactPoint>(),
        &[
            ("position", offset_of!(ContactPoint, position)),
            ("depth", offset_of!(ContactPoint, depth)),
            ("feature", offset_of!(ContactPoint, feature)),
        ],
    )?;
    add(
        "SURFACE_POINTS",
        size_of::<SurfacePoints>(),
        &[("on_a", offset_of!(SurfacePoints, on_a)), ("on_b", offset_of!(SurfacePoints, on_b))],
    )?;
    add(
        "SPHERE_CONTACT",
        size_of::<SphereContact>(),
        &[
            ("normal", offset_of!(SphereContact, normal)),
            ("depth", offset_of!(SphereContact, depth)),
            ("point", offset_of!(SphereContact, point)),
            ("distance", offset_of!(SphereContact, distance)),
        ],
    )?;
    add(
        "RAY_HIT",
        size_of::<RayHit>(),
        &[
            ("entry", offset_of!(RayHit, entry)),
            ("exit", offset_of!(RayHit, exit)),
            ("face", offset_of!(RayHit, face)),
        ],
    )?;
    add("HALF_SPACE_CONTACT", size_of::<HalfSpaceRow>(), &HalfSpaceRow::OFFSETS)?;
    // Its fields are private, so tests compare values instead of offsets.
    add("AXIS_ALIGNED_BOX", size_of::<AxisAlignedBox>(), &[])?;
    Ok(layouts)
}
