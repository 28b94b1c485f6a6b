//! The work of `run`: recordings one after the other with the same settings.

use std::path::Path;

use clap::{Args as _, FromArgMatches as _};
use octosat_check::{Basis, Workers};
use octosat_scenes::ResultsWriter;
use serde::Serialize;

use super::answers::{Answers, Computer, FramePairs, Sums, Wanted};
use super::options::RunOptions;
use crate::cache::CacheChoice;
use crate::choices::{FrameRange, How};
use crate::failure::Failure;
use crate::frames::Frames;
use crate::input::Source;

/// The settings for every recording.
#[derive(Debug)]
pub(crate) struct Job {
    computer: Computer,
    workers: Workers,
    wanted: Wanted,
    basis: Basis,
    cache: CacheChoice,
    frames: Option<FrameRange>,
    settings: Settings,
}

/// The settings in a report.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Settings {
    #[serde(flatten)]
    pub(super) how: How,
    margin: f32,
    /// The most contacts per pair.
    max_contacts: usize,
    /// Whether there is a contact cache.
    pub(super) cache: &'static str,
}

/// The sums and times of a recording.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Processed {
    pub(crate) name: String,
    pub(crate) file: Option<String>,
    pub(crate) boxes: usize,
    pub(crate) frames: usize,
    pub(crate) pairs: usize,
    pub(crate) overlapping: usize,
    /// The number of contacts of all pairs; zero if contacts are not wanted.
    pub(crate) contacts: usize,
    /// The number of contacts that continue a contact of the frame before; `None` without a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) continued: Option<usize>,
    /// The time inside the engine's queries.
    pub(crate) seconds: f64,
    pub(crate) ns_per_pair: f64,
    pub(crate) overlap_seconds: f64,
    pub(crate) penetration_seconds: f64,
    pub(crate) contacts_seconds: f64,
}

impl Job {
    /// The job that the options describe.
    pub(crate) fn new(options: &RunOptions) -> Result<Self, Failure> {
        let workers = Workers::new(options.way.threads)?;
        let computer = Computer::new(options, &workers)?;
        let wanted = Wanted::new(options, &computer)?;
        let settings = Settings {
            how: How {
                backend: computer.name(),
                basis: options.way.basis.name(),
                threads: workers.count,
            },
            margin: options.margin,
            max_contacts: octosat::PointLimit::from(options.max_contacts).points(),
            cache: options.cache.name(),
        };
        Ok(Self {
            computer,
            workers,
            wanted,
            basis: options.way.basis,
            cache: options.cache,
            frames: options.frames,
            settings,
        })
    }

    /// The job that `run` does without options.
    pub(crate) fn usual() -> Result<Self, Failure> {
        let command = RunOptions::augment_args(clap::Command::new("run"));
        let matches = command.try_get_matches_from(["run"]).map_err(Failure::new)?;
        Self::new(&RunOptions::from_arg_matches(&matches).map_err(Failure::new)?)
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// Runs a recording, and writes the results to `out` if it is given.
    pub(crate) fn run(&self, source: &Source, out: Option<&Path>) -> Result<Processed, Failure> {
        let recording = source.read()?;
        let frames = Frames::new(source, &recording, self.frames, self.basis)?;
        let pairs = frames.pairs();
        // Created before the work, so that an unwritable folder is reported at once.
        let mut file = out.map(|out| ResultsWriter::create(out, &[pairs])).transpose()?;
        let sums = self.workers.run(|| self.walk(&frames, file.as_mut()))?;
        file.map_or(Ok(()), ResultsWriter::finish)?;
        let Sums { overlapping, contacts, continued, .. } = sums;
        let times = [sums.overlap_time, sums.penetration_time, sums.contacts_time];
        let [overlap_seconds, penetration_seconds, contacts_seconds] =
            times.map(|time| time.as_secs_f64());
        let seconds = overlap_seconds + penetration_seconds + contacts_seconds;
        Ok(Processed {
            name: source.name.clone(),
            file: source.file(),
            boxes: recording.boxes(),
            frames: frames.range.len(),
            pairs,
            overlapping,
            contacts,
            continued: (self.cache == CacheChoice::On).then_some(continued),
            seconds,
            ns_per_pair: seconds * 1e9 / pairs.max(1) as f64,
            overlap_seconds,
            penetration_seconds,
            contacts_seconds,
        })
    }

    /// Runs the frames in order. The results of a frame are written before the next frame.
    fn walk(
        &self,
        frames: &Frames<'_>,
        mut file: Option<&mut ResultsWriter>,
    ) -> Result<Sums, Failure> {
        let mut answers = Answers::new(self.wanted, self.cache);
        if let Some(file) = file.as_deref_mut() {
            answers.begin(file)?;
        }
        frames.walk(|boxes, pairs| {
            let margin = self.settings.margin;
            answers.ask(&self.computer, FramePairs { boxes, pairs, margin })?;
            file.as_deref_mut().map_or(Ok(()), |file| answers.write(file))?;
            Ok(())
        })?;
        Ok(answers.sums)
    }
}
