//! The dispatcher that answers rapier's questions about boxes from a batch, and leaves the others to parry.

use std::sync::Arc;

use octosat::{Feature, FeatureKind};
use rapier3d::geometry::{ContactData, ContactManifoldData};
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::query::details::{NormalConstraints, ShapeCastOptions};
use rapier3d::parry::query::{
    ClosestPoints, Contact, ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher,
    NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher, ShapeCastHit, ShapeDistance,
    ShapeIntersection, TrackedContact, Unsupported,
};
use rapier3d::parry::shape::{PackedFeatureId, Shape};

use crate::batch::{Answer, Batch};

/// Parry, except for the manifolds of boxes that are in the batch.
#[derive(Debug)]
pub struct BoxDispatcher(pub Arc<Batch>);

type RapierManifold = ContactManifold<ContactManifoldData, ContactData>;

impl PersistentQueryDispatcher<ContactManifoldData, ContactData> for BoxDispatcher {
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<RapierManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        if let (Some(a), Some(b)) = (g1.as_cuboid(), g2.as_cuboid())
            && let Some(row) = self.0.row(pos12, [a, b], prediction)
        {
            if manifolds.is_empty() {
                manifolds.push(RapierManifold::new());
            }
            write(&self.0.answer(row), &mut manifolds[0]);
            return Ok(());
        }
        DefaultQueryDispatcher.contact_manifolds(pos12, g1, g2, prediction, manifolds, workspace)
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        normal_constraints1: Option<&dyn NormalConstraints>,
        normal_constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut RapierManifold,
    ) -> Result<(), Unsupported> {
        DefaultQueryDispatcher.contact_manifold_convex_convex(
            pos12,
            g1,
            g2,
            normal_constraints1,
            normal_constraints2,
            prediction,
            manifold,
        )
    }
}

/// Writes the points of a pair, and takes over the impulses of those that have the same features.
fn write(answer: &Answer<'_>, manifold: &mut RapierManifold) {
    let old = manifold.points.clone();
    manifold.points.clear();
    for (point, surface) in answer.points.iter().zip(answer.surfaces) {
        let [feature_a, feature_b] = packed(point.feature);
        manifold.points.push(TrackedContact::new(
            Vector::from(surface.in_a),
            Vector::from(surface.in_b),
            feature_a,
            feature_b,
            -point.depth,
        ));
    }
    if !manifold.points.is_empty() {
        [manifold.local_n1, manifold.local_n2] = answer.local_normals();
        manifold.match_contacts(&old);
    }
}

/// The features of both boxes in parry's numbers; a face is always number 0.
fn packed(feature: Feature) -> [PackedFeatureId; 2] {
    let face = PackedFeatureId::face(0);
    match feature.kind().expect("a number that octosat returned") {
        FeatureKind::VertexOfA { vertex } => [PackedFeatureId::vertex(vertex.into()), face],
        FeatureKind::VertexOfB { vertex } => [face, PackedFeatureId::vertex(vertex.into())],
        FeatureKind::Edges { a, b } => {
            [PackedFeatureId::edge(a.into()), PackedFeatureId::edge(b.into())]
        }
    }
}

impl QueryDispatcher for BoxDispatcher {
    fn intersection_test(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        DefaultQueryDispatcher.intersection_test(pos12, g1, g2)
    }

    fn distance(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeDistance, Unsupported> {
        DefaultQueryDispatcher.distance(pos12, g1, g2)
    }

    fn contact(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        DefaultQueryDispatcher.contact(pos12, g1, g2, prediction)
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        max_dist: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        DefaultQueryDispatcher.closest_points(pos12, g1, g2, max_dist)
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes(pos12, local_vel12, g1, g2, options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Real,
        end_time: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes_nonlinear(
            motion1,
            g1,
            motion2,
            g2,
            start_time,
            end_time,
            stop_at_penetration,
        )
    }
}
