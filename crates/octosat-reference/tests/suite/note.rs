//! The note's rule against the shortest translation.

use crate::common::{SplitMix64, normalised, oriented};
use octosat_reference::OrientedBox;
use octosat_reference::judge::{JudgedPair, judge};
use octosat_reference::note::{NoteResponse, as_written, corrected};
use octosat_reference::textbook::MatrixBox;

const IDENTITY: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

fn both(a: &OrientedBox, b: &OrientedBox) -> [Option<NoteResponse>; 2] {
    let (a, b) = (MatrixBox::from(a), MatrixBox::from(b));
    [as_written(&a, &b), corrected(&a, &b)]
}

/// The separation after both boxes made their half of the move, metres.
fn separation_after(a: &OrientedBox, b: &OrientedBox, response: &NoteResponse) -> f64 {
    let (mut moved_a, mut moved_b) = (MatrixBox::from(a), MatrixBox::from(b));
    response.part(&mut moved_a, &mut moved_b);
    let a = OrientedBox { center: moved_a.center, ..*a };
    let b = OrientedBox { center: moved_b.center, ..*b };
    judge(&a, &b).separation
}

/// A long beam with a cube that has come in from above: up is 0.3, out at the end is 1.5, but
/// 1.5 is the smaller part of the beam's length.
#[test]
fn the_relative_depth_sends_a_cube_out_at_the_far_end() {
    let beam = oriented([0.0; 3], IDENTITY, [10.0, 0.5, 0.5]);
    let cube = oriented([9.0, 0.0, 0.7], IDENTITY, [0.5; 3]);
    let [written, right] = both(&beam, &cube).map(|response| response.expect("they overlap"));
    assert_eq!((written.case, right.case), (0, 2));
    assert!((written.depth - 1.5).abs() < 1e-6 && (right.depth - 0.3).abs() < 1e-6);
    assert!(written.relative_depth < right.relative_depth);
}

/// Edges that cross at an angle with the sine 0.6: the note's depth is the true one times 0.6,
/// and so is its axis's length, so its move covers 0.36 of the way.
#[test]
fn the_unnormalised_edge_axis_moves_too_little() {
    let half = [2.0, 0.1, 0.1];
    let roll = std::f64::consts::FRAC_PI_8;
    let (sine, cosine) = (roll.sin(), roll.cos());
    // Both beams stand on an edge, and b's is turned about z by the angle with the sine 0.6.
    let a = oriented([0.0; 3], normalised([sine, 0.0, 0.0, cosine]), half);
    let (turn_sine, turn_cosine) = (0.1_f64.sqrt(), 0.9_f64.sqrt());
    let q = [turn_cosine * sine, turn_sine * sine, turn_sine * cosine, turn_cosine * cosine];
    let b = oriented([0.0, 0.0, 0.25], normalised(q), half);
    let [written, right] = both(&a, &b).map(|response| response.expect("they overlap"));
    assert_eq!((written.case, right.case), (6, 6));
    assert!((written.depth / right.depth - 0.6).abs() < 1e-4);
    let before = judge(&a, &b).separation;
    let after = separation_after(&a, &b, &written);
    assert!((after / before - (1.0 - 0.36)).abs() < 1e-3, "{before} {after}");
    assert!(separation_after(&a, &b, &right).abs() < 1e-6);
}

#[test]
fn touching_collides_only_when_put_right() {
    let a = oriented([0.0; 3], IDENTITY, [1.0; 3]);
    let b = oriented([2.0, 0.0, 0.0], IDENTITY, [1.0; 3]);
    let [written, right] = both(&a, &b);
    assert!(written.is_none());
    assert!(right.is_some_and(|response| response.depth.abs() < 1e-6 && response.case == 0));
}

#[test]
fn both_agree_with_the_truth_away_from_touching() {
    let mut random = SplitMix64(9);
    for _ in 0..20_000 {
        let halves: [[f64; 3]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.magnitude(0.1, 1.0)));
        let a = oriented(random.vector(1.0), uniform(&mut random), halves[0]);
        let b = oriented(random.vector(1.0), uniform(&mut random), halves[1]);
        let pair = JudgedPair::oriented(&a, &b);
        let truth = pair.judgement();
        if truth.separation.abs() < 1e-3 {
            continue;
        }
        let [written, right] = both(&a, &b);
        assert_eq!(written.is_some(), truth.separation < 0.0);
        assert_eq!(right.is_some(), truth.separation < 0.0);
        let Some(right) = right else { continue };
        assert!((f64::from(right.depth) + truth.separation).abs() < 1e-4, "{right:?} {truth:?}");
        assert!(separation_after(&a, &b, &right).abs() < 1e-3);
        assert_eq!(right.negative, right.response_opposes_axis(&a, &b));
    }
}

fn uniform(random: &mut SplitMix64) -> [f64; 4] {
    normalised(std::array::from_fn(|_| random.range(-1.0, 1.0)))
}

trait Sign {
    fn response_opposes_axis(&self, a: &OrientedBox, b: &OrientedBox) -> bool;
}

impl Sign for NoteResponse {
    /// Whether the response points against the case's axis, found from the axes alone.
    fn response_opposes_axis(&self, a: &OrientedBox, b: &OrientedBox) -> bool {
        let (a, b) = (MatrixBox::from(a), MatrixBox::from(b));
        let case = usize::from(self.case);
        let axis = match case {
            0..3 => a.axes[case],
            3..6 => b.axes[case - 3],
            _ => {
                let (u, v) = (a.axes[(case - 6) / 3], b.axes[(case - 6) % 3]);
                std::array::from_fn(|k| {
                    let (l, m) = ((k + 1) % 3, (k + 2) % 3);
                    u[l] * v[m] - u[m] * v[l]
                })
            }
        };
        axis.iter().zip(&self.response).map(|(x, y)| x * y).sum::<f32>() < 0.0
    }
}
