//! Pre-scaled boxes in lanes, and two of them seen from one.
//!
//! Booleans need no unit axes: multiply the comparison on an axis by the lengths of the axes it is made of, and half
//! extents disappear from every product but a box's reach along itself, which becomes a square. An axis of zero extent
//! cannot carry its direction, so it is stored with unit length and contributes no reach.

use octosat_lanes::{Isa, Lanes};

use super::scaled_box::ScaledBox;
use crate::axes::frame::Frame;
use crate::call::batches::{OfRows, PairsOf};
use crate::vector::{difference, dot, vector};

/// A pre-scaled box per lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScaledLanes<F> {
    /// In the world, in meters.
    center: [F; 3],
    /// Directions in the world times half extents; of unit length if the half extent is zero.
    axes: [[F; 3]; 3],
    /// In meters.
    half_extents: [F; 3],
}

/// Pairs of pre-scaled boxes.
pub(super) type ScaledPairs<'a> = PairsOf<'a, ScaledBox, 4>;

impl OfRows<4> for ScaledBox {
    type Lanes<I: Isa> = ScaledLanes<I::Real>;

    #[inline(always)]
    fn of_rows<I: Isa>([center, x, y, z]: [[I::Real; 4]; 4]) -> ScaledLanes<I::Real> {
        ScaledLanes {
            center: vector(center),
            axes: [vector(x), vector(y), vector(z)],
            half_extents: [x[3], y[3], z[3]],
        }
    }
}

impl<F: Lanes> ScaledLanes<F> {
    /// The squares of the half extents: how far the boxes reach along their own axes, at the length of these.
    #[inline(always)]
    fn squared_extents(&self) -> [F; 3] {
        let [x, y, z] = self.half_extents;
        [x * x, y * y, z * z]
    }

    /// The axes that carry their half extents, and are not only directions.
    #[inline(always)]
    fn carried<I: Isa<Real = F>>(&self, isa: I) -> [F::Mask; 3] {
        let zero = isa.splat(0.0);
        let [x, y, z] = self.half_extents;
        [!x.equals(zero), !y.equals(zero), !z.equals(zero)]
    }

    /// The axes at unit length.
    #[inline(always)]
    fn unit_axes<I: Isa<Real = F>>(&self, isa: I) -> [[F; 3]; 3] {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let mut axes = self.axes;
        for (axis, half_extent) in axes.iter_mut().zip(self.half_extents) {
            let inverse = one / Lanes::select(half_extent.equals(zero), one, half_extent);
            for component in axis {
                *component = *component * inverse;
            }
        }
        axes
    }

    /// A direction along the axes of the boxes, in world coordinates.
    #[inline(always)]
    pub(super) fn in_world<I: Isa<Real = F>>(&self, isa: I, local: [F; 3]) -> [F; 3] {
        let axes = self.unit_axes(isa);
        let mut world = local;
        for (k, component) in world.iter_mut().enumerate() {
            *component = dot(local, [axes[0][k], axes[1][k], axes[2][k]]);
        }
        world
    }
}

/// Two boxes seen along the pre-scaled axes of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledFrame<F: Lanes> {
    /// Dot products of the axes: row i of box a, column j of box b. Each carries both half extents.
    pub(super) rotation: [[F; 3]; 3],
    /// The center of b minus the center of a, along the axes of a.
    pub(super) offset_a: [F; 3],
    /// The same along the axes of b.
    pub(super) offset_b: [F; 3],
    /// How far box a reaches along each of its own axes, and how far b does.
    pub(super) own_a: [F; 3],
    pub(super) own_b: [F; 3],
    /// The axes of a that reach anywhere along another direction, and those of b.
    pub(super) carried_a: [F::Mask; 3],
    pub(super) carried_b: [F::Mask; 3],
}

impl<F: Lanes> ScaledFrame<F> {
    #[inline(always)]
    pub(super) fn of<I: Isa<Real = F>>(isa: I, a: &ScaledLanes<F>, b: &ScaledLanes<F>) -> Self {
        let Seen { rotation, offset_a, offset_b } =
            seen(a.axes, b.axes, difference(b.center, a.center));
        let [own_a, own_b] = [a.squared_extents(), b.squared_extents()];
        let [carried_a, carried_b] = [a.carried(isa), b.carried(isa)];
        Self { rotation, offset_a, offset_b, own_a, own_b, carried_a, carried_b }
    }
}

/// The frame of unit axes, for distances in meters.
#[inline(always)]
pub(super) fn metric_frame<I: Isa>(
    isa: I,
    a: &ScaledLanes<I::Real>,
    b: &ScaledLanes<I::Real>,
) -> Frame<I::Real> {
    let [axes_a, axes_b] = [a.unit_axes(isa), b.unit_axes(isa)];
    let Seen { rotation, offset_a, offset_b } =
        seen(axes_a, axes_b, difference(b.center, a.center));
    Frame::new(rotation, [offset_a, offset_b], [a.half_extents, b.half_extents])
}

/// The axes of b and an offset in the world, along axes of any length.
struct Seen<F> {
    rotation: [[F; 3]; 3],
    offset_a: [F; 3],
    offset_b: [F; 3],
}

#[inline(always)]
fn seen<F: Lanes>(a: [[F; 3]; 3], b: [[F; 3]; 3], offset: [F; 3]) -> Seen<F> {
    let mut seen = Seen { rotation: [offset; 3], offset_a: offset, offset_b: offset };
    for i in 0..3 {
        for j in 0..3 {
            seen.rotation[i][j] = dot(a[i], b[j]);
        }
        seen.offset_a[i] = dot(a[i], offset);
        seen.offset_b[i] = dot(b[i], offset);
    }
    seen
}
