//! Checks of four of more candidates: the first of them, the area that they span, and how far the others are left out.
//!
//! Between tilted faces, candidates that are level with the nearest count more. Rounding moves gaps and so weights. So the
//! four must span the largest area for the greatest weights that they can have and the least of all corners.

use std::f64::consts::TAU;

use super::area::largest_area;
use super::checked::{CheckedManifold, CheckedPoint};
use super::ledger::{Ledger, ManifoldFault};
use super::polygon::flat;
use super::surface::{Required, Surface, farthest_apart};
use crate::tolerances::{
    CLEAR_SINE, FACE_TIE, FIRST_AREA_RATIO, FIRST_POINT_SLOPE, LARGEST_DEPTH_LOSS,
    LARGEST_LEFT_OUT, LEAST_AREA_RATIO, LEAST_TILTED_AREA_RATIO, LEVEL_PART, LEVEL_WEIGHT,
    REACH_NOISE, SMALL_TURN, TILTED_FACES_SINE_SQUARED, TWO_POINTS,
};
use crate::vector::{cross, difference, dot, length, scaled, sum, unit};

/// In how many directions boxes are turned to see what the four points leave out.
const TURNS: u32 = 48;

/// The values between which a number is, for every error of the faces within the tolerance.
#[derive(Clone, Copy)]
struct Between {
    least: f64,
    most: f64,
}

/// How many times the vectors from the first point count, by the gaps of the candidates that they lead to.
struct Weights {
    /// What is added to one for the nearest candidate.
    extra: Between,
    /// The gap of the nearest candidate, meters.
    nearest: Between,
    /// How much farther apart nothing is added, meters.
    level: Between,
}

impl Weights {
    /// The least weight of a candidate whose gap is at most this.
    fn least(&self, gap: f64) -> f64 {
        let fall = (gap - self.nearest.least) / self.level.least;
        1.0 + (self.extra.least * (1.0 - fall)).max(0.0)
    }

    /// The greatest weight of a candidate whose gap is at least this.
    fn most(&self, gap: f64) -> f64 {
        let fall = (gap - self.nearest.most).max(0.0) / self.level.most;
        1.0 + (self.extra.most * (1.0 - fall)).max(0.0)
    }
}

/// Weighted areas, square meters.
struct Areas {
    /// That of the points, at most.
    points: f64,
    /// The largest of four corners with the first point, at least.
    corners: f64,
}

