//! A chain and the calls that made it, to make it again after pickling.

use std::collections::BTreeSet;
use std::ops::Range;

use octosat::OrientedBox;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::chains::Chain;
use crate::errors;
use crate::stored::Stored;
use crate::worlds;

/// A chain, and the calls that made it.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) chain: octosat::Chain,
    pub(crate) calls: Vec<Call>,
    /// The obstacles that links may touch, each with a link.
    allowed: BTreeSet<(u32, String)>,
}

/// A call of a method that made a change.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: &'static str,
    arguments: Py<PyTuple>,
    /// The solids that it attached.
    pub(crate) solids: Range<usize>,
}

/// Calls of methods, with their arguments.
pub(crate) type Calls<'py> = (Vec<(&'static str, Bound<'py, PyTuple>)>,);

impl Made {
    pub(crate) fn new(
        chain: octosat::Chain,
        method: &'static str,
        arguments: Bound<'_, PyTuple>,
    ) -> Self {
        let mut made = Self { chain, calls: Vec::new(), allowed: BTreeSet::new() };
        made.note(method, arguments, 0..0);
        made
    }

    /// A chain of a robot description, and the call that makes it again without files.
    pub(crate) fn of_urdf(py: Python<'_>, text: String, chain: octosat::Chain) -> PyResult<Self> {
        let links: Vec<String> = chain.link_names().map(str::to_owned).collect();
        let arguments = (text, links, Stored::of(&chain)).into_pyobject(py)?;
        Ok(Self::new(chain, "_of_stored", arguments))
    }

    pub(crate) fn note(
        &mut self,
        method: &'static str,
        arguments: Bound<'_, PyTuple>,
        solids: Range<usize>,
    ) {
        self.calls.push(Call { method, arguments: arguments.unbind(), solids });
    }

    /// Remembers whether a link may touch obstacles.
    pub(crate) fn note_obstacles(&mut self, link: &str, obstacles: &[u32], may_touch: bool) {
        for &obstacle in obstacles {
            let allowance = (obstacle, link.to_owned());
            if may_touch {
                self.allowed.insert(allowance);
            } else {
                self.allowed.remove(&allowance);
            }
        }
    }

    /// Rejects a world that does not have all obstacles that links may touch.
    pub(crate) fn check_world(&self, py: Python<'_>, world: &worlds::Made) -> PyResult<()> {
        let count = world.world.len();
        match self.allowed.last() {
            Some((obstacle, link)) if *obstacle as usize >= count => {
                let text = format!(
                    "link `{link}` may touch obstacle {obstacle}, but the world has {count} obstacles: \
                     allow() takes indices of the world of the query"
                );
                Err(errors::query_error(py, &text, None))
            }
            _ => Ok(()),
        }
    }

    /// The calls, to be pickled.
    pub(crate) fn calls<'py>(&self, py: Python<'py>) -> Calls<'py> {
        let call = |call: &Call| (call.method, call.arguments.bind(py).clone());
        (self.calls.iter().map(call).collect(),)
    }

    /// The same chain with one solid alone: a box whose frame is that of a link. It cannot be pickled.
    pub(crate) fn marked(&self, py: Python<'_>, link: &str) -> PyResult<Self> {
        let mut chain = self.chain.clone();
        let on = link_of(py, &chain, link)?;
        chain.truncate(0);
        let mark = OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
        let attached = chain.attach(on, mark);
        attached.map_err(|error| errors::chain_error(py, &error.to_string(), Some(link), None))?;
        Ok(Self { chain, calls: Vec::new(), allowed: BTreeSet::new() })
    }
}

/// Makes a chain of the calls that made another one.
#[pyfunction]
pub(crate) fn _chain_of_calls<'py>(
    py: Python<'py>,
    calls: Vec<(String, Bound<'py, PyTuple>)>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut chain = PyType::new::<Chain>(py).into_any();
    for (method, arguments) in calls {
        let found = chain.getattr(method)?.call1(arguments)?;
        // The first call makes the chain.
        if found.is_instance_of::<Chain>() {
            chain = found;
        }
    }
    Ok(chain)
}

/// The index of the link of that name.
pub(crate) fn link_of(py: Python<'_>, chain: &octosat::Chain, name: &str) -> PyResult<usize> {
    chain.link(name).ok_or_else(|| {
        let names: Vec<&str> = chain.link_names().collect();
        let text = format!("there is no link `{name}`; there are {}", names.join(", "));
        errors::chain_error(py, &text, Some(name), None)
    })
}
