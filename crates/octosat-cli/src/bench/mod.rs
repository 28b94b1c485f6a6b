//! `octosat bench`: scalar against SIMD.

mod agreement;
mod contender;
mod dataset;
mod measure;
mod plan;
mod plot;
mod report;

pub(crate) use contender::{Asked, Contender};
pub(crate) use dataset::Dataset;
pub(crate) use measure::Timed;
pub(crate) use plot::check_target;

use crate::arguments::BenchOptions;
use crate::engines::{Workers, cores};
use crate::failure::{Failure, Outcome};
use crate::laps::Laps;
use crate::output::{Output, complain};
use crate::progress::Progress;
use crate::queries;
use contender::Buffers;
use report::Report;

/// Measures what the options ask for and reports.
pub(crate) fn command(options: &BenchOptions, output: Output) -> Result<Outcome, Failure> {
    if let Some(query) = options.query {
        return queries::bench(query, options, output);
    }
    if let Some(path) = &options.plot {
        check_target(path)?;
    }
    let most_threads = if options.threads == 0 { cores() } else { options.threads };
    let workers = workers(most_threads)?;
    let laps = options.repeats.map(usize::from);
    let mut report = Report::new();
    for (number, step) in plan::plan(options, most_threads).into_iter().enumerate() {
        let dataset = {
            let _progress = Progress::new(output, 1, "making boxes and pairs");
            step.dataset()?
        };
        // Only now: a recording that is refused is told in one line and nothing else.
        if number == 0 {
            output.words(&report.machine_words())?;
        }
        for &part in &step.parts {
            let mut contenders = part.contenders();
            contenders.retain(|contender| contender.can_read(&dataset));
            let rules = Rules { laps, alone: options.alone, output };
            let contest = contest(&dataset, &contenders, &workers, rules)?;
            let rows = report::rows(&dataset, part, &contest.timed);
            output.words(&report::words(&dataset, part, &rows))?;
            report.rows.extend(rows);
            report.differences.extend(contest.differences);
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

/// Workers for every number of threads that is measured.
pub(crate) fn workers(most_threads: usize) -> Result<Vec<Workers>, Failure> {
    plan::thread_counts(most_threads).into_iter().map(Workers::new).collect()
}

/// How a contest is held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Laps of each contender; none: as many as usual.
    pub(crate) laps: Option<usize>,
    /// Whether each contender's laps are one behind the other, and not in turn with the others'.
    pub(crate) alone: bool,
    pub(crate) output: Output,
}

/// The times of contenders, and the answers that were wrong.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub(crate) timed: Vec<Timed>,
    pub(crate) differences: Vec<String>,
}

/// Checks the contenders' answers, then times them.
pub(crate) fn contest(
    dataset: &Dataset,
    contenders: &[Contender],
    workers: &[Workers],
    rules: Rules,
) -> Result<Contest, Failure> {
    let each = rules.laps.unwrap_or_else(|| measure::usual_laps(dataset));
    let laps = Laps { each, alone: rules.alone };
    let progress = Progress::new(rules.output, each * contenders.len() + 1, &dataset.scene);
    let runners = measure::runners(contenders, workers)?;
    let differences = agreement::differences(dataset, &runners, &mut Buffers::new(dataset))?;
    progress.advance(1);
    Ok(Contest { timed: measure::measure(dataset, &runners, laps, &progress)?, differences })
}
