//! A solid in lanes: a link of each configuration, or an obstacle; and its points that are farthest along directions.

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, per_axis};

use super::model::LinkSolid;
use super::poses::{Pose, Poses};
use super::solid::Solid;
use crate::axes::boxes::BoxLanes;
use crate::vector::{dot, scaled, splat, squared, sum, sum_of_magnitudes};

/// A solid in lanes.
pub(super) struct Body<'a, I: Isa> {
    /// Its core, or the box around the points of a hull.
    pub(super) core: BoxLanes<I::Real>,
    pub(super) radius: f32,
    pub(super) is_disk: bool,
    /// Whether it is all points within its radius of its center.
    pub(super) is_ball: bool,
    /// The points of a hull, along its axes from its center; none of others.
    points: &'a [[f32; 3]],
}

/// The same along the axes of the world.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a, I: Isa> {
    pub(super) center: [I::Real; 3],
    pub(super) axes: [[I::Real; 3]; 3],
    pub(super) core: [I::Real; 3],
    pub(super) radius: I::Real,
    pub(super) is_disk: bool,
    points: &'a [[f32; 3]],
}

/// The point of a core that is farthest along a direction.
pub(super) struct Farthest<I: Isa> {
    /// From the center of the solid, in meters; with the radius of a disk, without that of a ball.
    pub(super) point: [I::Real; 3],
    /// How far this is along the direction, at the length of the direction; of a solid with the radius of a ball.
    pub(super) reach: I::Real,
}

impl<'a, I: Isa> Body<'a, I> {
    #[inline(always)]
    pub(super) fn of_solid(isa: I, poses: &Poses<I>, number: usize, link: &'a LinkSolid) -> Self {
        Self::of(poses.solids[number].boxes(isa, link.solid.core), &link.solid)
    }

    /// An obstacle, the same in all lanes.
    #[inline(always)]
    pub(super) fn of_obstacle(isa: I, obstacle: &'a Solid) -> Self {
        Self::of_alike(isa, splat(isa, obstacle.pose.center), obstacle)
    }

    /// Obstacles of one shape and rotation.
    #[inline(always)]
    pub(super) fn of_alike(isa: I, center: [I::Real; 3], shape: &'a Solid) -> Self {
        let pose = Pose { center, rotation: splat(isa, shape.pose.rotation) };
        Self::of(pose.boxes(isa, shape.core), shape)
    }

    /// Boxes.
    #[inline(always)]
    pub(super) fn of_boxes(core: BoxLanes<I::Real>) -> Self {
        Self { core, radius: 0.0, is_disk: false, is_ball: false, points: &[] }
    }

    /// A point.
    #[inline(always)]
    pub(super) fn of_point(isa: I, center: [I::Real; 3]) -> Self {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let (rotation, half_extents) = ([zero, zero, zero, one], [zero; 3]);
        Self { is_ball: true, ..Self::of_boxes(BoxLanes { center, rotation, half_extents }) }
    }

    /// Solids of one shape, given their cores.
    #[inline(always)]
    pub(super) fn of(core: BoxLanes<I::Real>, shape: &'a Solid) -> Self {
        let (is_disk, is_ball) = (shape.is_disk(), shape.is_ball());
        Self { core, radius: shape.radius, is_disk, is_ball, points: shape.points() }
    }

    pub(super) fn is_box(&self) -> bool {
        self.radius == 0.0 && !self.is_hull()
    }

    pub(super) fn is_hull(&self) -> bool {
        !self.points.is_empty()
    }

    /// The box around it.
    #[inline(always)]
    pub(super) fn bounding_box(&self, isa: I) -> BoxLanes<I::Real> {
        let radius = isa.splat(self.radius);
        let [x, y, z] = self.core.half_extents;
        let along = if self.is_disk { z } else { z + radius };
        BoxLanes { half_extents: [x + radius, y + radius, along], ..self.core }
    }
}

impl<'a, I: Isa> Placed<'a, I> {
    #[inline(always)]
    pub(super) fn new(isa: I, body: &Body<'a, I>) -> Self {
        let BoxLanes { center, half_extents: core, .. } = body.core;
        let &Body { is_disk, points, .. } = body;
        let (axes, radius) = (body.core.axes(isa), isa.splat(body.radius));
        Self { center, axes, core, radius, is_disk, points }
    }

    /// At least the distance of its farthest point from its center, in meters.
    #[inline(always)]
    pub(super) fn size(&self) -> I::Real {
        sum_of_magnitudes(self.core) + self.radius
    }

