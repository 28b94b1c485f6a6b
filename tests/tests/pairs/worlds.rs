//! Everyday and adversarial worlds: the runner finds nothing, and they reach whatever there is.

use std::collections::BTreeMap;

use octosat::{Backend, Engine, EngineOptions, Rounding};
use octosat_check::{Basis, Case, Frame, Setting, available_backends};
use octosat_reference::float64::Agreement;
use octosat_tests::octagon_boxes;

use crate::common::{
    answers, boxes_of, cases, check, check_rows, cloud, fastest_engines, frame_of,
    gap_by_projections, hard_pairs, is_dismissed, manifolds, row_bits, standard_frames, ties,
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
    frames.push(("hard pairs".to_owned(), of(hard_pairs(2 * pairs, seed))));
    frames.push(("octagons".to_owned(), of(octagon_boxes())));
    frames
}

/// The pairs in both orders, so that each box is a and b.
fn both_orders(frame: &Frame) -> Frame {
    let swapped = frame.pairs.iter().map(|&[a, b]| [b, a]);
    Frame { pairs: frame.pairs.iter().copied().chain(swapped).collect(), ..frame.clone() }
}

/// Without a margin, with one that dismisses few pairs, and with one that dismisses almost no.
#[test]
fn every_promise_holds_on_everyday_and_adversarial_worlds() {
    for (name, frame) in frames(2_003, 31) {
        let frame = both_orders(&frame);
        for margin in [0.0, 0.03, 0.5] {
            check(&name, &Frame { setting: Setting { margin, ..frame.setting }, ..frame.clone() });
        }
    }
}

/// The worlds would prove little if all pairs were apart, or all axes faces of a.
#[test]
fn the_worlds_reach_every_axis_and_every_kind() {
    let (mut axes, mut kinds) = ([0_usize; 15], BTreeMap::<_, usize>::new());
    let (mut zero_normals, mut degenerate, mut many) = (0, 0, 0);
    for (name, frame) in frames(4_003, 14) {
        let setting = Setting { margin: 0.03, ..frame.setting };
        for case in cases(&Frame { setting, ..frame }) {
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

/// Without this a backend whose fused rounding silently is the exact one would pass.
#[test]
fn fused_rounding_is_another_one() {
    let fuses = |backend: &Backend| backend.has_rounding(Rounding::Fused);
    for backend in available_backends().into_iter().filter(fuses) {
        for case in cases(&cloud(6_007, 13)) {
            let [exact, fused] = Rounding::ALL.map(|rounding| {
                let options = EngineOptions { backend, rounding, threads: 1 };
                answers(&Engine::with(options).unwrap(), &case)
            });
            let differ = exact.iter().zip(&fused);
            let differ =
                differ.filter(|(a, b)| row_bits(&a.penetration) != row_bits(&b.penetration));
            assert!(differ.count() > exact.len() / 2, "{backend} {:?}", case.boxes.basis());
        }
    }
}

/// A bound so wide that it swallowed ordinary pairs would make the reference worthless.
#[test]
fn the_error_bound_is_narrow_where_boxes_are_ordinary() {
    for case in cases(&cloud(20_000, 23)) {
        for engine in fastest_engines() {
            for (row, &pair) in answers(&engine, &case).iter().zip(&case.pairs) {
                let reference = case.boxes.reference(pair);
                let extent = 6.0 * 0.75 + 3.0;
                assert!(reference.error_bound() < 1e-5 * extent, "{}", reference.error_bound());
                assert_ne!(reference.agreement(row.overlaps == 1, 0.0), Agreement::WithinBound);
            }
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
fn a_box_with_itself_overlaps_as_deep_as_it_is_thin() {
    let boxes: Vec<_> =
        boxes_of(&cloud(200, 34)).into_iter().flat_map(|given| [given, given]).collect();
    check_rows("itself", &boxes, |seen| {
        let [x, y, z] = boxes[2 * seen.place].half_extents.map(f64::from);
        let off = f64::from(seen.row.depth) - 2.0 * x.min(y).min(z);
        assert!(seen.overlaps && off.abs() <= seen.reference.error_bound(), "{:?}", seen.row);
    });
}

#[test]
fn contacts_exist_where_boxes_overlap_and_show_their_depth() {
    for (name, frame) in standard_frames(6_007, 25) {
        let case = Case::new(Basis::Unit, &frame).unwrap();
        for (row, pair) in answers(&Engine::new(), &case).iter().zip(&case.pairs) {
            let [four, _] = manifolds(row);
            let (row, manifold) = (&row.penetration, &four.row);
            assert_eq!(row.overlaps(), manifold.len > 0, "{name}: {manifold:?}");
            if !row.overlaps() {
                continue;
            }
            let deepest = four.points().iter().fold(f32::MIN, |most, p| most.max(p.depth));
            let extents = pair.map(|index| frame.half_extents[index as usize]);
            let scale: f32 = extents.as_flattened().iter().sum();
            // Where a face was preferred to slightly shallower edges, the deepest corner may lie beside it.
            let least = manifold.depth * 0.95 - 4e-6 * scale;
            let within = least <= deepest && deepest <= manifold.depth + 4e-6 * scale;
            assert!(within, "{name} {pair:?}: {deepest} {manifold:?}");
            assert!(manifold.depth <= row.depth * 1.05 + 1e-5 * scale, "{name} {pair:?}");
        }
    }
}
