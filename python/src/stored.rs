//! Solids as a chain stores them, to be pickled: a solid that is made of them has the same bits.

use octosat::{BoxPose, Chain, OrientedBox, Solid, SolidKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The numbers of a solid; a dictionary in Python.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Stored {
    link: usize,
    kind: String,
    center: [f32; 3],
    rotation: [f32; 4],
    half_extents: [f32; 3],
    radius: f32,
    half_length: f32,
    points: Vec<[f32; 3]>,
}

impl Stored {
    /// The solids of a chain.
    pub(crate) fn of(chain: &Chain) -> Vec<Self> {
        chain.solids().map(|(link, solid)| Self::of_solid(link, solid)).collect()
    }

    fn of_solid(link: usize, solid: &Solid) -> Self {
        let BoxPose { center, rotation } = solid.pose();
        let kind = match solid.kind() {
            SolidKind::Box => "box",
            SolidKind::Cylinder => "cylinder",
            SolidKind::Capsule => "capsule",
            SolidKind::Hull => "hull",
        };
        Self {
            link,
            kind: kind.to_owned(),
            center,
            rotation,
            half_extents: solid.half_extents(),
            radius: solid.radius(),
            half_length: solid.half_length().unwrap_or_default(),
            points: solid.points().to_vec(),
        }
    }

    /// Attaches solids to the links of a chain that has none.
    pub(crate) fn attach_all(stored: &[Self], chain: &mut Chain) -> PyResult<()> {
        let wrong = |error: octosat::Error| PyValueError::new_err(error.to_string());
        for one in stored {
            chain.attach(one.link, one.solid()?).map_err(wrong)?;
        }
        Ok(())
    }

    fn solid(&self) -> PyResult<Solid> {
        let pose = BoxPose::new(self.center, self.rotation);
        match self.kind.as_str() {
            "box" => Ok(OrientedBox { pose, half_extents: self.half_extents }.into()),
            "cylinder" => Ok(Solid::cylinder(pose, self.radius, self.half_length)),
            "capsule" => Ok(Solid::capsule(pose, self.radius, self.half_length)),
            // The points are around the middle of their box already, so nothing is rounded.
            "hull" => Ok(Solid::hull(pose, &self.points, self.radius)),
            other => Err(PyValueError::new_err(format!("there is no solid of kind `{other}`"))),
        }
    }
}
