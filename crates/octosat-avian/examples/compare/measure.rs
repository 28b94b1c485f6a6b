//! What is measured of a simulation, by the same formulas for every engine and contender.

use std::time::Duration;

use octosat::{BoxStore, Engine, Error, Penetration, Query};

/// What one step took.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepTime {
    /// The engine's narrow phase.
    pub narrow_phase: Duration,
    /// Octosat's part before it: listing pairs, copying poses, and the call.
    pub octosat: Duration,
    /// The whole step.
    pub step: Duration,
}

/// What a world is like after some steps.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Pairs that the broad phase has found.
    pub pairs: usize,
    /// Pairs with contact points.
    pub touching: usize,
    /// Contact points.
    pub points: usize,
    /// The deepest penetration of two boxes, in meters.
    pub deepest: f32,
    /// Kinetic energy of all boxes, in joules.
    pub kinetic_energy: f32,
}

/// Columns of boxes, in any order.
#[derive(Clone, Debug, Default)]
pub struct Poses {
    /// Where the boxes are.
    pub centers: Vec<[f32; 3]>,
    /// How they are turned.
    pub rotations: Vec<[f32; 4]>,
    /// Half their edge lengths.
    pub half_extents: Vec<[f32; 3]>,
}

/// The deepest penetration of the boxes of some pairs.
///
/// Measured after a step by octosat's depth for every contender: contacts of the step were found before it.
///
/// # Errors
/// If a number is not finite, or a rotation is no rotation.
///
/// # Panics
/// If an index of a pair is not below the number of boxes.
pub fn deepest(poses: &Poses, pairs: &[[u32; 2]]) -> Result<f32, Error> {
    let boxes = BoxStore::from_slices(&poses.centers, &poses.rotations, &poses.half_extents)?;
    let mut penetrations = vec![Penetration::default(); pairs.len()];
    Engine::new()
        .penetrations(Query::new(&boxes, pairs), &mut penetrations)
        .expect("indices of boxes");
    Ok(penetrations.iter().fold(0.0, |deepest, row| row.depth.max(deepest)))
}
