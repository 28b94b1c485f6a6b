//! What contacts with a cache get wrong is found: rows are broken by hand before they are checked.

use bytemuck::{Zeroable, bytes_of_mut};
use octosat::{Engine, Links};
use octosat_check::queries::cached::{Cached, CachedRow, Past};
use octosat_check::{Asked, Basis, Case, Change, Frame, Query, SPECULATIVE_MARGIN, Setting};
use octosat_scenes::generate;

/// Where a row has the position of its first point, and the first number of its first surface point.
const FIRST_POINT: usize = 24;
const FIRST_SURFACE: usize = FIRST_POINT + 8 * 20;

/// A wall of which every other brick has slid, meters.
fn wall(slide: f32) -> Frame {
    let setting = Setting::new(SPECULATIVE_MARGIN, 1);
    let mut frame = Frame::of_scene(&generate::wall(60, 1), setting);
    frame.position.iter_mut().step_by(2).for_each(|[x, ..]| *x += slide);
    frame
}

/// What is found in a frame that follows a wall, and in the wall, if rows of several points are broken; and how many
/// are.
fn found(frame: &Frame, spoil: impl Fn(&mut CachedRow)) -> (Vec<String>, usize) {
    let (engine, mut memory, mut past) = (Engine::new(), Cached.memory(0), Past::default());
    let (mut faults, mut broken) = (Vec::new(), 0);
    for (frame, is_spoiled) in [(&wall(0.0), false), (frame, true)] {
        let case = Case::new(Basis::Unit, frame).expect("a wall is valid");
        let asked = Asked::list(&engine, &case, &(), &case.pairs);
        let mut answers = Cached.ask(&asked, &mut memory).expect("a wall is valid");
        let rows = answers.iter_mut().filter(|row| is_spoiled && row.manifold.points().len() > 1);
        broken += rows.map(&spoil).count();
        let findings = Cached.check(&asked, &answers, &mut past).expect("a wall is valid");
        faults.extend(findings.into_iter().filter_map(|finding| finding.fault));
    }
    (faults, broken)
}

/// Breaks a frame at rest and frames that slid: each fault is found, and nothing else.
fn is_found(spoil: impl Fn(&mut CachedRow), what: &str) {
    for slide in [0.0, 1e-4, 0.05] {
        let frame = wall(slide);
        assert_eq!(found(&frame, |_| ()).0, Vec::<String>::new(), "{what}, nothing broken");
        let (faults, broken) = found(&frame, &spoil);
        assert!(broken > 50, "only {broken} rows");
        assert_eq!(faults.len(), broken, "{what}, slid by {slide}");
    }
}

#[test]
fn wrong_predecessors_are_found() {
    is_found(|row| row.predecessors.swap(0, 1), "swapped");
    is_found(|row| row.predecessors[0] = Links::NEW_POINT, "new");
    is_found(|row| row.predecessors[0] = 8, "of no point");
    is_found(|row| row.goes_on = 0, "new pairs");
}

#[test]
fn moved_points_are_found() {
    for place in [FIRST_POINT, FIRST_SURFACE] {
        let spoil = |row: &mut CachedRow| {
            let x = &mut bytes_of_mut(row)[place..][..4];
            let moved = f32::from_le_bytes(x.try_into().expect("four bytes")) + 0.1;
            x.copy_from_slice(&moved.to_le_bytes());
        };
        is_found(spoil, "moved");
    }
}

#[test]
fn lost_pairs_are_found() {
    is_found(
        |row| *row = CachedRow { predecessors: row.predecessors, ..Zeroable::zeroed() },
        "lost",
    );
}

#[test]
fn remembering_what_was_forgotten_is_found() {
    let changes = wall(0.0).pairs.iter().map(|&pair| Change::ForgetPair(pair)).collect();
    for changes in [changes, vec![Change::Clear]] {
        let frame = Frame { changes, ..wall(0.0) };
        assert_eq!(found(&frame, |_| ()).0, Vec::<String>::new());
        let spoils: [fn(&mut CachedRow); 2] =
            [|row| row.predecessors[0] = 0, |row| row.goes_on = 1];
        for spoil in spoils {
            let (faults, broken) = found(&frame, spoil);
            assert!(broken > 50 && faults.len() == broken, "{} of {broken}", faults.len());
        }
    }
}
