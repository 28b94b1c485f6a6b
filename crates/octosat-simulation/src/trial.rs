//! A trial: one scene with one narrow phase, from the start to the results of a run.

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use crate::fast::Fast;
use crate::measure::{Measured, Observer, frames_in};
use crate::narrow_phase::Choice;
use crate::record::Recorder;
use crate::scenes::{Expected, SceneChoice};
use crate::world::World;

/// The settings of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The scene.
    pub scene: SceneChoice,
    /// Simulated seconds.
    pub seconds: f32,
    /// Boxes of a pile.
    pub boxes: usize,
    /// Whether it runs far from the origin.
    pub far: bool,
    /// The place of the scene, see [`crate::scenes::Scene::move_to`]. Runs at different places differ only in rounding.
    pub place: u32,
    /// Substeps per frame; `None` for the number of the scene.
    pub substeps: Option<u16>,
    /// The narrow phase.
    pub narrow: Choice,
    /// How fast bodies are treated; `None` for the way of the scene.
    pub fast: Option<Fast>,
    /// Most threads of the narrow phase; 0 means one per core.
    pub threads: usize,
}

/// The settings and measurements of one run of a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// The scene's name.
    pub scene: &'static str,
    /// The narrow phase's name.
    pub narrow: &'static str,
    /// Whether it ran far from the origin.
    pub far: bool,
    /// Which of the places; see [`crate::scenes::Scene::move_to`].
    pub place: u32,
    /// Simulated seconds.
    pub seconds: f32,
    /// Bodies that can move.
    pub bodies: usize,
    /// The expected behavior of the scene.
    #[serde(skip)]
    pub expected: Expected,
    /// The farthest that a body may be from where it was built, in meters, if there is such a limit.
    #[serde(skip)]
    pub reach: Option<f32>,
    /// How fast bodies were treated.
    pub fast: &'static str,
    /// Time that the whole run took, in seconds.
    pub total_seconds: f64,
    /// [`crate::world::World::digest`] at the end, in hexadecimal: equal for equal bits.
    pub digest: String,
    /// The measurements.
    #[serde(flatten)]
    pub measured: Measured,
}

impl Trial {
    /// This many seconds of a scene on octosat's manifolds, near the origin and on one thread.
    #[must_use]
    pub fn new(scene: SceneChoice, seconds: f32) -> Self {
        Self {
            scene,
            seconds,
            boxes: 0,
            far: false,
            place: 0,
            substeps: None,
            fast: None,
            narrow: Choice::default(),
            threads: 1,
        }
    }

    /// Runs it, and writes its frames, pairs and contacts to a file if one is given.
    ///
    /// # Errors
    /// When the narrow phase cannot be built or rejects the bodies, or the file cannot be written; the
    /// message is one line.
    pub fn run(&self, record: Option<&Path>) -> Result<Run, String> {
        let mut scene = self.scene.build(self.boxes);
        if self.far {
            scene.move_far();
        }
        scene.move_to(self.place);
        let bodies = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
        scene.substeps = self.substeps.unwrap_or(scene.substeps);
        let settings = scene.settings();
        let narrow_phase = self.narrow.build(self.threads)?;
        let frames = frames_in(self.seconds);
        let mut observer = Observer::new(scene.expected, frames);
        let fast = self.fast.unwrap_or(scene.fast);
        let mut world = World::new(scene.bodies, settings, narrow_phase).with_fast(fast);
        let mut recorder = record.map(|_| Recorder::new(&world, self.scene.name()));
        let start = Instant::now();
        for frame in 0..=frames {
            world.find_contacts()?;
            observer.see(&world);
            if let Some(recorder) = &mut recorder {
                recorder.see(&world);
            }
            if frame < frames {
                world.advance()?;
            }
        }
        let total_seconds = start.elapsed().as_secs_f64();
        if let (Some(recorder), Some(path)) = (recorder, record) {
            recorder.write(path).map_err(|error| error.to_string())?;
        }
        Ok(Run {
            scene: self.scene.name(),
            narrow: self.narrow.name(),
            far: self.far,
            place: self.place,
            seconds: self.seconds,
            bodies,
            expected: scene.expected,
            reach: scene.reach,
            fast: fast.name(),
            total_seconds,
            digest: format!("{:016x}", world.digest()),
            measured: observer.finish(&world),
        })
    }
}
