//! `octosat aabbs` and `octosat cull`: an answer for every box of every frame.

mod frames;
mod options;
mod view;

pub(crate) use options::{AabbsOptions, CullOptions};

use octosat::{AxisAlignedBox, Containment};
use octosat_scenes::ReadOptions;
use serde::Serialize;

use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use crate::table::count;
use frames::{Answered, Frames, Report};
use view::View;

/// Writes the axis-aligned box around each box.
pub(crate) fn aabbs(options: &AabbsOptions, output: Output) -> Result<Outcome, Failure> {
    let source = options.engine.source();
    let frames = Frames::new(&source, &options.engine, ReadOptions::default())?;
    let file = frames.results()?;
    let Answered { rows, report } =
        frames.ask(AxisAlignedBox::default(), |engine, boxes, rows| engine.aabbs(boxes, rows))?;
    if let Some(mut file) = file {
        file.aabb_min(rows.iter().map(AxisAlignedBox::min))?;
        file.aabb_max(rows.iter().map(AxisAlignedBox::max))?;
        file.finish()?;
    }
    output.words(&report.words())?;
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
    /// Whether all required axes were tested, and not the planes alone.
    exact: bool,
    /// How many axes an exact test of this view has.
    required_axes: usize,
    /// The corners of the view, metres, world.
    corners: [[f32; 3]; 8],
}

/// Writes which boxes a view holds.
pub(crate) fn cull(options: &CullOptions, output: Output) -> Result<Outcome, Failure> {
    // What lacks a view is refused before a recording is read for it.
    let view = View::asked(&options.view)?;
    let source = options.engine.source();
    // The world's upward direction stands in the recording's notes about itself.
    let meta = ReadOptions { meta: true, ..ReadOptions::default() };
    let frames = Frames::new(&source, &options.engine, meta)?;
    let frustum = view.frustum(&options.view, &frames.recording)?;
    let file = frames.results()?;
    let exact = options.exact;
    let Answered { rows, report: common } =
        frames.ask(Containment::default(), |engine, boxes, rows| match exact {
            false => engine.cull(boxes, frustum, rows),
            true => engine.classify(boxes, frustum, rows),
        })?;
    if let Some(mut file) = file {
        file.containment(rows.iter().map(|&row| row as u8))?;
        file.finish()?;
    }
    let number = |wanted| rows.iter().filter(|&&row| row == wanted).count();
    let report = CullReport {
        common,
        outside: number(Containment::Outside),
        intersecting: number(Containment::Intersecting),
        inside: number(Containment::Inside),
        exact,
        required_axes: frustum.required_axes(),
        corners: frustum.corners(),
    };
    let words = format!(
        "{}\n{} outside, {} intersecting, {} inside",
        report.common.words(),
        count(report.outside),
        count(report.intersecting),
        count(report.inside)
    );
    output.words(&words)?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

impl options::EngineOptions {
    fn source(&self) -> Source {
        self.file.as_deref().map_or_else(Source::embedded, Source::of_file)
    }
}
