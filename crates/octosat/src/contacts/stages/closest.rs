//! The contact of the closest points of two separated boxes: for the few pairs within, whose nearest points are
//! outside the intersection of their faces, such as boxes corner to corner.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask};

use super::axis::shows;
use super::batch::{Batch, Unseen, is_finite};
use super::features::{CLOSEST, CORNERS_OF_A, CROSSINGS};
use super::output::{ClosestMemory, ClosestOutcome, PlacedPoint};
use super::points::SurfaceLanes;
use crate::axes::choice::{FIRST_EDGE_AXIS, axis_of_b, local_normal, noise};
use crate::pairs::closest::{
    ClosestPoints, FIRST_CORNER_OF_A, FIRST_CORNER_OF_B, closest_points, select,
};

impl<I: Isa> Batch<'_, I> {
    /// The contacts of the boxes' closest points, for pairs whose distance is within and that have no points
    /// that show it, if they are allowed: by the points and their direction, along the axes of a.
    #[inline(always)]
    pub(super) fn closest(
        &self,
        isa: I,
        &Unseen { code, least }: &Unseen<I::Real>,
        memory: &mut ClosestMemory,
        allowed: impl FnOnce(&PointOfEach<I::Real>, [I::Real; 3], I::Mask) -> I::Mask,
    ) -> Nearer {
        let [zero, half] = [isa.splat(0.0), isa.splat(0.5)];
        let points = closest_points(isa, self.frame);
        let ClosestPoints { on_a, direction, distance, .. } = points;
        // Points so near that the direction between them is rounding noise.
        let coincide = distance.at_most(noise(isa, self.frame));
        let of_axis = local_normal(isa, self.frame, code);
        let local_normal = select(coincide, of_axis, direction);
        let [mut middle, mut on_b] = [on_a, on_a];
        for (k, &along) in local_normal.iter().enumerate() {
            middle[k] = half * distance * along + on_a[k];
            on_b[k] = distance * along + on_a[k];
        }
        let surfaces = SurfaceLanes::of_points(self.frame, on_a, on_b);
        let feature = feature(isa, points.code, surfaces);
        let mut numbers = zero;
        if self.options.surfaces {
            numbers = memory.surfaces.store_one(isa, surfaces);
        }
        let axes = self.sides.a.axes(isa);
        let position = self.placed(isa, &axes, middle);
        let normal = self.sides.a.in_world(local_normal);
        let point = PlacedPoint { position, depth: zero - distance };
        memory.store(isa, ClosestOutcome { normal, code }, point, feature);
        let near = distance.at_most(self.farthest);
        let nearer = near & !shows::<I>(isa, self.frame, [least, distance]);
        let nearer = allowed(&PointOfEach { on_a, on_b }, local_normal, nearer);
        let numbers = numbers + ((position[0] + position[1]) + position[2]);
        let finite = is_finite(isa, normal, numbers);
        Nearer { lanes: (nearer & finite).bits(), not_finite: (nearer & !finite).bits() }
    }
}

/// The lanes of pairs whose contact is that of their closest points, as bits; and the lanes in which it would be, but
/// has a number that is not finite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearer {
    pub(super) lanes: u32,
    pub(super) not_finite: u32,
}

/// A point of each box, in the frame of box a, relative to a's center.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointOfEach<F> {
    pub(super) on_a: [F; 3],
    pub(super) on_b: [F; 3],
}

/// The feature id of closest points, by their number in the search.
#[inline(always)]
fn feature<I: Isa>(isa: I, code: I::Integer, points: SurfaceLanes<I::Real>) -> I::Integer {
    let corner_of_b = code + isa.splat_integer(CLOSEST - FIRST_CORNER_OF_B);
    let corner_of_a = isa.splat_integer(CLOSEST + CORNERS_OF_A + 7 + FIRST_CORNER_OF_A) - code;
    let is_of_a = isa.splat_integer(FIRST_CORNER_OF_A - 1).less(code);
    let corner = IntegerLanes::select(is_of_a, corner_of_a, corner_of_b);
    let axis_b = axis_of_b(isa, code);
    let thrice_axis_a = code - (axis_b + isa.splat_integer(FIRST_EDGE_AXIS));
    let axis_a = thrice_axis_a.look_up(&[0, 0, 0, 1, 0, 0, 2, 0]);
    let edge_a = edge(isa, axis_a, points.on_a);
    // Twelve edges of b for each of a.
    let edges = (edge_a.shift_left(3) + edge_a.shift_left(2)) + edge(isa, axis_b, points.on_b);
    let crossing = isa.splat_integer(CLOSEST + CROSSINGS) + edges;
    IntegerLanes::select(code.less(isa.splat_integer(FIRST_CORNER_OF_B)), crossing, corner)
}

/// The number of the edge along an axis of a box on which a point of the box is: four times the axis, and a bit for each of
/// the axes that follow it.
#[inline(always)]
fn edge<I: Isa>(isa: I, axis: I::Integer, point: [I::Real; 3]) -> I::Integer {
    let [zero, three] = [isa.splat_integer(0), isa.splat_integer(3)];
    let mut edge = axis.shift_left(2);
    for (k, component) in [(0, point[0]), (1, point[1]), (2, point[2])] {
        // One and two for the axes that follow in cyclic order, zero for the axis itself.
        let after = isa.splat_integer(k) - axis;
        let bit = after + three.keep(after.less(zero));
        edge = edge + bit.keep(isa.splat(0.0).less(component));
    }
    edge
}
