//! Frusta to ask boxes against.

use octosat::{DepthRange, Frustum, FrustumError, PerspectiveView};
use octosat_reference::float64::{Camera, ReferenceFrustum};
use octosat_scenes::generate::Random;

use crate::geometry::{Vector, along, columns, dot, narrow, wide};

/// A random camera around `center` whose view is about `size` meters deep.
#[must_use]
pub fn random_view(random: &mut Random, center: Vector, size: f64) -> PerspectiveView {
    let eye = along(center, size * random.range(0.0, 0.8), random.direction());
    let near = size * 10_f64.powf(random.range(-3.0, -0.5));
    let number = |value: f64| narrow([value])[0];
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

/// The matrix of a camera in column-major order: what an engine would hand over.
#[must_use]
pub fn view_projection(view: &PerspectiveView, depth: DepthRange) -> [[f32; 4]; 4] {
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

/// A random volume between six planes: a turned box whose planes each lean by up to `lean` radians.
///
/// # Errors
/// If the planes lean so far that they bound nothing.
pub fn random_hexahedron(
    random: &mut Random,
    center: Vector,
    size: f64,
    lean: f64,
) -> Result<Frustum, FrustumError> {
    let axes = columns(random.rotation());
    let mut planes = [[0.0; 4]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        let sign = if number % 2 == 0 { -1.0 } else { 1.0 };
        let leaning = along(axes[number / 2], sign * lean * random.unit(), random.direction());
        let normal = unit(leaning.map(|component| sign * component));
        let offset = dot(normal, center) + size * random.range(0.2, 1.0);
        *plane = narrow([normal[0], normal[1], normal[2], offset]);
    }
    Frustum::from_planes(planes)
}

/// Cameras, boxes and leaning volumes around a place.
#[must_use]
pub fn random_frusta(random: &mut Random, center: Vector, size: f64, count: usize) -> Vec<Frustum> {
    let mut frusta = Vec::with_capacity(count);
    while frusta.len() < count {
        let frustum = match frusta.len() % 4 {
            0 => random_hexahedron(random, center, size, 0.0),
            1 => random_hexahedron(random, center, size, 0.3),
            2 => {
                let view = random_view(random, center, size);
                Frustum::from_view_projection(
                    view_projection(&view, DepthRange::ZeroToOne),
                    DepthRange::ZeroToOne,
                )
            }
            _ => Frustum::perspective(&random_view(random, center, size)),
        };
        // Now and then random planes bound nothing.
        frusta.extend(frustum.ok());
    }
    frusta
}

/// The reference of a frustum.
#[must_use]
pub fn reference_frustum(frustum: &Frustum) -> ReferenceFrustum {
    ReferenceFrustum::new(frustum.origin(), frustum.planes())
}

fn unit(v: Vector) -> Vector {
    crate::geometry::normalized(v)
}
