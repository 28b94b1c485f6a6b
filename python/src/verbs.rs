//! The methods of the engine about shapes, which take queries of several kinds.

use octosat::{
    Capsule, CastQuery, Casts, Engine, Error, HalfSpace, HitQuery, ManifoldQuery, Motions,
    OverlapQuery, PenetrationQuery, RayHit, ShapeCast, ShapePairs, ShapeQuery, Sphere,
};

/// Why a method was not called, or failed.
pub(crate) enum Rejected {
    /// The method does not take shapes of this kind.
    Kind(&'static str),
    /// The engine rejects the query.
    Query(Error),
}

impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        Self::Query(error)
    }
}

/// A method of the engine and its output, for queries of the type `Q`.
pub(crate) trait Verb<Q> {
    /// Calls the method.
    fn ask(self, engine: &Engine, query: Q) -> Result<(), Rejected>;
}

/// A method of the engine for queries about boxes and shapes `S`, and about other shapes and shapes `S`.
pub(crate) trait AnyVerb<S>:
    Send
    + for<'q> Verb<ShapeQuery<'q, S>>
    + for<'q> Verb<ShapePairs<'q, Sphere, S>>
    + for<'q> Verb<ShapePairs<'q, Capsule, S>>
    + for<'q> Verb<ShapePairs<'q, HalfSpace, S>>
{
}

impl<V, S> AnyVerb<S> for V where
    V: Send
        + for<'q> Verb<ShapeQuery<'q, S>>
        + for<'q> Verb<ShapePairs<'q, Sphere, S>>
        + for<'q> Verb<ShapePairs<'q, Capsule, S>>
        + for<'q> Verb<ShapePairs<'q, HalfSpace, S>>
{
}

/// A method for queries about boxes alone.
pub(crate) struct OfBoxes<V>(pub(crate) V);

impl<'q, V: Verb<ShapeQuery<'q, S>>, S> Verb<ShapeQuery<'q, S>> for OfBoxes<V> {
    fn ask(self, engine: &Engine, query: ShapeQuery<'q, S>) -> Result<(), Rejected> {
        self.0.ask(engine, query)
    }
}

impl<V, A, S> Verb<ShapePairs<'_, A, S>> for OfBoxes<V> {
    fn ask(self, _: &Engine, _: ShapePairs<'_, A, S>) -> Result<(), Rejected> {
        Err(Rejected::Kind("only boxes are asked against HalfSpaces and AxisAlignedBoxes"))
    }
}

/// [`Engine::overlaps`].
pub(crate) struct Overlaps<'a>(pub(crate) &'a mut [bool]);

impl<Q: OverlapQuery> Verb<Q> for Overlaps<'_> {
    fn ask(self, engine: &Engine, query: Q) -> Result<(), Rejected> {
        Ok(engine.overlaps(query, self.0)?)
    }
}

/// [`Engine::penetrations`] of half-spaces.
pub(crate) struct Penetrations<'a>(pub(crate) &'a mut [f32]);

impl<Q: PenetrationQuery<Row = f32>> Verb<Q> for Penetrations<'_> {
    fn ask(self, engine: &Engine, query: Q) -> Result<(), Rejected> {
        Ok(engine.penetrations(query, self.0)?)
    }
}

/// [`Engine::manifolds`].
pub(crate) struct Manifolds<'a, R>(pub(crate) &'a mut [R]);

impl<Q: ManifoldQuery<Output = [R]>, R> Verb<Q> for Manifolds<'_, R> {
    fn ask(self, engine: &Engine, query: Q) -> Result<(), Rejected> {
        Ok(engine.manifolds(query, self.0)?)
    }
}

/// [`Engine::hits`].
pub(crate) struct Hits<'a>(pub(crate) &'a mut [RayHit]);

/// A shape that lines can enter.
pub(crate) trait Round {}

impl Round for Sphere {}

impl Round for Capsule {}

impl<'q, S> Verb<ShapeQuery<'q, S>> for Hits<'_>
where
    ShapeQuery<'q, S>: HitQuery,
{
    fn ask(self, engine: &Engine, query: ShapeQuery<'q, S>) -> Result<(), Rejected> {
        Ok(engine.hits(query, self.0)?)
    }
}

impl<'q, A: Round, S> Verb<ShapePairs<'q, A, S>> for Hits<'_>
where
    ShapePairs<'q, A, S>: HitQuery,
{
    fn ask(self, engine: &Engine, query: ShapePairs<'q, A, S>) -> Result<(), Rejected> {
        Ok(engine.hits(query, self.0)?)
    }
}

impl<S> Verb<ShapePairs<'_, HalfSpace, S>> for Hits<'_> {
    fn ask(self, _: &Engine, _: ShapePairs<'_, HalfSpace, S>) -> Result<(), Rejected> {
        Err(Rejected::Kind("hits are of boxes, Spheres and Capsules"))
    }
}

/// [`Engine::casts`] of spheres and capsules.
pub(crate) struct ShapeCasts<'a> {
    pub(crate) motions: Motions<'a>,
    pub(crate) stored_poses: bool,
    pub(crate) rows: &'a mut [ShapeCast],
}

impl<Q: CastQuery<Row = ShapeCast>> Verb<Q> for ShapeCasts<'_> {
    fn ask(self, engine: &Engine, query: Q) -> Result<(), Rejected> {
        let casts = Casts::new(query, self.motions).stored_poses(self.stored_poses);
        Ok(engine.casts(casts, self.rows)?)
    }
}
