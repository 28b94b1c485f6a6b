//! Every error of stores and views names the box and the field, and a rejected call changes nothing.

use octosat::{
    BoxPose, BoxStore, BoxView, Error, ErrorKind, OrientedBox, Rectangle, RectangleStore,
    RectangleView, ScaledBox, ScaledBoxView,
};
use octosat_scenes::generate::{self, Scene};
use octosat_tests::{named, sentence};

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
    field: &'static str,
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
        of("center", 3, &[NAN, INFINITY, -INFINITY, 2e12, -2e12]),
        of("half extents", 3, &[NAN, INFINITY, -1e-30, -1.0, 2e12]),
        of("rotation", 4, &[NAN, INFINITY, -INFINITY, 1.5, -3.0, f32::MAX]),
    ]
    .concat()
}

impl Bad {
    /// The same value in a column of the box.
    fn spoil(self, columns: [&mut [f32]; 3]) {
        let [centers, rotations, half_extents] = columns;
        let column = match self.field {
            "center" => centers,
            "rotation" => rotations,
            _ => half_extents,
        };
        column[self.component] = self.value;
    }

    fn check(self, error: &Error, list: &'static str, index: usize) {
        assert_eq!(error.kind(), ErrorKind::Box, "{error}");
        assert_eq!(named(error), (list, index, self.field), "{self:?} {error}");
        let Self { field, component, value } = self;
        let is_off_unit_length = field == "rotation" && value.is_finite();
        let found = error.value().map(f32::to_bits);
        assert_eq!(found, (!is_off_unit_length).then_some(value.to_bits()), "{error}");
        let why = match value {
            _ if is_off_unit_length => "squared length is ".to_owned(),
            _ if !value.is_finite() => {
                format!("component {component} is {value}, which is not finite")
            }
            _ if value < 0.0 && field == "half extents" => {
                format!("component {component} is {value:e}, below zero").replace("-1e0", "-1")
            }
            _ => format!("component {component} is {value:e}, beyond 1e12"),
        };
        let words = format!("{list} {index}: {field} {why}");
        assert!(error.to_string().starts_with(&words), "{error}, not {words}");
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
        let given = "given box";
        let error = BoxStore::from_slices(&position, &rotation, &half_extents).unwrap_err();
        bad.check(&error, given, index);
        let error = store.extend_from_slices(&position, &rotation, &half_extents).unwrap_err();
        bad.check(&error, given, index);
        if bad.field != "half extents" {
            bad.check(&store.set_poses(&position, &rotation).unwrap_err(), given, index);
        }
        // The fourth component of centers and half extents means nothing.
        let four = |rows: &[[f32; 3]]| rows.iter().map(|&[x, y, z]| [x, y, z, f32::NAN]).collect();
        let [centers, halves]: [Vec<[f32; 4]>; 2] = [four(&position), four(&half_extents)];
        bad.check(&BoxView::new(&centers, &rotation, &halves).unwrap_err(), "box", index);
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
    let check = |error: Error, list: &'static str, field: &'static str, found: usize| {
        assert_eq!(error.kind(), ErrorKind::Length);
        assert_eq!(named(&error), (list, found, field), "{error}");
        let words = format!("{list} {found}: {field} list has {found} entries instead of 10");
        assert_eq!(error.to_string(), words);
    };
    let error = store.extend_from_slices(position, &rotation[..9], half_extents).unwrap_err();
    check(error, "given box", "rotation", 9);
    let error = store.extend_from_slices(position, rotation, &half_extents[..3]).unwrap_err();
    check(error, "given box", "half extents", 3);
    assert_eq!(store, before);
    let (centers, rotations, halves) = (store.centers(), store.rotations(), store.half_extents());
    for view in [BoxView::new, BoxView::unchecked] {
        check(view(centers, &rotations[..4], halves).unwrap_err(), "box", "rotation", 4);
        check(view(centers, rotations, &halves[..0]).unwrap_err(), "box", "half extents", 0);
    }
    for (axis, field) in ["axis 0", "axis 1", "axis 2"].into_iter().enumerate() {
        let mut axes = [0, 1, 2].map(|axis| scaled.axes(axis));
        axes[axis] = &axes[axis][..6];
        for view in [ScaledBoxView::new, ScaledBoxView::unchecked] {
            check(view(centers, axes).unwrap_err(), "box", field, 6);
        }
    }
}

#[test]
fn boxes_beyond_the_scaled_basis_are_named() {
    let clean = generate::cloud(10, 10, 85);
    let World { mut scaled, .. } = World::of_scene(&clean);
    let before = scaled.clone();
    for (value, why) in [
        (9e-7, "9e-7, neither zero nor at least 1e-6"),
        (1e-30, "1e-30, neither zero nor at least 1e-6"),
        (1.1e6, "1.1e6, beyond 1e6"),
    ] {
        let mut scene = clean.clone();
        scene.half_extents[6][1] = value;
        let found = sentence(scaled.copy_from_boxes(&stored(&scene)));
        assert_eq!(found, format!("box 6: half extents component 1 is {why}"));
    }
    let mut scene = clean.clone();
    scene.position[2][2] = -2e9;
    let error = scaled.copy_from_boxes(&stored(&scene)).unwrap_err();
    assert_eq!(named(&error), ("box", 2, "center"), "{error}");
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
        let mut centers = before.centers().to_vec();
        let mut axes = [0, 1, 2].map(|axis| before.axes(axis).to_vec());
        centers[4][..3].copy_from_slice(&given.center);
        (0..3).for_each(|axis| axes[axis][4] = given.axes[axis]);
        let borrowed = ScaledBoxView::new(&centers, axes.each_ref().map(|axis| &axis[..]));
        let borrowed = borrowed.unwrap_err();
        // The same words, about another box.
        let words = error.to_string();
        let words = words.strip_prefix("box 10: ").expect("the box").to_owned();
        assert_eq!(named(&borrowed), ("box", 4, error.field().expect("a value")));
        assert_eq!(borrowed.to_string(), format!("box 4: {words}"));
        assert_eq!(scaled, before);
        words
    };
    for axis in 0..3 {
        for value in [f32::NAN, f32::INFINITY] {
            for component in 0..4 {
                let found = rejected(&|given| given.axes[axis][component] = value);
                let words =
                    format!("axis {axis} component {component} is {value}, which is not finite");
                assert_eq!(found, words);
            }
        }
        let found = rejected(&|given| given.axes[axis][3] *= 1.001);
        assert!(found.starts_with(&format!("axis {axis} length is ")), "{found}");
        let found = rejected(&|given| given.axes[axis][3] = -given.axes[axis][3]);
        assert!(found.starts_with(&format!("axis {axis} component 3 is -")), "{found}");
        let found = rejected(&|given| {
            let [x, y, z, length] = given.axes[axis];
            given.axes[axis] = [-x, -y, -z, length];
        });
        assert_eq!(found, "transform is left-handed (mirrored), not a rotation");
    }
    let found = rejected(&|given| given.center[1] = f32::NAN);
    assert_eq!(found, "center component 1 is NaN, which is not finite");
    let found = rejected(&|given| {
        let lean = 1e-4 * given.axes[0][3] / given.axes[1][3];
        (0..3).for_each(|k| given.axes[0][k] += lean * given.axes[1][k]);
    });
    assert!(found.starts_with("axis 0 is not perpendicular to axis 1: "), "{found}");
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
        let words = sentence(result);
        assert!(words.starts_with("box 0: axis 0 is not perpendicular to axis 1: "), "{words}");
    }
    for result in [matrix(broken), affine(broken)] {
        let words = "box 0: axis 1 component 2 is NaN, which is not finite";
        assert_eq!(sentence(result), words);
    }
    let words = sentence(matrix(stretched));
    assert!(words.starts_with("box 0: axis 2 squared length is 1.21"), "{words}");
    let words = "box 0: transform is left-handed (mirrored), not a rotation";
    assert_eq!(sentence(matrix(mirrored)), words);
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
