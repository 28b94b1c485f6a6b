//! Columns of every kind pass the same checks and give the same results.

use bytemuck::Pod;
use octosat::sealed::verbs;
use octosat::{
    BoxStore, BoxView, Column, Engine, Query, Question, Rectangle, RectangleStore, RectangleView,
    ScaledBoxView,
};
use octosat_check::engines;
use octosat_scenes::generate;
use octosat_tests::named;

use crate::common::World;

const UNIT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Records with the columns at their positions and values that must not be read everywhere else.
fn records<const N: usize, const S: usize>(
    columns: [&[[f32; 4]]; N],
    places: [usize; N],
) -> Vec<[[f32; 4]; S]> {
    let record = |at: usize| {
        let mut record = [[f32::NAN; 4]; S];
        for (column, place) in columns.into_iter().zip(places) {
            record[place] = column[at];
        }
        record
    };
    (0..columns[0].len()).map(record).collect()
}

/// Overlap and the bytes of penetrations.
fn answers<R: Pod>(
    engine: &Engine,
    query: impl for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>>
    + for<'o> Question<verbs::Penetrations, Out<'o> = &'o mut [R]>
    + Copy,
    len: usize,
) -> (Vec<bool>, Vec<u8>) {
    let mut overlaps = vec![false; len];
    engine.overlaps(query, &mut overlaps).unwrap();
    let mut rows = vec![R::zeroed(); len];
    engine.penetrations(query, &mut rows).unwrap();
    (overlaps, bytemuck::cast_slice(&rows).to_vec())
}

/// Asks every engine about the same boxes; `views` are the same boxes lent in other ways, and `query` asks about pairs
/// of a view within a margin.
fn same_answers<'a, V: Copy, R: Pod, Q>(
    columns: V,
    views: &[V],
    pairs: &'a [[u32; 2]],
    query: impl Fn(V, &'a [[u32; 2]], f32) -> Q,
) where
    Q: for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>>
        + for<'o> Question<verbs::Penetrations, Out<'o> = &'o mut [R]>
        + Copy,
{
    for engine in engines() {
        for margin in [0.0, 0.1] {
            let expected = answers(&engine, query(columns, pairs, margin), pairs.len());
            let both_occur = [true, false].iter().all(|one| expected.0.contains(one));
            assert!(both_occur || pairs.len() < 77, "both occur");
            for (way, &view) in views.iter().enumerate() {
                let found = answers(&engine, query(view, pairs, margin), pairs.len());
                assert!(found == expected, "{engine:?}, margin {margin}, way {way}");
            }
        }
    }
}

/// The same, with boxes of the store on the other side of each pair.
fn same_answers_of_two_lists(store: BoxView<'_>, views: &[BoxView<'_>], pairs: &[[u32; 2]]) {
    for engine in engines() {
        let expected = answers(&engine, Query::new(store, pairs), pairs.len());
        for view in views {
            for sides in [[&store, view], [view, &store]] {
                assert!(
                    answers(&engine, Query::new(sides, pairs), pairs.len()) == expected,
                    "{engine:?}"
                );
            }
        }
    }
}

/// Few boxes, of which no row is prefetched, and many; and their pairs again and again.
fn worlds() -> [World; 2] {
    [300, 40_000].map(|boxes| {
        let mut world = World::of_scene(&generate::cloud(boxes, 5 * boxes, 7));
        world.pairs = world.pairs.iter().copied().cycle().take(10_001).collect();
        world
    })
}

/// The rows at a position of records as a column of four floats.
fn place<const S: usize>(records: &[[[f32; 4]; S]], place: usize) -> Column<'_, 4> {
    Column::field(records, move |record| &record[place]).unwrap()
}

/// The same as a column of floats, whatever stands behind the last of them.
fn floats<const S: usize>(records: &[[[f32; 4]; S]], place: usize) -> Column<'_, 4> {
    let floats: &[f32] = bytemuck::cast_slice(records.as_flattened());
    Column::strided(&floats[4 * place..], 4 * S).unwrap()
}

/// Packed rows of three floats.
fn packed(rows: &[[f32; 4]]) -> Vec<[f32; 3]> {
    rows.iter().map(|&[x, y, z, _]| [x, y, z]).collect()
}

/// Components that a store sets to zero, and one that it keeps.
const SMALL: [f32; 7] = [1e-22, -9.3e-10, 1e-32, -0.0, 9.4e-10, 1e-40, -1e-22];

