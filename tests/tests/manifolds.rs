//! Manifolds keep every promise, judged in float64.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use octosat::{ContactKind, ContactSettings, Contacts, Engine, PointLimit, PointOrigin};
use octosat_tests::{
    Basis, Limit, PairReference, World, fastest_engines, manifold_report, standard_worlds,
};

/// What a judged list of manifolds came to.
#[derive(Default)]
struct Findings {
    complaints: BTreeMap<String, usize>,
    examples: Vec<String>,
    kinds: BTreeMap<String, usize>,
    worst: f64,
    least_area: Option<f64>,
    reduced: usize,
}

impl Findings {
    fn judge(
        &mut self,
        world: &World,
        basis: Basis,
        engine: &Engine,
        (limit, settings): (&Limit, &ContactSettings<'_>),
    ) {
        let mut contacts = Contacts::new();
        world.contacts(engine, basis, settings, &mut contacts);
        for (number, &pair) in world.pairs.iter().enumerate() {
            let row = contacts.manifolds()[number];
            *self.kinds.entry(row.status.to_string()).or_default() += 1;
            let judged = PairReference::new(world, basis, pair).judged();
            let margin = limit.of(number).unwrap_or(0.0);
            let report = manifold_report(&judged, &contacts, number, settings, margin);
            self.worst = self.worst.max(report.worst);
            if let Some(ratio) = report.area_ratio {
                self.reduced += 1;
                self.least_area = Some(self.least_area.map_or(ratio, |least| least.min(ratio)));
            }
            for complaint in report.complaints {
                let fault = format!("{:?}, {}", complaint.fault, row.status);
                let count = self.complaints.entry(fault).or_default();
                *count += 1;
                if *count <= 2 {
                    let points = contacts.of(number);
                    self.examples.push(format!(
                        "{} {basis:?} {} pair {number} {pair:?}, margin {margin}: {complaint}\n  \
                         {row:?}\n  {points:?}\n  {:?}\n  {:?}",
                        world.name,
                        engine.rounding(),
                        world.store.get(pair[0]),
                        world.store.get(pair[1]),
                    ));
                }
            }
        }
    }

    fn assert_clean(&self) {
        eprintln!(
            "kinds {:?}, worst {:.3} of what is allowed, least area {:?} of {} reduced",
            self.kinds, self.worst, self.least_area, self.reduced
        );
        assert!(self.complaints.is_empty(), "{:#?}\n{}", self.complaints, self.examples.join("\n"));
    }
}

/// None, a speculative margin, and one a pair.
fn limits(pairs: usize) -> [Limit; 3] {
    let steps = [0.0, 1e-4, 0.02, 0.0, 0.5];
    let per_pair = (0..pairs).map(|pair| steps[pair % steps.len()]).collect();
    [Limit::None, Limit::Uniform(0.02), Limit::PerPair(per_pair)]
}

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
            for &basis in world.bases() {
                for engine in fastest_engines() {
                    findings.judge(&world, basis, &engine, (&limit, &four));
                    findings.judge(&world, basis, &engine, (&limit, &eight));
                }
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
