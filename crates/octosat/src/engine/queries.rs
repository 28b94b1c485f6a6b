//! The queries of an engine; each kind of boxes or shapes implements them with its own kernels.

use super::Engine;
use crate::bools::Answers;
use crate::query::QueryError;

/// A query for [`Engine::overlaps`]: one boolean per row.
pub trait OverlapQuery {
    /// Answers the query; call it as [`Engine::overlaps`].
    ///
    /// # Errors
    /// As [`Engine::overlaps`].
    fn overlaps(self, engine: &Engine, out: &mut (impl Answers + ?Sized))
    -> Result<(), QueryError>;
}

/// A query for [`Engine::penetrations`]: a depth per row, with its axis and normal if there are any.
pub trait PenetrationQuery {
    /// The result of one row.
    type Row;

    /// Answers the query; call it as [`Engine::penetrations`].
    ///
    /// # Errors
    /// As [`Engine::penetrations`].
    fn penetrations(self, engine: &Engine, out: &mut [Self::Row]) -> Result<(), QueryError>;
}

/// A query for [`Engine::manifolds`]: contact points per row.
pub trait ManifoldQuery {
    /// The buffer that holds the results.
    type Output: ?Sized;

    /// Answers the query; call it as [`Engine::manifolds`].
    ///
    /// # Errors
    /// As [`Engine::manifolds`].
    fn manifolds(self, engine: &Engine, out: &mut Self::Output) -> Result<(), QueryError>;
}

impl Engine {
    /// Reports which pairs share a point, or come within the margin.
    ///
    /// Boxes are closed, so touching counts. Within rounding of touching, this boolean and the sign of the
    /// depth of [`Self::penetrations`] may differ. The output is a slice of booleans or of bits, see [`Answers`].
    ///
    /// # Errors
    /// If an index is out of range, a margin is not finite and at least zero, or the output does not have one
    /// place per row; the output is then untouched.
    pub fn overlaps(
        &self,
        query: impl OverlapQuery,
        out: &mut (impl Answers + ?Sized),
    ) -> Result<(), QueryError> {
        query.overlaps(self, out)
    }

    /// Reports how deep each pair penetrates, along which axis; for boxes see
    /// [`Penetration`](crate::Penetration).
    ///
    /// For boxes separated by more than the margin, the depth may come from a face axis alone; −depth is then
    /// a lower bound of the separation.
    ///
    /// # Errors
    /// As for [`Self::overlaps`].
    pub fn penetrations<Q: PenetrationQuery>(
        &self,
        query: Q,
        out: &mut [Q::Row],
    ) -> Result<(), QueryError> {
        query.penetrations(self, out)
    }

    /// Reports where each pair touches: a normal and contact points; for boxes see [`Manifolds`](crate::Manifolds).
    ///
    /// Pairs separated by at most the margin have speculative contacts with negative depth. Manifolds exist
    /// exactly for pairs within the margin.
    ///
    /// # Errors
    /// As for [`Self::overlaps`], or if the pairs could have more than `u32::MAX` points.
    pub fn manifolds<Q: ManifoldQuery>(
        &self,
        query: Q,
        out: &mut Q::Output,
    ) -> Result<(), QueryError> {
        query.manifolds(self, out)
    }
}
