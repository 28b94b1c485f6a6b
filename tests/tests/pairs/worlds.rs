//! Everyday and adversarial worlds: the runner finds no fault, and the worlds reach every axis and kind of contact.

use std::collections::BTreeMap;

use octosat::Engine;
use octosat_check::{Basis, Case, Frame, Setting, fastest};
use octosat_reference::float64::Agreement;
use octosat_tests::octagon_boxes;

use crate::common::{
    answers, boxes_of, cases, check, cloud, frame_of, gap_by_projections, is_dismissed, manifolds,
    standard_frames, ties,
};

/// Part of the summed half extents; boxes deeper than this have a common point that is found without axes. In
/// shallower overlaps projections converge too slowly.
const CLEAR: f64 = 0.01;

/// Most rounds of alternating projections.
const PROJECTIONS: usize = 100_000;

/// All worlds.
fn frames(pairs: usize, seed: u64) -> Vec<(String, Frame)> {
    let mut frames = standard_frames(pairs, seed);
    let of = |boxes: Vec<_>| frame_of(&boxes, 0.0);
    frames.push(("ties".to_owned(), of(ties(pairs, seed))));
    frames.push(("octagons".to_owned(), of(octagon_boxes())));
    frames
}

/// Without a margin, with one that dismisses few pairs, and with one that dismisses almost no.
#[test]
fn every_promise_holds_on_everyday_and_adversarial_worlds() {
    for (name, mut frame) in frames(1_003, 31) {
        for margin in [0.0, 0.03, 0.5] {
            frame.setting.margin = margin;
            check(&name, &frame);
            // Each box that was a is b.
            frame.pairs.iter_mut().for_each(|pair| pair.reverse());
        }
    }
}

/// The worlds would prove little if all pairs were apart, or all axes faces of a.
#[test]
fn the_worlds_reach_every_axis_and_every_kind() {
    let (mut axes, mut kinds) = ([0_usize; 15], BTreeMap::<_, usize>::new());
    let (mut zero_normals, mut degenerate, mut many) = (0, 0, 0);
    let of_margins = |margin| frames(4_003, 14).into_iter().map(move |frame| (frame, margin));
    for ((name, mut frame), margin) in [0.03, 0.5].into_iter().flat_map(of_margins) {
        frame.setting.margin = margin;
        for case in cases(&frame) {
            let found = answers(&Engine::new(), &case);
            let overlapping = found.iter().filter(|row| row.penetration.overlaps()).count();
            let share = overlapping * 100 / found.len();
            assert!((1..=99).contains(&share) || name == "octagons", "{name}: {share} %");
            for row in &found {
                axes[usize::from(row.penetration.axis.code())] += 1;
                zero_normals += usize::from(is_dismissed(&row.penetration));
                for manifold in manifolds(row) {
                    *kinds.entry(manifold.row.kind().to_string()).or_default() += 1;
                    degenerate += usize::from(manifold.row.is_degenerate());
                    many += usize::from(manifold.points().len() > 4);
                }
            }
        }
    }
    eprintln!("{axes:?}, {kinds:?}, {degenerate} degenerate, {many} of more than four points");
    assert!(axes.iter().all(|&count| count > 100) && zero_normals > 1_000, "{axes:?}");
    assert!(kinds.values().filter(|&&count| count > 300).count() >= 4, "{kinds:?}");
    assert!(degenerate > 3_000 && many > 3_000, "{degenerate} {many}");
}

/// A bound so wide that it swallowed ordinary pairs would make the reference worthless.
#[test]
fn the_error_bound_is_narrow_where_boxes_are_ordinary() {
    for case in cases(&cloud(20_000, 23)) {
        let engine = fastest();
        for (row, &pair) in answers(&engine, &case).iter().zip(&case.pairs) {
            let reference = case.boxes.reference(pair);
            let extent = 6.0 * 0.75 + 3.0;
            assert!(reference.error_bound() < 1e-5 * extent, "{}", reference.error_bound());
            assert_ne!(reference.agreement(row.overlaps == 1, 0.0), Agreement::WithinBound);
        }
    }
}

/// The answer without any separating axis: boxes called deep have a common point, and no two points of boxes called
/// apart are nearer than the separation.
#[test]
fn alternating_projections_agree() {
    let mut deep = 0;
    for (name, frame) in standard_frames(1_500, 25) {
        let setting = Setting { margin: 1e6, ..frame.setting };
        let case = Case::new(Basis::Unit, &Frame { setting, ..frame.clone() }).unwrap();
        let boxes = boxes_of(&frame);
        for (row, &pair) in answers(&Engine::new(), &case).iter().zip(&case.pairs) {
            let both = pair.map(|index| &boxes[index as usize]);
            let (depth, error_bound) =
                (f64::from(row.penetration.depth), case.boxes.reference(pair).error_bound());
            let extents = both.iter().flat_map(|given| given.half_extents.map(f64::from));
            let clear = CLEAR * extents.sum::<f64>();
            if depth > clear {
                let gap = gap_by_projections(both, PROJECTIONS, 0.1 * clear);
                assert!(gap <= 0.1 * clear, "{name}: {depth} deep, but {gap} apart");
                deep += 1;
            } else {
                let gap = gap_by_projections(both, 20, 0.0);
                assert!(gap >= -depth - error_bound, "{name}: {gap} apart, said {row:?}");
            }
        }
    }
    assert!(deep > 2000, "only {deep} pairs were deep");
}

#[test]
fn contacts_exist_where_boxes_overlap_and_show_their_depth() {
    for (name, frame) in standard_frames(6_007, 25) {
        let case = Case::new(Basis::Unit, &frame).unwrap();
        for (row, pair) in answers(&Engine::new(), &case).iter().zip(&case.pairs) {
            let [four, eight] = manifolds(row);
            let (row, manifold) = (&row.penetration, &eight.row);
            assert_eq!(
                [four.row.len > 0, manifold.len > 0],
                [row.overlaps(); 2],
                "{name}: {four:?}"
            );
            if !row.overlaps() {
                continue;
            }
            let deepest = eight.points().iter().fold(f32::MIN, |most, p| most.max(p.depth));
            let extents = pair.map(|index| frame.half_extents[index as usize]);
            let scale: f32 = extents.as_flattened().iter().sum();
            // If a face was preferred to slightly shallower edges, the deepest corner may lie outside of it.
            let least = manifold.depth * 0.95 - 4e-6 * scale;
            let within = least <= deepest && deepest <= manifold.depth + 4e-6 * scale;
            assert!(within, "{name} {pair:?}: {deepest} {manifold:?}");
            assert!(manifold.depth <= row.depth * 1.05 + 1e-5 * scale, "{name} {pair:?}");
        }
    }
}
