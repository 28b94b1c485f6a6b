//! Makes frusta from planes, from a view-projection matrix and from a camera.

use octosat_lanes::math;

use super::Frustum;
use super::corners::{Plane, corner_difference, corners, length, no_frustum};
use super::edges::{EdgeDirections, different_normals};
use super::side::FrustumSide;
use crate::boxes::rotation::round;
use crate::error::Error;
use crate::tolerances::SMALLEST_FRUSTUM_EDGE;
use crate::vector::{cross, dot};

/// The clip depths that a projection keeps, after the division by w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepthRange {
    /// 0 to 1: Direct3D, Vulkan, Metal, WebGPU. Also for a reversed depth, which shows the same volume.
    ZeroToOne,
    /// −1 to 1: OpenGL.
    MinusOneToOne,
}

/// A camera: its position, its target, and how much it sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerspectiveView {
    /// The eye, world space, meters.
    pub eye: [f32; 3],
    /// The point in the middle of the view, world space, meters.
    pub target: [f32; 3],
    /// The direction that is up in the view. It may have any length, and must not be parallel to the view.
    pub up: [f32; 3],
    /// The angle from the bottom of the view to its top, radians, above 0 and below π.
    pub vertical_angle: f32,
    /// The width of the view divided by its height.
    pub aspect: f32,
    /// The distance of the near plane along the view, meters, above zero.
    pub near: f32,
    /// The distance of the far plane along the view, meters, beyond the near one.
    pub far: f32,
}

impl Frustum {
    /// Makes the volume between six planes, left, right, bottom, top, near and far, in meters, world space.
    ///
    /// Each plane is a normal that points out of the volume, of any length, and an offset: a point `p` is
    /// inside if `normal · p` is at most the offset. Opposite planes need not be parallel, but the six must
    /// meet like the faces of a cube.
    ///
    /// # Errors
    /// A number that is not finite, a normal of length zero, or planes that do not bound a finite
    /// volume with eight corners.
    ///
    /// # Example
    /// ```
    /// use octosat::Frustum;
    /// // A crate of 2 m × 4 m × 6 m around the world's origin.
    /// let mut planes = [
    ///     [-1.0, 0.0, 0.0, 1.0],
    ///     [1.0, 0.0, 0.0, 1.0],
    ///     [0.0, -1.0, 0.0, 2.0],
    ///     [0.0, 1.0, 0.0, 2.0],
    ///     [0.0, 0.0, -1.0, 3.0],
    ///     [0.0, 0.0, 1.0, 3.0],
    /// ];
    /// assert_eq!(Frustum::from_planes(planes)?.corners()[0], [-1.0, -2.0, -3.0]);
    /// planes[5] = [0.0; 4];
    /// let error = Frustum::from_planes(planes).unwrap_err();
    /// assert_eq!(error.to_string(), "frustum: the far plane has no normal");
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn from_planes(planes: [[f32; 4]; 6]) -> Result<Self, Error> {
        for (side, plane) in FrustumSide::ALL.into_iter().zip(planes) {
            for (component, value) in (0..).zip(plane) {
                if !value.is_finite() {
                    let why = format_args!(
                        "{side} plane, component {component} is {value}, which is not finite"
                    );
                    return Err(no_frustum(why).of_field("planes").of_value(value));
                }
            }
        }
        let made = Self::of_rows(planes.map(|plane| plane.map(f64::from)));
        made.map_err(|error| error.of_field("planes"))
    }

