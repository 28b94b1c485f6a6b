//! Parry's contacts of two boxes, as an engine would keep them.

use parry3d::glamx::Vec3;
use parry3d::math::Pose3;
use parry3d::query::{ContactManifold, details::contact_manifold_cuboid_cuboid};
use parry3d::shape::Cuboid;

/// Parry's manifold of one pair, to be kept from frame to frame: parry updates it as long as the boxes barely move, and
/// computes it again otherwise.
#[derive(Debug, Default)]
pub(crate) struct PeerManifold {
    manifold: ContactManifold<(), ()>,
}

/// A contact point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerPoint {
    /// Half-way between the two surfaces, in the world.
    #[expect(dead_code, reason = "engines need it, so it is timed")]
    pub(crate) position: Vec3,
    /// Depth along the normal in meters; negative for a gap.
    pub(crate) depth: f32,
}

impl PeerManifold {
    /// Forgets all contacts, so that the next ones are computed from scratch.
    pub(crate) fn clear(&mut self) {
        self.manifold.clear();
    }

    /// Adds the contacts of two boxes to a list of points. Returns the normal from a to b in the world.
    pub(crate) fn find(
        &mut self,
        [(a, cuboid_a), (b, cuboid_b)]: [&(Pose3, Cuboid); 2],
        margin: f32,
        points: &mut Vec<PeerPoint>,
    ) -> Vec3 {
        let back = a.rotation.inverse();
        let relative = Pose3::from_parts(back * (b.translation - a.translation), back * b.rotation);
        let manifold = &mut self.manifold;
        contact_manifold_cuboid_cuboid(&relative, cuboid_a, cuboid_b, margin, manifold);
        // Parry also keeps points of the clipped faces beyond the given distance.
        let near = manifold.points.iter().filter(|contact| contact.dist <= margin);
        points.extend(near.map(|contact| {
            let on_b = relative.transform_point(contact.local_p2);
            let position = a.transform_point((contact.local_p1 + on_b) * 0.5);
            PeerPoint { position, depth: -contact.dist }
        }));
        a.rotation * manifold.local_n1
    }
}
