//! Boxes among the obstacles of a world: the arguments of the queries of `World`, and their answers.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{BoxStore, BoxesAmong, ChainClearance, Error};
use octosat_rows::Row;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::arrays::text_of;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::results::Out;
use crate::worlds::World;

/// Boxes of a caller in groups, and the world that they ask.
pub(crate) struct Among<'a, 'py> {
    engine: octosat::Engine,
    boxes: BoxesArgument<'py>,
    world: &'a World,
    per_group: usize,
    /// The shape of the groups.
    shape: Vec<usize>,
}

impl<'a, 'py> Among<'a, 'py> {
    /// Reads the arguments; without a number of boxes per configuration, each box is a group.
    pub(crate) fn of(
        world: &'a World,
        boxes: &Bound<'py, PyAny>,
        per_configuration: Option<usize>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let boxes = BoxesArgument::of("boxes", boxes)?;
        let (per_group, len) = (per_configuration.unwrap_or(1), boxes.len());
        if len.checked_rem(per_group) != Some(0) {
            let found = text_of(boxes.shape());
            let text =
                format!("boxes of shape {found} are not whole configurations of {per_group} boxes");
            return Err(PyValueError::new_err(text));
        }
        let shape = match (per_configuration, boxes.shape()) {
            (None, shape) => shape.to_vec(),
            (Some(_), [others @ .., last]) if *last == per_group => others.to_vec(),
            _ => vec![len / per_group],
        };
        Ok(Self { engine: engine_of(engine)?, boxes, world, per_group, shape })
    }

    fn ask(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&octosat::Engine, BoxesAmong<'_>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let Self { engine, world, per_group, .. } = self;
        let (guard, made) = (self.boxes.read(py), world.read(py));
        let (boxes, world): (&BoxStore, _) = (&guard, &made.world);
        let done =
            work(py, move || ask(engine, BoxesAmong::new(boxes, world).in_groups_of(*per_group)));
        // Unlocked here, because Python code below may use both.
        drop((guard, made));
        done?.map_err(|error| errors::of_query(py, &error))
    }

    /// Whether any box of each group touches an obstacle or is within a length.
    pub(crate) fn any_overlap(
        &self,
        py: Python<'py>,
        within: f32,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Out::numbers(py, out, &self.shape)?.filled(|hits: &mut [bool]| {
            self.ask(py, |engine, asked| engine.any_overlap(asked.within(within), hits))
        })
    }

    /// The least clearance of each group.
    pub(crate) fn least_clearances(
        &self,
        py: Python<'py>,
        tolerance: f32,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, out, &self.shape, ChainClearance::LAYOUT.name)?;
        out.filled_rows(|rows: &mut [ChainClearance]| {
            self.ask(py, |engine, asked| engine.least_clearances(asked.tolerance(tolerance), rows))
        })
    }

    /// The pairs of boxes and obstacles that may be within a length.
    pub(crate) fn near_pairs(
        &self,
        py: Python<'py>,
        within: f32,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let mut pairs = Vec::new();
        self.ask(py, |engine, asked| engine.near_pairs(asked.within(within), &mut pairs))?;
        PyArray1::from_slice(py, pairs.as_flattened()).reshape([pairs.len(), 2])
    }
}
