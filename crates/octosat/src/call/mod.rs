//! A call: an engine, a query, its checks, and the batches and threads that it is split into.
//!
//! 1. `backend` and `options`: the [`Backend`](crate::Backend), and the threads of an
//!    engine.
//! 2. `query`: [`Query`](crate::Query), the boxes and the pairs of a call. `sides`: [`Sides`](crate::Sides), of one list
//!    or two. `answers`: [`Answers`](crate::Answers), the
//!    booleans or bits that a call fills. `error`: why a query is rejected.
//! 3. `engine`: [`Engine`](crate::Engine). `checks`: checks a call about pairs of boxes, and names its kernel.
//! 4. `tasks`: splits long calls into tasks for threads. `dispatch`: runs a task on the kernels of the backend.
//! 5. `batches`: cuts a task into batches and pads the last one. `queue`: pairs that wait for the next stage. `formula`:
//!    a formula of one batch as a kernel.

pub(crate) mod answers;
pub(crate) mod backend;
pub(crate) mod batches;
pub(crate) mod checks;
pub(crate) mod dispatch;
pub(crate) mod engine;
pub(crate) mod error;
#[cfg(any(feature = "certain", feature = "rectangles", feature = "shapes"))]
pub(crate) mod formula;
pub(crate) mod length;
pub(crate) mod options;
pub(crate) mod query;
pub(crate) mod queue;
pub(crate) mod sides;
pub(crate) mod tasks;
#[cfg(test)]
mod tests;
