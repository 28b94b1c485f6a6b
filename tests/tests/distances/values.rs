//! Distances with known results, margins, and what is rejected.
#![expect(clippy::float_cmp, reason = "boxes along the axes have results without rounding")]

use octosat::{Distance, DistanceState, Engine, Length, OrientedBox, Query};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{neighbors, sentence, store_of, upright, wrong_length};

use super::{check, distance};

/// A row, with the points as they are computed for boxes along the world's axes: without rounding.
fn expect(row: &Distance, on_a: [f32; 3], distance: f32, direction: [f32; 3]) {
    assert_eq!((row.on_a, row.distance, row.normal), (on_a, distance, direction), "{row:?}");
    let state = if distance > 0.0 { DistanceState::APART } else { DistanceState::OVERLAPPING };
    assert_eq!(row.state, state, "{row:?}");
    assert_eq!(row.overlaps(), distance <= 0.0);
    let on_b = [0, 1, 2].map(|k| on_a[k] + distance * direction[k]);
    assert_eq!(row.on_b(), on_b);
}

#[test]
fn a_face_and_a_corner() {
    let row = distance(upright([0.0; 3], [1.0; 3]), upright([3.0, 0.25, 0.5], [0.5; 3]));
    assert_eq!((row.distance, row.normal), (1.5, [1.0, 0.0, 0.0]), "{row:?}");
    assert!(row.on_a[0] == 1.0 && row.on_b()[0] == 2.5, "{row:?}");
    let row = distance(upright([0.0; 3], [1.0; 3]), upright([0.0, -4.0, 0.0], [5.0, 1.0, 5.0]));
    assert_eq!((row.distance, row.normal, row.on_a[1]), (2.0, [0.0, -1.0, 0.0], -1.0));
}

#[test]
fn two_corners_and_two_edges() {
    let row = distance(upright([0.0; 3], [1.0; 3]), upright([4.0, 5.0, -14.0], [1.0; 3]));
    // They are 2, 3 and 12 m apart along the axes.
    let expected = 157.0_f32.sqrt();
    expect(&row, [1.0, 1.0, -1.0], expected, [2.0, 3.0, -12.0].map(|part| part / expected));
    // Edges along z of both.
    let row = distance(upright([0.0; 3], [1.0; 3]), upright([5.0, 6.0, 0.5], [1.0; 3]));
    assert_eq!((row.distance, row.normal), (5.0, [0.6, 0.8, 0.0]));
}

/// Two rods that cross, an eighth of a turn about themselves.
#[test]
fn two_rods_that_cross() {
    let (sine, cosine) = core::f32::consts::FRAC_PI_8.sin_cos();
    let along_x = OrientedBox::new([0.0; 3], [sine, 0.0, 0.0, cosine], [2.0, 0.0, 0.0]);
    let along_y = OrientedBox::new([0.5, 0.25, 3.0], [0.0, sine, 0.0, cosine], [0.0, 2.0, 0.0]);
    let row = distance(along_x, along_y);
    assert!((row.distance - 3.0).abs() < 1e-6 && row.normal[2] > 0.999_999, "{row:?}");
    assert!((row.on_a[0] - 0.5).abs() < 1e-6 && row.on_a[1].abs() < 1e-6, "{row:?}");
    assert!((row.on_b()[1]).abs() < 1e-6, "{row:?}");
}

#[test]
fn overlapping_boxes_have_the_least_translation() {
    let row = distance(upright([0.0; 3], [1.0; 3]), upright([1.5, 0.25, 0.0], [1.0; 3]));
    assert_eq!((row.distance, row.normal), (-0.5, [1.0, 0.0, 0.0]));
    assert_eq!((row.on_a[0], row.on_b()[0]), (1.0, 0.5));
    // One inside the other: out through the nearest face.
    let row = distance(upright([0.0; 3], [4.0; 3]), upright([0.5, -2.0, 1.0], [1.0; 3]));
    assert_eq!((row.distance, row.normal), (-3.0, [0.0, -1.0, 0.0]));
    assert_eq!((row.on_a[1], row.on_b()[1]), (-4.0, -1.0));
    // Crossed plates touch where neither has a corner.
    let row =
        distance(upright([0.0; 3], [4.0, 1.0, 0.5]), upright([0.0, 0.0, 0.75], [1.0, 4.0, 0.5]));
    assert_eq!((row.distance, row.normal), (-0.25, [0.0, 0.0, 1.0]));
    assert!(row.on_a[0].abs() <= 1.0 && row.on_a[1].abs() <= 1.0 && row.on_a[2] == 0.5, "{row:?}");
}

