//! Algorithms of two sets of slides on separating axes, scalar and step by step.
//!
//! The course slides: boxes in the plane ([`collide`], [`collide_by_intervals`], [`collision_points`]) and in
//! space ([`collide_in_space`], [`collision_points_in_space`]). The lecture slides: two spheres
//! ([`sphere_contact`]), the naive test of two boxes ([`naive_overlap`]), the axis of parallel edges
//! ([`axis_between_parallel_edges`]), and the reduction of contact points by sections ([`one_per_section`]).

mod naive;
mod plane;
mod space;

pub use naive::{naive_overlap, some_edge_crosses, some_vertex_is_inside};
pub use plane::{
    PlaneBox, PlaneCollision, VertexOnFace, collide, collide_by_intervals, collision_points,
};
pub use space::{
    SpaceCollision, SpaceCollisionPoints, collide_in_space, collision_points_in_space,
};

use std::f32::consts::TAU;

use crate::float64::Ball;
use crate::vector::{cross, difference, dot, length, scaled};

/// The direction perpendicular to two parallel edges that leads from the line of the first to the line of the
/// second, of any length; none if both are on one line, or if the first has no length.
///
/// The slides form the normal of a triangle of one edge and a vertex of the other, and the cross product of
/// this normal and the edge. Corrected: the formula of the slides uses the other edge instead of a side of
/// the triangle. Two parallel edges have no cross product, so this formula gives zero.
#[must_use]
pub fn axis_between_parallel_edges(ab: [[f32; 3]; 2], cd: [[f32; 3]; 2]) -> Option<[f32; 3]> {
    let along = difference(ab[1], ab[0]);
    let normal = cross(along, difference(cd[0], ab[0]));
    let axis = cross(normal, along);
    (dot(axis, axis) > 0.0).then_some(axis)
}

/// One point of each section of a plane, or none of an empty section.
///
/// The plane is divided around the mean of the points into as many equal sections as points are wanted. The
/// first begins at the direction u, and the others follow towards v. So four sections are the quadrants. Of each
/// section the point farthest along the middle of the section is kept. The slides only ask for the point "most
/// in that area", and do not say where sections begin.
///
/// Points are given by their coordinates (u, v) in the plane. The result has one entry per section: the number of
/// a point.
#[must_use]
pub fn one_per_section(points: &[[f32; 2]], sections: u8) -> Vec<Option<usize>> {
    let count = points.len() as f32;
    let mean = [0, 1].map(|k: usize| points.iter().map(|point| point[k]).sum::<f32>() / count);
    let mut kept: Vec<Option<(usize, f32)>> = vec![None; usize::from(sections)];
    let width = TAU / f32::from(sections);
    for (number, point) in points.iter().enumerate() {
        let [u, v] = [point[0] - mean[0], point[1] - mean[1]];
        let section = (0..sections)
            .map(|section| {
                let (sine, cosine) = ((f32::from(section) + 0.5) * width).sin_cos();
                u * cosine + v * sine
            })
            .enumerate()
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((section, along)) = section else { continue };
        if kept[section].is_none_or(|(_, most)| along > most) {
            kept[section] = Some((number, along));
        }
    }
    kept.into_iter().map(|point| point.map(|(number, _)| number)).collect()
}

/// How deep two spheres overlap, and in which direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereContact {
    /// Unit, from a to b; x if the centers coincide.
    pub normal: [f32; 3],
    /// Meters along the normal, negative for a gap.
    pub depth: f32,
}

/// Whether two spheres share a point. Touching counts.
#[must_use]
pub fn spheres_overlap(a: &Ball, b: &Ball) -> bool {
    let between = difference(b.center, a.center);
    let reach = a.radius + b.radius;
    dot(between, between) <= reach * reach
}

/// The depth and the normal of two spheres.
#[must_use]
pub fn sphere_contact(a: &Ball, b: &Ball) -> SphereContact {
    let between = difference(b.center, a.center);
    let distance = length(between);
    let normal = if distance > 0.0 { scaled(between, 1.0 / distance) } else { [1.0, 0.0, 0.0] };
    SphereContact { normal, depth: a.radius + b.radius - distance }
}

/// Meters between the projections of two spheres on a unit axis, negative for overlap.
///
/// The slides compare the signed projection of the offset of the centers. It is negative if the axis points
/// from b to a, and then it never separates; its magnitude is right.
#[must_use]
pub fn sphere_separation_along(a: &Ball, b: &Ball, axis: [f32; 3]) -> f32 {
    dot(difference(b.center, a.center), axis).abs() - (a.radius + b.radius)
}
