//! Questions about two boxes, one of which moves along a straight line.

use core::cmp::Ordering;

use crate::questions::{FirstTouch, Penetrates, Times};
use crate::stored::all_finite;
use crate::width::ask;
use crate::{CastTimes, InputError, Pair};

/// Two boxes of which b moves by a displacement as seen from a, without turning.
///
/// Times are parts of the step: at the time τ, b has moved by τ times the motion. Boxes are closed sets: boxes that
/// touch share a point, also if they only slide along each other.
///
/// ```
/// use std::cmp::Ordering;
///
/// use octosat_exact::{Cast, CastTimes, Interval, Pair, StoredBox};
///
/// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
/// let b = StoredBox::new([5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
/// let cast = Cast::new(Pair::new(&a, &b), [-4.0, 0.0, 0.0])?;
///
/// let first = Interval { lower: 0.75, upper: 0.75 };
/// let leave = Interval { lower: 1.75, upper: 1.75 };
/// assert_eq!(cast.times(), CastTimes::Touching { first, leave });
///
/// assert_eq!(cast.compare_time(0.75_f32.next_down()), Some(Ordering::Less));
/// assert_eq!(cast.compare_time(0.75), Some(Ordering::Equal));
/// # Ok::<(), octosat_exact::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    pair: Pair,
    motion: [f32; 3],
}

impl Cast {
    /// A pair, and the displacement of b less that of a, meters.
    ///
    /// # Errors
    ///
    /// If a coordinate of the motion is NaN or infinite.
    pub fn new(pair: Pair, motion: [f32; 3]) -> Result<Self, InputError> {
        if !all_finite(&motion) {
            return Err(InputError::MotionNotFinite);
        }
        Ok(Self { pair, motion })
    }

    /// Whether and when the boxes share a point during the step.
    ///
    /// The ends of intervals differ by a few units in the last place, except for magnitudes below 10^-270 and above
    /// 10^270.
    #[must_use]
    pub fn times(&self) -> CastTimes {
        ask(&Times(&self.pair.scaled_with(self.motion)))
    }

    /// Whether the boxes do more than touch at some time of the step: all separations are negative then.
    ///
    /// Boxes that only slide along each other, or touch at the start and move apart, do not penetrate.
    ///
    /// ```
    /// use octosat_exact::{Cast, Pair, StoredBox};
    ///
    /// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let touching = StoredBox::new([2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let pair = Pair::new(&a, &touching);
    ///
    /// assert!(!Cast::new(pair, [0.0, 1.0, 0.0])?.penetrates());
    /// assert!(Cast::new(pair, [-1.0, 1.0, 0.0])?.penetrates());
    /// # Ok::<(), octosat_exact::InputError>(())
    /// ```
    #[must_use]
    pub fn penetrates(&self) -> bool {
        ask(&Penetrates(&self.pair.scaled_with(self.motion)))
    }

    /// How a time compares with the first time of the step at which the boxes share a point: `Greater` is late.
    ///
    /// None if they share no point during the step, and for NaN. If they share a point at the start, the first time is
    /// zero.
    #[must_use]
    pub fn compare_time(&self, time: f32) -> Option<Ordering> {
        if time.is_nan() {
            return None;
        }
        ask(&FirstTouch { scaled: &self.pair.scaled_with(self.motion), time })
    }
}
