//! Verdicts, clearances and distances of a case.

use octosat::{BoxStore, Distance, DistanceState, Engine, Query, Verdict};
use octosat_tests::{along, wide};

use crate::case::{Bounds, Case, Contacts, LARGEST_RATIO, ROUNDED_BOXES, ROUNDOFF, TURN};
use crate::solids::{Point, distance};

/// The verdict bound of the book, for each meter of half extents and of distance of the centers.
const VERDICT: [f64; 2] = [3.9e-6, 3.7e-6];

/// From how many verdict bounds on pairs are decided, for edges that cross at 45 degrees or more.
const DECIDED: f64 = 2.75 * std::f64::consts::SQRT_2;

/// Roundoffs by which a distance can be off, for each meter of half extents and of distance of the centers.
const DISTANCE: f64 = 16.0;

impl Case {
    /// Verdicts and exact overlap are never wrong, and clearances never above the distance, except for the rounding of
    /// the boxes themselves.
    pub(crate) fn check_certain(&self, engine: &Engine, boxes: &BoxStore, bounds: &Bounds) {
        let (mut verdicts, mut clearances) = ([Verdict::UNDECIDED], [0.0]);
        let query = Query::new(boxes, &[[0, 1]]);
        engine.verdicts(query, &mut verdicts).unwrap();
        engine.clearances(query, &mut clearances).unwrap();
        let mut overlap = [false];
        engine.overlaps_exact(query, &mut overlap).unwrap();
        let (verdict, clearance) = (verdicts[0], f64::from(clearances[0]));
        let verdict_bound = VERDICT[0] * bounds.extents + VERDICT[1] * bounds.between;
        let shown = || self.shown(&(verdict, clearance));
        let rounded = if self.is_exact { 0.0 } else { bounds.separation };
        let wrong = if self.depth >= 0.0 { Verdict::SEPARATED } else { Verdict::OVERLAPPING };
        if self.depth.abs() >= rounded {
            assert_ne!(verdict, wrong, "{}", shown());
            assert_eq!(overlap[0], self.depth >= 0.0, "{}", shown());
        }
        if !self.is_distance && self.depth.abs() > DECIDED * verdict_bound + rounded {
            assert_ne!(verdict, Verdict::UNDECIDED, "{}", shown());
        }
        assert!(clearance <= -self.depth + rounded, "{}", shown());
        // The edges that separate boxes may be left out if they are nearly parallel.
        let least = if self.is_distance { -self.depth / LARGEST_RATIO } else { -self.depth };
        assert!(clearance >= least - 2.0 * verdict_bound - rounded, "{}", shown());
    }

    /// The distance is minus the depth. If boxes are nearest in one place, it is the one that the contact is at.
    pub(crate) fn check_distance(&self, engine: &Engine, boxes: &BoxStore, bounds: &Bounds) {
        let mut rows = [Distance::default()];
        engine.distances(Query::new(boxes, &[[0, 1]]), &mut rows).unwrap();
        let (row, shown) = (&rows[0], || self.shown(&rows));
        let size = bounds.extents + bounds.between;
        let bound = (DISTANCE + ROUNDED_BOXES) * ROUNDOFF * size + bounds.far;
        let off = (f64::from(row.distance) + self.depth).abs();
        assert!(off <= bound, "{off} {bound} {}", shown());
        if self.is_exact || self.depth.abs() > bound {
            let is_overlap = self.depth >= 0.0;
            let state = if is_overlap { DistanceState::OVERLAPPING } else { DistanceState::APART };
            assert_eq!(row.state, state, "{}", shown());
            let direction = wide(row.normal);
            let share = if is_overlap { 0.0 } else { 2.0 * bound / self.depth.abs() };
            let turn = (TURN + ROUNDED_BOXES) * ROUNDOFF + share.sqrt();
            let is_right = self.normals.iter().any(|&one| distance(direction, one) <= turn);
            assert!(is_right || self.normals.is_empty(), "{turn} {}", shown());
        }
        if let Contacts::At(_, points) = &self.contacts
            && let [Point { position, depth }] = points[..]
        {
            let on_a = along(position, depth / 2.0, self.normals[0]);
            let off = distance(wide(row.on_a), on_a);
            // Points that the bound allows are this far from the closest ones.
            let reach = bounds.place + bound + (2.0 * bound * self.depth.abs()).sqrt();
            assert!(off <= reach, "{off} {reach} {}", shown());
        }
    }
}
