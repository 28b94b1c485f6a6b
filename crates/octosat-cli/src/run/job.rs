//! One recording after the other with the same settings.

use std::path::Path;

use octosat::PointLimit;
use octosat_scenes::ResultsWriter;
use serde::Serialize;

use super::Settings;
use super::backlog::{Backlog, FramePairs};
use super::chunk::{Chunk, Times, Wanted, chunk_length};
use super::columns::Columns;
use super::computer::{Computer, NO_REFERENCE_CONTACTS};
use crate::arguments::{
    ArithmeticChoice, BackendChoice, Basis, Emit, FrameRange, MaxContacts, RunOptions,
};
use crate::engines::Workers;
use crate::failure::Failure;
use crate::input::Source;
use crate::stores::{Query, Store};

/// What to do with each recording.
#[derive(Debug)]
pub(crate) struct Job {
    computer: Computer,
    workers: Workers,
    basis: Basis,
    arithmetic: ArithmeticChoice,
    wanted: Wanted,
    margin: f32,
    limit: PointLimit,
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

/// The sums over the frames of a recording.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    overlapping: usize,
    contacts: usize,
    times: Times,
}

/// What the options ask for; nothing in particular is all that the code has.
fn wanted(options: &RunOptions, computer: &Computer) -> Result<Wanted, Failure> {
    let everything = options.emit.is_empty();
    let asked = |emit| options.emit.contains(&emit);
    if asked(Emit::Contacts) && !computer.has_contacts() {
        return Err(Failure::new(NO_REFERENCE_CONTACTS));
    }
    let contacts = asked(Emit::Contacts) || everything && computer.has_contacts();
    Ok(Wanted {
        overlap: everything || asked(Emit::Overlap),
        penetration: everything || asked(Emit::Penetration),
        contacts: contacts.then(|| options.max_contacts.into()),
    })
}

impl Job {
    /// The job that the options describe.
    pub(crate) fn new(options: &RunOptions) -> Result<Self, Failure> {
        let workers = Workers::new(options.threads)?;
        let computer = Computer::new(options, &workers)?;
        let wanted = wanted(options, &computer)?;
        Ok(Self {
            computer,
            workers,
            basis: options.basis,
            arithmetic: options.arithmetic,
            wanted,
            margin: options.margin,
            limit: options.max_contacts.into(),
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
            backend: BackendChoice::Auto,
            basis: Basis::Unit,
            arithmetic: ArithmeticChoice::Exact,
            threads: 0,
            frames: None,
            out: None,
        })
    }

    pub(crate) fn settings(&self) -> Settings {
        let arithmetic = octosat::Arithmetic::from(self.arithmetic);
        Settings {
            backend: self.computer.name(),
            basis: self.basis.name(),
            arithmetic: arithmetic.name(),
            threads: self.workers.count,
            margin: self.margin,
            max_contacts: self.limit.points(),
        }
    }

    /// Does a recording, and writes its results where `out` says.
    pub(crate) fn run(&self, source: &Source, out: Option<&Path>) -> Result<Processed, Failure> {
        let mut backlog = Backlog::new(source, source.read()?, self.frames)?;
        let (boxes, frames, pairs) = (backlog.boxes(), backlog.frames(), backlog.pairs());
        // Begun before the work, so that a folder that cannot be written to is told at once.
        let file = out.map(|out| ResultsWriter::create(out, pairs)).transpose()?;
        let mut sums = Sums::default();
        let mut columns = None;
        if frames > 0 {
            let store = backlog.first_store(source, self.basis)?;
            columns = file.is_some().then(|| Columns::new(self.wanted, pairs));
            let work = || self.frames(source, backlog, store, columns.as_mut());
            sums = self.workers.run(work)?;
        }
        if let Some(file) = file {
            columns.unwrap_or_else(|| Columns::new(self.wanted, pairs)).write(file)?;
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
            seconds,
            ns_per_pair: if pairs == 0 { 0.0 } else { seconds * 1e9 / pairs as f64 },
            overlap_seconds: sums.times.overlap.as_secs_f64(),
            penetration_seconds: sums.times.penetration.as_secs_f64(),
            contacts_seconds: sums.times.contacts.as_secs_f64(),
        })
    }

    /// Does all frames of the backlog, of which the store holds the first to be done.
    fn frames(
        &self,
        source: &Source,
        mut backlog: Backlog,
        mut store: Store,
        mut columns: Option<&mut Columns>,
    ) -> Result<Sums, Failure> {
        let mut sums = Sums::default();
        let length = chunk_length(self.workers.count, backlog.pairs());
        let mut chunk = Chunk::new(&self.computer, self.wanted, length);
        loop {
            let FramePairs { first_result, pairs } = backlog.next_pairs(length);
            let count = pairs.len();
            if count == 0 {
                backlog.frame_done();
                if backlog.frames() == 0 {
                    return Ok(sums);
                }
                backlog.next_poses(source, &mut store)?;
                continue;
            }
            let query = Query { store: &store, pairs, margin: self.margin };
            chunk.ask(&self.computer, &query, &mut sums.times)?;
            sums.overlapping += (0..count).filter(|&pair| chunk.overlaps(pair)).count();
            sums.contacts += chunk.contacts().points().len();
            if let Some(columns) = columns.as_deref_mut() {
                columns.store(&chunk, first_result, count);
            }
            backlog.pairs_done(count);
        }
    }
}