/// Rotations with two components of ordinary size, made of others, and two small ones.
fn with_small_components(rotations: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let changed = |(at, &[x, .., w]): (usize, &[f32; 4])| {
        let length = x.hypot(w);
        let small = [at % 7, at / 7 % 7].map(|number| SMALL[number]);
        let mut rotation = [small[0], small[1], x / length, w / length];
        rotation.rotate_right(at % 4);
        rotation
    };
    rotations.iter().enumerate().map(changed).collect()
}

#[test]
fn all_columns_answer_as_those_of_a_store() {
    for World { store, pairs, .. } in worlds() {
        let [three, extents] = [store.centers(), store.half_extents()].map(packed);
        for rotations in [store.rotations().to_vec(), with_small_components(store.rotations())] {
            let columns = [store.centers(), &rotations, store.half_extents()];
            let five = records::<3, 5>(columns, [4, 2, 1]);
            let bodies: Vec<_> = (0..rotations.len())
                .map(|at| (7_u8, three[at], &store, extents[at], rotations[at]))
                .collect();
            let views = [
                BoxView::new(place(&five, 4), place(&five, 2), place(&five, 1)).unwrap(),
                BoxView::new(floats(&five, 4), floats(&five, 2), floats(&five, 1)).unwrap(),
                BoxView::new(&three, &rotations, &extents).unwrap(),
                BoxView::new(&three, &rotations, floats(&five, 1)).unwrap(),
                BoxView::new(
                    Column::field(&bodies, |body| &body.1).unwrap(),
                    Column::field(&bodies, |body| &body.4).unwrap(),
                    Column::field(&bodies, |body| &body.3).unwrap(),
                )
                .unwrap(),
            ];
            let stored = BoxStore::from_slices(&three, &rotations, &extents).unwrap();
            let query = |view, pairs, margin| Query::new(view, pairs).within(margin);
            same_answers(stored.view(), &views, &pairs, query);
            same_answers(stored.view(), &views[1..2], &pairs[..77], query);
            for length in 0..18 {
                same_answers(stored.view(), &views[1..3], &pairs[..length], query);
            }
            same_answers_of_two_lists(stored.view(), &views, &pairs[..77]);
        }
    }
}

#[test]
fn all_scaled_columns_answer_as_those_of_a_store() {
    for World { scaled: store, pairs, .. } in worlds() {
        let axes = [0, 1, 2].map(|axis| store.axes(axis));
        let columns = [store.centers(), axes[0], axes[1], axes[2]];
        let five = records::<4, 5>(columns, [0, 4, 2, 1]);
        let centers = packed(store.centers());
        let views = [
            ScaledBoxView::new(place(&five, 0), [4, 2, 1].map(|axis| place(&five, axis))),
            ScaledBoxView::new(floats(&five, 0), [4, 2, 1].map(|axis| floats(&five, axis))),
            ScaledBoxView::new(&centers, axes),
        ];
        same_answers(store.view(), &views.map(Result::unwrap), &pairs, |view, pairs, margin| {
            Query::new(view, pairs).within(margin)
        });
    }
}

/// Poses of rectangles by about a multiple of a right angle.
fn with_small_sines(poses: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let changed = |(at, &[x, y, ..]): (usize, &[f32; 4])| {
        let mut rotation = [SMALL[at % 7], 1.0];
        rotation.rotate_right(at % 2);
        [x, y, rotation[0], rotation[1]]
    };
    poses.iter().enumerate().map(changed).collect()
}

#[test]
fn all_rectangle_columns_answer_as_those_of_a_store() {
    for World { rectangles: store, pairs, .. } in worlds() {
        let extents: Vec<_> = store.half_extents().iter().map(|&[h, k, ..]| [h, k]).collect();
        for poses in [store.poses().to_vec(), with_small_sines(store.poses())] {
            let five = records::<2, 5>([&poses, store.half_extents()], [4, 2]);
            let views = [
                RectangleView::new(place(&five, 4), place(&five, 2)),
                RectangleView::new(floats(&five, 4), floats(&five, 2)),
                RectangleView::new(&poses, &extents),
            ];
            let rows = poses.iter().zip(&extents);
            let rectangles: Vec<_> =
                rows.map(|(&[x, y, c, s], half)| Rectangle::new([x, y], [c, s], *half)).collect();
            let mut stored = RectangleStore::new();
            stored.extend_from_rectangles(&rectangles).unwrap();
            same_answers(
                stored.view(),
                &views.map(Result::unwrap),
                &pairs,
                |view, pairs, margin| Query::new(view, pairs).within(margin),
            );
        }
    }
}

