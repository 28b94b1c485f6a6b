//! Rapier's colliders that are boxes, by number.

use octosat::{BoxPose, BoxStore, Error, OrientedBox};
use rapier3d::geometry::{ColliderHandle, ColliderSet};
use rapier3d::math::{Pose, Vector};

/// The boxes of a world. A number stays the same until a box is added, removed or resized.
#[derive(Debug, Default)]
pub struct Boxes {
    /// The number of the box of each collider, by the index in its handle.
    number_of: Vec<u32>,
    bodies: Vec<BoxOfCollider>,
    store: BoxStore,
}

/// A collider that is a box, as rapier has it; the store normalizes rotations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxOfCollider {
    /// Whose box it is.
    pub collider: ColliderHandle,
    /// Where it is and how it is turned.
    pub pose: Pose,
    /// The pose when the boxes were read before.
    pub last_pose: Pose,
    /// Half its edge lengths.
    pub half_extents: Vector,
}

/// Marks a collider that is no box.
const NO_BOX: u32 = u32::MAX;

impl Boxes {
    /// Copies the boxes of the colliders.
    ///
    /// # Errors
    /// If a number is not finite or an extent is negative; the boxes must then be read again before they are used.
    pub fn read(&mut self, colliders: &ColliderSet) -> Result<(), Error> {
        let mut count = 0;
        let mut is_same = true;
        for (collider, data) in colliders.iter() {
            let Some(cuboid) = data.shape().as_cuboid() else { continue };
            let (pose, half_extents) = (*data.position(), cuboid.half_extents);
            let mut body = BoxOfCollider { collider, pose, last_pose: pose, half_extents };
            match self.bodies.get_mut(count) {
                Some(old) => {
                    is_same &= old.collider == collider && old.half_extents == half_extents;
                    body.last_pose = old.pose;
                    *old = body;
                }
                None => {
                    is_same = false;
                    self.bodies.push(body);
                }
            }
            count += 1;
        }
        if !is_same || count < self.bodies.len() || self.store.len() != count {
            self.bodies.truncate(count);
            return self.renumber();
        }
        self.store.set_poses_from_iter(self.bodies.iter().map(|body| store_pose(&body.pose)))
    }

    /// The number of a collider's box, if it has one.
    pub fn number(&self, collider: ColliderHandle) -> Option<u32> {
        let number = *self.number_of.get(index(collider))?;
        (number != NO_BOX && self.bodies[number as usize].collider == collider).then_some(number)
    }

    /// A box by its number.
    pub fn body(&self, number: u32) -> &BoxOfCollider {
        &self.bodies[number as usize]
    }

    /// The boxes for octosat.
    pub fn store(&self) -> &BoxStore {
        &self.store
    }

    fn renumber(&mut self) -> Result<(), Error> {
        self.store.clear();
        self.number_of.clear();
        for body in &self.bodies {
            let pose = store_pose(&body.pose);
            let half_extents = body.half_extents.to_array();
            let number = self.store.insert(OrientedBox { pose, half_extents })?;
            let index = index(body.collider);
            if self.number_of.len() <= index {
                self.number_of.resize(index + 1, NO_BOX);
            }
            self.number_of[index] = number;
        }
        Ok(())
    }
}

fn index(collider: ColliderHandle) -> usize {
    collider.into_raw_parts().0 as usize
}

fn store_pose(pose: &Pose) -> BoxPose {
    BoxPose::new(pose.translation.to_array(), pose.rotation.to_array())
}
