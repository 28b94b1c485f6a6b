//! A solid in lanes: a link of each configuration, or an obstacle.

use octosat_lanes::Isa;

use super::model::LinkSolid;
use super::obstacle::Obstacle;
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

    #[inline(always)]
    pub(super) fn of_obstacle(isa: I, obstacle: &Obstacle) -> Self {
        let Solid { pose, core, radius, .. } = obstacle.solid;
        let is_disk = obstacle.solid.is_disk();
        let pose = Pose { center: splat(isa, pose.center), rotation: splat(isa, pose.rotation) };
        Self { core: pose.boxes(isa, core), radius, is_disk }
    }

    pub(super) fn is_box(&self) -> bool {
        self.radius == 0.0
    }
}
