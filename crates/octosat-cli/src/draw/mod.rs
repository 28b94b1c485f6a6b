//! `octosat draw`: a frame's boxes and what the engine finds between them, as a picture.

mod options;

mod body;
mod camera;
mod order;
mod scene;

mod ink;
mod legend;
mod paths;
mod picture;
mod report;

pub(crate) use options::{DrawOptions, Up, numbers};

use std::path::Path;

use octosat_scenes::{ReadOptions, Recording, write_whole};
use serde_json::Value;

use crate::bench::check_target;
use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use camera::{Camera, Sheet};
use legend::Legend;
use report::{FrameNumber, Report};
use scene::Scene;

/// Draws what the options ask for and reports.
pub(crate) fn command(options: &DrawOptions, output: Output) -> Result<Outcome, Failure> {
    let source = options.file.as_deref().map_or_else(Source::embedded, Source::of_file);
    check_out(&options.out, &source)?;
    // The world's upward direction stands in the recording's notes about itself.
    let recording = source.read_with(ReadOptions { meta: true, ..ReadOptions::default() })?;
    let number = frame_number(&source, &recording, options.frame)?;
    let scene = Scene::new(&source, &recording, number.frame, options)?;
    let up = options.up.unwrap_or_else(|| recorded_up(&recording));
    let report = Report::new(&source, options, number, up.name(), &scene);
    let sheet = Sheet::new(Camera::new(options.view, up), picture::DRAWING_WIDTH, &scene.reach);
    let legend = Legend::new(&scene, &sheet, &report);
    let svg = picture::picture(&scene, &sheet, &legend);
    write_whole(&options.out, svg.as_bytes())
        .map_err(|error| Failure::new(format!("{}: {error}", options.out.display())))?;
    output.words(&report.words())?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

/// Refuses a target that is not to be written, or that would not hold what its name promises.
fn check_out(out: &Path, source: &Source) -> Result<(), Failure> {
    if source.is_file(out) {
        return Err(Failure::new(format!("{}: is the recording itself", out.display())));
    }
    let svg = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case("svg");
    if !out.extension().is_some_and(svg) {
        return Err(Failure::new(format!(
            "{}: the picture is SVG, so its name must end in .svg",
            out.display()
        )));
    }
    check_target(out)
}

/// The frame asked for, the last one by default.
fn frame_number(
    source: &Source,
    recording: &Recording,
    asked: Option<usize>,
) -> Result<FrameNumber, Failure> {
    let frames = recording.frames();
    let Some(last) = frames.checked_sub(1) else {
        return Err(source.refuse("there is no frame to draw"));
    };
    let frame = asked.unwrap_or(last);
    if frame > last {
        let what = format!("frame {frame} asked for, there are {frames}, counted from 0");
        return Err(source.refuse(&what));
    }
    Ok(FrameNumber { frame, frames })
}

/// The axis against the gravity of the recording's notes; y where they name none.
pub(crate) fn recorded_up(recording: &Recording) -> Up {
    let meta: Value =
        recording.meta().and_then(|meta| serde_json::from_str(meta).ok()).unwrap_or_default();
    let pull = |axis: usize| meta["gravity"][axis].as_f64().unwrap_or(0.0);
    let axes = [(Up::X, pull(0)), (Up::Y, pull(1)), (Up::Z, pull(2))];
    let lowest = axes.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    lowest.filter(|&(_, pull)| pull < 0.0).map_or(Up::Y, |(up, _)| up)
}
