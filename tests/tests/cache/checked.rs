//! Long sequences through the checks of `octosat-check`: the bits of every backend in lists of any order, the float64
//! reference for every frame, previous points, and the reuse of pairs at rest.

use octosat::{CacheMode, PointLimit, PointOrigin};
use octosat_check::queries::cached::Cached;
use octosat_check::{Basis, Checked, Frame, Plan, Round, Setting, Workers};
use octosat_scenes::generate::motion::Change;

use crate::frames::{Velocities, octagons, of_boxes, pile, renumbered, upright, wall, worlds};

/// Checks frames that follow each other in both modes.
#[track_caller]
fn check(name: &str, mut frames: Vec<Frame>, threads: &[usize]) {
    // Lists in an order of their own in some frames.
    for (frame, seed) in frames.iter_mut().zip(0..) {
        frame.setting.shape_seed = seed;
    }
    let plan = Plan { workers: Workers::all(threads).expect("threads"), is_thorough: false };
    let round = Round { name: name.to_owned(), frames, is_recordable: false };
    for query in [CacheMode::Steady, CacheMode::REUSE].map(|mode| Cached { mode }) {
        let mut checker = query.checker(Basis::Unit, &plan).expect("engines");
        for case in round.cases(Basis::Unit, Checked::facts(&query)).expect("valid boxes") {
            checker.check(&case).expect("a valid frame");
        }
        let report = checker.report();
        assert_eq!(report.faults(), 0, "{name}: {:#?}", report.differences);
        assert!(report.rows < 100 || report.worst_error() > 0.0, "{name}: {report:?}");
    }
}

/// Each box moved and turned by up to so many meters and radians from where it was at first, a frame per step; every
/// third time some caches are restored.
fn jittered(start: &Frame, steps: &[f64]) -> Vec<Frame> {
    let of_step = |(&step, seed): (&f64, u64)| {
        let mut frame = start.clone();
        let velocities = Velocities::new(frame.position.len(), seed, [step, step, 0.0]);
        velocities.advance(&mut frame);
        frame.changes.extend(seed.is_multiple_of(3).then_some(Change::Restore(7)));
        frame
    };
    steps.iter().zip(7..).map(of_step).collect()
}

/// Octagons have edges that pass corners at about the slack, and eight points per pair.
#[test]
fn worlds_that_come_to_rest() {
    let steps = [0.3, 0.0, 0.02, 2e-4, 1e-5, 0.0, 0.0, 1e-3, 1e-4, 1e-4];
    for mut world in worlds(150, 31).into_iter().chain([octagons()]) {
        world.setting.margin = 0.03;
        check("world", jittered(&world, &steps), &[1]);
        let (limit, origin) = (PointLimit::Eight, PointOrigin::CenterOfA);
        world.setting = Setting { margin: 0.05, limit, origin, ..world.setting };
        check("world with eight points", jittered(&world, &steps), &[1]);
    }
}

/// Boxes at rest, so that all is taken over but for what was forgotten; with slots and without.
#[test]
fn what_is_forgotten_restored_and_renumbered() {
    let mut start = wall(60, 45);
    start.slots = Some((3..).take(start.pairs.len()).collect());
    let count = u32::try_from(start.position.len()).expect("few boxes");
    let after = |frame: &Frame, changes: &[Change]| {
        let changes = changes.to_vec();
        Frame { changes, ..frame.clone() }
    };
    let forget = |pairs: &[[u32; 2]]| -> Vec<Change> {
        pairs.iter().map(|&pair| Change::ForgetPair(pair)).collect()
    };
    let [a, b] = start.pairs[30];
    let kept_half: Vec<u32> =
        (0..count).map(|k| if k % 2 == 0 { k / 2 } else { u32::MAX }).collect();
    let halves: Vec<u32> =
        (0..count).map(|k| if k % 2 == 0 { k / 2 } else { k / 2 + count.div_ceil(2) }).collect();
    let reversed: Vec<u32> = (0..count).rev().collect();
    let others = renumbered(&start, &halves);
    let mut sorted = renumbered(&others, &reversed);
    sorted.pairs.sort_unstable();
    sorted.slots = None;
    let mut repeated = sorted.clone();
    repeated.pairs.extend_from_within(..40);
    let frames = [
        after(&start, &[]),
        after(&start, &[3, 17, 40].map(Change::ForgetBox)),
        after(&start, &[Change::Restore(1)]),
        after(&start, &[Change::ForgetBox(2), Change::ForgetPair([a, b]), Change::Restore(77)]),
        // What was never there, and a pair the other way round.
        after(&start, &[Change::ForgetBox(u32::MAX), Change::ForgetBox(count)]),
        after(&start, &forget(&[[b, a], [u32::MAX, 0]])),
        after(&start, &forget(&start.pairs[5..25])),
        // Every second box is kept, and others of the same poses take the numbers behind.
        after(&others, &[Change::Renumber(kept_half)]),
        after(&others, &[Change::Renumber(Vec::new())]),
        after(&others, &[]),
        // An engine sorts its pairs again: both lists ascend, and the old one with its new numbers does not.
        after(&sorted, &[Change::Renumber(reversed)]),
    ];
    check("forgotten", frames.to_vec(), &[1]);
    let of_repeated = [
        after(&repeated, &[]),
        after(&repeated, &forget(&repeated.pairs[5..25])),
        after(&repeated, &[Change::Restore(5)]),
    ];
    check("forgotten of equal pairs", of_repeated.to_vec(), &[1]);
}

/// Lists of a single pair or two: one whose points fill all the room that a query makes for them, and a box that is
/// added where another one is.
#[test]
fn small_lists() {
    let cube = |center| upright(center, [0.5; 3]);
    let plate = upright([0.0; 3], [1.0, 0.5, 1.0]);
    let centers =
        [[0.1, 0.989_999, 0.2], [0.1, 0.99, 0.2], [0.1, 0.99, 0.2], [0.1001, 0.9902, 0.1999]];
    check("a full list", centers.map(|center| of_boxes(&[plate, cube(center)])).to_vec(), &[1]);
    // One touches, one is far away, and both have a twin later.
    let [a, b, c] = [0.0, 0.9, 5.0].map(|x| cube([x, 0.0, 0.0]));
    let of_pairs = |others: u32| {
        let pairs = (1..=others).map(|other| [0, other]).collect();
        Frame { pairs, ..of_boxes(&[a, b, c, b, c]) }
    };
    check("added boxes", [2, 4, 4].map(of_pairs).to_vec(), &[1]);
}

#[test]
fn threads_change_nothing() {
    let start = pile(8_000, 34);
    assert!(start.pairs.len() > 2 * 4096, "{}", start.pairs.len());
    check("threads", jittered(&start, &[0.0, 2e-4, 1e-4]), &[2, 3]);
}
