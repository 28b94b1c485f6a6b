//! `octosat bench --query`.

use std::time::{Duration, Instant};

use octosat::{Backend, Rounding};
use octosat_scenes::generate;
use serde::Serialize;

use super::QueryChoice;
use super::check::QueryChecker;
use super::convex;
use super::timed::{Buffers, TimedQuery};
use super::world::{Question, World};
use crate::arguments::BenchOptions;
use crate::choices::Basis;
use crate::engines::{Workers, available_backends, cores, roundings, skipped_backends};
use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::laps::{Laps, least, median};
use crate::output::Output;
use crate::table::{Table, count};

/// Boxes of the generated scenes: in the caches, and out of them.
const GENERATED: [usize; 2] = [20_000, 200_000];

/// Pairs that the generator is asked for, for queries on pairs.
const PAIRS_A_BOX: usize = 1;

/// The seed of scenes and shapes, so that every run measures the same.
const SEED: u64 = 1;

/// Rows that a lap has at least, so that starting and stopping the clock costs nothing beside.
const FEWEST_ROWS_A_LAP: usize = 100_000;

/// Laps of each contender: an odd number, so that one of them is the median.
const LAPS: usize = 9;

/// The JSON of `bench --query`.
#[derive(Debug, Serialize)]
struct Report {
    rows: Vec<Row>,
    /// Answers that differed, in words; nothing in them is worth timing.
    differences: Vec<String>,
    skipped: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    scene: String,
    query: &'static str,
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
    boxes: usize,
    /// Rows of a call: boxes, or pairs of segments or of rectangles.
    pairs: usize,
    /// Of the median lap.
    ns_per_pair: f64,
    /// Of the shortest one.
    least_ns_per_pair: f64,
    pairs_per_second: f64,
    /// Against one thread of the scalar backend in the same basis and arithmetic.
    speedup_over_scalar: Option<f64>,
}

/// Boxes to measure on.
pub(super) struct Dataset {
    pub(super) name: String,
    pub(super) half_extents: Vec<[f32; 3]>,
    pub(super) position: Vec<[f32; 3]>,
    pub(super) rotation: Vec<[f32; 4]>,
    pub(super) pairs: Vec<[u32; 2]>,
}

/// Measures what the options ask for and reports.
pub(crate) fn bench(
    choice: QueryChoice,
    options: &BenchOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    if choice == QueryChoice::Convex {
        return convex::bench(options, output);
    }
    let mut report =
        Report { rows: Vec::new(), differences: Vec::new(), skipped: skipped_backends() };
    for dataset in datasets(options, &GENERATED)? {
        let first = report.rows.len();
        for &basis in choice.bases() {
            report.measure(choice, options, (&dataset, basis))?;
        }
        output.words(&words(&dataset, &report.rows[first..]))?;
    }
    for difference in &report.differences {
        output.words(difference)?;
    }
    output.report(&report)?;
    Ok(Outcome::of_differences(report.differences.len()))
}

/// The last frame of each recording; without files that of the one in the binary, and clouds of so many
/// boxes.
pub(super) fn datasets(
    options: &BenchOptions,
    generated: &[usize],
) -> Result<Vec<Dataset>, Failure> {
    let mut all = Vec::new();
    for source in Source::of_files(&options.files) {
        let recording = source.read()?;
        let Some(last) = recording.frames().checked_sub(1) else { continue };
        let frame = recording.frame(last);
        all.push(Dataset {
            name: source.name,
            half_extents: recording.half_extents().to_vec(),
            position: frame.positions.to_vec(),
            rotation: frame.rotations.to_vec(),
            pairs: frame.pairs.to_vec(),
        });
    }
    if options.files.is_empty() {
        let counts = if options.quick { &generated[..1] } else { generated };
        for &boxes in counts {
            let scene = generate::cloud(boxes, PAIRS_A_BOX * boxes, SEED);
            let generate::Scene { name, half_extents, position, rotation, pairs } = scene;
            all.push(Dataset { name, half_extents, position, rotation, pairs });
        }
    }
    Ok(all)
}

