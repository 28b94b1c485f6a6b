//! The engine, which runs queries.

use octosat::{Backend, Engine, EngineOptions};

use crate::call::{create, destroy};
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError};
use crate::settings::{Settings, defaults, settings};

/// The kernels that an engine uses.
pub type OctosatBackend = u32;

/// The fastest backend that the processor supports.
pub const OCTOSAT_BACKEND_AUTO: OctosatBackend = 0;
/// One pair at a time, for checking results. Only in builds with the feature `scalar`.
pub const OCTOSAT_BACKEND_SCALAR: OctosatBackend = 1;
/// Eight pairs at a time, with the instructions that the library was built for.
pub const OCTOSAT_BACKEND_PORTABLE: OctosatBackend = 2;
/// Eight pairs at a time, on x86-64 with AVX2 and FMA.
pub const OCTOSAT_BACKEND_AVX2: OctosatBackend = 3;
/// Sixteen pairs at a time, on x86-64 with AVX-512F.
pub const OCTOSAT_BACKEND_AVX512: OctosatBackend = 4;

/// The options of an engine. Begin with `OCTOSAT_ENGINE_OPTIONS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatEngineOptions {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The kernels.
    pub backend: OctosatBackend,
    /// The largest number of threads that a call may use. 0: all threads of the library's pool. 1: only the calling
    /// thread; no pool is started.
    pub threads: u32,
}

impl Default for OctosatEngineOptions {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatEngineOptions {
    const NAME: &str = "OctosatEngineOptions";
    const DEFAULTS: &str = "OCTOSAT_ENGINE_OPTIONS_DEFAULTS";
    const FIRST_BYTES: usize = 12;
}

const _: () = assert!(size_of::<OctosatEngineOptions>() == OctosatEngineOptions::FIRST_BYTES);

/// Runs queries. An engine holds no boxes, so any number of worlds and threads can use the same engine.
#[derive(Debug)]
pub struct OctosatEngine {
    pub(crate) engine: Engine,
}

/// Creates an engine, or returns null after an error. `options` may be null for the defaults. The error is
/// `OCTOSAT_UNAVAILABLE` if the processor or the build lacks the backend. Destroy the engine with
/// `octosat_engine_destroy`.
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
            let options = settings(options, "options")?;
            let made = EngineOptions::new()
                .backend(backend(options.backend)?)
                .threads(options.threads as usize);
            Ok(OctosatEngine { engine: Engine::with(made)? })
        })
    }
}

/// Destroys an engine. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_engine_destroy(engine: *mut OctosatEngine) {
    // SAFETY: the caller's.
    unsafe { destroy(engine) }
}

/// Returns the backend that an engine uses, never `OCTOSAT_BACKEND_AUTO`. For null, returns the fastest backend that the
/// processor supports.
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
        // `Avx512`. The enumeration is non-exhaustive.
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
