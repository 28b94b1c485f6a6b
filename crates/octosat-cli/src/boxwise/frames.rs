//! A recording's frames, one after the other, through a query about boxes.

use std::ops::Range;
use std::time::{Duration, Instant};

use octosat::{Backend, BoxStore, Engine, QueryError};
use octosat_scenes::{BoxResultsWriter, ReadOptions, Recording};
use serde::Serialize;

use super::options::EngineOptions;
use crate::choices::BackendChoice;
use crate::engines::Workers;
use crate::failure::Failure;
use crate::input::{RefusedBox, Source};
use crate::run::frames_asked;
use crate::stores::Store;
use crate::table::count;

/// The frames of a recording, and what computes.
pub(super) struct Frames<'a> {
    source: &'a Source,
    options: &'a EngineOptions,
    pub(super) recording: Recording,
    range: Range<usize>,
    workers: Workers,
    engine: Engine,
}

/// What `aabbs` tells in JSON, and `cull` too.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    name: String,
    file: Option<String>,
    boxes: usize,
    frames: usize,
    /// Inside the engine's queries.
    seconds: f64,
    ns_per_box: f64,
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
    out: Option<String>,
}

/// The rows of all frames, and how they came about.
pub(super) struct Answered<T> {
    pub(super) rows: Vec<T>,
    pub(super) report: Report,
}

impl<'a> Frames<'a> {
    /// Reads the recording, and refuses what cannot be done.
    pub(super) fn new(
        source: &'a Source,
        options: &'a EngineOptions,
        read: ReadOptions,
    ) -> Result<Self, Failure> {
        if options.backend == BackendChoice::Reference {
            return Err(Failure::new("--backend reference: it knows pairs of boxes only"));
        }
        if let Some(out) = options.out.as_deref().filter(|out| source.is_file(out)) {
            return Err(Failure::new(format!("{}: is the recording itself", out.display())));
        }
        let workers = Workers::new(options.way.threads)?;
        let backend = options.backend.named().unwrap_or_else(Backend::fastest);
        let engine = workers.engine(backend, options.way.arithmetic.into())?;
        let recording = source.read_with(read)?;
        let range = frames_asked(source, &recording, options.frames)?;
        Ok(Self { source, options, recording, range, workers, engine })
    }

    /// Begins the results file before the work, so that a folder that cannot be written to is told
    /// at once.
    pub(super) fn results(&self) -> Result<Option<BoxResultsWriter>, Failure> {
        let shape = [self.range.len(), self.recording.boxes()];
        let out = self.options.out.as_deref();
        Ok(out.map(|out| BoxResultsWriter::create(out, shape)).transpose()?)
    }

    /// Asks about the boxes of each frame: one row a frame and box.
    pub(super) fn ask<T: Clone + Send>(
        &self,
        empty: T,
        query: impl Fn(&Engine, &BoxStore, &mut [T]) -> Result<(), QueryError> + Sync,
    ) -> Result<Answered<T>, Failure> {
        let boxes = self.recording.boxes();
        let mut rows = vec![empty; boxes * self.range.len()];
        let mut spent = Duration::ZERO;
        let mut store = None;
        for (place, number) in self.range.clone().enumerate() {
            let boxes_of_frame = self.moved(&mut store, number)?.unit();
            let rows = &mut rows[place * boxes..][..boxes];
            let engine = &self.engine;
            let start = Instant::now();
            self.workers.run(|| query(engine, boxes_of_frame, rows))?;
            spent += start.elapsed();
        }
        let asked = rows.len();
        let report = Report {
            name: self.source.name.clone(),
            file: self.source.path.as_ref().map(|path| path.display().to_string()),
            boxes,
            frames: self.range.len(),
            seconds: spent.as_secs_f64(),
            ns_per_box: if asked == 0 { 0.0 } else { spent.as_secs_f64() * 1e9 / asked as f64 },
            backend: self.engine.backend().name(),
            basis: self.options.way.basis.name(),
            arithmetic: self.engine.rounding().name(),
            threads: self.workers.count,
            out: self.options.out.as_ref().map(|out| out.display().to_string()),
        };
        Ok(Answered { rows, report })
    }

    /// The boxes of a frame, in the store of the frame before if there is one.
    fn moved<'s>(&self, store: &'s mut Option<Store>, number: usize) -> Result<&'s Store, Failure> {
        let frame = self.recording.frame(number);
        let refuse = |error| self.source.refuse_box(&RefusedBox { error, frame: number });
        let next = match store.take() {
            None => Store::new(self.options.way.basis, self.recording.half_extents(), frame)
                .map_err(refuse)?,
            Some(mut store) => {
                store.set_poses(frame.positions, frame.rotations).map_err(refuse)?;
                store
            }
        };
        Ok(store.insert(next))
    }
}

impl Report {
    /// The report in words.
    pub(super) fn words(&self) -> String {
        let plural = if self.threads == 1 { "thread" } else { "threads" };
        let mut text = format!(
            "{}: {} boxes in {} frames, {:.6} s, {:.2} ns a box\nbackend {}, {} basis, {} \
             arithmetic, {} {plural}; the time is that inside the engine's queries",
            self.name,
            count(self.boxes),
            count(self.frames),
            self.seconds,
            self.ns_per_box,
            self.backend,
            self.basis,
            self.arithmetic,
            self.threads,
        );
        if let Some(out) = &self.out {
            text.push_str(&format!("\nresults in {out}"));
        }
        text
    }
}
