//! Choosing a backend at run time: one virtual call per chunk of pairs.

mod pairs;
mod rectangles;
mod shapes;
mod tail;

use core::fmt;
use core::str::FromStr;
use std::sync::Arc;

use octosat_lanes::{self as lanes, Isa};

use self::pairs::{bits, rows};
use self::rectangles::RectangleSweep;
use crate::frame::{Basis, PreScaled, Unit};
use crate::kernels::chunk::{Chunk, TailBuffer};
use crate::kernels::contacts::{ContactRows, Scratch, contacts_chunk};
use crate::kernels::overlap::Overlaps;
use crate::kernels::penetration::Penetrations;
use crate::kernels::queue::MAX_CHUNK;
use crate::results::Penetration;
use crate::schedule::PairRows;

pub(crate) use self::shapes::{RowSweep, SegmentSweep, ShapeSweep, TestSweep};

/// A way to run the kernels. A name, not a proof: whether this CPU has it is found out by asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// One pair at a time in plain code: the mirror that pins the bits of all others.
    Scalar,
    /// Eight pairs at a time in whatever registers the build target has.
    Portable,
    /// Eight pairs at a time in 256-bit registers, x86-64 with AVX2 and FMA.
    Avx2,
    /// Sixteen pairs at a time in 512-bit registers, x86-64 with AVX-512F.
    Avx512,
}

impl Backend {
    /// All backends, slowest first.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Portable, Self::Avx2, Self::Avx512];

    /// The name the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// How many pairs go through a kernel at once.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Portable | Self::Avx2 => 8,
            Self::Avx512 => 16,
        }
    }

    /// Whether this CPU and build can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        sweeps(self).is_some()
    }

    /// The fastest backend that this CPU can run.
    #[must_use]
    pub fn fastest() -> Self {
        Self::ALL.into_iter().rev().find(|backend| backend.is_available()).unwrap_or(Self::Scalar)
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        Self::ALL.into_iter().find(|backend| backend.name() == name).ok_or(UnknownBackend)
    }
}

/// A name that is no backend's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBackend;

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the backends are ")?;
        list(f, Backend::ALL.into_iter())
    }
}

impl core::error::Error for UnknownBackend {}

/// A backend was asked for that this CPU or build does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackendUnavailable {
    /// The backend that was asked for.
    pub backend: Backend,
}

impl fmt::Display for BackendUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "backend {} is not available here; this machine has ", self.backend)?;
        list(f, Backend::ALL.into_iter().filter(|backend| backend.is_available()))
    }
}

impl core::error::Error for BackendUnavailable {}

fn list(f: &mut fmt::Formatter<'_>, backends: impl Iterator<Item = Backend>) -> fmt::Result {
    for (place, backend) in backends.enumerate() {
        let separator = if place == 0 { "" } else { ", " };
        write!(f, "{separator}{backend}")?;
    }
    Ok(())
}

/// How a product and the sum that follows it are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Each rounded once: the same bits on every backend and every target.
    #[default]
    Exact,
    /// Rounded once together: faster, another equally stated result, the same bits on every backend.
    Fused,
}

impl Arithmetic {
    /// Both arithmetics.
    pub const ALL: [Self; 2] = [Self::Exact, Self::Fused];

    /// The name the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Fused => "fused",
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The queries of one basis, compiled for one backend.
pub trait Sweep<B: Basis>: Send + Sync {
    /// Overlaps of a chunk, one bit a pair.
    fn overlap(&self, arithmetic: Arithmetic, chunk: &Chunk<'_, '_, B>, words: &mut [u64]);

    /// Penetrations of a chunk, one row a pair.
    fn penetration(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, B>,
        rows: &mut [Penetration],
    );

    /// Contacts of a chunk of any length: one row a pair, and points behind those that are there already.
    fn contacts(&self, arithmetic: Arithmetic, chunk: &Chunk<'_, '_, B>, out: &mut ContactRows<'_>);
}

/// The queries of both bases, against shapes, and those on rectangles.
pub trait Sweeps:
    Sweep<Unit>
    + Sweep<PreScaled>
    + ShapeSweep<Unit>
    + ShapeSweep<PreScaled>
    + SegmentSweep
    + RectangleSweep
    + fmt::Debug
{
}

impl<I: Isa> Sweeps for I {}

impl<I: Isa, B: Basis> Sweep<B> for I {
    fn overlap(&self, arithmetic: Arithmetic, chunk: &Chunk<'_, '_, B>, words: &mut [u64]) {
        bits::<I, B, Overlaps>(*self, arithmetic, chunk, words);
    }

