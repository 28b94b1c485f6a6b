//! A failure as a recording as small as it can be.

use octosat_scenes::generate::Scene;

use super::cached::CachedCheck;
use super::motion::Sequence;
use super::search::FoundFailure;
use super::{Asked, Round, check_scene};
use crate::arguments::FuzzOptions;
use crate::check::{Difference, Listings};
use crate::choices::Basis;
use crate::failure::Failure;

/// A difference and the round that showed it.
pub(super) struct Replay<'a> {
    pub(super) round: &'a Round,
    pub(super) basis: Basis,
    pub(super) difference: Difference,
}

impl Replay<'_> {
    /// Writes the offending pair alone, or the round's whole list if it needs its neighbours.
    pub(super) fn write(
        &self,
        options: &FuzzOptions,
        number: usize,
    ) -> Result<FoundFailure, Failure> {
        let scene = self.smallest()?;
        let name = format!("octosat-fuzz-{}-{number}.npz", options.seed);
        let path = options.out_dir.join(name);
        let recording = scene.into_recording().map_err(Failure::new)?;
        let refuse = |error| Failure::new(format!("{}: {error}", path.display()));
        recording.write_path(&path).map_err(refuse)?;
        let replay = path.display().to_string();
        let command = if self.round.margin > 0.0 {
            format!("octosat verify {replay} --margin {:e}", self.round.margin)
        } else {
            format!("octosat verify {replay}")
        };
        let what = format!(
            "{}, pair {} in the {} basis: {}",
            self.round.scene.name,
            self.difference.pair,
            self.basis.name(),
            self.difference.what
        );
        Ok(FoundFailure { what, replay, command })
    }

    fn smallest(&self) -> Result<Scene, Failure> {
        let scene = &self.round.scene;
        let Some(&pair) = scene.pairs.get(self.difference.pair) else { return Ok(scene.clone()) };
        let alone = alone(scene, pair);
        let asked = Asked { basis: self.basis, margin: self.round.margin };
        let found = check_scene(&alone, asked, &Listings::in_order(&alone.pairs))?;
        Ok(if found.difference.is_some() { alone } else { scene.clone() })
    }
}

/// A difference in a world in motion.
pub(super) struct MovingReplay<'a> {
    pub(super) round: &'a Round,
    pub(super) sequence: Sequence,
    pub(super) check: CachedCheck<'a>,
    pub(super) frame: usize,
    pub(super) difference: Difference,
}

impl MovingReplay<'_> {
    /// Writes as few frames and boxes as show it. What no recording holds is replayed by its round.
    pub(super) fn write(
        &self,
        options: &FuzzOptions,
        number: usize,
    ) -> Result<FoundFailure, Failure> {
        let Difference { pair, what } = &self.difference;
        let sequence = if self.sequence.is_plain {
            self.sequence.smallest(self.frame, *pair, self.check)?
        } else {
            self.sequence.clone()
        };
        let name = format!("octosat-fuzz-{}-{number}.npz", options.seed);
        let path = options.out_dir.join(name);
        let margin = sequence.steps.first().map_or(0.0, |step| step.setting.margin);
        sequence
            .into_recording()?
            .write_path(&path)
            .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        let replay = path.display().to_string();
        let command = if self.sequence.is_plain {
            format!("octosat verify {replay} --margin {margin:e}")
        } else {
            let Round { seed, number, scene, .. } = self.round;
            let cases = scene.pairs.len();
            format!("octosat fuzz --seed {seed} --first-round {number} --cases {cases}")
        };
        let (scene, frame) = (&self.round.scene.name, self.frame);
        let what = format!("{scene} in motion, frame {frame}, pair {pair}: {what}");
        Ok(FoundFailure { what, replay, command })
    }
}

/// Two boxes of a scene and the pair of them.
fn alone(scene: &Scene, pair: [u32; 2]) -> Scene {
    let [a, b] = pair.map(|index| index as usize);
    Scene {
        name: scene.name.clone(),
        half_extents: vec![scene.half_extents[a], scene.half_extents[b]],
        position: vec![scene.position[a], scene.position[b]],
        rotation: vec![scene.rotation[a], scene.rotation[b]],
        pairs: vec![[0, 1]],
    }
}
