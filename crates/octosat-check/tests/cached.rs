//! What contacts with a cache get wrong is found: rows are broken by hand before they are checked.

use bytemuck::{Zeroable, bytes_of_mut};
use octosat::{Engine, NEW_POINT};
use octosat_check::queries::cached::{Cached, CachedRow, Past};
use octosat_check::{Asked, Basis, Case, Frame, Query, SPECULATIVE_MARGIN, Setting};
use octosat_scenes::generate;
use octosat_scenes::generate::motion::Change;

/// The byte of flags in a row, and the flags of rows with the same points and of those that were taken over.
const STATUS: usize = 22;
const SAME: u8 = 16;
const REUSED: u8 = 128;

/// Where a row has the position of its first point.
const FIRST_POINT: usize = 24;

/// Meters: so little that manifolds are kept where any are.
const LITTLE: f32 = 1e-4;

/// A wall of which every other brick has slid, meters.
fn wall(slide: f32) -> Frame {
    let setting = Setting::new(SPECULATIVE_MARGIN, 1);
    let mut frame = Frame::of_scene(&generate::wall(60, 1), setting);
    frame.position.iter_mut().step_by(2).for_each(|[x, ..]| *x += slide);
    frame
}

/// What is found if rows of several points are broken.
struct Found {
    faults: Vec<String>,
    broken: usize,
}

impl Found {
    /// What is found in a frame that follows a wall, and in the wall.
    fn new(query: Cached, frame: &Frame, spoil: impl Fn(&mut CachedRow)) -> Self {
        let (engine, mut memory, mut past) = (Engine::new(), query.memory(0), Past::default());
        let mut found = Self { faults: Vec::new(), broken: 0 };
        for (frame, is_spoiled) in [(&wall(0.0), false), (frame, true)] {
            let case = Case::new(Basis::Unit, frame).expect("a wall is valid");
            let asked = Asked::list(&engine, &case, &(), &case.pairs);
            let mut answers = query.ask(&asked, &mut memory).expect("a wall is valid");
            let broken = answers.iter_mut().filter(|row| is_spoiled && row.points().len() > 1);
            found.broken += broken.map(&spoil).count();
            let findings = query.check(&asked, &answers, &mut past).expect("a wall is valid");
            found.faults.extend(findings.into_iter().filter_map(|finding| finding.fault));
        }
        found
    }
}

/// Breaks a frame at rest, one that slid so little that manifolds are kept in one of the modes, and one that slid by
/// more: each fault is found, and nothing else.
fn is_found(spoil: impl Fn(&mut CachedRow), what: &str) {
    for query in [Cached::STEADY, Cached::REUSE] {
        for slide in [0.0, LITTLE, 0.05] {
            is_found_in(query, slide, &spoil, what);
        }
    }
}

fn is_found_in(query: Cached, slide: f32, spoil: impl Fn(&mut CachedRow), what: &str) {
    let frame = wall(slide);
    let Found { faults, .. } = Found::new(query, &frame, |_| ());
    assert!(faults.is_empty(), "{what}, nothing broken: {faults:?}");
    let Found { faults, broken } = Found::new(query, &frame, &spoil);
    assert!(broken > 50, "only {broken} rows");
    assert_eq!(faults.len(), broken, "{what}, {query:?}, slid by {slide}");
}

#[test]
fn wrong_predecessors_are_found() {
    is_found(|row| row.previous.swap(0, 1), "swapped");
    is_found(|row| row.previous[0] = NEW_POINT, "new");
    is_found(|row| row.owner[1] += 1, "of another pair");
    is_found(|row| row.previous[0] = 8, "of no point");
}

#[test]
fn wrong_flags_are_found() {
    // What moved a little may be kept or computed, unless nothing is kept.
    for (query, slide) in [
        (Cached::STEADY, 0.0),
        (Cached::REUSE, 0.0),
        (Cached::STEADY, LITTLE),
        (Cached::REUSE, 0.05),
    ] {
        is_found_in(query, slide, |row| bytes_of_mut(row)[STATUS] ^= REUSED, "reused or not");
        is_found_in(query, slide, |row| bytes_of_mut(row)[STATUS] ^= SAME, "same points or not");
    }
}

#[test]
fn moved_points_are_found() {
    let spoil = |row: &mut CachedRow| {
        let x = &mut bytes_of_mut(row)[FIRST_POINT..][..4];
        let moved = f32::from_le_bytes(x.try_into().expect("a wall is valid")) + 0.1;
        x.copy_from_slice(&moved.to_le_bytes());
    };
    is_found(spoil, "moved in the world");
    is_found(|row| row.surfaces[0].on_b[0] += 0.1, "moved on a box");
}

#[test]
fn lost_pairs_are_found() {
    is_found(|row| *row = CachedRow { previous: row.previous, ..CachedRow::zeroed() }, "lost");
}

#[test]
fn remembering_what_was_forgotten_is_found() {
    for query in [Cached::STEADY, Cached::REUSE] {
        let changes = wall(0.0).pairs.iter().map(|&pair| Change::ForgetPair(pair)).collect();
        let frame = Frame { changes, ..wall(0.0) };
        assert_eq!(Found::new(query, &frame, |_| ()).faults, Vec::<String>::new());
        let spoil = |row: &mut CachedRow| row.previous[0] = 0;
        let Found { faults, broken } = Found::new(query, &frame, spoil);
        assert!(broken > 50 && faults.len() == broken, "{} of {broken}", faults.len());
    }
}
