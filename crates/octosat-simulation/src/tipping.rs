//! How far boxes that should tip about the x axis leave it.

use crate::Vec3;
use crate::body::Body;

/// Root mean squares over all boxes of the most that each left the x axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Aside {
    /// Rotation about the z axis, in degrees.
    pub roll: f32,
    /// Rotation about the vertical, in degrees.
    pub yaw: f32,
    /// Motion along the x axis, in meters.
    pub way: f32,
}

/// The most that each box that forces move has left the x axis so far: roll and yaw, as the sines of their angles, and
/// meters.
#[derive(Clone, Debug, Default)]
pub struct Tipping {
    start: Vec<Body>,
    most: Vec<Vec3>,
}

impl Tipping {
    /// Looks at the bodies of a frame; those of the first are at the start.
    pub fn see(&mut self, bodies: &[Body]) {
        let movable = bodies.iter().filter(|body| !body.is_fixed());
        if self.start.is_empty() {
            self.start = movable.clone().copied().collect();
            self.most = vec![Vec3::ZERO; self.start.len()];
        }
        for ((most, start), body) in self.most.iter_mut().zip(&self.start).zip(movable) {
            let turned = body.rotation * Vec3::X - start.rotation * Vec3::X;
            let moved = (body.center - start.center).as_vec3().x;
            let aside = Vec3::new(turned.y, turned.z, moved).abs();
            // A NaN must not be lost in a comparison.
            *most = Vec3::select(aside.cmple(*most), *most, aside);
        }
    }

    /// The root mean squares; zero without bodies.
    #[must_use]
    pub fn aside(&self) -> Aside {
        let squares: Vec3 = self.most.iter().map(|&most| most * most).sum();
        let mean = squares / self.most.len().max(1) as f32;
        let [roll, yaw, way] = mean.to_array().map(f32::sqrt);
        Aside { roll: roll.asin().to_degrees(), yaw: yaw.asin().to_degrees(), way }
    }
}
