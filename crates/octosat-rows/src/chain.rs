//! Results of configurations and joint motions of chains, one per configuration or motion.

use bytemuck::{Pod, Zeroable};

use crate::words::words;

/// The least clearance of a configuration, and the pair that it is of: a solid of the chain, and an obstacle or another
/// solid.
///
/// Plain data of 16 bytes, aligned to 4: the clearance at 0, the solid at 4, the obstacle at 8, the other solid at 12.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ChainClearance {
    /// In meters: no point of the solid is nearer to the other one, whatever rounding does. Negative if they overlap.
    /// Infinite if there is no pair.
    pub clearance: f32,
    /// The solid, by its index in the chain, or [`ChainClearance::NONE`].
    pub solid: u32,
    /// The obstacle, by its index in the world, or [`ChainClearance::NONE`].
    pub obstacle: u32,
    /// The other solid, by its index in the chain, or [`ChainClearance::NONE`].
    pub other: u32,
}

impl ChainClearance {
    /// The index of nothing.
    pub const NONE: u32 = u32::MAX;
}

impl Default for ChainClearance {
    fn default() -> Self {
        let none = Self::NONE;
        Self { clearance: f32::INFINITY, solid: none, obstacle: none, other: none }
    }
}

/// What many configurations show of two links of a chain: how often they touch, and how near they come.
///
/// Links that touch in all configurations can be allowed to. Of links that never touch, the row is no proof: of two that come
/// as near as millimeters, other configurations may be hits.
///
/// Plain data of 20 bytes, aligned to 4: the links at 0 and 4, the samples at 8, the hits at 12, the clearance at 16.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct LinkPair {
    /// The links, by their indices in the chain, the lower one first.
    pub links: [u32; 2],
    /// The number of configurations.
    pub samples: u32,
    /// The number of configurations in which a solid of one link touches a solid of the other.
    pub hits: u32,
    /// The least clearance, in meters: in none of the configurations are solids of the links nearer, whatever rounding does.
    /// Negative if they overlap. Infinite without configurations.
    pub clearance: f32,
}

impl LinkPair {
    /// Whether the links touch in all configurations, of which there is one at least. This is no mistake of a planner, but
    /// how the robot is built or its solids are chosen.
    #[must_use]
    pub fn always_touches(&self) -> bool {
        self.samples > 0 && self.hits == self.samples
    }
}

impl Default for LinkPair {
    fn default() -> Self {
        Self { links: [0; 2], samples: 0, hits: 0, clearance: f32::INFINITY }
    }
}

/// The result of a joint motion: whether it is certainly free, and how far.
///
/// | state | `free_until` | `touches_at` |
/// |---|---|---|
/// | [`JointMotionState::FREE`] | 1 | infinite |
/// | [`JointMotionState::HIT`] | the solids touch nothing before it; they may be free for longer | the pair touches then, and perhaps before |
/// | [`JointMotionState::UNDECIDED`] | the solids touch nothing before it | infinite |
///
/// Plain data of 24 bytes, aligned to 4: the times at 0 and 4, the solid at 8, the obstacle at 12, the other solid at 16, the
/// state at 20.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct JointMotion {
    /// Until when the motion is certainly free, as a part of it: 0 is its start and 1 its end.
    pub free_until: f32,
    /// A time at which the pair touches as computed, as a part of the motion.
    pub touches_at: f32,
    /// The solid of the pair that touches, by its index in the chain, or [`ChainClearance::NONE`].
    pub solid: u32,
    /// The obstacle, by its index in the world, or [`ChainClearance::NONE`].
    pub obstacle: u32,
    /// The other solid, by its index in the chain, or [`ChainClearance::NONE`].
    pub other: u32,
    /// What is known about the whole motion.
    pub state: JointMotionState,
    /// Zero; fills the row up to its 24 bytes.
    pub reserved: [u8; 3],
}

/// A motion that no query was about is not free.
impl Default for JointMotion {
    fn default() -> Self {
        let (none, state) = (ChainClearance::NONE, JointMotionState::UNDECIDED);
        Self {
            free_until: 0.0,
            touches_at: f32::INFINITY,
            solid: none,
            obstacle: none,
            other: none,
            state,
            reserved: [0; 3],
        }
    }
}

impl JointMotion {
    /// Whether the whole motion is certainly free.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.state == JointMotionState::FREE
    }
}

/// What is known about a joint motion. One byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct JointMotionState(u8);

impl JointMotionState {
    /// The solids touch nothing at any time of the motion, nor is anything within a padding, whatever rounding does.
    pub const FREE: Self = Self(0);
    /// At a time of the motion, boxes overlap as computed, or other solids are not certainly apart; with a padding, a pair is not
    /// certainly farther apart than it.
    pub const HIT: Self = Self(1);
    /// Neither is known: the motion is not proven free, and no configuration that was looked at overlaps.
    pub const UNDECIDED: Self = Self(2);
}

/// A motion that no query was about is not free.
impl Default for JointMotionState {
    fn default() -> Self {
        Self::UNDECIDED
    }
}

words!(JointMotionState: FREE "free", HIT "hit", UNDECIDED "undecided");
