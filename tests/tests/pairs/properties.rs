//! Properties of single pairs, for pairs of every kind.

use octosat::{Length, OrientedBox, Penetration};
use octosat_check::queries::pairs::Pairs;
use octosat_check::{Asked, Basis, Case, Query, engines, fastest};
use octosat_tests::{along, narrow, wide};

use crate::common::{
    answers, boxes_of, cases, check_rows, for_lists, frame_of, is_dismissed, reference, row_bits,
};

/// Sine of the angle of two edges up to which they may count as parallel: the engine's limit of 1e-7, and the rounding
/// of the rotations.
const PARALLEL_SINE: f64 = 3e-7;

#[test]
fn the_depths_sign_is_the_boolean() {
    for_lists(|frame| {
        let case = Case::new(Basis::Unit, frame).unwrap();
        let engine = fastest();
        for (answer, &pair) in answers(&engine, &case).iter().zip(&case.pairs) {
            if answer.penetration.overlaps() == (answer.overlaps == 1) {
                continue;
            }
            // Edges this close to parallel may separate, but are no axis of a depth; that is visible only between
            // boxes that touch within rounding.
            let reference = case.boxes.reference(pair);
            let truth = reference.separations();
            let nearly = |&sine: &f64| sine < PARALLEL_SINE && sine > 0.0;
            assert!(truth.edge_sines.iter().any(nearly), "{answer:?} {reference:?}");
            assert!(truth.separation.abs() <= reference.error_bound(), "{answer:?} {reference:?}");
        }
    });
}

#[test]
fn a_larger_margin_never_loses_a_pair() {
    for_lists(|frame| {
        for case in cases(frame) {
            let engine = fastest();
            let ask = |margin| {
                let asked = Asked::list(&engine, &case, &(), &case.pairs);
                Pairs.ask(&Asked { margin, ..asked }, &mut Pairs.memory(0)).unwrap()
            };
            let rows = [0.0, 0.02, 0.3].map(|margin| ask(Length::Uniform(margin)));
            for (smaller, larger) in rows.iter().zip(&rows[1..]) {
                for (low, high) in smaller.iter().zip(larger) {
                    assert!(low.overlaps <= high.overlaps, "{low:?} {high:?}");
                    let [low, high] = [low, high].map(|row| &row.penetration);
                    let same = row_bits(low) == row_bits(high);
                    assert!(is_dismissed(low) || same, "{low:?} {high:?}");
                }
            }
            let mut none = ask(Length::None).into_iter().zip(&rows[0]);
            let same = none.all(|(none, zero)| none.overlaps == zero.overlaps);
            assert!(same || case.boxes.basis() == Basis::PreScaled);
        }
    });
}

/// How far apart two boxes are once b was moved by a part of the depth along the normal.
fn left_after(part: f64, [a, mut b]: [OrientedBox; 2], row: &Penetration) -> f64 {
    let distance = part * f64::from(row.depth);
    b.pose.center = narrow(along(wide(b.pose.center), distance, wide(row.normal)));
    reference(&[a, b]).separations().separation
}

/// Moving b by the depth along the normal parts the boxes, and moving it much less does not.
#[test]
fn moving_by_the_depth_parts_the_boxes() {
    for_lists(|frame| {
        let boxes = boxes_of(frame);
        check_rows("a list", &boxes, |seen| {
            let [row, error_bound] = [f64::from(seen.row.depth), seen.reference.error_bound()];
            if row <= 10.0 * error_bound {
                return;
            }
            let pair = [boxes[2 * seen.place], boxes[2 * seen.place + 1]];
            // Rounding the moved center to float32 moves it again.
            let center = wide(pair[1].pose.center).map(f64::abs);
            let reach = center.into_iter().fold(row, f64::max);
            let slack = 2.0 * error_bound + reach * 2.0 * f64::from(f32::EPSILON);
            let [all, most] = [1.0, 0.9].map(|part| left_after(part, pair, seen.row));
            assert!(most <= slack, "{most:e} apart after nine tenths of {:?}", seen.row);
            assert!(all >= -slack, "{all:e} after moving by {:?}, slack {slack:e}", seen.row);
        });
    });
}

/// Every threshold scales with the boxes, so meters or sixteenths of them give the same bits.
#[test]
fn scaling_by_powers_of_two_scales_the_depths_exactly() {
    for_lists(|frame| {
        let originals = boxes_of(frame);
        for exponent in [-8, -3, 1, 6] {
            let factor = 2.0_f32.powi(exponent);
            let image = |given: &OrientedBox| {
                let [center, half] =
                    [given.pose.center, given.half_extents].map(|v| v.map(|part| part * factor));
                OrientedBox::new(center, given.pose.rotation, half)
            };
            let images: Vec<OrientedBox> = originals.iter().map(image).collect();
            for margin in [0.0, 0.125] {
                let first = cases(&frame_of(&originals, margin));
                let second = cases(&frame_of(&images, margin * factor));
                for (first, second) in first.iter().zip(&second) {
                    for engine in engines() {
                        let rows =
                            answers(&engine, first).into_iter().zip(answers(&engine, second));
                        for (given, scaled) in rows {
                            assert_eq!(given.overlaps, scaled.overlaps, "{given:?} {scaled:?}");
                            let row = given.penetration;
                            let expected = Penetration { depth: row.depth * factor, ..row };
                            assert_eq!(
                                row_bits(&scaled.penetration),
                                row_bits(&expected),
                                "{row:?}"
                            );
                        }
                    }
                }
            }
        }
    });
}
