//! `octosat bench`: scalar against SIMD.

mod contacts;
mod dataset;
mod frames;
mod lists;
mod options;
mod plan;
mod plot;
mod report;
mod sequence;
mod small;

pub(crate) use dataset::Dataset;
pub(crate) use lists::{EngineChoice, lists};
pub(crate) use options::{BenchOptions, Part};
pub(crate) use report::Rules;

use std::path::Path;

use octosat_check::Workers;

use crate::failure::{Failure, Outcome};
use crate::output::{Output, complain};
use crate::progress::Progress;
use plan::thread_counts;
use report::Report;

/// Measures what the options ask for and reports.
pub(crate) fn command(options: &BenchOptions, output: Output) -> Result<Outcome, Failure> {
    if let Some(path) = &options.plot {
        check_picture(path)?;
    }
    let most_threads = if options.threads == 0 { octosat_check::cores() } else { options.threads };
    let workers = Workers::all(&thread_counts(most_threads))?;
    let rules = Rules { rounds: options.rounds.map(usize::from), output };
    let mut report = Report::new();
    for (number, step) in plan::plan(options)?.into_iter().enumerate() {
        let dataset = {
            let _progress = Progress::new(output, 1, "making boxes and pairs");
            step.dataset()?
        };
        // Only now: a rejected recording is reported in one line and nothing else.
        if number == 0 {
            output.words(&report.machine_words())?;
        }
        for &part in &step.parts {
            let measured = match part {
                Part::Frames => frames::measure(&dataset, &options.cache, &workers, rules)?,
                Part::Small => small::measure(&dataset, rules)?,
                Part::World => small::measure_world(&dataset, rules)?,
                Part::Combinations | Part::Growth | Part::Threads => {
                    let choices = EngineChoice::of_part(part, &workers);
                    let measured = lists(&dataset, part, options.query(), &choices, rules);
                    measured
                        .map_err(|failure| Failure::new(format!("{}: {failure}", dataset.scene)))?
                }
            };
            if !measured.rows.is_empty() {
                output.words(&report::words(&dataset, part, &measured.rows))?;
            }
            report.add(&dataset.scene, part, measured);
        }
        if let Some(skipped) = dataset.skipped {
            complain(&skipped.to_string());
            output.words(&format!("\n{skipped}"))?;
            report.skipped_bases.push(skipped);
        }
    }
    if let Some(path) = &options.plot {
        plot::draw(path, &report)?;
        output.words(&format!("\nplot in {}", path.display()))?;
    }
    output.words(&report.closing_words())?;
    output.report(&report)?;
    Ok(Outcome::of_differences(report.differences.len()))
}

/// Rejects a picture that is not named .svg, or that could not be written at the end of the work.
pub(crate) fn check_picture(path: &Path) -> Result<(), Failure> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        let what = "the picture is SVG, so its name must end in .svg";
        return Err(Failure::new(format!("{}: {what}", path.display())));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(Failure::new(format!("{}: no file can be written there", path.display())));
    }
    Ok(())
}
