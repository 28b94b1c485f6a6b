//! Boxes against balls: the point of the box nearest to the center.
//!
//! In the frame of the box, the center is clamped to the extents (Ericson, "Real-Time Collision Detection",
//! 2005, section 5.1.4, and section 5.2.5 for the test). A center inside the box is its own nearest point;
//! the sphere leaves through the nearest face.

use octosat_lanes::{Isa, Lanes, Mask};
use octosat_rows::SphereContact;

use super::compared::{Compared, LoadedPairs, TestFormula};
use crate::boxes::store::OrientedBox;
use crate::call::formula::RowFormula;
use crate::shapes::lanes::{or_constant, sum_of_row};
use crate::shapes::sphere::Sphere;
use crate::vector::{dot, is_finite, squared};

/// The factor for such a gap, without unit: a power of two, so that nothing is rounded, and about 10³⁰, so
/// that squares of the smallest `f32` are normal and squares of [`SMALL_GAP`] are not too large.
const SMALL_GAP_SCALE: f32 = (1_u128 << 100) as f32;

/// The gap between a box and a sphere's center, in meters, below which it is scaled up before it is
/// squared: squares of shorter ones would leave the normal range of `f32`.
const SMALL_GAP: f32 = 1e-12;

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SphereOverlap;

/// The query; see [`crate::Engine::manifolds`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SphereContacts;

/// The surface of a shape seen from the center of a ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest<F> {
    /// The point of the surface.
    pub(super) point: [F; 3],
    /// The unit direction out of the shape there.
    pub(super) normal: [F; 3],
    /// How far the center is from the surface; negative inside.
    pub(super) distance: F,
}

/// The point of the surface of a box of these half extents nearest to `center`.
#[inline(always)]
fn nearest<I: Isa>(isa: I, center: [I::Real; 3], extents: [I::Real; 3]) -> Nearest<I::Real> {
    let [mut point, mut gap] = [center, center];
    for k in 0..3 {
        point[k] = clamped(center[k], extents[k]);
        gap[k] = center[k] - point[k];
    }
    let gap = measured(isa, gap);
    let Gap { any, distance, .. } = gap;
    let mut nearest = Nearest { point, normal: gap.unit(), distance };
    // Few boxes contain the center of a ball.
    if (!any).bits() != 0 {
        let inside = inside(isa, center, extents);
        for k in 0..3 {
            nearest.point[k] = Lanes::select(any, nearest.point[k], inside.point[k]);
            nearest.normal[k] = Lanes::select(any, nearest.normal[k], inside.normal[k]);
        }
        nearest.distance = Lanes::select(any, distance, inside.distance);
    }
    // NaN in any coordinate or extent, which comparisons do not notice.
    let room = (extents[0] - center[0]) + (extents[1] - center[1]) + (extents[2] - center[2]);
    nearest.distance = Lanes::select(room.equals(room), nearest.distance, room);
    nearest
}

/// The vector from the nearest point of a box to a point outside.
#[derive(Clone, Copy)]
pub(super) struct Gap<I: Isa> {
    /// Whether there is any.
    any: I::Mask,
    /// The vector at a scale at which squares stay normal.
    vector: [I::Real; 3],
    /// The length of `vector`.
    length: I::Real,
    /// The same in meters.
    pub(super) distance: I::Real,
}

impl<I: Isa> Gap<I> {
    /// The direction. Dividing by the length, instead of multiplying by its inverse, keeps the normals of
    /// faces free of rounding.
    #[inline(always)]
    pub(super) fn unit(&self) -> [I::Real; 3] {
        [self.vector[0] / self.length, self.vector[1] / self.length, self.vector[2] / self.length]
    }
}

/// The coordinate of a box's nearest point.
#[inline(always)]
pub(crate) fn clamped<F: Lanes>(coordinate: F, extent: F) -> F {
    extent.lesser((-extent).greater(coordinate))
}

