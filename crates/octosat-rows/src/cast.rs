//! Results of casts, one per pair: of boxes, and of round shapes.

use bytemuck::{Pod, Zeroable};

use crate::Axis;
use crate::words::words;

/// The result for a pair of boxes that move along straight lines without turning: when they touch, and when they are
/// apart again.
///
/// Times are parts of the step: 0 is its start and 1 its end. `time` is never late: the boxes touch at `time` or later,
/// for lengths from 1e-12 m on. Boxes that only graze each other, slide, rest or move apart are free.
///
/// | state | `time` | `leave` |
/// |---|---|---|
/// | [`CastState::FREE`] | 1 | 1 |
/// | [`CastState::HIT`] | the first touch, 0 to 1 | when they are apart again, at least `time`; may be infinite |
/// | [`CastState::OVERLAPPING`] | 0 | as for a hit |
/// | [`CastState::NON_FINITE`] | NaN | NaN |
///
/// So `time` is the part of the step for which the boxes can move before they hit.
///
/// Plain data of 12 bytes, aligned to 4: the time at 0, `leave` at 4, the axis at 8, the state at 9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Cast {
    /// When the boxes touch first, as a part of the step.
    pub time: f32,
    /// When the boxes are apart again, as a part of the step; never early, but after the end of the step if they hit
    /// after its start.
    pub leave: f32,
    /// The last axis along which the boxes come together: the separating axis just before they touch. Of a hit of boxes
    /// that touch at the start, the one along which they overlap least, faces before edges.
    pub axis: Axis,
    /// Whether the boxes hit during the step.
    pub state: CastState,
    /// Zero; fills the row up to its 12 bytes.
    pub reserved: [u8; 2],
}

impl Cast {
    /// Whether the boxes hit during the step, or overlap at its start; false for free ones and for non-finite input.
    #[must_use]
    pub fn touches(&self) -> bool {
        self.state == CastState::HIT || self.state == CastState::OVERLAPPING
    }
}

/// The result for a sphere or capsule b that moves along a straight line past a shape a: when they touch, and where.
///
/// Times are parts of the step: 0 is its start and 1 its end. `time` is never late: b touches a at `time` or later, for
/// lengths from 1e-12 m on. A shape that only grazes the other, slides, rests or moves apart is free.
///
/// Lengths are relative to a bound of rounding, some micrometers for shapes of 1 m. At `time` spheres are at most 2.5 bounds
/// from the other shape, and capsules 2.75. Free shapes overlap by at most three bounds, or by 5.5 if they touch at the
/// start, and then get no deeper. Shapes that are four bounds deep at the start overlap. A radius may be zero.
///
/// | state | `time` | `normal`, `point` |
/// |---|---|---|
/// | [`CastState::FREE`] | 1 | zero |
/// | [`CastState::HIT`] | the first touch, 0 to 1 | where they touch |
/// | [`CastState::OVERLAPPING`] | 0 | zero |
/// | [`CastState::NON_FINITE`] | NaN | NaN |
///
/// Plain data of 32 bytes, aligned to 4: the normal at 0, the time at 12, the point at 16, the state at 28.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ShapeCast {
    /// Unit direction from a to b at the time of the hit, world coordinates. Zero if the gap is shorter than 1e-19 m.
    pub normal: [f32; 3],
    /// When the shapes touch first, as a part of the step.
    pub time: f32,
    /// The point of a's surface that b touches, world coordinates: where it is at the start of the step, if a moves. It is
    /// rounded as coordinates of the world are.
    pub point: [f32; 3],
    /// Whether the shapes hit during the step.
    pub state: CastState,
    /// Zero; fills the row up to its 32 bytes.
    pub reserved: [u8; 3],
}

impl ShapeCast {
    /// Whether the shapes hit during the step, or overlap at its start; false for free ones and for non-finite input.
    #[must_use]
    pub fn touches(&self) -> bool {
        self.state == CastState::HIT || self.state == CastState::OVERLAPPING
    }
}

/// Whether the shapes of a cast hit each other. One byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct CastState(u8);

impl CastState {
    /// The boxes do not touch; or one axis keeps them on one side of each other while they touch: they graze each
    /// other, slide, rest or move apart.
    pub const FREE: Self = Self(0);
    /// The boxes get deeper than rounding during the step; from its start on if they touch there already.
    pub const HIT: Self = Self(1);
    /// The boxes overlap at the start of the step.
    pub const OVERLAPPING: Self = Self(2);
    /// A number of the boxes or of their motion is not finite.
    pub const NON_FINITE: Self = Self(255);
}

words!(CastState: FREE "free", HIT "hit", OVERLAPPING "overlapping at the start", NON_FINITE "non-finite input");
