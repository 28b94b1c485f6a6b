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
    /// Whether it is all points within its radius of its center.
    pub(super) is_ball: bool,
}

/// The same along the axes of the world.
#[derive(Clone, Copy)]
pub(super) struct Placed<I: Isa> {
    pub(super) center: [I::Real; 3],
    pub(super) axes: [[I::Real; 3]; 3],
    pub(super) core: [I::Real; 3],
    pub(super) radius: I::Real,
    pub(super) is_disk: bool,
}

impl<I: Isa> Body<I> {
    #[inline(always)]
    pub(super) fn of_solid(isa: I, poses: &Poses<I>, number: usize, link: &LinkSolid) -> Self {
        Self::of(poses.solids[number].boxes(isa, link.solid.core), &link.solid)
    }

    /// An obstacle, the same in all lanes.
    #[inline(always)]
    pub(super) fn of_obstacle(isa: I, obstacle: &Solid) -> Self {
        Self::of_alike(isa, splat(isa, obstacle.pose.center), obstacle)
    }

    /// Obstacles of one shape and rotation.
    #[inline(always)]
    pub(super) fn of_alike(isa: I, center: [I::Real; 3], shape: &Solid) -> Self {
        let pose = Pose { center, rotation: splat(isa, shape.pose.rotation) };
        Self::of(pose.boxes(isa, shape.core), shape)
    }

    /// Boxes.
    #[inline(always)]
    pub(super) fn of_boxes(core: BoxLanes<I::Real>) -> Self {
        Self { core, radius: 0.0, is_disk: false, is_ball: false }
    }

    /// Solids of one shape, given their cores.
    #[inline(always)]
    pub(super) fn of(core: BoxLanes<I::Real>, shape: &Solid) -> Self {
        let (is_disk, is_ball) = (shape.is_disk(), shape.is_ball());
        Self { core, radius: shape.radius, is_disk, is_ball }
    }

    pub(super) fn is_box(&self) -> bool {
        self.radius == 0.0
    }
}

impl<I: Isa> Placed<I> {
    #[inline(always)]
    pub(super) fn new(isa: I, body: &Body<I>) -> Self {
        let BoxLanes { center, half_extents: core, .. } = body.core;
        let axes = body.core.axes(isa);
        Self { center, axes, core, radius: isa.splat(body.radius), is_disk: body.is_disk }
    }
}