    /// Makes the volume that a view-projection matrix shows: the points whose clip coordinates x and y are from −w to
    /// w, and whose depth is within its range.
    ///
    /// `columns[c][r]` is the element of column `c` and row `r` of the matrix that takes a world point, as a column
    /// (x, y, z, 1), to clip coordinates: the layout of glam's `to_cols_array_2d` and of OpenGL. If your engine
    /// multiplies row vectors from the left, pass the rows of its matrix.
    ///
    /// The planes are sums and differences of the matrix' rows: G. Gribb, K. Hartmann, "Fast Extraction of Viewing
    /// Frustum Planes from the World-View-Projection Matrix", 2001. The far plane is the difference of two rows that
    /// are nearly equal. In a matrix of `f32`, its direction therefore has noise in proportion to the ratio of the
    /// far to the near distance. If it is parallel to the near plane within that noise, it is made parallel. The
    /// relative error of the far distance is one part in ten million times the ratio. [`Self::perspective`] has no
    /// such noise.
    ///
    /// # Errors
    /// - An element that is not finite.
    /// - A projection without a far plane. Also if the far plane is more than some four
    ///   million times as far as the near one (`ZeroToOne`; eight million for `MinusOneToOne`): `f32` cannot
    ///   distinguish this from infinity. In a reversed projection the far plane is on the side of
    ///   near, and errors name that side.
    /// - A matrix that does not show a finite volume with eight corners.
    pub fn from_view_projection(columns: [[f32; 4]; 4], depth: DepthRange) -> Result<Self, Error> {
        for (column, values) in (0..).zip(columns) {
            for (row, value) in (0..).zip(values) {
                if !value.is_finite() {
                    let why = format_args!(
                        "column {column}, row {row} of the matrix is {value}, which is not finite"
                    );
                    return Err(no_frustum(why).of_field("matrix").of_value(value));
                }
            }
        }
        let row = |number: usize| columns.map(|column| f64::from(column[number]));
        let [x, y, z, w] = [row(0), row(1), row(2), row(3)];
        let near = match depth {
            DepthRange::ZeroToOne => z,
            DepthRange::MinusOneToOne => combined(w, 1.0, z),
        };
        let mut inward = [
            combined(w, 1.0, x),
            combined(w, -1.0, x),
            combined(w, 1.0, y),
            combined(w, -1.0, y),
            near,
            combined(w, -1.0, z),
        ];
        let noise = f64::from(f32::EPSILON) * (norm(w) + norm(z));
        for number in [4, 5] {
            if noise > 0.0 && norm(inward[number]) <= noise {
                let side = FrustumSide::ALL[number];
                let opposite = side.opposite();
                let why = format_args!(
                    "the {side} plane is infinitely far, or too far for a matrix of this precision with the {opposite} \
                     plane so near"
                );
                return Err(no_frustum(why).of_field("matrix"));
            }
        }
        straighten(&mut inward, noise);
        // Inside, a row is at least zero, so its normal points inwards.
        let made = Self::of_rows(inward.map(|[x, y, z, offset]| [-x, -y, -z, offset]));
        made.map_err(|error| error.of_field("matrix"))
    }

    /// Makes the volume that a camera sees.
    ///
    /// # Errors
    /// - A number that is not finite or out of its range, a target at the eye, or an up direction along the view.
    /// - A near face that is smaller than 1e-9 of the view. With an angle of 60 degrees and
    ///   a picture of 16 by 9, the far plane may be six hundred million times as far as the near one.
    /// - Angles so near to 0 or π that the planes make no volume.
    ///
    /// # Example
    /// ```
    /// use octosat::{Frustum, PerspectiveView};
    /// let view = PerspectiveView {
    ///     eye: [0.0, 0.0, 10.0],
    ///     target: [0.0; 3],
    ///     up: [0.0, 1.0, 0.0],
    ///     vertical_angle: core::f32::consts::FRAC_PI_2,
    ///     aspect: 1.0,
    ///     near: 1.0,
    ///     far: 10.0,
    /// };
    /// let frustum = Frustum::perspective(&view)?;
    /// assert_eq!(frustum.origin(), [0.0, 0.0, 9.0]);
    /// assert_eq!(frustum.required_axes(), 26);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn perspective(view: &PerspectiveView) -> Result<Self, Error> {
        let rejected = |what| Err(no_frustum(format_args!("{what}")).of_field("view"));
        let PerspectiveView { vertical_angle, aspect, near, far, .. } = *view;
        let points = view.eye.iter().chain(&view.target).chain(&view.up);
        if points.chain(&[vertical_angle, aspect, near, far]).any(|value| !value.is_finite()) {
            return rejected("a number of the view is not finite");
        }
        if !(vertical_angle > 0.0 && vertical_angle < core::f32::consts::PI) {
            return rejected("the vertical angle is not above 0 and below π");
        }
        if !(aspect > 0.0 && near > 0.0 && far > near) {
            return rejected("aspect and near are not above zero, or far is not beyond near");
        }
        let [eye, target, up] = [view.eye, view.target, view.up].map(|v| v.map(f64::from));
        let forward = corner_difference(target, eye);
        let right = cross(forward, up);
        if length(right) <= f64::from(f32::EPSILON) * length(forward) * length(up) {
            return rejected("the target is at the eye, or the up direction is along the view");
        }
        let [forward, right] = [unit(forward), unit(right)];
        let upward = cross(right, forward);
        let high = math::tan(0.5 * f64::from(vertical_angle));
        let wide = high * f64::from(aspect);
        // A side leans outwards by the view's angle and contains the eye.
        let side = |direction: [f64; 3], sign: f64, slope: f64| {
            let normal: [f64; 3] =
                core::array::from_fn(|k| sign * direction[k] - slope * forward[k]);
            [normal[0], normal[1], normal[2], dot(normal, eye)]
        };
        let ahead = dot(forward, eye);
        let [x, y, z] = forward;
        let planes = [
            side(right, -1.0, wide),
            side(right, 1.0, wide),
            side(upward, -1.0, high),
            side(upward, 1.0, high),
            [-x, -y, -z, -(ahead + f64::from(near))],
            [x, y, z, ahead + f64::from(far)],
        ];
        let made = Self::of_rows(planes);
        made.map_err(|error| too_deep(view, [wide, high]).unwrap_or(error).of_field("view"))
    }

    /// Makes the frustum of outward planes of any length.
    fn of_rows(rows: [[f64; 4]; 6]) -> Result<Self, Error> {
        let mut planes = [Plane { normal: [0.0; 3], offset: 0.0 }; 6];
        for ((plane, row), side) in planes.iter_mut().zip(rows).zip(FrustumSide::ALL) {
            let [x, y, z, offset] = row;
            let size = length([x, y, z]);
            if size <= f64::MIN_POSITIVE {
                return Err(no_frustum(format_args!("the {side} plane has no normal")));
            }
            *plane = Plane { normal: [x, y, z].map(|c| c / size), offset: offset / size };
        }
        let world = corners(&planes)?;
        let origin = middle(&world, far_is_smaller(&world)).map(round);
        let rounded = planes.map(|plane| {
            let [x, y, z] = plane.normal.map(round);
            [x, y, z, round(-plane.distance(origin.map(f64::from)))]
        });
        // From here on, everything is derived from the numbers that the kernels read.
        let relative = rounded.map(|plane| {
            let [x, y, z, offset] = plane.map(f64::from);
            Plane { normal: [x, y, z], offset }
        });
        let corners = corners(&relative)?;
        let radius = corners.iter().map(|&corner| length(corner)).fold(0.0, f64::max);
        Ok(Self {
            origin,
            planes: rounded,
            corners: corners.map(|corner| corner.map(round)),
            edges: EdgeDirections::of_corners(&corners),
            normals: different_normals(&relative),
            radius: round(radius),
        })
    }
}

