//! What an engine is asked about pairs; each kind of boxes or shapes answers with its own kernels.

use super::Engine;
use crate::bools::Answers;
use crate::query::QueryError;

/// A query that [`Engine::overlaps`] answers: a yes or no per row.
pub trait OverlapQuery {
    /// Answers the query; call it as [`Engine::overlaps`].
    ///
    /// # Errors
    /// As [`Engine::overlaps`].
    fn overlaps(self, engine: &Engine, out: &mut (impl Answers + ?Sized))
    -> Result<(), QueryError>;
}

/// A query that [`Engine::penetrations`] answers: a depth per row, and what belongs to it.
pub trait PenetrationQuery {
    /// The answer of one row.
    type Row;

    /// Answers the query; call it as [`Engine::penetrations`].
    ///
    /// # Errors
    /// As [`Engine::penetrations`].
    fn penetrations(self, engine: &Engine, out: &mut [Self::Row]) -> Result<(), QueryError>;
}

/// A query that [`Engine::manifolds`] answers: contact points per row.
pub trait ManifoldQuery {
    /// The buffer that holds the answers.
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
    /// If an index is out of range, a margin is not finite and at least zero, or the output has not one place
    /// per row; the output is then untouched.
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
    /// Pairs apart by more than the margin may have a lower bound of their distance instead of the distance.
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
    /// Pairs apart by at most the margin have speculative contacts, of negative depth. Manifolds exist exactly
    /// for pairs within the margin.
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