    fn penetration(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, B>,
        out: &mut [Penetration],
    ) {
        rows::<I, B, Penetrations>(*self, arithmetic, chunk, out);
    }

    fn contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &Chunk<'_, '_, B>,
        out: &mut ContactRows<'_>,
    ) {
        let mut scratch = Scratch::new();
        let ContactRows { options, manifolds, memory, points, len } = out;
        let mut rest = PairRows { manifolds, memory };
        let mut first = 0;
        while rest.len() > 0 {
            // Whole batches, then what is left of the last one.
            let whole = rest.len() - rest.len() % I::LANES;
            let next = if whole == 0 { rest.len() } else { whole.min(MAX_CHUNK) };
            let PairRows { manifolds, memory } = rest.take_front(next);
            let chunk = chunk.slice(first..first + next);
            first += next;
            let mut part = ContactRows { options: *options, manifolds, memory, points, len: *len };
            if whole == 0 {
                let mut buffer = TailBuffer::new();
                let tail = chunk.padded(I::LANES, &mut buffer);
                contacts_whole(*self, arithmetic, &tail, &mut part, &mut scratch);
            } else {
                contacts_whole(*self, arithmetic, &chunk, &mut part, &mut scratch);
            }
            *len = part.len;
        }
    }
}

/// Contacts of whole batches; those past the last row only fill up the last batch.
fn contacts_whole<I: Isa, B: Basis>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &Chunk<'_, '_, B>,
    out: &mut ContactRows<'_>,
    scratch: &mut Scratch,
) {
    match arithmetic {
        Arithmetic::Exact => contacts_chunk::<I, lanes::Exact, B>(isa, chunk, out, scratch),
        Arithmetic::Fused => contacts_chunk::<I, lanes::Fused, B>(isa, chunk, out, scratch),
    }
}

/// A basis whose queries every backend has: the bridge from a basis to its half of [`Sweeps`].
pub trait Dispatched: Basis {
    /// The queries of this basis.
    fn of(sweeps: &dyn Sweeps) -> &dyn Sweep<Self>;

    /// The queries of this basis against other shapes.
    fn shapes_of<'a>(sweeps: &'a (dyn Sweeps + 'static)) -> &'a (dyn ShapeSweep<Self> + 'static);
}

impl Dispatched for Unit {
    fn of(sweeps: &dyn Sweeps) -> &dyn Sweep<Self> {
        sweeps
    }

    fn shapes_of<'a>(sweeps: &'a (dyn Sweeps + 'static)) -> &'a (dyn ShapeSweep<Self> + 'static) {
        sweeps
    }
}

impl Dispatched for PreScaled {
    fn of(sweeps: &dyn Sweeps) -> &dyn Sweep<Self> {
        sweeps
    }

    fn shapes_of<'a>(sweeps: &'a (dyn Sweeps + 'static)) -> &'a (dyn ShapeSweep<Self> + 'static) {
        sweeps
    }
}

/// The kernels of a backend, if this CPU can run them.
///
/// This crate's unit tests are about stores, views and orders, and know the scalar backend only:
/// compiling all kernels once more for them took longer than everything else they need. The package
/// `octosat-tests` runs every backend, or, with the cfg `octosat_build_target_only`, those that the build
/// target decides.
pub(crate) fn sweeps(backend: Backend) -> Option<Arc<dyn Sweeps>> {
    match backend {
        Backend::Scalar => detected::<lanes::Scalar>(),
        #[cfg(not(test))]
        Backend::Portable => detected::<lanes::Portable>(),
        #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
        Backend::Avx2 => detected::<lanes::Avx2>(),
        #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
        Backend::Avx512 => detected::<lanes::Avx512>(),
        #[cfg(any(test, octosat_build_target_only, not(target_arch = "x86_64")))]
        _ => None,
    }
}

fn detected<I: Isa>() -> Option<Arc<dyn Sweeps>> {
    I::detect().map(|isa| -> Arc<dyn Sweeps> { Arc::new(isa) })
}

/// The kernels that run everywhere.
pub(crate) fn scalar_sweeps() -> Arc<dyn Sweeps> {
    Arc::new(lanes::Scalar)
}
