//! How long boxes against a camera's view, against a ray, and segments against each other take: the
//! textbook's scalar tests against every backend, on one thread, over the number of boxes.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{
    ClosestPoints, Containment, Engine, Frustum, PerspectiveView, Ray, RayHit, Segment, ShapeQuery,
};
use octosat_benches::{
    Measurements, Order, World, missing_backends, settings, sizes, unit_contenders, verify_rows,
};
use octosat_reference::textbook::{
    TextbookFrustum, closest_on_segments, frustum_overlap_early_exit, planes_early_exit,
    ray_interval,
};
use octosat_scenes::generate::Random;

/// Metres by which a scalar routine may differ, for each metre from the ray's origin.
const TOLERANCE: f32 = 1e-4;

/// Metres by which the textbook's distance of two segments of some metres may be off.
const DISTANCE_TOLERANCE: f32 = 1e-5;

/// Boxes of the usual cloud, as many as there are pairs elsewhere.
const PAIRS_A_BOX: usize = 5;

/// Boxes and what they are asked against.
struct Case {
    world: World,
    frustum: Frustum,
    textbook: TextbookFrustum,
    ray: Ray,
}

impl Case {
    /// A camera inside the cloud, that sees about a tenth of it, and a ray through its middle.
    fn new(boxes: usize) -> Self {
        let world = World::cloud(boxes * PAIRS_A_BOX, Order::Random);
        let centers = world.store.centers();
        let mut middle = [0.0_f32; 3];
        let mut size = 0.0_f32;
        for row in centers {
            for k in 0..3 {
                middle[k] += row[k] / centers.len() as f32;
                size = size.max(row[k].abs());
            }
        }
        let eye = [middle[0], middle[1], middle[2] + 0.5 * size];
        let view = PerspectiveView {
            eye,
            target: middle,
            up: [0.0, 1.0, 0.0],
            vertical_angle: 1.0,
            aspect: 16.0 / 9.0,
            near: 0.01 * size,
            far: 1.2 * size,
        };
        let frustum = Frustum::perspective(&view).expect("a valid view");
        let origin = frustum.origin();
        // The textbook's planes are relative to the world's origin.
        let planes = frustum.planes().map(|[x, y, z, offset]| {
            [x, y, z, offset + x * origin[0] + y * origin[1] + z * origin[2]]
        });
        let edges = frustum.edge_directions().collect();
        let textbook = TextbookFrustum { planes, corners: frustum.corners(), edges };
        let ray = Ray::new(eye, [0.01, 0.02, -1.0]).expect("a valid ray");
        Self { world, frustum, textbook, ray }
    }
}

fn cull(engine: &Engine, case: &Case, out: &mut [Containment]) {
    engine.cull(&case.world.store, case.frustum, out).expect("a valid query");
}

fn classify(engine: &Engine, case: &Case, out: &mut [Containment]) {
    engine.classify(&case.world.store, case.frustum, out).expect("a valid query");
}

fn ray_hits(engine: &Engine, case: &Case, out: &mut [RayHit]) {
    engine.hits(ShapeQuery::each(&case.world.store, &case.ray), out).expect("a valid query");
}

/// Measures a query on every contender, once its answers are those of the scalar backend.
fn on_contenders<T: Clone + PartialEq + std::fmt::Debug>(
    measurements: &mut Measurements<'_>,
    case: &Case,
    expected: &[T],
    query: impl Fn(&Engine, &Case, &mut [T]),
) {
    for contender in unit_contenders() {
        let engine = contender.engine();
        let mut out = vec![expected[0].clone(); expected.len()];
        query(&engine, case, &mut out);
        assert_eq!(out, expected, "{}", contender.name());
        measurements.measure(&contender.name(), &mut out, |out| query(&engine, case, out));
    }
}

fn views_and_rays(criterion: &mut Criterion) {
    for backend in missing_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    for query in ["cull", "classify", "ray-hits"] {
        let mut measurements = Measurements::new(criterion, query);
        for boxes in sizes() {
            let case = Case::new(boxes);
            measurements.set_rows(boxes, case.world.store.len());
            match query {
                "cull" => on_cull(&mut measurements, &case),
                "classify" => on_classify(&mut measurements, &case),
                _ => on_ray_hits(&mut measurements, &case),
            }
        }
        measurements.finish();
    }
}

/// The rows of the scalar backend, which the others repeat bit for bit.
fn scalar_rows<T: Clone>(
    case: &Case,
    empty: &T,
    query: impl Fn(&Engine, &Case, &mut [T]),
) -> Vec<T> {
    let mut rows = vec![empty.clone(); case.world.store.len()];
    query(&unit_contenders()[0].scalar().engine(), case, &mut rows);
    rows
}

