//! The methods of the engine about shapes, which take queries of several kinds.

use octosat::{
    Capsule, Engine, HalfSpace, HitQuery, ManifoldQuery, OverlapQuery, PenetrationQuery,
    ShapePairs, ShapeQuery, Sphere,
};
#[cfg(feature = "motion")]
use octosat::{CastQuery, Casts, Motions};
use octosat_rows::RayHit;
#[cfg(feature = "motion")]
use octosat_rows::ShapeCast;

use crate::answer::{write_bools, write_rows};
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT};

/// A method of the engine, for queries of the type `Q`; rows of the interface are `T`.
pub(crate) trait Verb<Q, T> {
    /// Calls the method.
    fn ask(self, engine: &Engine, query: Q, out: &mut [T]) -> Result<(), Failure>;
}

/// A method of the engine for queries about boxes and shapes `S`, and about other shapes and shapes `S`. What a method
/// does not take is a failure.
pub(crate) trait AnyVerb<S, T>:
    for<'q> Verb<ShapeQuery<'q, S>, T>
    + for<'q> Verb<ShapePairs<'q, Sphere, S>, T>
    + for<'q> Verb<ShapePairs<'q, Capsule, S>, T>
    + for<'q> Verb<ShapePairs<'q, HalfSpace, S>, T>
{
}

impl<V, S, T> AnyVerb<S, T> for V where
    V: for<'q> Verb<ShapeQuery<'q, S>, T>
        + for<'q> Verb<ShapePairs<'q, Sphere, S>, T>
        + for<'q> Verb<ShapePairs<'q, Capsule, S>, T>
        + for<'q> Verb<ShapePairs<'q, HalfSpace, S>, T>
{
}

/// A method for queries about boxes alone.
pub(crate) struct OfBoxes<V>(pub(crate) V);

impl<'q, V: Verb<ShapeQuery<'q, S>, T>, S, T> Verb<ShapeQuery<'q, S>, T> for OfBoxes<V> {
    fn ask(self, engine: &Engine, query: ShapeQuery<'q, S>, out: &mut [T]) -> Result<(), Failure> {
        self.0.ask(engine, query, out)
    }
}

impl<V, A, S, T> Verb<ShapePairs<'_, A, S>, T> for OfBoxes<V> {
    fn ask(self, _: &Engine, _: ShapePairs<'_, A, S>, _: &mut [T]) -> Result<(), Failure> {
        let text = "this query is about boxes: query.spheres, query.capsules and query.half_spaces must be null";
        Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
    }
}

/// [`Engine::overlaps`].
pub(crate) struct Overlaps;

impl<Q: OverlapQuery> Verb<Q, u8> for Overlaps {
    fn ask(self, engine: &Engine, query: Q, out: &mut [u8]) -> Result<(), Failure> {
        write_bools(out, |bools| Ok(engine.overlaps(query, bools)?))
    }
}

/// [`Engine::penetrations`] of half-spaces.
pub(crate) struct Penetrations;

impl<Q: PenetrationQuery<Row = f32>> Verb<Q, f32> for Penetrations {
    fn ask(self, engine: &Engine, query: Q, out: &mut [f32]) -> Result<(), Failure> {
        Ok(engine.penetrations(query, out)?)
    }
}

/// [`Engine::manifolds`], and how the engine's rows are written in the layout of the interface.
pub(crate) struct Manifolds<R, T>(pub(crate) fn(&R) -> T);

impl<Q, R, T> Verb<Q, T> for Manifolds<R, T>
where
    Q: ManifoldQuery<Output = [R]>,
    R: Copy + Default,
{
    fn ask(self, engine: &Engine, query: Q, out: &mut [T]) -> Result<(), Failure> {
        write_rows(out, |rows| Ok(engine.manifolds(query, rows)?), self.0)
    }
}

/// [`Engine::hits`].
pub(crate) struct Hits;

/// A shape that lines can enter.
pub(crate) trait Round {}

impl Round for Sphere {}

impl Round for Capsule {}

impl<'q, S> Verb<ShapeQuery<'q, S>, RayHit> for Hits
where
    ShapeQuery<'q, S>: HitQuery,
{
    fn ask(
        self,
        engine: &Engine,
        query: ShapeQuery<'q, S>,
        out: &mut [RayHit],
    ) -> Result<(), Failure> {
        Ok(engine.hits(query, out)?)
    }
}

impl<'q, A: Round, S> Verb<ShapePairs<'q, A, S>, RayHit> for Hits
where
    ShapePairs<'q, A, S>: HitQuery,
{
    fn ask(
        self,
        engine: &Engine,
        query: ShapePairs<'q, A, S>,
        out: &mut [RayHit],
    ) -> Result<(), Failure> {
        Ok(engine.hits(query, out)?)
    }
}

impl<S> Verb<ShapePairs<'_, HalfSpace, S>, RayHit> for Hits {
    fn ask(
        self,
        _: &Engine,
        _: ShapePairs<'_, HalfSpace, S>,
        _: &mut [RayHit],
    ) -> Result<(), Failure> {
        let text = "hits are of boxes, spheres and capsules: query.half_spaces must be null";
        Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
    }
}

/// [`Engine::casts`] of spheres and capsules.
#[cfg(feature = "motion")]
pub(crate) struct ShapeCasts<'a> {
    pub(crate) motions: Motions<'a>,
    pub(crate) stored_poses: bool,
}

#[cfg(feature = "motion")]
impl<Q: CastQuery<Row = ShapeCast>> Verb<Q, ShapeCast> for ShapeCasts<'_> {
    fn ask(self, engine: &Engine, query: Q, out: &mut [ShapeCast]) -> Result<(), Failure> {
        let casts = Casts::new(query, self.motions).stored_poses(self.stored_poses);
        Ok(engine.casts(casts, out)?)
    }
}
