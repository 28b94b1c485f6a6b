//! `octosat aabbs` and `octosat cull`: queries with one result per box of every frame.

mod options;

pub(crate) use options::{AabbsOptions, CullOptions};

use std::io;
use std::time::{Duration, Instant};

use octosat::{AxisAlignedBox, BoxView, Containment, Engine, Error};
use octosat_check::Workers;
use octosat_scenes::{ReadOptions, Recording, ResultsWriter};
use serde::Serialize;

use crate::choices::How;
use crate::failure::{Failure, Outcome};
use crate::frames::Frames;
use crate::input::Source;
use crate::output::Output;
use crate::table::count;
use options::EngineOptions;

/// Writes the AABB of each box.
pub(crate) fn aabbs(options: &AabbsOptions, output: Output) -> Result<Outcome, Failure> {
    let job = Job::new(&options.engine, ReadOptions::default())?;
    let query = |engine: &Engine, boxes: BoxView<'_>, rows: &mut [AxisAlignedBox]| {
        engine.aabbs(boxes, rows)
    };
    let report = job.run(query, |rows, file| {
        let Some(file) = file else { return Ok(()) };
        file.append("aabb_min", rows.iter().map(AxisAlignedBox::min))?;
        file.append("aabb_max", rows.iter().map(AxisAlignedBox::max))
    })?;
    output.words(&report.words())?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

/// Writes which boxes are in a view.
pub(crate) fn cull(options: &CullOptions, output: Output) -> Result<Outcome, Failure> {
    // Missing view options are reported before the recording is read.
    options.view.check()?;
    // `meta` has the direction of gravity.
    let meta = ReadOptions { meta: true, ..ReadOptions::default() };
    let job = Job::new(&options.engine, meta)?;
    let frustum = options.view.frustum(&job.recording)?;
    let query = |engine: &Engine, boxes: BoxView<'_>, rows: &mut [Containment]| match options.exact
    {
        false => engine.cull(boxes, frustum, rows),
        true => engine.classify(boxes, frustum, rows),
    };
    let mut found = [0; 3];
    let common = job.run(query, |rows, file| {
        for &row in rows {
            found[row as usize] += 1;
        }
        file.map_or(Ok(()), |file| file.append("containment", rows.iter().map(|&row| row as u8)))
    })?;
    let [outside, intersecting, inside] = found;
    let report = CullReport {
        common,
        outside,
        intersecting,
        inside,
        exact: options.exact,
        required_axes: frustum.required_axes(),
        corners: frustum.corners(),
    };
    let [outside, intersecting, inside] = found.map(count);
    output.words(&format!(
        "{}\n{outside} outside, {intersecting} intersecting, {inside} inside",
        report.common.words()
    ))?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

/// The JSON of `cull`.
#[derive(Clone, Debug, Serialize)]
struct CullReport {
    #[serde(flatten)]
    common: Report,
    /// Boxes of all frames that share no point with the view.
    outside: usize,
    intersecting: usize,
    inside: usize,
    /// Whether all required axes were tested, instead of only the planes.
    exact: bool,
    /// The number of axes of an exact test of this view.
    required_axes: usize,
    /// The corners of the view, meters, world.
    corners: [[f32; 3]; 8],
}

/// The JSON of `aabbs`, and the common part of the JSON of `cull`.
#[derive(Clone, Debug, Serialize)]
struct Report {
    name: String,
    file: Option<String>,
    boxes: usize,
    frames: usize,
    /// The time inside the engine's queries.
    seconds: f64,
    ns_per_box: f64,
    #[serde(flatten)]
    how: How,
    out: Option<String>,
}

/// A recording, and the engine that runs the query.
struct Job<'a> {
    options: &'a EngineOptions,
    source: Source,
    recording: Recording,
    workers: Workers,
    engine: Engine,
}

impl<'a> Job<'a> {
    /// Checks the options, and reads the recording.
    fn new(options: &'a EngineOptions, read: ReadOptions) -> Result<Self, Failure> {
        let backend = options.backend.of_engine()?;
        let source = Source::of_one(options.file.as_deref());
        options.out.as_deref().map_or(Ok(()), |out| source.check_out(out))?;
        let workers = Workers::new(options.way.threads)?;
        let engine = workers.engine(backend)?;
        let recording = source.read_with(read)?;
        Ok(Self { options, source, recording, workers, engine })
    }

    /// Runs the query on each frame in turn, and passes its rows, one per box, to `found`.
    fn run<T: Clone + Default + Send>(
        &self,
        query: impl Fn(&Engine, BoxView<'_>, &mut [T]) -> Result<(), Error> + Sync,
        mut found: impl FnMut(&[T], Option<&mut ResultsWriter>) -> io::Result<()>,
    ) -> Result<Report, Failure> {
        let EngineOptions { out, way, frames, .. } = self.options;
        let frames = Frames::new(&self.source, &self.recording, *frames, way.basis)?;
        let boxes = self.recording.boxes();
        let shape = [frames.range.len(), boxes];
        // Created before the work, so that an unwritable folder is reported at once.
        let begin = |out: &std::path::PathBuf| ResultsWriter::create(out, &shape);
        let mut file = out.as_ref().map(begin).transpose()?;
        // Creates the arrays, also for a recording without frames.
        found(&[], file.as_mut())?;
        let mut rows = vec![T::default(); boxes];
        let mut spent = Duration::ZERO;
        frames.walk(|boxes, _| {
            let boxes = boxes.unit();
            let start = Instant::now();
            self.workers.run(|| query(&self.engine, boxes, &mut rows))?;
            spent += start.elapsed();
            Ok(found(&rows, file.as_mut())?)
        })?;
        file.map_or(Ok(()), ResultsWriter::finish)?;
        let asked = (boxes * frames.range.len()).max(1);
        Ok(Report {
            name: self.source.name.clone(),
            file: self.source.file(),
            boxes,
            frames: frames.range.len(),
            seconds: spent.as_secs_f64(),
            ns_per_box: spent.as_secs_f64() * 1e9 / asked as f64,
            how: How::new(&self.engine, way.basis, self.workers.count),
            out: out.as_ref().map(|out| out.display().to_string()),
        })
    }
}

impl Report {
    fn words(&self) -> String {
        let Self { name, seconds, ns_per_box, how, .. } = self;
        let [boxes, frames] = [self.boxes, self.frames].map(count);
        let out = self.out.as_ref().map_or(String::new(), |out| format!("\nresults in {out}"));
        format!(
            "{name}: {boxes} boxes in {frames} frames, {seconds:.6} s, {ns_per_box:.2} ns per box\n\
             {how}{out}"
        )
    }
}
