//! Boxes that move and turn by themselves.

use glam::{Quat, Vec3};
use octosat::{BoxStore, Error, OrientedBox};

/// A box that moves and turns.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Where it is, in meters.
    pub center: Vec3,
    /// Its rotation, of unit length.
    pub rotation: Quat,
    /// Half of its edges, in meters.
    pub half_extents: Vec3,
    /// Meters per second.
    pub velocity: Vec3,
    /// Radians per second, about the axis along which it points.
    pub spin: Vec3,
    /// One over its mass; zero if nothing moves it.
    pub inverse_mass: f32,
}

impl Body {
    /// A box that stands still, whatever hits it.
    #[must_use]
    pub fn fixed(center: [f32; 3], half_extents: [f32; 3]) -> Self {
        Self {
            center: center.into(),
            rotation: Quat::IDENTITY,
            half_extents: half_extents.into(),
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            inverse_mass: 0.0,
        }
    }

    /// A box of 1 kg.
    #[must_use]
    pub fn moving(center: [f32; 3], half_extents: [f32; 3], velocity: [f32; 3]) -> Self {
        Self { velocity: velocity.into(), inverse_mass: 1.0, ..Self::fixed(center, half_extents) }
    }

    /// The body after some seconds, if nothing stops it.
    #[must_use]
    pub fn after(self, seconds: f32) -> Self {
        let turn = Quat::from_scaled_axis(seconds * self.spin);
        Self {
            center: self.center + seconds * self.velocity,
            rotation: (turn * self.rotation).normalize(),
            ..self
        }
    }

    /// The body at a part of its motion to an end, as impacts have it: along a straight line, and by the normalized
    /// linear interpolation of both rotations, the shorter way.
    #[must_use]
    pub fn between(self, end: &Self, part: f32) -> Self {
        Self {
            center: self.center + part * (end.center - self.center),
            rotation: self.rotation.lerp(end.rotation, part),
            ..self
        }
    }
}

/// A store of bodies.
///
/// # Errors
/// If it rejects one.
pub fn stored(bodies: &[Body]) -> Result<BoxStore, Error> {
    let of_body = |body: &Body| {
        let Body { center, rotation, half_extents, .. } = body;
        OrientedBox::new(center.to_array(), rotation.to_array(), half_extents.to_array())
    };
    let boxes: Vec<OrientedBox> = bodies.iter().map(of_body).collect();
    let mut store = BoxStore::with_capacity(boxes.len());
    store.extend_from_boxes(&boxes)?;
    Ok(store)
}
