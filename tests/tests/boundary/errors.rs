//! Every error of stores and views names the box and the field, and a rejected call changes nothing.

use octosat::{
    BoxError, BoxField, BoxPose, BoxProblem, BoxStore, BoxView, OrientedBox, Rectangle,
    RectangleStore, RectangleView, ScaledBox, ScaledBoxView,
};
use octosat_scenes::generate::{self, Scene};

use crate::common::{World, stored};

/// Enough boxes for the checks of whole columns to use several threads.
const BOXES: usize = 20_000;

/// Boxes at the start, in the middle and at the end of columns.
const PLACES: [usize; 5] = [0, 1, 8_191, 8_192, BOXES - 1];

/// The boxes of a cloud of ten.
fn ten(seed: u64) -> World {
    World::of_scene(&generate::cloud(10, 10, seed))
}

#[derive(Clone, Copy, Debug)]
struct Bad {
    field: BoxField,
    component: usize,
    value: f32,
}

/// One value of each kind that a store rejects, in each component.
fn bad_values() -> Vec<Bad> {
    const NAN: f32 = f32::NAN;
    const INFINITY: f32 = f32::INFINITY;
    let of = |field, components: usize, values: &[f32]| {
        let of = |component| values.iter().map(move |&value| Bad { field, component, value });
        (0..components).flat_map(of).collect::<Vec<_>>()
    };
    [
        of(BoxField::Center, 3, &[NAN, INFINITY, -INFINITY, 2e12, -2e12]),
        of(BoxField::HalfExtents, 3, &[NAN, INFINITY, -1e-30, -1.0, 2e12]),
        of(BoxField::Rotation, 4, &[NAN, INFINITY, -INFINITY, 1.5, -3.0, f32::MAX]),
    ]
    .concat()
}

impl Bad {
    /// The same value in a column of the box.
    fn spoil(self, columns: [&mut [f32]; 3]) {
        let [centers, rotations, half_extents] = columns;
        let column = match self.field {
            BoxField::Center => centers,
            BoxField::Rotation => rotations,
            _ => half_extents,
        };
        column[self.component] = self.value;
    }

    fn check(self, error: BoxError, index: usize) {
        assert_eq!((error.index, error.field), (index, self.field), "{self:?} {error}");
        assert!(error.to_string().contains(&format!("box {index}: {} ", self.field)), "{error}");
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
        assert_eq!(
            matches!(error.problem, BoxProblem::NotFinite { .. }),
            !self.value.is_finite(),
            "{self:?} {error}"
        );
    }
}

#[test]
fn a_bad_box_in_a_slice_or_a_view_is_named_and_nothing_is_written() {
    let clean = generate::cloud(BOXES, 100, 81);
    let World { mut store, .. } = World::of_scene(&clean);
    let before = store.clone();
    for (number, bad) in bad_values().into_iter().enumerate() {
        let index = PLACES[number % PLACES.len()];
        let Scene { mut position, mut rotation, mut half_extents, .. } = clean.clone();
        // A later bad box must not be the one that is named.
        for index in index..BOXES.min(index + 2) {
            let columns: [&mut [f32]; 3] =
                [&mut position[index], &mut rotation[index], &mut half_extents[index]];
            bad.spoil(columns);
        }
        bad.check(BoxStore::from_slices(&position, &rotation, &half_extents).unwrap_err(), index);
        let error = store.extend_from_slices(&position, &rotation, &half_extents).unwrap_err();
        bad.check(error, index);
        if bad.field != BoxField::HalfExtents {
            bad.check(store.set_poses(&position, &rotation).unwrap_err(), index);
        }
        // The fourth component of centers and half extents means nothing.
        let four = |rows: &[[f32; 3]]| rows.iter().map(|&[x, y, z]| [x, y, z, f32::NAN]).collect();
        let [centers, halves]: [Vec<[f32; 4]>; 2] = [four(&position), four(&half_extents)];
        bad.check(BoxView::new(&centers, &rotation, &halves).unwrap_err(), index);
        assert!(BoxView::unchecked(&centers, &rotation, &halves).is_ok());
        let [centers, halves]: [Vec<[f32; 4]>; 2] =
            [four(&clean.position), four(&clean.half_extents)];
        assert!(BoxView::new(&centers, store.rotations(), &halves).is_ok());
    }
    assert_eq!(store, before);
}

