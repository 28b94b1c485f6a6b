//! The class `Joint`.

use octosat::Joint as EngineJoint;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// How one link of a Chain is moved as seen from the link before. kind: "revolute" turns about the axis by its value in
/// radians, "prismatic" slides along it by its value in meters, and "fixed" makes both links one body. axis: a unit
/// vector in the frame of the joint; a fixed joint has none. translation, rotation: that frame as seen from the link
/// before, in meters and as a unit quaternion x, y, z, w; at the value zero it is the frame of the next link.
///
/// limits: the least and the greatest value; queries answer values beyond them, too. mimic:
/// (joint, ratio, offset): the joint has no value of its own, but ratio times that of another joint, plus offset. So it
/// takes no limits, and a fixed joint takes neither.
///
/// Chain.add_link() checks the numbers.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Joint {
    name: String,
    kind: Kind,
    axis: Option<[f64; 3]>,
    translation: [f64; 3],
    rotation: [f64; 4],
    limits: Option<[f64; 2]>,
    mimic: Option<Mimic>,
}

/// How a joint moves, with its name in Python.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Revolute,
    Prismatic,
    Fixed,
}

/// The name of the joint that another follows, the ratio and the offset.
type Mimic = (String, f64, f64);

/// The arguments of a joint, in the order of the constructor.
type Arguments =
    (String, &'static str, Option<[f64; 3]>, [f64; 3], [f64; 4], Option<[f64; 2]>, Option<Mimic>);

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Fixed => "fixed",
        }
    }
}

impl Joint {
    /// The joint of the engine.
    pub(crate) fn of_engine(&self) -> EngineJoint {
        let (name, axis) = (self.name.as_str(), self.axis.unwrap_or_default());
        let mut joint = match self.kind {
            Kind::Revolute => EngineJoint::revolute(name, axis),
            Kind::Prismatic => EngineJoint::prismatic(name, axis),
            Kind::Fixed => EngineJoint::fixed(name),
        };
        joint = joint.at(self.translation).rotated(self.rotation);
        if let Some([lower, upper]) = self.limits {
            joint = joint.limits(lower, upper);
        }
        if let Some((of, ratio, offset)) = &self.mimic {
            joint = joint.mimic(of, *ratio, *offset);
        }
        joint
    }
}

#[pymethods]
impl Joint {
    #[new]
    #[pyo3(signature = (
        name, kind, axis=None, translation=[0.0; 3], rotation=[0.0, 0.0, 0.0, 1.0], limits=None, mimic=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new(
        name: String,
        kind: &str,
        axis: Option<[f64; 3]>,
        translation: [f64; 3],
        rotation: [f64; 4],
        limits: Option<[f64; 2]>,
        mimic: Option<Mimic>,
    ) -> PyResult<Self> {
        let all = [Kind::Revolute, Kind::Prismatic, Kind::Fixed];
        let Some(kind) = all.into_iter().find(|known| known.name() == kind) else {
            let text =
                format!("joint `{name}`: kind must be revolute, prismatic or fixed, not {kind}");
            return Err(PyValueError::new_err(text));
        };
        if axis.is_none() != matches!(kind, Kind::Fixed) {
            let text = format!("joint `{name}`: a joint has an axis, except if it is fixed");
            return Err(PyTypeError::new_err(text));
        }
        let unused = match (kind, limits, &mimic) {
            (Kind::Fixed, Some(_), _) => Some(("a fixed joint", "limits")),
            (Kind::Fixed, _, Some(_)) => Some(("a fixed joint", "mimic")),
            (_, Some(_), Some(_)) => Some(("a joint that follows another", "limits")),
            _ => None,
        };
        if let Some((what, option)) = unused {
            let text = format!("joint `{name}`: {what} has no value, and takes no `{option}`");
            return Err(PyTypeError::new_err(text));
        }
        Ok(Self { name, kind, axis, translation, rotation, limits, mimic })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<octosat.Joint: `{}`, {}>", self.name, self.kind.name())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, Arguments) {
        let Self { name, kind, axis, translation, rotation, limits, mimic } = slf.get();
        let (name, mimic) = (name.clone(), mimic.clone());
        let arguments = (name, kind.name(), *axis, *translation, *rotation, *limits, mimic);
        (slf.get_type().into_any(), arguments)
    }
}