/// An edge axis wins if it is less deep, by however little: faces are not preferred, as in penetrations.
#[test]
fn faces_are_not_preferred() {
    let turned = |angle: f32| [0.0, (0.5 * angle).sin(), 0.0, (0.5 * angle).cos()];
    let eighth = core::f32::consts::FRAC_PI_4;
    let sine = (0.5 * eighth).sin();
    let a = OrientedBox::new([0.0; 3], [sine, 0.0, 0.0, (0.5 * eighth).cos()], [4.0, 1.0, 1.0]);
    // The height at which the upper edges of both are, a little apart from that of equal depth along a face.
    let boxes = (0..200).flat_map(|step| {
        let height = 2.2 + 0.003 * step as f32;
        [a, OrientedBox::new([0.0, 0.0, height], turned(eighth), [1.0, 4.0, 1.0])]
    });
    check(boxes);
}

#[test]
fn boxes_that_touch_or_coincide_have_a_direction() {
    for (b, direction) in [
        (upright([2.0, 0.0, 0.0], [1.0; 3]), [1.0, 0.0, 0.0]),
        (upright([0.0, -2.0, 0.5], [1.0; 3]), [0.0, -1.0, 0.0]),
    ] {
        let row = distance(upright([0.0; 3], [1.0; 3]), b);
        assert_eq!((row.distance, row.normal, row.state.code()), (0.0, direction, 1), "{row:?}");
    }
    let same = distance(upright([7.0; 3], [1.0; 3]), upright([7.0; 3], [1.0; 3]));
    assert_eq!((same.distance, same.normal), (-2.0, [1.0, 0.0, 0.0]), "{same:?}");
    let points = distance(upright([7.0; 3], [0.0; 3]), upright([7.0; 3], [0.0; 3]));
    expect(&points, [7.0; 3], 0.0, [1.0, 0.0, 0.0]);
    // Next to the edge of a, by one float: the axis decides, not what is left of the difference.
    let near = 2.0 + 2.0 * f32::EPSILON;
    let row = distance(upright([0.0; 3], [1.0; 3]), upright([near, near, 0.0], [1.0; 3]));
    assert!(row.distance > 0.0 && row.normal == [1.0, 0.0, 0.0], "{row:?}");
}

/// With a margin, pairs that a face separates by more have a bound and nothing else; all others do not change.
#[test]
fn a_margin_is_a_cut_off() {
    let mut random = Random::new(3);
    let mut boxes = Vec::new();
    for _ in 0..500 {
        for reach in [0.0, 3.0] {
            let center = random.vector(-reach, reach).map(narrow);
            let rotation = random.rotation().map(narrow);
            boxes.push(OrientedBox::new(center, rotation, [0.75, 0.5, 0.25]));
        }
    }
    let (boxes, pairs) = (store_of(&boxes), neighbors(boxes.len()));
    let engine = Engine::new();
    let ask = |margin: Length<'_>| {
        let mut rows = vec![Distance::default(); pairs.len()];
        engine.distances(Query::new(&boxes, &pairs).within(margin), &mut rows).unwrap();
        rows
    };
    let all = ask(Length::None);
    assert!(all.iter().all(|row| row.state != DistanceState::BEYOND));
    assert_eq!(all, ask(Length::Uniform(1e9)));
    let margins: Vec<f32> = (0..pairs.len()).map(|pair| 0.25 * (pair % 5) as f32).collect();
    for margin in [0.0, 0.25, 1.0] {
        let rows = ask(Length::Uniform(margin));
        let beyond = rows.iter().filter(|row| row.state == DistanceState::BEYOND).count();
        assert!(beyond > 20 && beyond < rows.len() - 20, "{beyond} beyond {margin} m");
        for (row, exact) in rows.iter().zip(&all) {
            if row.state == DistanceState::BEYOND {
                assert!(row.distance > margin && row.distance <= exact.distance * 1.000_01);
                assert_eq!((row.on_a, row.normal), ([0.0; 3], [0.0; 3]));
            } else {
                assert_eq!(row, exact);
            }
        }
    }
    let own = ask(Length::PerPair(&margins));
    for (pair, row) in own.iter().enumerate() {
        assert_eq!(*row, ask(Length::Uniform(margins[pair]))[pair]);
    }
}

#[test]
fn what_is_rejected_leaves_the_rows() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3]); 2]);
    let query = Query::new(&boxes, &[[0, 1]]);
    let stale = Distance { distance: 5.0, ..Distance::default() };
    let mut rows = [stale; 2];
    let engine = Engine::new();
    assert_eq!(sentence(engine.distances(query, &mut rows)), wrong_length(1, 2));
    let margin = sentence(engine.distances(query.within(f32::NAN), &mut rows[..1]));
    assert_eq!(margin, "`within` is NaN, but must be finite and at least zero");
    let index = sentence(engine.distances(Query::new(&boxes, &[[0, 2]]), &mut rows[..1]));
    assert_eq!(index, "pairs[0][1] is 2, but the number of boxes is 2");
    assert_eq!(rows, [stale; 2]);
    assert_eq!(engine.distances(Query::new(&boxes, &[]), &mut []), Ok(()));
}
