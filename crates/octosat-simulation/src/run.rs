//! The settings and measurements of one run of a scene.

use serde::Serialize;

use crate::measure::Measured;
use crate::scenes::Expected;
use crate::times::FrameTimes;

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// The scene's name.
    pub scene: &'static str,
    /// The narrow phase's name.
    pub narrow: &'static str,
    /// Whether octosat has a contact cache.
    pub cache: Option<&'static str>,
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
    /// The times of all narrow phases on its frames, if they were timed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<FrameTimes>,
    /// Time that the whole run took, in seconds.
    pub total_seconds: f64,
    /// [`crate::world::World::digest`] at the end, in hexadecimal: equal for equal bits.
    pub digest: String,
    /// The measurements.
    #[serde(flatten)]
    pub measured: Measured,
}
