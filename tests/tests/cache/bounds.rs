//! Manifolds that are computed with an eye on the last frame keep the promises of those of the frame alone, within
//! the bounds of what is preferred.

use octosat::{ContactCache, Engine, Manifolds, Margin};
use octosat_reference::float64::{ManifoldAnswer, Steady, check_manifold};
use octosat_tests::{
    Basis, ContactSettings, PairReference, World, answer_points, manifold_answer, standard_worlds,
};

use crate::common::{MODES, frames};

/// The promises that are broken by manifolds that were computed.
fn broken_promises(
    frame: &World,
    contacts: &Manifolds,
    settings: &ContactSettings<'_>,
    margin: f32,
) -> Vec<String> {
    let mut broken = Vec::new();
    for (number, &pair) in frame.pairs.iter().enumerate() {
        let row = contacts.manifolds()[number];
        if row.is_reused() {
            continue;
        }
        let reference = PairReference::new(frame, Basis::Unit, pair).reference();
        let points = answer_points(contacts.of(number));
        let steady = Steady { axis_kept: row.is_axis_kept() };
        let answer = manifold_answer(row, &points, settings, margin);
        let report = check_manifold(&reference, &ManifoldAnswer { steady: Some(steady), ..answer });
        let faults = report.faults.iter();
        broken.extend(faults.map(|one| format!("{} {number}: {one} {row:?}", frame.name)));
    }
    broken
}

#[test]
fn computed_manifolds_keep_the_promises() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut kept = 0;
    for world in standard_worlds(600, 35) {
        for mode in MODES {
            let mut cache = ContactCache::new(mode);
            for frame in frames(&world, 11) {
                let out = frame.cached_contacts(&Engine::new(), &settings, &mut cache);
                let broken = broken_promises(&frame, out, &settings, margin);
                let some = broken[..broken.len().min(8)].join("\n");
                assert!(broken.is_empty(), "{mode:?} {}: {some}", broken.len());
                kept += out.manifolds().iter().filter(|row| row.is_axis_kept()).count();
            }
        }
    }
    assert!(kept > 20, "{kept} axes were kept");
}
