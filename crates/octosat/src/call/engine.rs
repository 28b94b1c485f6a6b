//! The engine and its queries about pairs; each kind of boxes or shapes answers them with its own kernels.

use crate::backend::names::Backend;
use crate::backend::token::Token;
use crate::call::answers::Answers;
use crate::call::options::EngineOptions;
use crate::error::Error;
use crate::sealed::Sealed;

/// The narrow phase: a backend and a number of threads.
///
/// An engine is a plain value that holds no boxes and no results, so one engine can serve any number of worlds and
/// threads. Its methods take a query, such as a [`Query`](crate::Query), and an output that you own. Results are in the
/// order of the query's rows. They have the same bits on every backend, for every order and grouping of pairs, and
/// for every number of threads.
///
/// Long calls are split over the threads of the rayon pool in which they are made, or of the global pool.
///
/// Once its output is large enough, a call that is not split or is made inside a pool allocates nothing; calls about chains
/// allocate some small blocks per task. A split call outside a pool allocates a few small blocks. It also ends only after
/// each requested thread has started once, so a busy global pool delays it. A call needs less than 32 KiB of stack in an
/// optimized build, about products less than 50.
///
/// Only unchecked views and casts of shapes can contain NaN. A NaN affects only the rows of its box or shape. These
/// rows report no overlap, no hit and no contacts, and their depths and distances are the constant [`f32::NAN`]. (For
/// frusta they report that the box intersects.)
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, OrientedBox, Penetration, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0, 1.0, 1.0]))?;
/// boxes.insert(OrientedBox::new([1.5, 0.0, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut rows = [Penetration::default()];
/// Engine::new().penetrations(Query::new(&boxes, &[[0, 1]]), &mut rows)?;
/// assert_eq!(rows[0].depth, 0.5);
/// assert_eq!(rows[0].normal, [1.0, 0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    pub(crate) token: Token,
    pub(crate) threads: usize,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine of the default options: the fastest backend of this CPU, all threads.
    #[must_use]
    pub fn new() -> Self {
        Self { token: Token::fastest(), threads: 0 }
    }

    /// An engine of chosen options.
    ///
    /// # Errors
    /// If this CPU or build does not have the backend.
    pub fn with(options: EngineOptions) -> Result<Self, Error> {
        Ok(Self { token: options.token()?, threads: options.threads })
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.token.backend()
    }

    /// The most threads that a call may use; zero: all of the pool.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Reports which pairs share a point or are [`within`](crate::Query::within) a length.
    ///
    /// Boxes are closed, so boxes that touch overlap. If they touch up to rounding, the result and the sign of the
    /// depth of [`Self::penetrations`] may differ. The output is a slice of booleans or of bits; see [`Answers`].
    ///
    /// All other calls have the same form, a question and an output: [`Query`](crate::Query) lists them.
    ///
    /// # Errors
    /// If an index is out of range, `within` is negative or not finite, the query is grown, or the output does not have
    /// one element per row; the output is then untouched.
    pub fn overlaps<'a>(
        &self,
        query: impl OverlapQuery,
        out: impl Into<Answers<'a>>,
    ) -> Result<(), Error> {
        query.overlaps(self, out.into())
    }

    /// Reports how deep the shapes of each pair penetrate, and along which axis; for boxes see
    /// [`Penetration`](crate::Penetration).
    ///
    /// If a face axis separates two boxes by more than `within`, the edge axes are not tested. The depth is then
    /// that of the best face axis, and the normal is zero.
    ///
    /// # Errors
    /// As for [`Self::overlaps`].
    pub fn penetrations<Q: PenetrationQuery>(
        &self,
        query: Q,
        out: &mut [Q::Row],
    ) -> Result<(), Error> {
        query.penetrations(self, out)
    }

    /// Reports where the shapes of each pair touch: a normal and contact points; for boxes see
    /// [`Manifolds`](crate::Manifolds).
    ///
    /// A pair of boxes has contacts if its distance is at most [`within`](crate::Query::within). Contacts of separated
    /// boxes are called speculative and have a negative depth.
    ///
    /// # Errors
    /// As for [`Self::overlaps`], or if the pairs could have more than `u32::MAX` points.
    pub fn manifolds<Q: ManifoldQuery>(&self, query: Q, out: &mut Q::Output) -> Result<(), Error> {
        query.manifolds(self, out)
    }
}

