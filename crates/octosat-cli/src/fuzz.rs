//! `octosat fuzz`: searches for frames on which backends or references differ.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use octosat_check::{Failing, Found, Search};
use rayon::prelude::*;
use serde::Serialize;

use crate::cache::CacheChoice;
use crate::failure::{Failure, Outcome};
use crate::output::Output;
use crate::progress::Progress;
use crate::queries::{QueryChoice, usual_queries};
use crate::table::count;

/// Search for frames on which backends or references differ.
///
/// The search runs random and adversarial scenes with every backend and basis, on all cores, and checks the
/// results as `verify` does. For contact caches, boxes rest, creep, jump, change their extents and numbers, and pairs
/// come and go. A failure is reduced to a few boxes of round numbers, and written as a recording that `octosat verify`
/// replays. If a recording cannot hold it, run its round again. Each failure is printed to standard error at once, and again in the report.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat fuzz --seconds 60 --seed 7")]
pub(crate) struct FuzzOptions {
    /// Seconds to search; the default is 10 unless `--cases` is given.
    #[arg(long)]
    pub(crate) seconds: Option<u64>,

    /// Stop after the round that reaches this number of checked rows. The same seed and number give the same rounds.
    #[arg(long)]
    pub(crate) cases: Option<usize>,

    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Off: check contacts without a cache only; the default is without and with one.
    #[arg(long, alias = "coherence", value_parser = CacheChoice::parser(), conflicts_with = "query")]
    pub(crate) cache: Option<CacheChoice>,

    /// The first round. Use it to replay a failure that a recording cannot hold.
    #[arg(long, default_value_t = 0)]
    pub(crate) first_round: u64,

    /// Change the worst pair of each round this many times by little, and keep each change that does not lower its error.
    #[arg(long, value_name = "CHANGES", requires = "query")]
    pub(crate) climb: Option<usize>,

    /// Search this query only; the default is pairs, and contacts with a cache.
    #[arg(long, value_parser = QueryChoice::parser())]
    pub(crate) query: Option<QueryChoice>,

    /// Folder for the recordings of failures.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) out_dir: PathBuf,
}

/// The JSON of `fuzz`.
#[derive(Debug, Serialize)]
struct Fuzzed {
    queries: Vec<&'static str>,
    /// The number of checked rows. Each is checked in every combination of its round and basis.
    cases: usize,
    failures: Vec<FoundFailure>,
    /// As a fraction of the error bound.
    worst_error: f64,
    seed: u64,
    rounds: u64,
    seconds: f64,
    skipped: Vec<&'static str>,
}

/// A failure, for people and in JSON.
#[derive(Debug, Serialize)]
struct FoundFailure {
    what: String,
    /// The recording of the failure.
    replay: String,
    /// The command that replays the failure.
    command: String,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
struct Limits {
    deadline: Option<Instant>,
    cases: usize,
}

/// The seconds of a search for which neither a time nor a number of cases is given.
const USUAL_SECONDS: u64 = 10;

/// The number of failures after which a search stops.
const MOST_FAILURES: usize = 10;

/// The interval of progress lines if no progress bar is shown.
const SILENCE: Duration = Duration::from_secs(60);

/// The most rounds that are given to the threads at a time: enough that no thread waits for long. A search begins with
/// one round and doubles the number, so that a search of few cases is short.
const MOST_ROUNDS_AT_A_TIME: u64 = 64;

/// One round of one query.
#[derive(Clone, Copy, Debug)]
struct Turn<'s> {
    search: &'s Search,
    query: QueryChoice,
    number: u64,
    climb: Option<usize>,
}

/// The result of a turn.
struct Done<'s> {
    turn: Turn<'s>,
    found: Result<Found, Failure>,
}

/// Searches until the time or the number of cases is reached.
pub(crate) fn command(options: &FuzzOptions, output: Output) -> Result<Outcome, Failure> {
    // Before the search, so that failures can be written.
    let folder = &options.out_dir;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let queries: Vec<QueryChoice> = match options.query {
        Some(query) => vec![query],
        None => usual_queries(options.cache).into_iter().map(QueryChoice).collect(),
    };
    let new = |query: &QueryChoice| Search::new(query.0, options.seed);
    let searches: Vec<Search> = queries.iter().map(new).collect::<Result<_, _>>()?;
    let start = Instant::now();
    let limits = Limits::new(options, start);
    let progress = Progress::new(output, options.cases.unwrap_or(0), "rows");
    let (mut told, mut at_a_time) = (start, 1);
    let mut fuzzed = Fuzzed {
        queries: queries.iter().map(|query| query.name()).collect(),
        cases: 0,
        failures: Vec::new(),
        worst_error: 0.0,
        seed: options.seed,
        rounds: 0,
        seconds: 0.0,
        skipped: octosat_check::skipped_backends(),
    };
    while !limits.reached(fuzzed.cases) && fuzzed.failures.len() < MOST_FAILURES {
        // Behind the largest number follows zero.
        let first = options.first_round.wrapping_add(fuzzed.rounds);
        let turns = |number| {
            searches.iter().zip(&queries).map(move |(search, &query)| Turn {
                search,
                query,
                number,
                climb: options.climb,
            })
        };
        let numbers = (0..at_a_time).map(|step| first.wrapping_add(step));
        let turns: Vec<Turn<'_>> = numbers.flat_map(turns).collect();
        let done: Vec<Option<Done<'_>>> =
            turns.into_par_iter().map(|turn| turn.take(limits)).collect();
        at_a_time = MOST_ROUNDS_AT_A_TIME.min(2 * at_a_time);
        // Results count in the order of turns, up to the first turn that had no time left.
        for done in done.into_iter().map_while(|done| done) {
            if limits.reached(fuzzed.cases) || fuzzed.failures.len() >= MOST_FAILURES {
                break;
            }
            fuzzed.rounds = done.turn.number.wrapping_sub(options.first_round) + 1;
            fuzzed.add(done, options, &progress)?;
        }
        if progress.is_hidden() && told.elapsed() >= SILENCE {
            told = Instant::now();
            let failures = fuzzed.failures.len();
            progress.tell(&format!("{} rows so far, {failures} failures", count(fuzzed.cases)));
        }
    }
    drop(progress);
    fuzzed.seconds = start.elapsed().as_secs_f64();
    output.words(&words(&fuzzed))?;
    output.report(&fuzzed)?;
    Ok(Outcome::of_differences(fuzzed.failures.len()))
}

