//! What a store of rectangles takes and refuses, and that its order decides where results stand and
//! nothing else.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::order::{Permutation, morton_order, renumber_pairs};
use octosat::{
    BoxError, BoxField, BoxProblem, Column, Rectangle, RectanglePose, RectangleStore, RectangleView,
};
use octosat_tests::{Limit, Plane, PlaneAnswers, engines, fastest_engines, mixed_rectangles};

/// Enough rectangles for the checks of whole columns to be split, inside a pool.
const RECTANGLES: usize = 70_000;

/// Rectangles at the start, in the middle and at the end of columns.
const PLACES: [usize; 5] = [0, 1, 8_191, 8_192, RECTANGLES - 1];

/// The columns of some rectangles.
#[derive(Clone)]
struct Slices {
    centers: Vec<[f32; 2]>,
    rotations: Vec<[f32; 2]>,
    half_extents: Vec<[f32; 2]>,
}

impl Slices {
    fn of(rectangles: &[Rectangle]) -> Self {
        Self {
            centers: rectangles.iter().map(|given| given.pose.center).collect(),
            rotations: rectangles.iter().map(|given| given.pose.rotation).collect(),
            half_extents: rectangles.iter().map(|given| given.half_extents).collect(),
        }
    }

    fn load(&self) -> Result<RectangleStore, BoxError> {
        RectangleStore::from_slices(&self.centers, &self.rotations, &self.half_extents)
    }
}

/// A value that is refused, and where.
#[derive(Clone, Copy, Debug)]
struct Bad {
    field: BoxField,
    component: usize,
    value: f32,
}

/// One value of each kind that a store refuses, in each component.
fn bad_values() -> Vec<Bad> {
    let mut bad = Vec::new();
    for component in 0..2 {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 2e12, -2e12] {
            bad.push(Bad { field: BoxField::Center, component, value });
        }
        for value in [f32::NAN, f32::INFINITY, -1e-30, -1.0, 2e12] {
            bad.push(Bad { field: BoxField::HalfExtents, component, value });
        }
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.5, -3.0, f32::MAX] {
            bad.push(Bad { field: BoxField::Rotation, component, value });
        }
    }
    bad
}

impl Bad {
    fn spoil(self, rectangle: &mut Rectangle) {
        let values = match self.field {
            BoxField::Center => &mut rectangle.pose.center,
            BoxField::Rotation => &mut rectangle.pose.rotation,
            _ => &mut rectangle.half_extents,
        };
        values[self.component] = self.value;
    }

    fn check(self, error: BoxError, index: usize) {
        assert_eq!((error.index, error.field), (index, self.field), "{self:?} {error}");
        let start = format!("rectangle {index}: {} ", self.field);
        assert!(error.to_string().contains(&start), "{error}");
        let number = u8::try_from(self.component).unwrap();
        let fits = match error.problem {
            BoxProblem::NotFinite { component, value } => {
                component == number && value.to_bits() == self.value.to_bits()
            }
            BoxProblem::Negative { component, value } => component == number && value < 0.0,
            BoxProblem::TooLarge { component, value, limit } => {
                component == number && value.abs() > limit
            }
            BoxProblem::NotUnit { .. } => self.field == BoxField::Rotation,
            _ => false,
        };
        assert!(fits, "{self:?} {error}");
    }
}

#[test]
fn a_single_bad_rectangle_is_refused_and_the_store_stays() {
    let given = mixed_rectangles(5, 1.0, 41);
    let before = Slices::of(&given).load().unwrap();
    for bad in bad_values() {
        let mut store = before.clone();
        let mut spoilt = given[3];
        bad.spoil(&mut spoilt);
        bad.check(store.insert(spoilt).unwrap_err(), 10);
        bad.check(store.extend_from_boxes(&[given[0], spoilt]).unwrap_err(), 1);
        if bad.field == BoxField::HalfExtents {
            bad.check(store.set_half_extents(3, spoilt.half_extents).unwrap_err(), 3);
        } else {
            bad.check(store.set_pose(3, spoilt.pose).unwrap_err(), 3);
        }
        assert_eq!(store, before, "{bad:?}");
    }
}