#[test]
fn an_empty_view_has_no_boxes() {
    let none: &[[[f32; 4]; 5]] = &[];
    let floats = Column::strided(&[1.0, 2.0, 3.0], 7).unwrap();
    let view = BoxView::new(place(none, 4), floats, place(none, 2)).unwrap();
    assert!(view.is_empty());
    let engine = Engine::new();
    assert_eq!(engine.overlaps(Query::new(view, &[]), &mut [false; 0]), Ok(()));
    assert!(engine.overlaps(Query::new(view, &[[0, 0]]), &mut [false]).is_err());
}

/// Nine boxes, of which the sixth has another row in a column.
fn spoilt<const N: usize>(good: [[f32; 4]; N], bad: usize, row: [f32; 4]) -> [[[f32; 4]; 9]; N] {
    let mut columns = good.map(|row| [row; 9]);
    columns[bad][5] = row;
    columns
}

#[test]
fn all_columns_are_rejected_for_the_same_reasons() {
    let good = [[1.0, 2.0, 3.0, f32::NAN], UNIT, [1.0, 2.0, 0.0, f32::INFINITY]];
    for (bad, row, field) in [
        (0, [0.0, 0.0, 2e12, 0.0], "center"),
        (1, [0.0, 0.0, 0.0, 1.00001], "rotation"),
        (1, [0.0, f32::INFINITY, 0.0, 0.0], "rotation"),
        (2, [0.0, -1.0, 0.0, 0.0], "half extents"),
    ] {
        let columns = spoilt(good, bad, row);
        let [centers, rotations, halves] = columns.each_ref().map(<[[f32; 4]; 9]>::as_slice);
        let records = records::<3, 4>([centers, rotations, halves], [3, 1, 2]);
        let [center, rotation, half] = [3, 1, 2].map(|at| place(&records, at));
        let error = BoxView::new(centers, rotations, halves).unwrap_err();
        assert_eq!(named(&error), ("box", 5, field));
        assert_eq!(BoxView::new(center, rotation, half).unwrap_err(), error);
        assert_eq!(BoxView::unchecked(center, rotation, half).unwrap().len(), 9);
        assert_eq!(BoxView::new(&centers[..5], &rotations[..5], &halves[..5]).unwrap().len(), 5);
    }
}

#[test]
fn every_value_of_a_borrowed_scaled_box_is_checked() {
    let (x, z) = ([2.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.5, 0.5]);
    let good = [[1.0, 2.0, 3.0, f32::NAN], x, [0.0, 1.0, 0.0, 0.0], z];
    for (bad, row, words) in [
        (0, [2e9, 0.0, 0.0, 0.0], "center component 0 is 2e9, beyond 1e9"),
        (1, [f32::NAN, 0.0, 0.0, 2.0], "axis 0 component 0 is NaN, which is not finite"),
        (1, [2.0, 0.0, 0.0, 1.0], "axis 0 length is 2, not 1"),
        (3, [0.0, 0.0, 0.5, 0.25], "axis 2 length is 0.5, not 0.25"),
        (2, [0.0, 1.0, 0.0, -1.0], "axis 1 component 3 is -1, below zero"),
        (2, [0.0; 4], "axis 1 length is 0, not 1"),
        (2, [0.0, 1.0, 0.0, 5e-7], "axis 1 component 3 is 5e-7, neither zero nor at least 1e-6"),
        (2, [1e-4, 1.0, 0.0, 0.0], "axis 0 is not perpendicular to axis 1: the cosine between"),
        (3, [0.0, 0.0, -0.5, 0.5], "transform is left-handed (mirrored), not a rotation"),
    ] {
        let columns = spoilt(good, bad, row);
        let [centers, axes @ ..] = columns.each_ref().map(<[[f32; 4]; 9]>::as_slice);
        let records = records::<4, 5>([centers, axes[0], axes[1], axes[2]], [4, 1, 3, 0]);
        let [center, lent @ ..] = [4, 1, 3, 0].map(|at| place(&records, at));
        let error = ScaledBoxView::new(centers, axes).unwrap_err();
        assert!(error.to_string().starts_with(&format!("box 5: {words}")), "{error}");
        assert_eq!(error.index(), Some(5));
        // As text, because an error that holds a NaN equals nothing.
        let of_records = ScaledBoxView::new(center, lent).unwrap_err();
        assert_eq!(of_records.to_string(), error.to_string());
        assert_eq!(ScaledBoxView::unchecked(center, lent).unwrap().len(), 9);
        let few = axes.map(|axis| &axis[..5]);
        assert_eq!(ScaledBoxView::new(&centers[..5], few).unwrap().len(), 5);
    }
}