/// The length and the direction of a gap.
#[inline(always)]
pub(super) fn measured<I: Isa>(isa: I, mut gap: [I::Real; 3]) -> Gap<I> {
    let zero = isa.splat(0.0);
    let mut largest = zero;
    for component in gap {
        largest = component.abs().greater(largest);
    }
    let small = largest.less(isa.splat(SMALL_GAP));
    let any_small = small.bits() != 0;
    if any_small {
        let scale = Lanes::select(small, isa.splat(SMALL_GAP_SCALE), isa.splat(1.0));
        for component in &mut gap {
            *component = *component * scale;
        }
    }
    let length = squared(gap).sqrt();
    let mut distance = length;
    if any_small {
        distance = Lanes::select(small, length * isa.splat(1.0 / SMALL_GAP_SCALE), length);
    }
    Gap { any: zero.less(largest), vector: gap, length, distance }
}

/// The nearest face from a center inside, the first of equals; on its positive side if the center
/// is in the middle.
#[inline(always)]
fn inside<I: Isa>(isa: I, center: [I::Real; 3], extents: [I::Real; 3]) -> Nearest<I::Real> {
    let zero = isa.splat(0.0);
    let one = isa.splat(1.0);
    let room =
        [extents[0] - center[0].abs(), extents[1] - center[1].abs(), extents[2] - center[2].abs()];
    let second = room[1].less(room[0]);
    let least = room[1].lesser(room[0]);
    let third = room[2].less(least);
    let chosen = [!(second | third), second & !third, third];
    let mut nearest = Nearest { point: center, normal: center, distance: zero };
    for k in 0..3 {
        let negative = center[k].less(zero);
        let face = Lanes::select(negative, -extents[k], extents[k]);
        let direction = Lanes::select(negative, -one, one);
        nearest.point[k] = Lanes::select(chosen[k], face, center[k]);
        nearest.normal[k] = direction.keep(chosen[k]);
    }
    nearest.distance = -room[2].lesser(least);
    nearest
}

/// A batch of boxes and balls in the frames of the boxes.
#[derive(Clone, Copy, Debug)]
struct Seen<F> {
    axes: [[F; 3]; 3],
    nearest: Nearest<F>,
}

#[inline(always)]
fn seen<I: Isa>(isa: I, batch: &LoadedPairs<I, OrientedBox, Sphere>) -> Seen<I::Real> {
    let axes = batch.a.axes(isa);
    let [from, to] = [batch.a.center, batch.b.center];
    let offset = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    let local = [dot(axes[0], offset), dot(axes[1], offset), dot(axes[2], offset)];
    Seen { axes, nearest: nearest(isa, local, batch.a.half_extents) }
}

impl TestFormula<Compared<'_, OrientedBox, Sphere>> for SphereOverlap {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, Sphere>,
        farthest: I::Real,
    ) -> I::Mask {
        let depth = batch.b.radius - seen(isa, batch).nearest.distance;
        (-farthest).at_most(depth)
    }
}

impl RowFormula<Compared<'_, OrientedBox, Sphere>> for SphereContacts {
    type Row = SphereContact;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, Sphere>,
        _lengths: I::Real,
        rows: &mut [SphereContact],
    ) {
        let Seen { axes, nearest } = seen(isa, batch);
        let center = batch.a.center;
        let mut world = nearest;
        for k in 0..3 {
            let column = [axes[0][k], axes[1][k], axes[2][k]];
            world.normal[k] = dot(nearest.normal, column);
            world.point[k] = center[k] + dot(nearest.point, column);
        }
        store(isa, &world, batch.b.radius, rows);
    }
}

/// Writes one row per lane: the nearest point of a surface from the center of a ball, in world coordinates.
#[inline(always)]
pub(super) fn store<I: Isa>(
    isa: I,
    nearest: &Nearest<I::Real>,
    radius: I::Real,
    rows: &mut [SphereContact],
) {
    let &Nearest { point: [px, py, pz], normal: [nx, ny, nz], distance } = nearest;
    let (normal, point) = ([nx, ny, nz, radius - distance], [px, py, pz, distance]);
    let known = is_finite(isa, sum_of_row(&normal) + sum_of_row(&point));
    let nan = isa.splat(f32::NAN);
    let normal = or_constant(normal, known, nan);
    let point = or_constant(point, known, nan);
    isa.store_records([normal, point], rows);
}
