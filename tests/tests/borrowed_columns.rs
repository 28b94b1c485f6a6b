//! Columns of every kind through the same checks and the same kernels.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxError, BoxField, BoxProblem, BoxStore, BoxView, Column, Engine, Layout, OrientedBox,
    OverlapQuery, Penetration, PenetrationQuery, Query, RectangleView, ScaledBoxStore,
    ScaledBoxView, View,
};
use octosat_tests::engines;

const UNIT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
const AXES: [[f32; 4]; 3] = [[2.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5]];

fn scaled(change: impl Fn(&mut [[f32; 4]; 4])) -> Result<usize, BoxError> {
    let mut bad = [[1.0, 2.0, 3.0, f32::NAN], AXES[0], AXES[1], AXES[2]];
    let good = bad;
    change(&mut bad);
    let columns: [[[f32; 4]; 3]; 4] = std::array::from_fn(|k| [good[k], good[k], bad[k]]);
    let [center, axes @ ..] = &columns;
    let axes: [&[[f32; 4]]; 3] = std::array::from_fn(|k| axes[k].as_slice());
    assert_eq!(ScaledBoxView::unchecked(center, axes)?.len(), 3);
    ScaledBoxView::new(center, axes).map(|view| view.len())
}

#[test]
fn every_value_of_a_borrowed_box_is_checked() {
    let centers = [[1.0, 2.0, 3.0, f32::NAN]; 4];
    let halves = [[1.0, 2.0, 0.0, f32::INFINITY]; 4];
    assert_eq!(BoxView::new(&centers, &[UNIT; 4], &halves).unwrap().len(), 4);
    let mut bad = centers;
    bad[3][2] = 2e12;
    let error = BoxView::new(&bad, &[UNIT; 4], &halves).unwrap_err();
    assert_eq!((error.index, error.field), (3, BoxField::Center));
    assert!(BoxView::unchecked(&bad, &[UNIT; 4], &halves).is_ok());
    let mut bad = [UNIT; 4];
    bad[1][3] = 1.00001;
    let error = BoxView::new(&centers, &bad, &halves).unwrap_err();
    assert_eq!((error.index, error.field), (1, BoxField::Rotation));
    let mut bad = halves;
    bad[2][0] = -1.0;
    let error = BoxView::new(&centers, &[UNIT; 4], &bad).unwrap_err();
    assert_eq!((error.index, error.field), (2, BoxField::HalfExtents));
}

#[test]
fn columns_of_different_lengths_are_refused() {
    let rows = [UNIT; 4];
    let error = BoxView::unchecked(&rows, &rows[..3], &rows).unwrap_err();
    assert_eq!((error.index, error.field), (3, BoxField::Rotation));
    let error = BoxView::new(&rows[..2], &rows[..2], &rows).unwrap_err();
    assert_eq!((error.index, error.field), (2, BoxField::HalfExtents));
    let error = ScaledBoxView::unchecked(&rows, [&rows[..], &rows, &[]]).unwrap_err();
    assert_eq!((error.index, error.field), (0, BoxField::Axis(2)));
    let none: &[[f32; 4]] = &[];
    assert!(BoxView::new(none, none, none).unwrap().is_empty());
}

#[test]
fn every_value_of_a_borrowed_scaled_box_is_checked() {
    assert_eq!(scaled(|_| {}), Ok(3));
    let error = |change: fn(&mut [[f32; 4]; 4])| {
        let error = scaled(change).unwrap_err();
        assert_eq!(error.index, 2);
        (error.field, error.problem)
    };
    let (field, problem) = error(|rows| rows[0][0] = 2e9);
    assert_eq!(field, BoxField::Center);
    assert!(matches!(problem, BoxProblem::TooLarge { component: 0, .. }));
    let (field, problem) = error(|rows| rows[1][0] = f32::NAN);
    assert_eq!(field, BoxField::Axis(0));
    assert!(matches!(problem, BoxProblem::NotFinite { component: 0, .. }));
    let (field, problem) = error(|rows| rows[3][3] = 0.25);
    assert_eq!(field, BoxField::Axis(2));
    assert!(matches!(problem, BoxProblem::WrongLength { expected: 0.25, .. }));
    let (_, problem) = error(|rows| rows[2][3] = -1.0);
    assert!(matches!(problem, BoxProblem::Negative { component: 3, .. }));
    let (_, problem) = error(|rows| rows[2][1] = 0.0);
    assert!(matches!(problem, BoxProblem::WrongLength { expected: 1.0, .. }));
    let (_, problem) = error(|rows| rows[2][3] = 5e-7);
    assert!(matches!(problem, BoxProblem::TooSmall { component: 3, .. }));
    let (field, problem) = error(|rows| rows[2][0] = 1e-4);
    assert_eq!(field, BoxField::Axis(0));
    assert!(matches!(problem, BoxProblem::Sheared { other: 1, .. }));
    let (field, problem) = error(|rows| rows[3][2] = -0.5);
    assert_eq!((field, problem), (BoxField::Transform, BoxProblem::Mirrored));
}