#[test]
fn a_bad_rectangle_in_a_slice_or_a_view_is_named_and_nothing_is_written() {
    let before = Slices::of(&mixed_rectangles(RECTANGLES / 2, 1.0, 42)).load().unwrap();
    let clean: Vec<Rectangle> = before.iter().collect();
    let mut store = before.clone();
    for (number, bad) in bad_values().into_iter().enumerate() {
        let index = PLACES[number % PLACES.len()];
        let mut spoilt = clean.clone();
        bad.spoil(&mut spoilt[index]);
        // A later bad rectangle must not be the one that is named.
        if index + 1 < RECTANGLES {
            bad.spoil(&mut spoilt[index + 1]);
        }
        let slices = Slices::of(&spoilt);
        bad.check(slices.load().unwrap_err(), index);
        bad.check(store.extend_from_boxes(&spoilt).unwrap_err(), index);
        if bad.field != BoxField::HalfExtents {
            let error = store.set_poses(&slices.centers, &slices.rotations).unwrap_err();
            bad.check(error, index);
        }
        bad.check(borrowed(&spoilt).unwrap_err(), index);
    }
    assert_eq!(store, before);
    assert_eq!(borrowed(&clean), Ok(RECTANGLES));
}

/// Records with poses and half extents in these rows.
fn lent<const S: usize>(
    records: &[[[f32; 4]; S]],
    places: [usize; 2],
) -> Result<RectangleView<'_>, BoxError> {
    let [poses, half_extents] =
        places.map(|place| Column::field(records, move |record| &record[place]).unwrap());
    RectangleView::new(poses, half_extents)
}

/// How many rectangles a view has, columns and records alike.
fn borrowed(rectangles: &[Rectangle]) -> Result<usize, BoxError> {
    let pose = |given: &Rectangle| {
        let ([x, y], [cosine, sine]) = (given.pose.center, given.pose.rotation);
        [x, y, cosine, sine]
    };
    // What is behind the half extents means nothing.
    let half =
        |given: &Rectangle| [given.half_extents[0], given.half_extents[1], f32::NAN, f32::INFINITY];
    let poses: Vec<[f32; 4]> = rectangles.iter().map(pose).collect();
    let halves: Vec<[f32; 4]> = rectangles.iter().map(half).collect();
    let records: Vec<[[f32; 4]; 3]> =
        poses.iter().zip(&halves).map(|(pose, half)| [*half, [f32::NAN; 4], *pose]).collect();
    let columns = RectangleView::new(&poses, &halves).map(|view| view.len());
    let records = lent(&records, [2, 0]).map(|view| view.len());
    // In words, since an error may hold NaN.
    assert_eq!(format!("{columns:?}"), format!("{records:?}"));
    columns
}

#[test]
fn lengths_and_indices_that_do_not_fit_are_refused() {
    let slices = Slices::of(&mixed_rectangles(5, 1.0, 43));
    let mut store = slices.load().unwrap();
    let before = store.clone();
    let check = |error: BoxError, field: BoxField, found: usize| {
        let problem = BoxProblem::LengthMismatch { expected: 10, found };
        assert_eq!((error.field, error.problem), (field, problem), "{error}");
        assert_eq!(error.index, found.min(10));
    };
    let Slices { centers, rotations, half_extents } = &slices;
    let error = store.extend_from_slices(centers, &rotations[..9], half_extents).unwrap_err();
    check(error, BoxField::Rotation, 9);
    let error = store.extend_from_slices(centers, rotations, &half_extents[..3]).unwrap_err();
    check(error, BoxField::HalfExtents, 3);
    check(store.set_poses(&centers[..9], &rotations[..9]).unwrap_err(), BoxField::Center, 9);
    check(store.set_poses(centers, &rotations[..9]).unwrap_err(), BoxField::Rotation, 9);
    check(store.translate(&centers[..2]).unwrap_err(), BoxField::Center, 2);
    check(store.reorder(&Permutation::identity(9)).unwrap_err(), BoxField::Index, 9);
    check(store.reorder(&Permutation::identity(11)).unwrap_err(), BoxField::Index, 11);
    for index in [10, 11, u32::MAX] {
        let expected = (index as usize, BoxField::Index, BoxProblem::OutOfRange { index, len: 10 });
        for error in [
            store.set_pose(index, RectanglePose::IDENTITY).unwrap_err(),
            store.set_half_extents(index, [1.0; 2]).unwrap_err(),
        ] {
            assert_eq!((error.index, error.field, error.problem), expected);
            assert!(error.to_string().starts_with("rectangle "), "{error}");
        }
        assert!(store.get(index).is_none());
        assert!(store.remove(index).is_none() && store.swap_remove(index).is_none());
    }
    assert_eq!(store, before);
}

