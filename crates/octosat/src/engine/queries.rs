//! The queries of an engine; each kind of boxes or shapes implements them with its own kernels.

use super::Engine;
use crate::bools::Answers;
use crate::query::QueryError;

/// A query for [`Engine::overlaps`]: one boolean per row.
pub trait OverlapQuery {
    /// Runs the query. Call [`Engine::overlaps`] instead.
    ///
    /// # Errors
    /// As [`Engine::overlaps`].
    fn overlaps(self, engine: &Engine, out: &mut (impl Answers + ?Sized))
    -> Result<(), QueryError>;
}

/// A query for [`Engine::penetrations`]: one depth per row. For pairs of boxes, a row also has an axis and a normal.
pub trait PenetrationQuery {
    /// The result of one row.
    type Row;

    /// Runs the query. Call [`Engine::penetrations`] instead.
    ///
    /// # Errors
    /// As [`Engine::penetrations`].
    fn penetrations(self, engine: &Engine, out: &mut [Self::Row]) -> Result<(), QueryError>;
}

/// A query for [`Engine::manifolds`]: contact points per row.
pub trait ManifoldQuery {
    /// The buffer that holds the results.
    type Output: ?Sized;

    /// Runs the query. Call [`Engine::manifolds`] instead.
    ///
    /// # Errors
    /// As [`Engine::manifolds`].
    fn manifolds(self, engine: &Engine, out: &mut Self::Output) -> Result<(), QueryError>;
}

impl Engine {
    /// Reports which pairs share a point or are within the margin.
    ///
    /// Boxes are closed, so boxes that touch overlap. If they touch up to rounding, the result and the sign of the
    /// depth of [`Self::penetrations`] may differ. The output is a slice of booleans or of bits; see [`Answers`].
    ///
    /// # Errors
    /// If an index is out of range, a margin is negative or not finite, or the output does not have one place per
    /// row; the output is then untouched.
    pub fn overlaps(
        &self,
        query: impl OverlapQuery,
        out: &mut (impl Answers + ?Sized),
    ) -> Result<(), QueryError> {
        query.overlaps(self, out)
    }

    /// Reports how deep the shapes of each pair penetrate, and along which axis; for boxes see
    /// [`Penetration`](crate::Penetration).
    ///
    /// If a face axis separates two boxes by more than the margin, the edge axes are not tested. The depth is then
    /// that of the best face axis, and the normal is zero.
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

    /// Reports where the shapes of each pair touch: a normal and contact points; for boxes see
    /// [`Manifolds`](crate::Manifolds).
    ///
    /// A pair of boxes has contacts if its distance is at most the margin. Contacts of separated boxes are called
    /// speculative and have a negative depth.
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
