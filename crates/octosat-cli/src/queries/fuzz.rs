//! `octosat fuzz --query`.

use std::time::Instant;

use octosat::BoxStore;
use octosat_scenes::generate::{Random, Scene};
use serde::Serialize;

use super::QueryChoice;
use super::check::QueryChecker;
use super::convex::{self, ConvexChecker, Setting, Shapes};
use super::shrink;
use super::upright;
use super::world::{Question, World};
use crate::arguments::FuzzOptions;
use crate::choices::Basis;
use crate::engines::{cores, skipped_backends};
use crate::failure::{Failure, Outcome};
use crate::fuzz::search::{FoundFailure, Limits, MOST_FAILURES};
use crate::fuzz::worlds;
use crate::output::Output;
use crate::table::count;

/// The JSON of `fuzz --query`.
#[derive(Debug, Serialize)]
struct Fuzzed {
    query: &'static str,
    /// Boxes and shapes that were checked, over both bases.
    cases: usize,
    failures: Vec<FoundFailure>,
    /// In parts of what is allowed.
    worst_error: f64,
    seed: u64,
    rounds: u64,
    seconds: f64,
    skipped: Vec<&'static str>,
}

/// Every so many rounds several threads compute too: boxes are then repeated until there is work for
/// them, which takes as long as hundreds of other rounds.
const ROUNDS_A_THREADED_ONE: u64 = 512;

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
        worst_error: 0.0,
        seed: options.seed,
        rounds: 0,
        seconds: 0.0,
        skipped: skipped_backends(),
    };
    while !limits.reached(found.cases) && found.failures.len() < MOST_FAILURES {
        let round = Round::new(choice, options.seed, found.rounds);
        for &basis in choice.bases() {
            let checked = round.check(basis, &round.scene)?;
            found.cases += checked.rows;
            found.worst_error = found.worst_error.max(checked.worst_error);
            if let Some(what) = checked.differences.first() {
                let failure = Failing { basis, number: found.failures.len(), what };
                found.failures.push(round.write(options, &failure)?);
            }
        }
        found.rounds += 1;
    }
    found.seconds = start.elapsed().as_secs_f64();
    let mut words = format!(
        "{}: {} {} in {} rounds from seed {}, {:.1} s: {} failures; the worst error \
         is {:.1} % of what is allowed",
        found.query,
        count(found.cases),
        choice.rows(),
        found.rounds,
        found.seed,
        found.seconds,
        found.failures.len(),
        100.0 * found.worst_error,
    );
    for FoundFailure { what, command, .. } in &found.failures {
        words.push_str(&format!("\n{what}\n  replay: {command}"));
    }
    output.words(&words)?;
    output.report(&found)?;
    Ok(Outcome::of_differences(found.failures.len()))
}

/// A failure of a round.
struct Failing<'a> {
    basis: Basis,
    /// How many failures were written before.
    number: usize,
    what: &'a str,
}

/// What a check of some boxes found.
struct Checked {
    rows: usize,
    /// In parts of what is allowed.
    worst_error: f64,
    differences: Vec<String>,
}

/// Boxes, and how they are asked about.
struct Round {
    choice: QueryChoice,
    scene: Scene,
    shape_seed: u64,
    /// Metres.
    margin: f32,
    threaded: bool,
}

impl Round {
    /// The round of this number: the same for the same seed, whatever went before.
    fn new(choice: QueryChoice, seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        if choice == QueryChoice::Convex {
            return Self::of_solids(number, &mut random);
        }
        let scene = if choice == QueryChoice::Rectangles && number.is_multiple_of(2) {
            upright::scene(number / 2, &mut random)
        } else {
            worlds::world(number, &mut random)
        };
        let margin = worlds::margin(&scene, &mut random);
        let margin = if choice.takes_margin() { margin } else { 0.0 };
        let threaded = number.is_multiple_of(ROUNDS_A_THREADED_ONE);
        Self { choice, scene, margin, shape_seed: random.next_u64(), threaded }
    }

    /// A round of boxes with volume, made for the solids of its seed.
    fn of_solids(number: u64, random: &mut Random) -> Self {
        let shape_seed = random.next_u64();
        let scene = convex::scene(number, shape_seed, random);
        let margin = worlds::margin(&scene, random);
        Self { choice: QueryChoice::Convex, scene, shape_seed, margin, threaded: false }
    }

    /// Checks the boxes of a scene as those of the round.
    fn check(&self, basis: Basis, scene: &Scene) -> Result<Checked, Failure> {
        let Scene { half_extents, position, rotation, pairs, .. } = scene;
        if self.choice == QueryChoice::Convex {
            return self.check_solids(scene);
        }
        let frame = octosat_scenes::Frame { positions: position, rotations: rotation, pairs };
        let &Self { choice, margin, shape_seed, .. } = self;
        let question = Question { choice, basis, margin, shape_seed };
        let world = World::new(question, half_extents, frame).map_err(Failure::new)?;
        let threads = if self.threaded { vec![1, cores().max(2)] } else { vec![1] };
        let mut checker = QueryChecker::new(&[basis], &threads)?;
        checker.check(&world)?;
        let worst_error = checker.worst_error();
        Ok(Checked { rows: checker.rows, worst_error, differences: checker.differences })
    }

    fn check_solids(&self, scene: &Scene) -> Result<Checked, Failure> {
        let Scene { half_extents, position, rotation, pairs, .. } = scene;
        let setting = Setting { margin: self.margin, shape_seed: self.shape_seed };
        let mut shapes = Shapes::new(half_extents, setting).map_err(Failure::new)?;
        let boxes =
            BoxStore::from_slices(position, rotation, half_extents).map_err(Failure::new)?;
        let mut checker = ConvexChecker::new();
        checker.check(&mut shapes, &boxes, pairs)?;
        let worst_error = checker.worst_error();
        Ok(Checked { rows: checker.rows, worst_error, differences: checker.differences })
    }

    /// Writes the boxes that a failure needs as a recording.
    fn write(&self, options: &FuzzOptions, failure: &Failing<'_>) -> Result<FoundFailure, Failure> {
        let &Failing { basis, number, what } = failure;
        let fails = |scene: &Scene| Ok(!self.check(basis, scene)?.differences.is_empty());
        let small = shrink::smallest(&self.scene, fails)?;
        let again = self.check(basis, &small)?;
        let what = again.differences.first().map_or(what, String::as_str);
        let what = format!("{}: {what}", self.scene.name);
        let name = format!("octosat-fuzz-{}-{}-{number}.npz", self.choice.name(), options.seed);
        let path = options.out_dir.join(name);
        let recording = small.into_recording().map_err(Failure::new)?;
        let refuse = |error| Failure::new(format!("{}: {error}", path.display()));
        recording.write_path(&path).map_err(refuse)?;
        let replay = path.display().to_string();
        let mut command = format!(
            "octosat verify {replay} --query {} --shape-seed {}",
            self.choice.name(),
            self.shape_seed
        );
        if self.margin > 0.0 {
            command.push_str(&format!(" --margin {:e}", self.margin));
        }
        Ok(FoundFailure { what, replay, command })
    }
}
