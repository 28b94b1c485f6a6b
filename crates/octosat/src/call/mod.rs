//! A call: an engine, a query, its checks, and the batches and threads that it is split into.
//!
//! 1. `length`: `within` and `grown`. `sides`: [`Sides`](crate::Sides), of one list or
//!    two. `lists`: what lists are of. `moved`: what moves, as plain values. `query`: [`Query`](crate::Query), the lists and
//!    the pairs of a call.
//! 2. `answers`: [`Answers`](crate::Answers), the booleans or bits that a call fills. `options`: the backend and the threads
//!    of an engine. `engine`: [`Engine`](crate::Engine). `question`: [`Question`](crate::Question), what its methods answer.
//! 3. `checks`: checks a call about pairs of boxes. `renumber`: pairs of boxes in another order.
//! 4. `tasks`: splits long calls into tasks for threads. `dispatch`: kernels, and the jobs that run them on a task.
//! 5. `batches`: cuts a task into batches and pads the last one. `queue`: pairs that wait for the next stage. `formula`:
//!    a formula of one batch as a kernel.

pub(crate) mod answers;
pub(crate) mod batches;
pub(crate) mod checks;
pub(crate) mod dispatch;
pub(crate) mod engine;
#[cfg(any(feature = "certain", feature = "prescaled", feature = "rectangles", feature = "shapes"))]
pub(crate) mod formula;
pub(crate) mod length;
pub(crate) mod lists;
#[cfg(feature = "motion")]
pub(crate) mod moved;
pub(crate) mod options;
pub(crate) mod query;
pub(crate) mod question;
pub(crate) mod queue;
pub(crate) mod renumber;
pub(crate) mod sides;
pub(crate) mod tasks;
#[cfg(test)]
mod tests;
