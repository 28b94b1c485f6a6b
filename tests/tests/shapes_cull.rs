//! Boxes against frusta: the same bits everywhere, and certain where they say outside or inside.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{BoxView, Containment, Engine, Frustum, OrientedBox, QueryError};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Against, ShapeTest, Vector, World, add, along, check_backends, check_lengths,
    check_lonely_lanes, check_threads, columns, dot, extreme_world, fastest_engines, narrow,
    normalized, random_frusta, reference_box, reference_frustum, standard_worlds, wide,
};

/// The two queries about frusta.
enum Ask {
    /// By the planes alone.
    Cull,
    /// Over all axes.
    Classify,
}
use Ask::{Classify, Cull};

impl ShapeTest for Ask {
    type Shape = Frustum;
    type Row = Containment;

    fn ask(
        &self,
        engine: &Engine,
        boxes: BoxView<'_>,
        against: Against<'_, Frustum>,
    ) -> Vec<Containment> {
        let Against::One(frustum) = against else { unreachable!("it takes no pairs") };
        let mut out = stale(boxes.len());
        match self {
            Cull => engine.cull(boxes, frustum, &mut out),
            Classify => engine.classify(boxes, frustum, &mut out),
        }
        .unwrap();
        out
    }

    fn takes_pairs(&self) -> bool {
        false
    }
}

/// All answers, so that every place must be written to be right.
fn stale(rows: usize) -> Vec<Containment> {
    let answers = [Containment::Inside, Containment::Outside, Containment::Intersecting];
    (0..rows).map(|row| answers[row % 3]).collect()
}

/// Frusta among the boxes of a world, about as large as it is, or smaller.
fn frusta_in(world: &World, count: usize, seed: u64) -> Vec<Frustum> {
    let mut random = Random::new(seed);
    let centers: Vec<Vector> = world.store.iter().map(|stored| wide(stored.pose.center)).collect();
    let mut frusta = Vec::new();
    for _ in 0..count {
        let [one, other] = [(); 2].map(|()| centers[random.below(centers.len())]);
        let apart = (0..3).map(|k| (one[k] - other[k]).abs()).fold(0.0, f64::max);
        let size = apart.clamp(1.0, 1e9);
        let center = one.map(|c| c.clamp(-1e9, 1e9));
        frusta.extend(random_frusta(&mut random, center, size, 4));
    }
    frusta
}

fn worlds() -> Vec<World> {
    let mut worlds = standard_worlds(1_500, 71);
    worlds.extend([extreme_world(1_001, true, 72), extreme_world(1_001, false, 73)]);
    worlds
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for world in worlds() {
        let frusta = frusta_in(&world, 2, 74);
        check_backends(&Cull, &world, &frusta);
        check_backends(&Classify, &world, &frusta);
    }
    for seed in 0..40 {
        let around = Around::new(seed, 301);
        check_backends(&Classify, &around.world, &[around.frustum]);
    }
}

#[test]
fn any_number_of_boxes_and_of_threads() {
    let world = extreme_world(9_001, false, 75);
    let frusta = frusta_in(&world, 3, 76);
    let boxes: Vec<_> = Around::new(77, 40).world.store.iter().collect();
    let near = Around::new(77, 40).frustum;
    for frustum in frusta.iter().chain([&near]) {
        check_lengths(&Cull, &boxes, &[*frustum]);
        check_lengths(&Classify, &boxes, &[*frustum]);
        check_threads(&Cull, &world, &[*frustum]);
        check_threads(&Classify, &world, &[*frustum]);
    }
}

#[test]
fn a_box_of_nan_is_alone_and_intersects() {
    let around = Around::new(78, 100);
    check_lonely_lanes(&Cull, &around.world, &[around.frustum], None);
    check_lonely_lanes(&Classify, &around.world, &[around.frustum], None);
    let rows = [[f32::NAN; 4]; 1];
    let view = BoxView::unchecked(&rows, &rows, &rows).unwrap();
    for engine in fastest_engines() {
        let mut out = [Containment::Outside];
        engine.classify(view, around.frustum, &mut out).unwrap();
        assert_eq!(out, [Containment::Intersecting]);
    }
}

#[test]
fn many_frusta_are_rows_of_one_after_the_other() {
    let world = &standard_worlds(2_000, 79)[0];
    let frusta = frusta_in(world, 3, 80);
    let engine = Engine::new();
    let count = world.store.len();
    let mut all = stale(frusta.len() * count);
    engine.classify(&world.store, &frusta, &mut all).unwrap();
    let mut culled = stale(frusta.len() * count);
    engine.cull(&world.store, &frusta, &mut culled).unwrap();
    for (number, frustum) in frusta.iter().enumerate() {
        let alone = Classify.ask_world(&engine, world, Against::One(frustum));
        assert_eq!(all[number * count..][..count], alone);
        let alone = Cull.ask_world(&engine, world, Against::One(frustum));
        assert_eq!(culled[number * count..][..count], alone);
    }
    for len in [0, count * frusta.len() - 1, count * frusta.len() + 1] {
        let mut out = stale(len);
        let error = engine.cull(&world.store, &frusta, &mut out).unwrap_err();
        let expected = count * frusta.len();
        assert_eq!(error, QueryError::OutputLength { expected, found: len });
        assert_eq!(out, stale(len));
    }
    engine.classify(&world.store, Vec::<Frustum>::new(), &mut []).unwrap();
    engine.classify(&octosat::BoxStore::new(), &frusta, &mut []).unwrap();
}

/// What was seen in a comparison with the reference.
#[derive(Debug, Default)]
struct Seen {
    outside: usize,
    intersecting: usize,
    inside: usize,
    /// Outside, but not by the planes alone.
    only_exact: usize,
    /// Nearer to the difference than the band.
    doubtful: usize,
}