#[cfg(feature = "groups")]
impl Engine {
    /// Reports for each group of pairs whether any of them overlaps, as [`Self::overlaps`] does; or for each configuration
    /// of a chain whether any of its pairs touches, except for rounding of its poses.
    ///
    /// A group is left soon after its first hit. Small groups share batches. Threads share the groups, but not the pairs
    /// of one: cut a group of millions of pairs in pieces.
    ///
    /// # Errors
    /// Of groups: if an index or a range is out of range, they do not hold the pairs of their list, or a length is
    /// negative or not finite. Of configurations: if joint values are not whole rows, not finite or beyond 1024. Of both:
    /// if the output does not have one element per group or configuration. The output is then untouched.
    pub fn any_overlap<'a>(
        &self,
        query: impl AnyOverlapQuery,
        out: impl Into<Answers<'a>>,
    ) -> Result<(), Error> {
        query.any_overlap(self, out.into())
    }
}

#[cfg(all(feature = "certain", feature = "groups"))]
impl Engine {
    /// Reports for each group of pairs its least clearance, and the pair that it is of, in a [`Least`](crate::Least); see
    /// [`Self::clearances`]. The row of a configuration of a chain is a `ChainClearance`.
    ///
    /// If the boxes are those of stores or of checked views, a group whose least clearance is positive is certainly free:
    /// none of its boxes touch.
    ///
    /// # Errors
    /// As for [`Self::any_overlap`], or if a configuration has more than 2³¹ − 1 pairs.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, Groups, Least, OrientedBox, Product};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 5.0, 2.5] {
    ///     boxes.insert(OrientedBox::new([x, 0.0, 0.0], upright, [1.0; 3]))?;
    /// }
    /// let products = [Product::new(0..1, 1..3), Product::new(0..1, 0..0)];
    /// let mut least = [Least::default(); 2];
    /// Engine::new().least_clearances(Groups::of_products(&boxes, &products), &mut least)?;
    /// assert_eq!(least[0].pair, [0, 2]);
    /// assert!(least[0].row <= 0.5 && least[0].row > 0.4999);
    /// assert_eq!(least[1].pair, Least::<f32>::NO_PAIR);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn least_clearances<Q: LeastClearanceQuery>(
        &self,
        query: Q,
        out: &mut [Q::Row],
    ) -> Result<(), Error> {
        query.least_clearances(self, out)
    }
}

/// A query for [`Engine::overlaps`]: one boolean per row.
pub trait OverlapQuery: Sealed {
    /// Runs the query. Call [`Engine::overlaps`] instead.
    ///
    /// # Errors
    /// As [`Engine::overlaps`].
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error>;
}

/// A query for [`Engine::penetrations`]: one depth per row. For pairs of boxes, a row also has an axis and a normal.
pub trait PenetrationQuery: Sealed {
    /// The result of one row.
    type Row;

    /// Runs the query. Call [`Engine::penetrations`] instead.
    ///
    /// # Errors
    /// As [`Engine::penetrations`].
    fn penetrations(self, engine: &Engine, out: &mut [Self::Row]) -> Result<(), Error>;
}

/// A query for [`Engine::manifolds`]: contact points per row.
pub trait ManifoldQuery: Sealed {
    /// The buffer that holds the results.
    type Output: ?Sized;

    /// Runs the query. Call [`Engine::manifolds`] instead.
    ///
    /// # Errors
    /// As [`Engine::manifolds`].
    fn manifolds(self, engine: &Engine, out: &mut Self::Output) -> Result<(), Error>;
}

/// A query for [`Engine::any_overlap`]: one boolean per group of pairs.
#[cfg(feature = "groups")]
pub trait AnyOverlapQuery: Sealed {
    /// Runs the query. Call [`Engine::any_overlap`] instead.
    ///
    /// # Errors
    /// As [`Engine::any_overlap`].
    fn any_overlap(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error>;
}

/// A query for [`Engine::least_clearances`]: the least clearance of each group of pairs, and the pair.
#[cfg(all(feature = "certain", feature = "groups"))]
pub trait LeastClearanceQuery: Sealed {
    /// The result of one group.
    type Row;

    /// Runs the query. Call [`Engine::least_clearances`] instead.
    ///
    /// # Errors
    /// As [`Engine::least_clearances`].
    fn least_clearances(self, engine: &Engine, out: &mut [Self::Row]) -> Result<(), Error>;
}
