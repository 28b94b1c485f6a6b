//! Moving edges as thin rods and segments: no time of rods is later than that at which their edges meet, and closest
//! points of segments are there.
//!
//! The queries are like those that Tight Inclusion's authors publish, and the published ones can be read as well:
//! `OCTOSAT_QUERIES=Sample-Queries OCTOSAT_ROWS=1000000 cargo test --release --workspace --test reported tight --
//! --nocapture` makes as many rods, and reads all `*/edge-edge/*.csv` in a folder.

use std::fmt::Debug;

use octosat::{
    BoxStore, Cast, CastState, Casts, ClosestPoints, Engine, Impact, ImpactState, Impacts, Motions,
    Query, Segment, ShapeCast,
};
use octosat_exact::{Cast as ExactCast, Pair, StoredBox};
use octosat_reference::float64::{ReferenceCast, ReferenceStep};
use octosat_scenes::generate::Random;
use octosat_scenes::generate::edges::{Known, MovingEdges, moving_edges};
use octosat_tests::{length, narrow, neighbors, plain, store_of};

use crate::rods::{Rods, between};
use crate::{published, rows};

/// Queries, unless the environment says otherwise.
const QUERIES: usize = 4_000;

/// Half thicknesses by which edges are apart whose rods surely are: each reaches less than twice its half thickness
/// around its edge, and leaves it by less than one where it turns.
const APART_RODS: f64 = 6.0;

/// The same of capsules, which reach a radius around their edges: two radii, and rounding.
const APART_CAPSULES: f64 = 2.125;

/// The tolerance of impacts, as a part of the least half extent: the usual one.
const TOLERANCE: f32 = 0.01;

/// By how much the distance of two segments may be off, for each meter of their lengths and places: segments count as
/// parallel up to a sine of 10⁻⁶, and their ends are rounded.
const CLOSEST: f64 = 2e-6;

/// How many queries there are, and what becomes of them.
#[derive(Debug, Default)]
struct Tally {
    queries: usize,
    /// Those whose edges a pair of rods contains, and those of them that move without turning.
    converted: usize,
    straight: usize,
    /// Converted ones whose edges meet.
    meeting: usize,
    /// Converted ones whose edges do not meet, and whose rods do or may.
    early: usize,
}

impl Tally {
    fn add(&mut self, queries: &[MovingEdges]) {
        let rods: Vec<_> =
            queries.iter().filter_map(|edges| Some((Rods::around(edges)?, edges.known))).collect();
        self.queries += queries.len();
        self.converted += rods.len();
        self.meeting += rods.iter().filter(|(_, known)| matches!(known, Known::Meet(_))).count();
        for ((rods, known), row) in rods.iter().zip(impacts(&rods)) {
            check_impact(rods, *known, &row);
            self.early += usize::from(row.touches() && matches!(known, Known::Apart(_)));
        }
        let straight: Vec<_> = rods.into_iter().filter(|(rods, _)| rods.is_straight).collect();
        self.straight += straight.len();
        let (casts, shape_casts) = casts(&straight);
        for (((rods, known), row), round) in straight.iter().zip(casts).zip(shape_casts) {
            check_cast(rods, *known, &row);
            check_capsules(rods, *known, &round);
        }
    }
}

/// Each shape of a list with that of the other list at the same place.
fn each(count: usize) -> Vec<[u32; 2]> {
    (0..).take(count).map(|number| [number; 2]).collect()
}

fn impacts(rods: &[(Rods, Known)]) -> Vec<Impact> {
    let [starts, ends] =
        [0, 1].map(|time| store_of(rods.iter().flat_map(|(rods, _)| rods.boxes[time])));
    let pairs = neighbors(starts.len());
    let mut rows = vec![Impact::default(); pairs.len()];
    Engine::new().impacts(Impacts::new(Query::new(&starts, &pairs), &ends), &mut rows).unwrap();
    rows
}

fn casts(rods: &[(Rods, Known)]) -> (Vec<Cast>, Vec<ShapeCast>) {
    let boxes: BoxStore = store_of(rods.iter().flat_map(|(rods, _)| rods.boxes[0]));
    let pairs = neighbors(boxes.len());
    let motions: Vec<_> = rods.iter().map(|(rods, _)| rods.motion).collect();
    let mut rows = vec![Cast::default(); pairs.len()];
    let query = Casts::new(Query::new(&boxes, &pairs), Motions::per_pair(&motions));
    Engine::new().casts(query, &mut rows).unwrap();

    let [a, b] =
        [0, 1].map(|side| -> Vec<_> { rods.iter().map(|(rods, _)| rods.capsules[side]).collect() });
    let each = each(a.len());
    let mut round = vec![ShapeCast::default(); each.len()];
    let query = Casts::new(Query::new((&a, &b), &each), Motions::per_pair(&motions));
    Engine::new().casts(query, &mut round).unwrap();
    (rows, round)
}

