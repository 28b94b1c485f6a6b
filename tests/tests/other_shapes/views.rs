//! Boxes beside the edges and corners of views: the planes alone keep them, all axes tell them apart.

use octosat::{Containment, Engine, Frustum, OrientedBox, QueryError};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Vector, World, add, along, columns, dot, fastest_engines, narrow, normalized, random_frusta,
    reference_box, reference_frustum, wide,
};

/// A view, and boxes that touch a plane across one of its edges or corners.
struct Around {
    view: Frustum,
    world: World,
}

/// Gaps in parts of the view's size; overlaps if negative.
const GAPS: [f64; 14] =
    [0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-4, -1e-4, 1e-2, -1e-2, 0.1, -0.1, 0.4, -0.4, -1.0];

impl Around {
    fn new(seed: u64, boxes: usize) -> Self {
        let mut random = Random::new(seed ^ 0x5eed);
        let size = 10_f64.powf(random.range(-1.0, 3.0));
        let center = random.vector(-10.0 * size, 10.0 * size);
        let view = random.choose(&random_frusta(&mut random.clone(), center, size, 4));
        let boxes: Vec<OrientedBox> =
            (0..boxes).map(|_| box_beside(&view, size, &mut random)).collect();
        Self { view, world: World::of_neighbors("around a view", &boxes) }
    }
}

fn box_beside(view: &Frustum, size: f64, random: &mut Random) -> OrientedBox {
    let corners = view.corners().map(wide);
    let (corner, axis) = (random.below(8), random.below(3));
    // A point of the edge along one direction of the cube, or its end.
    let other = corners[corner ^ (1 << axis)];
    let part = if random.one_in(3) { 0.0 } else { random.unit() };
    let place: Vector =
        std::array::from_fn(|k| corners[corner][k] + part * (other[k] - corners[corner][k]));
    let mut outward = [0.0; 3];
    for direction in (0..3).filter(|&direction| direction != axis || part == 0.0) {
        let plane = view.planes()[2 * direction + (corner >> direction & 1)];
        outward = along(outward, random.range(0.05, 1.0), wide([plane[0], plane[1], plane[2]]));
    }
    let outward = normalized(outward);
    let rotation = if random.one_in(4) { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
    let mut half_extents = random.vector(0.01 * size, size);
    half_extents[0] *= if random.one_in(5) { 0.0 } else { 1.0 };
    let axes = columns(rotation);
    let reach: f64 = (0..3).map(|k| half_extents[k] * dot(axes[k], outward).abs()).sum();
    let gap = size * random.choose(&GAPS);
    // Slid along the plane as well, so that it is not always the middle that touches.
    let slide = random.vector(-0.5, 0.5);
    let across = along(slide, -dot(slide, outward), outward);
    let smallest = half_extents.iter().copied().fold(f64::INFINITY, f64::min);
    let center = add(along(place, reach + gap, outward), across.map(|c| c * smallest));
    OrientedBox::new(narrow(center), narrow(rotation), narrow(half_extents))
}

/// What an engine says about a box and a view.
#[derive(Debug)]
struct Said {
    culled: Containment,
    classified: Containment,
}

fn ask(engine: &Engine, around: &Around) -> Vec<Said> {
    let Around { view, world } = around;
    let [mut culled, mut classified] =
        [(); 2].map(|()| vec![Containment::default(); world.store.len()]);
    engine.cull(&world.store, view, &mut culled).unwrap();
    engine.classify(&world.store, view, &mut classified).unwrap();
    let rows = culled.into_iter().zip(classified);
    rows.map(|(culled, classified)| Said { culled, classified }).collect()
}

#[test]
fn boxes_beside_edges_and_corners_are_told_apart() {
    let (mut outside, mut intersecting, mut only_exact) = (0, 0, 0);
    for seed in 0..400 {
        let around = Around::new(seed, 101);
        let reference = reference_frustum(&around.view);
        for engine in fastest_engines() {
            for (index, said) in (0..).zip(ask(&engine, &around)) {
                let truth = reference.separations(&reference_box(&around.world, index));
                let what = || format!("seed {seed}, box {index}: {said:?}, {truth:?}");
                // Outside and inside are certain.
                let Said { culled, classified } = said;
                assert!(
                    culled != Containment::Outside || truth.plane_separation > 0.0,
                    "{}",
                    what()
                );
                assert!(classified != Containment::Outside || truth.separation > 0.0, "{}", what());
                for answer in [culled, classified] {
                    let is_inside = answer == Containment::Inside;
                    assert!(!is_inside || truth.protrusion < 0.0, "{}", what());
                    assert!(is_inside || truth.protrusion > -truth.error_bound, "{}", what());
                }
                // And whatever is farther than the error bound is told.
                let missed =
                    culled != Containment::Outside && truth.plane_separation > truth.error_bound;
                assert!(!missed, "{}", what());
                let missed =
                    classified != Containment::Outside && truth.separation > truth.error_bound;
                assert!(!missed, "{}", what());
                assert!(culled == classified || culled == Containment::Intersecting, "{}", what());
                only_exact += usize::from(culled != classified);
                outside += usize::from(classified == Containment::Outside);
                intersecting += usize::from(classified == Containment::Intersecting);
            }
        }
    }
    let seen = [outside, intersecting, only_exact];
    assert!(seen.into_iter().min() > Some(5_000), "{seen:?}");
}

#[test]
fn many_views_are_rows_of_one_after_the_other() {
    let around = [1, 2, 3].map(|seed| Around::new(seed, 50));
    let (views, world) = (around.each_ref().map(|around| around.view), &around[0].world);
    let (engine, count) = (Engine::new(), world.store.len());
    let mut all = vec![Containment::default(); 3 * count];
    engine.classify(&world.store, &views[..], &mut all).unwrap();
    for (view, rows) in views.iter().zip(all.chunks(count)) {
        let mut alone = vec![Containment::default(); count];
        engine.classify(&world.store, view, &mut alone).unwrap();
        assert_eq!(rows, alone);
    }
    for found in [0, 3 * count - 1, 3 * count + 1] {
        let mut rows = vec![Containment::Inside; found];
        let error = engine.cull(&world.store, &views[..], &mut rows).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 3 * count, found });
        assert!(rows.iter().all(|&row| row == Containment::Inside), "nothing is written");
    }
    engine.classify(&world.store, Vec::<Frustum>::new(), &mut []).unwrap();
    engine.classify(&octosat::BoxStore::new(), &views[..], &mut []).unwrap();
}