#[test]
fn a_rotation_is_refused_by_how_far_it_is_off_unit_length() {
    for (scale, stored, borrowed) in [
        (1.0_f32, true, true),
        (1.0 + 4e-7, true, true),
        (1.0 + 1e-5, true, false),
        (0.9996, true, false),
        (1.0004, true, false),
        (1.001, false, false),
        (0.999, false, false),
        (0.0, false, false),
    ] {
        let rotation = [0.6_f32, -0.8].map(|component| component * scale);
        let given = Rectangle::new([0.0; 2], rotation, [1.0; 2]);
        assert_eq!(RectangleStore::new().insert(given).is_ok(), stored, "{scale}");
        let pose = [[0.0, 0.0, rotation[0], rotation[1]]];
        let view = RectangleView::new(&pose, &[[0.0; 4]]);
        assert_eq!(view.is_ok(), borrowed, "{scale}");
    }
}

#[test]
fn sorted_rectangles_give_the_bits_of_unsorted_ones_on_every_backend() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(3000, 1.0, 44));
    let mut sorted = plane.clone();
    let order = sorted.store.sort_spatially();
    assert_eq!(order, morton_order::<2>(plane.store.poses()));
    assert_ne!(order, Permutation::identity(6000));
    renumber_pairs(&mut sorted.pairs, &order.inverse()).unwrap();
    let limit = Limit::Uniform(0.05);
    for engine in engines() {
        let expected = PlaneAnswers::ask(&plane, &engine, &limit).all_bits();
        assert_eq!(PlaneAnswers::ask(&sorted, &engine, &limit).all_bits(), expected);
    }
    sorted.store.reorder(&order.inverse()).unwrap();
    assert_eq!(sorted.store, plane.store);
}

#[test]
fn records_give_the_bits_of_columns_on_every_backend() {
    // With few rectangles no row is asked for ahead of its use, with many it is.
    for pairs in [150, 20_000] {
        let mut plane = Plane::of_neighbours("mixed", &mixed_rectangles(pairs, 1.0, 46));
        plane.pairs.truncate(1000);
        plane.pairs.reverse();
        let rows = plane.store.poses().iter().zip(plane.store.half_extents());
        let nothing = [f32::NAN; 4];
        let two: Vec<[[f32; 4]; 2]> = rows.clone().map(|(pose, half)| [*half, *pose]).collect();
        let five: Vec<[[f32; 4]; 5]> =
            rows.map(|(pose, half)| [nothing, nothing, *half, nothing, *pose]).collect();
        let poses: Vec<[f32; 4]> = two.iter().map(|record| record[1]).collect();
        let halves: Vec<[f32; 2]> = two.iter().map(|[half, _]| [half[0], half[1]]).collect();
        let views = [
            lent(&two, [1, 0]).unwrap(),
            lent(&five, [4, 2]).unwrap(),
            RectangleView::unchecked(&poses, &halves).unwrap(),
        ];
        let limit = Limit::Uniform(0.05);
        for engine in engines() {
            let expected = PlaneAnswers::ask(&plane, &engine, &limit);
            assert!(expected.overlaps.contains(&true) && expected.overlaps.contains(&false));
            for view in views {
                let found = PlaneAnswers::of(&engine, view, &plane.pairs, &limit);
                assert_eq!(found.all_bits(), expected.all_bits());
            }
        }
    }
}

#[test]
fn what_is_left_after_a_removal_keeps_its_bits() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(200, 1.0, 45));
    let limit = Limit::Uniform(0.05);
    let [mut ordered, mut swapped] = [plane.clone(), plane.clone()];
    // The pair of rectangles 100 and 101 goes; the last pair takes its place in the one, and all
    // later pairs move up in the other.
    for index in [101, 100] {
        assert_eq!(ordered.store.remove(index), plane.store.get(index));
        assert_eq!(swapped.store.swap_remove(index), plane.store.get(index));
    }
    ordered.pairs.pop();
    swapped.pairs.pop();
    for engine in fastest_engines() {
        let all = PlaneAnswers::ask(&plane, &engine, &limit).all_bits();
        let found = PlaneAnswers::ask(&ordered, &engine, &limit).all_bits();
        assert_eq!([&all[..50], &all[51..]].concat(), found);
        let found = PlaneAnswers::ask(&swapped, &engine, &limit).all_bits();
        let expected = [&all[..50], &all[199..], &all[51..199]].concat();
        assert_eq!(found, expected);
    }
}
