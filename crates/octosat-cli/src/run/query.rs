//! `octosat run --query`: times the calls of a query on every frame.

use std::time::Duration;

use octosat_check::{Case, Count, Workers};
use octosat_scenes::Recording;
use serde::Serialize;

use super::options::RunOptions;
use crate::choices::How;
use crate::failure::{Failure, Outcome};
use crate::frames::frames_asked;
use crate::input::Source;
use crate::output::Output;
use crate::queries::{QueryChoice, frame_of, next_frame_of};
use crate::table::{Table, count};
use crate::timing::time;

/// The JSON of `run --query`.
#[derive(Debug, Serialize)]
struct Report {
    recordings: Vec<Processed>,
    query: &'static str,
    shape_seed: u64,
    #[serde(flatten)]
    how: How,
}

/// One call on the frames of a recording.
#[derive(Clone, Debug, Serialize)]
struct Processed {
    name: String,
    query: &'static str,
    boxes: usize,
    frames: usize,
    /// Rows of all frames: pairs, or boxes against a single shape.
    pairs: usize,
    /// Rows that touch; `None` for calls without this result.
    overlapping: Option<usize>,
    /// The time inside the engine's calls.
    seconds: f64,
    ns_per_pair: f64,
}

/// Runs the calls of a query on the frames of every recording.
pub(super) fn run(
    query: QueryChoice,
    options: &RunOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    let backend = options.backend.of_engine()?;
    query.check_margin(options.margin)?;
    query.bases(Some(options.way.basis))?;
    let workers = Workers::new(options.way.threads)?;
    let engine = workers.engine(backend)?;
    let mut recordings = Vec::new();
    for source in &Source::of_files(&options.files) {
        let recording = source.read()?;
        let range = frames_asked(source, &recording, options.frames)?;
        let mut processed: Vec<Processed> = Vec::new();
        for number in range.clone() {
            let shape_seed = options.shape_seed.wrapping_add(number as u64);
            let frame = frame_of(&recording, number, options.margin, shape_seed);
            let next = next_frame_of(&recording, number);
            let case = Case::new(options.way.basis, &frame)
                .and_then(|case| case.until(&frame, next.as_ref()))
                .map_err(|error| source.reject_box(number, &error))?;
            query
                .0
                .with_calls(&case, &mut |calls| {
                    for (place, call) in calls.iter_mut().enumerate() {
                        if processed.len() <= place {
                            let frames = range.len();
                            processed.push(Processed::new(source, call.name, &recording, frames));
                        }
                        // Counting runs first, so that threads and caches are warm for the timed call.
                        let touching = workers.run(|| (call.run)(&engine, Count::Touching))?;
                        let spent = time(workers.count, || {
                            workers.run(|| (call.run)(&engine, Count::Nothing)).map(|_| ())
                        })?;
                        processed[place].add(call.rows, touching, spent);
                    }
                    Ok(())
                })
                .map_err(|failure| source.reject(&failure.to_string()))?;
        }
        recordings.extend(processed);
    }
    let report = Report {
        recordings,
        query: query.name(),
        shape_seed: options.shape_seed,
        how: How::new(&engine, options.way.basis, workers.count),
    };
    output.words(&words(&report))?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

impl Processed {
    fn new(source: &Source, query: &'static str, recording: &Recording, frames: usize) -> Self {
        Self {
            name: source.name.clone(),
            query,
            boxes: recording.boxes(),
            frames,
            pairs: 0,
            overlapping: None,
            seconds: 0.0,
            ns_per_pair: 0.0,
        }
    }

    fn add(&mut self, rows: usize, touching: Option<usize>, spent: Duration) {
        self.pairs += rows;
        if let Some(touching) = touching {
            *self.overlapping.get_or_insert(0) += touching;
        }
        self.seconds += spent.as_secs_f64();
        self.ns_per_pair = self.seconds * 1e9 / self.pairs.max(1) as f64;
    }
}

fn words(report: &Report) -> String {
    let titles = ["recording", "call", "boxes", "frames", "rows", "touching", "ns/row"];
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
    format!("{}\n\n{}", table.text(), report.how)
}
