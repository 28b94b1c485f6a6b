//! What checks are made of: findings and rectangles.

use octosat_check::queries::rectangles::Rectangles;
use octosat_check::{Basis, Case, Finding, Frame, Query, Setting};

#[test]
fn the_first_fault_stays_and_errors_are_the_largest() {
    let mut finding = Finding::default();
    finding.within(0.5, 1.0, "near");
    finding.not_over(-7.0, 1.0, "below");
    assert!((finding.error - 0.5).abs() < 1e-12 && finding.fault.is_none());
    finding.holds(false, "first");
    finding.within(f64::NAN, 1.0, "second");
    let both = finding.and(Finding { error: 0.75, ..Finding::of_fault("third".to_owned()) });
    assert_eq!((both.fault.as_deref(), both.error), (Some("first"), 0.75));
}

#[test]
fn rectangles_keep_turns_about_z_alone() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // Upright: not turned, by a right angle, by half a turn. Upside down, and tipped over by a right angle, then turned
    // by one.
    let turns = [
        ([0.0, 0.0, 0.0, 1.0], [1.0, 0.0]),
        ([0.0, 0.0, half, half], [0.0, 1.0]),
        ([0.0, 0.0, 1.0, 0.0], [-1.0, 0.0]),
        ([1.0, 0.0, 0.0, 0.0], [1.0, 0.0]),
        ([0.5, 0.5, 0.5, 0.5], [0.0, 1.0]),
    ];
    let frame = Frame {
        half_extents: vec![[1.0; 3]; turns.len()],
        position: vec![[0.0; 3]; turns.len()],
        rotation: turns.map(|(rotation, _)| rotation).to_vec(),
        pairs: Vec::new(),
        setting: Setting::new(0.0, 1),
        changes: Vec::new(),
    };
    let case = Case::new(Basis::Unit, &frame).expect("valid boxes");
    let store = Rectangles.world(&case).expect("valid rectangles");
    for (&[.., cosine, sine], (rotation, turn)) in store.poses().iter().zip(turns) {
        assert_eq!([cosine, sine].map(f32::to_bits), turn.map(f32::to_bits), "{rotation:?}");
    }
}
