//! Boxes against axis-aligned boxes: the world's three axes first, and the other twelve axes of two boxes if
//! some lane needs them.
//!
//! Box a has the world's axes, so the rotation between the two is the matrix of the other box, and the offset
//! along a's axes is the offset itself: neither takes a product. The world's axes separate most boxes of a
//! world from a region. If the other box has the world's axes, too, the remaining axes add nothing.

use octosat_lanes::{Isa, Lanes, Mask};

use super::compared::{Compared, LoadedPairs, TestFormula};
use crate::axes::fifteen::{Projection, face_of_a, magnitudes};
use crate::axes::frame::Frame;
use crate::boxes::store::OrientedBox;
use crate::pairs::overlap::{overlap, overlap_within};
use crate::shapes::aligned::AxisAlignedBox;
use crate::vector::dot;

/// The query without `within`; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedOverlap;

/// The query `within`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedOverlapWithin;

/// The frame with the axis-aligned box as box a and the other as box b.
///
/// Both corners are taken relative to the box first: the rounded center of the axis-aligned box would be off
/// by its distance from the world's origin.
#[inline(always)]
fn frame<I: Isa>(isa: I, batch: &LoadedPairs<I, OrientedBox, AxisAlignedBox>) -> Frame<I::Real> {
    let half = isa.splat(0.5);
    let axes = batch.a.axes(isa);
    let center = batch.a.center;
    let own_b = batch.a.half_extents;
    let mut offset_a = center;
    let mut own_a = center;
    let mut rotation = axes;
    for k in 0..3 {
        let low = batch.b.min[k] - center[k];
        let high = batch.b.max[k] - center[k];
        own_a[k] = (high - low) * half;
        offset_a[k] = -((low + high) * half);
        rotation[k] = [axes[0][k], axes[1][k], axes[2][k]];
    }
    let offset_b = [dot(axes[0], offset_a), dot(axes[1], offset_a), dot(axes[2], offset_a)];
    let [reach_a, reach_b] = [own_a, own_b];
    Frame { rotation, offset_a, offset_b, own_a, own_b, reach_a, reach_b }
}

/// Both boxes on the world's axes, which are the face normals of box a.
#[inline(always)]
fn world_axes<F: Lanes>(frame: &Frame<F>) -> [Projection<F>; 3] {
    let magnitudes = magnitudes(&frame.rotation);
    [
        face_of_a(frame, &magnitudes, 0),
        face_of_a(frame, &magnitudes, 1),
        face_of_a(frame, &magnitudes, 2),
    ]
}

/// The lanes whose boxes have exactly the world's axes: then the other twelve axes repeat the first three or
/// have no length, to the bit. (If a diagonal entry is off one by a rounding, the faces of b give another
/// result within the error bound.) A result never depends on the other boxes of a batch, so these boxes keep
/// the result of the first three axes even if other lanes continue.
#[inline(always)]
fn aligned<I: Isa>(isa: I, frame: &Frame<I::Real>) -> I::Mask {
    let [x, y, z] = magnitudes(&frame.rotation);
    let one = isa.splat(1.0);
    let off = (x[1] + x[2]) + (y[0] + y[2]) + (z[0] + z[1]);
    x[0].equals(one) & y[1].equals(one) & z[2].equals(one) & off.equals(isa.splat(0.0))
}

impl TestFormula<Compared<'_, OrientedBox, AxisAlignedBox>> for AlignedOverlap {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, AxisAlignedBox>,
        _lengths: I::Real,
    ) -> I::Mask {
        let frame = frame(isa, batch);
        let [x, y, z] = world_axes(&frame);
        let near = x.touches() & y.touches() & z.touches();
        if near.bits() == 0 {
            return near;
        }
        let aligned = aligned(isa, &frame);
        if (near & !aligned).bits() == 0 {
            return near;
        }
        near & (aligned | overlap(&frame))
    }
}

impl TestFormula<Compared<'_, OrientedBox, AxisAlignedBox>> for AlignedOverlapWithin {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, AxisAlignedBox>,
        farthest: I::Real,
    ) -> I::Mask {
        let frame = frame(isa, batch);
        let [x, y, z] = world_axes(&frame);
        let near =
            x.gap().at_most(farthest) & y.gap().at_most(farthest) & z.gap().at_most(farthest);
        if near.bits() == 0 {
            return near;
        }
        let aligned = aligned(isa, &frame);
        if (near & !aligned).bits() == 0 {
            return near;
        }
        near & (aligned | overlap_within(isa, &frame, farthest))
    }
}
