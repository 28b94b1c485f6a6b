//! One answer per group of pairs: a configuration of a robot, a body, or a query box.

use numpy::{PyArray1, PyArrayMethods};
use octosat::{BoxStore, Groups, Product, Query};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{Indices, ends as ends_of, pairs as pairs_of, ranges};
use crate::boxes::BoxesArgument;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::results::Out;

/// How the caller names the pairs of each group.
enum Members<'py> {
    /// Every box of one range with every box of another.
    Products(Vec<Product>),
    /// Pairs in a list, and the pair before which each group ends.
    List { pairs: Indices<'py>, ends: Vec<usize> },
}

/// Tests for each group of pairs whether any pair shares a point or comes within the margin: bool, shape (g,).
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). against: the same for the second box of each
/// pair; None for pairs of the same boxes.
/// margin: a number, meters, at least zero.
///
/// The groups are one of these:
/// per_configuration=k: group c has the boxes k·c to k·c + k - 1, such as the links of a configuration of a robot, each
/// with every box of `against`.
/// products: shape (g, 4), integers: every box of a range with every box of another range: the first box and the one after
/// the last, of `boxes` and then of `against`.
/// pairs and ends: shape (m, 2) and (g,), integers: the pairs of all groups, one group after the other, and the pair before
/// which each group ends.
///
/// There is no list of pairs in memory for the first two, and a group is left soon after its first hit.
/// out: a bool array of shape (g,) that is filled and returned. If the call raises QueryError, it writes no results.
#[pyfunction]
#[pyo3(signature = (
    boxes, against=None, *, per_configuration=None, products=None, pairs=None, ends=None, margin=0.0,
    engine=None, out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn any_overlap<'py>(
    boxes: &Bound<'py, PyAny>,
    against: Option<&Bound<'py, PyAny>>,
    per_configuration: Option<u32>,
    products: Option<&Bound<'py, PyAny>>,
    pairs: Option<&Bound<'py, PyAny>>,
    ends: Option<&Bound<'py, PyAny>>,
    margin: f32,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let engine = engine_of(engine)?;
    let boxes = BoxesArgument::of(boxes)?;
    let others = against.map(BoxesArgument::of).transpose()?;
    let members = match (per_configuration, products, pairs, ends) {
        (Some(links), None, None, None) => {
            let others = others.as_ref().ok_or_else(|| {
                PyTypeError::new_err("per_configuration needs the argument against")
            })?;
            Members::Products(configurations(&boxes, others, links, py)?)
        }
        (None, Some(products), None, None) => Members::Products(ranges("products", products)?),
        (None, None, Some(pairs), Some(ends)) => {
            Members::List { pairs: pairs_of(pairs)?, ends: ends_of("ends", ends)? }
        }
        _ => {
            let text = "the groups are per_configuration, or products, or pairs with ends";
            return Err(PyTypeError::new_err(text));
        }
    };
    let rows = match &members {
        Members::Products(products) => products.len(),
        Members::List { ends, .. } => ends.len(),
    };
    let out = Out::check(out, rows, || Ok(numpy::dtype::<bool>(py).into_any()))?;
    let answers = PyArray1::<bool>::zeros(py, rows, false);
    let mut writable = answers.readwrite();
    let hits = writable.as_slice_mut()?;
    let (guard, other_guard) = boxes.read_with(py, others.as_ref());
    let of_a: &BoxStore = &guard;
    let of_b: &BoxStore = other_guard.as_deref().unwrap_or(of_a);
    let groups = match &members {
        Members::Products(products) => Groups::of_products(of_a, of_b, products).margin(margin),
        Members::List { pairs, ends } => {
            let query = Query::between(of_a, of_b, pairs.pairs()).margin(margin);
            Groups::of_list(query, ends)
        }
    };
    let done = work(py, move || engine.any_overlap(groups, hits));
    drop((guard, other_guard));
    done?.map_err(|error| errors::of_query(py, &error))?;
    drop(writable);
    out.give(answers.into_any())
}

/// The products of configurations of this many boxes each with all others.
fn configurations(
    boxes: &BoxesArgument<'_>,
    others: &BoxesArgument<'_>,
    links: u32,
    py: Python<'_>,
) -> PyResult<Vec<Product>> {
    let [count, obstacles] = [boxes, others].map(|boxes| boxes.read(py).len());
    // A store has at most as many boxes as indices of 32 bits name.
    let [count, obstacles] = [count, obstacles].map(|len| u32::try_from(len).unwrap_or(u32::MAX));
    if links == 0 || count % links != 0 {
        let text = format!("{count} boxes are no configurations of {links} boxes each");
        return Err(PyValueError::new_err(text));
    }
    let starts = (0..count).step_by(links as usize);
    Ok(starts.map(|start| Product::new(start..start + links, 0..obstacles)).collect())
}
