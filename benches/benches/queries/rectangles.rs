//! Rectangles in the plane, beside the scalar routine of the slides.

use criterion::Criterion;
use octosat::{Engine, Plane, Query, Rectangle, RectanglePenetration, RectangleStore};
use octosat_benches::{Bench, Order, engines, name, same_touching};
use octosat_check::{Basis, Call, Frame, SPECULATIVE_MARGIN};
use octosat_reference::slides::{PlaneBox, collide};

/// The boxes of a frame seen from above, each turned as its quaternion's z and w say.
fn seen_from_above(frame: &Frame) -> Vec<Rectangle> {
    let rectangle = |k: usize| {
        let ([x, y, _], [_, _, z, w]) = (frame.position[k], frame.rotation[k]);
        let length = z.hypot(w);
        let rotation = if length > 0.0 { [w / length, z / length] } else { [1.0, 0.0] };
        let [width, height, _] = frame.half_extents[k];
        Rectangle::new([x, y], rotation, [width, height])
    };
    (0..frame.position.len()).map(rectangle).collect()
}

/// The calls of every engine.
fn calls<'a>(query: Query<'a, Plane>) -> [Call<'a>; 3] {
    let count = query.pairs().len();
    [
        Call::new(
            "rectangle-overlap",
            vec![false; count],
            move |engine, out| Ok(engine.overlaps(query, out)?),
            |&overlaps| overlaps,
        ),
        Call::new(
            "rectangle-penetration",
            vec![RectanglePenetration::default(); count],
            move |engine, out| Ok(engine.penetrations(query, out)?),
            RectanglePenetration::overlaps,
        ),
        Call::new(
            "rectangle-contacts",
            vec![octosat::RectangleManifold::default(); count],
            move |engine, out| Ok(engine.manifolds(query.margin(SPECULATIVE_MARGIN), out)?),
            |manifold| !manifold.points().is_empty() && manifold.depth >= 0.0,
        ),
    ]
}

pub(crate) fn measure(criterion: &mut Criterion, frame: &Frame, order: Order) {
    let mut store = RectangleStore::new();
    store.extend_from_boxes(&seen_from_above(frame)).expect("generated boxes are valid");
    let plain = |Rectangle { pose, half_extents }| {
        let (center, rotation) = (pose.center, pose.rotation);
        PlaneBox::from(&octosat_reference::Rectangle { center, rotation, half_extents })
    };
    let boxes: Vec<PlaneBox> = store.iter().map(plain).collect();
    let fill = |_: &Engine, out: &mut [Option<_>]| {
        for (out, &[a, b]) in out.iter_mut().zip(&frame.pairs) {
            *out = collide(&boxes[a as usize], &boxes[b as usize]);
        }
        Ok(())
    };
    let mut slides = Call::new("slides", vec![None; frame.pairs.len()], fill, Option::is_some);
    for call in &mut calls(Query::new(&store, &frame.pairs)) {
        same_touching(&mut slides, call);
        let group = format!("{}/{}", call.name, order.name());
        let mut bench = Bench::new(criterion, &group, || ());
        bench.call("slides", &mut slides, &Engine::new());
        for engine in engines() {
            bench.call(&name(&engine, Basis::Unit), call, &engine);
        }
    }
}
