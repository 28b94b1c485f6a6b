//! Backends, roundings and options of engines.

use octosat::{Backend, Engine, EngineError, EngineOptions, Rounding};
use octosat_check::available_backends;

#[test]
fn backends_have_names_and_reject_politely() {
    for backend in Backend::ALL {
        assert_eq!(backend.name().parse(), Ok(backend));
        assert_eq!(backend.to_string(), backend.name());
        let options = EngineOptions::new().backend(backend);
        match Engine::with(options) {
            Ok(engine) => {
                assert!(backend.is_available() && backend.has_rounding(Rounding::Exact));
                assert_eq!((engine.backend(), engine.rounding()), (backend, Rounding::Exact));
                assert_eq!(engine.threads(), options.threads);
            }
            Err(error) => {
                assert!(!backend.is_available() && !backend.has_rounding(Rounding::Exact));
                assert_eq!(error, EngineError::BackendUnavailable { backend });
                assert!(error.to_string().contains(backend.name()));
            }
        }
    }
    assert!("sse9".parse::<Backend>().unwrap_err().to_string().contains("avx2"));
    assert!(Backend::Scalar.is_available() && Backend::Portable.is_available());
}

/// The default options are those of `Engine::new`, and an engine has the required options.
#[test]
fn an_engine_is_made_of_its_options() {
    let of = |engine: &Engine| (engine.backend(), engine.rounding(), engine.threads());
    let default = Engine::with(EngineOptions::default()).unwrap();
    assert_eq!(of(&default), of(&Engine::new()));
    assert_eq!(of(&default), (Backend::fastest(), Rounding::Exact, 0));
    for threads in [0, 1, 7] {
        let options = EngineOptions::new().backend(Backend::Portable).threads(threads);
        let engine = Engine::with(options).unwrap();
        assert_eq!(of(&engine), (Backend::Portable, Rounding::Exact, threads));
    }
}

/// Without the feature nothing fuses. With it, portable lanes fuse where the build target does and nowhere else; the
/// registers that are chosen at run time always do. The scalar backend has every rounding that another one has: its bits are what theirs are compared with.
#[test]
fn fused_rounding_exists_where_the_hardware_fuses() {
    for backend in available_backends() {
        let fuses = match backend {
            _ if !cfg!(feature = "fused") => false,
            Backend::Portable => cfg!(target_feature = "fma") || cfg!(target_arch = "aarch64"),
            Backend::Avx2 | Backend::Avx512 => true,
            _ => backend.has_rounding(Rounding::Fused),
        };
        assert_eq!(backend.has_rounding(Rounding::Fused), fuses, "{backend}");
        assert!(!fuses || Backend::Scalar.has_rounding(Rounding::Fused), "{backend}");
        let rounding = Rounding::Fused;
        match Engine::with(EngineOptions::new().backend(backend).rounding(rounding).threads(1)) {
            Ok(engine) => assert!(fuses && engine.rounding() == rounding),
            Err(error) => {
                assert!(!fuses, "{error}");
                assert_eq!(error, EngineError::RoundingUnavailable { backend, rounding });
                let text = error.to_string();
                let part =
                    if cfg!(feature = "fused") { backend.name() } else { "the feature `fused`" };
                assert!(text.contains(part) && text.contains("fused"), "{text}");
            }
        }
    }
}
