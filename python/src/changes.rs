//! Changes of a chain: links, solids, and what may touch. Each is noted, to be made again after pickling.

use std::ops::Range;

use octosat::{Error, Solid};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyRange;

use crate::errors;
use crate::joint::Joint;
use crate::made::{Made, link_of};
use crate::solids::Solids;

impl Made {
    /// Adds a link, which a joint moves as seen from another one.
    pub(crate) fn add_link(
        &mut self,
        py: Python<'_>,
        name: &str,
        parent: &str,
        joint: &Bound<'_, Joint>,
    ) -> PyResult<()> {
        let on = link_of(py, &self.chain, parent)?;
        let added = self.chain.add_link(name, on, joint.get().of_engine());
        added.map_err(|error| errors::of_chain(py, &error))?;
        self.note("add_link", (name, parent, joint).into_pyobject(py)?, 0..0);
        Ok(())
    }

    /// Attaches solids to a link.
    pub(crate) fn attach<'py>(
        &mut self,
        py: Python<'py>,
        link: &str,
        solids: Solids<'py>,
    ) -> PyResult<Bound<'py, PyRange>> {
        let on = link_of(py, &self.chain, link)?;
        let added = self.add(py, solids.list, |chain, solid| chain.attach(on, solid))?;
        let [boxes, cylinders, capsules, hulls] = solids.arguments;
        let arguments = (link, boxes, cylinders, capsules, hulls).into_pyobject(py)?;
        self.note("attach", arguments, added.clone());
        range(py, &added)
    }

    /// Attaches solids that a link holds, given the names of links that they touch.
    pub(crate) fn hold<'py>(
        &mut self,
        py: Python<'py>,
        link: &str,
        solids: Solids<'py>,
        touching: &[String],
    ) -> PyResult<Bound<'py, PyRange>> {
        let on = link_of(py, &self.chain, link)?;
        let others = touching.iter().map(|name| link_of(py, &self.chain, name));
        let others: Vec<usize> = others.collect::<PyResult<_>>()?;
        let added = self.add(py, solids.list, |chain, solid| chain.hold(on, solid, &others))?;
        let [boxes, cylinders, capsules, hulls] = solids.arguments;
        let arguments = (link, boxes, cylinders, capsules, hulls, touching).into_pyobject(py)?;
        self.note("hold", arguments, added.clone());
        range(py, &added)
    }

    /// Adds all solids as `add` does it with one, or none. Returns their indices.
    fn add(
        &mut self,
        py: Python<'_>,
        solids: Vec<Solid>,
        add: impl Fn(&mut octosat::Chain, Solid) -> Result<usize, Error>,
    ) -> PyResult<Range<usize>> {
        let first = self.chain.solids().len();
        for (place, solid) in solids.into_iter().enumerate() {
            let added = add(&mut self.chain, solid);
            if let Err(error) = added.and_then(|_| self.chain.check_rounding()) {
                self.chain.truncate(first);
                return Err(errors::of_attached(py, error, place));
            }
        }
        Ok(first..self.chain.solids().len())
    }

    /// Removes what was attached last.
    pub(crate) fn detach(&mut self, solids: &[usize]) -> PyResult<()> {
        let last = self.calls.iter().rposition(|call| matches!(call.method, "attach" | "hold"));
        let attached = last.map_or(0..0, |last| self.calls[last].solids.clone());
        match last {
            Some(last) if attached.clone().eq(solids.iter().copied()) => {
                self.chain.truncate(attached.start);
                self.calls.remove(last);
                Ok(())
            }
            _ => {
                let Range { start, end } = attached;
                let text = format!(
                    "solids must be what the last hold() or attach() returned: range({start}, {end})"
                );
                Err(PyValueError::new_err(text))
            }
        }
    }

    /// Says whether a link may touch another link, or obstacles, by a method.
    pub(crate) fn set_allowed(
        &mut self,
        py: Python<'_>,
        (method, may_touch): (&'static str, bool),
        (link, other, obstacles): (&str, Option<&str>, Option<&[u32]>),
    ) -> PyResult<()> {
        if other.is_none() && obstacles.is_none() {
            let text = format!("{method}() needs another link, or obstacles");
            return Err(PyTypeError::new_err(text));
        }
        let index = link_of(py, &self.chain, link)?;
        let other_index = other.map(|other| link_of(py, &self.chain, other)).transpose()?;
        let of_links = other_index.map_or(Ok(()), |other| match may_touch {
            true => self.chain.allow(index, other),
            false => self.chain.forbid(index, other),
        });
        let list = obstacles.unwrap_or_default();
        let done = of_links.and_then(|()| match may_touch {
            true => self.chain.allow_obstacles(index, list),
            false => self.chain.forbid_obstacles(index, list),
        });
        done.map_err(|error| errors::of_chain(py, &error))?;
        self.note_obstacles(link, list, may_touch);
        self.note(method, (link, other, obstacles).into_pyobject(py)?, 0..0);
        Ok(())
    }
}

fn range<'py>(py: Python<'py>, solids: &Range<usize>) -> PyResult<Bound<'py, PyRange>> {
    PyRange::new(py, isize::try_from(solids.start)?, isize::try_from(solids.end)?)
}
