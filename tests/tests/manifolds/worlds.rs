//! Everyday and adversarial worlds.

use octosat::{ContactKind, PointLimit, PointOrigin};
use octosat_tests::{ContactSettings, fastest_engines, standard_worlds};

use crate::findings::{Findings, limits};

#[test]
fn every_promise_holds_on_everyday_and_adversarial_worlds() {
    let mut findings = Findings::default();
    for world in standard_worlds(2_003, 31) {
        for limit in limits(world.pairs.len()) {
            let margin = limit.margin();
            let four = ContactSettings { margin, ..ContactSettings::default() };
            let eight = ContactSettings {
                margin,
                limit: PointLimit::Eight,
                origin: PointOrigin::CenterOfA,
            };
            for engine in fastest_engines() {
                findings.check(&world, &engine, (&limit, &four));
                findings.check(&world, &engine, (&limit, &eight));
            }
        }
    }
    for kind in [ContactKind::Face, ContactKind::Edge, ContactKind::Closest] {
        let seen = findings.kinds.keys().filter(|name| match kind {
            ContactKind::Face => name.starts_with("face"),
            ContactKind::Edge => name.starts_with("edge"),
            _ => name.starts_with("closest"),
        });
        assert!(seen.count() > 0, "no {kind:?} in {:?}", findings.kinds);
    }
    findings.assert_clean();
}
