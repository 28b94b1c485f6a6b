//! The run-time x86-64 backends: newtypes over `core::arch` registers, chosen by detection.
//!
//! # Why the `unsafe` here is sound
//! 1. A register type and a token of this module have private fields and no safe constructor but
//!    detection (for tokens) or an operation on a token or on other registers. Holding one
//!    therefore proves that the CPU has the instruction set, and every intrinsic of that set may
//!    be called.
//! 2. Loads of rows go through a pointer, without a check per index. Their bounds are the invariant
//!    of [`crate::proven`], whose rows are made only from [`crate::Columns`] and either [`crate::BoundedPairs`]
//!    that fit them or a range of rows within them; both backends read rows through it alone.

mod packing;
mod rows;
mod spills;

pub mod avx2;
pub mod avx512;
