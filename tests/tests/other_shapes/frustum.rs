//! Constructors of frusta, and what they reject.

use octosat::{DepthRange, Error, Frustum, PerspectiveView};
use octosat_reference::float64::{Camera, ReferenceFrustum};
use octosat_scenes::generate::Random;
use octosat_tests::{Vector, along, columns, dot, narrow, normalized, sentence, wide};

use super::views_around;

/// A random camera around `center` whose view is about `size` meters deep.
fn random_view(random: &mut Random, center: Vector, size: f64) -> PerspectiveView {
    let eye = along(center, size * random.range(0.0, 0.8), random.direction());
    let near = size * 10_f64.powf(random.range(-3.0, -0.5));
    let number = octosat_scenes::generate::narrow;
    PerspectiveView {
        eye: narrow(eye),
        target: narrow(along(eye, size, random.direction())),
        up: narrow(random.direction()),
        vertical_angle: number(random.range(0.2, 2.4)),
        aspect: number(random.range(0.4, 2.5)),
        near: number(near),
        far: number(near + size * random.range(0.3, 2.0)),
    }
}

/// The matrix of a camera in column-major order, as engines have it.
fn view_projection(view: &PerspectiveView, depth: DepthRange) -> [[f32; 4]; 4] {
    let camera = Camera {
        eye: wide(view.eye),
        target: wide(view.target),
        up: wide(view.up),
        vertical_angle: f64::from(view.vertical_angle),
        aspect: f64::from(view.aspect),
        near: f64::from(view.near),
        far: f64::from(view.far),
    };
    camera.view_projection(match depth {
        DepthRange::ZeroToOne => 0.0,
        DepthRange::MinusOneToOne => -1.0,
    })
}

/// A random volume between six planes: a rotated box whose planes each lean by up to `lean` radians.
fn random_hexahedron(
    random: &mut Random,
    center: Vector,
    size: f64,
    lean: f64,
) -> Result<Frustum, Error> {
    let axes = columns(random.rotation());
    let mut planes = [[0.0; 4]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        let sign = if number % 2 == 0 { -1.0 } else { 1.0 };
        let leaning = along(axes[number / 2], sign * lean * random.unit(), random.direction());
        let normal = normalized(leaning.map(|component| sign * component));
        let offset = dot(normal, center) + size * random.range(0.2, 1.0);
        *plane = narrow([normal[0], normal[1], normal[2], offset]);
    }
    Frustum::from_planes(planes)
}

/// The planes of the cube of half extent 1 around the origin.
fn cube_planes() -> [[f32; 4]; 6] {
    let mut planes = [[0.0, 0.0, 0.0, 1.0]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    planes
}

fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |largest, value| largest.max(value.abs()))
}

/// How far the corners of two frusta are apart, and how large they are.
fn corner_error(one: &Frustum, other: &Frustum) -> [f64; 2] {
    let [one, other] = [one, other].map(|f| f.corners().as_flattened().to_vec());
    let size = largest(one.iter().map(|&c| f64::from(c)));
    [largest(one.iter().zip(&other).map(|(&a, &b)| f64::from(a) - f64::from(b))), size]
}

#[test]
fn a_camera_and_its_matrix_are_the_same_frustum_of_26_axes() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let view = random_view(&mut random, [3.0, -2.0, 1.0], 20.0);
        let camera = Frustum::perspective(&view).unwrap();
        assert_eq!(camera.required_axes(), 26, "{view:?}");
        for depth in [DepthRange::ZeroToOne, DepthRange::MinusOneToOne] {
            let matrix = view_projection(&view, depth);
            let found = Frustum::from_view_projection(matrix, depth).unwrap();
            assert_eq!(found.required_axes(), 26, "{view:?} {depth:?}");
            let [error, size] = corner_error(&camera, &found);
            // The far plane is a difference of rows that cancel by the ratio of the distances.
            let ratio = f64::from(view.far / view.near);
            assert!(error <= 1e-6 * size * ratio.max(4.0), "{error} of {size}, {view:?} {depth:?}");
        }
    }
}

#[test]
fn a_reversed_depth_is_the_same_volume() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let view = random_view(&mut random, [0.0; 3], 20.0);
        let mut matrix = view_projection(&view, DepthRange::ZeroToOne);
        let straight = Frustum::from_view_projection(matrix, DepthRange::ZeroToOne).unwrap();
        for column in &mut matrix {
            column[2] = column[3] - column[2];
        }
        let reversed = Frustum::from_view_projection(matrix, DepthRange::ZeroToOne).unwrap();
        assert_eq!(reversed.required_axes(), 26);
        let corners = reversed.corners();
        let turned: Vec<f32> = (0..8).flat_map(|number| corners[number ^ 4]).collect();
        let straight = straight.corners();
        let differences = straight.as_flattened().iter().zip(&turned);
        let error = largest(differences.map(|(&a, &b)| f64::from(a) - f64::from(b)));
        assert!(error <= 1e-3 * f64::from(view.far), "{error} {view:?}");
    }
}