fn check(world: &World, frustum: &Frustum, seen: &mut Seen) {
    let reference = reference_frustum(frustum);
    for engine in fastest_engines() {
        let culled = Cull.ask_world(&engine, world, Against::One(frustum));
        let exact = Classify.ask_world(&engine, world, Against::One(frustum));
        for (index, (culled, exact)) in (0..).zip(culled.into_iter().zip(exact)) {
            check_box(world, index, (&reference, [culled, exact]), seen);
        }
    }
}

fn check_box(
    world: &World,
    index: u32,
    (reference, [culled, exact]): (&octosat_reference::float64::ReferenceFrustum, [Containment; 2]),
    seen: &mut Seen,
) {
    let truth = reference.separations(&reference_box(world, index));
    let what = || {
        let given = world.store.get(index);
        format!("{}: {culled:?} and {exact:?} of {truth:?}, {given:?}", world.name)
    };
    if truth.separation.abs() > 1e-6 * truth.band {
        assert_eq!(truth.meets, truth.separation < 0.0, "the reference disagrees: {}", what());
    } else {
        seen.doubtful += 1;
    }
    // Certain answers.
    assert!(culled != Containment::Outside || truth.plane_separation > 0.0, "{}", what());
    assert!(exact != Containment::Outside || truth.separation > 0.0, "{}", what());
    for answer in [culled, exact] {
        assert!(answer != Containment::Inside || truth.protrusion < 0.0, "{}", what());
        assert!(answer == Containment::Inside || truth.protrusion > -truth.band, "{}", what());
    }
    // Exact beyond the band.
    let missed = culled != Containment::Outside && truth.plane_separation > truth.band;
    assert!(!missed, "{}", what());
    assert!(exact == Containment::Outside || truth.separation <= truth.band, "{}", what());
    assert!(culled == exact || culled == Containment::Intersecting, "{}", what());
    seen.only_exact += usize::from(culled != exact);
    match exact {
        Containment::Outside => seen.outside += 1,
        Containment::Intersecting => seen.intersecting += 1,
        Containment::Inside => seen.inside += 1,
    }
}

#[test]
fn answers_are_those_of_the_reference() {
    let mut seen = Seen::default();
    for world in worlds() {
        for frustum in frusta_in(&world, 2, 81) {
            check(&world, &frustum, &mut seen);
        }
    }
    let Seen { outside, intersecting, inside, only_exact, .. } = seen;
    assert!(outside.min(intersecting).min(inside).min(only_exact) > 500, "{seen:?}");
}

#[test]
fn boxes_beside_edges_and_corners_are_told_apart() {
    let mut seen = Seen::default();
    for seed in 0..400 {
        let around = Around::new(seed, 101);
        check(&around.world, &around.frustum, &mut seen);
    }
    let Seen { outside, intersecting, only_exact, .. } = seen;
    // The six planes keep them; the other axes do not.
    assert!(outside.min(intersecting).min(only_exact) > 5_000, "{seen:?}");
}

/// A frustum, and boxes that touch a plane across one of its edges or corners, within a gap or an
/// overlap from none to large.
struct Around {
    frustum: Frustum,
    world: World,
}

impl Around {
    fn new(seed: u64, boxes: usize) -> Self {
        let mut random = Random::new(seed ^ 0x5eed);
        let size = 10_f64.powf(random.range(-1.0, 3.0));
        let center = random.vector(-10.0 * size, 10.0 * size);
        let kind = random.below(4);
        let frustum = random_frusta(&mut random, center, size, 4)[kind];
        let boxes: Vec<OrientedBox> =
            (0..boxes).map(|_| Self::box_beside(&frustum, size, &mut random)).collect();
        Self { frustum, world: World::of_neighbours("around a frustum", &boxes) }
    }

    fn box_beside(frustum: &Frustum, size: f64, random: &mut Random) -> OrientedBox {
        let corners = frustum.corners().map(wide);
        let corner = random.below(8);
        let axis = random.below(3);
        // A point of the edge along one direction of the cube, or its end.
        let other = corners[corner ^ (1 << axis)];
        let part = if random.below(3) == 0 { 0.0 } else { random.unit() };
        let place: Vector =
            std::array::from_fn(|k| corners[corner][k] + part * (other[k] - corners[corner][k]));
        let mut outward = [0.0; 3];
        for direction in 0..3 {
            if direction != axis || part == 0.0 {
                let plane = frustum.planes()[2 * direction + (corner >> direction & 1)];
                let normal = wide([plane[0], plane[1], plane[2]]);
                outward = along(outward, random.range(0.05, 1.0), normal);
            }
        }
        let outward = normalized(outward);
        let rotation = if random.below(4) == 0 { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
        let flat = random.below(5) == 0;
        let mut extents = random.vector(0.01 * size, size);
        extents[0] *= if flat { 0.0 } else { 1.0 };
        let axes = columns(rotation);
        let reach: f64 = (0..3).map(|k| extents[k] * dot(axes[k], outward).abs()).sum();
        let gaps =
            [0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-4, -1e-4, 1e-2, -1e-2, 0.1, -0.1, 0.4, -0.4, -1.0];
        let gap = size * gaps[random.below(gaps.len())];
        // Slid along the plane as well, so that it is not always the middle that touches.
        let slide = random.vector(-0.5, 0.5);
        let across = along(slide, -dot(slide, outward), outward);
        let smallest = extents.iter().copied().fold(f64::INFINITY, f64::min);
        let center = add(along(place, reach + gap, outward), across.map(|c| c * smallest));
        OrientedBox::new(narrow(center), narrow(rotation), narrow(extents))
    }
}
