//! `octosat run`: runs the engine on every pair of every frame.

mod answers;
mod job;
mod options;
mod query;

pub(crate) use job::{Job, Processed, Settings};
pub(crate) use options::RunOptions;

use std::path::Path;

use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;
use crate::table::{Table, count, millions};

/// The JSON of `run`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    recordings: &'a [Processed],
    #[serde(flatten)]
    settings: Settings,
}

/// Runs the recordings and reports.
pub(crate) fn command(options: &RunOptions, output: Output) -> Result<Outcome, Failure> {
    if let Some(query) = options.query {
        return query::run(query, options, output);
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

/// Rejects a results file for several recordings, or one that is the recording itself.
pub(crate) fn check_target(out: &Path, sources: &[Source]) -> Result<(), Failure> {
    if sources.len() > 1 {
        return Err(Failure::new(format!(
            "{}: --out holds the results of one recording, {} were given",
            out.display(),
            sources.len()
        )));
    }
    sources.iter().try_for_each(|source| source.check_out(out))
}

/// The table of results, and below it the settings.
pub(crate) fn words(recordings: &[Processed], settings: &Settings, out: Option<&Path>) -> String {
    const TITLES: [&str; 9] = [
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
    let mut table = Table::new(1, &TITLES);
    for recording in recordings {
        let Processed { boxes, frames, pairs, overlapping, contacts, seconds, .. } = *recording;
        let per_second = if seconds > 0.0 { pairs as f64 / seconds } else { 0.0 };
        let mut row = vec![recording.name.clone()];
        row.extend([boxes, frames, pairs, overlapping, contacts].map(count));
        row.push(format!("{seconds:.6}"));
        row.push(format!("{:.2}", recording.ns_per_pair));
        row.push(millions(per_second));
        table.row(row);
    }
    let mut text = format!("{}\n\n{}", table.text(), settings.how);
    let continued = |recording: &Processed| {
        Some(format!("{} of {}", count(recording.continued?), recording.name))
    };
    let continued: Vec<String> = recordings.iter().filter_map(continued).collect();
    if !continued.is_empty() {
        let (cache, continued) = (settings.cache, continued.join(", "));
        text.push_str(&format!(
            "\ncache {cache}: contacts that continue one of the frame before: {continued}"
        ));
    }
    if let Some(out) = out {
        text.push_str(&format!("\nresults in {}", out.display()));
    }
    text
}
