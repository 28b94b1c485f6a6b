//! `octosat bench`: scalar against SIMD.

mod agreement;
mod contender;
mod dataset;
mod frames;
mod measure;
mod plan;
mod plot;
mod report;
mod sequence;
mod small;

pub(crate) use contender::{Asked, Contender};
pub(crate) use dataset::Dataset;
pub(crate) use measure::Timed;
pub(crate) use plan::Part;
pub(crate) use plot::check_target;

use crate::arguments::BenchOptions;
use crate::engines::{Workers, cores};
use crate::failure::{Failure, Outcome};
use crate::laps::Laps;
use crate::output::{Output, complain};
use crate::progress::Progress;
use crate::queries;
use contender::Buffers;
use report::{Report, Row};

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
    let rules = Rules { laps, alone: options.alone, output };
    let mut report = Report::new();
    for (number, step) in plan::plan(options)?.into_iter().enumerate() {
        let dataset = {
            let _progress = Progress::new(output, 1, "making boxes and pairs");
            step.dataset()?
        };
        // Only now: a recording that is refused is told in one line and nothing else.
        if number == 0 {
            output.words(&report.machine_words())?;
        }
        for &part in &step.parts {
            let measured = match part {
                Part::Frames => frames::measure(&dataset, &options.cache, &workers, rules)?,
                Part::Small => small::measure(&dataset, rules)?,
                Part::Combinations | Part::Growth | Part::Threads => {
                    lists(&dataset, part, &workers, rules)?
                }
            };
            if !measured.rows.is_empty() {
                output.words(&report::words(&dataset, part, &measured.rows))?;
            }
            report.rows.extend(measured.rows);
            report.differences.extend(measured.differences);
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

/// The rows of a part, and the answers that were wrong.
#[derive(Clone, Debug, Default)]
struct Measured {
    rows: Vec<Row>,
    differences: Vec<String>,
}

/// Measures a part that answers the lists of a dataset as they are.
fn lists(
    dataset: &Dataset,
    part: Part,
    workers: &[Workers],
    rules: Rules,
) -> Result<Measured, Failure> {
    let most_threads = workers.iter().map(|workers| workers.count).max().unwrap_or(1);
    let mut contenders = plan::contenders(part, most_threads);
    contenders.retain(|contender| contender.can_read(dataset));
    let contest = contest(dataset, &contenders, workers, rules)?;
    let rows = report::rows(dataset, part, &contest.timed);
    Ok(Measured { rows, differences: contest.differences })
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
