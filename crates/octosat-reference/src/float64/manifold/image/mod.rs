//! Comparison of a pair's manifold with that of its image: the pair swapped or moved.
//!
//! The two manifolds are compared with each other only. They may differ by the errors of both, and in choices that
//! rounding decides:
//!
//! - whether there is a contact: the distance equals the margin, within the error bounds;
//! - the axis: two separations, or the separation of an edge and a threshold of the face preference, are equal
//!   within the error bounds. Depth and points then belong to different axes and are not compared;
//! - the direction: the sine of the edges' angle is below 0.05, or the offset of the centers along the normal
//!   is zero within the error bounds;
//! - the faces: the normal is equally aligned with two faces of a box;
//! - clipped or closest points: the overlap of the faces is narrower than the tolerance of a point, or the
//!   nearest clipped point is just as much farther apart than the boxes as is allowed;
//! - the feature of a point: within the tolerance, its place is also that of other features.
//!
//! The rule that selects four points measures in the plane of the first box's face, so swapping the boxes may
//! select other points. If a manifold may have been reduced, only the deepest points are compared, which may both be
//! less deep than the deepest candidate. The checker of single manifolds checks the choice.

mod decision;
mod points;
mod terms;

use super::super::pair::ReferencePair;
use super::answer::{ManifoldAnswer, MovedAnswer};
use super::checked::{CheckedManifold, deepest, is_finite};
use super::ledger::{Ledger, ManifoldFault, ManifoldReport};
use crate::tolerances::{
    CLEAR_SINE, LARGEST_DEPTH_LOSS, MARGIN_FACTOR, MOTION_FACTOR, UNIT_ROUNDOFF,
};
use crate::vector::{difference, dot, length};
use terms::Image;

/// A manifold, its image in the same terms, and how far the two may differ.
struct Comparison<'a> {
    first: CheckedManifold<'a>,
    image: Image,
    /// Meters by which two depths, or two points, may differ.
    error_bound: f64,
    /// Meters by which two separations along the same axis may differ. It scales with the size of the pair: turned by a
    /// rounding, a face of a small box reaches that much farther along a floor.
    axis_bound: f64,
}

/// The differences between the manifold of (a, b) and that of (b, a). Positions are relative to the center of
/// the first box of each pair.
#[must_use]
pub fn compare_swapped(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
    swapped: &ManifoldAnswer<'_>,
) -> ManifoldReport {
    compare(pair, [answer, swapped], |first| Comparison {
        image: Image::of_swapped(swapped, pair.offset),
        error_bound: 2.0 * first.tolerance,
        axis_bound: 2.0 * pair.error_bound(),
        first,
    })
}

/// The differences between the manifolds of a pair and of the moved pair. Positions are relative to the center
/// of a.
#[must_use]
pub fn compare_moved(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
    moved: MovedAnswer<'_>,
) -> ManifoldReport {
    let rounding = MOTION_FACTOR * UNIT_ROUNDOFF * pair.scale();
    compare(pair, [answer, moved.answer], |first| Comparison {
        image: Image::of_moved(&moved),
        error_bound: first.tolerance + moved.pair.contact_bound(first.distance) + rounding,
        axis_bound: pair.error_bound() + moved.pair.error_bound() + rounding,
        first,
    })
}

/// The differences of a manifold, whose positions are relative to a's center, and its image.
fn compare<'a>(
    pair: &'a ReferencePair,
    answers: [&'a ManifoldAnswer<'a>; 2],
    with: impl FnOnce(CheckedManifold<'a>) -> Comparison<'a>,
) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.error_bound());
    if answers.into_iter().all(is_finite) {
        with(CheckedManifold::new(pair, answers[0], [0.0; 3])).check(&mut ledger);
    } else {
        ledger.reject(ManifoldFault::NotFinite, None);
    }
    ledger.report
}

