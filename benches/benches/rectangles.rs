//! How long rectangles take: the scalar routine of the slides against every backend, on one thread,
//! over the number of pairs.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{Query, RectangleManifold, RectanglePenetration};
use octosat_benches::{
    CONTACT_MARGIN, Measurements, Plane, contenders, missing_backends, settings, sizes,
};
use octosat_reference::slides::{collide, collision_points};

fn rectangles(criterion: &mut Criterion) {
    for backend in missing_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    for query in ["rectangle-overlap", "rectangle-penetration", "rectangle-contacts"] {
        let mut measurements = Measurements::new(criterion, query);
        for size in sizes() {
            let plane = Plane::cloud(size);
            measurements.set_rows(size, plane.pairs.len());
            measure(&mut measurements, query, &plane);
        }
        measurements.finish();
    }
}

fn measure(measurements: &mut Measurements<'_>, query: &str, plane: &Plane) {
    plane.verify();
    let pairs = &plane.pairs;
    if query == "rectangle-contacts" {
        let mut points = vec![None; pairs.len()];
        measurements.measure("slides", &mut points, |points| {
            for (points, pair) in points.iter_mut().zip(pairs) {
                let [a, b] = plane.prepared_of(*pair);
                *points = collide(a, b).map(|collision| collision_points(a, b, &collision));
            }
        });
    } else {
        let mut collisions = vec![None; pairs.len()];
        measurements.measure("slides", &mut collisions, |collisions| {
            for (collision, pair) in collisions.iter_mut().zip(pairs) {
                let [a, b] = plane.prepared_of(*pair);
                *collision = collide(a, b);
            }
        });
    }
    let mut words = vec![0_u64; pairs.len().div_ceil(64)];
    let mut rows = vec![RectanglePenetration::default(); pairs.len()];
    let mut manifolds = vec![RectangleManifold::default(); pairs.len()];
    for contender in contenders().iter().filter(|contender| contender.is_default_layout()) {
        let engine = contender.engine();
        let name = format!("{}/{}", contender.backend, contender.rounding);
        let query_of_plane = Query::new(&plane.store, pairs);
        let accepted = "the query is valid";
        match query {
            "rectangle-overlap" => measurements.measure(&name, &mut words, |out| {
                engine.overlaps(query_of_plane, out).expect(accepted);
            }),
            "rectangle-penetration" => measurements.measure(&name, &mut rows, |out| {
                engine.penetrations(query_of_plane, out).expect(accepted);
            }),
            _ => measurements.measure(&name, &mut manifolds, |out| {
                engine.manifolds(query_of_plane.margin(CONTACT_MARGIN), out).expect(accepted);
            }),
        }
    }
}

criterion_group! {
    name = benches;
    config = settings();
    targets = rectangles
}
criterion_main!(benches);
