//! Pairs of boxes: how one is drafted, and how it is placed in the world.
//!
//! While a pair is made, box a is upright at the origin. Most pairs nearly touch: b comes from afar along a line until
//! the boxes have a separation.

use glam::{DMat3, DQuat, DVec3};
use octosat_reference::OrientedBox;
use octosat_scenes::generate::narrow;
use proptest::prelude::*;

/// A pair while it is made: a is upright at the origin, lengths are meters.
#[derive(Clone, Copy, Debug)]
pub struct Draft {
    /// Of both boxes.
    pub half_extents: [DVec3; 2],
    /// The rotation of b.
    pub rotation: DQuat,
    /// The center of b.
    pub center: DVec3,
}

/// A kind of pairs.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in reports.
    pub name: &'static str,
    /// Makes the pairs.
    pub pairs: fn() -> BoxedStrategy<Draft>,
}

/// The sine below which two edges are no axis.
const SMALLEST_SINE: f64 = 1e-9;

/// A pair somewhere in the world.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    draft: Draft,
    /// The rotation of the pair as a whole.
    world: DQuat,
    /// The first center, in parts of a reach.
    center: DVec3,
    /// Whether b is the first box.
    is_swapped: bool,
    /// Whether the quaternion of b has the other sign.
    is_negated: bool,
}

/// Pairs turned as a whole, with their first centers at places, in either order.
pub fn placed(
    kind: Kind,
    world: impl Strategy<Value = DQuat>,
    center: impl Strategy<Value = DVec3>,
) -> impl Strategy<Value = Pair> {
    let signs = (any::<bool>(), proptest::bool::weighted(0.125));
    ((kind.pairs)(), world, center, signs).prop_map(
        |(draft, world, center, (is_swapped, is_negated))| Pair {
            draft,
            world,
            center,
            is_swapped,
            is_negated,
        },
    )
}

impl Pair {
    /// The boxes, with all lengths multiplied by a size, and this far from the origin in sizes.
    pub fn boxes(&self, [size, far]: [f64; 2]) -> [OrientedBox; 2] {
        let Self { draft, world, center, .. } = *self;
        let sign = if self.is_negated { -1.0 } else { 1.0 };
        let turned = (world * draft.rotation).normalize() * sign;
        let [a, b] = draft.half_extents.map(|half_extents| size * half_extents);
        let [first, second] = [far * center, far * center + world * draft.center];
        let boxes = [oriented(a, size * first, world), oriented(b, size * second, turned)];
        if self.is_swapped { [boxes[1], boxes[0]] } else { boxes }
    }
}

/// A box of float32 numbers.
pub fn oriented(half_extents: DVec3, center: DVec3, rotation: DQuat) -> OrientedBox {
    OrientedBox {
        half_extents: half_extents.to_array().map(narrow),
        center: center.to_array().map(narrow),
        rotation: rotation.to_array().map(narrow),
    }
}

impl Draft {
    /// A pair in which b comes from afar along a line, given by a point and a unit direction, until the boxes have a
    /// separation, meters.
    pub(super) fn touching(
        half_extents: [DVec3; 2],
        rotation: DQuat,
        [place, way]: [DVec3; 2],
        separation: f64,
    ) -> Self {
        let [a, b] = half_extents;
        let (upright, axes) = (DMat3::IDENTITY, DMat3::from_quat(rotation));
        let crosses = (0..9).map(|edges| upright.col(edges / 3).cross(axes.col(edges % 3)));
        let crosses = crosses.filter(|cross| cross.length() > SMALLEST_SINE);
        let faces = (0..3).flat_map(|k| [upright.col(k), axes.col(k)]);
        let distance = |axis: DVec3| {
            let axis = if axis.dot(way) < 0.0 { -axis } else { axis };
            let (radii, speed) = (reach(upright, a, axis) + reach(axes, b, axis), axis.dot(way));
            (speed > SMALLEST_SINE).then(|| (separation + radii - axis.dot(place)) / speed)
        };
        // Along each axis, the separation grows with the distance; the boxes are as far apart as the largest of all.
        let distances = faces.chain(crosses.map(DVec3::normalize)).filter_map(distance);
        let distance = distances.fold(f64::INFINITY, f64::min).max(0.0);
        Self { half_extents, rotation, center: place + distance * way }
    }

    /// A pair in which b is above a place on the upper face of a, and reaches below it by a depth, meters.
    pub(super) fn on_top(
        half_extents: [DVec3; 2],
        rotation: DQuat,
        [x, y]: [f64; 2],
        depth: f64,
    ) -> Self {
        let [a, b] = half_extents;
        let z = a.z + reach(DMat3::from_quat(rotation), b, DVec3::Z) - depth;
        Self { half_extents, rotation, center: DVec3::new(x, y, z) }
    }
}

/// Meters from the center of a box to its farthest point along a unit direction.
pub(super) fn reach(axes: DMat3, half_extents: DVec3, direction: DVec3) -> f64 {
    (axes.transpose() * direction).abs().dot(half_extents)
}
