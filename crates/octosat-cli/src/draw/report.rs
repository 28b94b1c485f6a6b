//! What is told about a picture.

use serde::Serialize;

use super::legend::{length, named};
use super::options::DrawOptions;
use super::scene::Scene;
use crate::input::Source;

/// The JSON of `draw`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    pub(super) name: String,
    pub(super) file: Option<String>,
    pub(super) frame: usize,
    /// Of the recording.
    pub(super) frames: usize,
    /// The boxes, pairs and contacts of the part that is drawn.
    pub(super) boxes: usize,
    pub(super) pairs: usize,
    pub(super) contacts: usize,
    pub(super) penetrating: usize,
    pub(super) speculative: usize,
    /// Metres; none without contacts.
    pub(super) deepest: Option<f64>,
    pub(super) margin: f32,
    pub(super) view: ViewReport,
    /// Which part of the frame is drawn, in words; none for all of it.
    pub(super) part: Option<String>,
    pub(super) out: String,
}

/// Where the viewer stands, in degrees.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ViewReport {
    pub(super) azimuth: f64,
    pub(super) elevation: f64,
    pub(super) up: &'static str,
}

/// A frame of a recording.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameNumber {
    pub(super) frame: usize,
    pub(super) frames: usize,
}

impl Report {
    pub(super) fn new(
        source: &Source,
        options: &DrawOptions,
        number: FrameNumber,
        up: &'static str,
        scene: &Scene,
    ) -> Self {
        let speculative = scene.dots.iter().filter(|dot| dot.depth < 0.0).count();
        let view = options.view;
        let part = match (options.zoom, options.around) {
            (Some(ball), _) => {
                let [x, y, z] = ball.center;
                Some(format!("{} around {x}, {y}, {z}", length(ball.radius)))
            }
            (None, around) => around.map(|index| format!("around box {index}")),
        };
        Self {
            name: source.name.clone(),
            file: source.path.as_ref().map(|path| path.display().to_string()),
            frame: number.frame,
            frames: number.frames,
            boxes: scene.bodies.len(),
            pairs: scene.pairs,
            contacts: scene.dots.len(),
            penetrating: scene.dots.len() - speculative,
            speculative,
            deepest: scene.deepest(),
            margin: options.margin,
            view: ViewReport { azimuth: view.azimuth, elevation: view.elevation, up },
            part,
            out: options.out.display().to_string(),
        }
    }

    /// The same in words.
    pub(super) fn words(&self) -> String {
        let part = self.part.as_ref().map_or(String::new(), |part| format!(", {part}"));
        let deepest =
            self.deepest.map_or(String::new(), |depth| format!(", the deepest {}", length(depth)));
        format!(
            "{}, frame {}{part}: {}, {}, {} ({} speculative){deepest}\npicture in {}",
            self.name,
            self.frame,
            named(self.boxes, "box", "boxes"),
            named(self.pairs, "pair", "pairs"),
            named(self.contacts, "contact", "contacts"),
            self.speculative,
            self.out
        )
    }
}
