//! `octosat run --query`.

use std::time::{Duration, Instant};

use octosat::Backend;
use serde::Serialize;

use super::QueryChoice;
use super::convex;
use super::timed::{Buffers, TimedQuery};
use super::world::{Question, World};
use crate::arguments::RunOptions;
use crate::choices::{BackendChoice, Way};
use crate::engines::Workers;
use crate::failure::{Failure, Outcome};
use crate::input::{RefusedBox, Source};
use crate::output::Output;
use crate::run::frames_asked;
use crate::table::{Table, count};

/// The JSON of `run --query`.
#[derive(Debug, Serialize)]
struct Report {
    recordings: Vec<Processed>,
    query: &'static str,
    shape_seed: u64,
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
}

/// One query on the frames of a recording.
#[derive(Clone, Debug, Serialize)]
struct Processed {
    name: String,
    query: &'static str,
    boxes: usize,
    frames: usize,
    /// Boxes of all frames, or as many pairs of segments; pairs of rectangles.
    pairs: usize,
    /// Boxes that touch or meet the shape; none for queries that do not tell.
    overlapping: Option<usize>,
    /// Inside the engine's queries.
    seconds: f64,
    ns_per_pair: f64,
}

/// Every box of every frame against one shape of that frame.
pub(crate) fn run(
    choice: QueryChoice,
    options: &RunOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    if choice == QueryChoice::Convex {
        return convex::run(options, output);
    }
    if options.out.is_some() {
        let name = choice.name();
        return Err(Failure::new(format!("--out: {name} has no results to write")));
    }
    if options.backend == BackendChoice::Reference {
        return Err(Failure::new("--backend reference: it knows pairs of boxes only"));
    }
    choice.check_margin(options.margin)?;
    choice.checked_bases(Some(options.way.basis))?;
    let workers = Workers::new(options.way.threads)?;
    let backend = options.backend.named().unwrap_or_else(Backend::fastest);
    let engine = workers.engine(backend, options.way.arithmetic.into())?;
    let mut report = Report {
        recordings: Vec::new(),
        query: choice.name(),
        shape_seed: options.shape_seed,
        backend: backend.name(),
        basis: options.way.basis.name(),
        arithmetic: engine.rounding().name(),
        threads: workers.count,
    };
    let job = Job { choice, options, workers: &workers, engine: &engine };
    for source in &Source::of_files(&options.files) {
        report.recordings.extend(job.recording(source)?);
    }
    output.words(&words(&report))?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

/// What to do with each recording.
struct Job<'a> {
    choice: QueryChoice,
    options: &'a RunOptions,
    workers: &'a Workers,
    engine: &'a octosat::Engine,
}

impl Job<'_> {
    fn recording(&self, source: &Source) -> Result<Vec<Processed>, Failure> {
        let recording = source.read()?;
        let range = frames_asked(source, &recording, self.options.frames)?;
        let (boxes, frames) = (recording.boxes(), range.len());
        let queries = TimedQuery::of(self.choice);
        let mut spent = vec![Duration::ZERO; queries.len()];
        let mut touching = vec![None; queries.len()];
        let mut buffers = Buffers::default();
        let mut pairs = 0;
        for number in range {
            let Way { basis, .. } = self.options.way;
            let shape_seed = self.options.shape_seed.wrapping_add(number as u64);
            let question =
                Question { choice: self.choice, basis, margin: self.options.margin, shape_seed };
            let world = World::new(question, recording.half_extents(), recording.frame(number))
                .map_err(|error| source.refuse_box(&RefusedBox { error, frame: number }))?;
            if world.is_empty() {
                continue;
            }
            buffers.fit(&world);
            pairs += buffers.rows();
            for (place, query) in queries.iter().enumerate() {
                let start = Instant::now();
                self.workers.run(|| query.run(&world, self.engine, &mut buffers))?;
                spent[place] += start.elapsed();
                if let Some(found) = query.touching(&buffers) {
                    *touching[place].get_or_insert(0) += found;
                }
            }
        }
        let processed =
            queries.iter().zip(spent).zip(touching).map(|((query, spent), touching)| {
                let seconds = spent.as_secs_f64();
                Processed {
                    name: source.name.clone(),
                    query: query.name(),
                    boxes,
                    frames,
                    pairs,
                    overlapping: touching,
                    seconds,
                    ns_per_pair: if pairs == 0 { 0.0 } else { seconds * 1e9 / pairs as f64 },
                }
            });
        Ok(processed.collect())
    }
}

fn words(report: &Report) -> String {
    let titles = ["recording", "query", "boxes", "frames", "rows", "touching", "ns/row"];
    let mut table = Table::new(2, &titles);
    for one in &report.recordings {
        table.row(vec![
            one.name.clone(),
            one.query.to_owned(),
            count(one.boxes),
            count(one.frames),
            count(one.pairs),
            one.overlapping.map_or(String::new(), count),
            format!("{:.2}", one.ns_per_pair),
        ]);
    }
    let Report { backend, basis, arithmetic, threads, .. } = report;
    format!(
        "{}\n\nbackend {backend}, {basis} basis, {arithmetic} arithmetic, threads: {threads}; the time \
         is that inside the engine's queries",
        table.text()
    )
}
