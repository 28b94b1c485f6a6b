//! Many casts of spheres and capsules: nothing is late, what only grazes is free, and nothing passes through.
//!
//! `OCTOSAT_CASTS=1000000 cargo test --release -p octosat-tests --test motion rounds -- --nocapture` makes as many of each
//! kind.

use std::collections::BTreeMap;
use std::env;

use glam::DVec3;
use octosat::{
    BoxStore, Capsule, CastState, Casts, Engine, Motions, OrientedBox, ShapeCast, ShapeQuery,
    Sphere,
};
use octosat_reference::float64::{
    CapsuleSolid, GivenShape, ReferenceShapeCast, ShapeCastAnswer, ShapeCastReport,
};
use octosat_scenes::generate::{Random, narrow, round::Obstacle};
use octosat_tests::plain;

/// Casts of each kind, unless the environment says otherwise.
const CASTS: usize = 20_000;

/// Casts per call.
const PER_CALL: usize = 4_000;

/// Bounds from which on shapes come from apart.
const APART: f64 = 1.5;

/// Casts of one kind, ready to be asked.
#[derive(Default)]
struct Given {
    a: Vec<GivenShape>,
    boxes: BoxStore,
    b: Vec<CapsuleSolid>,
    motions: Vec<[f32; 3]>,
}

/// What many casts answered.
#[derive(Debug, Default)]
struct Found {
    casts: usize,
    free: usize,
    hits: usize,
    overlapping: usize,
    /// Those that touch by less than a graze may.
    grazes: usize,
    /// The largest gap at a hit, the largest depth of free shapes that come from apart and of those that start in touch,
    /// and by how much normals and points are off: in bounds.
    gap: f64,
    deepest: f64,
    deepest_near: f64,
    off_normal: f64,
    off_point: f64,
    /// How often each thing is wrong, and the first cases.
    faults: BTreeMap<String, usize>,
    cases: Vec<String>,
}

fn point(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(narrow)
}

impl Given {
    fn of_boxes(random: &mut Random, is_capsule: bool, len: usize) -> Self {
        let mut given = Self::default();
        for number in 0..len {
            let obstacle = Obstacle::any_box(random);
            let cast = obstacle.passed(random, is_capsule);
            let Obstacle::Box(center, rotation, half) = obstacle else { continue };
            let one = OrientedBox::new(point(center), rotation.map(narrow), point(half));
            given.boxes.insert(one).unwrap();
            given.a.push(GivenShape::Box(plain(given.boxes.get(number as u32).unwrap())));
            let [start, end] = cast.ends.map(point);
            given.b.push(CapsuleSolid { start, end, radius: narrow(cast.radius) });
            given.motions.push(point(cast.motion));
        }
        given
    }

    fn pairs(&self) -> Vec<[u32; 2]> {
        (0..self.b.len() as u32).map(|number| [number; 2]).collect()
    }

    fn spheres(&self) -> Vec<Sphere> {
        self.b.iter().map(|b| Sphere::new(b.start, b.radius).unwrap()).collect()
    }

    fn capsules(&self) -> Vec<Capsule> {
        self.b.iter().map(|b| Capsule::new(b.start, b.end, b.radius).unwrap()).collect()
    }
}

impl Found {
    fn add(&mut self, given: &Given, rows: &[ShapeCast]) {
        for (number, row) in rows.iter().enumerate() {
            let (a, b, motion) = (&given.a[number], &given.b[number], given.motions[number]);
            let reference = ReferenceShapeCast::new(a, b, motion.map(f64::from));
            let ShapeCast { normal, time, point, state, .. } = *row;
            let report = reference.report(&ShapeCastAnswer { state, time, normal, point });
            self.count(&reference, row, &report);
            for fault in &report.faults {
                let count = self.faults.entry(format!("{fault:?}")).or_default();
                *count += 1;
                if *count <= 3 {
                    let (touch, bound) = (reference.first_touch(), reference.bound());
                    self.cases.push(format!(
                        "{fault:?}: gap {:.3} depth {:.3} normal {:.3} point {:.3}, at the start {:.3}, least {:.3}, radius {:.3} bounds of {bound:e} m, first touch {touch:?}: {row:?} of {a:?}, {b:?}, {motion:?}",
                        report.gap, report.depth, report.off_normal, report.off_point,
                        reference.gap(0.0) / bound, reference.least_gap() / bound, f64::from(b.radius) / bound,
                    ));
                }
            }
        }
    }

    fn count(&mut self, reference: &ReferenceShapeCast, row: &ShapeCast, report: &ShapeCastReport) {
        self.casts += 1;
        self.grazes += usize::from(reference.grazes() && reference.first_touch().is_some());
        match row.state {
            CastState::FREE => {
                self.free += 1;
                let is_apart = reference.gap(0.0) > APART * reference.bound();
                let deepest = if is_apart { &mut self.deepest } else { &mut self.deepest_near };
                *deepest = deepest.max(report.depth);
            }
            CastState::HIT => {
                self.hits += 1;
                self.gap = self.gap.max(report.gap);
                self.off_normal = self.off_normal.max(report.off_normal);
                self.off_point = self.off_point.max(report.off_point);
            }
            _ => self.overlapping += 1,
        }
    }
}

/// Makes as many casts as wanted, and compares the answers with the reference.
#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn search(
    name: &str,
    seed: u64,
    mut make: impl FnMut(&mut Random, usize) -> Given,
    mut ask: impl FnMut(&Given, &[[u32; 2]], Motions<'_>, &mut [ShapeCast]),
) -> Found {
    let count = env::var("OCTOSAT_CASTS").map_or(CASTS, |count| count.parse().unwrap());
    let (mut random, mut found) = (Random::new(seed), Found::default());
    for first in (0..count).step_by(PER_CALL) {
        let given = make(&mut random, PER_CALL.min(count - first));
        let mut rows = vec![ShapeCast::default(); given.b.len()];
        ask(&given, &given.pairs(), Motions::per_pair(&given.motions), &mut rows);
        found.add(&given, &rows);
    }
    println!("{name}: {found:#?}");
    found
}

#[test]
fn spheres_past_boxes_are_never_late() {
    let ask = |given: &Given, pairs: &[[u32; 2]], motions: Motions<'_>, rows: &mut [ShapeCast]| {
        let spheres = given.spheres();
        let query = ShapeQuery::new(&given.boxes, &spheres, pairs);
        Engine::new().casts(Casts::new(query, motions), rows).unwrap();
    };
    let make = |random: &mut Random, len| Given::of_boxes(random, false, len);
    let found = search("spheres past boxes", 1, make, ask);
    assert!(found.cases.is_empty(), "{:#?}", found.cases);
}

#[test]
fn capsules_past_boxes_are_never_late() {
    let ask = |given: &Given, pairs: &[[u32; 2]], motions: Motions<'_>, rows: &mut [ShapeCast]| {
        let capsules = given.capsules();
        let query = ShapeQuery::new(&given.boxes, &capsules, pairs);
        Engine::new().casts(Casts::new(query, motions), rows).unwrap();
    };
    let make = |random: &mut Random, len| Given::of_boxes(random, true, len);
    let found = search("capsules past boxes", 2, make, ask);
    assert!(found.cases.is_empty(), "{:#?}", found.cases);
}
