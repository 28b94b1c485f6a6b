//! A solid in lanes: a link of each configuration, or an obstacle.

use octosat_lanes::Isa;

use super::model::LinkSolid;
use super::poses::{Pose, Poses};
use super::solid::Solid;
use crate::axes::boxes::BoxLanes;
use crate::vector::splat;

/// A solid in lanes.
pub(super) struct Body<I: Isa> {
    /// Its core.
    pub(super) core: BoxLanes<I::Real>,
    pub(super) radius: f32,
    pub(super) is_disk: bool,
}

impl<I: Isa> Body<I> {
    #[inline(always)]
    pub(super) fn of_solid(isa: I, poses: &Poses<I>, number: usize, link: &LinkSolid) -> Self {
        let Solid { core, radius, .. } = link.solid;
        let is_disk = link.solid.is_disk();
        Self { core: poses.solids[number].boxes(isa, core), radius, is_disk }
    }

    /// An obstacle, the same in all lanes.
    #[inline(always)]
    pub(super) fn of_obstacle(isa: I, obstacle: &Solid) -> Self {
        Self::of_alike(isa, splat(isa, obstacle.pose.center), obstacle)
    }

    /// Obstacles of one shape and rotation.
    #[inline(always)]
    pub(super) fn of_alike(isa: I, center: [I::Real; 3], shape: &Solid) -> Self {
        let &Solid { pose, core, radius, .. } = shape;
        let pose = Pose { center, rotation: splat(isa, pose.rotation) };
        Self { core: pose.boxes(isa, core), radius, is_disk: shape.is_disk() }
    }

    /// Boxes.
    #[inline(always)]
    pub(super) fn of_boxes(core: BoxLanes<I::Real>) -> Self {
        Self { core, radius: 0.0, is_disk: false }
    }

    pub(super) fn is_box(&self) -> bool {
        self.radius == 0.0
    }
}