/// Records with the columns at their places and values that must not be read everywhere else.
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

/// Numbers below `limit`, from a fixed sequence.
fn numbers(limit: u32) -> impl FnMut() -> u32 {
    let mut state = 1_u64;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % limit
    }
}

/// Boxes of different sizes and rotations, near enough that about half of the pairs overlap.
fn store(count: u32) -> BoxStore {
    let mut next = numbers(1 << 20);
    let mut value = move || next() as f32 / (1 << 20) as f32;
    let mut store = BoxStore::new();
    for _ in 0..count {
        let center = [value(), value(), value()];
        let rotation = [value() - 0.5, value() - 0.5, value() - 0.5, 0.5 + value()];
        let squared: f32 = rotation.iter().map(|component| component * component).sum();
        let rotation = rotation.map(|component| component / squared.sqrt());
        let half_extents = [value(), value(), value()].map(|size| 0.05 + 0.4 * size);
        store.insert(OrientedBox::new(center, rotation, half_extents)).unwrap();
    }
    store
}

/// Every result of every query, as bits.
#[derive(PartialEq)]
struct Answers {
    overlaps: Vec<bool>,
    penetrations: Vec<[u32; 5]>,
}

impl Answers {
    fn of<'a, L: Layout>(engine: &Engine, query: Query<'a, L>) -> Self
    where
        Query<'a, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
    {
        let mut overlaps = vec![false; query.pairs().len()];
        engine.overlaps(query, &mut overlaps).unwrap();
        let mut rows = vec![Penetration::default(); query.pairs().len()];
        engine.penetrations(query, &mut rows).unwrap();
        let bits = |row: &Penetration| {
            let [x, y, z] = row.normal.map(f32::to_bits);
            [x, y, z, row.depth.to_bits(), row.axis.code().into()]
        };
        Self { overlaps, penetrations: rows.iter().map(bits).collect() }
    }
}

/// Asks every engine about the same boxes; `views` are the same boxes lent in other ways.
fn same_answers<L: Layout>(columns: View<'_, L>, views: &[View<'_, L>], pairs: usize)
where
    for<'q> Query<'q, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
{
    let mut next = numbers(u32::try_from(columns.len()).unwrap());
    let pairs: Vec<_> = (0..pairs).map(|_| [next(), next()]).collect();
    for engine in engines() {
        for margin in [0.0, 0.1] {
            let expected = Answers::of(&engine, Query::new(columns, &pairs).margin(margin));
            for decision in [true, false] {
                assert!(expected.overlaps.contains(&decision), "both decisions occur");
            }
            for (way, view) in views.iter().enumerate() {
                let found = Answers::of(&engine, Query::new(view, &pairs).margin(margin));
                assert!(found == expected, "{engine:?}, margin {margin}, way {way}");
            }
        }
    }
}

/// The numbers of boxes to test: with few no row is asked for ahead of its use, with many it is.
const COUNTS: [u32; 2] = [300, 40_000];

/// The rows at a place of records as a column of four floats.
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
    rows.iter().map(|row| [row[0], row[1], row[2]]).collect()
}

