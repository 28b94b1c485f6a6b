//! Which points are a robot's own: the arguments of the query, and its answers in the shape of the points.

use octosat::OwnPoints;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Private, text_of};
use crate::configurations::{ChainQuestion, boolean};
use crate::leading::{Items, Target};
use crate::results::Out;

/// Rejects joint values of other than one configuration.
pub(crate) fn check_single(joints: &Items<'_>) -> PyResult<()> {
    if joints.shape().is_empty() {
        return Ok(());
    }
    let found = text_of(joints.shape());
    let text = format!("joints must be one configuration, not of shape {found}");
    Err(PyValueError::new_err(text))
}

/// Points that may be on a chain.
pub(crate) struct Points<'py> {
    points: Private<'py, f32>,
    shape: Vec<usize>,
}

impl<'py> Points<'py> {
    /// Reads points.
    pub(crate) fn of(points: &Bound<'py, PyAny>) -> PyResult<Self> {
        let items = Items::vectors("points", points)?;
        let shape = items.shape().to_vec();
        let points = items.copy(Target { shape: &shape, of: "the points" })?;
        Ok(Self { points, shape })
    }

    /// Which of them are own: a boolean per point.
    pub(crate) fn ask(
        &self,
        question: &ChainQuestion<'_, 'py>,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        question.check_solids(py)?;
        let points: &[[f32; 3]] = self.points.rows();
        let fill = |own: &mut [bool]| {
            question.ask(py, |engine, configuration| {
                engine.overlaps(OwnPoints::new(configuration, points), own)
            })
        };
        if self.shape.is_empty() && out.is_none() {
            let mut own = [false];
            fill(&mut own)?;
            return boolean(py, own[0]);
        }
        Out::numbers(py, out, &self.shape)?.filled(fill)
    }
}
