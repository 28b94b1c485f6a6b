//! Hard cases of shapes around boxes, as numbers that a caller makes shapes from.
//!
//! Each function makes one shape from a [`Maker`]; shapes of following numbers are of different kinds.

use glam::{DQuat, DVec3};

use super::around::{Maker, Place, world_axis};
use super::{Random, narrow};

/// How far a plane is turned out of a box's face if it nearly lies in it.
const PLANE_LEAN: f64 = 1e-4;

/// Where an end of a capsule's core may be along each of a box's axes, in half extents: in the middle, on a face or
/// barely off it, in the box, near it and far.
const CORE_PLACES: [f64; 12] =
    [0.0, 1.0, -1.0, 0.999_999_9, -1.000_000_1, 0.3, -0.8, 1.01, -1.001, 1.2, -2.5, 9.0];

/// Radii of capsules, in sizes of a box.
const CORE_RADII: [f64; 6] = [0.0, 0.0, 1e-3, 0.1, 1.0, 4.0];

/// Lengths of cores, in sizes of a box.
const CORE_LENGTHS: [f64; 6] = [1e-8, 1e-4, 0.1, 1.0, 3.0, 40.0];

/// Sines of the angles between a core and an axis or a face that it nearly follows.
const CORE_LEANS: [f64; 6] = [0.0, 0.0, 1e-7, 1e-5, 1e-3, 0.03];

/// How far cores pass from an edge or a vertex, in sizes of a box: about where the kernel's rule for gaps that are
/// rounding begins, on both sides of it, and where a gap's direction is lost to it.
const CORE_GAPS: [f64; 7] = [1e-7, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.03];

/// Lengths of rays' directions, in lengths of the segment: parameters follow.
const RAY_SCALES: [f64; 5] = [1.0, 1.0, 0.01, 100.0, 1e-4];

/// Sines of the angles of segments that are nearly parallel: about where the kernel's rule for parallel ones begins,
/// and on both sides of it.
const SEGMENT_LEANS: [f64; 6] = [0.0, 0.0, 1e-7, 1e-6, 3e-6, 1e-3];

/// The near plane of a camera, as a part of its depth; taken at random below one of them.
const NEAR: [f64; 3] = [0.3, 0.03, 0.003];

/// How far each plane of a leaning volume leans, radians, at most.
const VIEW_LEAN: f64 = 0.3;

/// A view before it is a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// A camera.
    Perspective(Camera),
    /// The matrix of a camera, and whether its depth goes from 0 to 1 instead of from −1 to 1.
    Projection(Camera, bool),
    /// The rows of the matrix of a view without perspective, whose depth goes from minus one to one.
    Orthographic([[f32; 4]; 4]),
    /// The planes of a volume: unit normal outward, and offset.
    Planes([[f32; 4]; 6]),
}

/// A camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, in meters.
    pub eye: [f32; 3],
    /// Where it looks, in meters.
    pub target: [f32; 3],
    /// A direction that is up in the picture.
    pub up: [f32; 3],
    /// The angle from the bottom of the picture to its top, in radians.
    pub vertical_angle: f32,
    /// The width of the picture divided by its height.
    pub aspect: f32,
    /// The distance of the near plane, in meters.
    pub near: f32,
    /// The distance of the far plane, in meters.
    pub far: f32,
}

/// The least and the greatest corner of an axis-aligned box: any box, a point, a plate, one that contains the
/// oriented box, or one that touches it.
pub fn aabb(maker: &mut Maker<'_>) -> [DVec3; 2] {
    let place = maker.place();
    let (number, random) = (maker.number, &mut maker.random);
    let (mut center, mut half) = (place.point, DVec3::from(random.vector(0.0, place.size)));
    match number % 6 {
        0 => half = DVec3::ZERO,
        1 => half[random.below(3)] = 0.0,
        2 => half = DVec3::splat(2.0 * place.size),
        3 => {
            let k = random.below(3);
            let reach: f64 =
                (0..3).map(|axis| place.axes[axis][k].abs() * place.half_extents[axis]).sum();
            center = place.center;
            center[k] += reach + half[k];
        }
        _ => {}
    }
    [center - half, center + half]
}

