//! SIMD lanes and nothing else: 50 operations on lanes of floats and integers with four backends that
//! give the same bits, and the memory-safe loads that feed them.
//!
//! Reading order is data-flow order:
//!
//! 1. [`mod@column`]: borrowed rows at any stride; [`rows`]: 16-byte rows, and columns of equal length; [`pairs`]:
//!    index pairs proven in bounds.
//! 2. [`isa`]: what a backend is. [`Isa`] proves that the CPU runs an instruction set, [`Lanes`],
//!    [`IntegerLanes`] and [`Mask`] are its vocabulary, [`Arithmetic`] says whether a product and a
//!    sum may fuse. [`integers`]: axis numbers, features, counts and flags.
//! 3. The backends: [`scalar`] (one lane, the backend that pins every other backend's bits),
//!    [`portable`] (`wide::f32x8` and `wide::i32x8`, any target), and on x86-64 `avx2` and `avx512`.
//!
//! Every float operation is rounded once by IEEE 754, so a generic kernel gives the same 32 bits on every
//! backend. Minimum and maximum follow one rule for ties and NaN, which x86 has as one instruction and
//! others select by. Left out on purpose: reciprocal and inverse-root estimates, and sums across lanes.
//!
//! This is the only crate of the engine with `unsafe`: the loads, whose bounds are proven by
//! [`BoundedPairs`] and [`Columns`], and the calls into code compiled for more CPU features than
//! the build assumes, whose presence is proven by holding an [`Isa`] value.

pub mod column;
pub mod integers;
pub mod isa;
pub mod mask;
pub mod pairs;
pub mod portable;
mod proven;
pub mod row;
pub mod rows;
pub mod scalar;
#[cfg(target_arch = "x86_64")]
pub mod x86;

pub use column::Column;
pub use integers::IntegerLanes;
pub use isa::{Arithmetic, BUILD_TARGET_FUSES, Exact, Fused, Isa, Lanes, cpu_fuses};
pub use mask::Mask;
pub use pairs::{BoundedPairs, PairBuffer, PairOutOfBounds, PairSide};
pub use portable::Portable;
pub use row::{MAX_LANES, Row};
pub use rows::Columns;
pub use scalar::Scalar;
#[cfg(target_arch = "x86_64")]
pub use x86::{avx2::Avx2, avx512::Avx512};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
