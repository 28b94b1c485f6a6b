//! Conversion of the engine's errors to the exceptions of `octosat.errors`.

use octosat::{Error, ErrorKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

/// The Python module of the exceptions.
static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Makes an exception of the Python module. If this fails, returns the error of the failure.
fn raise<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = ERRORS
        .get_or_try_init(py, || py.import("octosat.errors").map(Bound::unbind))
        .and_then(|module| module.bind(py).getattr(class)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The entry of a list that an error is about.
fn index_of(error: &Error) -> Option<usize> {
    error.index()
}

/// The exception for a box, for another solid of a world, or for a box that a contact cache rejects.
pub(crate) fn of_box(py: Python<'_>, error: &Error) -> PyErr {
    let (text, index) = (error.to_string(), index_of(error).unwrap_or(0));
    let field = error.field().unwrap_or_default();
    match error.kind() {
        ErrorKind::Shape => shape_error(py, &text, index, field),
        _ => box_error(py, &text, index, field),
    }
}

/// The exception for a box that is rejected before the engine is called.
pub(crate) fn box_error(py: Python<'_>, text: &str, index: usize, field: &str) -> PyErr {
    raise(py, "BoxError", (text, index, field.replace(' ', "_")))
}

/// The exception for a shape, with its index in the list.
pub(crate) fn of_shape(py: Python<'_>, list: &str, index: usize, error: &Error) -> PyErr {
    shape_error(py, &format!("{list} {index}: {error}"), index, error.field().unwrap_or_default())
}

/// The exception for a shape that is rejected before the engine is called.
pub(crate) fn shape_error(py: Python<'_>, text: &str, index: usize, field: &str) -> PyErr {
    raise(py, "ShapeError", (text, index, field.replace(' ', "_")))
}

/// The exception for a frustum, with its index in the list and the argument that it was made of.
pub(crate) fn of_frustum(py: Python<'_>, index: usize, field: &str, error: &Error) -> PyErr {
    let text = error.to_string().replacen("frustum:", &format!("frustum {index}:"), 1);
    raise(py, "ShapeError", (text, index, field))
}

/// The exception for a query that the engine rejects.
pub(crate) fn of_query(py: Python<'_>, error: &Error) -> PyErr {
    if error.kind() == ErrorKind::Kinds {
        return PyTypeError::new_err(error.to_string());
    }
    let pair = error.index().filter(|_| error.list() == Some("pairs"));
    query_error(py, &error.to_string(), pair)
}

/// The exception for a query that is rejected before the engine is called.
pub(crate) fn query_error(py: Python<'_>, text: &str, pair: Option<usize>) -> PyErr {
    raise(py, "QueryError", (text, pair))
}

/// The exception for an unavailable backend.
pub(crate) fn of_engine(py: Python<'_>, error: &Error) -> PyErr {
    raise(py, "EngineError", (error.to_string(),))
}

/// The exception for contacts whose arrays do not belong together.
pub(crate) fn of_parts(py: Python<'_>, error: &Error) -> PyErr {
    parts_error(py, &error.to_string(), index_of(error))
}

/// The exception for contacts that are rejected before the engine is called.
pub(crate) fn parts_error(py: Python<'_>, text: &str, row: Option<usize>) -> PyErr {
    raise(py, "PartsError", (text, row))
}

/// The exception for covered faces that are rejected, with the index of the mask or of the rectangle.
pub(crate) fn of_covered(py: Python<'_>, error: &Error) -> PyErr {
    raise(py, "CoveredError", (error.to_string(), index_of(error)))
}

/// The exception for a query about configurations, which names the joint of a value.
pub(crate) fn of_configurations(py: Python<'_>, error: &Error) -> PyErr {
    match error.joint() {
        Some(name) => query_error(py, &format!("joint `{name}`: {error}"), None),
        None => of_query(py, error),
    }
}

/// The exception for a link or a joint that a chain rejects.
pub(crate) fn of_chain(py: Python<'_>, error: &Error) -> PyErr {
    chain_error(py, &error.to_string(), error.link(), error.joint())
}

/// The exception for a solid that a chain rejects, which is at this place among those that were given.
pub(crate) fn of_attached(py: Python<'_>, error: Error, place: usize) -> PyErr {
    of_chain(py, &error.at(place))
}

/// The exception for a chain, with the link or the joint that is rejected.
pub(crate) fn chain_error(
    py: Python<'_>,
    text: &str,
    link: Option<&str>,
    joint: Option<&str>,
) -> PyErr {
    raise(py, "ChainError", (text, link, joint))
}

/// The same exception, whose text begins with a place.
pub(crate) fn at(py: Python<'_>, error: PyErr, place: &str) -> PyErr {
    let text = format!("{place}: {}", error.value(py));
    match error.value(py).setattr("args", (text,)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception for a robot description, with the line and the element that is rejected.
pub(crate) fn urdf_error(
    py: Python<'_>,
    text: &str,
    line: u32,
    element: &str,
    name: Option<&str>,
) -> PyErr {
    raise(py, "UrdfError", (text, line, element, name))
}
