//! `octosat run`: every pair of every frame through the engine.

mod columns;
mod computer;
mod frame;
mod job;
mod points;
mod walk;

pub(crate) use job::{Job, Processed};
pub(crate) use walk::frames_asked;

use std::path::Path;

use serde::Serialize;

use crate::arguments::RunOptions;
use crate::cache::CacheChoice;
use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;
use crate::queries;
use crate::table::{Table, count, millions};

/// The JSON of `run`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    recordings: &'a [Processed],
    #[serde(flatten)]
    settings: Settings,
}

/// What the results were made with.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Settings {
    pub(crate) backend: &'static str,
    pub(crate) basis: &'static str,
    pub(crate) arithmetic: &'static str,
    pub(crate) threads: usize,
    pub(crate) margin: f32,
    /// The most contacts of a pair.
    pub(crate) max_contacts: usize,
    /// What contacts keep from frame to frame.
    pub(crate) cache: &'static str,
}

/// Runs the recordings and reports.
pub(crate) fn command(options: &RunOptions, output: Output) -> Result<Outcome, Failure> {
    if let Some(query) = options.query {
        return queries::run(query, options, output);
    }
    let sources = Source::of_files(&options.files);
    let out = options.out.as_deref();
    if let Some(out) = out {
        check_target(out, &sources)?;
    }
    let job = Job::new(options)?;
    let progress = Progress::new(output, sources.len(), "running");
    let mut recordings = Vec::with_capacity(sources.len());
    for source in &sources {
        progress.say(&source.name);
        recordings.push(job.run(source, out)?);
        progress.advance(1);
    }
    drop(progress);
    let settings = job.settings();
    output.words(&words(&recordings, &settings, out))?;
    output.report(&Report { recordings: &recordings, settings })?;
    Ok(Outcome::Good)
}

/// Refuses a results file that several recordings would share or that is the recording itself.
pub(crate) fn check_target(out: &Path, sources: &[Source]) -> Result<(), Failure> {
    if sources.len() > 1 {
        return Err(Failure::new(format!(
            "{}: --out holds the results of one recording, {} were given",
            out.display(),
            sources.len()
        )));
    }
    if sources.iter().any(|source| source.is_file(out)) {
        return Err(Failure::new(format!("{}: is the recording itself", out.display())));
    }
    Ok(())
}

/// The table, and under it what it was made with.
pub(crate) fn words(recordings: &[Processed], settings: &Settings, out: Option<&Path>) -> String {
    let titles = [
        "recording",
        "boxes",
        "frames",
        "pairs",
        "overlapping",
        "contacts",
        "seconds",
        "ns/pair",
        "pairs/s",
    ];
    let mut table = Table::new(1, &titles);
    for recording in recordings {
        table.row(vec![
            recording.name.clone(),
            count(recording.boxes),
            count(recording.frames),
            count(recording.pairs),
            count(recording.overlapping),
            count(recording.contacts),
            format!("{:.6}", recording.seconds),
            format!("{:.2}", recording.ns_per_pair),
            millions(recording.pairs_per_second()),
        ]);
    }
    let Settings { backend, basis, arithmetic, threads, .. } = settings;
    let plural = if *threads == 1 { "thread" } else { "threads" };
    let mut text = table.text();
    text.push_str(&format!(
        "\n\nbackend {backend}, {basis} basis, {arithmetic} arithmetic, {threads} {plural}; the time \
         is that inside the engine's queries"
    ));
    if settings.cache != CacheChoice::Off.name() {
        let shares = recordings.iter().map(|recording| {
            let share = 100.0 * recording.reused_share.unwrap_or(0.0);
            format!("{} {share:.1} %", recording.name)
        });
        let (cache, shares) = (settings.cache, shares.collect::<Vec<_>>().join(", "));
        text.push_str(&format!("\ncache {cache}: reused of the pairs of {shares}"));
    }
    if let Some(out) = out {
        text.push_str(&format!("\nresults in {}", out.display()));
    }
    text
}
