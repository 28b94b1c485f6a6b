//! Which backends a test runs, and saying so.

use octosat::{Arithmetic, Backend, Engine};

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

/// Every available backend with both arithmetics.
///
/// # Panics
/// As [`available_backends`].
#[must_use]
pub fn engines() -> Vec<Engine> {
    let of = |backend: Backend| {
        Arithmetic::ALL.map(|arithmetic| {
            Engine::with_backend(backend).expect("the backend is available").arithmetic(arithmetic)
        })
    };
    available_backends().into_iter().flat_map(of).collect()
}

/// The fastest backend with both arithmetics, for checks that do not depend on the backend.
#[must_use]
pub fn fastest_engines() -> [Engine; 2] {
    Arithmetic::ALL.map(|arithmetic| Engine::new().arithmetic(arithmetic))
}

fn names(backends: &[Backend]) -> String {
    if backends.is_empty() {
        return "none".to_owned();
    }
    backends.iter().map(|backend| backend.name()).collect::<Vec<_>>().join(", ")
}
