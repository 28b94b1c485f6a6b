//! How far the points of solids move during a part of a motion, at most.
//!
//! The frame of a joint turns, as seen from the world, by at most the sum of the turns of its joints. A point moves by at
//! most what the origin of its frame moves, plus its distance from there times this turn. And the origin moves by at most
//! what the one before moves, plus its distance from there times the turn of that frame, plus what it slides. The chapter
//! on error bounds has the proof.

use alloc::vec::Vec;

use octosat_lanes::{Isa, Lanes};

use super::model::{Chain, Frame};
use super::pairs::LinkPair;
use crate::tolerances::{CHAIN_POSE_ERROR, JOINT_ROUNDING};

/// Bounds of the motion of all frames and solids, in lanes.
pub(super) struct Reaches<I: Isa> {
    frames: Vec<FrameReach<I>>,
    solids: Vec<SolidReach<I>>,
}

/// The bounds of a frame.
#[derive(Clone, Copy)]
struct FrameReach<I: Isa> {
    /// By how much it turns, in radians.
    turn: I::Real,
    /// How far its origin moves, in meters.
    motion: I::Real,
    /// The length of the way from the base to its origin, from joint to joint, in meters.
    length: I::Real,
    /// How far rounding of joint values turns it, in radians, and how far it slides its origin, in meters.
    turn_rounding: I::Real,
    slide_rounding: I::Real,
}

/// The bounds of a solid, in meters.
#[derive(Clone, Copy)]
struct SolidReach<I: Isa> {
    /// How far its points move.
    motion: I::Real,
    /// The length of the way from the base to its farthest point, from joint to joint.
    length: I::Real,
    /// How far rounding moves its points, and its bounds.
    error: I::Real,
}

/// The value of a frame in the middle of a part, and by how much it differs from it within the part.
#[derive(Clone, Copy)]
pub(super) struct FrameMotion<I: Isa> {
    pub(super) value: I::Real,
    pub(super) change: I::Real,
    /// How far rounding is off the value and the change.
    pub(super) rounding: I::Real,
}

impl<I: Isa> FrameMotion<I> {
    /// No motion.
    #[inline(always)]
    pub(super) fn none(isa: I) -> Self {
        let zero = isa.splat(0.0);
        Self { value: zero, change: zero, rounding: zero }
    }

    /// That of a frame, from that of its joint value.
    #[inline(always)]
    pub(super) fn of_frame(&self, isa: I, frame: &Frame) -> Self {
        if !frame.follows {
            return *self;
        }
        let value = isa.splat(frame.ratio) * self.value + isa.splat(frame.offset);
        let ratio = isa.splat(frame.ratio.abs());
        let own = isa.splat(JOINT_ROUNDING) * (value.abs() + isa.splat(frame.offset.abs()));
        Self { value, change: ratio * self.change, rounding: ratio * self.rounding + own }
    }
}

impl<I: Isa> Reaches<I> {
    #[inline(always)]
    pub(super) fn new(isa: I, chain: &Chain) -> Self {
        let zero = isa.splat(0.0);
        let (mut frames, mut solids) = (Vec::new(), Vec::new());
        frames.resize(chain.frames.len(), FrameReach::of_base(isa));
        solids.resize(chain.solids.len(), SolidReach { motion: zero, length: zero, error: zero });
        Self { frames, solids }
    }

    /// Computes the bounds, given how each frame moves.
    #[inline(always)]
    pub(super) fn fill(&mut self, isa: I, chain: &Chain, motion: impl Fn(usize) -> FrameMotion<I>) {
        let base = FrameReach::of_base(isa);
        for (number, frame) in chain.frames.iter().enumerate() {
            let before = frame.parent.map_or(base, |parent| self.frames[parent]);
            let (joint, none) = (motion(number), FrameMotion::none(isa));
            let (turn, slide) = if frame.slides { (none, joint) } else { (joint, none) };
            let way = isa.splat(frame.length) + (slide.value.abs() + slide.change);
            self.frames[number] = FrameReach {
                turn: before.turn + turn.change,
                motion: (before.motion + before.turn * way) + slide.change,
                length: before.length + way,
                turn_rounding: before.turn_rounding + turn.rounding,
                slide_rounding: before.slide_rounding + slide.rounding,
            };
        }
        for (number, solid) in chain.solids.iter().enumerate() {
            let frame = solid.frame.map_or(base, |frame| self.frames[frame]);
            let far = isa.splat(solid.reach);
            let length = frame.length + far;
            let depth = solid.frame.map_or(1.0, |frame| chain.frames[frame].depth + 1.0);
            let poses = isa.splat(CHAIN_POSE_ERROR * depth) * (isa.splat(1.0) + frame.turn);
            self.solids[number] = SolidReach {
                motion: frame.motion + frame.turn * far,
                length,
                error: (poses + frame.turn_rounding) * length + frame.slide_rounding,
            };
        }
    }

    /// How far the points of a solid are from where they are computed in the middle of the part, in meters.
    #[inline(always)]
    pub(super) fn of_solid(&self, solid: usize) -> I::Real {
        let SolidReach { motion, error, .. } = self.solids[solid];
        motion + error
    }

    /// By how much two solids of a chain come nearer, at most: the frame that moves both does not count.
    #[inline(always)]
    pub(super) fn of_pair(&self, isa: I, pair: &LinkPair) -> I::Real {
        let common = pair.common.map_or(FrameReach::of_base(isa), |frame| self.frames[frame]);
        let (a, b) = (self.solids[pair.solids[0]], self.solids[pair.solids[1]]);
        (a.seen_from(&common) + b.seen_from(&common)) + (a.error + b.error)
    }

    /// The lanes in which no point moves farther than some meters, or than rounding.
    #[inline(always)]
    pub(super) fn are_still(&self, isa: I, tolerance: f32) -> I::Mask {
        let (mut motion, mut most) = (isa.splat(0.0), isa.splat(tolerance));
        for solid in &self.solids {
            motion = solid.motion.greater(motion);
            most = solid.error.greater(most);
        }
        motion.less(most)
    }
}

impl<I: Isa> SolidReach<I> {
    /// How far its points move as seen from a frame that moves it.
    #[inline(always)]
    fn seen_from(&self, frame: &FrameReach<I>) -> I::Real {
        (self.motion - frame.motion) - frame.turn * (self.length - frame.length)
    }
}

impl<I: Isa> FrameReach<I> {
    #[inline(always)]
    fn of_base(isa: I) -> Self {
        let zero = isa.splat(0.0);
        Self { turn: zero, motion: zero, length: zero, turn_rounding: zero, slide_rounding: zero }
    }
}
