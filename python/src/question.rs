//! The common arguments of queries: boxes, pairs, within, engine, and the other shapes.

use bytemuck::NoUninit;
use numpy::Element;
use octosat::ask::{AnyList, ShapeQuestion};
use octosat::{BoxStore, Contacts, CoveredFaces, Error, Query, Sides};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::argument::BoxesArgument;
use crate::arrays::{Indices, Lengths, pairs as pairs_of};
use crate::boxes::Boxes;
use crate::covered::Covered;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::first::First;
use crate::moved::{Moved, moved_of};
use crate::results::Out;
use crate::shapes::{AxisAlignedBoxes, Capsules, HalfSpaces, Rays, Segments, Spheres};

/// The shapes that boxes, or first shapes, are tested against.
pub(crate) enum Against<'a, 'py> {
    /// Pairs of the same boxes, or with other boxes.
    Boxes(Option<BoxesArgument<'py>>),
    HalfSpaces(&'a Bound<'py, HalfSpaces>),
    Spheres(&'a Bound<'py, Spheres>),
    Capsules(&'a Bound<'py, Capsules>),
    AxisAligned(&'a Bound<'py, AxisAlignedBoxes>),
    Rays(&'a Bound<'py, Rays>),
    Segments(&'a Bound<'py, Segments>),
}

impl<'a, 'py> Against<'a, 'py> {
    /// Reads the argument `against` of a caller: shapes, other boxes, or `None` for the same boxes.
    pub(crate) fn of(value: Option<&'a Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(value) = value else { return Ok(Self::Boxes(None)) };
        if let Ok(shapes) = value.cast::<HalfSpaces>() {
            return Ok(Self::HalfSpaces(shapes));
        }
        if let Ok(shapes) = value.cast::<Spheres>() {
            return Ok(Self::Spheres(shapes));
        }
        if let Ok(shapes) = value.cast::<Capsules>() {
            return Ok(Self::Capsules(shapes));
        }
        if let Ok(shapes) = value.cast::<AxisAlignedBoxes>() {
            return Ok(Self::AxisAligned(shapes));
        }
        if let Ok(shapes) = value.cast::<Rays>() {
            return Ok(Self::Rays(shapes));
        }
        if let Ok(shapes) = value.cast::<Segments>() {
            return Ok(Self::Segments(shapes));
        }
        if value.is_instance_of::<Boxes>() || value.is_instance_of::<PyTuple>() {
            return Ok(Self::Boxes(Some(BoxesArgument::of("against", value)?)));
        }
        let found = value.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "against must be boxes or shapes of octosat, not {found}"
        )))
    }
}

impl Against<'_, '_> {
    /// The shapes.
    fn shapes(&self) -> PyResult<AnyList<'_>> {
        match self {
            Self::Boxes(_) => Err(PyTypeError::new_err("against must be shapes")),
            Self::HalfSpaces(shapes) => Ok(AnyList::HalfSpaces(&shapes.get().rows)),
            Self::Spheres(shapes) => Ok(AnyList::Spheres(&shapes.get().rows)),
            Self::Capsules(shapes) => Ok(AnyList::Capsules(&shapes.get().rows)),
            Self::AxisAligned(shapes) => Ok(AnyList::AxisAlignedBoxes(&shapes.get().rows)),
            Self::Rays(shapes) => Ok(AnyList::Rays(&shapes.get().rows)),
            Self::Segments(shapes) => Ok(AnyList::Segments(&shapes.get().rows)),
        }
    }
}

/// The arguments of a query, except the other shapes.
pub(crate) struct Question<'py> {
    engine: octosat::Engine,
    first: First<'py>,
    /// `None`: every box or first shape is tested against a single shape.
    pairs: Option<Indices<'py>>,
    within: Lengths<'py>,
    grown: Lengths<'py>,
    covered: Covered,
    moved: Option<Py<Moved>>,
}

