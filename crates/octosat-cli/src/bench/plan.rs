//! Which contenders are measured on what.

use octosat::{Backend, Engine};

use super::contender::{Asked, Contender};
use super::dataset::Dataset;
use crate::arguments::BenchOptions;
use crate::choices::{Basis, SceneChoice};
use crate::failure::Failure;
use crate::input::Source;

/// A group of contenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Every query, backend, basis and arithmetic on one thread.
    Combinations,
    /// Every query and backend, as one point of a curve over the number of pairs.
    Growth,
    /// The fastest backend on one thread and on more, up to this many.
    Threads { most: usize },
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
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Combinations => "combinations",
            Self::Growth => "growth",
            Self::Threads { .. } => "threads",
        }
    }

    pub(crate) fn contenders(self) -> Vec<Contender> {
        match self {
            Self::Combinations => Contender::all(),
            Self::Growth => Contender::backends(),
            Self::Threads { most } => threads_contenders(most),
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
pub(crate) fn plan(options: &BenchOptions, most_threads: usize) -> Vec<Step> {
    let one_thread = [Part::Combinations];
    let all_threads = [Part::Combinations, Part::Threads { most: most_threads }];
    if let Some(scene) = options.scene {
        let pairs = options.pairs;
        return vec![
            step(Origin::Random { scene, pairs }, &all_threads),
            step(Origin::Spatial { scene, pairs }, &one_thread),
        ];
    }
    let recorded = |source| step(Origin::Recorded(source), &all_threads);
    let mut steps: Vec<Step> = Source::of_files(&options.files).into_iter().map(recorded).collect();
    if options.files.is_empty() {
        steps.extend(generated(options.quick, most_threads));
    }
    steps
}

/// The generated scenes that are usual.
fn generated(quick: bool, most_threads: usize) -> Vec<Step> {
    let one_thread = [Part::Combinations];
    let all_threads = [Part::Combinations, Part::Threads { most: most_threads }];
    let cloud = |pairs| Origin::Random { scene: SceneChoice::Cloud, pairs };
    let large = Origin::Spatial { scene: SceneChoice::Cloud, pairs: 1_000_000 };
    let growth = |counts: &[usize]| -> Vec<Step> {
        counts.iter().map(|&pairs| step(cloud(pairs), &[Part::Growth])).collect()
    };
    let mut steps = if quick {
        vec![step(cloud(100_000), &all_threads)]
    } else {
        vec![
            step(cloud(100_000), &one_thread),
            step(cloud(1_000_000), &all_threads),
            step(large, &one_thread),
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
    let mut all = vec![Contender::textbook(), mirror(Asked::Penetration), mirror(Asked::CONTACTS)];
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