#[test]
fn all_columns_answer_as_those_of_a_store() {
    for count in COUNTS {
        let store = store(count);
        let columns = [store.centers(), store.rotations(), store.half_extents()];
        let [centers, rotations, half_extents] = columns;
        let five = records::<3, 5>(columns, [4, 2, 1]);
        let [three, extents] = [packed(centers), packed(half_extents)];
        let four = rotations.to_vec();
        let bodies: Vec<_> =
            (0..centers.len()).map(|at| (7_u8, three[at], &store, extents[at], four[at])).collect();
        let views = [
            BoxView::new(place(&five, 4), place(&five, 2), place(&five, 1)).unwrap(),
            BoxView::new(floats(&five, 4), floats(&five, 2), floats(&five, 1)).unwrap(),
            BoxView::new(&three, &four, &extents).unwrap(),
            BoxView::new(&three, rotations, floats(&five, 1)).unwrap(),
            BoxView::new(
                Column::field(&bodies, |body| &body.1).unwrap(),
                Column::field(&bodies, |body| &body.4).unwrap(),
                Column::field(&bodies, |body| &body.3).unwrap(),
            )
            .unwrap(),
        ];
        same_answers(store.view(), &views, 10_001);
        same_answers(store.view(), &views[1..2], 77);
    }
}

#[test]
fn all_scaled_columns_answer_as_those_of_a_store() {
    for count in COUNTS {
        let store = ScaledBoxStore::from_boxes(&store(count)).unwrap();
        let columns = [store.centers(), store.axes(0), store.axes(1), store.axes(2)];
        let five = records::<4, 5>(columns, [0, 4, 2, 1]);
        let centers = packed(store.centers());
        let axes = [0, 1, 2].map(|axis| store.axes(axis));
        let views = [
            ScaledBoxView::new(place(&five, 0), [4, 2, 1].map(|axis| place(&five, axis))).unwrap(),
            ScaledBoxView::new(floats(&five, 0), [4, 2, 1].map(|axis| floats(&five, axis)))
                .unwrap(),
            ScaledBoxView::new(&centers, axes).unwrap(),
        ];
        same_answers(store.view(), &views, 10_001);
    }
}

#[test]
fn an_empty_view_has_no_boxes() {
    let none: &[[[f32; 4]; 5]] = &[];
    let view = BoxView::new(place(none, 4), floats_of_nothing(), place(none, 2)).unwrap();
    assert!(view.is_empty());
    let engine = Engine::new();
    assert_eq!(engine.overlaps(Query::new(view, &[]), &mut [false; 0]), Ok(()));
    assert!(engine.overlaps(Query::new(view, &[[0, 0]]), &mut [false]).is_err());
}

fn floats_of_nothing() -> Column<'static, 4> {
    Column::strided(&[1.0, 2.0, 3.0], 7).unwrap()
}

#[test]
fn all_columns_are_rejected_for_the_same_reasons() {
    let center = [1.0, 2.0, 3.0, f32::NAN];
    let good = [center, UNIT, [1.0, 2.0, 0.0, f32::INFINITY]];
    for (bad, row) in [
        (0, [0.0, 0.0, 2e12, 0.0]),
        (1, [0.0, 0.0, 0.0, 1.00001]),
        (1, [0.0, f32::INFINITY, 0.0, 0.0]),
        (2, [0.0, -1.0, 0.0, 0.0]),
    ] {
        let mut columns = good.map(|row| [row; 9]);
        columns[bad][5] = row;
        let [centers, rotations, halves] = columns.each_ref().map(<[[f32; 4]; 9]>::as_slice);
        let records = records::<3, 4>([centers, rotations, halves], [3, 1, 2]);
        let lent = [3, 1, 2].map(|at| place(&records, at));
        let error = BoxView::new(centers, rotations, halves).unwrap_err();
        assert_eq!(BoxView::new(lent[0], lent[1], lent[2]).unwrap_err(), error);
        assert_eq!(error.index, 5);
        assert_eq!(BoxView::unchecked(lent[0], lent[1], lent[2]).unwrap().len(), 9);
    }
    let good = [center, AXES[0], AXES[1], AXES[2]];
    for (bad, row) in [
        (0, [2e9, 0.0, 0.0, 0.0]),
        (1, [2.0, 0.0, 0.0, 1.0]),
        (2, [1e-4, 1.0, 0.0, 0.0]),
        (3, [0.0, 0.0, -0.5, 0.5]),
    ] {
        let mut columns = good.map(|row| [row; 9]);
        columns[bad][5] = row;
        let [centers, axes @ ..] = columns.each_ref().map(<[[f32; 4]; 9]>::as_slice);
        let columns = [centers, axes[0], axes[1], axes[2]];
        let records = records::<4, 5>(columns, [4, 1, 3, 0]);
        let [centers, lent @ ..] = [4, 1, 3, 0].map(|at| place(&records, at));
        let error = ScaledBoxView::new(columns[0], axes).unwrap_err();
        assert_eq!(ScaledBoxView::new(centers, lent).unwrap_err(), error);
        assert_eq!(error.index, 5);
        assert_eq!(ScaledBoxView::unchecked(centers, lent).unwrap().len(), 9);
    }
}

