//! The questions about chains: configurations, and motions from one configuration to another.

use super::model::Chain;
use super::world::World;
use crate::call::error::QueryError;
use crate::tolerances::MAX_JOINT_VALUE;

/// Configurations of a chain: does any of its links touch an obstacle or another link, and how near are they?
///
/// Joint values are rows of [`Chain::values`] numbers each, one row per configuration: radians of joints that turn, and
/// meters of joints that slide. The question of [`Engine::overlaps`](crate::Engine::overlaps) with one boolean per
/// configuration, of [`Engine::chain_clearances`](crate::Engine::chain_clearances), and of
/// [`Engine::chain_poses`](crate::Engine::chain_poses).
#[derive(Clone, Copy, Debug)]
pub struct Configurations<'a> {
    pub(super) chain: &'a Chain,
    pub(super) joints: &'a [f32],
    pub(super) world: Option<&'a World>,
    pub(super) links: bool,
}

impl<'a> Configurations<'a> {
    /// Configurations of a chain alone: pairs of its links.
    #[must_use]
    pub const fn new(chain: &'a Chain, joints: &'a [f32]) -> Self {
        Self { chain, joints, world: None, links: true }
    }

    /// The same configurations in a world: pairs of a link and an obstacle, too.
    #[must_use]
    pub const fn among(self, world: &'a World) -> Self {
        Self { world: Some(world), ..self }
    }

    /// Whether pairs of links count; true unless this is called.
    #[must_use]
    pub const fn with_links(self, links: bool) -> Self {
        Self { links, ..self }
    }

    /// The number of configurations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.joints.len().checked_div(self.chain.values()).unwrap_or(0)
    }

    /// Whether there are no configurations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Approximate nanoseconds per configuration with AVX2.
    pub(super) fn nanoseconds(&self) -> usize {
        let Self { chain, world, links, .. } = self;
        let obstacles = world.map_or(0, |world| world.obstacles.len());
        let pairs = obstacles * chain.solids.len() + if *links { chain.pairs.len() } else { 0 };
        4 * (chain.frames.len() + chain.solids.len()) + pairs / 2
    }

    /// Rejects joint values that are not whole rows, and those that are not usable.
    pub(super) fn check(&self) -> Result<(), QueryError> {
        let values = self.chain.values();
        if self.joints.len().checked_rem(values).unwrap_or(self.joints.len()) != 0 {
            return Err(QueryError::JointCount { values, found: self.joints.len() });
        }
        let largest = self.chain.largest_values();
        let least = largest.clone().fold(MAX_JOINT_VALUE, f32::min);
        // Nearly always all are below the least of the largest ones.
        if self.joints.iter().fold(true, |fine, value| fine & (value.abs() <= least)) {
            return Ok(());
        }
        let each = largest.cycle().zip(self.joints);
        match each.enumerate().find(|(_, (largest, value))| !is_within(**value, *largest)) {
            None => Ok(()),
            Some((at, (largest, &value))) => {
                let (configuration, joint) = (at / values, at % values);
                Err(QueryError::JointValue { configuration, joint, value, largest })
            }
        }
    }
}

/// Whether a number has at most a magnitude; false for NaN.
fn is_within(value: f32, largest: f32) -> bool {
    value.abs() <= largest
}

/// Straight motions between configurations: is a chain free all the way? The question of
/// [`Engine::joint_motions`](crate::Engine::joint_motions).
///
/// The joint values of motion m go from row m of `starts` to row m of `ends` along a straight line.
#[derive(Clone, Copy, Debug)]
pub struct JointMotions<'a> {
    pub(super) starts: Configurations<'a>,
    pub(super) ends: &'a [f32],
    pub(super) tolerance: f32,
}

/// Parts of a motion that move no point by more than this are not halved again, in meters: a tenth of a millimeter,
/// which leaves about one motion of a thousand undecided.
const TOLERANCE: f32 = 1e-4;

impl<'a> JointMotions<'a> {
    /// Motions from configurations, in their world, to other joint values of the same chain. The tolerance is 1e-4 m.
    #[must_use]
    pub const fn new(starts: Configurations<'a>, ends: &'a [f32]) -> Self {
        Self { starts, ends, tolerance: TOLERANCE }
    }

    /// How closely motions are looked at: parts of a motion that move no point by more than this, in meters, are undecided
    /// if they are not proven free; positive and finite, 1e-4 unless this is called.
    #[must_use]
    pub const fn tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// Rejects joint values and a tolerance that are not usable.
    pub(super) fn check(&self) -> Result<(), QueryError> {
        self.starts.check()?;
        let (expected, found) = (self.starts.joints.len(), self.ends.len());
        if expected != found {
            return Err(QueryError::JointEnds { expected, found });
        }
        Configurations { joints: self.ends, ..self.starts }.check()?;
        let tolerance = self.tolerance;
        if tolerance > 0.0 && tolerance.is_finite() {
            return Ok(());
        }
        Err(QueryError::MotionTolerance { tolerance })
    }
}
