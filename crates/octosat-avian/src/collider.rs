//! What avian's narrow phase asks instead of a collider: contacts that are found already, else parry.

use avian3d::prelude::*;
use bevy::ecs::system::lifetimeless::{SQuery, SRes};
use bevy::prelude::*;

use crate::contacts::{BoxContacts, Question};

/// Marks each entity that has a [`Collider`]. Only the narrow phase asks it; all else asks the collider.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct BoxCollider;

impl AnyCollider for BoxCollider {
    type Context = (SRes<BoxContacts>, SQuery<&'static Collider>);

    fn aabb_with_context(
        &self,
        position: Vec3,
        rotation: impl Into<Rotation>,
        context: AabbContext<Self::Context>,
    ) -> ColliderAabb {
        let (_, colliders) = &*context;
        match colliders.get(context.entity) {
            Ok(collider) => collider.aabb(position, rotation),
            Err(_) => ColliderAabb::INVALID,
        }
    }

    fn contact_manifolds_with_context(
        &self,
        _: &Self,
        position1: Vec3,
        rotation1: impl Into<Rotation>,
        position2: Vec3,
        rotation2: impl Into<Rotation>,
        prediction_distance: f32,
        manifolds: &mut Vec<ContactManifold>,
        context: ContactManifoldContext<Self::Context>,
    ) {
        let (contacts, colliders) = &*context;
        let question = Question {
            colliders: [context.entity1, context.entity2],
            positions: [position1, position2],
            rotations: [rotation1.into(), rotation2.into()],
            prediction_distance,
        };
        if contacts.answer(&question, manifolds) {
            return;
        }
        manifolds.clear();
        if let Ok([collider1, collider2]) = colliders.get_many(question.colliders) {
            let [rotation1, rotation2] = question.rotations;
            collider1.contact_manifolds(
                collider2,
                position1,
                rotation1,
                position2,
                rotation2,
                prediction_distance,
                manifolds,
            );
        }
    }
}

/// Every collider has mass properties in avian. They are not used: a body's come from its [`Collider`].
impl ComputeMassProperties3d for BoxCollider {
    fn mass(&self, _: f32) -> f32 {
        0.0
    }

    fn unit_principal_angular_inertia(&self) -> Vec3 {
        Vec3::ZERO
    }

    fn center_of_mass(&self) -> Vec3 {
        Vec3::ZERO
    }
}
