//! Which backends a test runs, and saying so.

use octosat::{Backend, Engine, EngineOptions, Rounding};

/// The environment variable that states the backends which have to run, separated by commas.
const EXPECTED: &str = "OCTOSAT_EXPECT_BACKENDS";

/// The backends that run on this machine.
///
/// Those that do not run are named on standard error, so that a skipped one is never silent.
///
/// # Panics
/// If `OCTOSAT_EXPECT_BACKENDS` is set and names another set of backends.
#[must_use]
pub fn available_backends() -> Vec<Backend> {
    let (ran, skipped): (Vec<_>, Vec<_>) =
        Backend::ALL.into_iter().partition(|backend| backend.is_available());
    eprintln!("backends that run: {}; skipped: {}", names(&ran), names(&skipped));
    if let Ok(expected) = std::env::var(EXPECTED) {
        let mut expected: Vec<&str> = expected.split(',').map(str::trim).collect();
        let mut found: Vec<&str> = ran.iter().map(|backend| backend.name()).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{EXPECTED} states which backends have to run");
    }
    ran
}

/// An engine on all threads.
///
/// # Panics
/// If the backend does not run here, or not with that rounding.
#[must_use]
pub fn engine_with(backend: Backend, rounding: Rounding) -> Engine {
    Engine::with(EngineOptions { backend, rounding, threads: 0 }).expect("it is available")
}

/// The same engine on so many threads, or on all with zero.
///
/// # Panics
/// Never: what it asks for is available, because there is an engine of it.
#[must_use]
pub fn with_threads(engine: &Engine, threads: usize) -> Engine {
    let (backend, rounding) = (engine.backend(), engine.rounding());
    Engine::with(EngineOptions { backend, rounding, threads }).expect("it is available")
}

/// Every available backend with every rounding that it has.
///
/// # Panics
/// As [`available_backends`].
#[must_use]
pub fn engines() -> Vec<Engine> {
    available_backends().into_iter().flat_map(engines_of).collect()
}

/// The fastest backend with every rounding that it has, for checks that do not depend on the backend.
#[must_use]
pub fn fastest_engines() -> Vec<Engine> {
    engines_of(Backend::fastest())
}

fn engines_of(backend: Backend) -> Vec<Engine> {
    let has = |rounding: &Rounding| backend.has_rounding(*rounding);
    Rounding::ALL.into_iter().filter(has).map(|rounding| engine_with(backend, rounding)).collect()
}

fn names(backends: &[Backend]) -> String {
    if backends.is_empty() {
        return "none".to_owned();
    }
    backends.iter().map(|backend| backend.name()).collect::<Vec<_>>().join(", ")
}
