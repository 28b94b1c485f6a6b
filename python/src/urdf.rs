//! Robot descriptions: URDF and SRDF.

use std::path::PathBuf;

use octosat::{Chain, Solid};
use octosat_urdf::{Meshes, UrdfError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::engine::work;
use crate::errors;
use crate::solids::{NAMES, Solids, box_solids};

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

/// How meshes are read, given the folder and the settings of a caller.
pub(crate) fn meshes(folder: PathBuf, tolerance: f64, parts: i64) -> PyResult<Meshes> {
    let most = usize::try_from(parts);
    let wrong = |_| PyValueError::new_err(format!("parts is {parts}, but must be at least 1"));
    Ok(Meshes::new(folder).tolerance(tolerance).parts(most.map_err(wrong)?))
}

/// The solids of links that a caller gives instead of those of a description.
#[derive(Default)]
pub(crate) struct LinkSolids {
    of_links: Vec<(String, Vec<Solid>)>,
}

impl LinkSolids {
    /// Reads two dictionaries by the names of links: of boxes, and of the arguments of `attach`.
    pub(crate) fn of(
        boxes: Option<&Bound<'_, PyAny>>,
        solids: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut read = Self::default();
        let wrong = "boxes must be a dictionary: boxes of links by their names";
        read.add(boxes, wrong, |boxes| Ok(box_solids(boxes)?.0))?;
        let wrong = "solids must be a dictionary: for each link a dictionary of boxes, cylinders, capsules or hulls";
        read.add(solids, wrong, |of_link| {
            keywords(of_link.cast::<PyDict>().map_err(|_| PyTypeError::new_err(wrong))?)
        })?;
        Ok(read)
    }

    /// No solids for these links.
    pub(crate) fn none_of(links: Vec<String>) -> Self {
        Self { of_links: links.into_iter().map(|link| (link, Vec::new())).collect() }
    }

    /// Adds those of a dictionary, which `read` reads for one link; none for a link that touches nothing.
    fn add(
        &mut self,
        given: Option<&Bound<'_, PyAny>>,
        wrong: &'static str,
        read: impl Fn(&Bound<'_, PyAny>) -> PyResult<Vec<Solid>>,
    ) -> PyResult<()> {
        let Some(given) = given else { return Ok(()) };
        for (link, solids) in given.cast::<PyDict>().map_err(|_| PyTypeError::new_err(wrong))? {
            let name: String = link.extract()?;
            let of_link = |error| errors::at(given.py(), error, &format!("link `{name}`"));
            let solids = if solids.is_none() { Ok(Vec::new()) } else { read(&solids) };
            self.of_links.push((name.clone(), solids.map_err(of_link)?));
        }
        Ok(())
    }

    /// The chain of a description with these solids, and with those of meshes.
    pub(crate) fn chain(
        &self,
        py: Python<'_>,
        text: &str,
        meshes: Option<&Meshes>,
    ) -> PyResult<Chain> {
        let solids: Vec<(&str, &[Solid])> =
            self.of_links.iter().map(|(name, solids)| (name.as_str(), solids.as_slice())).collect();
        let read = work(py, || match meshes {
            Some(meshes) => octosat_urdf::read_with_meshes(text, &solids, meshes),
            None => octosat_urdf::read(text, &solids),
        })?;
        read.map_err(|error| of_urdf(py, &error))
    }
}

/// Reads arguments of `attach`.
fn keywords(given: &Bound<'_, PyDict>) -> PyResult<Vec<Solid>> {
    for (key, _) in given {
        if !key.extract::<String>().is_ok_and(|key| NAMES.contains(&key.as_str())) {
            let text =
                format!("there are no solids {}; there are {}", key.repr()?, NAMES.join(", "));
            return Err(PyTypeError::new_err(text));
        }
    }
    let mut found = Vec::new();
    for name in NAMES {
        found.push(given.get_item(name)?.filter(|value| !value.is_none()));
    }
    let [boxes, cylinders, capsules, hulls] = found.as_slice() else { return Ok(Vec::new()) };
    Ok(Solids::of([boxes, cylinders, capsules, hulls].map(Option::as_ref))?.list)
}

/// Says that pairs of links may touch, as a description lists them. Returns the names that are no links.
pub(crate) fn allow(py: Python<'_>, chain: &mut Chain, text: &str) -> PyResult<Vec<String>> {
    octosat_urdf::allow_from_srdf(chain, text).map_err(|error| of_urdf(py, &error))
}

/// The exception for a description.
fn of_urdf(py: Python<'_>, error: &UrdfError) -> PyErr {
    errors::urdf_error(py, &error.to_string(), error.line(), error.element(), error.name())
}
