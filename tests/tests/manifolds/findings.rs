//! Manifolds reference, and what was found.

use std::collections::BTreeMap;

use octosat::{ContactPoint, Engine, Manifold, Manifolds, OrientedBox, PointLimit};
use octosat_tests::{
    Basis, ContactSettings, Limit, PairReference, Quaternion, Vector, World, fastest_engines,
    manifold_report, narrow, normalized,
};

/// What a reference list of manifolds came to.
#[derive(Default)]
pub(crate) struct Findings {
    faults: BTreeMap<String, usize>,
    examples: Vec<String>,
    pub(crate) kinds: BTreeMap<String, usize>,
    worst: f64,
    least_area: Option<f64>,
    reduced: usize,
}

impl Findings {
    pub(crate) fn check(
        &mut self,
        world: &World,
        engine: &Engine,
        (limit, settings): (&Limit, &ContactSettings<'_>),
    ) {
        let mut contacts = Manifolds::new();
        world.contacts(engine, settings, &mut contacts);
        for (number, &pair) in world.pairs.iter().enumerate() {
            let row = contacts.manifolds()[number];
            *self.kinds.entry(row.kind().to_string()).or_default() += 1;
            let reference = PairReference::new(world, Basis::Unit, pair).reference();
            let margin = limit.of(number).unwrap_or(0.0);
            let report = manifold_report(&reference, &contacts, number, settings, margin);
            self.worst = self.worst.max(report.worst);
            if let Some(ratio) = report.area_ratio {
                self.reduced += 1;
                self.least_area = Some(self.least_area.map_or(ratio, |least| least.min(ratio)));
            }
            for fault in report.faults {
                let fault = format!("{:?}, {}", fault.fault, row.kind());
                let count = self.faults.entry(fault).or_default();
                *count += 1;
                if *count <= 2 {
                    let points = contacts.of(number);
                    self.examples.push(format!(
                        "{} {} pair {number} {pair:?}, margin {margin}: {fault}\n  \
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

    pub(crate) fn assert_clean(&self) {
        eprintln!(
            "kinds {:?}, worst {:.3} of what is allowed, least area {:?} of {} reduced",
            self.kinds, self.worst, self.least_area, self.reduced
        );
        assert!(self.faults.is_empty(), "{:#?}\n{}", self.faults, self.examples.join("\n"));
    }
}

/// None, a speculative margin, and one a pair.
pub(crate) fn limits(pairs: usize) -> [Limit; 3] {
    let steps = [0.0, 1e-4, 0.02, 0.0, 0.5];
    let per_pair = (0..pairs).map(|pair| steps[pair % steps.len()]).collect();
    [Limit::None, Limit::Uniform(0.02), Limit::PerPair(per_pair)]
}

pub(crate) const UPRIGHT: Quaternion = [0.0, 0.0, 0.0, 1.0];

pub(crate) fn boxed(center: Vector, rotation: Quaternion, half_extents: Vector) -> OrientedBox {
    OrientedBox::new(narrow(center), narrow(normalized(rotation)), narrow(half_extents))
}

/// References pairs of boxes in every rounding, with four points and with eight; `check`
/// sees each pair's row and points of both.
pub(crate) fn check_cases(
    name: &str,
    boxes: &[OrientedBox],
    margin: f32,
    check: impl Fn(usize, &Manifold, &[ContactPoint], PointLimit),
) {
    let world = World::of_neighbours(name, boxes);
    let limit = Limit::Uniform(margin);
    let mut findings = Findings::default();
    for engine in fastest_engines() {
        for most in [PointLimit::Four, PointLimit::Eight] {
            let settings = ContactSettings {
                margin: limit.margin(),
                limit: most,
                ..ContactSettings::default()
            };
            findings.check(&world, &engine, (&limit, &settings));
            let mut contacts = Manifolds::new();
            world.contacts(&engine, &settings, &mut contacts);
            for (pair, row) in contacts.manifolds().iter().enumerate() {
                check(pair, row, contacts.of(pair), most);
            }
        }
    }
    findings.assert_clean();
}
