//! How far solids are certainly apart of which one at least is no box.
//!
//! Any direction proves it along which the centers are farther apart than both solids reach. The search for a good one is
//! that of Gilbert, Johnson and Keerthi: towards the point nearest to the origin between a few differences of points of
//! both. A direction need not be the best one, nor of unit length, so how it is found is no matter of the proof.

use octosat_lanes::{Isa, Lanes};

use super::body::{Body, Placed};
use super::simplex::Simplex;
use crate::near::any;
use crate::tolerances::{SMALLEST_GAP_ERROR, STORED_EXTENT_ERROR, STORED_OFFSET_ERROR};
use crate::vector::{difference, dot, scaled, squared, sum, sum_of_magnitudes};

/// Directions whose square is less than this, in parts of the size of a pair, show nothing: products with them leave the normal
/// range of `f32`, and solids with points so near each other are not certainly apart.
const SHORTEST_SQUARED: f32 = 1e-24;

/// Steps of a search at most. Hulls need up to 12, ends of cylinders next to each other some more.
const MOST_STEPS: usize = 24;

/// A distance is found up to this part of it, without unit. Clearances of boxes are less exact.
const FOUND: f32 = 1e-3;

/// In which lanes a search goes on, and what is asked of them.
#[derive(Clone, Copy)]
pub(super) struct Sought<I: Isa> {
    pub(super) lanes: I::Mask,
    /// Where solids are certainly farther apart than this, in meters, the search ends.
    pub(super) enough: I::Real,
    /// Where solids are not farther apart than this, in meters, it ends, too, whatever was found.
    pub(super) little: I::Real,
}

/// How far two solids are certainly apart along the best of the directions, in meters; not positive if none separates them.
#[inline(always)]
pub(super) fn separation<I: Isa>(
    isa: I,
    a: &Body<'_, I>,
    b: &Body<'_, I>,
    sought: Sought<I>,
) -> I::Real {
    Pair::new(isa, a, b).search(isa, sought)
}

/// Two solids.
struct Pair<'a, I: Isa> {
    a: Placed<'a, I>,
    b: Placed<'a, I>,
    offset: [I::Real; 3],
    /// The sum of their lengths and of the offset, in meters.
    size: I::Real,
    /// How far rounding can be off a gap between them, in meters.
    error: I::Real,
}

/// What a direction shows of two solids.
struct Shown<I: Isa> {
    /// How far they are certainly apart, in meters.
    separation: I::Real,
    /// The difference of points of both cores, as a part of the size.
    point: [I::Real; 3],
}

impl<'a, I: Isa> Pair<'a, I> {
    #[inline(always)]
    fn new(isa: I, a: &Body<'a, I>, b: &Body<'a, I>) -> Self {
        let (a, b) = (Placed::new(isa, a), Placed::new(isa, b));
        let offset = difference(b.center, a.center);
        let [far, long] = [sum_of_magnitudes(offset), a.size() + b.size()];
        let smallest = isa.splat(SMALLEST_GAP_ERROR);
        let rounding = isa.splat(STORED_OFFSET_ERROR) * far + isa.splat(STORED_EXTENT_ERROR) * long;
        Self { a, b, offset, size: (far + long) + smallest, error: rounding + smallest }
    }

    #[inline(always)]
    fn search(&self, isa: I, sought: Sought<I>) -> I::Real {
        let per_size = isa.splat(1.0) / self.size;
        let radius = self.a.rounding(isa) + self.b.rounding(isa);
        let Shown { separation: mut best, point } = self.start(isa, per_size);
        let mut simplex: Simplex<I> = Simplex::of_point(point);
        let mut open = sought.lanes & !sought.enough.less(best);
        for _ in 0..MOST_STEPS {
            // The nearest point is a difference of points of both, so the solids are no farther apart.
            let most = squared(simplex.nearest).sqrt() * self.size - radius;
            let is_little = most.at_most(sought.little + self.error);
            let is_found = (most - best).at_most(most.abs() * isa.splat(FOUND) + self.error);
            open = open & !is_little & !is_found;
            if !any(open) {
                break;
            }
            let shown = self.shown(isa, simplex.nearest, per_size);
            // What is decided stays, so that no lane depends on others.
            best = Lanes::select(open, shown.separation.greater(best), best);
            let grown = simplex.grown(isa, shown.point);
            open = open & !grown.surrounds & !sought.enough.less(best);
            simplex = grown.simplex;
        }
        best
    }

    /// Points of both cores that are near each other, or what the offset shows of hulls, whose centers may be outside.
    #[inline(always)]
    fn start(&self, isa: I, per_size: I::Real) -> Shown<I> {
        if self.a.is_hull() || self.b.is_hull() {
            return self.shown(isa, scaled(self.offset, per_size), per_size);
        }
        let on_a = self.a.nearest(isa, self.offset);
        let on_b = self.b.nearest(isa, difference(on_a, self.offset));
        let on_a = self.a.nearest(isa, sum(self.offset, on_b));
        let point = scaled(difference(sum(self.offset, on_b), on_a), per_size);
        Shown { separation: isa.splat(f32::NEG_INFINITY), point }
    }

    /// What a direction shows, given as a part of the size.
    #[inline(always)]
    fn shown(&self, isa: I, direction: [I::Real; 3], per_size: I::Real) -> Shown<I> {
        let [x, y, z] = direction;
        let length_squared = squared(direction);
        let length = length_squared.sqrt();
        let a = self.a.farthest(isa, direction, length);
        let b = self.b.farthest(isa, [-x, -y, -z], length);
        let gap = dot(self.offset, direction) - (a.reach + b.reach);
        let is_short = length_squared.less(isa.splat(SHORTEST_SQUARED));
        let separation =
            Lanes::select(is_short, isa.splat(f32::NEG_INFINITY), gap / length - self.error);
        let point = difference(sum(self.offset, b.point), a.point);
        Shown { separation, point: scaled(point, per_size) }
    }
}
