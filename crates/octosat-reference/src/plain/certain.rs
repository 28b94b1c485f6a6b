//! Verdicts and clearances: the largest of fifteen gaps against a bound of rounding.

use super::arithmetic::{greater, grown, sum};
use super::axes::{edge, face};
use super::frame::Frame;
use crate::OrientedBox;
use crate::tolerances::{
    BORROWED_EXTENT_ERROR, BORROWED_OFFSET_ERROR, CLEARANCE_BOUNDS, SEPARATED_BOUNDS,
    SMALLEST_CLEARANCE_ERROR, SMALLEST_GAP_ERROR, SMALLEST_LENGTH_SQUARED, STORED_EXTENT_ERROR,
    STORED_OFFSET_ERROR,
};
use octosat_rows::Verdict;

/// Two boxes for certain results, grown on every side, and the bound of rounding.
#[derive(Clone, Copy, Debug)]
pub struct CertainPair {
    frame: Frame,
    /// Meters by which rounding can move a gap.
    bound: f32,
}

impl CertainPair {
    /// A pair of boxes of a store, or of a view.
    #[must_use]
    pub fn new(a: &OrientedBox, b: &OrientedBox, growth: f32, is_stored: bool) -> Self {
        let larger = |given: &OrientedBox| OrientedBox {
            half_extents: given.half_extents.map(|half| grown(half, growth)),
            ..*given
        };
        let (a, b) = (larger(a), larger(b));
        let frame = Frame::of_oriented_each(&a, &b);
        let [extent_error, offset_error] = if is_stored {
            [STORED_EXTENT_ERROR, STORED_OFFSET_ERROR]
        } else {
            [BORROWED_EXTENT_ERROR, BORROWED_OFFSET_ERROR]
        };
        let extents = (sum(a.half_extents) + sum(b.half_extents)).abs();
        let of_extents = extent_error * extents + SMALLEST_GAP_ERROR;
        let bound = offset_error * sum(frame.offset_b.map(f32::abs)) + of_extents;
        Self { frame, bound }
    }

    /// What is certain about the boxes in float32.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict_by(self.bound)
    }

    /// Meters by which rounding can move a gap, and the bound of a clearance.
    #[must_use]
    pub fn bounds(&self) -> [f32; 2] {
        [self.bound, self.bound * CLEARANCE_BOUNDS + SMALLEST_CLEARANCE_ERROR]
    }

    /// The part of the bound that is needed for the verdict not to be wrong, up to 1/256. If none is needed, it is
    /// minus the largest gap in bounds: how far the pair is from being decided wrongly. `separated`: whether the boxes
    /// share no point.
    #[must_use]
    pub fn needed_part(&self, separated: bool) -> f32 {
        let right = if separated { Verdict::SEPARATED } else { Verdict::OVERLAPPING };
        let is_wrong = |part: f32| {
            let verdict = self.verdict_by(part * self.bound);
            verdict != Verdict::UNDECIDED && verdict != right
        };
        let (mut low, mut high) = (0.0, 1.0);
        if !is_wrong(low) {
            return -self.largest_gap(low).abs() / self.bound;
        }
        if is_wrong(high) {
            return f32::INFINITY;
        }
        for _ in 0..8 {
            let middle = 0.5 * (low + high);
            if is_wrong(middle) { low = middle } else { high = middle }
        }
        high
    }

    /// A length that the distance of the boxes is not less than, meters; NaN if the input is not finite.
    #[must_use]
    pub fn clearance(&self) -> f32 {
        let Self { frame, .. } = self;
        let mut largest = gap_of_face(frame, 0);
        for code in 1..6 {
            largest = greater(gap_of_face(frame, code), largest);
        }
        let mut squared = largest * largest.abs();
        for i in 0..3 {
            for j in 0..3 {
                let axis = edge(frame, i, j);
                let gap = axis.projection.abs() - axis.radius;
                if axis.length_squared >= SMALLEST_LENGTH_SQUARED {
                    squared = greater(gap * gap.abs() / axis.length_squared, squared);
                }
            }
        }
        let root = squared.abs().sqrt();
        let separation = if squared < 0.0 { -root } else { root };
        let clearance = separation - self.bounds()[1];
        if clearance.is_finite() { clearance } else { f32::NAN }
    }

    /// The largest gap, at the length of its axis, if a is made smaller by a bound.
    fn largest_gap(&self, bound: f32) -> f32 {
        let shrunk = self.frame.own_a.map(|own| own - bound);
        let frame = &Frame { own_a: shrunk, half_a: shrunk, ..self.frame };
        let mut largest = gap_of_face(frame, 0);
        for code in 1..6 {
            largest = greater(gap_of_face(frame, code), largest);
        }
        for i in 0..3 {
            for j in 0..3 {
                let axis = edge(frame, i, j);
                largest = greater(axis.projection.abs() - axis.radius, largest);
            }
        }
        largest
    }

    fn verdict_by(&self, bound: f32) -> Verdict {
        let largest = self.largest_gap(bound);
        if largest <= 0.0 {
            Verdict::OVERLAPPING
        } else if SEPARATED_BOUNDS * bound < largest {
            Verdict::SEPARATED
        } else {
            Verdict::UNDECIDED
        }
    }
}

fn gap_of_face(frame: &Frame, code: usize) -> f32 {
    let axis = face(frame, code);
    axis.distance - axis.radius
}
