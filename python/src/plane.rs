//! Queries about pairs of rectangles, and the bounds of rectangles.

use bytemuck::{Pod, Zeroable};
use octosat::{
    Engine, Error, Query, Rectangle, RectangleManifold, RectanglePenetration, RectangleStore,
    RectangleView, Sides,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::{Indices, Lengths, pairs as pairs_of};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::rectangles::Rectangles;
use crate::results::Out;
use crate::rounding::single;

/// The arguments of a query about pairs of rectangles.
pub(crate) struct RectangleQuestion<'py> {
    engine: Engine,
    rectangles: Bound<'py, Rectangles>,
    /// The rectangles that the second index of each pair is for.
    others: Option<Bound<'py, Rectangles>>,
    pairs: Indices<'py>,
    within: Lengths<'py>,
}

impl<'py> RectangleQuestion<'py> {
    pub(crate) fn of(
        rectangles: &Bound<'py, Rectangles>,
        [pairs, within, against, engine]: [Option<&Bound<'py, PyAny>>; 4],
    ) -> PyResult<Self> {
        let missing = || PyTypeError::new_err("pairs are missing: which rectangles with which?");
        Ok(Self {
            engine: engine_of(engine)?,
            rectangles: rectangles.clone(),
            others: against.map(others_of).transpose()?,
            pairs: pairs_of(pairs.ok_or_else(missing)?)?,
            within: Lengths::of("within", within)?,
        })
    }

    /// The number of rows of the result.
    pub(crate) fn rows(&self) -> usize {
        self.pairs.pairs().len()
    }

    /// Runs a query.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Engine, Query<'_, Sides<RectangleView<'_>>>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let (pairs, within, engine) = (self.pairs.pairs(), self.within.length(), &self.engine);
        let others = self.others.as_ref().map(|others| &others.get().all);
        let (guard, other_guard) = self.rectangles.get().all.read_with(py, others);
        let first: &RectangleStore = &guard;
        let query = match others {
            Some(_) => Query::new([first, other_guard.as_deref().unwrap_or(first)], pairs),
            None => Query::new(first, pairs),
        };
        let done = work(py, move || ask(engine, query.within(within)));
        drop((guard, other_guard));
        done?.map_err(|error| errors::of_query(py, &error))
    }

    /// Which pairs share a point or are within.
    pub(crate) fn overlaps(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::numbers(py, out, &[self.rows()])?;
        out.filled(|rows: &mut [bool]| self.ask(py, |engine, query| engine.overlaps(query, rows)))
    }

    /// Depth, normal and axis of each pair.
    pub(crate) fn penetrations(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, out, &[self.rows()], "RECTANGLE_PENETRATION")?;
        out.filled_rows(|rows: &mut [RectanglePenetration]| {
            self.ask(py, |engine, query| engine.penetrations(query, rows))
        })
    }

    /// The contact of each pair.
    pub(crate) fn manifolds(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, None, &[self.rows()], "RECTANGLE_MANIFOLD")?;
        out.filled_rows(|rows: &mut [RectangleManifold]| {
            self.ask(py, |engine, query| engine.manifolds(query, rows))
        })
    }
}

/// The rectangles of the argument `against`.
pub(crate) fn others_of<'py>(against: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Rectangles>> {
    let text = "against must be Rectangles, as the first ones";
    against.cast::<Rectangles>().cloned().map_err(|_| PyTypeError::new_err(text))
}

/// The bounds of a rectangle along the axes of the world.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AxisAlignedRectangle {
    pub(crate) min: [f32; 2],
    pub(crate) max: [f32; 2],
}

impl AxisAlignedRectangle {
    /// The bounds of a rectangle: every point of it is inside, despite rounding.
    pub(crate) fn around(rectangle: &Rectangle) -> Self {
        let [x, y] = rectangle.half_extents.map(f64::from);
        let [cosine, sine] = rectangle.pose.rotation.map(|part| f64::from(part).abs());
        // A stored rotation may be longer or shorter than one.
        let length = (cosine * cosine + sine * sine).sqrt().min(1.0);
        let reach = [cosine * x + sine * y, sine * x + cosine * y].map(|reach| reach / length);
        let (mut min, mut max) = ([0.0; 2], [0.0; 2]);
        for (axis, reach) in reach.into_iter().enumerate() {
            let center = f64::from(rectangle.pose.center[axis]);
            // More than the rounding of all operations here.
            let reach = reach + 4.0 * f64::EPSILON * (center.abs() + reach);
            (min[axis], max[axis]) =
                (single(center - reach).next_down(), single(center + reach).next_up());
        }
        Self { min, max }
    }
}
