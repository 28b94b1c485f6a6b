//! A depth camera that renders boxes.

use glam::Vec3;
use octosat::{BoxStore, Engine, Error, Query, Ray, RayHit};

/// Pixels in a row, and rows.
const SIZE: [usize; 2] = [160, 120];

/// Half the width of the image at a depth of 1 m, in meters.
const HALF_WIDTH: f32 = 0.7;

/// A camera that looks at a point.
pub(crate) struct Camera {
    eye: Vec3,
    /// To the right, up and forward.
    axes: [Vec3; 3],
}

impl Camera {
    /// A camera at a place that looks at another one.
    pub(crate) fn new(eye: [f32; 3], target: [f32; 3]) -> Self {
        let eye = Vec3::from(eye);
        let forward = (Vec3::from(target) - eye).normalize();
        let right = forward.cross(Vec3::Z).normalize();
        Self { eye, axes: [right, right.cross(forward), forward] }
    }

    /// The direction of each pixel, whose part along the axis of the camera is 1 m.
    fn directions(&self) -> impl Iterator<Item = Vec3> {
        let [width, height] = SIZE;
        let [right, up, forward] = self.axes;
        (0..width * height).map(move |pixel| {
            // From the middle of the image to that of the pixel; the image is 2 wide.
            let from_middle = |at, count| (2.0 * at as f32 + 1.0 - count as f32) / width as f32;
            let [x, y] = [from_middle(pixel % width, width), from_middle(pixel / width, height)];
            forward + HALF_WIDTH * (x * right - y * up)
        })
    }

    /// The depth of each pixel in meters, or NaN if it sees nothing.
    pub(crate) fn depths(&self, engine: &Engine, boxes: &BoxStore) -> Result<Vec<f32>, Error> {
        let rays = self.directions().map(|direction| Ray::new(self.eye.into(), direction.into()));
        let rays = rays.collect::<Result<Vec<_>, _>>()?;
        let count = u32::try_from(boxes.len()).unwrap_or(u32::MAX);
        let pairs: Vec<[u32; 2]> =
            (0..).zip(&rays).flat_map(|(ray, _)| (0..count).map(move |of| [of, ray])).collect();
        let mut hits = vec![RayHit::MISS; pairs.len()];
        engine.hits(Query::new((boxes, &rays), &pairs), &mut hits)?;
        let nearest =
            |hits: &[RayHit]| hits.iter().map(|hit| hit.entry).fold(f32::INFINITY, f32::min);
        let depth = |entry: f32| if entry.is_finite() { entry } else { f32::NAN };
        Ok(hits.chunks(boxes.len()).map(nearest).map(depth).collect())
    }

    /// The point of each pixel of a depth image, in the world.
    pub(crate) fn points(&self, depths: &[f32]) -> impl Iterator<Item = [f32; 3]> {
        let point = |(direction, &depth): (Vec3, &f32)| (self.eye + depth * direction).into();
        self.directions().zip(depths).map(point)
    }
}
