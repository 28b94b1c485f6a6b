//! The methods of the engine about shapes, which take queries of several kinds.

use octosat::{
    CastQuery, Casts, Engine, HitQuery, ManifoldQuery, Motions, OverlapQuery, PenetrationQuery,
};
use octosat_rows::{RayHit, ShapeCast};

use crate::answer::{write_bools, write_rows};
use crate::error::Failure;

/// A method of the engine, for queries of the type `Q`; rows of the interface are `T`.
pub(crate) trait Verb<Q, T> {
    /// Calls the method.
    fn ask(self, engine: &Engine, query: Q, out: &mut [T]) -> Result<(), Failure>;
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

impl<Q: HitQuery> Verb<Q, RayHit> for Hits {
    fn ask(self, engine: &Engine, query: Q, out: &mut [RayHit]) -> Result<(), Failure> {
        Ok(engine.hits(query, out)?)
    }
}

/// [`Engine::casts`] of spheres and capsules.
pub(crate) struct ShapeCasts<'a, T> {
    pub(crate) motions: Motions<'a>,
    pub(crate) stored_poses: bool,
    /// How the engine's rows are written in the layout of the interface.
    pub(crate) written: fn(&ShapeCast) -> T,
}

impl<Q: CastQuery<Row = ShapeCast>, T> Verb<Q, T> for ShapeCasts<'_, T> {
    fn ask(self, engine: &Engine, query: Q, out: &mut [T]) -> Result<(), Failure> {
        let casts = Casts::new(query, self.motions).stored_poses(self.stored_poses);
        write_rows(out, |rows| Ok(engine.casts(casts, rows)?), self.written)
    }
}
