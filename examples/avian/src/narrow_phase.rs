//! The questions of avian's narrow phase about two colliders, answered from the contacts of the step.

use avian3d::prelude::*;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::prelude::*;

use crate::collider::OctosatCollider;
use crate::contacts::{BoxContacts, Question};

impl AnyCollider for OctosatCollider {
    type Context = SRes<BoxContacts>;

    fn aabb_with_context(
        &self,
        position: Vec3,
        rotation: impl Into<Rotation>,
        _: AabbContext<Self::Context>,
    ) -> ColliderAabb {
        self.shape.aabb(position, rotation)
    }

    fn contact_manifolds_with_context(
        &self,
        other: &Self,
        position1: Vec3,
        rotation1: impl Into<Rotation>,
        position2: Vec3,
        rotation2: impl Into<Rotation>,
        prediction_distance: f32,
        manifolds: &mut Vec<ContactManifold>,
        context: ContactManifoldContext<Self::Context>,
    ) {
        let (rotation1, rotation2) = (rotation1.into(), rotation2.into());
        if self.half_extents().is_some() && other.half_extents().is_some() {
            let question = Question {
                colliders: [context.entity1, context.entity2],
                positions: [position1, position2],
                rotations: [rotation1, rotation2],
                prediction_distance,
            };
            if context.answer(&question, manifolds) {
                return;
            }
        }
        self.shape.contact_manifolds(
            &other.shape,
            position1,
            rotation1,
            position2,
            rotation2,
            prediction_distance,
            manifolds,
        );
    }
}
