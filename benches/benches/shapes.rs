//! How long boxes against other shapes take: the textbook's scalar routine next to every backend, on
//! one thread.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{AxisAlignedBox, Engine, HalfSpaceContacts, RayHit, SphereContact};
use octosat_benches::{
    Asked, Measurements, Question, ShapeWorld, Shapes, measure_question, settings,
};
use octosat_reference::textbook::ray_interval;
use octosat_reference::textbook::shapes::{self as textbook, BallContact, Bounds, PlaneContacts};

/// Metres by which a scalar routine may differ, for each metre from the origin: roundings of a cloud.
const TOLERANCE: f32 = 1e-5;

/// Boxes of the measured worlds: in the near caches, and beyond them.
const SIZES: [usize; 2] = [10_000, 100_000];

/// The size at which bounds stream through memory; set this environment variable to measure it.
const LARGE: &str = "OCTOSAT_BENCH_LARGE";

fn near(found: &[f32], expected: &[f32]) -> bool {
    found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= TOLERANCE * (1.0 + b.abs() + 100.0))
}

struct Aabbs;
impl Question for Aabbs {
    type Answer = AxisAlignedBox;
    type Plain = Bounds;
    const NAME: &'static str = "aabbs";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [AxisAlignedBox]) {
        engine.aabbs(&asked.world.store, out).expect("a valid query");
    }

    fn plain(&self, Asked { world, .. }: Asked<'_>, row: usize) -> Bounds {
        textbook::world_bounds(&world.matrices[row])
    }

    fn agrees(&self, answer: &AxisAlignedBox, plain: &Bounds) -> bool {
        near(&answer.min(), &plain.min) && near(&answer.max(), &plain.max)
    }
}

struct HalfSpaceOverlap;
impl Question for HalfSpaceOverlap {
    type Answer = bool;
    type Plain = bool;
    const NAME: &'static str = "half_space_overlap";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [bool]) {
        engine.overlaps(asked.query(&asked.world.half_spaces), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> bool {
        let plane = shapes.shape(&world.half_spaces, row);
        let depth =
            textbook::half_space_depth(&world.matrices[row], plane.normal(), plane.offset());
        depth >= 0.0
    }

    fn agrees(&self, answer: &bool, plain: &bool) -> bool {
        answer == plain
    }
}

struct HalfSpaceDepths;
impl Question for HalfSpaceDepths {
    type Answer = f32;
    type Plain = f32;
    const NAME: &'static str = "half_space_depths";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [f32]) {
        engine.penetrations(asked.query(&asked.world.half_spaces), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> f32 {
        let plane = shapes.shape(&world.half_spaces, row);
        textbook::half_space_depth(&world.matrices[row], plane.normal(), plane.offset())
    }

    fn agrees(&self, answer: &f32, plain: &f32) -> bool {
        near(&[*answer], &[*plain])
    }
}

struct HalfSpaceCorners;
impl Question for HalfSpaceCorners {
    type Answer = HalfSpaceContacts;
    type Plain = PlaneContacts;
    const NAME: &'static str = "half_space_contacts";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [HalfSpaceContacts]) {
        engine.manifolds(asked.query(&asked.world.half_spaces), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> PlaneContacts {
        let plane = shapes.shape(&world.half_spaces, row);
        textbook::half_space_contacts(&world.matrices[row], plane.normal(), plane.offset())
    }

    fn agrees(&self, answer: &HalfSpaceContacts, plain: &PlaneContacts) -> bool {
        let points = answer.iter().zip(&plain.points);
        answer.len() == plain.len
            && points.fold(true, |fine, (found, [x, y, z, depth])| {
                fine && near(&found.position, &[*x, *y, *z]) && near(&[found.depth], &[*depth])
            })
    }
}

struct SphereOverlap;
impl Question for SphereOverlap {
    type Answer = bool;
    type Plain = bool;
    const NAME: &'static str = "sphere_overlap";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [bool]) {
        engine.overlaps(asked.query(&asked.world.spheres), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> bool {
        let ball = shapes.shape(&world.spheres, row);
        let squared = textbook::squared_distance(&world.matrices[row], ball.center());
        squared <= ball.radius() * ball.radius()
    }

    fn agrees(&self, answer: &bool, plain: &bool) -> bool {
        answer == plain
    }
}

struct SphereContacts;
impl Question for SphereContacts {
    type Answer = SphereContact;
    type Plain = BallContact;
    const NAME: &'static str = "sphere_contacts";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [SphereContact]) {
        engine.manifolds(asked.query(&asked.world.spheres), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> BallContact {
        let ball = shapes.shape(&world.spheres, row);
        textbook::ball_contact(&world.matrices[row], ball.center(), ball.radius())
    }

    fn agrees(&self, answer: &SphereContact, plain: &BallContact) -> bool {
        near(&[answer.depth], &[plain.depth])
            && near(&answer.point, &plain.point)
            && near(&answer.normal, &plain.normal)
    }
}

struct AlignedOverlap;
impl Question for AlignedOverlap {
    type Answer = bool;
    type Plain = bool;
    const NAME: &'static str = "aabb_overlap";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [bool]) {
        engine.overlaps(asked.query(&asked.world.regions), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> bool {
        let region = shapes.shape(&world.regions, row);
        let bounds = Bounds { min: region.min(), max: region.max() };
        textbook::aligned_overlap_early_exit(&bounds, &world.matrices[row])
    }

    fn agrees(&self, answer: &bool, plain: &bool) -> bool {
        answer == plain
    }
}

struct SegmentHits;
impl Question for SegmentHits {
    type Answer = RayHit;
    type Plain = Option<[f32; 2]>;
    const NAME: &'static str = "segment_hits";

    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [RayHit]) {
        engine.hits(asked.query(&asked.world.segments), out).expect("a valid query");
    }

