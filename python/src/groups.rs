//! One answer per group of pairs: a configuration of a robot, a body, or a query box.

use bytemuck::{Pod, Zeroable};
use octosat::{BoxStore, Distance, Error, Groups, Least, Product, Query};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::arrays::{Indices, bounds as bounds_of, pairs as pairs_of, ranges, text_of};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::moved::{Moved, check_still, moved_of};
use crate::results::Out;

/// A function about groups, which calls the engine's method of the same name. Then: the length that it takes and its
/// default, where its answers go, and how they are made.
macro_rules! group_query {
    ($(#[$doc:meta])* $name:ident, $length:ident: $of:ty = $default:tt, $out:expr, $answers:expr) => {
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (
            boxes, against=None, *, per_configuration=None, products=None, pairs=None, bounds=None,
            $length=$default, moved=None, engine=None, out=None
        ))]
        #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
        pub(crate) fn $name<'py>(
            boxes: &Bound<'py, PyAny>,
            against: Option<&Bound<'py, PyAny>>,
            per_configuration: Option<u32>,
            products: Option<&Bound<'py, PyAny>>,
            pairs: Option<&Bound<'py, PyAny>>,
            bounds: Option<&Bound<'py, PyAny>>,
            $length: $of,
            moved: Option<&Bound<'py, PyAny>>,
            engine: Option<&Bound<'py, PyAny>>,
            out: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let py = boxes.py();
            let named = Named { per_configuration, products, pairs, bounds };
            let question = GroupQuestion::of(boxes, against, &named, engine)?;
            let question = GroupQuestion { $length: $length.into(), ..question }.moved(moved)?;
            let out = ($out)(py, out, &question.shape)?;
            ($answers)(py, &question, out)
        }
    };
}

group_query! {
    /// Tests for each group of pairs whether any pair shares a point or is within: bool, shape (g,).
    ///
    /// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). against: the same for the second box of
    /// each pair; None for pairs of the same boxes. within: pairs that are up to this far apart count, too: a number,
    /// meters, at least zero.
    ///
    /// The groups are one of these: per_configuration=k: group c has the boxes k·c to k·c + k - 1, such as the links of
    /// a configuration of a robot, each with every box of `against`. For boxes of several axes it may be left out: k is
    /// the length of the last one, and the result has the shape of the others. products: shape (g, 4), integers: every
    /// box of a range with every box of another range: the first box and the one after the last, of `boxes` and then of
    /// `against`. pairs and bounds: shape (m, 2) and (g,), integers: the pairs of all groups, one group after the
    /// other, and the pair before which each group ends.
    ///
    /// There is no list of pairs in memory for the first two, and a group is left soon after its first hit. moved: a
    /// Moved: the boxes of pairs and bounds are where they are at times of their motion. out: a bool array of shape
    /// (g,) that is filled and returned. If the call raises QueryError, it writes no results.
    any_overlap, within: f32 = 0.0, Out::numbers, |py, question: &GroupQuestion<'py>, out: Out<'_, 'py, bool>| {
        out.filled(|hits| question.ask(py, |engine, groups| engine.any_overlap(groups, hits)))
    }
}

group_query! {
    /// Computes the least clearance of each group of pairs, and the pair that it is of: dtype LEAST_CLEARANCE, shape
    /// (g,).
    ///
    /// A group whose clearance is positive is certainly free: none of its pairs share a point. A group without pairs
    /// has an infinite clearance. Arguments are those of any_overlap(), except that boxes are grown by a number of
    /// meters on every side, which may be negative, and that out is of the dtype of the result.
    least_clearances, grown: f32 = 0.0, |py, out, shape| Out::rows(py, out, shape, "LEAST_CLEARANCE"), |py, question, out| {
        let row = |&Least { pair, row: clearance }: &Least<f32>| LeastClearance { pair, clearance };
        least(py, question, out, |engine, asked, rows| engine.least_clearances(asked, rows), row)
    }
}

