//! Views: cameras, matrices and planes.

use octosat::{DepthRange, Frustum, PerspectiveView};
use octosat_reference::float64::Camera;
use octosat_scenes::generate::Random;

use super::{Maker, Place};
use crate::vector::{along, dot, narrow, unit};

/// How deep a view is, in parts of the summed half extents of the box that it is made around.
const DEPTH: [f64; 2] = [2.0, 40.0];

/// The near plane of a view, in parts of its depth; taken at random below one of them.
const NEAR: [f64; 3] = [0.3, 0.03, 0.003];

/// How far each plane of a leaning volume leans, radians, at most.
const LEAN: f64 = 0.3;

/// How often random planes may bound nothing.
const TRIES: usize = 8;

/// Cameras, the matrices of cameras in both ranges of depth, boxes straight and slanted, and leaning
/// planes.
pub(super) fn view(maker: &mut Maker<'_>) -> Option<Frustum> {
    let (eye, target) = (maker.place(), maker.place());
    let number = maker.number;
    let random = &mut maker.random;
    let [near, far] = DEPTH;
    let depth = eye.size * random.range(near, far);
    let mut make = || match number % 7 {
        1 => hexahedron(random, &eye, 0.0),
        2 => hexahedron(random, &eye, LEAN),
        3 => orthographic(random, &eye, depth),
        4 => of_matrix(&camera(random, [&eye, &target], depth), DepthRange::ZeroToOne),
        5 => of_matrix(&camera(random, [&eye, &target], depth), DepthRange::MinusOneToOne),
        6 => own_box(&eye),
        _ => Frustum::perspective(&camera(random, [&eye, &target], depth)).ok(),
    };
    (0..TRIES).find_map(|_| make())
}

fn camera(random: &mut Random, [eye, target]: [&Place; 2], depth: f64) -> PerspectiveView {
    let near = NEAR[random.below(NEAR.len())] * random.range(0.3, 1.0);
    PerspectiveView {
        eye: eye.point.map(narrow),
        target: target.point.map(narrow),
        up: random.direction().map(narrow),
        vertical_angle: narrow(random.range(0.2, 2.4)),
        aspect: narrow(random.range(0.4, 2.5)),
        near: narrow(depth * near),
        far: narrow(depth * random.range(1.0, 2.0)),
    }
}

/// A turned box whose planes each lean by up to `lean` radians.
fn hexahedron(random: &mut Random, place: &Place, lean: f64) -> Option<Frustum> {
    let axes = super::axes(random.rotation().map(narrow));
    let mut planes = [[0.0; 4]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        let sign = [-1.0, 1.0][number % 2];
        let outward = axes[number / 2].map(|component| sign * component);
        let normal = unit(along(outward, lean * random.unit(), random.direction()));
        let offset = dot(normal, place.point) + place.size * random.range(0.2, 3.0);
        let [x, y, z] = normal;
        *plane = [x, y, z, offset].map(narrow);
    }
    Frustum::from_planes(planes).ok()
}

/// The box itself: every face of it lies in a plane.
fn own_box(place: &Place) -> Option<Frustum> {
    let plane = |number: usize| {
        let sign = [-1.0, 1.0][number % 2];
        let [x, y, z] = place.axes[number / 2].map(|component| sign * component);
        let offset = dot([x, y, z], place.center) + place.half_extents[number / 2];
        [x, y, z, offset].map(narrow)
    };
    Frustum::from_planes(std::array::from_fn(plane)).ok()
}

/// The matrix of a view without perspective.
fn orthographic(random: &mut Random, place: &Place, depth: f64) -> Option<Frustum> {
    let axes = super::axes(random.rotation().map(narrow));
    let row = |axis: usize, reach: f64| {
        let [x, y, z] = axes[axis].map(|component| component / reach);
        [x, y, z, -dot([x, y, z], place.point)]
    };
    let reaches = [(); 3].map(|()| depth * random.range(0.1, 1.0));
    let rows = [row(0, reaches[0]), row(1, reaches[1]), row(2, reaches[2]), [0.0, 0.0, 0.0, 1.0]];
    Frustum::from_view_projection(columns(rows), DepthRange::MinusOneToOne).ok()
}

/// The volume of a camera's matrix, as an engine would hand it over.
fn of_matrix(view: &PerspectiveView, range: DepthRange) -> Option<Frustum> {
    let camera = Camera {
        eye: view.eye.map(f64::from),
        target: view.target.map(f64::from),
        up: view.up.map(f64::from),
        vertical_angle: f64::from(view.vertical_angle),
        aspect: f64::from(view.aspect),
        near: f64::from(view.near),
        far: f64::from(view.far),
    };
    let nearest = match range {
        DepthRange::ZeroToOne => 0.0,
        DepthRange::MinusOneToOne => -1.0,
    };
    Frustum::from_view_projection(camera.view_projection(nearest), range).ok()
}

fn columns(rows: [[f64; 4]; 4]) -> [[f32; 4]; 4] {
    std::array::from_fn(|column| rows.map(|row| narrow(row[column])))
}