impl<'s> Turn<'s> {
    /// Checks the round, if there is time left.
    fn take(self, limits: Limits) -> Option<Done<'s>> {
        let found = || match self.climb {
            Some(changes) => self.search.climb(self.number, changes),
            None => self.search.round(self.number),
        };
        (!limits.is_over()).then(|| Done { turn: self, found: found() })
    }
}

impl Fuzzed {
    /// Adds the result of a turn, and writes its failure if there is one.
    fn add(
        &mut self,
        done: Done<'_>,
        options: &FuzzOptions,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let Done { turn, found } = done;
        let Found { report, failure, .. } = found?;
        self.cases += report.rows;
        progress.advance(report.rows);
        self.worst_error = self.worst_error.max(report.worst_error());
        let Some(failing) = failure else { return Ok(()) };
        let failure = write(failing, turn, options, self.failures.len())?;
        // Printed at once, so that failures are not lost if a long search is killed.
        progress.tell(&format!("{}\n  replay: {}", failure.what, failure.command));
        self.failures.push(failure);
        Ok(())
    }
}

/// Writes a failure as a recording. If a recording cannot hold it, the command of the failure runs its round again.
fn write(
    failing: Failing,
    turn: Turn<'_>,
    options: &FuzzOptions,
    number: usize,
) -> Result<FoundFailure, Failure> {
    let (name, seed) = (turn.query.name(), options.seed);
    let path = options.out_dir.join(format!("octosat-fuzz-{name}-{seed}-{number}.npz"));
    let (basis, boxes) = (failing.basis.name(), failing.round.words());
    let what = format!("{name}, {basis} basis: {}{boxes}", failing.what);
    let command = if failing.round.is_recordable() {
        replay(&failing, name, &path)
    } else {
        let number = turn.number;
        let climb = turn.climb.map(|changes| format!(" --climb {changes}")).unwrap_or_default();
        format!("octosat fuzz --query {name} --seed {seed} --first-round {number} --cases 1{climb}")
    };
    let reject = |error| Failure::new(format!("{}: {error}", path.display()));
    failing.into_recording()?.write_path(&path).map_err(reject)?;
    Ok(FoundFailure { what, replay: path.display().to_string(), command })
}

/// The command that checks the recording of a failure.
fn replay(failing: &Failing, query: &str, path: &Path) -> String {
    let mut command = format!("octosat verify {} --query {query}", path.display());
    if let Some(frame) = failing.round.frames.first() {
        command.push_str(&format!(" --shape-seed {}", frame.setting.shape_seed));
        if frame.setting.margin > 0.0 {
            command.push_str(&format!(" --margin {:e}", frame.setting.margin));
        }
    }
    command
}

impl Limits {
    fn new(options: &FuzzOptions, start: Instant) -> Self {
        let seconds = match (options.seconds, options.cases) {
            (None, None) => Some(USUAL_SECONDS),
            (seconds, _) => seconds,
        };
        let deadline = seconds.and_then(|seconds| start.checked_add(Duration::from_secs(seconds)));
        Self { deadline, cases: options.cases.unwrap_or(usize::MAX) }
    }

    fn reached(self, cases: usize) -> bool {
        cases >= self.cases || self.is_over()
    }

    fn is_over(self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

fn words(fuzzed: &Fuzzed) -> String {
    let mut text = format!(
        "{}: {} rows in {} rounds from seed {}, {:.1} s: {} failures; the worst error is {:.1} % of the error \
         bound",
        fuzzed.queries.join(", "),
        count(fuzzed.cases),
        fuzzed.rounds,
        fuzzed.seed,
        fuzzed.seconds,
        fuzzed.failures.len(),
        100.0 * fuzzed.worst_error,
    );
    for FoundFailure { what, command, .. } in &fuzzed.failures {
        text.push_str(&format!("\n{what}\n  replay: {command}"));
    }
    if !fuzzed.skipped.is_empty() {
        text.push_str(&format!("\nskipped, not on this CPU: {}", fuzzed.skipped.join(", ")));
    }
    text
}
