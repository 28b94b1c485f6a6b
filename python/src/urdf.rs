//! Robot descriptions: URDF and SRDF.

use octosat::{Chain, Solid};
use octosat_urdf::UrdfError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors;
use crate::solids::box_solids;

/// The text of a description: the caller's string if it has an element or nothing at all, or else that of the file of that
/// path, which is in UTF-8.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        match text.to_str() {
            Ok(text) if text.contains('<') || text.trim().is_empty() => return Ok(text.to_owned()),
            // A path may have some, for bytes that are no UTF-8.
            Err(_) if text.contains("<")? => {
                let valid = text.to_string_lossy();
                let valid = valid.split('\u{fffd}').next().unwrap_or_default();
                return Err(not_text(py, valid, "the text has a surrogate, which is no character"));
            }
            _ => {}
        }
    }
    let path = py.import("pathlib")?.getattr("Path")?.call1((value,))?;
    let bytes: Vec<u8> = path.call_method0("read_bytes")?.extract()?;
    String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let valid = String::from_utf8_lossy(&bytes[..error.utf8_error().valid_up_to()]);
        not_text(
            py,
            &valid,
            &format!("the file `{path}` is not UTF-8: convert it, or pass its text"),
        )
    })
}

/// The exception for a description that is no text, given what is valid before.
fn not_text(py: Python<'_>, valid: &str, message: &str) -> PyErr {
    let line = u32::try_from(1 + valid.matches('\n').count()).unwrap_or(u32::MAX);
    errors::urdf_error(py, &format!("line {line}: robot: {message}"), line, "robot", None)
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

/// Says that pairs of links may touch, as a description lists them. Returns the names that are no links.
pub(crate) fn allow(py: Python<'_>, chain: &mut Chain, text: &str) -> PyResult<Vec<String>> {
    octosat_urdf::allow_from_srdf(chain, text).map_err(|error| of_urdf(py, &error))
}

/// The exception for a description.
fn of_urdf(py: Python<'_>, error: &UrdfError) -> PyErr {
    errors::urdf_error(py, &error.to_string(), error.line(), error.element(), error.name())
}