#[test]
fn a_rotation_is_rejected_by_how_far_it_is_off_unit_length() {
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
        let rotation = [0.5_f32; 4].map(|component| component * scale);
        let given = OrientedBox::new([0.0; 3], rotation, [1.0; 3]);
        assert_eq!(BoxStore::new().insert(given).is_ok(), stored, "{scale}");
        assert_eq!(ScaledBox::from_oriented(given).is_ok(), stored, "{scale}");
        let zero = [[0.0; 4]];
        assert_eq!(BoxView::new(&zero, &[rotation], &zero).is_ok(), borrowed, "{scale}");
        let rotation = [0.6_f32, -0.8].map(|component| component * scale);
        let given = Rectangle::new([0.0; 2], rotation, [1.0; 2]);
        assert_eq!(RectangleStore::new().insert(given).is_ok(), stored, "{scale}");
        let pose = [[0.0, 0.0, rotation[0], rotation[1]]];
        assert_eq!(RectangleView::new(&pose, &zero).is_ok(), borrowed, "{scale}");
    }
}

/// What every store says about lists that it is handed is in `stores`.
#[test]
fn lengths_that_differ_are_rejected() {
    let scene = generate::cloud(10, 10, 83);
    let Scene { position, rotation, half_extents, .. } = &scene;
    let World { mut store, scaled, .. } = World::of_scene(&scene);
    let before = store.clone();
    let check = |error: BoxError, field: BoxField, expected: usize, found: usize| {
        assert_eq!((error.index, error.field), (expected.min(found), field), "{error}");
        assert_eq!(error.problem, BoxProblem::LengthMismatch { expected, found }, "{error}");
    };
    let error = store.extend_from_slices(position, &rotation[..9], half_extents).unwrap_err();
    check(error, BoxField::Rotation, 10, 9);
    let error = store.extend_from_slices(position, rotation, &half_extents[..3]).unwrap_err();
    check(error, BoxField::HalfExtents, 10, 3);
    assert_eq!(store, before);
    let (centers, rotations, halves) = (store.centers(), store.rotations(), store.half_extents());
    for view in [BoxView::new, BoxView::unchecked] {
        check(view(centers, &rotations[..4], halves).unwrap_err(), BoxField::Rotation, 10, 4);
        check(view(centers, rotations, &halves[..0]).unwrap_err(), BoxField::HalfExtents, 10, 0);
    }
    for axis in 0..3_u8 {
        let mut axes = [0, 1, 2].map(|axis| scaled.axes(axis));
        axes[usize::from(axis)] = &axes[usize::from(axis)][..6];
        for view in [ScaledBoxView::new, ScaledBoxView::unchecked] {
            check(view(centers, axes).unwrap_err(), BoxField::Axis(axis), 10, 6);
        }
    }
}

#[test]
fn boxes_beyond_the_scaled_basis_are_named() {
    let clean = generate::cloud(10, 10, 85);
    let World { mut scaled, .. } = World::of_scene(&clean);
    let before = scaled.clone();
    for (value, small) in [(9e-7, true), (1e-30, true), (1.1e6, false)] {
        let mut scene = clean.clone();
        scene.half_extents[6][1] = value;
        let error = scaled.copy_from_boxes(&stored(&scene)).unwrap_err();
        assert_eq!((error.index, error.field), (6, BoxField::HalfExtents), "{error}");
        match error.problem {
            BoxProblem::TooSmall { component: 1, .. } => assert!(small),
            BoxProblem::TooLarge { component: 1, .. } => assert!(!small),
            problem => panic!("{problem}"),
        }
    }
    let mut scene = clean.clone();
    scene.position[2][2] = -2e9;
    let error = scaled.copy_from_boxes(&stored(&scene)).unwrap_err();
    assert_eq!((error.index, error.field), (2, BoxField::Center), "{error}");
    assert_eq!(scaled, before);
}