/// The center and the radius of a sphere: one of about the box's size, a point, one that contains the box, or one
/// that touches the box.
pub fn sphere(maker: &mut Maker<'_>) -> (DVec3, f64) {
    let place = maker.place();
    let (number, random) = (maker.number, &mut maker.random);
    let axis = random.below(3);
    let radius = place.size * random.unit();
    match number % 6 {
        0 => (place.point, 0.0),
        1 => (place.center, radius),
        2 => (place.point, 4.0 * place.size),
        3 => (place.center + (place.half_extents[axis] + radius) * place.axes[axis], radius),
        _ => (place.point, 2.0 * radius),
    }
}

/// A point on a plane and the plane's normal. The plane passes through a place, or lies along a face, exactly or
/// nearly; its normal is an axis of the world or of the box, or any direction.
pub fn plane(maker: &mut Maker<'_>) -> [DVec3; 2] {
    let place = maker.place();
    let (number, random) = (maker.number, &mut maker.random);
    let axis = random.below(3);
    let outward = random.choose(&[1.0, -1.0]) * place.axes[axis];
    let face = place.center + place.half_extents[axis] * outward;
    let (point, normal) = match number % 6 {
        0 => (place.point, DVec3::Z),
        1 => (place.point, world_axis(random)),
        2 => (face, outward),
        3 => (face, outward + PLANE_LEAN * DVec3::from(random.direction())),
        4 => (place.point, outward),
        _ => (place.point, random.direction().into()),
    };
    [point, normal.normalize_or_zero()]
}

/// The ends of a capsule's core and the radius. The core passes through a place, in any direction or nearly along an
/// axis of the box; lies or stands on a face; is a point; passes an edge or a vertex; or joins two places in the
/// box's frame, along its axes and faces.
pub fn capsule(maker: &mut Maker<'_>) -> ([DVec3; 2], f64) {
    let place = maker.place();
    let (number, random) = (maker.number, &mut maker.random);
    let axis = random.below(3);
    let outward = random.choose(&[1.0, -1.0]) * place.axes[axis];
    let lean = random.choose(&CORE_LEANS) * DVec3::from(random.direction());
    let length = place.size * random.choose(&CORE_LENGTHS);
    let radius = place.size * random.choose(&CORE_RADII);
    let height = place.half_extents[axis] + radius - outward.dot(place.point - place.center);
    let touching = place.point + height * outward;
    let ends = match number % 8 {
        0 => around(place.point, length * DVec3::from(random.direction())),
        1 => around(place.point, length * (outward + lean)),
        2 => around(touching, length * (place.axes[(axis + 1) % 3] + lean)),
        3 => [touching, touching + length * (outward + lean)],
        4 => [place.point; 2],
        5 | 6 => grazing(&place, random, length),
        _ => framed(&place, random),
    };
    (ends, radius)
}

/// A core's ends, half a way to both sides of its middle.
fn around(middle: DVec3, way: DVec3) -> [DVec3; 2] {
    [middle - 0.5 * way, middle + 0.5 * way]
}

/// A core that passes an edge or a vertex, which its middle, an end or something between is next to.
fn grazing(place: &Place, random: &mut Random, length: f64) -> [DVec3; 2] {
    let (mut nearest, mut out) = (place.center, DVec3::ZERO);
    let along = random.below(4);
    for k in 0..3 {
        let side = random.choose(&[1.0, -1.0]);
        let part = if k == along { random.range(-1.0, 1.0) } else { side };
        nearest += part * place.half_extents[k] * place.axes[k];
        out += if k == along { 0.0 } else { side * random.unit() } * place.axes[k];
    }
    let out = out.normalize_or_zero();
    let way = length * out.cross(random.direction().into()).normalize_or_zero();
    let passes = nearest + random.choose(&CORE_GAPS) * place.size * out;
    let before = random.choose(&[0.0, 0.5, 1e-6, 1e-3, 1.0 / 3.0]);
    [passes - before * way, passes + (1.0 - before) * way]
}

/// Two ends in the frame of a box, which every other time share a coordinate.
fn framed(place: &Place, random: &mut Random) -> [DVec3; 2] {
    let mut ends = [place.center; 2];
    for (axis, half_extent) in place.axes.into_iter().zip(place.half_extents.to_array()) {
        let first = random.choose(&CORE_PLACES);
        let second = if random.one_in(2) { first } else { random.choose(&CORE_PLACES) };
        ends[0] += first * half_extent * axis;
        ends[1] += second * half_extent * axis;
    }
    ends
}

