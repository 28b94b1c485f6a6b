//! Half-spaces, spheres and axis-aligned boxes.

use octosat::{AxisAlignedBox, HalfSpace, Sphere};

use super::{Maker, world_axis};
use crate::vector::{along, narrow, unit};

/// How far a plane is turned out of a box's face where it nearly lies in it.
const LEAN: f64 = 1e-4;

/// Through a place, or along a face: upright, along one of the box's axes, nearly so, or anyhow.
pub(super) fn half_space(maker: &mut Maker<'_>) -> Option<HalfSpace> {
    let place = maker.place();
    let number = maker.number;
    let random = &mut maker.random;
    let axis = random.below(3);
    let sign = [1.0, -1.0][random.below(2)];
    let face = along(place.center, sign * place.half_extents[axis], place.axes[axis]);
    let outward = place.axes[axis].map(|component| sign * component);
    let (point, normal) = match number % 6 {
        0 => (place.point, [0.0, 0.0, 1.0]),
        1 => (place.point, world_axis(random)),
        2 => (face, outward),
        3 => (face, along(outward, LEAN, random.direction())),
        4 => (place.point, outward),
        _ => (place.point, random.direction()),
    };
    HalfSpace::through(point.map(narrow), unit(normal).map(narrow)).ok()
}

/// About a place: of about the box's size, a point, one that holds the box, and one that touches it.
pub(super) fn sphere(maker: &mut Maker<'_>) -> Option<Sphere> {
    let place = maker.place();
    let random = &mut maker.random;
    let axis = random.below(3);
    let (center, radius) = match maker.number % 6 {
        0 => (place.point, 0.0),
        1 => (place.center, place.size * random.unit()),
        2 => (place.point, 4.0 * place.size),
        3 => {
            let radius = place.size * random.unit();
            let reach = place.half_extents[axis] + radius;
            (along(place.center, reach, place.axes[axis]), radius)
        }
        _ => (place.point, 2.0 * place.size * random.unit()),
    };
    Sphere::new(center.map(narrow), narrow(radius)).ok()
}

/// Around a place: any, a point, a plate, one that touches the box, and one that holds it.
pub(super) fn region(maker: &mut Maker<'_>) -> Option<AxisAlignedBox> {
    let place = maker.place();
    let random = &mut maker.random;
    let mut center = place.point;
    let mut half = random.vector(0.0, place.size);
    match maker.number % 6 {
        0 => half = [0.0; 3],
        1 => half[random.below(3)] = 0.0,
        2 => half = [2.0 * place.size; 3],
        3 => {
            let k = random.below(3);
            let reach: f64 =
                (0..3).map(|axis| place.axes[axis][k].abs() * place.half_extents[axis]).sum();
            center = place.center;
            center[k] += reach + half[k];
        }
        _ => {}
    }
    let side = |sign: f64| [0, 1, 2].map(|k| narrow(center[k] + sign * half[k]));
    AxisAlignedBox::new(side(-1.0), side(1.0)).ok()
}