impl Comparison<'_> {
    /// Compares from coarse to fine, and ends at the first choice that rounding may decide.
    fn check(&self, ledger: &mut Ledger) {
        let empty = [self.first.points.is_empty(), self.image.points.is_empty()];
        if empty[0] && empty[1] || self.existence_is_tied() {
            return;
        }
        if empty[0] != empty[1] {
            ledger.reject(ManifoldFault::ImageMissing, None);
            return;
        }
        let answer = self.first.answer;
        let axes = [answer.axis, self.image.axis];
        let axes_are_tied =
            axes[0] != axes[1] && decision::is_tied(self.first.pair, axes, self.axis_bound);
        if [answer.closest, answer.fallback] != [self.image.closest, self.image.fallback] {
            let tied = axes_are_tied || self.direction_is_tied(self.sine());
            if !tied && !self.clipping_is_tied() && !self.nearness_is_tied() {
                ledger.reject(ManifoldFault::ImageOfOtherKind, None);
            }
        } else if answer.closest {
            self.check_closest(ledger);
        } else if axes[0] == axes[1] {
            self.check_along_axis(ledger);
        } else if !axes_are_tied {
            ledger.reject(ManifoldFault::ImageOnOtherAxis, None);
        }
    }

    /// Whether the distance equals the margin, within the error bounds.
    fn existence_is_tied(&self) -> bool {
        let within = self.first.within;
        let allowed = self.error_bound + MARGIN_FACTOR * UNIT_ROUNDOFF * within;
        (within - self.first.distance).abs() <= allowed
    }

    /// Whether the gap of the clipped points of one manifold is within the errors of the largest allowed gap,
    /// so that the other one may have closest points.
    fn nearness_is_tied(&self) -> bool {
        let clipped =
            if self.first.answer.closest { &self.image.points } else { &self.first.points };
        let allowed = 2.0 * self.error_bound / self.sine();
        // Of a limit of four points, none may be the nearest candidate, which may be as far as the boxes reach.
        let lost = if self.first.answer.limit == 4 { 2.0 * self.first.pair.reach() } else { 0.0 };
        let allowed = allowed + LARGEST_DEPTH_LOSS * lost;
        (self.first.farthest_gap() + deepest(clipped)).abs() <= allowed
    }

    /// Compares depth and direction of closest points. Their place along parallel features is free.
    fn check_closest(&self, ledger: &mut Ledger) {
        self.check_depth(self.error_bound, ledger);
        let share = self.error_bound / self.first.distance.max(self.error_bound);
        if share < 1.0 {
            let allowed = share + (2.0 * share).sqrt();
            ledger.expect_ratio(ManifoldFault::ImageTurned, self.turned(), allowed);
        }
    }

    /// Compares depth, direction and points of contacts along the same axis.
    fn check_along_axis(&self, ledger: &mut Ledger) {
        let sine = self.sine();
        if self.direction_is_tied(sine) {
            return;
        }
        self.check_depth(self.axis_bound / sine, ledger);
        let allowed = self.relative_bound() / sine;
        ledger.expect_ratio(ManifoldFault::ImageTurned, self.turned(), allowed);
        self.check_points(ledger);
    }

    /// The error bound of a pair with a reach of one meter.
    fn relative_bound(&self) -> f64 {
        self.error_bound / self.first.pair.reach()
    }

    /// The sine of the angle between the two edges of the axis; one for a face.
    fn sine(&self) -> f64 {
        match usize::from(self.first.answer.axis) {
            code @ 6..15 => self.first.pair.separations().edge_sines[code - 6],
            _ => 1.0,
        }
    }

    /// Whether rounding may turn the axis a lot, or choose its sign.
    fn direction_is_tied(&self, sine: f64) -> bool {
        let level = dot(self.first.normal, self.first.pair.offset).abs();
        sine < CLEAR_SINE || level <= self.error_bound
    }

    /// Compares the depths of both manifolds.
    fn check_depth(&self, allowed: f64, ledger: &mut Ledger) {
        let error = (f64::from(self.first.answer.depth) - self.image.depth).abs();
        ledger.expect(ManifoldFault::ImageOfOtherDepth, error, allowed);
    }

    /// The length of the difference of both normals.
    fn turned(&self) -> f64 {
        length(difference(self.first.normal, self.image.normal))
    }
}
