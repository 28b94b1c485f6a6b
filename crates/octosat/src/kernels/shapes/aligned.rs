//! Boxes against axis-aligned boxes: the same fifteen axes as for two boxes.
//!
//! Box a has the world's axes, so the rotation between the two is the box's own matrix and the offset
//! along a's axes is the offset itself: no product is needed for either.

use octosat_lanes::{Arithmetic, Isa};

use super::TestQuery;
use super::chunk::Batch;
use crate::frame::{Basis, Extent, Frame, dot, extents};
use crate::kernels::overlap::{overlap, overlap_within};
use crate::shapes::AxisAlignedBox;

/// The query without a margin; see [`crate::Engine::aabb_overlap`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedOverlap;

/// The query with margins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedOverlapWithin;

/// The axis-aligned box as box a, the other as box b.
///
/// Both corners are taken relative to the box first: the centre of the axis-aligned one, rounded,
/// would be off by its distance from the world's origin.
#[inline(always)]
fn frame<I: Isa, A: Arithmetic, B: Basis>(
    isa: I,
    batch: &Batch<'_, I, B, AxisAlignedBox>,
) -> Frame<I::Real, Extent<I::Real>> {
    let half = isa.splat(0.5);
    let axes = B::axes::<I, A>(isa, batch.boxes);
    let center = B::center::<I>(batch.boxes);
    let own_b = B::half_extents::<I>(batch.boxes);
    let mut offset_a = center;
    let mut own_a = center;
    let mut rotation = axes;
    for k in 0..3 {
        let low = batch.shapes.min[k] - center[k];
        let high = batch.shapes.max[k] - center[k];
        own_a[k] = (high - low) * half;
        offset_a[k] = -((low + high) * half);
        rotation[k] = [axes[0][k], axes[1][k], axes[2][k]];
    }
    let offset_b = [
        dot::<_, A>(axes[0], offset_a),
        dot::<_, A>(axes[1], offset_a),
        dot::<_, A>(axes[2], offset_a),
    ];
    let [reach_a, reach_b] = [extents(own_a), extents(own_b)];
    Frame { rotation, offset_a, offset_b, own_a, own_b, reach_a, reach_b }
}

impl TestQuery for AlignedOverlap {
    type Shape = AxisAlignedBox;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic, B: Basis>(
        self,
        isa: I,
        batch: &Batch<'_, I, B, AxisAlignedBox>,
    ) -> I::Mask {
        overlap::<I, A, _>(&frame::<I, A, B>(isa, batch))
    }
}

impl TestQuery for AlignedOverlapWithin {
    type Shape = AxisAlignedBox;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic, B: Basis>(
        self,
        isa: I,
        batch: &Batch<'_, I, B, AxisAlignedBox>,
    ) -> I::Mask {
        overlap_within::<I, A>(isa, &frame::<I, A, B>(isa, batch), batch.margins)
    }
}
