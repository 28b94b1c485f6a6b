//! Many casts of spheres and capsules: nothing is late, what only grazes is free, and nothing passes through.
//!
//! `OCTOSAT_CASTS=1000000 cargo test --release --workspace --test motion rounds -- --nocapture` makes as many of
//! each kind.

use std::collections::BTreeMap;
use std::env;

use glam::DVec3;
use octosat::sealed::verbs;
use octosat::{
    BoxStore, Capsule, CastState, Casts, Engine, HalfSpace, Motions, OrientedBox, Query, Question,
    ShapeCast, Sphere,
};
use octosat_reference::float64::{
    CapsuleSolid, GivenShape, Plane, ReferenceShapeCast, ShapeCastAnswer, ShapeCastReport,
};
use octosat_scenes::generate::{Random, narrow, round::Obstacle};
use octosat_tests::{plain, store_of, upright};

/// Casts of each kind, unless the environment says otherwise.
const CASTS: usize = 4_000;

/// Casts per call.
const PER_CALL: usize = 4_000;

/// Bounds from which on shapes come from apart.
const APART: f64 = 1.5;

/// A kind of casts.
#[derive(Clone, Copy)]
struct Kind {
    a: Against,
    is_capsule: bool,
}

/// What is cast against.
#[derive(Clone, Copy, PartialEq)]
enum Against {
    Boxes,
    HalfSpaces,
    Spheres,
    Capsules,
}

/// Casts of one kind, ready to be asked.
#[derive(Default)]
struct Given {
    a: Vec<GivenShape>,
    boxes: BoxStore,
    half_spaces: Vec<HalfSpace>,
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
    /// The largest gap at a hit, the largest depth of free shapes that come from apart and of those that start in
    /// touch, and by how much normals and points are off: in bounds.
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

fn capsule_of([start, end]: [DVec3; 2], radius: f64) -> CapsuleSolid {
    CapsuleSolid { start: point(start), end: point(end), radius: narrow(radius) }
}

impl Against {
    fn any(self, random: &mut Random) -> Obstacle {
        match self {
            Self::Boxes => Obstacle::any_box(random),
            Self::HalfSpaces => Obstacle::any_half_space(random),
            Self::Spheres => Obstacle::any_round(random, false),
            Self::Capsules => Obstacle::any_round(random, true),
        }
    }
}

impl Given {
    fn new(random: &mut Random, kind: Kind, len: usize) -> Self {
        let mut given = Self::default();
        for _ in 0..len {
            let obstacle = kind.a.any(random);
            let cast = obstacle.passed(random, kind.is_capsule);
            let a = given.stored(obstacle);
            given.a.push(a);
            given.b.push(capsule_of(cast.ends, cast.radius));
            given.motions.push(point(cast.motion));
        }
        given
    }

    /// The obstacle as it is stored.
    fn stored(&mut self, obstacle: Obstacle) -> GivenShape {
        match obstacle {
            Obstacle::Box(center, rotation, half) => {
                let one = OrientedBox::new(point(center), rotation.map(narrow), point(half));
                let index = self.boxes.insert(one).unwrap();
                GivenShape::Box(plain(self.boxes.get(index).unwrap()))
            }
            Obstacle::HalfSpace(place, normal) => {
                let one = HalfSpace::through(point(place), point(normal)).unwrap();
                self.half_spaces.push(one);
                GivenShape::HalfSpace(Plane { normal: one.normal(), offset: one.offset() })
            }
            Obstacle::Capsule(ends, radius) => GivenShape::Capsule(capsule_of(ends, radius)),
        }
    }

    fn pairs(&self) -> Vec<[u32; 2]> {
        (0..).take(self.b.len()).map(|number| [number; 2]).collect()
    }

    /// The answers of an engine.
    fn rows(&self, Kind { a, is_capsule }: Kind) -> Vec<ShapeCast> {
        let (pairs, boxes) = (self.pairs(), &self.boxes);
        let of_a: Vec<CapsuleSolid> = self.a.iter().filter_map(as_capsule).collect();
        let (spheres_a, capsules_a) = (spheres(&of_a), capsules(&of_a));
        let (spheres_b, capsules_b) = (spheres(&self.b), capsules(&self.b));
        let (a_of, b_of) = (&self.half_spaces, &spheres_b);
        match (a, is_capsule) {
            (Against::Boxes, false) => self.ask(Query::new((boxes, b_of), &pairs)),
            (Against::Boxes, true) => self.ask(Query::new((boxes, &capsules_b), &pairs)),
            (Against::HalfSpaces, false) => self.ask(Query::new((a_of, b_of), &pairs)),
            (Against::HalfSpaces, true) => self.ask(Query::new((a_of, &capsules_b), &pairs)),
            (Against::Spheres, false) => self.ask(Query::new((&spheres_a, b_of), &pairs)),
            (Against::Spheres, true) => self.ask(Query::new((&spheres_a, &capsules_b), &pairs)),
            (Against::Capsules, false) => self.ask(Query::new((&capsules_a, b_of), &pairs)),
            (Against::Capsules, true) => self.ask(Query::new((&capsules_a, &capsules_b), &pairs)),
        }
    }

