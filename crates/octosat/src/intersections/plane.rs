//! The area that two rectangles share: the outline of the second one, clamped to the first one.
//!
//! The clamped outline winds once around exactly the points of both rectangles, so the area is −∮ y dx along it. Each edge
//! of the second rectangle contributes the integral of a line that is clamped twice, which is known without a case.
//!
//! Edges coincide in most pairs that matter, such as a box with itself. Then a crossing is anywhere (0/0), and any place of
//! the edge is right: between the places where a line of slope m crosses a wall as computed and as it is, it differs from the
//! wall by m times their distance.

use octosat_lanes::{Isa, Lanes};

/// Two rectangles as seen along the axes of the first one, which should be the larger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanePair<F> {
    /// Cosine and sine of the rotation from the first to the second, both times any length but zero.
    pub(crate) rotation: [F; 2],
    /// The center of the second minus that of the first.
    pub(crate) offset: [F; 2],
    pub(crate) half_extents: [[F; 2]; 2],
}

/// The numbers between two walls, of which the first is the lower one.
#[derive(Clone, Copy)]
pub(super) struct Interval<F>(pub(super) F, pub(super) F);

impl<F: Lanes> Interval<F> {
    /// The number that is nearest; the upper wall for NaN.
    #[inline(always)]
    pub(super) fn clamp(self, number: F) -> F {
        number.lesser(self.1).greater(self.0)
    }

    /// The numbers as far from the middle as a length.
    #[inline(always)]
    fn around(self, middle: F, length: F) -> Self {
        Self(self.clamp(middle - length), self.clamp(middle + length))
    }
}

/// The slope of an edge, from 0 to 1.
#[derive(Clone, Copy)]
struct Slope<F> {
    half: F,
    slope: F,
    /// One over the slope; infinite for an edge along an axis.
    inverse: F,
}

impl<F: Lanes> Slope<F> {
    /// The integral over an interval of the line that is at a height at zero, clamped to walls.
    #[inline(always)]
    fn integral(&self, at_zero: F, walls: Interval<F>, over: Interval<F>) -> F {
        let leaves = over.clamp((walls.0 - at_zero) * self.inverse);
        let enters = over.clamp((walls.1 - at_zero) * self.inverse);
        let middle = self.slope * (self.half * (leaves + enters)) + at_zero;
        let beyond = walls.1 * (over.1 - enters) + walls.0 * (leaves - over.0);
        (enters - leaves) * middle + beyond
    }
}

/// The area that both rectangles share, which rounding may have moved below zero or above the area of one.
#[inline(always)]
pub(crate) fn area<I: Isa>(isa: I, pair: &PlanePair<I::Real>) -> I::Real {
    let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
    let PlanePair { rotation: [cosine, sine], offset: [x, y], half_extents } = *pair;
    let [[width, height], own] = half_extents;
    // The axis of the second rectangle that is nearest to x, and its slope. A mirror makes the slope positive.
    let steep = cosine.abs().less(sine.abs());
    let slope = I::Real::select(steep, -cosine, sine) / I::Real::select(steep, sine, cosine);
    let y = I::Real::select(slope.less(zero), -y, y);
    let slope = slope.abs();
    let along = I::Real::select(steep, own[1], own[0]);
    let across = I::Real::select(steep, own[0], own[1]);
    // From the point of the first one that is nearest to the center of the second one: so no length that counts is much
    // larger than the second one, wherever it is.
    let [near_x, near_y] = [Interval(-width, width).clamp(x), Interval(-height, height).clamp(y)];
    let (x, y) = (x - near_x, y - near_y);
    let xs = Interval(-width - near_x, width - near_x);
    let ys = Interval(-height - near_y, height - near_y);
    // From the slope, and not from the rotation: exactly one for an edge along an axis.
    let cosine = one / (slope * slope + one).sqrt();
    let (along_x, across_y) = (along * cosine, across * cosine);
    let (along_y, across_x) = (along_x * slope, across_y * slope);
    // The middles of the edges.
    let (lower_x, lower_y, upper_x, upper_y) =
        (x + across_x, y - across_y, x - across_x, y + across_y);
    let (right_x, right_y, left_x, left_y) = (x + along_x, y + along_y, x - along_x, y - along_y);
    let (lower, upper) = (xs.around(lower_x, along_x), xs.around(upper_x, along_x));
    let (right, left) = (ys.around(right_y, across_y), ys.around(left_y, across_y));
    let edge = Slope { half: isa.splat(0.5), slope, inverse: one / slope };
    let below = edge.integral(lower_y - slope * lower_x, ys, lower);
    let above = edge.integral(upper_y - slope * upper_x, ys, upper);
    // x = p − slope · y along the other two edges: minus the integral of −p + slope · y, along the same slope.
    let mirrored = Interval(-xs.1, -xs.0);
    let minus_right = edge.integral(-(slope * right_y + right_x), mirrored, right);
    let minus_left = edge.integral(-(slope * left_y + left_x), mirrored, left);
    // −∫ y dx = ∫ x dy − [x y] along them.
    let ends_right = upper.1 * right.1 - lower.1 * right.0;
    let ends_left = upper.0 * left.1 - lower.0 * left.0;
    ((above - below) + (minus_left - minus_right)) - (ends_right - ends_left)
}