/// Rods are not free if their edges meet, and hit no later; those of edges that are clearly apart are free.
fn check_known(known: Known, is_free: bool, time: f32, apart: f64, row: &impl Debug) {
    let is_right = match known {
        Known::Meet(at) => !is_free && f64::from(time) <= at,
        Known::Apart(gap) => is_free || gap < apart,
    };
    assert!(is_right, "{row:?}, {known:?}");
}

/// A time is right for the edges, and for the reference of the rods.
fn check_impact(rods: &Rods, known: Known, row: &Impact) {
    let is_free = row.state == ImpactState::FREE;
    check_known(known, is_free, row.time, APART_RODS * rods.half, &(row, rods));
    let [starts, ends] = rods.boxes.map(|boxes| boxes.map(plain));
    let report = ReferenceStep::new(&starts, &ends, 0.0).check(row, TOLERANCE);
    assert_eq!(report.fault, None, "{row:?} of {rods:?}");
}

/// The same of a cast. Exact integers decide about late times of these rods.
fn check_cast(rods: &Rods, known: Known, row: &Cast) {
    let is_free = row.state == CastState::FREE;
    check_known(known, is_free, row.time, APART_RODS * rods.half, &(row, rods));
    let [a, b] = rods.boxes[0].map(plain);
    let faults = ReferenceCast::new(&a, &b, rods.motion.map(f64::from), 0.0).faults(row);
    assert!(faults.is_empty(), "{faults:?}: {row:?} of {rods:?}");
    if row.state == CastState::HIT {
        let [a, b] =
            [a, b].map(|of| StoredBox::new(of.center, of.rotation, of.half_extents).unwrap());
        let exact = ExactCast::new(Pair::new(&a, &b), rods.motion).unwrap();
        let is_late = !exact.compare_time(row.time).is_some_and(std::cmp::Ordering::is_le);
        assert!(!is_late, "{row:?} of {rods:?}");
    }
}

/// The same of capsules around the edges.
fn check_capsules(rods: &Rods, known: Known, row: &ShapeCast) {
    let is_free = row.state == CastState::FREE;
    check_known(known, is_free, row.time, APART_CAPSULES * rods.half, &(row, rods));
}

/// The closest points of edges at the time that they meet, or at the start, are as far apart as is known.
fn check_closest(queries: &[MovingEdges]) {
    let ends = |edges: &MovingEdges, side: usize| {
        let time = if let Known::Meet(time) = edges.known { time } else { 0.0 };
        between(&edges.start[side], &edges.end[side], time)
    };
    let [a, b] = [0, 1].map(|side| -> Vec<_> {
        let segment = |edges| {
            let [start, end] = ends(edges, side).map(narrow);
            Segment::new(start, end).unwrap()
        };
        queries.iter().map(segment).collect()
    });
    let pairs = each(a.len());
    let mut rows = vec![ClosestPoints::default(); pairs.len()];
    Engine::new().closest_points(Query::new((&a, &b), &pairs), &mut rows).unwrap();
    for (edges, row) in queries.iter().zip(rows) {
        let size: f64 = [0, 1].iter().flat_map(|&side| ends(edges, side)).map(length).sum();
        let (distance, off) = (f64::from(row.distance), CLOSEST * size);
        match edges.known {
            Known::Meet(_) => assert!(distance <= off, "{row:?} of {edges:?}"),
            Known::Apart(gap) => assert!(distance >= gap - off, "{row:?} of {edges:?}"),
        }
    }
}

/// Edges that cross, that meet end to end or at a corner, that are parallel or nearly, that slide along each other, and
/// that pass each other: shifted, and turned by up to 0.2 rad.
#[test]
fn rods_of_edges_that_meet_are_never_late() {
    let (mut random, mut tally) = (Random::new(49), Tally::default());
    let wanted = rows(QUERIES);
    while tally.queries < wanted {
        let queries: Vec<_> = (0..1_000).map(|_| moving_edges(&mut random)).collect();
        check_closest(&queries);
        tally.add(&queries);
    }
    eprintln!("rods: {tally:?}");
    let Tally { queries, converted, straight, meeting, early } = tally;
    assert!(converted > queries * 9 / 10 && straight > queries * 4 / 10, "{converted}, {straight}");
    assert!(meeting > converted * 4 / 10 && early < converted / 2, "{meeting}, {early}");

    let mut tally = Tally::default();
    tally.add(&published::queries());
    eprintln!("published queries: {tally:?}");
}