impl Report {
    /// Checks the answers in a basis, then times the contenders in turn.
    fn measure(
        &mut self,
        choice: QueryChoice,
        options: &BenchOptions,
        (dataset, basis): (&Dataset, Basis),
    ) -> Result<(), Failure> {
        let Dataset { half_extents, position, rotation, pairs, .. } = dataset;
        let frame = octosat_scenes::Frame { positions: position, rotations: rotation, pairs };
        let question = Question { choice, basis, margin: 0.0, shape_seed: SEED };
        // A basis that does not take the boxes is left out.
        let Ok(world) = World::new(question, half_extents, frame) else { return Ok(()) };
        if world.is_empty() {
            return Ok(());
        }
        // On one thread and on as many as are timed.
        let most = if options.threads == 0 { cores() } else { options.threads };
        let threads = if most > 1 { vec![1, most] } else { vec![1] };
        let mut checker = QueryChecker::new(&[basis], &threads)?;
        checker.check(&world)?;
        self.differences.append(&mut checker.differences);
        let laps = Laps { each: options.repeats.map_or(LAPS, usize::from), alone: options.alone };
        for &query in TimedQuery::of(choice) {
            let contest = Contest { world: &world, query, laps, scene: &dataset.name };
            self.rows.extend(contest.rows(most)?);
        }
        Ok(())
    }
}

/// One query on some boxes.
struct Contest<'a> {
    world: &'a World,
    query: TimedQuery,
    laps: Laps,
    scene: &'a str,
}

/// A way to compute, and its laps.
struct Runner {
    backend: Backend,
    arithmetic: Rounding,
    workers: Workers,
    laps: Vec<Duration>,
}

impl Contest<'_> {
    fn rows(&self, most_threads: usize) -> Result<Vec<Row>, Failure> {
        let mut runners = runners(most_threads)?;
        let mut buffers = Buffers::new(self.world);
        let pairs = buffers.rows().max(1);
        let times = (FEWEST_ROWS_A_LAP / pairs).max(1);
        for number in self.laps.order(runners.len()) {
            let runner = &mut runners[number];
            let engine = runner.workers.engine(runner.backend, runner.arithmetic)?;
            let start = Instant::now();
            runner.workers.run(|| -> Result<(), Failure> {
                for _ in 0..times {
                    self.query.run(self.world, &engine, &mut buffers)?;
                }
                Ok(())
            })?;
            runner.laps.push(start.elapsed());
        }
        let mut rows: Vec<Row> =
            runners.into_iter().map(|runner| self.row(runner, [pairs, times])).collect();
        for place in 0..rows.len() {
            let scalar = rows.iter().find(|other| {
                other.backend == Backend::Scalar.name()
                    && other.threads == 1
                    && other.arithmetic == rows[place].arithmetic
            });
            rows[place].speedup_over_scalar =
                scalar.map(|scalar| scalar.ns_per_pair / rows[place].ns_per_pair);
        }
        Ok(rows)
    }

    fn row(&self, mut runner: Runner, [asked, times]: [usize; 2]) -> Row {
        runner.laps.sort_unstable();
        let ns = |lap: Duration| lap.as_secs_f64() * 1e9 / (asked * times) as f64;
        let ns_per_pair = ns(median(&runner.laps));
        Row {
            scene: self.scene.to_owned(),
            query: self.query.name(),
            backend: runner.backend.name(),
            basis: self.world.question.basis.name(),
            arithmetic: runner.arithmetic.name(),
            threads: runner.workers.count,
            boxes: self.world.boxes(),
            pairs: asked,
            ns_per_pair,
            least_ns_per_pair: ns(least(&runner.laps)),
            pairs_per_second: 1e9 / ns_per_pair,
            speedup_over_scalar: None,
        }
    }
}

/// Every backend and arithmetic on one thread, and the fastest backend on all.
fn runners(most_threads: usize) -> Result<Vec<Runner>, Failure> {
    let mut runners = Vec::new();
    let mut add = |backend, arithmetic, threads| -> Result<(), Failure> {
        let workers = Workers::new(threads)?;
        runners.push(Runner { backend, arithmetic, workers, laps: Vec::new() });
        Ok(())
    };
    for backend in available_backends() {
        for arithmetic in roundings(backend) {
            add(backend, arithmetic, 1)?;
        }
    }
    if most_threads > 1 {
        add(Backend::fastest(), Rounding::Exact, most_threads)?;
    }
    Ok(runners)
}

fn words(dataset: &Dataset, rows: &[Row]) -> String {
    let titles =
        ["query", "backend", "basis", "arithmetic", "threads", "ns/row", "least", "scalar ×"];
    let mut table = Table::new(4, &titles);
    for row in rows {
        table.row(vec![
            row.query.to_owned(),
            row.backend.to_owned(),
            row.basis.to_owned(),
            row.arithmetic.to_owned(),
            row.threads.to_string(),
            format!("{:.2}", row.ns_per_pair),
            format!("{:.2}", row.least_ns_per_pair),
            row.speedup_over_scalar.map_or(String::new(), |speedup| format!("{speedup:.1}")),
        ]);
    }
    format!("\n{}, {} boxes\n{}", dataset.name, count(dataset.position.len()), table.text())
}
