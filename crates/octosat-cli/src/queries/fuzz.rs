//! `octosat fuzz --query`.

use std::time::Instant;

use octosat_scenes::generate::{Random, Scene};
use serde::Serialize;

use super::QueryChoice;
use super::ask::Asked;
use super::check::QueryChecker;
use super::shapes::{Around, Shapes};
use crate::arguments::FuzzOptions;
use crate::choices::Basis;
use crate::engines::skipped_backends;
use crate::failure::{Failure, Outcome};
use crate::fuzz::search::{FoundFailure, Limits, MOST_FAILURES};
use crate::fuzz::worlds;
use crate::output::Output;
use crate::stores::Store;
use crate::table::count;

/// The JSON of `fuzz --query`.
#[derive(Debug, Serialize)]
struct Fuzzed {
    query: &'static str,
    /// Boxes and shapes that were checked, over both bases.
    cases: usize,
    failures: Vec<FoundFailure>,
    seed: u64,
    rounds: u64,
    seconds: f64,
    skipped: Vec<&'static str>,
}

/// Looks for boxes and shapes on which backends or the judge differ.
pub(crate) fn fuzz(
    choice: QueryChoice,
    options: &FuzzOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    let folder = &options.out_dir;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let start = Instant::now();
    let limits = Limits::new(options, start);
    let mut found = Fuzzed {
        query: choice.name(),
        cases: 0,
        failures: Vec::new(),
        seed: options.seed,
        rounds: 0,
        seconds: 0.0,
        skipped: skipped_backends(),
    };
    while !limits.reached(found.cases) && found.failures.len() < MOST_FAILURES {
        let round = Round::new(options.seed, found.rounds);
        for basis in Basis::ALL {
            let mut checker = QueryChecker::new(&[basis], &[1])?;
            round.check(choice, basis, &mut checker)?;
            found.cases += checker.rows;
            if let Some(what) = checker.differences.first() {
                let failure = round.write(choice, options, found.failures.len())?;
                let what = format!("{}: {what}", round.scene.name);
                found.failures.push(FoundFailure { what, ..failure });
            }
        }
        found.rounds += 1;
    }
    found.seconds = start.elapsed().as_secs_f64();
    let mut words = format!(
        "{}: {} boxes and shapes in {} rounds from seed {}, {:.1} s: {} failures",
        found.query,
        count(found.cases),
        found.rounds,
        found.seed,
        found.seconds,
        found.failures.len()
    );
    for FoundFailure { what, command, .. } in &found.failures {
        words.push_str(&format!("\n{what}\n  replay: {command}"));
    }
    output.words(&words)?;
    output.report(&found)?;
    Ok(Outcome::of_differences(found.failures.len()))
}

/// Boxes, the seed of the shapes around them, and a margin in metres.
struct Round {
    scene: Scene,
    shape_seed: u64,
    margin: f32,
}

impl Round {
    /// The round of this number: the same for the same seed, whatever went before.
    fn new(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let scene = worlds::world(number, &mut random);
        let margin = worlds::margin(&scene, &mut random);
        Self { scene, margin, shape_seed: random.next_u64() }
    }

    fn check(
        &self,
        choice: QueryChoice,
        basis: Basis,
        checker: &mut QueryChecker,
    ) -> Result<(), Failure> {
        let Scene { half_extents, position, rotation, pairs, .. } = &self.scene;
        let frame = octosat_scenes::Frame { positions: position, rotations: rotation, pairs };
        let store = Store::new(basis, half_extents, frame).map_err(Failure::new)?;
        let around = Around { positions: position, half_extents };
        let shapes = Shapes::new(around, self.shape_seed);
        checker.check(&Asked { choice, store: &store, shapes: &shapes, margin: self.margin })
    }

    /// Writes the round as a recording.
    fn write(
        &self,
        choice: QueryChoice,
        options: &FuzzOptions,
        number: usize,
    ) -> Result<FoundFailure, Failure> {
        let name = format!("octosat-fuzz-{}-{}-{number}.npz", choice.name(), options.seed);
        let path = options.out_dir.join(name);
        let recording = self.scene.clone().into_recording().map_err(Failure::new)?;
        let refuse = |error| Failure::new(format!("{}: {error}", path.display()));
        recording.write_path(&path).map_err(refuse)?;
        let replay = path.display().to_string();
        let command = format!(
            "octosat verify {replay} --query {} --shape-seed {} --margin {:e}",
            choice.name(),
            self.shape_seed,
            self.margin
        );
        Ok(FoundFailure { what: String::new(), replay, command })
    }
}
