//! Where the viewer stands, and where on the sheet a point of the world comes to lie.

use super::options::{Ball, Up, View};
use crate::vector::{Vector, along, dot};

/// Height of a sheet as a part of its width, at least and at most.
const FLATTEST: f64 = 0.5;
const STEEPEST: f64 = 1.1;

/// Part of the sheet's width that stays free on each side.
const BORDER: f64 = 0.02;

/// An orthographic view: unit directions in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    pub(super) right: Vector,
    pub(super) up: Vector,
    /// To the viewer.
    pub(super) toward: Vector,
    /// Away from the ground.
    pub(super) zenith: Vector,
}

impl Camera {
    pub(super) fn new(view: View, up: Up) -> Self {
        const X: Vector = [1.0, 0.0, 0.0];
        const Y: Vector = [0.0, 1.0, 0.0];
        const Z: Vector = [0.0, 0.0, 1.0];
        // Right-handed: across, up and to a viewer at azimuth and elevation zero.
        let [across, zenith, near] = match up {
            Up::X => [Y, X, Z.map(|part| -part)],
            Up::Y => [X, Y, Z],
            Up::Z => [X, Z, Y.map(|part| -part)],
        };
        let (sin, cos) = view.azimuth.to_radians().sin_cos();
        let (high, level) = view.elevation.to_radians().sin_cos();
        let horizontal = along(across.map(|part| part * sin), cos, near);
        Self {
            right: along(across.map(|part| part * cos), -sin, near),
            up: along(zenith.map(|part| part * level), -high, horizontal),
            toward: along(zenith.map(|part| part * high), level, horizontal),
            zenith,
        }
    }
}

/// A place on the sheet in pixels, downwards from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A camera whose picture fills a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    pub(super) camera: Camera,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Pixels a metre.
    pub(super) scale: f64,
    /// What is seen in the middle, metres to the right and upwards.
    middle: Spot,
}

impl Sheet {
    /// A sheet of this width that shows all of some balls.
    pub(super) fn new(camera: Camera, width: f64, balls: &[Ball]) -> Self {
        let right = Range::of(balls, camera.right);
        let up = Range::of(balls, camera.up);
        let widest = right.length().max(up.length() / STEEPEST);
        // A single point is shown at a metre's width.
        let widest = if widest > 0.0 { widest } else { 1.0 };
        let scale = width * (1.0 - 2.0 * BORDER) / widest;
        let height = up.length() * scale + 2.0 * BORDER * width;
        let height = height.clamp(FLATTEST * width, STEEPEST * width).round();
        let middle = Spot { x: right.middle(), y: up.middle() };
        Self { camera, width, height, scale, middle }
    }

    /// Where a point comes to lie.
    pub(super) fn spot(&self, point: Vector) -> Spot {
        let right = dot(point, self.camera.right) - self.middle.x;
        let up = dot(point, self.camera.up) - self.middle.y;
        Spot { x: self.width / 2.0 + right * self.scale, y: self.height / 2.0 - up * self.scale }
    }
}

/// How far balls reach along a direction.
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    fn of(balls: &[Ball], direction: Vector) -> Self {
        let mut range = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for ball in balls {
            let middle = dot(ball.center, direction);
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
    use crate::vector::{cross, minus};

    /// What rounding does to the components of a unit vector, in float64.
    const ROUNDING: f64 = 1e-12;

    #[test]
    fn a_view_is_right_handed_and_upright() {
        for up in [Up::X, Up::Y, Up::Z] {
            for view in [[0.0, 0.0], [30.0, 30.0], [-100.0, 80.0], [10.0, -45.0]] {
                let [azimuth, elevation] = view;
                let camera = Camera::new(View { azimuth, elevation }, up);
                let error = minus(cross(camera.right, camera.up), camera.toward);
                assert!(dot(error, error).sqrt() < ROUNDING, "{up:?} {view:?}");
                assert!(dot(camera.right, camera.zenith).abs() < ROUNDING);
                assert!(dot(camera.up, camera.zenith) > 0.0);
                let height = dot(camera.toward, camera.zenith);
                assert!((height - elevation.to_radians().sin()).abs() < ROUNDING);
            }
        }
    }

    #[test]
    fn the_sheet_holds_what_it_must_show() {
        let camera = Camera::new(View { azimuth: 0.0, elevation: 0.0 }, Up::Y);
        let ball = Ball { center: [100.0, 50.0, 0.0], radius: 2.0 };
        let sheet = Sheet::new(camera, 500.0, &[ball]);
        let top = sheet.spot([100.0, 52.0, 7.0]);
        assert!((top.x - 250.0).abs() < ROUNDING * 250.0 && top.y > 0.0 && top.y < 20.0, "{top:?}");
        let left = sheet.spot([98.0, 50.0, 0.0]);
        assert!(left.x > 0.0 && left.x < 20.0, "{left:?}");
    }
}