#[test]
fn corners_are_those_of_the_enumeration() {
    for frustum in (0..50).flat_map(|seed| views_around([50.0, 20.0, -7.0], 0.3, seed)) {
        let reference = ReferenceFrustum::new(frustum.origin(), frustum.planes());
        assert_eq!(reference.corners().len(), 8, "{frustum:?}");
        let origin = frustum.origin();
        for corner in frustum.corners() {
            let near = reference.corners().iter().any(|found| {
                (0..3).all(|k| {
                    let world = f64::from(origin[k]) + found[k];
                    (world - f64::from(corner[k])).abs() <= 2e-5
                })
            });
            assert!(near, "{corner:?} of {frustum:?}");
        }
    }
}

#[test]
fn boxes_need_15_axes_and_leaning_volumes_45() {
    let mut random = Random::new(4);
    for _ in 0..100 {
        let straight = random_hexahedron(&mut random, [1.0, 2.0, 3.0], 5.0, 0.0).unwrap();
        assert_eq!(straight.required_axes(), 3 + 3 + 3 * 3);
        if let Ok(leaning) = random_hexahedron(&mut random, [1.0, 2.0, 3.0], 5.0, 0.3) {
            assert_eq!(leaning.required_axes(), 6 + 3 + 3 * 12);
            assert_eq!(leaning.edge_directions().count(), 12);
        }
    }
}

#[test]
fn planes_that_make_no_frustum_are_rejected_by_name() {
    let mut planes = cube_planes();
    planes[3][1] = f32::NAN;
    let rejected = |planes| sentence(Frustum::from_planes(planes));
    assert_eq!(rejected(planes), "frustum: top plane, component 1 is NaN, which is not finite");

    let mut planes = cube_planes();
    planes[5] = [0.0; 4];
    assert_eq!(rejected(planes), "frustum: the far plane has no normal");

    let is_unbounded = |planes| {
        let words = rejected(planes);
        assert!(words.starts_with("frustum: the corner of the "), "{words}");
        assert!(words.contains(" planes is not inside the "), "{words}");
    };
    // The right plane behind the left one: empty.
    let mut planes = cube_planes();
    planes[1][3] = -2.0;
    is_unbounded(planes);
    // The right plane looks the other way: infinite.
    let mut planes = cube_planes();
    planes[1] = [-1.0, 0.0, 0.0, 3.0];
    is_unbounded(planes);
    // Of no thickness.
    let mut planes = cube_planes();
    planes[1][3] = -1.0;
    is_unbounded(planes);
    // Left and bottom are the same plane.
    let mut planes = cube_planes();
    planes[2] = planes[0];
    let none = "frustum: the left, bottom and near planes do not meet in a point";
    assert_eq!(rejected(planes), none);
    let mut planes = cube_planes();
    planes[5][3] = 1e13;
    let words = "frustum: the corner of the left, bottom and far planes is beyond 1e12";
    assert_eq!(rejected(planes), words);
}

/// What is said of a far plane that is infinitely far.
const ENDLESS: &str = "frustum: the far plane is infinitely far, or too far for a matrix of this precision with \
                       the near plane so near";

#[test]
fn matrices_and_views_that_keep_no_finite_volume_are_rejected() {
    let view = PerspectiveView {
        eye: [1.0, 2.0, 3.0],
        target: [4.0, 2.0, 1.0],
        up: [0.0, 0.0, 1.0],
        vertical_angle: 1.0,
        aspect: 1.5,
        near: 0.1,
        far: 100.0,
    };
    let depth = DepthRange::ZeroToOne;
    let mut matrix = view_projection(&view, depth);
    matrix[2][1] = f32::INFINITY;
    let rejected = |matrix| sentence(Frustum::from_view_projection(matrix, depth));
    let text = "frustum: column 2, row 1 of the matrix is inf, which is not finite";
    assert_eq!(rejected(matrix), text);
    // Without a far plane clip z is w minus a constant: their difference has no direction.
    let mut endless = view_projection(&view, depth);
    for (k, column) in endless.iter_mut().enumerate() {
        column[2] = column[3] - if k == 3 { view.near } else { 0.0 };
    }
    assert_eq!(rejected(endless), ENDLESS);
    // The same reversed: clip z is a constant, and the side that is near by its number is endless.
    let mut reversed = view_projection(&view, depth);
    for (k, column) in reversed.iter_mut().enumerate() {
        column[2] = if k == 3 { view.near } else { 0.0 };
    }
    let text = "the near plane is infinitely far, or too far for a matrix of this precision \
                 with the far plane so near";
    assert_eq!(rejected(reversed), format!("frustum: {text}"));
    assert_eq!(rejected([[0.0; 4]; 4]), "frustum: the left plane has no normal");

    let rejected = |view: PerspectiveView| Frustum::perspective(&view).unwrap_err().to_string();
    assert!(rejected(PerspectiveView { near: 0.0, ..view }).contains("near"));
    assert!(rejected(PerspectiveView { far: 0.05, ..view }).contains("far"));
    assert!(rejected(PerspectiveView { aspect: -1.0, ..view }).contains("aspect"));
    assert!(rejected(PerspectiveView { vertical_angle: 3.2, ..view }).contains("angle"));
    assert!(rejected(PerspectiveView { target: view.eye, ..view }).contains("target"));
    assert!(rejected(PerspectiveView { up: [3.0, 0.0, -2.0], ..view }).contains("up"));
    assert!(rejected(PerspectiveView { far: f32::NAN, ..view }).contains("finite"));
}