/// Whether two boxes overlap, all their lengths multiplied by a power of two: they are then similar to the last bit.
fn overlap_at(
    exponent: u32,
    boxes: [[[f32; 3]; 2]; 2],
    rotations: [[f32; 4]; 2],
    margin: f32,
) -> bool {
    let scale = f32::from_bits((127 + exponent) << 23);
    let [centers, halves] =
        boxes.map(|rows| rows.map(|row: [f32; 3]| row.map(|length| length * scale)));
    let view = BoxView::new(&centers, &rotations, &halves).unwrap();
    let mut hits = [false];
    let query = Query::new(view, &[[0, 1]]).within(margin * scale);
    Engine::new().overlaps(query, &mut hits).unwrap();
    hits[0]
}

/// Two boxes of some 1e-14 m, the second turned by components of 3e-30, that overlap by 1.45e-18 m.
#[test]
fn boxes_turned_by_next_to_nothing_overlap() {
    let bits = |row: [u32; 3]| row.map(f32::from_bits);
    let centers = [[0.0; 3], bits([0x2890_3338, 0x2767_b5ff, 0x2961_3101])];
    let halves = [
        bits([0x28a3_f2bd, 0x2867_6684, 0x28dd_f666]),
        bits([0x28ab_b359, 0x2890_aa39, 0x28e4_6ef6]),
    ];
    let [y, z] = [0x8eac_4072, 0x0f55_a6fa].map(f32::from_bits);
    for exponent in [0, 7, 13, 47, 80] {
        let turned = [0.0, y, z, 1.0];
        assert!(overlap_at(exponent, [centers, halves], [UNIT, turned], 0.0), "2^{exponent}");
    }
}

/// Two boxes of 5e-21 m that are nearer to each other than a margin of 8e-23 m.
#[test]
fn margins_below_their_limit_miss() {
    let bits = |row: [u32; 3]| row.map(f32::from_bits);
    let centers = [[0.0; 3], bits([0x1e74_2a77, 0x1e1d_0954, 0x9d6b_195c])];
    let halves = [bits([0x1dcb_c182, 0x1dcb_bb34, 0x1dcb_c193]), bits([0x1dcb_deb4; 3])];
    let rotations = [
        [0x3eeb_3f2e, 0x3f0f_5b2b, 0xbd7b_e783, 0x3f2f_ca11].map(f32::from_bits),
        [0xbed5_022a, 0x3e99_e56b, 0x3ef3_f315, 0x3f36_bd81].map(f32::from_bits),
    ];
    let reported = |exponent| overlap_at(exponent, [centers, halves], rotations, 7.6546e-23);
    assert!(!reported(0), "the documented limit");
    // With margins above 1e-17 m.
    for exponent in [20, 40, 70] {
        assert!(reported(exponent), "2^{exponent}");
    }
}

const RECTANGLE_POSE: [f32; 4] = [1.0, 2.0, 0.6, 0.8];
const RECTANGLE_HALF: [f32; 4] = [1.0, 0.0, f32::NAN, f32::INFINITY];

#[test]
fn every_value_of_a_borrowed_rectangle_is_checked() {
    assert_eq!(RectangleView::new(&[RECTANGLE_POSE; 4], &[RECTANGLE_HALF; 4]).unwrap().len(), 4);
    let none: &[[f32; 4]] = &[];
    assert!(RectangleView::new(none, none).unwrap().is_empty());
    for (column, component, value, field) in [
        (0, 0, f32::NAN, "center"),
        (0, 1, 2e12, "center"),
        (0, 2, f32::INFINITY, "rotation"),
        (0, 3, 0.80001, "rotation"),
        (0, 3, 1e-40, "rotation"),
        (1, 0, -1.0, "half extents"),
        (1, 1, f32::NAN, "half extents"),
    ] {
        let good = [RECTANGLE_POSE, RECTANGLE_HALF];
        let mut row = good[column];
        row[component] = value;
        let columns = spoilt(good, column, row);
        let [poses, halves] = columns.each_ref().map(<[[f32; 4]; 9]>::as_slice);
        let error = RectangleView::new(poses, halves).unwrap_err();
        assert_eq!(named(&error), ("rectangle", 5, field));
        assert_eq!(RectangleView::unchecked(poses, halves).unwrap().len(), 9);
        let bodies: Vec<_> = (0..9).map(|at| (7_u8, columns[1][at], poses[at])).collect();
        let rejected = RectangleView::new(
            Column::field(&bodies, |body| &body.2).unwrap(),
            Column::field(&bodies, |body| &body.1).unwrap(),
        );
        assert_eq!(rejected.unwrap_err().to_string(), error.to_string());
    }
    let error = RectangleView::unchecked(&[RECTANGLE_POSE; 4], &[RECTANGLE_HALF; 3]).unwrap_err();
    assert_eq!(named(&error), ("rectangle", 3, "half extents"));
}
