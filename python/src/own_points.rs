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

/// Points, and how far from the chain they are own ones.
pub(crate) struct Points<'py> {
    points: Private<'py, f32>,
    shape: Vec<usize>,
    padding: Padding<'py>,
}

enum Padding<'py> {
    Uniform(f32),
    PerLink(Private<'py, f32>),
}

impl<'py> Points<'py> {
    /// Reads points, and a padding for the whole chain or one per link.
    pub(crate) fn of(
        points: &Bound<'py, PyAny>,
        padding: Option<&Bound<'py, PyAny>>,
        links: usize,
    ) -> PyResult<Self> {
        let items = Items::vectors("points", points)?;
        let shape = items.shape().to_vec();
        let points = items.copy(Target { shape: &shape, of: "the points" })?;
        let Some(padding) = padding else {
            return Ok(Self { points, shape, padding: Padding::Uniform(0.0) });
        };
        let paddings = Items::numbers("padding", padding)?;
        let padding = match *paddings.shape() {
            [] => Padding::Uniform(padding.extract()?),
            [found] if found == links => {
                Padding::PerLink(paddings.copy(Target { shape: &[links], of: "the links" })?)
            }
            _ => {
                let found = text_of(paddings.shape());
                let text = format!(
                    "padding must be a number or have shape ({links},), one per link, not {found}"
                );
                return Err(PyValueError::new_err(text));
            }
        };
        Ok(Self { points, shape, padding })
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
        let paddings: &[f32] = match &self.padding {
            Padding::Uniform(_) => &[],
            Padding::PerLink(paddings) => paddings.rows(),
        };
        let uniform = match self.padding {
            Padding::Uniform(padding) => Some(padding),
            Padding::PerLink(_) => None,
        };
        let fill = |own: &mut [bool]| {
            question.ask(py, |engine, configuration| {
                let asked = OwnPoints::new(configuration, points);
                let asked = match uniform {
                    Some(padding) => asked.padding(padding),
                    None => asked.paddings(paddings),
                };
                engine.overlaps(asked, own)
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
