//! Configurations and joint motions of chains: the arguments of a query, and its answers in the caller's shape.

use bytemuck::Pod;
use octosat::{BoxStore, Configurations, Error};
use octosat_rows::{LinkPair, Row};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::arrays::Private;
use crate::boxes::Boxes;
use crate::chains::Chain;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::given::Given;
use crate::leading::{Items, Target};
use crate::padding::Padding;
use crate::results::Out;
use crate::worlds::World;

/// Reads joint values, which have this name for the caller: an array of shape (..., joints of the chain).
pub(crate) fn joint_items<'py>(
    name: &'static str,
    value: &Bound<'py, PyAny>,
    chain: &Chain,
) -> PyResult<Items<'py>> {
    let py = value.py();
    if value.is_instance_of::<World>() {
        let text =
            format!("{name} must be joint values, not an octosat.World, which comes after them");
        return Err(PyTypeError::new_err(text));
    }
    let width = chain.read(py).chain.values();
    Items::rows(name, width, value).map_err(|error| {
        if !error.is_instance_of::<PyValueError>(py) {
            return error;
        }
        let names = match width {
            0 => "the chain has no joint with a value".to_owned(),
            _ => format!("the joints are {}", chain.joint_names(py).join(", ")),
        };
        PyValueError::new_err(format!("{}; {names}", error.value(py)))
    })
}

/// Joint values, one row per configuration.
pub(crate) struct Joints<'a, 'py> {
    values: Private<'py, f32>,
    /// The shape of the configurations.
    shape: &'a [usize],
}

impl<'a, 'py> Joints<'a, 'py> {
    /// Copies the joint values of configurations of this shape.
    pub(crate) fn copy(items: &Items<'py>, shape: &'a [usize]) -> PyResult<Self> {
        Ok(Self { values: items.copy(Target { shape, of: "the configurations" })?, shape })
    }

    /// The joint values of all configurations.
    pub(crate) fn rows(&self) -> &[f32] {
        self.values.rows()
    }
}

/// A query about configurations of a chain.
pub(crate) struct ChainQuestion<'a, 'py> {
    engine: octosat::Engine,
    chain: &'a Chain,
    joints: Joints<'a, 'py>,
    world: Option<&'a World>,
    links: bool,
    padding: Padding<'py>,
    tolerance: f32,
}

impl<'a, 'py> ChainQuestion<'a, 'py> {
    pub(crate) fn of(
        chain: &'a Chain,
        joints: Joints<'a, 'py>,
        world: Option<&'a Bound<'py, PyAny>>,
        links: bool,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let wrong = "world must be an octosat.World or None: octosat.World(boxes) prepares boxes";
        let world = match world {
            Some(world) => {
                Some(world.cast::<World>().map_err(|_| PyTypeError::new_err(wrong))?.get())
            }
            None => None,
        };
        let (engine, padding) = (engine_of(engine)?, Padding::NONE);
        Ok(Self { engine, chain, joints, world, links, padding, tolerance: 0.0 })
    }

    /// The same query with lengths that others keep from links.
    pub(crate) fn within(
        self,
        within: Option<&Bound<'py, PyAny>>,
        between_links: Option<f32>,
    ) -> PyResult<Self> {
        Ok(Self { padding: Padding::of(within, between_links, self.chain)?, ..self })
    }

    /// The same query with a tolerance of least clearances.
    pub(crate) fn tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// Runs the query.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&octosat::Engine, Configurations<'_>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let (engine, rows) = (&self.engine, self.joints.rows());
        let guard = self.chain.read(py);
        let chain = &guard.chain;
        let configurations = Configurations::new(chain, rows).with_links(self.links);
        let configurations = configurations.repeated(self.joints.shape.iter().product());
        let configurations = self.padding.pad(configurations).tolerance(self.tolerance);
        let made = self.world.map(|world| world.read(py));
        let configurations = match &made {
            Some(made) => {
                guard.check_world(py, made)?;
                configurations.among(&made.world)
            }
            None => configurations,
        };
        let done = work(py, move || ask(engine, configurations))?;
        done.map_err(|error| errors::of_configurations(py, &error))
    }

    /// Rejects a chain that nothing touches because it has no solids.
    pub(crate) fn check_solids(&self, py: Python<'_>) -> PyResult<()> {
        if self.chain.read(py).chain.solids().len() > 0 {
            return Ok(());
        }
        let text = "the chain has no solids, so it would touch nothing: from_urdf() takes the elements `collision` of \
                    links, not `visual`, and gives links boxes by boxes=; attach() adds solids";
        Err(errors::query_error(py, text, None))
    }

    /// Whether any pair of each configuration touches.
    pub(crate) fn any_overlap(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check_solids(py)?;
        let shape = self.joints.shape;
        if shape.is_empty() && out.is_none() {
            let mut hit = [false];
            self.ask(py, |engine, configurations| engine.any_overlap(configurations, &mut hit))?;
            return boolean(py, hit[0]);
        }
        Out::numbers(py, out, shape)?.filled(|hits: &mut [bool]| {
            self.ask(py, |engine, configurations| engine.any_overlap(configurations, hits))
        })
    }

    /// The boxes of all configurations.
    pub(crate) fn poses(&self, py: Python<'_>) -> PyResult<Boxes> {
        let solids = self.chain.read(py).chain.solids().len();
        let shape = [self.joints.shape, &[solids]].concat();
        Ok(Given { store: self.store(py)?, shape }.into())
    }

    /// The box of each configuration, of a chain with one solid.
    pub(crate) fn marks(&self, py: Python<'_>) -> PyResult<Boxes> {
        Ok(Given { store: self.store(py)?, shape: self.joints.shape.to_vec() }.into())
    }

    fn store(&self, py: Python<'_>) -> PyResult<BoxStore> {
        let mut store = BoxStore::new();
        self.ask(py, |engine, configurations| engine.poses(configurations, &mut store))?;
        Ok(store)
    }

    /// A row per pair of links.
    pub(crate) fn link_pairs(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.check_solids(py)?;
        let mut rows: Vec<LinkPair> = Vec::new();
        self.ask(py, |engine, configurations| engine.link_pairs(configurations, &mut rows))?;
        let out = Out::rows(py, None, &[rows.len()], LinkPair::LAYOUT.name)?;
        out.filled_rows(|out: &mut [LinkPair]| {
            out.copy_from_slice(&rows);
            Ok(())
        })
    }

    /// A row per configuration, as a query fills them.
    pub(crate) fn rows<R: Pod + Row + Send>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        ask: impl FnOnce(&octosat::Engine, Configurations<'_>, &mut [R]) -> Result<(), Error> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check_solids(py)?;
        let shape = self.joints.shape;
        // One row of a list alone, and not an array without axes.
        let is_row = shape.is_empty() && out.is_none();
        let out = Out::rows(py, out, if is_row { &[1] } else { shape }, R::LAYOUT.name)?;
        let rows = out.filled_rows(|rows: &mut [R]| {
            self.ask(py, |engine, configurations| ask(engine, configurations, rows))
        })?;
        if is_row { rows.get_item(0) } else { Ok(rows) }
    }
}

/// A boolean of NumPy.
pub(crate) fn boolean(py: Python<'_>, value: bool) -> PyResult<Bound<'_, PyAny>> {
    static BOOLEANS: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    let booleans = BOOLEANS.get_or_try_init(py, || {
        let class = py.import("numpy")?.getattr("bool_")?;
        Ok::<_, PyErr>([class.call1((false,))?.unbind(), class.call1((true,))?.unbind()])
    })?;
    Ok(booleans[usize::from(value)].bind(py).clone())
}