/// The ends of a segment: between two places; exactly along an axis of the world or of a box; parallel or nearly
/// parallel to the segment made before; or the same place twice.
pub fn segment(maker: &mut Maker<'_>) -> [DVec3; 2] {
    let start = maker.place();
    let other = maker.place().point;
    let (number, random) = (maker.number, &mut maker.random);
    let length = start.size * random.range(0.1, 4.0);
    let end = match number % 8 {
        1 | 2 => start.point + length * world_axis(random),
        3 => start.point + length * start.axes[random.below(3)],
        5 | 6 => {
            let lean = random.choose(&SEGMENT_LEANS) * DVec3::from(random.direction());
            let factor = random.choose(&[1.0, -0.5, 0.3]);
            let [from, to] = segment(&mut maker.other(number - 1));
            start.point + factor * (to - from) + lean * (to - from).length()
        }
        7 => start.point,
        _ => other,
    };
    [start.point, end]
}

/// The direction of a ray along a segment, of another length; any direction if both ends are one point.
///
/// Exact directions stay exact: along an axis, two components are zeros of either sign.
pub fn ray_direction([start, end]: [DVec3; 2], random: &mut Random) -> DVec3 {
    let way = random.choose(&RAY_SCALES) * (end - start);
    if way == DVec3::ZERO { random.direction().into() } else { way }
}

/// A view from one place to another: a camera, the matrix of a camera in either range of depth, a view without
/// perspective, a straight or slanted hexahedron, or the planes of the first place's box.
pub fn view(maker: &mut Maker<'_>, [eye, target]: [&Place; 2], depth: f64) -> View {
    let (number, random) = (maker.number, &mut maker.random);
    match number % 7 {
        1 => View::Planes(hexahedron(random, eye, 0.0)),
        2 => View::Planes(hexahedron(random, eye, VIEW_LEAN)),
        3 => View::Orthographic(orthographic(random, eye, depth)),
        4 => View::Projection(camera(random, [eye, target], depth), true),
        5 => View::Projection(camera(random, [eye, target], depth), false),
        6 => View::Planes(faces(eye)),
        _ => View::Perspective(camera(random, [eye, target], depth)),
    }
}

fn camera(random: &mut Random, [eye, target]: [&Place; 2], depth: f64) -> Camera {
    let near = random.choose(&NEAR) * random.range(0.3, 1.0);
    Camera {
        eye: eye.point.as_vec3().into(),
        target: target.point.as_vec3().into(),
        up: random.direction().map(narrow),
        vertical_angle: narrow(random.range(0.2, 2.4)),
        aspect: narrow(random.range(0.4, 2.5)),
        near: narrow(depth * near),
        far: narrow(depth * random.range(1.0, 2.0)),
    }
}

/// The axes of a random rotation.
fn random_axes(random: &mut Random) -> [DVec3; 3] {
    let rotation = DQuat::from_array(random.rotation());
    [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| rotation * axis)
}

/// A plane as a row.
fn plane_row(normal: DVec3, offset: f64) -> [f32; 4] {
    normal.extend(offset).as_vec4().to_array()
}

/// A turned box whose planes each lean by up to `lean` radians.
fn hexahedron(random: &mut Random, place: &Place, lean: f64) -> [[f32; 4]; 6] {
    let axes = random_axes(random);
    std::array::from_fn(|number| {
        let outward = [-1.0, 1.0][number % 2] * axes[number / 2];
        let normal = outward + lean * random.unit() * DVec3::from(random.direction());
        let normal = normal.normalize();
        plane_row(normal, normal.dot(place.point) + place.size * random.range(0.2, 3.0))
    })
}

/// The planes of a box's faces.
fn faces(place: &Place) -> [[f32; 4]; 6] {
    std::array::from_fn(|number| {
        let normal = [-1.0, 1.0][number % 2] * place.axes[number / 2];
        plane_row(normal, normal.dot(place.center) + place.half_extents[number / 2])
    })
}

/// The matrix of a view without perspective.
fn orthographic(random: &mut Random, place: &Place, depth: f64) -> [[f32; 4]; 4] {
    let [x, y, z] = random_axes(random).map(|axis| {
        let row = axis / (depth * random.range(0.1, 1.0));
        row.extend(-row.dot(place.point)).as_vec4().to_array()
    });
    [x, y, z, [0.0, 0.0, 0.0, 1.0]]
}
