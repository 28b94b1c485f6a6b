//! The engine that answers queries.

use octosat::{Backend, Engine, EngineOptions, Rounding};

use crate::call::{create, destroy};
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError};
use crate::pointers::reference;

/// Which kernels an engine uses.
pub type OctosatBackend = u32;

/// The fastest that the processor has.
pub const OCTOSAT_BACKEND_AUTO: OctosatBackend = 0;
/// One pair at a time, for checking; only in builds with the feature `scalar`.
pub const OCTOSAT_BACKEND_SCALAR: OctosatBackend = 1;
/// Eight pairs at a time in whatever registers the build target has.
pub const OCTOSAT_BACKEND_PORTABLE: OctosatBackend = 2;
/// Eight pairs at a time; x86-64 with AVX2 and FMA.
pub const OCTOSAT_BACKEND_AVX2: OctosatBackend = 3;
/// Sixteen pairs at a time; x86-64 with AVX-512F.
pub const OCTOSAT_BACKEND_AVX512: OctosatBackend = 4;

/// How products and sums are rounded.
pub type OctosatRounding = u32;

/// Each once: the same bits on every backend and every machine.
pub const OCTOSAT_ROUNDING_EXACT: OctosatRounding = 0;
/// Some together: other bits; only in builds with the feature `fused`.
pub const OCTOSAT_ROUNDING_FUSED: OctosatRounding = 1;

/// What an engine is made of; zeros are the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatEngineOptions {
    /// The kernels.
    pub backend: OctosatBackend,
    /// The rounding.
    pub rounding: OctosatRounding,
    /// The most threads a call may use: 0 for all of the library's pool, 1 for the calling thread only, which never
    /// starts a pool.
    pub threads: u32,
}

const _: () = assert!(size_of::<OctosatEngineOptions>() == 12);

/// Answers queries. It holds no boxes, so one engine serves any number of worlds and threads.
#[derive(Debug)]
pub struct OctosatEngine {
    pub(crate) engine: Engine,
}

/// Makes an engine, or returns null: `OCTOSAT_UNAVAILABLE` if the processor or the build lacks the backend or the
/// rounding. `options` may be null for the defaults. Destroy it with `octosat_engine_destroy`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_engine_create(
    options: *const OctosatEngineOptions,
    error: *mut OctosatError,
) -> *mut OctosatEngine {
    // SAFETY: the caller's, here and below.
    unsafe {
        create(error, || {
            if options.is_null() {
                return Ok(OctosatEngine { engine: Engine::new() });
            }
            let options = reference(options, "options")?;
            let options = EngineOptions {
                backend: backend(options.backend)?,
                rounding: rounding(options.rounding)?,
                threads: options.threads as usize,
            };
            Ok(OctosatEngine { engine: Engine::with(options)? })
        })
    }
}

/// Destroys an engine. Null is nothing to destroy.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_engine_destroy(engine: *mut OctosatEngine) {
    // SAFETY: the caller's.
    unsafe { destroy(engine) }
}

/// Reports the backend that an engine uses, never `OCTOSAT_BACKEND_AUTO`; for null, the fastest of the processor.
///
/// # Safety
/// `engine` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_engine_backend(engine: *const OctosatEngine) -> OctosatBackend {
    // SAFETY: the caller's.
    match unsafe { engine.as_ref() }.map_or_else(Backend::fastest, |engine| engine.engine.backend())
    {
        Backend::Scalar => OCTOSAT_BACKEND_SCALAR,
        Backend::Portable => OCTOSAT_BACKEND_PORTABLE,
        Backend::Avx2 => OCTOSAT_BACKEND_AVX2,
        // `Avx512`; an enumeration that may grow.
        _ => OCTOSAT_BACKEND_AVX512,
    }
}

fn backend(number: OctosatBackend) -> Result<Backend, Failure> {
    match number {
        OCTOSAT_BACKEND_AUTO => Ok(Backend::fastest()),
        OCTOSAT_BACKEND_SCALAR => Ok(Backend::Scalar),
        OCTOSAT_BACKEND_PORTABLE => Ok(Backend::Portable),
        OCTOSAT_BACKEND_AVX2 => Ok(Backend::Avx2),
        OCTOSAT_BACKEND_AVX512 => Ok(Backend::Avx512),
        _ => Err(Failure::new(OCTOSAT_BAD_ARGUMENT, format!("there is no backend {number}"))),
    }
}

fn rounding(number: OctosatRounding) -> Result<Rounding, Failure> {
    match number {
        OCTOSAT_ROUNDING_EXACT => Ok(Rounding::Exact),
        OCTOSAT_ROUNDING_FUSED => Ok(Rounding::Fused),
        _ => Err(Failure::new(OCTOSAT_BAD_ARGUMENT, format!("there is no rounding {number}"))),
    }
}
