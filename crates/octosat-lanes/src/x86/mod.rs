//! The x86-64 backends that are chosen at run time: newtypes over `core::arch` registers.
//!
//! # Why the `unsafe` here is sound
//! 1. Register types and tokens of this module have private fields. A token comes only from detection, and a
//!    register only from an operation on a token or on other registers. So a value proves that the CPU has the
//!    instruction set, and every intrinsic of this set may be called.
//! 2. Rows are loaded through a pointer, without a check per index. Their bounds are the invariant of
//!    `ProvenRows`. It is made only from [`crate::Columns`], with [`crate::BoundedPairs`] that were checked
//!    against at most as many rows, or with a range of rows within the columns. Both backends read rows only
//!    through it.

mod packing;
mod rows;
mod spills;

pub mod avx2;
pub mod avx512;
