//! Robot descriptions: URDF and SRDF.

use octosat::{Chain, Solid};
use octosat_urdf::UrdfError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors;
use crate::solids::box_solids;

/// The text of a description: of the caller's string if it has an element, or else of the file of that path.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        if text.contains('<') {
            return Ok(text.to_owned());
        }
    }
    let path = value.py().import("pathlib")?.getattr("Path")?.call1((value,))?;
    path.call_method1("read_text", ("utf-8",))?.extract()
}

/// The boxes of links that a caller gives, and a copy of them that no one else has.
pub(crate) struct LinkBoxes<'py> {
    solids: Vec<(String, Vec<Solid>)>,
    pub(crate) argument: Bound<'py, PyDict>,
}

impl<'py> LinkBoxes<'py> {
    /// Reads a dictionary of boxes, or none for a link that touches nothing, by the names of links.
    pub(crate) fn of(py: Python<'py>, boxes: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let mut read = Self { solids: Vec::new(), argument: PyDict::new(py) };
        let Some(boxes) = boxes else { return Ok(read) };
        let wrong = "boxes must be a dictionary: boxes of links by their names";
        let boxes = boxes.cast::<PyDict>().map_err(|_| PyTypeError::new_err(wrong))?;
        for (link, boxes) in boxes {
            let name: String = link.extract()?;
            if boxes.is_none() {
                read.argument.set_item(&name, boxes)?;
                read.solids.push((name, Vec::new()));
                continue;
            }
            let of_link = |error| errors::at(py, error, &format!("link `{name}`"));
            let (solids, copy) = box_solids(&boxes).map_err(of_link)?;
            read.argument.set_item(&name, copy)?;
            read.solids.push((name, solids));
        }
        Ok(read)
    }

    /// The chain of a description with these boxes.
    pub(crate) fn chain(&self, py: Python<'_>, text: &str) -> PyResult<Chain> {
        let solids: Vec<(&str, &[Solid])> =
            self.solids.iter().map(|(name, solids)| (name.as_str(), solids.as_slice())).collect();
        octosat_urdf::read(text, &solids).map_err(|error| of_urdf(py, &error))
    }
}

/// Says that pairs of links may touch, as a description lists them.
pub(crate) fn allow(py: Python<'_>, chain: &mut Chain, text: &str) -> PyResult<()> {
    octosat_urdf::allow_from_srdf(chain, text).map_err(|error| of_urdf(py, &error))
}

/// The exception for a description.
fn of_urdf(py: Python<'_>, error: &UrdfError) -> PyErr {
    errors::urdf_error(py, &error.to_string(), error.line(), error.element(), error.name())
}
