//! Strategies make the cases that they are for, and cases shrink to few and round numbers.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use std::collections::BTreeSet;
use std::mem::discriminant;

use octosat_check::queries::{self, cached::Cached};
use octosat_check::strategies::{KINDS, Kind, UPRIGHT_KINDS, one_kind};
use octosat_check::{Basis, Boxes, Case, Frame, Query, Round, Search, runner};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestError;

/// A list of a kind, as a seed makes it.
fn list(kind: Kind, seed: u64) -> Frame {
    one_kind(kind).new_tree(&mut runner(seed, 0)).unwrap().current()
}

/// How many pairs of a list are within a share of their smaller size of touching, per cent.
fn nearly_touching(frame: &Frame, share: f32) -> usize {
    let case = Case::new(Basis::Unit, frame).unwrap();
    let size = |index: u32| frame.half_extents[index as usize].iter().copied().fold(0.0, f32::max);
    let near = frame.pairs.iter().filter(|pair| {
        let smaller = pair.map(size).into_iter().fold(f32::INFINITY, f32::min);
        let separation = case.boxes.reference(**pair).separations().separation;
        separation.abs() <= f64::from(share * smaller)
    });
    near.count() * 100 / frame.pairs.len()
}

#[test]
fn pairs_of_most_kinds_nearly_touch() {
    let spread = ["any", "extreme-ratios", "twins", "grid", "eighths"];
    for kind in KINDS.into_iter().filter(|kind| !spread.contains(&kind.name)) {
        let lists = (0..5).map(|seed| nearly_touching(&list(kind, seed), 0.3));
        let share = lists.sum::<usize>() / 5;
        assert!(share >= 60, "{}: {share} %", kind.name);
    }
}

/// Higher than wide, so that the axes in the plane decide.
#[test]
fn rectangles_that_touch_nearly_touch_in_the_plane() {
    let [_, touching, _] = UPRIGHT_KINDS;
    for seed in 0..5 {
        let mut frame = list(touching, seed);
        assert!(frame.half_extents.iter().all(|half| half[2] == 0.0), "{}", touching.name);
        frame.half_extents.iter_mut().for_each(|half| half[2] = 1.0);
        let share = nearly_touching(&frame, 0.03);
        assert!(share >= 90, "{}: {share} %", touching.name);
    }
}

#[test]
fn every_basis_takes_boxes_of_every_kind() {
    for kind in KINDS.into_iter().chain(UPRIGHT_KINDS) {
        for seed in 0..20 {
            let Frame { half_extents, position, rotation, .. } = &list(kind, seed);
            for basis in Basis::ALL {
                let boxes = Boxes::new(basis, half_extents, position, rotation);
                assert!(boxes.is_ok(), "{}: {:?}", kind.name, boxes.err());
            }
        }
    }
}

#[test]
fn a_failure_of_any_pair_is_left_with_one_pair_of_round_numbers() {
    for kind in KINDS {
        let tree = one_kind(kind).new_tree(&mut runner(3, 0)).unwrap();
        let fails = |frame: Frame| {
            prop_assert!(frame.pairs.is_empty());
            Ok(())
        };
        let Err(TestError::Fail(_, left)) = runner(3, 0).run_one(tree, fails) else {
            panic!("{}: it fails", kind.name);
        };
        assert_eq!(left.pairs, [[0, 1]], "{}: {left:?}", kind.name);
        let pose = format!("{:?}, {:?}", left.position[0], left.rotation[0]);
        assert_eq!(pose, "[0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]", "{}", kind.name);
        let is_round = |half: &f32| half.to_string().len() <= 6;
        assert!(left.half_extents[0].iter().all(is_round), "{}: {left:?}", kind.name);
    }
}

#[test]
fn a_failure_in_depth_is_left_with_a_few_round_numbers() {
    let any = one_kind(KINDS[0]).new_tree(&mut runner(7, 1)).unwrap();
    let is_deep = |frame: Frame| {
        let case = Case::new(Basis::Unit, &frame).unwrap();
        let depth = |&pair: &[u32; 2]| -case.boxes.reference(pair).separations().separation;
        prop_assert!(frame.pairs.iter().all(|pair| depth(pair) <= 0.5));
        Ok(())
    };
    let left = runner(7, 1).run_one(any, is_deep);
    let Err(TestError::Fail(_, left)) = left else { panic!("no pair is deep") };
    assert_eq!((left.pairs.len(), left.half_extents), (1, vec![[1.0; 3]; 2]));
    assert_eq!((left.position, left.rotation), (vec![[0.0; 3]; 2], vec![[0.0, 0.0, 0.0, 1.0]; 2]));
}

#[test]
fn worlds_move_in_every_way_and_lose_frames_first() {
    let mut changes = BTreeSet::new();
    let (mut recordable, mut resting, mut repeated) = (0, 0, 0);
    for number in 0..200 {
        let tree = Cached.rounds(number).new_tree(&mut runner(6, number)).unwrap();
        let round = tree.current();
        assert!(round.frames.len() > 2 && round.frames[0].changes.is_empty());
        recordable += usize::from(round.is_recordable());
        for frames in round.frames.windows(2) {
            let [before, now] = frames else { unreachable!("windows of two") };
            resting += usize::from(before.position == now.position && !now.position.is_empty());
            let unique: BTreeSet<_> = now.pairs.iter().collect();
            repeated += usize::from(unique.len() < now.pairs.len());
            for change in &now.changes {
                changes.insert(format!("{:?}", discriminant(change)));
            }
        }
        for basis in Basis::ALL {
            round.cases(basis, Cached.facts()).unwrap();
        }
    }
    assert_eq!(changes.len(), 6, "{changes:?}");
    assert!(recordable > 20 && resting > 50 && repeated > 20, "{recordable} {resting} {repeated}");
    let tree = Cached.rounds(0).new_tree(&mut runner(6, 0)).unwrap();
    let fails = |_: Round| Err(TestCaseError::fail("always"));
    let Err(TestError::Fail(_, left)) = runner(6, 0).run_one(tree, fails) else { panic!() };
    assert_eq!((left.frames.len(), left.frames[0].position.len()), (3, 1), "{left:?}");
}

/// A climb begins with a round's worst pair, and finds errors that are a larger part of their bound.
#[test]
fn a_climb_finds_larger_errors() {
    let mut larger = 0;
    for name in ["pairs", "distances", "casts", "impacts", "spheres"] {
        let query = queries::by_name(name).unwrap();
        let search = Search::new(query, 5).unwrap();
        for number in 1..4 {
            let round = search.round(number).unwrap().report;
            let climbed = search.climb(number, 30).unwrap();
            assert!(climbed.failure.is_none(), "{name}: {:?}", climbed.failure);
            assert!(climbed.report.worst_error() >= round.worst_error(), "{name}, round {number}");
            assert!(climbed.report.rows >= 30, "{name}");
            larger += usize::from(climbed.report.worst_error() > 1.1 * round.worst_error());
        }
    }
    assert!(larger >= 4, "only {larger} of 15 climbs found more");
}

/// Frames that depend on each other cannot be changed alone.
#[test]
fn a_climb_of_a_cache_is_rejected() {
    let query = queries::ALL.iter().find(|query| query.facts().remembers).unwrap();
    let error = Search::new(*query, 5).unwrap().climb(0, 1).unwrap_err();
    assert!(error.to_string().contains("frames depend on each other"), "{error}");
}
