//! SIMD lanes: 52 operations on lanes of floats, doubles and integers, in four backends that give the same bits,
//! with memory-safe loads and stores.
//!
//! Reading order is data-flow order:
//!
//! 1. [`mod@column`]: borrowed rows at any stride; [`row`]: 16-byte rows; [`rows`]: columns of equal length;
//!    [`pairs`]: index pairs that are proven in bounds.
//! 2. [`isa`]: the traits of a backend. A value of an [`Isa`] proves that the CPU has an instruction set.
//!    [`Lanes`], [`Singles`], [`IntegerLanes`] and [`Mask`] have its operations. [`integers`]: axis numbers, features, counts and flags.
//! 3. The backends: [`scalar`] (one lane; the other backends are compared with it), [`portable`]
//!    (`wide::f32x4` and `wide::i32x4`, any target), and on x86-64 `avx2` and `avx512`. [`doubles`]: four `f64` for the
//!    few rows that need them, the same on every backend.
//!
//! Every float operation is rounded once by IEEE 754, so a generic kernel gives the same 32 bits on every
//! backend. Minimum and maximum follow one rule for ties and NaN. x86 has an instruction for this rule; other
//! targets compare and select. Estimates of reciprocals and inverse roots, and sums across lanes, are left out
//! on purpose.
//!
//! With the feature `std`, on by default, `detect` asks the CPU. Without it `detect` knows only the CPU features that the
//! build assumes, and the crate needs `alloc` only. [`math`] has the functions of scalar floats that `core` lacks.
//!
//! This is the only crate of the engine with `unsafe` code. It is in the loads, whose bounds are proven by
//! [`BoundedPairs`] and [`Columns`], and in calls of code that is compiled for more CPU features than the build
//! assumes. A value of an [`Isa`] proves that the CPU has these features.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Every item is there without the feature, too.
#![cfg_attr(docsrs, doc(auto_cfg(hide(feature = "std"))))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The AVX backends cannot be compiled for targets whose ABI has no vector registers, such as x86_64-unknown-none.
#[cfg(all(target_arch = "x86_64", not(target_feature = "sse2")))]
compile_error!("octosat-lanes needs a target with SSE2");

#[macro_use]
mod operations;

pub mod column;
pub mod doubles;
pub mod integers;
pub mod isa;
mod loads;
mod loops;
pub mod math;
pub mod pairs;
pub mod portable;
mod proven;
pub mod row;
pub mod rows;
pub mod scalar;
#[cfg(target_arch = "x86_64")]
pub mod x86;

pub use column::Column;
pub use integers::{IntegerLanes, Mask};
pub use isa::{Isa, Lanes, Singles};
pub use loops::{folded, per_axis, repeated, unrolled};
pub use pairs::{BoundedPairs, PairBuffer, PairOutOfBounds, PairSide};
pub use portable::Portable;
pub use row::{DOUBLES, MAX_LANES, Row};
pub use rows::Columns;
pub use scalar::Scalar;
#[cfg(target_arch = "x86_64")]
pub use x86::{avx2::Avx2, avx512::Avx512};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