fn deep_view(ratio: f32) -> PerspectiveView {
    PerspectiveView {
        eye: [0.0, -10.0, 2.0],
        target: [3.0, 0.0, 1.0],
        up: [0.0, 0.0, 1.0],
        vertical_angle: 60_f32.to_radians(),
        aspect: 16.0 / 9.0,
        near: 0.1,
        far: 0.1 * ratio,
    }
}

/// The ratio of a view that is too deep, and the one from which on it is.
fn too_deep(rejected: &Error) -> [f32; 2] {
    let text = rejected.to_string();
    let text = text.strip_prefix("frustum: the far plane is ").expect("the far plane");
    let between = " times as far as the near one, and a view of these angles ends at ";
    let (ratio, limit) = text.split_once(between).expect("another error");
    [ratio, limit].map(|number| number.parse().expect("a number"))
}

/// The documented ratios of far to near: what works, and what is rejected by what name.
#[test]
fn views_too_deep_are_rejected_as_such() {
    for ratio in [1e4, 1e6, 1e7, 1e8, 5e8] {
        let camera = Frustum::perspective(&deep_view(ratio)).unwrap();
        assert_eq!(camera.required_axes(), 26, "{ratio}");
    }
    for asked in [7e8, 1e9, 1e13] {
        let rejected = Frustum::perspective(&deep_view(asked)).unwrap_err();
        let [ratio, limit] = too_deep(&rejected);
        assert!(
            (ratio / asked - 1.0).abs() < 1e-6 && (6.0e8..7.0e8).contains(&limit),
            "{rejected}"
        );
    }
    let words = "frustum: the far plane is 1e9 times as far as the near one, and a view of these angles \
                 ends at 6.4";
    let rejected = Frustum::perspective(&deep_view(1e9)).unwrap_err().to_string();
    assert!(rejected.starts_with(words), "{rejected}");
    // A narrower view has a smaller near face.
    let narrow = PerspectiveView { vertical_angle: 0.01, ..deep_view(1e8) };
    let [_, limit] = too_deep(&Frustum::perspective(&narrow).unwrap_err());
    assert!(limit < 1e8, "{limit}");
}

#[test]
fn matrices_too_deep_are_endless() {
    for depth in [DepthRange::ZeroToOne, DepthRange::MinusOneToOne] {
        for ratio in [1e3, 1e5, 1e6] {
            let matrix = view_projection(&deep_view(ratio), depth);
            let found = Frustum::from_view_projection(matrix, depth).unwrap();
            // As far off as documented: one part in ten million times the ratio.
            let far = far_distance(&found, &deep_view(ratio));
            let expected = f64::from(0.1 * ratio);
            assert!((far / expected - 1.0).abs() <= 1e-7 * f64::from(ratio), "{far}, {expected}");
        }
        for ratio in [1e7, 1e8, 1e12] {
            let matrix = view_projection(&deep_view(ratio), depth);
            let rejected = sentence(Frustum::from_view_projection(matrix, depth));
            assert_eq!(rejected, ENDLESS, "{ratio}");
        }
    }
}

/// How far the middle of the far face is from the eye.
fn far_distance(frustum: &Frustum, view: &PerspectiveView) -> f64 {
    let corners = frustum.corners();
    let middle = [0, 1, 2]
        .map(|k| corners[4..].iter().map(|corner| f64::from(corner[k])).sum::<f64>() / 4.0);
    let squares = [0, 1, 2].map(|k| (middle[k] - f64::from(view.eye[k])).powi(2));
    squares.iter().sum::<f64>().sqrt()
}