group_query! {
    /// Computes the least distance of each group of pairs, and the pair that it is of: dtype LEAST_DISTANCE, shape
    /// (g,).
    ///
    /// A group without pairs has an infinite distance. Arguments are those of any_overlap(); within is a cut-off, as
    /// for distances(), and None is none. out is of the dtype of the result.
    least_distances, within: Option<f32> = None, |py, out, shape| Out::rows(py, out, shape, "LEAST_DISTANCE"), |py, question, out| {
        let row = |&Least { pair, row }: &Least<Distance>| LeastDistance { pair, row };
        least(py, question, out, octosat::Engine::least_distances, row)
    }
}

/// The least row of each group.
fn least<'py, R: Clone + Send, T: Pod>(
    py: Python<'py>,
    question: &GroupQuestion<'py>,
    out: Out<'_, 'py, u32>,
    ask: impl FnOnce(&octosat::Engine, Groups<'_>, &mut [Least<R>]) -> Result<(), Error> + Send,
    row: impl Fn(&Least<R>) -> T,
) -> PyResult<Bound<'py, PyAny>>
where
    Least<R>: Default,
{
    let mut least = vec![Least::<R>::default(); question.members.len()];
    let rows = least.as_mut_slice();
    question.ask(py, |engine, groups| ask(engine, groups, rows))?;
    out.copied_rows(&least.iter().map(row).collect::<Vec<T>>())
}

/// A row of LEAST_CLEARANCE.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LeastClearance {
    pub(crate) pair: [u32; 2],
    pub(crate) clearance: f32,
}

/// A row of LEAST_DISTANCE.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LeastDistance {
    pub(crate) pair: [u32; 2],
    pub(crate) row: Distance,
}

/// How the caller names the pairs of each group.
#[derive(Clone, Copy)]
struct Named<'a, 'py> {
    per_configuration: Option<u32>,
    products: Option<&'a Bound<'py, PyAny>>,
    pairs: Option<&'a Bound<'py, PyAny>>,
    bounds: Option<&'a Bound<'py, PyAny>>,
}

/// The pairs of each group.
enum Members<'py> {
    /// Every box of one range with every box of another.
    Products(Vec<Product>),
    /// Pairs in a list, and the pair before which each group ends.
    List { pairs: Indices<'py>, bounds: Vec<usize> },
}

impl Members<'_> {
    /// The number of groups.
    fn len(&self) -> usize {
        match self {
            Self::Products(products) => products.len(),
            Self::List { bounds, .. } => bounds.len(),
        }
    }
}

/// The arguments of a query about groups.
struct GroupQuestion<'py> {
    engine: octosat::Engine,
    boxes: BoxesArgument<'py>,
    others: Option<BoxesArgument<'py>>,
    members: Members<'py>,
    /// The shape of the answers.
    shape: Vec<usize>,
    within: Option<f32>,
    grown: Option<f32>,
    moved: Option<Py<Moved>>,
}

impl<'py> GroupQuestion<'py> {
    fn of(
        boxes: &Bound<'py, PyAny>,
        against: Option<&Bound<'py, PyAny>>,
        named: &Named<'_, 'py>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let engine = engine_of(engine)?;
        let boxes = BoxesArgument::of("boxes", boxes)?;
        let others = against.map(|others| BoxesArgument::of("against", others)).transpose()?;
        let named = named.with_last_axis(&boxes)?;
        let members = named.members(&boxes, others.as_ref())?;
        let shape = named.shape(&boxes, members.len());
        Ok(Self { engine, boxes, others, members, shape, within: None, grown: None, moved: None })
    }

    /// The same question about boxes at times of their motion, which pairs in a list have alone.
    fn moved(self, moved: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        if let Members::Products(_) = self.members {
            check_still("groups of products", moved)?;
        }
        Ok(Self { moved: moved_of(moved)?, ..self })
    }

