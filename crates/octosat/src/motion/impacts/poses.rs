//! How a box turns during a step, and both boxes at a time of it.
//!
//! Centers move along straight lines.

use octosat_lanes::{Isa, Lanes};

use crate::axes::boxes::{AnyLength, along_columns, relative_rotation};
use crate::axes::frame::Frame;
use crate::moved::turn::{Turn, product};
use crate::tolerances::TURN_SLACK;
use crate::vector::squared;

/// How much larger, relatively, the square of a box's diagonal is taken than it is computed, without unit: 48 units of
/// roundoff, more than the rounding of what is cut from it.
const TURN_ROUNDING: f32 = 48.0 / 16_777_216.0;

/// The squared twist below which a turn has no axis that its square could be divided by, in radians per step squared.
const SHORTEST_TWIST_SQUARED: f32 = 1e-30;

impl<F: Lanes> Turn<F> {
    /// The box of these half extents, in meters, at a time of the step.
    #[inline(always)]
    pub(super) fn at<I: Isa<Real = F>>(&self, isa: I, half_extents: [F; 3], time: F) -> Turning<F> {
        let rotation = self.quaternion(time);
        let length_squared = product(rotation, rotation);
        let inverse = isa.splat(1.0) / length_squared;
        let largest = self.largest_inverse(isa, time, inverse);
        let twist_squared = squared(self.twist);
        let [x, y, z] = self.twist;
        let diagonal_squared = squared(half_extents) * isa.splat(1.0 + TURN_ROUNDING);
        let on_axis = distance_along_axis(half_extents, self.twist);
        let is_turning = isa.splat(SHORTEST_TWIST_SQUARED).less(twist_squared);
        let cut = (on_axis * on_axis / twist_squared).keep(is_turning);
        Turning {
            rotation: AnyLength { rotation, doubling: inverse + inverse },
            half_extents,
            spin: [x * inverse, y * inverse, z * inverse],
            quickening: length_squared * largest,
            top_spin: twist_squared.sqrt() * largest,
            // Grown by more than its rounding, the diagonal is cut by too much nowhere.
            radius: (diagonal_squared - cut).greater(isa.splat(0.0)).sqrt(),
            diagonal: diagonal_squared.sqrt(),
        }
    }

    /// At least the inverse of the squared length of the quaternion at every time from `time` to the end.
    ///
    /// The squared length is (1 − t)|start|² + t|end|² − t(1 − t)|change|². For quaternions of unit length it falls
    /// until t = ½, to 1 − |change|²/4, and rises from there on. How far those stored are off unit length is within
    /// the slack.
    #[inline(always)]
    fn largest_inverse<I: Isa<Real = F>>(&self, isa: I, time: F, now: F) -> F {
        let one = isa.splat(1.0);
        let change_squared = product(self.change, self.change);
        let quarter = isa.splat(0.25);
        let at_half = one / (one - quarter * change_squared);
        let is_falling = time.less(isa.splat(0.5));
        Lanes::select(is_falling, at_half, now) * isa.splat(1.0 + TURN_SLACK)
    }
}

/// How far the nearest corner is from the center along the axis of the turn, times the length of the twist.
///
/// Of the sums ±x ± y ± z of three magnitudes, the one nearest to zero is the largest minus both others.
#[inline(always)]
fn distance_along_axis<F: Lanes>(half_extents: [F; 3], twist: [F; 3]) -> F {
    let [x, y, z] = [
        (half_extents[0] * twist[0]).abs(),
        (half_extents[1] * twist[1]).abs(),
        (half_extents[2] * twist[2]).abs(),
    ];
    let largest = x.greater(y).greater(z);
    (largest + largest) - ((x + y) + z)
}

/// A box at a time, and how it turns from there to the end of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning<F> {
    /// The rotation at the time.
    rotation: AnyLength<F>,
    /// Half extents, in meters.
    half_extents: [F; 3],
    /// The angular velocity along the box's axes, in radians per step.
    pub(super) spin: [F; 3],
    /// By which factor the angular velocity grows until the end, at most.
    pub(super) quickening: F,
    /// At least the angular velocity at any time from now on, in radians per step.
    pub(super) top_spin: F,
    /// At least the distance of every point of the box from the axis of the turn, in meters.
    pub(super) radius: F,
    /// At least the distance of every point of the box from its center, in meters.
    pub(super) diagonal: F,
}

impl<F: Lanes> Turning<F> {
    /// A world vector along the axes of the box.
    #[inline(always)]
    pub(super) fn along_axes(&self, world: [F; 3]) -> [F; 3] {
        self.rotation.into_frame(world)
    }

    /// At least the speed of every point of the box as it turns, in meters per step.
    #[inline(always)]
    pub(super) fn top_speed(&self) -> F {
        self.top_spin * self.radius
    }
}

/// The frame of two boxes that turn; the offset is that of their centers in the world.
#[inline(always)]
pub(super) fn frame_of<I: Isa>(
    isa: I,
    [a, b]: [&Turning<I::Real>; 2],
    offset: [I::Real; 3],
) -> Frame<I::Real> {
    let relative = relative_rotation(a.rotation.rotation, b.rotation.rotation);
    let rotation = AnyLength::new(isa.splat(2.0), relative).matrix(isa.splat(1.0));
    let offset_a = a.along_axes(offset);
    let offsets = [offset_a, along_columns(rotation, offset_a)];
    Frame::new(rotation, offsets, [a.half_extents, b.half_extents])
}