    fn plain(&self, Asked { world, shapes }: Asked<'_>, row: usize) -> Option<[f32; 2]> {
        let segment = shapes.shape(&world.segments, row);
        let (start, end) = (segment.start(), segment.end());
        let along = std::array::from_fn(|k| end[k] - start[k]);
        ray_interval(&world.matrices[row], start, along, 1.0)
    }

    fn agrees(&self, answer: &RayHit, plain: &Option<[f32; 2]>) -> bool {
        match plain {
            Some(interval) => near(&[answer.entry, answer.exit], interval),
            None => !answer.hits(),
        }
    }

    fn tells(&self, answer: &RayHit, plain: &Option<[f32; 2]>) -> bool {
        answer.hits() || plain.is_some()
    }
}

fn on_every_world<Q: Question>(criterion: &mut Criterion, question: &Q, ways: &[Shapes]) {
    for &shapes in ways {
        let name = format!("shapes/{}/{}", Q::NAME, shapes.name());
        let mut measurements = Measurements::new(criterion, &name);
        for boxes in SIZES {
            let world = ShapeWorld::cloud(boxes);
            measurements.set_rows(boxes, boxes);
            let asked = Asked { world: &world, shapes };
            measure_question(question, &mut measurements, asked);
        }
        measurements.finish();
    }
}

/// Bounds of a million boxes stream through memory: as fast as a copy that reads and writes as many
/// bytes, 48 read and 32 written for a box.
fn bounds_beside_a_copy(criterion: &mut Criterion) {
    let mut sizes = SIZES.to_vec();
    if std::env::var_os(LARGE).is_some() {
        sizes.push(1_000_000);
    }
    let mut measurements = Measurements::new(criterion, "shapes/aabbs/one");
    for boxes in sizes {
        let world = ShapeWorld::cloud(boxes);
        measurements.set_rows(boxes, boxes);
        let asked = Asked { world: &world, shapes: Shapes::One };
        measure_question(&Aabbs, &mut measurements, asked);
        let bytes = boxes * (48 + 32) / 2;
        let (from, mut to) = (vec![1_u8; bytes], vec![0_u8; bytes]);
        measurements.measure("copy", &mut to, |to| to.copy_from_slice(&from));
    }
    measurements.finish();
}

fn shapes(criterion: &mut Criterion) {
    bounds_beside_a_copy(criterion);
    on_every_world(criterion, &HalfSpaceOverlap, &Shapes::ALL);
    on_every_world(criterion, &HalfSpaceDepths, &Shapes::ALL);
    on_every_world(criterion, &HalfSpaceCorners, &Shapes::ALL);
    on_every_world(criterion, &SphereOverlap, &Shapes::ALL);
    on_every_world(criterion, &SphereContacts, &Shapes::ALL);
    on_every_world(criterion, &AlignedOverlap, &Shapes::ALL);
    on_every_world(criterion, &SegmentHits, &Shapes::ALL);
}

criterion_group! {
    name = benches;
    config = settings();
    targets = shapes
}
criterion_main!(benches);