    /// Runs a query about the groups.
    fn ask(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&octosat::Engine, Groups<'_>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let engine = &self.engine;
        let (guard, other_guard) = self.boxes.read_with(py, self.others.as_ref());
        let of_a: &BoxStore = &guard;
        let of_b: &BoxStore = other_guard.as_deref().unwrap_or(of_a);
        let groups = match &self.members {
            Members::Products(products) => Groups::of_products([of_a, of_b], products),
            Members::List { pairs, bounds } => {
                let others = self.others.as_ref().map(|_| of_b);
                let query = match others {
                    Some(of_b) => Query::new([of_a, of_b], pairs.pairs()),
                    None => Query::new(of_a, pairs.pairs()),
                };
                let query = match &self.moved {
                    Some(moved) => moved.get().of(query, others),
                    None => query,
                };
                Groups::new(query, bounds)
            }
        };
        let groups = self.within.map_or(groups, |within| groups.within(within));
        let groups = self.grown.map_or(groups, |grown| groups.grown(grown));
        let done = work(py, move || ask(engine, groups));
        drop((guard, other_guard));
        done?.map_err(|error| errors::of_query(py, &error))
    }
}

impl<'py> Named<'_, 'py> {
    /// The same, where the boxes of a configuration are those of the last axis if there are several axes.
    fn with_last_axis(self, boxes: &BoxesArgument<'py>) -> PyResult<Self> {
        let [_, .., last] = boxes.shape() else { return Ok(self) };
        match (self.per_configuration, self.products, self.pairs, self.bounds) {
            (None, None, None, None) => {
                Ok(Self { per_configuration: u32::try_from(*last).ok(), ..self })
            }
            (Some(links), ..) if links as usize != *last => {
                let shape = text_of(boxes.shape());
                let text = format!(
                    "per_configuration is {links}, but boxes of the shape {shape} have {last} per \
                     configuration, those of the last axis: leave it out"
                );
                Err(PyValueError::new_err(text))
            }
            _ => Ok(self),
        }
    }

    /// The shape of the answers for this number of groups: that of the configurations, if there are several axes.
    fn shape(&self, boxes: &BoxesArgument<'py>, groups: usize) -> Vec<usize> {
        match (self.per_configuration, boxes.shape()) {
            (Some(_), [configurations @ .., _]) if !configurations.is_empty() => {
                configurations.to_vec()
            }
            _ => vec![groups],
        }
    }

    fn members(
        &self,
        boxes: &BoxesArgument<'py>,
        others: Option<&BoxesArgument<'py>>,
    ) -> PyResult<Members<'py>> {
        match (self.per_configuration, self.products, self.pairs, self.bounds) {
            (Some(links), None, None, None) => {
                let missing = "per_configuration needs the argument against";
                let others = others.ok_or_else(|| PyTypeError::new_err(missing))?;
                Ok(Members::Products(configurations(boxes, others, links)?))
            }
            (None, Some(products), None, None) => {
                Ok(Members::Products(ranges("products", products)?))
            }
            (None, None, Some(pairs), Some(bounds)) => {
                let bounds = bounds_of("bounds", bounds)?;
                Ok(Members::List { pairs: pairs_of(pairs)?, bounds })
            }
            _ => {
                let text = "the groups are per_configuration, or products, or pairs with bounds";
                Err(PyTypeError::new_err(text))
            }
        }
    }
}

/// The products of configurations of this many boxes each with all others.
fn configurations(
    boxes: &BoxesArgument<'_>,
    others: &BoxesArgument<'_>,
    links: u32,
) -> PyResult<Vec<Product>> {
    let [count, obstacles] = [boxes, others].map(BoxesArgument::len);
    // A store has at most as many boxes as indices of 32 bits name.
    let [count, obstacles] = [count, obstacles].map(|len| u32::try_from(len).unwrap_or(u32::MAX));
    if links == 0
        && let [configurations @ .., 0] = boxes.shape()
        && !configurations.is_empty()
    {
        let nothing = Product::new(0..0, 0..obstacles);
        return Ok(vec![nothing; configurations.iter().product()]);
    }
    if links == 0 || count % links != 0 {
        let text = format!("{count} boxes are no configurations of {links} boxes each");
        return Err(PyValueError::new_err(text));
    }
    let starts = (0..count).step_by(links as usize);
    Ok(starts.map(|start| Product::new(start..start + links, 0..obstacles)).collect())
}
