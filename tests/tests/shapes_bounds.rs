//! The axis-aligned boxes around boxes: the same bits everywhere, and never too small.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{AxisAlignedBox, BoxView, Engine, QueryError};
use octosat_reference::float64::ReferenceBox;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Against, ShapeTest, World, check_backends, check_lengths, check_lonely_lanes, check_threads,
    engines, extreme_world, fastest_engines, narrow, reference_box, standard_worlds,
};

struct Bounds;

impl ShapeTest for Bounds {
    type Shape = ();
    type Row = [u32; 8];

    fn ask(&self, engine: &Engine, boxes: BoxView<'_>, _against: Against<'_, ()>) -> Vec<[u32; 8]> {
        let stale = AxisAlignedBox::new([-7.0; 3], [7.0; 3]).unwrap();
        let mut out = vec![stale; boxes.len()];
        engine.aabbs(boxes, &mut out).unwrap();
        out.into_iter().map(bytemuck::cast).collect()
    }

    fn takes_pairs(&self) -> bool {
        false
    }
}

fn worlds() -> Vec<World> {
    let mut worlds = standard_worlds(2_000, 61);
    worlds.extend([extreme_world(3_001, true, 62), extreme_world(3_001, false, 63)]);
    worlds
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for world in worlds() {
        check_backends(&Bounds, &world, &[()]);
    }
}

#[test]
fn any_number_of_boxes_and_of_threads() {
    let world = extreme_world(9_001, false, 64);
    let boxes: Vec<_> = world.store.iter().take(40).collect();
    check_lengths(&Bounds, &boxes, &[()]);
    check_threads(&Bounds, &world, &[()]);
}

#[test]
fn a_box_of_nan_is_alone() {
    check_lonely_lanes(&Bounds, &extreme_world(100, false, 65), &[()], None);
}

#[test]
fn views_have_the_bits_of_the_store() {
    let world = extreme_world(1_003, true, 66);
    let store = &world.store;
    let view = BoxView::new(store.centers(), store.rotations(), store.half_extents()).unwrap();
    for engine in engines() {
        let expected = Bounds.ask_world(&engine, &world, Against::One(&()));
        assert_eq!(Bounds.ask(&engine, view, Against::One(&())), expected);
    }
}

#[test]
fn no_corner_is_outside_and_bounds_are_tight() {
    for world in worlds() {
        for engine in fastest_engines() {
            let rows = Bounds.ask_world(&engine, &world, Against::One(&()));
            for (index, row) in (0..).zip(rows) {
                let bounds: AxisAlignedBox = bytemuck::cast(row);
                let reference = reference_box(&world, index);
                let fault = reference.bounds_fault(bounds.min(), bounds.max());
                let what = world.store.get(index);
                assert_eq!(fault, None, "{}, {what:?}", world.name);
            }
        }
    }
}

/// A borrowed rotation may be off unit length; the bounds must hold the box of the normalised one.
#[test]
fn rotations_at_the_limit_of_a_view_stay_inside() {
    let mut random = Random::new(67);
    let mut columns: [Vec<[f32; 4]>; 3] = Default::default();
    for number in 0..4_000 {
        let off = [1.0 - 0.9e-6, 1.0 + 0.9e-6][number % 2];
        let rotation = random.rotation().map(|component| component * off);
        let extents = random.vector(0.0, 2.0).map(|e| if e < 0.4 { 0.0 } else { e });
        let row = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
        columns[0].push(row(narrow(random.vector(-10.0, 10.0))));
        columns[1].push(narrow(rotation));
        columns[2].push(row(narrow(extents)));
    }
    let view = BoxView::new(&columns[0], &columns[1], &columns[2]).unwrap();
    let mut out = vec![AxisAlignedBox::default(); 4_000];
    for engine in fastest_engines() {
        engine.aabbs(view, &mut out).unwrap();
        for (row, bounds) in out.iter().enumerate() {
            let three = |[x, y, z, _]: [f32; 4]| [x, y, z];
            let given = octosat_reference::OrientedBox {
                center: three(columns[0][row]),
                rotation: columns[1][row],
                half_extents: three(columns[2][row]),
            };
            let fault = ReferenceBox::oriented(&given).bounds_fault(bounds.min(), bounds.max());
            assert_eq!(fault, None, "{given:?}");
        }
    }
}

#[test]
fn a_buffer_of_another_length_is_refused_and_untouched() {
    let world = extreme_world(10, false, 68);
    let stale = AxisAlignedBox::new([-7.0; 3], [7.0; 3]).unwrap();
    for len in [0, 9, 11] {
        let mut out = vec![stale; len];
        let error = Engine::new().aabbs(&world.store, &mut out).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 10, found: len });
        assert!(out.iter().all(|bounds| *bounds == stale));
    }
}
