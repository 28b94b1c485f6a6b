//! The collider type: avian's own, with contacts of boxes looked up instead of computed.

use avian3d::prelude::*;
use bevy::prelude::*;

/// Avian's collider, whose contacts with other boxes come from [`BoxContacts`](crate::BoxContacts) if it is a box.
#[derive(Component, Clone, Debug)]
pub struct OctosatCollider {
    pub(crate) shape: Collider,
    half_extents: Option<Vec3>,
}

impl OctosatCollider {
    /// Half the edge lengths of the scaled shape, if it is a box.
    pub fn half_extents(&self) -> Option<Vec3> {
        self.half_extents
    }
}

impl From<Collider> for OctosatCollider {
    fn from(shape: Collider) -> Self {
        let half_extents = half_extents(&shape);
        Self { shape, half_extents }
    }
}

fn half_extents(shape: &Collider) -> Option<Vec3> {
    let half = shape.shape_scaled().as_cuboid()?.half_extents;
    Some(Vec3::new(half.x, half.y, half.z))
}

impl ScalableCollider for OctosatCollider {
    fn scale(&self) -> Vec3 {
        self.shape.scale()
    }

    fn set_scale(&mut self, scale: Vec3, detail: u32) {
        self.shape.set_scale(scale, detail);
        self.half_extents = half_extents(&self.shape);
    }
}

/// Each method is avian's own; the defaults of the trait give other inertias, because avian's unit inertia is that of
/// unit density.
impl ComputeMassProperties3d for OctosatCollider {
    fn mass(&self, density: f32) -> f32 {
        self.shape.mass(density)
    }

    fn unit_principal_angular_inertia(&self) -> Vec3 {
        self.shape.unit_principal_angular_inertia()
    }

    fn principal_angular_inertia(&self, mass: f32) -> Vec3 {
        self.shape.principal_angular_inertia(mass)
    }

    fn local_inertial_frame(&self) -> Quat {
        self.shape.local_inertial_frame()
    }

    fn center_of_mass(&self) -> Vec3 {
        self.shape.center_of_mass()
    }

    fn mass_properties(&self, density: f32) -> MassProperties3d {
        self.shape.mass_properties(density)
    }
}
