//! The camera, and the projection of points of the world on the sheet.

use glam::{DVec2, DVec3, Vec3Swizzles};

use crate::scene::Ball;

/// Height of a sheet as a part of its width, at least and at most.
const FLATTEST: f64 = 0.5;
const STEEPEST: f64 = 1.1;

/// Part of the sheet's width that stays free on each side.
const BORDER: f64 = 0.02;

/// The direction from which the viewer looks at the boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The rotation about the upward axis in degrees: at zero, the viewer is at the end of the axis after the upward one.
    pub azimuth: f64,
    /// Degrees above the horizon.
    pub elevation: f64,
    /// The world's axis that points up: [`DVec3::X`], [`DVec3::Y`] or [`DVec3::Z`].
    pub up: DVec3,
}

/// An orthographic view: unit directions in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    pub(crate) right: DVec3,
    pub(crate) up: DVec3,
    /// The direction to the viewer.
    pub(crate) toward: DVec3,
    /// The direction away from the ground.
    pub(crate) zenith: DVec3,
}

impl Camera {
    pub(crate) fn new(view: &View) -> Self {
        // Right-handed: across, up and to a viewer at azimuth and elevation zero.
        let zenith = view.up;
        let across = zenith.yzx();
        let near = across.cross(zenith);
        let (sin, cos) = view.azimuth.to_radians().sin_cos();
        let (high, level) = view.elevation.to_radians().sin_cos();
        let horizontal = across * sin + cos * near;
        Self {
            right: across * cos - sin * near,
            up: zenith * level - high * horizontal,
            toward: zenith * high + level * horizontal,
            zenith,
        }
    }
}

/// A camera whose picture fills a sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) camera: Camera,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Pixels per meter.
    pub(crate) scale: f64,
    /// The point in the middle of the sheet, meters to the right and upwards.
    middle: DVec2,
}

impl Sheet {
    /// Makes a sheet of this width that shows all of some balls.
    pub(crate) fn new(camera: Camera, width: f64, balls: &[Ball]) -> Self {
        let [right, up] = [camera.right, camera.up].map(|direction| Range::of(balls, direction));
        let widest = right.length().max(up.length() / STEEPEST);
        // A single point is shown with a width of one meter.
        let widest = if widest > 0.0 { widest } else { 1.0 };
        let scale = width * (1.0 - 2.0 * BORDER) / widest;
        let height = up.length() * scale + 2.0 * BORDER * width;
        let height = height.clamp(FLATTEST * width, STEEPEST * width).round();
        Self { camera, width, height, scale, middle: DVec2::new(right.middle(), up.middle()) }
    }

    /// The position of a point on the sheet, in pixels from the upper left corner.
    pub(crate) fn spot(&self, point: DVec3) -> DVec2 {
        let right = point.dot(self.camera.right) - self.middle.x;
        let up = point.dot(self.camera.up) - self.middle.y;
        DVec2::new(self.width / 2.0 + right * self.scale, self.height / 2.0 - up * self.scale)
    }
}

/// The range of balls along a direction.
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    fn of(balls: &[Ball], direction: DVec3) -> Self {
        let mut range = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for ball in balls {
            let middle = ball.center.dot(direction);
            range.low = range.low.min(middle - ball.radius);
            range.high = range.high.max(middle + ball.radius);
        }
        range
    }

    fn length(&self) -> f64 {
        (self.high - self.low).max(0.0)
    }

    fn middle(&self) -> f64 {
        if self.low <= self.high { f64::midpoint(self.low, self.high) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The effect of rounding on the components of a unit vector, in float64.
    const ROUNDING: f64 = 1e-12;

    fn level(degrees: f64) -> f64 {
        degrees.to_radians().cos()
    }

    #[test]
    fn a_view_is_right_handed_and_upright() {
        for up in [DVec3::X, DVec3::Y, DVec3::Z] {
            for [azimuth, elevation] in [[0.0, 0.0], [30.0, 30.0], [-100.0, 80.0], [10.0, -45.0]] {
                let view = View { azimuth, elevation, up };
                let camera = Camera::new(&view);
                let cross = camera.right.cross(camera.up);
                assert!(cross.abs_diff_eq(camera.toward, ROUNDING), "{view:?}");
                assert!(camera.right.dot(camera.zenith).abs() < ROUNDING);
                assert!(camera.up.dot(camera.zenith) > 0.0);
                let height = camera.toward.dot(camera.zenith);
                assert!((height - elevation.to_radians().sin()).abs() < ROUNDING);
                // The axis after the upward one: x for z up.
                let ahead = camera.toward.dot(up.zxy()) - level(elevation) * level(azimuth);
                assert!(ahead.abs() < ROUNDING, "{view:?}");
            }
        }
    }

    #[test]
    fn the_sheet_holds_what_it_must_show() {
        let camera = Camera::new(&View { azimuth: 0.0, elevation: 0.0, up: DVec3::Y });
        let ball = Ball { center: DVec3::new(100.0, 50.0, 0.0), radius: 2.0 };
        let sheet = Sheet::new(camera, 500.0, &[ball]);
        let top = sheet.spot(DVec3::new(100.0, 52.0, 7.0));
        assert!((top.x - 250.0).abs() < ROUNDING * 250.0 && top.y > 0.0 && top.y < 20.0, "{top:?}");
        let left = sheet.spot(DVec3::new(98.0, 50.0, 0.0));
        assert!(left.x > 0.0 && left.x < 20.0, "{left:?}");
    }
}
