//! Directions with components next to nothing, kept as they are by borrowed views.
//!
//! Products of tiny components with small lengths end among the denormals, where a comparison of
//! two of them is no longer good to a few roundings.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxView, Layout, OrientedBox, OverlapQuery, Penetration, PenetrationQuery, Query, ScaledBoxView,
};
use octosat_reference::float64::{Agreement, ReferencePair};
use octosat_scenes::generate::Random;
use octosat_tests::{Basis, PairReference, World, answer, fastest_engines, narrow};

/// Both boxes that there are.
const PAIR: &[[u32; 2]] = &[[0, 1]];

/// Stores rid directions of tiny components, so both bases must simply agree with the reference.
#[test]
fn tiny_quaternion_components_in_a_store() {
    for pair in nearly_upright_boxes(48).chunks_exact(2) {
        let world = World::of_neighbours("tiny components", pair);
        for &basis in world.bases() {
            let reference = PairReference::new(&world, basis, [0, 1]);
            let (reference, what) = (reference.reference(), format!("{reference:?}"));
            match basis {
                Basis::Unit => check_borrowed(Query::new(&world.store, PAIR), &reference, &what),
                Basis::Scaled => {
                    check_borrowed(Query::new(world.scaled(), PAIR), &reference, &what)
                }
            }
        }
    }
}

/// A borrowed view uses components as they are, down to denormals. What its check accepts must be
/// answered rightly; it may refuse the tiniest.
#[test]
fn tiny_quaternion_components_in_a_borrowed_view() {
    let row = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    let mut accepted = 0;
    for pair in nearly_upright_boxes(49).chunks_exact(2) {
        let centers = [0, 1].map(|index| row(pair[index].pose.center));
        let rotations = [0, 1].map(|index| pair[index].pose.rotation);
        let half_extents = [0, 1].map(|index| row(pair[index].half_extents));
        let Ok(view) = BoxView::new(&centers, &rotations, &half_extents) else { continue };
        accepted += 1;
        let [a, b] = [0, 1].map(|index: usize| octosat_reference::OrientedBox {
            center: pair[index].pose.center,
            rotation: pair[index].pose.rotation,
            half_extents: pair[index].half_extents,
        });
        check_borrowed(
            Query::new(view, PAIR),
            &ReferencePair::oriented(&a, &b),
            &format!("{a:?} {b:?}"),
        );
    }
    assert!(accepted > 200, "{accepted}");
}

/// The same for scaled axes, whose off-diagonal components are products of two small numbers.
#[test]
fn tiny_axis_components_in_a_borrowed_view() {
    let mut accepted = 0;
    for pair in nearly_upright_boxes(50).chunks_exact(2) {
        let boxes = [0, 1].map(|index: usize| nearly_upright_axes(&pair[index]));
        let centers = boxes.map(|given| [given.center[0], given.center[1], given.center[2], 0.0]);
        let column = |axis: usize| {
            boxes.map(|given| {
                let [x, y, z] = given.axes[axis];
                [x, y, z, given.half_extents[axis]]
            })
        };
        let columns = [column(0), column(1), column(2)];
        let [first, second, third] = &columns;
        let Ok(view) = ScaledBoxView::new(&centers, [first, second, third]) else { continue };
        accepted += 1;
        let [a, b] = boxes;
        check_borrowed(
            Query::new(view, PAIR),
            &ReferencePair::scaled(&a, &b),
            &format!("{a:?} {b:?}"),
        );
    }
    assert!(accepted > 200, "{accepted}");
}

/// The axes of a rotation by next to nothing, to first order.
fn nearly_upright_axes(given: &OrientedBox) -> octosat_reference::ScaledBox {
    let [x, y, z] = [0, 1, 2].map(|k| 2.0 * given.pose.rotation[k]);
    let columns = [[1.0, z, -y], [-z, 1.0, x], [y, -x, 1.0]];
    let half_extents = given.half_extents;
    octosat_reference::ScaledBox {
        center: given.pose.center,
        axes: std::array::from_fn(|k| columns[k].map(|component| component * half_extents[k])),
        half_extents,
    }
}

fn check_borrowed<'q, L: Layout>(query: Query<'q, L>, reference: &ReferencePair, what: &str)
where
    Query<'q, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
{
    let what = format!("separation {:e}: {what}", reference.separations().separation);
    for engine in fastest_engines() {
        let mut overlaps = [false];
        let mut rows = [Penetration::default()];
        engine.overlaps(query, &mut overlaps).unwrap();
        engine.penetrations(query, &mut rows).unwrap();
        let agreement = reference.agreement(overlaps[0], 0.0);
        assert_ne!(agreement, Agreement::Contradicts, "{} {what}", overlaps[0]);
        let faults = reference.faults(&answer(&rows[0]), 0.0);
        assert!(faults.is_empty(), "{faults:?} {:?} {what}", rows[0]);
    }
}

/// Pairs of boxes turned by next to nothing, from a few micrometres up, overlapping slightly.
fn nearly_upright_boxes(seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let mut boxes = Vec::new();
    for _ in 0..20_000 {
        let size = 10.0_f64.powf(random.range(-5.0, 2.0));
        let a = random.vector(0.1, 1.0).map(|component| component * size);
        let b = random.vector(0.1, 1.0).map(|component| component * size);
        let stretch = [(); 3].map(|()| match random.below(3) {
            0 => 1.0 - 10.0_f64.powf(random.range(-5.0, -1.0)),
            1 => random.range(-1.0, 1.0),
            _ => 1.02,
        });
        let offset = std::array::from_fn(|k| stretch[k] * (a[k] + b[k]));
        for (center, half) in [([0.0; 3], a), (offset, b)] {
            let tiny = [(); 3].map(|()| match random.below(4) {
                0 => 0.0,
                1 => random.range(-1.0, 1.0) * 1e-20,
                2 => random.range(-1.0, 1.0) * 1e-8,
                _ => random.range(-1.0, 1.0) * 10.0_f64.powf(random.range(-44.0, -8.0)),
            });
            let rotation = narrow([tiny[0], tiny[1], tiny[2], 1.0]);
            boxes.push(OrientedBox::new(narrow(center), rotation, narrow(half)));
        }
    }
    boxes
}
