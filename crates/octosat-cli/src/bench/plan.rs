//! Which contenders are measured on what.

use clap::ValueEnum;
use octosat::{Backend, Engine};

use super::contender::{Asked, Contender};
use super::dataset::Dataset;
use crate::arguments::BenchOptions;
use crate::choices::{Basis, SceneChoice};
use crate::failure::Failure;
use crate::input::Source;

/// Pairs that the usual heap is asked for, which makes it one of 5,000 boxes.
const HEAP: usize = 15_000;

/// A group of contenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Every query, backend, basis and arithmetic on one thread.
    Combinations,
    /// Every query and backend, as one point of a curve over the number of pairs.
    Growth,
    /// The fastest backend on one thread and on more.
    Threads,
    /// Whole frames one behind the other, with and without a cache.
    Frames,
    /// Lists of 1 to 50,000 pairs on the default engine and on one thread.
    Small,
}

/// Boxes and pairs to be made or read, and what to measure on them.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    origin: Origin,
    pub(crate) parts: Vec<Part>,
}

/// Where boxes and pairs come from.
#[derive(Clone, Debug)]
enum Origin {
    Recorded(Source),
    Random { scene: SceneChoice, pairs: usize },
    Spatial { scene: SceneChoice, pairs: usize },
}

impl Part {
    /// The name the command line uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Combinations => "combinations",
            Self::Growth => "growth",
            Self::Threads => "threads",
            Self::Frames => "frames",
            Self::Small => "small",
        }
    }
}

impl Step {
    pub(crate) fn dataset(&self) -> Result<Dataset, Failure> {
        match &self.origin {
            Origin::Recorded(source) => Dataset::of_recording(source, &source.read()?),
            Origin::Random { scene, pairs } => Dataset::random(*scene, *pairs),
            Origin::Spatial { scene, pairs } => Dataset::spatial(*scene, *pairs),
        }
    }
}

/// The steps that the options ask for: recordings, which without files and without a scene of choice
/// is the one in the binary, and generated scenes where no files are given.
pub(crate) fn plan(options: &BenchOptions) -> Result<Vec<Step>, Failure> {
    let mut steps = all_steps(options);
    if !options.part.is_empty() {
        for step in &mut steps {
            step.parts.retain(|part| options.part.contains(part));
        }
        steps.retain(|step| !step.parts.is_empty());
    }
    if steps.is_empty() {
        let growth = "nothing to measure: growth is that of the usual scenes, without files or a scene of choice";
        return Err(Failure::new(growth));
    }
    Ok(steps)
}

fn all_steps(options: &BenchOptions) -> Vec<Step> {
    if let Some(scene) = options.scene {
        let pairs = options.pairs;
        let of_lists = [Part::Combinations, Part::Frames, Part::Small];
        return vec![
            step(Origin::Random { scene, pairs }, &[Part::Combinations, Part::Threads]),
            step(Origin::Spatial { scene, pairs }, &of_lists),
        ];
    }
    let all = [Part::Combinations, Part::Threads, Part::Frames, Part::Small];
    let recorded = |source| step(Origin::Recorded(source), &all);
    let mut steps: Vec<Step> = Source::of_files(&options.files).into_iter().map(recorded).collect();
    if options.files.is_empty() {
        steps.extend(generated(options.quick));
    }
    steps
}

/// The generated scenes that are usual.
fn generated(quick: bool) -> Vec<Step> {
    let all_threads = [Part::Combinations, Part::Threads];
    let cloud = |pairs| Origin::Random { scene: SceneChoice::Cloud, pairs };
    let spatial = |scene, pairs| Origin::Spatial { scene, pairs };
    let growth = |counts: &[usize]| -> Vec<Step> {
        counts.iter().map(|&pairs| step(cloud(pairs), &[Part::Growth])).collect()
    };
    let mut steps = if quick {
        vec![step(cloud(100_000), &all_threads)]
    } else {
        vec![
            step(cloud(100_000), &[Part::Combinations]),
            step(cloud(1_000_000), &all_threads),
            step(spatial(SceneChoice::Cloud, 1_000_000), &[Part::Combinations, Part::Frames]),
            step(spatial(SceneChoice::Pile, HEAP), &[Part::Frames]),
        ]
    };
    steps.extend(growth(&[1_000, 3_000, 10_000, 30_000]));
    if !quick {
        steps.extend(growth(&[300_000]));
    }
    steps
}

fn step(origin: Origin, parts: &[Part]) -> Step {
    Step { origin, parts: parts.to_vec() }
}

/// The contenders of a part that answers lists.
pub(crate) fn contenders(part: Part, most_threads: usize) -> Vec<Contender> {
    match part {
        Part::Growth => Contender::backends(),
        Part::Threads => threads_contenders(most_threads),
        _ => Contender::all(),
    }
}

/// One thread, doubled up to the most, and the most.
pub(crate) fn thread_counts(most: usize) -> Vec<usize> {
    let mut counts: Vec<usize> =
        std::iter::successors(Some(1), |count| Some(count * 2)).take_while(|&c| c < most).collect();
    counts.push(most);
    counts
}

fn threads_contenders(most: usize) -> Vec<Contender> {
    let fastest = Engine::new().backend();
    // The scalar code of every query is there to compare with.
    let mirror = |asked| Contender::engine(asked, Backend::Scalar, Basis::Unit);
    let mut all = vec![Contender::textbook(), mirror(Asked::Penetration), mirror(Asked::Contacts)];
    for asked in Asked::ALL {
        for threads in thread_counts(most) {
            let one = Contender::engine(asked, fastest, Basis::Unit);
            all.push(Contender { threads, ..one });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_counts_double_up_to_the_most() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
        assert_eq!(thread_counts(8), [1, 2, 4, 8]);
    }
}