/// Contacts with covered faces, if there are some.
pub(crate) fn with_covered<'a>(
    contacts: Contacts<'a>,
    covered: Option<Sides<Option<&'a CoveredFaces>>>,
) -> Contacts<'a> {
    covered.into_iter().fold(contacts, Contacts::covered)
}

impl<'py> Question<'py> {
    /// A question about boxes.
    pub(crate) fn of(
        boxes: &Bound<'py, PyAny>,
        pairs: Option<&Bound<'py, PyAny>>,
        within: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        Self::of_any(First::Boxes(BoxesArgument::of("boxes", boxes)?), pairs, within, engine)
    }

    /// A question about boxes, or about shapes instead of boxes.
    pub(crate) fn of_any(
        first: First<'py>,
        pairs: Option<&Bound<'py, PyAny>>,
        within: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            engine: engine_of(engine)?,
            first,
            pairs: pairs.map(pairs_of).transpose()?,
            within: Lengths::of("within", within)?,
            grown: Lengths::None,
            covered: Covered::default(),
            moved: None,
        })
    }

    /// A question about pairs of boxes alone, and the other boxes if there are some. `what` names its results.
    pub(crate) fn of_boxes(
        what: &str,
        boxes: &Bound<'py, PyAny>,
        pairs: &Bound<'py, PyAny>,
        [within, against, engine]: [Option<&Bound<'py, PyAny>>; 3],
    ) -> PyResult<(Self, Option<BoxesArgument<'py>>)> {
        let question = Self::of(boxes, Some(pairs), within, engine)?;
        match Against::of(against)? {
            Against::Boxes(others) => Ok((question, others)),
            _ => Err(PyTypeError::new_err(format!("{what} are of boxes"))),
        }
    }

    /// What the boxes or first shapes are tested against: the argument `against` of a caller, or the same ones.
    pub(crate) fn against<'a>(
        &'a self,
        value: Option<&'a Bound<'py, PyAny>>,
    ) -> PyResult<Against<'a, 'py>> {
        match (value, &self.first) {
            (None, First::HalfSpaces(shapes)) => Ok(Against::HalfSpaces(shapes)),
            (None, First::Spheres(shapes)) => Ok(Against::Spheres(shapes)),
            (None, First::Capsules(shapes)) => Ok(Against::Capsules(shapes)),
            _ => Against::of(value),
        }
    }

    /// The same question, with answers for pairs that are up to so far apart.
    pub(crate) fn within(self, within: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        Ok(Self { within: Lengths::of("within", within)?, ..self })
    }

    /// The same question, about boxes that are grown.
    pub(crate) fn grown(self, grown: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        Ok(Self { grown: Lengths::of("grown", grown)?, ..self })
    }

    /// The same question, about boxes at times of their motion.
    pub(crate) fn moved(self, moved: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        Ok(Self { moved: moved_of(moved)?, ..self })
    }

    /// The same question, with the covered faces of the boxes.
    pub(crate) fn with_covered(self, covered: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        Ok(Self { covered: Covered::of(covered)?, ..self })
    }

    /// The covered faces of the boxes, or of the second boxes if there are others: what others slide over.
    pub(crate) fn covered_of(
        &self,
        others: Option<&BoxesArgument<'_>>,
    ) -> Option<Sides<Option<&CoveredFaces>>> {
        let faces = self.covered.faces()?;
        Some(if others.is_some() { [None, Some(faces)].into() } else { faces.into() })
    }

    /// Rejects covered faces for a query that takes none.
    pub(crate) fn check_not_covered(&self, what: &str) -> PyResult<()> {
        match self.covered.faces() {
            None => Ok(()),
            Some(_) => Err(PyValueError::new_err(format!("{what} have no covered faces"))),
        }
    }

    /// The number of rows of the result.
    pub(crate) fn rows(&self) -> usize {
        let all = || self.first.shape().iter().product();
        self.pairs.as_ref().map_or_else(all, |pairs| pairs.pairs().len())
    }

    /// The shape of the result: a row per pair, or that of the boxes.
    fn shape(&self) -> Vec<usize> {
        let of_pairs = |pairs: &Indices<'_>| vec![pairs.pairs().len()];
        self.pairs.as_ref().map_or_else(|| self.first.shape(), of_pairs)
    }

    /// Where the numbers or booleans of the result go.
    pub(crate) fn numbers<'a, T: Element + Default + NoUninit>(
        &self,
        py: Python<'py>,
        array: Option<&'a Bound<'py, PyAny>>,
    ) -> PyResult<Out<'a, 'py, T>> {
        Out::numbers(py, array, &self.shape())
    }

    /// Where the rows of the result go, which have a dtype of this name.
    pub(crate) fn out<'a>(
        &self,
        py: Python<'py>,
        array: Option<&'a Bound<'py, PyAny>>,
        name: &'static str,
    ) -> PyResult<Out<'a, 'py, u32>> {
        Out::rows(py, array, &self.shape(), name)
    }

    /// The pairs of boxes. Fails if the caller passed no pairs.
    pub(crate) fn pairs(&self) -> PyResult<&[[u32; 2]]> {
        let missing = || PyTypeError::new_err("pairs are missing: which boxes with which?");
        self.pairs.as_ref().map(Indices::pairs).ok_or_else(missing)
    }

    /// Runs a query about pairs of boxes, the second of each among the others if there are some.
    pub(crate) fn ask_pairs(
        &self,
        py: Python<'_>,
        others: Option<&BoxesArgument<'_>>,
        ask: impl FnOnce(&octosat::Engine, Query<'_>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let (pairs, engine) = (self.pairs()?, &self.engine);
        let (within, grown) = (self.within.length(), self.grown.length());
        let (guard, other_guard) = self.first.boxes()?.read_with(py, others);
        let boxes: &BoxStore = &guard;
        // The same boxes twice are two lists, too: what goes with them may differ.
        let others = others.map(|_| other_guard.as_deref().unwrap_or(boxes));
        let query = match others {
            Some(others) => Query::new([boxes, others], pairs),
            None => Query::new(boxes, pairs),
        };
        let query = query.within(within).grown(grown);
        let query = match &self.moved {
            Some(moved) => moved.get().of(query, others),
            None => query,
        };
        let done = work(py, move || ask(engine, query));
        drop((guard, other_guard));
        done?.map_err(|error| errors::of_query(py, &error))
    }

    /// Runs a query about boxes and other shapes, or about two lists of shapes.
    pub(crate) fn ask_shapes(
        &self,
        py: Python<'_>,
        against: &Against<'_, '_>,
        ask: impl FnOnce(&ShapeQuestion<'_>, &octosat::Engine) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        if self.moved.is_some() {
            return Err(PyTypeError::new_err("queries against other shapes take no `moved`"));
        }
        let guard;
        let a = match &self.first {
            First::Boxes(boxes) => {
                guard = boxes.read(py);
                AnyList::Boxes(guard.view())
            }
            First::HalfSpaces(shapes) => AnyList::HalfSpaces(&shapes.get().rows),
            First::Spheres(shapes) => AnyList::Spheres(&shapes.get().rows),
            First::Capsules(shapes) => AnyList::Capsules(&shapes.get().rows),
        };
        let pairs = self.pairs.as_ref().map(Indices::pairs);
        let question =
            ShapeQuestion { a, b: against.shapes()?, pairs, within: self.within.length() };
        let engine = &self.engine;
        work(py, move || ask(&question, engine))?.map_err(|error| errors::of_query(py, &error))
    }

    /// Runs the overlap query.
    pub(crate) fn overlaps(
        &self,
        py: Python<'_>,
        against: &Against<'_, '_>,
        out: &mut [bool],
    ) -> PyResult<()> {
        match against {
            Against::Boxes(others) => {
                self.ask_pairs(py, others.as_ref(), |engine, query| engine.overlaps(query, out))
            }
            shapes => self
                .ask_shapes(py, shapes, |question, engine| question.overlaps(engine, out.into())),
        }
    }
}
