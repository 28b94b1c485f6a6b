//! Records the frames of a scene for `octosat bench` and `octosat verify`.

use std::path::Path;

use octosat_engine::Body;
use octosat_scenes::{Recording, RecordingParts, generate::sweep};

use crate::Outcome;
use crate::measure::frames_in;
use crate::scenes::Scene;

/// Pairs are listed whose boxes are as near as this, in meters.
const MARGIN: f32 = 0.02;

/// Runs a scene, and writes its frames with all pairs of which one can be moved.
pub(crate) fn record(scene: &Scene, seconds: f32, path: &Path) -> Outcome {
    let mut world = scene.world(0)?;
    let half_extents = scene.bodies.iter().map(|body| body.half_extents.to_array()).collect();
    let mut parts =
        RecordingParts { half_extents, pair_offsets: vec![0], ..RecordingParts::default() };
    for frame in 0..frames_in(seconds) {
        let bodies = world.bodies();
        let centers: Vec<_> = bodies.iter().map(|body| body.center.to_array()).collect();
        let rotations: Vec<_> = bodies.iter().map(|body| body.rotation.to_array()).collect();
        let mut pairs = sweep(&parts.half_extents, &centers, &rotations, MARGIN);
        let movable = |index: &u32| Body::is_movable(&bodies[*index as usize]);
        pairs.retain(|pair| pair.iter().any(movable));
        parts.position.extend(centers);
        parts.rotation.extend(rotations);
        parts.pairs.extend(pairs);
        parts.pair_offsets.push(parts.pairs.len() as u64);
        scene.turn(&mut world, frame, 0)?;
        world.step()?;
    }
    Ok(Recording::new(parts)?.write_path(path)?)
}