#[test]
fn scaled_axes_that_do_not_fit_are_rejected() {
    let World { mut scaled, .. } = ten(86);
    let before = scaled.clone();
    let good = scaled.get(4).unwrap();
    let mut rejected = |spoil: &dyn Fn(&mut ScaledBox)| {
        let mut given = good;
        spoil(&mut given);
        let error = scaled.insert(given).unwrap_err();
        assert_eq!(error.index, 10);
        let mut centers = before.centers().to_vec();
        let mut axes = [0, 1, 2].map(|axis| before.axes(axis).to_vec());
        centers[4][..3].copy_from_slice(&given.center);
        (0..3).for_each(|axis| axes[axis][4] = given.axes[axis]);
        let borrowed = ScaledBoxView::new(&centers, axes.each_ref().map(|axis| &axis[..]));
        let borrowed = borrowed.unwrap_err();
        assert_eq!((borrowed.index, borrowed.field), (4, error.field), "{error} {borrowed}");
        assert_eq!(scaled, before);
        (error.field, error.problem)
    };
    for axis in 0..3 {
        let field = BoxField::Axis(u8::try_from(axis).unwrap());
        for value in [f32::NAN, f32::INFINITY] {
            for component in 0..4 {
                let (found, problem) = rejected(&|given| given.axes[axis][component] = value);
                assert_eq!(found, field);
                assert!(matches!(problem, BoxProblem::NotFinite { .. }), "{problem}");
            }
        }
        let (found, problem) = rejected(&|given| given.axes[axis][3] *= 1.001);
        assert!(found == field && matches!(problem, BoxProblem::WrongLength { .. }), "{problem}");
        let (found, _) = rejected(&|given| given.axes[axis][3] = -given.axes[axis][3]);
        assert_eq!(found, field);
        let (_, problem) = rejected(&|given| {
            let [x, y, z, length] = given.axes[axis];
            given.axes[axis] = [-x, -y, -z, length];
        });
        assert_eq!(problem, BoxProblem::Mirrored);
    }
    let (field, _) = rejected(&|given| given.center[1] = f32::NAN);
    assert_eq!(field, BoxField::Center);
    let (_, problem) = rejected(&|given| {
        let lean = 1e-4 * given.axes[0][3] / given.axes[1][3];
        (0..3).for_each(|k| given.axes[0][k] += lean * given.axes[1][k]);
    });
    assert!(matches!(problem, BoxProblem::Sheared { .. }), "{problem}");
}

#[test]
fn matrices_and_transforms_that_make_no_box_are_rejected() {
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let with = |column: usize, row: usize, value| {
        let mut columns = unit;
        columns[column][row] = value;
        columns
    };
    let (sheared, stretched) = (with(1, 0, 0.1), with(2, 2, 1.1));
    let (mirrored, broken) = (with(0, 0, -1.0), with(1, 2, f32::NAN));
    let matrix = |columns| OrientedBox::from_rotation_matrix([0.0; 3], columns, [1.0; 3]);
    let affine = |columns| OrientedBox::from_affine(columns, [0.0; 3], [1.0; 3]);
    assert!(matrix(unit).is_ok() && affine(unit).is_ok());
    for result in [matrix(sheared), affine(sheared)] {
        let error = result.unwrap_err();
        assert!(matches!(error.problem, BoxProblem::Sheared { .. }), "{error}");
    }
    for result in [matrix(broken), affine(broken)] {
        let error = result.unwrap_err();
        assert_eq!(error.field, BoxField::Axis(1), "{error}");
        assert!(matches!(error.problem, BoxProblem::NotFinite { .. }), "{error}");
    }
    assert!(matches!(matrix(stretched).unwrap_err().problem, BoxProblem::NotUnit { .. }));
    assert_eq!(matrix(mirrored).unwrap_err().problem, BoxProblem::Mirrored);
    let bits = |given: OrientedBox| given.half_extents.map(f32::to_bits);
    assert_eq!(bits(affine(stretched).unwrap()), [1.0_f32, 1.0, 1.1].map(f32::to_bits));
    assert_eq!(bits(affine(mirrored).unwrap()), [1.0_f32; 3].map(f32::to_bits));
    assert!(ScaledBox::from_half_axes([0.0; 3], sheared).is_err());
}

#[test]
fn a_message_names_the_box_the_field_and_the_value() {
    let mut half_extents = [[1.0; 3]; 42];
    half_extents[41][2] = -0.5;
    let view = BoxView::new(&[[0.0; 3]; 42], &[[0.0, 0.0, 0.0, 1.0]; 42], &half_extents);
    let words = view.unwrap_err().to_string();
    assert_eq!(words, "box 41: half extents component 2 is -0.5, below zero");
    let words = BoxStore::new().set_pose(7, BoxPose::IDENTITY).unwrap_err().to_string();
    assert_eq!(words, "box 7: index 7 is out of range of 0 rows");
    let sheared = [[4.0, 0.0, 0.0], [3.0, 4.0, 0.0], [0.0, 0.0, 1.0]];
    let error = OrientedBox::from_affine(sheared, [0.0; 3], [1.0; 3]).unwrap_err();
    let words = "box 0: axis 0 is not perpendicular to axis 1: the cosine between them is 6";
    assert!(error.to_string().starts_with(words), "{error}");
}