fn on_cull(measurements: &mut Measurements<'_>, case: &Case) {
    let mut planes = vec![None; case.world.matrices.len()];
    let run = |out: &mut [Option<bool>]| {
        for (out, given) in out.iter_mut().zip(&case.world.matrices) {
            *out = planes_early_exit(&case.textbook, given);
        }
    };
    run(&mut planes);
    let rows = scalar_rows(case, &Containment::Intersecting, cull);
    let is_seen = |answer: &Containment, plain: &Option<bool>| {
        *answer != Containment::Outside || plain.is_some()
    };
    verify_rows("cull", &rows, &planes, is_seen, |answer, plain| {
        *answer
            == match plain {
                None => Containment::Outside,
                Some(false) => Containment::Intersecting,
                Some(true) => Containment::Inside,
            }
    });
    measurements.measure("textbook", &mut planes, run);
    on_contenders(measurements, case, &rows, cull);
}

fn on_classify(measurements: &mut Measurements<'_>, case: &Case) {
    let mut overlaps = vec![false; case.world.matrices.len()];
    let run = |out: &mut [bool]| {
        for (out, given) in out.iter_mut().zip(&case.world.matrices) {
            *out = frustum_overlap_early_exit(&case.textbook, given);
        }
    };
    run(&mut overlaps);
    let rows = scalar_rows(case, &Containment::Intersecting, classify);
    let is_seen = |answer: &Containment| *answer != Containment::Outside;
    verify_rows(
        "classify",
        &rows,
        &overlaps,
        |answer, plain| is_seen(answer) || *plain,
        |answer, plain| is_seen(answer) == *plain,
    );
    measurements.measure("textbook", &mut overlaps, run);
    on_contenders(measurements, case, &rows, classify);
}

fn on_ray_hits(measurements: &mut Measurements<'_>, case: &Case) {
    let (origin, direction) = (case.ray.origin(), case.ray.direction());
    let mut intervals = vec![None; case.world.matrices.len()];
    let run = |out: &mut [Option<[f32; 2]>]| {
        for (out, given) in out.iter_mut().zip(&case.world.matrices) {
            *out = ray_interval(given, origin, direction, f32::INFINITY);
        }
    };
    run(&mut intervals);
    let rows = scalar_rows(case, &RayHit::MISS, ray_hits);
    verify_rows(
        "ray-hits",
        &rows,
        &intervals,
        |answer, plain| answer.hits() || plain.is_some(),
        |answer, plain| match plain {
            Some(interval) => [answer.entry, answer.exit]
                .iter()
                .zip(interval)
                .all(|(found, expected)| (found - expected).abs() <= TOLERANCE * (1.0 + expected)),
            None => !answer.hits(),
        },
    );
    measurements.measure("textbook", &mut intervals, run);
    on_contenders(measurements, case, &rows, ray_hits);
}

/// Two lists of segments, and pairs of them.
struct Segments {
    a: Vec<Segment>,
    b: Vec<Segment>,
    pairs: Vec<[u32; 2]>,
}

impl Segments {
    fn new(count: usize) -> Self {
        let mut random = Random::new(3);
        let mut segment = || {
            let [start, end] = [0, 1].map(|_| random.vector(-1.0, 1.0).map(narrow));
            Segment::new(start, end).expect("a valid segment")
        };
        let a: Vec<Segment> = (0..count).map(|_| segment()).collect();
        let b: Vec<Segment> = (0..count).map(|_| segment()).collect();
        Self { a, b, pairs: (0..).map(|place| [place; 2]).take(count).collect() }
    }

    /// The textbook's parameters and squared distances.
    fn plain(&self, rows: &mut [[f32; 3]]) {
        for (row, &[one, other]) in rows.iter_mut().zip(&self.pairs) {
            let (a, b) = (&self.a[one as usize], &self.b[other as usize]);
            *row = closest_on_segments([a.start(), a.end()], [b.start(), b.end()]);
        }
    }

    fn ask(&self, engine: &Engine, out: &mut [ClosestPoints]) {
        engine.closest_points(&self.a, &self.b, &self.pairs, out).expect("a valid query");
    }
}

fn closest_points(criterion: &mut Criterion) {
    let mut measurements = Measurements::new(criterion, "closest-points");
    for count in sizes() {
        let segments = Segments::new(count);
        measurements.set_rows(count, count);
        let backends = unit_contenders();
        let mut expected = vec![ClosestPoints::default(); count];
        segments.ask(&backends[0].scalar().engine(), &mut expected);
        let mut rows = vec![[0.0; 3]; count];
        segments.plain(&mut rows);
        verify_rows(
            "closest-points",
            &expected,
            &rows,
            |_, _| true,
            |answer, [.., squared]| (answer.distance - squared.sqrt()).abs() <= DISTANCE_TOLERANCE,
        );
        measurements.measure("textbook", &mut rows, |rows| segments.plain(rows));
        for contender in backends {
            let engine = contender.engine();
            let mut out = vec![ClosestPoints::default(); count];
            segments.ask(&engine, &mut out);
            assert_eq!(out, expected, "{}", contender.backend.name());
            measurements.measure(contender.backend.name(), &mut out, |out| {
                segments.ask(&engine, out);
            });
        }
    }
    measurements.finish();
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
fn narrow(value: f64) -> f32 {
    value as f32
}

criterion_group! {
    name = benches;
    config = settings();
    targets = views_and_rays, closest_points
}
criterion_main!(benches);
