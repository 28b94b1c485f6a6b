//! Backends and options of engines.

use octosat::{Backend, Engine, EngineOptions, ErrorKind};

#[test]
fn backends_have_names_and_reject_politely() {
    for backend in Backend::ALL {
        assert_eq!(backend.name().parse(), Ok(backend));
        assert_eq!(backend.to_string(), backend.name());
        let options = EngineOptions::new().backend(backend);
        match Engine::with(options) {
            Ok(engine) => {
                assert!(backend.is_available());
                assert_eq!((engine.backend(), engine.threads()), (backend, options.threads));
            }
            Err(error) => {
                assert!(!backend.is_available());
                assert_eq!(error.kind(), ErrorKind::Unavailable);
                let words = format!("this machine does not have the backend {backend}; it has ");
                assert!(error.to_string().starts_with(&words), "{error}");
            }
        }
    }
    let error = "sse9".parse::<Backend>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Argument);
    let names = Backend::ALL.map(Backend::name).join(", ");
    assert_eq!(
        error.to_string(),
        format!("no backend is called \"sse9\"; the backends are {names}")
    );
    assert!(Backend::Scalar.is_available() && Backend::Portable.is_available());
}

/// The default options are those of `Engine::new`, and an engine has the required options.
#[test]
fn an_engine_is_made_of_its_options() {
    let of = |engine: &Engine| (engine.backend(), engine.threads());
    let default = Engine::with(EngineOptions::default()).unwrap();
    assert_eq!(of(&default), of(&Engine::new()));
    assert_eq!(of(&default), (Backend::fastest(), 0));
    for threads in [0, 1, 7] {
        let options = EngineOptions::new().backend(Backend::Portable).threads(threads);
        let engine = Engine::with(options).unwrap();
        assert_eq!(of(&engine), (Backend::Portable, threads));
    }
}