/// The error for a view whose near face is too small compared with the far one, if it is.
///
/// `slopes` are the tangents of half the angles across and up. A corner of the near face is inside the
/// opposite side by twice the near distance times the sine of half an angle. The largest distance of two
/// corners is about that of a near corner and the opposite far corner.
fn too_deep(view: &PerspectiveView, slopes: [f64; 2]) -> Option<Error> {
    let [wide, high] = slopes;
    let least = f64::min(wide, high);
    let sine = least / math::sqrt(1.0 + least * least);
    let diagonal = math::sqrt(wide * wide + high * high + 1.0);
    let limit = 2.0 * sine / (SMALLEST_FRUSTUM_EDGE * diagonal);
    let ratio = f64::from(view.far) / f64::from(view.near);
    // A rejection by rounding slightly below the limit has this reason, too.
    let is_too_deep = ratio >= 0.99 * limit;
    is_too_deep.then(|| {
        let [ratio, limit] = [ratio, limit].map(round);
        no_frustum(format_args!(
            "the far plane is {ratio:e} times as far as the near one, and a view of these angles ends at {limit:e}"
        ))
    })
}

/// `row + sign · other`.
fn combined(row: [f64; 4], sign: f64, other: [f64; 4]) -> [f64; 4] {
    core::array::from_fn(|k| row[k] + sign * other[k])
}

/// The length of a row's normal.
fn norm([x, y, z, _]: [f64; 4]) -> f64 {
    length([x, y, z])
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = length(v);
    v.map(|component| component / length)
}

/// Makes the near and the far plane parallel if they are parallel within the noise of the matrix, an error of
/// a row's normal. The shorter row, which is noisier, takes the direction of the other and keeps the middle
/// of its face.
fn straighten(inward: &mut [[f64; 4]; 6], noise: f64) {
    let [near, far] = [inward[4], inward[5]];
    let across = |[x, y, z, _]: [f64; 4]| unit([x, y, z]);
    let sine = length(cross(across(near), across(far)));
    let noise = noise / norm(near) + noise / norm(far);
    if dot(across(near), across(far)) >= 0.0 || sine > noise {
        return;
    }
    let planes = inward.map(|[x, y, z, offset]| {
        let size = length([x, y, z]);
        Plane { normal: [x, y, z].map(|c| -c / size), offset: offset / size }
    });
    let Ok(corners) = corners(&planes) else { return };
    let shorter = if norm(near) < norm(far) { 4 } else { 5 };
    let direction = planes[9 - shorter].normal;
    let middle = middle(&corners, shorter == 5);
    let [x, y, z] = direction;
    // The outward normal of one is the inward normal of the other.
    inward[shorter] = [x, y, z, -dot(direction, middle)];
}

/// The middle of the near or the far face.
fn middle(corners: &[[f64; 3]; 8], far: bool) -> [f64; 3] {
    let face = if far { &corners[4..] } else { &corners[..4] };
    core::array::from_fn(|k| face.iter().map(|corner| corner[k]).sum::<f64>() / 4.0)
}

/// Whether the far face is smaller than the near one, as with a reversed depth.
fn far_is_smaller(corners: &[[f64; 3]; 8]) -> bool {
    let diagonal = |a: usize, b: usize| length(corner_difference(corners[a], corners[b]));
    diagonal(4, 7) + diagonal(5, 6) < diagonal(0, 3) + diagonal(1, 2)
}
