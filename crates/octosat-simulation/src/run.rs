//! One run of a scene: who ran, and what was seen.

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
    /// What octosat does with the last frame.
    pub cache: Option<&'static str>,
    /// Whether it ran far from the origin.
    pub far: bool,
    /// Which of the places; see [`crate::scenes::Scene::move_to`].
    pub place: u32,
    /// Simulated seconds.
    pub seconds: f32,
    /// Bodies that can move.
    pub bodies: usize,
    /// What the scene should do.
    #[serde(skip)]
    pub expected: Expected,
    /// What the narrow phases take for its frames, if they were timed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<FrameTimes>,
    /// Time that the whole run took, in seconds.
    pub total_seconds: f64,
    /// [`crate::world::World::digest`] at the end, in hexadecimal: equal for equal bits.
    pub digest: String,
    /// What was seen.
    #[serde(flatten)]
    pub measured: Measured,
}
