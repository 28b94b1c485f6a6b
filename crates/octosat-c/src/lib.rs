//! The C interface of octosat.
//!
//! `include/octosat.h` is made from this crate by cbindgen and is the documentation for C and C++. The modules, in
//! the order in which a call passes through them:
//!
//! 1. `call`: what every function does: it sets the floating-point control register (`control`), keeps panics in,
//!    and reports errors (`error`).
//! 2. `pointers`: the checks that turn a caller's pointer into a reference or a slice. `column`: the formats that
//!    centers, rotations and half extents may have.
//! 3. `boxes` and `engine`: the handles that queries need.
//! 4. `query`: pairs and settings; `pairs`, `manifolds`, `cache`: the queries of box pairs. `shapes`: bounds,
//!    half-spaces and rays.
#![expect(unsafe_code, reason = "pointers of C callers")]

mod call;
mod control;
mod error;

mod column;
mod pointers;

mod boxes;
mod engine;

mod cache;
mod manifolds;
mod pairs;
mod query;
mod shapes;

pub use boxes::*;
pub use cache::*;
pub use column::*;
pub use engine::*;
pub use error::*;
pub use manifolds::*;
pub use pairs::*;
pub use query::*;
pub use shapes::*;

/// The version of this interface: `octosat_abi_version` returns it, and it changes with every change that programs
/// built before would notice.
pub const OCTOSAT_ABI_VERSION: u32 = 1;

/// Reports the version of the interface that the library has; compare it with `OCTOSAT_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_abi_version() -> u32 {
    OCTOSAT_ABI_VERSION
}

/// Reports the version of octosat, as a text that is never freed: "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn octosat_version() -> *const core::ffi::c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Handles may be used from any thread, and lent to several.
const fn assert_shareable<T: Send + Sync>() {}

const _: () = {
    assert_shareable::<OctosatBoxes>();
    assert_shareable::<OctosatEngine>();
    assert_shareable::<OctosatManifolds>();
    assert_shareable::<OctosatCache>();
};
