//! One recording after the other with the same settings.

use std::path::Path;

use octosat::PointLimit;
use octosat_scenes::ResultsWriter;
use serde::Serialize;

use super::Settings;
use super::columns::Columns;
use super::computer::{Computer, NO_REFERENCE_CONTACTS};
use super::walk::{Walk, count_pairs, frames_asked};
use crate::arguments::RunOptions;
use crate::cache::CacheChoice;
use crate::choices::{ArithmeticChoice, BackendChoice, Basis, Emit, FrameRange, MaxContacts, Way};
use crate::engines::Workers;
use crate::failure::Failure;
use crate::input::Source;

/// Which results are wanted; at least one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) overlap: bool,
    pub(super) penetration: bool,
    /// Contacts, at most so many a pair.
    pub(super) contacts: Option<PointLimit>,
}

/// What to do with each recording.
#[derive(Debug)]
pub(crate) struct Job {
    pub(super) computer: Computer,
    pub(super) workers: Workers,
    pub(super) basis: Basis,
    arithmetic: ArithmeticChoice,
    pub(super) wanted: Wanted,
    pub(super) margin: f32,
    limit: PointLimit,
    pub(super) cache: CacheChoice,
    frames: Option<FrameRange>,
}

/// What was done with a recording.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Processed {
    pub(crate) name: String,
    pub(crate) file: Option<String>,
    pub(crate) boxes: usize,
    pub(crate) frames: usize,
    pub(crate) pairs: usize,
    pub(crate) overlapping: usize,
    /// Contacts of all pairs; zero where none are asked for.
    pub(crate) contacts: usize,
    /// The part of the pairs whose rows were taken over from the frame before; none without a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reused_share: Option<f64>,
    /// Inside the engine's queries.
    pub(crate) seconds: f64,
    pub(crate) ns_per_pair: f64,
    pub(crate) overlap_seconds: f64,
    pub(crate) penetration_seconds: f64,
    pub(crate) contacts_seconds: f64,
}

impl Processed {
    /// Zero where nothing was done.
    pub(crate) fn pairs_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.pairs as f64 / self.seconds } else { 0.0 }
    }
}

/// What the options ask for; nothing in particular is all that the code has.
fn wanted(options: &RunOptions, computer: &Computer) -> Result<Wanted, Failure> {
    let everything = options.emit.is_empty();
    let asked = |emit| options.emit.contains(&emit);
    if asked(Emit::Contacts) && !computer.has_contacts() {
        return Err(Failure::new(NO_REFERENCE_CONTACTS));
    }
    let contacts = asked(Emit::Contacts) || everything && computer.has_contacts();
    if options.cache != CacheChoice::Off && !contacts {
        let name = options.cache.name();
        return Err(Failure::new(format!(
            "--cache {name}: is about contacts, and none are to be computed"
        )));
    }
    Ok(Wanted {
        overlap: everything || asked(Emit::Overlap),
        penetration: everything || asked(Emit::Penetration),
        contacts: contacts.then(|| options.max_contacts.into()),
    })
}

impl Job {
    /// The job that the options describe.
    pub(crate) fn new(options: &RunOptions) -> Result<Self, Failure> {
        let workers = Workers::new(options.way.threads)?;
        let computer = Computer::new(options, &workers)?;
        let wanted = wanted(options, &computer)?;
        Ok(Self {
            computer,
            workers,
            basis: options.way.basis,
            arithmetic: options.way.arithmetic,
            wanted,
            margin: options.margin,
            limit: options.max_contacts.into(),
            cache: options.cache,
            frames: options.frames,
        })
    }

    /// The job that `run` does without options.
    pub(crate) fn usual() -> Result<Self, Failure> {
        Self::new(&RunOptions {
            files: Vec::new(),
            emit: Vec::new(),
            margin: 0.0,
            max_contacts: MaxContacts::Four,
            cache: CacheChoice::Off,
            backend: BackendChoice::Auto,
            way: Way { basis: Basis::Unit, arithmetic: ArithmeticChoice::Exact, threads: 0 },
            frames: None,
            out: None,
            query: None,
            shape_seed: 1,
        })
    }

    pub(crate) fn settings(&self) -> Settings {
        let arithmetic = octosat::Rounding::from(self.arithmetic);
        Settings {
            backend: self.computer.name(),
            basis: self.basis.name(),
            arithmetic: arithmetic.name(),
            threads: self.workers.count,
            margin: self.margin,
            max_contacts: self.limit.points(),
            cache: self.cache.name(),
        }
    }

    /// Does a recording, and writes its results where `out` says.
    pub(crate) fn run(&self, source: &Source, out: Option<&Path>) -> Result<Processed, Failure> {
        let recording = source.read()?;
        let range = frames_asked(source, &recording, self.frames)?;
        let (boxes, frames) = (recording.boxes(), range.len());
        let pairs = count_pairs(&recording, range.clone());
        // Begun before the work, so that a folder that cannot be written to is told at once.
        let file = out.map(|out| ResultsWriter::create(out, pairs)).transpose()?;
        let walk = Walk { job: self, source, recording: &recording, frames: range };
        let mut columns = file.is_some().then(|| Columns::new(self.wanted, pairs));
        let sums = walk.go(columns.as_mut())?;
        if let Some((file, columns)) = file.zip(columns) {
            columns.write(file)?;
        }
        let seconds = sums.times.sum().as_secs_f64();
        Ok(Processed {
            name: source.name.clone(),
            file: source.path.as_ref().map(|path| path.display().to_string()),
            boxes,
            frames,
            pairs,
            overlapping: sums.overlapping,
            contacts: sums.contacts,
            reused_share: (self.cache != CacheChoice::Off)
                .then(|| sums.reused as f64 / pairs.max(1) as f64),
            seconds,
            ns_per_pair: if pairs == 0 { 0.0 } else { seconds * 1e9 / pairs as f64 },
            overlap_seconds: sums.times.overlap.as_secs_f64(),
            penetration_seconds: sums.times.penetration.as_secs_f64(),
            contacts_seconds: sums.times.contacts.as_secs_f64(),
        })
    }
}