    fn ask<L>(&self, query: Query<'_, L>) -> Vec<ShapeCast>
    where
        for<'m, 'o> Casts<'m, L>: Question<verbs::Casts, Out<'o> = &'o mut [ShapeCast]>,
    {
        let mut rows = vec![ShapeCast::default(); self.b.len()];
        Engine::new()
            .casts(Casts::new(query, Motions::per_pair(&self.motions)), &mut rows)
            .unwrap();
        rows
    }
}

fn as_capsule(shape: &GivenShape) -> Option<CapsuleSolid> {
    if let GivenShape::Capsule(of) = shape { Some(*of) } else { None }
}

fn spheres(of: &[CapsuleSolid]) -> Vec<Sphere> {
    of.iter().map(|of| Sphere::new(of.start, of.radius).unwrap()).collect()
}

fn capsules(of: &[CapsuleSolid]) -> Vec<Capsule> {
    of.iter().map(|of| Capsule::new(of.start, of.end, of.radius).unwrap()).collect()
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
fn search(name: &str, seed: u64, kind: Kind) {
    let count = env::var("OCTOSAT_CASTS").map_or(CASTS, |count| count.parse().unwrap());
    let (mut random, mut found) = (Random::new(seed), Found::default());
    for first in (0..count).step_by(PER_CALL) {
        let given = Given::new(&mut random, kind, PER_CALL.min(count - first));
        found.add(&given, &given.rows(kind));
    }
    println!("{name}: {found:#?}");
    assert!(found.faults.is_empty(), "{name}: {:#?}", found.cases);
    let least = count / 10;
    assert!(found.free > least && found.hits > least && found.grazes > count / 500, "{name}");
}

#[test]
fn spheres_past_boxes_are_never_late() {
    search("spheres past boxes", 1, Kind { a: Against::Boxes, is_capsule: false });
}

#[test]
fn capsules_past_boxes_are_never_late() {
    search("capsules past boxes", 2, Kind { a: Against::Boxes, is_capsule: true });
}

#[test]
fn spheres_past_round_shapes_are_never_late() {
    search("spheres past spheres", 3, Kind { a: Against::Spheres, is_capsule: false });
    search("spheres past capsules", 4, Kind { a: Against::Capsules, is_capsule: false });
}

#[test]
fn capsules_past_round_shapes_are_never_late() {
    search("capsules past spheres", 5, Kind { a: Against::Spheres, is_capsule: true });
    search("capsules past capsules", 6, Kind { a: Against::Capsules, is_capsule: true });
}

#[test]
fn round_shapes_past_half_spaces_are_never_late() {
    search("spheres past half-spaces", 7, Kind { a: Against::HalfSpaces, is_capsule: false });
    search("capsules past half-spaces", 8, Kind { a: Against::HalfSpaces, is_capsule: true });
}

/// The root of the quadratic of this cast is behind the next slab by rounding, so a cast by quadratics alone reports it
/// free.
#[test]
fn what_hits_between_two_slabs_does_not_leak_through() {
    let rotation = [-0.143_249_65, -0.169_504_58, -0.253_292_32, -0.941_589_5];
    let center = [461.929_7, 109.703_59, 259.780_4];
    let mut boxes = BoxStore::new();
    boxes.insert(OrientedBox::new(center, rotation, [0.214_607_86, 0.872_162_34, 0.0])).unwrap();
    let sphere = [Sphere::new([462.346_83, 110.446_625, 259.750_7], 0.522_854_9).unwrap()];
    let motion = [-0.199_116_29, 0.009_186_696, -0.098_079_294];
    let mut rows = [ShapeCast::default()];
    let query = Query::new((&boxes, &sphere), &[[0, 0]]);
    Engine::new().casts(Casts::new(query, Motions::uniform(motion)), &mut rows).unwrap();
    assert_eq!(rows[0].state, CastState::HIT);
}

#[test]
fn spheres_that_overlap_do_so_however_little_they_move() {
    let spheres = [[0.0; 3], [1.998e-3, 0.0, 0.0]].map(|at| Sphere::new(at, 1e-3).unwrap());
    for motion in [0.0, 3e-22, 3e-20, 1e-15] {
        let casts = Casts::new(
            Query::new((&spheres, &spheres), &[[0, 1]]),
            Motions::uniform([-motion, 0.0, 0.0]),
        );
        let mut rows = [ShapeCast::default()];
        Engine::new().casts(casts, &mut rows).unwrap();
        assert_eq!(rows[0].state, CastState::OVERLAPPING, "{motion:e}");
    }
}

#[test]
fn shapes_of_one_list_have_one_list_of_displacements() {
    let balls = [0.0, 2.5, 5.5].map(|x| Sphere::new([x, 0.0, 0.0], 1.0).unwrap());
    let motions = [[1.0, 0.0, 0.0], [0.0; 3], [-3.0, 0.0, 0.0]];
    let (pairs, engine) = ([[0, 1], [1, 2], [0, 2]], Engine::new());
    let [mut one, mut two] = [[ShapeCast::default(); 3]; 2];
    let casts = Casts::new(Query::new(&balls, &pairs), Motions::per_box(&motions));
    engine.casts(casts, &mut one).unwrap();
    let both = Motions::per_box([&motions, &motions]);
    engine.casts(Casts::new(Query::new([&balls, &balls], &pairs), both), &mut two).unwrap();
    assert_eq!(bytemuck::cast_slice::<_, u8>(&one), bytemuck::cast_slice::<_, u8>(&two));
    assert!(one.iter().all(ShapeCast::touches));
    let casts = Casts::new(Query::new(&balls, &pairs), both);
    let error = engine.casts(casts, &mut one).unwrap_err().to_string();
    assert_eq!(error, "the displacements are for two lists, but the query has one");
    let casts = Casts::new(Query::new([&balls, &balls], &pairs), Motions::per_box(&motions));
    let error = engine.casts(casts, &mut one).unwrap_err().to_string();
    let text = "the displacements are for one list, but the query has two";
    assert_eq!(error, text);
    let boxes = store_of([upright([0.0; 3], [1.0; 3])]);
    let casts = Casts::new(Query::new((&boxes, &balls), &[[0, 0]]), Motions::per_box(&motions));
    let error = engine.casts(casts, &mut one[..1]).unwrap_err().to_string();
    assert_eq!(error, text);
}
