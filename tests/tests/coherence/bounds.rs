//! Manifolds that are kept or recycled stay near the truth.

use crate::common::{MODES, frames};
use octosat::tolerances::RECYCLED_MOTION;
use octosat::{Coherence, ContactKind, Engine, Manifolds, Margin, PairMemory};
use octosat_reference::judge::{ManifoldClaim, Steady, check_manifold, check_recycled_manifold};
use octosat_tests::{
    Basis, ContactSettings, PairReference, World, claimed_points, manifold_claim, standard_worlds,
};

/// The promises to a manifold that are broken; those to manifolds with memory, whose names may be those of
/// any frame before.
fn broken_promises(
    frame: &World,
    contacts: &Manifolds,
    settings: &ContactSettings<'_>,
    margin: f32,
) -> Vec<String> {
    let mut broken = Vec::new();
    for (number, &pair) in frame.pairs.iter().enumerate() {
        let row = contacts.manifolds()[number];
        let judged = PairReference::new(frame, Basis::Unit, pair).judged();
        let points = claimed_points(contacts.of(number));
        let steady = Steady { axis_kept: row.is_axis_kept(), name_reach: f64::INFINITY };
        let claim = ManifoldClaim {
            steady: Some(steady),
            ..manifold_claim(row, &points, settings, margin)
        };
        let report = if row.is_recycled() {
            check_recycled_manifold(&judged, &claim, f64::from(RECYCLED_MOTION))
        } else {
            check_manifold(&judged, &claim)
        };
        broken.extend(
            report.complaints.iter().map(|c| format!("{} {number}: {c} {row:?}", frame.name)),
        );
    }
    broken
}

#[test]
fn steady_manifolds_keep_the_promises() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut kept = 0;
    for world in standard_worlds(600, 35) {
        for mode in MODES {
            let mut memory = vec![PairMemory::default(); world.pairs.len()];
            let mut out = Manifolds::new();
            for frame in frames(&world, 11) {
                let asked = (&settings, mode.coherence(&mut memory));
                frame.coherent_contacts(&Engine::new(), asked, &mut out);
                let broken = broken_promises(&frame, &out, &settings, margin);
                assert!(
                    broken.is_empty(),
                    "{mode:?} {}: {}",
                    broken.len(),
                    broken[..broken.len().min(8)].join("\n")
                );
                kept += out.manifolds().iter().filter(|row| row.is_axis_kept()).count();
            }
        }
    }
    assert!(kept > 20, "{kept} axes were kept");
}

#[test]
fn recycled_manifolds_follow_the_motion() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut recycled = 0;
    for world in standard_worlds(600, 36) {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Manifolds::new();
        let asked = (&settings, Coherence::recycle(&mut memory));
        world.coherent_contacts(&Engine::new(), asked, &mut out);
        let remembered = memory.clone();
        let frame = world.jittered(13, 3e-4, 1e-4);
        let asked = (&settings, Coherence::recycle(&mut memory));
        frame.coherent_contacts(&Engine::new(), asked, &mut out);
        for number in 0..frame.pairs.len() {
            let row = out.manifolds()[number];
            if !row.is_recycled() {
                continue;
            }
            recycled += 1;
            assert_eq!(memory[number], remembered[number], "the pose it was computed for stays");
            let kind = row.kind();
            let kinds = [ContactKind::Face, ContactKind::Edge, ContactKind::Closest];
            assert!(kinds.contains(&kind), "{row:?}");
        }
        let broken = broken_promises(&frame, &out, &settings, margin);
        assert!(
            broken.is_empty(),
            "{}: {}",
            broken.len(),
            broken[..broken.len().min(8)].join("\n")
        );
    }
    assert!(recycled > 500, "{recycled} manifolds were recycled");
}