    /// The radius of the ball around each point of its core, in meters.
    #[inline(always)]
    pub(super) fn rounding(&self, isa: I) -> I::Real {
        if self.is_disk { isa.splat(0.0) } else { self.radius }
    }

    pub(super) fn is_hull(&self) -> bool {
        !self.points.is_empty()
    }

    /// The point of a core that is nearest to a point, both as seen from the center along the axes of the world, except for
    /// rounding.
    #[inline(always)]
    pub(super) fn nearest(&self, isa: I, point: [I::Real; 3]) -> [I::Real; 3] {
        let mut local = per_axis(
            #[inline(always)]
            |k| dot(self.axes[k], point),
        );
        if self.is_disk {
            let across = squared([local[0], local[1], isa.splat(0.0)]).sqrt();
            let part =
                (self.radius / across.greater(isa.splat(f32::MIN_POSITIVE))).lesser(isa.splat(1.0));
            (local[0], local[1]) = (local[0] * part, local[1] * part);
            local[2] = local[2].greater(-self.core[2]).lesser(self.core[2]);
        } else {
            local = per_axis(
                #[inline(always)]
                |k| local[k].greater(-self.core[k]).lesser(self.core[k]),
            );
        }
        self.in_world(local)
    }

    #[inline(always)]
    fn in_world(&self, local: [I::Real; 3]) -> [I::Real; 3] {
        let [x, y, z] = per_axis(
            #[inline(always)]
            |k| scaled(self.axes[k], local[k]),
        );
        sum(sum(x, y), z)
    }

    /// Its farthest point along a direction of a length.
    #[inline(always)]
    pub(super) fn farthest(&self, isa: I, direction: [I::Real; 3], length: I::Real) -> Farthest<I> {
        let along = per_axis(
            #[inline(always)]
            |k| dot(self.axes[k], direction),
        );
        let Farthest { point, reach } = if self.is_hull() {
            farthest_of_points(isa, self.points, along)
        } else {
            self.farthest_of_core(isa, along)
        };
        let reach = if self.is_disk { reach } else { reach + self.radius * length };
        Farthest { point: self.in_world(point), reach }
    }

    /// That of a box, a segment or a disk with a length, along the own axes.
    #[inline(always)]
    fn farthest_of_core(&self, isa: I, along: [I::Real; 3]) -> Farthest<I> {
        let zero = isa.splat(0.0);
        let mut point = per_axis(
            #[inline(always)]
            |k| Lanes::select(along[k].less(zero), -self.core[k], self.core[k]),
        );
        if self.is_disk {
            let across = squared([along[0], along[1], zero]).sqrt();
            let part = self.radius / across.greater(isa.splat(f32::MIN_POSITIVE));
            (point[0], point[1]) = (along[0] * part, along[1] * part);
            let reach = self.core[2] * along[2].abs() + self.radius * across;
            return Farthest { point, reach };
        }
        Farthest { point, reach: dot(point, along) }
    }
}

/// That of the hull of points, along their own axes. Of points that are equally far, it is the first one.
///
/// The number of a point is selected instead of its three coordinates, which takes less time.
#[inline(always)]
fn farthest_of_points<I: Isa>(isa: I, points: &[[f32; 3]], along: [I::Real; 3]) -> Farthest<I> {
    let mut reach = isa.splat(f32::NEG_INFINITY);
    let (mut farthest, mut number, one) =
        (isa.splat_integer(0), isa.splat_integer(0), isa.splat_integer(1));
    for &point in points {
        let found = dot(splat(isa, point), along);
        let is_farther = reach.less(found);
        farthest = IntegerLanes::select(is_farther, number, farthest);
        number = number + one;
        reach = found.greater(reach);
    }
    Farthest { point: gathered(isa, points, farthest), reach }
}

/// The point of each lane's number.
#[inline(always)]
fn gathered<I: Isa>(isa: I, points: &[[f32; 3]], numbers: I::Integer) -> [I::Real; 3] {
    let (mut lanes, mut columns) = ([0; MAX_LANES], [[0.0; MAX_LANES]; 3]);
    isa.store_integers(numbers, &mut lanes);
    for (lane, &number) in lanes.iter().take(I::LANES).enumerate() {
        let point = points[usize::try_from(number).unwrap_or(0)];
        for (column, component) in columns.iter_mut().zip(point) {
            column[lane] = component;
        }
    }
    per_axis(
        #[inline(always)]
        |k| isa.load(&columns[k]),
    )
}
