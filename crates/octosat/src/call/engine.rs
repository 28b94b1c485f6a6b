//! The engine and its queries about pairs; each kind of boxes or shapes answers them with its own kernels.

use crate::backend::names::Backend;
use crate::backend::token::Token;
use crate::call::options::EngineOptions;
use crate::error::Error;

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
/// allocate some small blocks per task, and calls that take two lists and no pairs about 24 bytes per box. A split call outside a pool allocates a few small blocks. It also ends only after
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
}