/// Two boxes of some 1e-14 m, the second turned by components of 3e-30, that overlap by 1.45e-18 m.
#[test]
fn tiny_components_of_checked_views_make_boxes_below_their_limit_miss() {
    let bits = |row: [u32; 3]| row.map(f32::from_bits);
    let centers = [[0.0; 3], bits([0x2890_3338, 0x2767_b5ff, 0x2961_3101])];
    let halves = [
        bits([0x28a3_f2bd, 0x2867_6684, 0x28dd_f666]),
        bits([0x28ab_b359, 0x2890_aa39, 0x28e4_6ef6]),
    ];
    let [y, z] = [0x8eac_4072, 0x0f55_a6fa].map(f32::from_bits);
    let rotations = [[0.0, 0.0, 0.0, 1.0], [0.0, y, z, 1.0]];
    let overlap = |scale: f32, rotations: &[[f32; 4]; 2]| {
        let scaled = |rows: [[f32; 3]; 2]| rows.map(|row| row.map(|length| length * scale));
        let (centers, halves) = (scaled(centers), scaled(halves));
        let view = BoxView::new(&centers, rotations, &halves).unwrap();
        let mut hits = [false];
        Engine::new().overlaps(Query::new(view, &[[0, 1]]), &mut hits).unwrap();
        hits[0]
    };
    // Powers of two keep the boxes similar to the last bit: 2⁷ makes them larger than 1e-12 m.
    assert!(!overlap(1.0, &rotations), "the documented limit");
    for exponent in [7, 13, 47, 80] {
        assert!(overlap(f32::from_bits((127 + exponent) << 23), &rotations), "2^{exponent}");
    }
    // As a store would have it.
    assert!(overlap(1.0, &[rotations[0]; 2]));
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
    let reported = |scale: f32| {
        let scaled = |rows: [[f32; 3]; 2]| rows.map(|row| row.map(|length| length * scale));
        let (centers, halves) = (scaled(centers), scaled(halves));
        let view = BoxView::new(&centers, &rotations, &halves).unwrap();
        let mut hits = [false];
        let query = Query::new(view, &[[0, 1]]).margin(7.6546e-23 * scale);
        Engine::new().overlaps(query, &mut hits).unwrap();
        hits[0]
    };
    assert!(!reported(1.0), "the documented limit");
    // The same to the last bit, with margins above 1e-17 m.
    for exponent in [20, 40, 70] {
        assert!(reported(f32::from_bits((127 + exponent) << 23)), "2^{exponent}");
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
        (0, 0, f32::NAN, BoxField::Center),
        (0, 1, 2e12, BoxField::Center),
        (0, 2, f32::INFINITY, BoxField::Rotation),
        (0, 3, 0.80001, BoxField::Rotation),
        (0, 3, 1e-40, BoxField::Rotation),
        (1, 0, -1.0, BoxField::HalfExtents),
        (1, 1, f32::NAN, BoxField::HalfExtents),
    ] {
        let mut columns = [[RECTANGLE_POSE; 9], [RECTANGLE_HALF; 9]];
        columns[column][5][component] = value;
        let [poses, halves] = columns.each_ref().map(<[[f32; 4]; 9]>::as_slice);
        let error = RectangleView::new(poses, halves).unwrap_err();
        assert_eq!((error.index, error.field), (5, field));
        assert_eq!(RectangleView::unchecked(poses, halves).unwrap().len(), 9);
        let bodies: Vec<_> = (0..9).map(|at| (7_u8, columns[1][at], poses[at])).collect();
        let refused = RectangleView::new(
            Column::field(&bodies, |body| &body.2).unwrap(),
            Column::field(&bodies, |body| &body.1).unwrap(),
        );
        assert_eq!(refused.unwrap_err().to_string(), error.to_string());
    }
}

#[test]
fn columns_of_rectangles_of_different_lengths_are_refused() {
    let error = RectangleView::unchecked(&[RECTANGLE_POSE; 4], &[RECTANGLE_HALF; 3]).unwrap_err();
    assert_eq!((error.index, error.field), (3, BoxField::HalfExtents));
}