impl Surface<'_> {
    /// Checks that the first point by the rule of the engine is among the points, and what is promised of all four.
    pub(super) fn check_four(&self, ledger: &mut Ledger) {
        let sure: Vec<Required> =
            (0..self.candidates.len()).filter_map(|index| self.required_corner(index)).collect();
        self.check_first(&sure, ledger);
        let Some(weights) = self.weights(&sure) else { return };
        self.check_area(&weights, ledger);
        if weights.extra.least >= f64::from(LEVEL_WEIGHT - 1.0) {
            self.check_left_out(&sure, ledger);
        }
    }

    /// What is added to the weight of the nearest candidate.
    fn extra_weight(&self) -> Between {
        let tie = FACE_TIE + self.manifold.pair.relative_bound();
        let [parallel, tilted] = TILTED_FACES_SINE_SQUARED.map(f64::from);
        let of = |sine: f64| {
            let part = (sine * sine - parallel) / (tilted - parallel);
            part.clamp(0.0, 1.0) * f64::from(LEVEL_WEIGHT - 1.0)
        };
        let sine = self.faces.sine();
        Between { least: of((sine - tie).max(0.0)), most: of(sine + tie) }
    }

    /// Whether some candidates may count more than others.
    pub(super) fn may_weigh(&self) -> bool {
        self.extra_weight().most > 0.0
    }

    /// The weights of the candidates; none if the overlap is too narrow.
    fn weights(&self, sure: &[Required]) -> Option<Weights> {
        let tolerance = self.manifold.tolerance;
        let moved = tolerance + self.faces.slope() * self.border()?;
        let kept = || self.manifold.points.iter().map(|point| -point.depth);
        let over = |gap: fn(&Self, &Required) -> f64| sure.iter().map(move |at| gap(self, at));
        let highest = self.candidates.iter().map(|candidate| candidate.separation);
        let highest = highest.fold(f64::NEG_INFINITY, f64::max) + moved;
        let nearest = Between {
            least: self.least_separation() - moved,
            most: kept().chain(over(Self::largest_gap)).fold(f64::INFINITY, f64::min),
        };
        let highest = Between {
            least: kept().chain(over(Self::least_gap)).fold(f64::NEG_INFINITY, f64::max),
            most: highest.min(self.manifold.within),
        };
        let part = f64::from(LEVEL_PART);
        let level = Between {
            least: part * (highest.least - nearest.most).max(0.0),
            most: part * (highest.most - nearest.least).max(0.0),
        };
        Some(Weights { extra: self.extra_weight(), nearest, level })
    }

    /// The least gap that a corner may be computed with, meters.
    fn least_gap(&self, &Required { place, radius }: &Required) -> f64 {
        self.faces.separation(place) - self.faces.slope() * radius - self.manifold.tolerance
    }

    /// The largest gap that a corner may be computed with, meters.
    fn largest_gap(&self, &Required { place, radius }: &Required) -> f64 {
        self.faces.separation(place) + self.faces.slope() * radius + self.manifold.tolerance
    }

    /// Checks that the points span the largest weighted area with the first, and enough of the largest area of any four.
    fn check_area(&self, weights: &Weights, ledger: &mut Ledger) {
        let normal = self.manifold.normal;
        // Rounding moves corners that are nearly straight far along their sides.
        let clear = (0..self.candidates.len())
            .filter(|&index| self.overlap.half_angle_cosine(index) >= CLEAR_SINE);
        let clear: Vec<_> = clear.filter_map(|index| self.required_corner(index)).collect();
        let corners: Vec<_> = clear.iter().map(|required| required.place).collect();
        // Each point may be off, which moves the border of the area; and length counts where there is no area.
        let noise = self.manifold.tolerance * self.overlap.perimeter()
            + f64::from(REACH_NOISE) * farthest_apart(&corners).powi(2);
        let best = largest_area(&corners, normal, None);
        if best <= noise {
            return;
        }
        let places: Vec<_> = self.manifold.points.iter().map(|point| point.position).collect();
        let area = largest_area(&places, normal, None);
        let ratio = if self.may_weigh() { LEAST_TILTED_AREA_RATIO } else { LEAST_AREA_RATIO };
        let allowed = noise + (1.0 - ratio) * best;
        ledger.expect_ratio(ManifoldFault::AreaTooSmall, best - area, allowed);

        let noise = noise * (1.0 + weights.extra.most).powi(2);
        let excess =
            |at: &Areas| (at.corners - at.points) / (noise + (1.0 - FIRST_AREA_RATIO) * at.corners);
        let firsts = self.first_points().into_iter();
        let areas = firsts.map(|first| self.weighted_areas(first, weights, &clear));
        if let Some(areas) = areas.min_by(|one, other| excess(one).total_cmp(&excess(other))) {
            ledger.expect_ratio(ManifoldFault::AreaTooSmall, excess(&areas), 1.0);
            ledger.report.area_ratio = Some(areas.points / areas.corners);
        }
    }

    /// The weighted areas if one of the points is the first.
    fn weighted_areas(&self, first: [f64; 3], weights: &Weights, clear: &[Required]) -> Areas {
        let normal = self.manifold.normal;
        let away = |place: [f64; 3], weight: f64| scaled(difference(place, first), weight);
        let points = self.manifold.points.iter();
        let points = points.map(|point| away(point.position, weights.most(-point.depth)));
        let corners = clear.iter().map(|at| away(at.place, weights.least(self.largest_gap(at))));
        let corners: Vec<_> = std::iter::once([0.0; 3]).chain(corners).collect();
        Areas {
            points: largest_area(&points.collect::<Vec<_>>(), normal, None),
            corners: largest_area(&corners, normal, Some(0)),
        }
    }

    /// Checks how far a candidate that was left out gets inside when the boxes turn a little and until a point touches.
    fn check_left_out(&self, sure: &[Required], ledger: &mut Ledger) {
        let CheckedManifold { normal, tolerance, .. } = *self.manifold;
        let first = unit(flat(self.faces.a.sides[0], normal));
        let second = cross(normal, first);
        let tilt = self.faces.slope();
        let mut deepest = f64::NEG_INFINITY;
        for turn in 0..TURNS {
            let (sine, cosine) = (f64::from(turn) * TAU / f64::from(TURNS)).sin_cos();
            let towards = sum(scaled(first, cosine), scaled(second, sine));
            let turn = scaled(towards, SMALL_TURN * tilt);
            let kept = self.manifold.points.iter().map(|at| dot(turn, at.position) - at.depth);
            let kept = kept.fold(f64::INFINITY, f64::min);
            let left = |at: &Required| {
                kept - dot(turn, at.place) - self.largest_gap(at) - length(turn) * at.radius
            };
            deepest = sure.iter().map(left).fold(deepest, f64::max);
        }
        let allowed = LARGEST_LEFT_OUT * tilt * farthest_apart(&self.overlap.vertices);
        ledger.expect(ManifoldFault::SupportMissing, deepest, allowed + TWO_POINTS * tolerance);
    }

    /// Checks that no corner is ahead of all points by the rule for the first of them.
    fn check_first(&self, corners: &[Required], ledger: &mut Ledger) {
        let normal = self.manifold.normal;
        let steepest = self.faces.slope() + TWO_POINTS * LARGEST_DEPTH_LOSS;
        let of_corner = |&Required { place, radius }: &Required| {
            let on_a = sum(place, scaled(normal, self.faces.a.height(place, normal)));
            self.score(on_a, -self.faces.separation(place)) - steepest * radius
        };
        let ahead = corners.iter().map(of_corner).fold(f64::NEG_INFINITY, f64::max);
        let behind = ahead - self.best_score();
        let allowed = TWO_POINTS * self.manifold.tolerance;
        ledger.expect(ManifoldFault::FirstMissing, behind.max(0.0), allowed);
    }

    /// The points that may be the first by the rule of the engine.
    fn first_points(&self) -> Vec<[f64; 3]> {
        let least = self.best_score() - TWO_POINTS * self.manifold.tolerance;
        let points = self.manifold.points.iter();
        let tied = points.filter(|point| self.score_of(point) >= least);
        tied.map(|point| point.position).collect()
    }

    fn best_score(&self) -> f64 {
        let points = self.manifold.points.iter();
        points.map(|point| self.score_of(point)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn score_of(&self, point: &CheckedPoint) -> f64 {
        let [on_a, _] = point.on_surfaces(self.manifold.normal);
        self.score(on_a, point.depth)
    }

    /// What the first of four points has most of: the deepest where the faces are tilted, else the extreme in a
    /// direction of a's face.
    fn score(&self, on_a: [f64; 3], depth: f64) -> f64 {
        let [slope_u, slope_v] = FIRST_POINT_SLOPE.map(f64::from);
        let [u, v] = self.faces.a.sides;
        slope_u * dot(on_a, u) + slope_v * dot(on_a, v) + depth
    }
}
