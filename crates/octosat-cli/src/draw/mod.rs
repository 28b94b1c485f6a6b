//! `octosat draw`: a picture of the boxes and contacts of a frame.

mod frame;
mod options;

pub(crate) use options::DrawOptions;

use std::path::Path;

use glam::DVec3;
use octosat_draw::{Ball, Caption, Distance, Part, Scene, View, length, named};
use octosat_scenes::{ReadOptions, Recording, write_whole};
use serde::Serialize;

use self::frame::{frame, no_box};
use crate::bench::check_picture;
use crate::choices::Up;
use crate::failure::{Failure, Outcome};
use crate::input::{Source, recorded_up};
use crate::output::Output;

/// The JSON of `draw`.
#[derive(Clone, Debug, Serialize)]
struct Report {
    name: String,
    file: Option<String>,
    frame: usize,
    /// The number of frames of the recording.
    frames: usize,
    /// The number of drawn boxes.
    boxes: usize,
    pairs: usize,
    contacts: usize,
    penetrating: usize,
    speculative: usize,
    /// The largest depth in meters; `None` without contacts.
    deepest: Option<f64>,
    margin: f32,
    distances: Vec<DistanceReport>,
    view: ViewReport,
    /// The drawn part of the frame as text; `None` for the whole frame.
    part: Option<String>,
    out: String,
}

/// A distance that is shown, meters.
#[derive(Clone, Debug, Serialize)]
struct DistanceReport {
    boxes: [usize; 2],
    distance: f64,
}

/// The direction of the view, in degrees.
#[derive(Clone, Debug, Serialize)]
struct ViewReport {
    azimuth: f64,
    elevation: f64,
    up: Up,
}

/// Draws the chosen frame and reports.
pub(crate) fn command(options: &DrawOptions, output: Output) -> Result<Outcome, Failure> {
    let source = Source::of_one(options.file.as_deref());
    check_out(&options.out, &source)?;
    // `meta` has the direction of gravity.
    let recording = source.read_with(ReadOptions { meta: true, ..ReadOptions::default() })?;
    let number = frame_number(&source, &recording, options.frame)?;
    let frame = frame(&source, &recording, number, options)?;
    let part = match (options.zoom, options.around) {
        (Some(ball), _) => Part::Near(ball),
        (None, Some(index)) if index >= frame.boxes.len() => {
            return Err(no_box(&source, index, frame.boxes.len()));
        }
        (None, Some(index)) => Part::Around(index),
        (None, None) => Part::Whole,
    };
    let scene = Scene::new(&frame, part);
    if scene.boxes() == 0 {
        return Err(source.reject(&format!("frame {number}: there is no box to draw")));
    }
    let up = options.up.unwrap_or_else(|| recorded_up(&recording));
    let [azimuth, elevation] = options.view;
    let speculative = scene.contacts().iter().filter(|contact| contact.depth < 0.0).count();
    let report = Report {
        name: source.name.clone(),
        file: source.file(),
        frame: number,
        frames: recording.frames(),
        boxes: scene.boxes(),
        pairs: scene.pairs(),
        contacts: scene.contacts().len(),
        penetrating: scene.contacts().len() - speculative,
        speculative,
        deepest: scene.deepest(),
        margin: options.margin,
        distances: scene.distances().iter().map(DistanceReport::from).collect(),
        view: ViewReport { azimuth, elevation, up },
        part: match part {
            Part::Whole => None,
            Part::Around(index) => Some(format!("around box {index}")),
            Part::Near(Ball { center: DVec3 { x, y, z }, radius }) => {
                Some(format!("{} around {x}, {y}, {z}", length(radius)))
            }
        },
        out: options.out.display().to_string(),
    };
    let frames = format!("frame {number} of 0 to {}", report.frames - 1);
    let lines = [frames].into_iter().chain(report.part.clone()).collect();
    let caption = Caption { title: report.name.clone(), lines };
    let view = View { azimuth, elevation, up: DVec3::from(up.direction().map(f64::from)) };
    write_whole(&options.out, scene.svg(&view, &caption).as_bytes())
        .map_err(|error| Failure::new(format!("{}: {error}", options.out.display())))?;
    output.words(&report.words())?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

/// Rejects a picture file that is the recording itself, is not named .svg, or cannot be written.
fn check_out(out: &Path, source: &Source) -> Result<(), Failure> {
    source.check_out(out)?;
    check_picture(out)
}

/// The chosen frame, or the last one by default.
fn frame_number(
    source: &Source,
    recording: &Recording,
    asked: Option<usize>,
) -> Result<usize, Failure> {
    let frames = recording.frames();
    let Some(last) = frames.checked_sub(1) else {
        return Err(source.reject("there is no frame to draw"));
    };
    let frame = asked.unwrap_or(last);
    if frame > last {
        let what = format!(
            "frame {frame} does not exist, the number of frames is {frames}, counted from 0"
        );
        return Err(source.reject(&what));
    }
    Ok(frame)
}

impl From<&Distance> for DistanceReport {
    fn from(shown: &Distance) -> Self {
        Self { boxes: shown.boxes, distance: shown.length }
    }
}

impl Report {
    fn words(&self) -> String {
        let part = self.part.as_ref().map_or(String::new(), |part| format!(", {part}"));
        let deepest =
            self.deepest.map_or(String::new(), |depth| format!(", the deepest {}", length(depth)));
        let distances = self.distances.iter().map(|DistanceReport { boxes: [a, b], distance }| {
            format!("boxes {a} and {b}: distance {}\n", length(*distance))
        });
        format!(
            "{}, frame {}{part}: {}, {}, {} ({} speculative){deepest}\n{}picture in {}",
            self.name,
            self.frame,
            named(self.boxes, "box", "boxes"),
            named(self.pairs, "pair", "pairs"),
            named(self.contacts, "contact", "contacts"),
            self.speculative,
            distances.collect::<String>(),
            self.out
        )
    }
}
