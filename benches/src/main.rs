//! Octosat next to its peers: `cargo run --release -p octosat-benches -F parry -- NAME`. `README.md` lists the names.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the benches print tables")]

mod bodies;
mod errors;
mod recordings;
mod steps;
mod turns;

mod certain;
mod chart;
mod distances;
mod floors;
mod frames;
mod groups;
mod motion;
mod moved;
mod parry;
mod peer;
mod round;
mod shape_casts;

use std::error::Error;
use std::ffi::OsString;

use octosat::{Backend, Engine, EngineOptions};

/// What a bench gives.
type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// A bench, which gets the arguments behind its name.
type Bench = fn(&[OsString]) -> Outcome;

const BENCHES: [(&str, Bench); 10] = [
    ("certain", certain::measure),
    ("chart", chart::draw),
    ("distances", distances::measure),
    ("floors", floors::measure),
    ("frames", frames::write),
    ("groups", groups::measure),
    ("motion", motion::measure),
    ("parry", parry::measure),
    ("round", round::measure),
    ("shape-casts", shape_casts::measure),
];

fn main() -> Outcome {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let named = |(name, _): &&(&str, Bench)| arguments.first().is_some_and(|given| given == name);
    let Some((_, bench)) = BENCHES.iter().find(named) else {
        return Err(format!("one of these: {}", BENCHES.map(|(name, _)| name).join(", ")).into());
    };
    bench(&arguments[1..])
}

/// Engines of one thread with the two fastest backends that compute in lanes here, the fastest last.
fn fastest_engines() -> Outcome<Vec<Engine>> {
    let has_lanes = |backend: &Backend| backend.lanes() > 1 && backend.is_available();
    let backends: Vec<Backend> = Backend::ALL.into_iter().filter(has_lanes).collect();
    let fastest = &backends[backends.len().saturating_sub(2)..];
    let engine = |&backend| Engine::with(EngineOptions::new().backend(backend).threads(1));
    Ok(fastest.iter().map(engine).collect::<Result<_, _>>()?)
}
