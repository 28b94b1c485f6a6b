//! What is measured on which boxes and pairs.

use super::dataset::Dataset;
use super::options::{BenchOptions, Part};
use crate::choices::SceneChoice;
use crate::failure::Failure;
use crate::input::Source;

/// Pairs that the usual heap should have, which makes it one of 5,000 boxes.
const HEAP: usize = 15_000;

/// Pairs that the large world should have, which makes it one of 20,000 boxes.
const WORLD: usize = 60_000;

/// Pairs from which on there are fewer rounds and frames.
pub(super) const MANY_PAIRS: usize = 500_000;

/// Rows of a list that are checked before the calls about them are timed, evenly spread over the list.
pub(super) const ROWS_CHECKED: usize = 5_000;

/// Frames of which the contacts with caches are checked before they are timed.
pub(super) const FRAMES_CHECKED: usize = 6;

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

impl Step {
    fn new(origin: Origin, parts: &[Part]) -> Self {
        Self { origin, parts: parts.to_vec() }
    }

    pub(crate) fn dataset(&self) -> Result<Dataset, Failure> {
        match &self.origin {
            Origin::Recorded(source) => Dataset::of_recording(source, source.read()?),
            Origin::Random { scene, pairs } => Dataset::random(*scene, *pairs),
            Origin::Spatial { scene, pairs } => Dataset::spatial(*scene, *pairs),
        }
    }
}

/// The steps that the options ask for: recordings, and generated scenes if no files are given.
pub(crate) fn plan(options: &BenchOptions) -> Result<Vec<Step>, Failure> {
    let mut steps = all_steps(options);
    let world = Origin::Spatial { scene: SceneChoice::Pile, pairs: WORLD };
    steps.push(Step::new(world, &[Part::World]));
    // Frames and small lists are about contacts of pairs.
    let is_asked = |part: &Part| {
        let of_pairs = matches!(part, Part::Frames | Part::Small | Part::World | Part::Growth);
        let named = if *part == Part::World { Part::Small } else { *part };
        (options.part.is_empty() || options.part.contains(&named))
            && !(of_pairs && options.query.is_some())
    };
    for step in &mut steps {
        step.parts.retain(is_asked);
    }
    steps.retain(|step| !step.parts.is_empty());
    if steps.is_empty() {
        return Err(Failure::new(
            "nothing to measure: growth is that of the usual scenes, without files or a scene of choice; growth, \
             frames and small lists are about pairs",
        ));
    }
    Ok(steps)
}

fn all_steps(options: &BenchOptions) -> Vec<Step> {
    if let Some(scene) = options.scene {
        let pairs = options.pairs;
        let of_lists = [Part::Combinations, Part::Frames, Part::Small];
        return vec![
            Step::new(Origin::Random { scene, pairs }, &[Part::Combinations, Part::Threads]),
            Step::new(Origin::Spatial { scene, pairs }, &of_lists),
        ];
    }
    let all = [Part::Combinations, Part::Threads, Part::Frames, Part::Small];
    let recorded = |source| Step::new(Origin::Recorded(source), &all);
    let mut steps: Vec<Step> = Source::of_files(&options.files).into_iter().map(recorded).collect();
    if options.files.is_empty() {
        steps.extend(generated(options.quick));
    }
    steps
}

/// The generated scenes that are usual. Lists of clouds of 100,000 pairs are those of the criterion benches.
fn generated(quick: bool) -> Vec<Step> {
    let spatial = |scene, pairs| Origin::Spatial { scene, pairs };
    let mut steps = Vec::new();
    if !quick {
        steps.push(Step::new(spatial(SceneChoice::Cloud, 1_000_000), &[Part::Frames]));
        steps.push(Step::new(spatial(SceneChoice::Pile, HEAP), &[Part::Frames]));
    }
    let counts = [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000];
    let counts = if quick { &counts[..4] } else { &counts };
    let cloud = |&pairs| Origin::Random { scene: SceneChoice::Cloud, pairs };
    steps.extend(counts.iter().map(|pairs| Step::new(cloud(pairs), &[Part::Growth])));
    if let Some(largest) = steps.last_mut() {
        largest.parts.push(Part::Threads);
    }
    steps
}

/// One thread, doubled up to the most, and the most.
pub(crate) fn thread_counts(most: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |count| Some(count * 2));
    doubled.take_while(|&count| count < most).chain([most]).collect()
}
