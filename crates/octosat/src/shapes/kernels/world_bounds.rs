//! The axis-aligned box around each box: the center, and along each of the world's axes the sum of
//! the magnitudes of the half axes.
//!
//! Arvo, "Transforming axis-aligned bounding boxes", Graphics Gems, 1990; Ericson, "Real-Time
//! Collision Detection", 2005, section 4.2.6.

use octosat_lanes::{Isa, Lanes};

use super::compared::{Compared, LoadedPairs};
use crate::boxes::store::OrientedBox;
use crate::call::formula::RowFormula;
use crate::shapes::aligned::AxisAlignedBox;
use crate::shapes::lanes::sum_of_row;
use crate::vector::is_finite;

/// The same for each meter of the center's coordinate, without unit: twice the rounding of the sum
/// of coordinate and reach.
const BOUNDS_CENTER_GROWTH: f32 = f32::EPSILON;

/// How far the world bounds of a box extend beyond it on each side, for each meter of its three half extents,
/// without unit.
///
/// A borrowed rotation may be off unit length by 1e-6, which moves an entry of its matrix by twice
/// [`BORROWED_ROTATION_LENGTH_TOLERANCE`], 4e-6; computing an entry rounds four times, the product with the
/// half extent once and the sums five times, 6e-7 in all. So bounds never lie inside the box, and are too
/// large by at most twice this.
const BOUNDS_GROWTH: f32 = 5e-6;

/// The query; see [`crate::Engine::aabbs`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldBounds;

impl RowFormula<Compared<'_, OrientedBox, ()>> for WorldBounds {
    type Row = AxisAlignedBox;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, ()>,
        _lengths: I::Real,
        rows: &mut [AxisAlignedBox],
    ) {
        let center = batch.a.center;
        let half_axes = batch.a.half_axes(isa);
        let extents = batch.a.half_extents;
        let size = (extents[0] + extents[1]) + extents[2];
        // The smallest normal number is for boxes so small that products underflow.
        let growth = size * isa.splat(BOUNDS_GROWTH) + isa.splat(f32::MIN_POSITIVE);
        let mut bounds = [[isa.splat(0.0); 4]; 2];
        for k in 0..3 {
            let [x, y, z] = [half_axes[0][k].abs(), half_axes[1][k].abs(), half_axes[2][k].abs()];
            let grown = ((x + y) + z) + growth;
            let reach = center[k].abs() * isa.splat(BOUNDS_CENTER_GROWTH) + grown;
            bounds[0][k] = center[k] - reach;
            bounds[1][k] = center[k] + reach;
        }
        let [least, greatest] = bounds;
        let finite = is_finite(isa, sum_of_row(&greatest) - sum_of_row(&least));
        let nan = isa.splat(f32::NAN);
        for corner in &mut bounds {
            for component in &mut corner[..3] {
                *component = Lanes::select(finite, *component, nan);
            }
        }
        isa.store_records(bounds, rows);
    }
}
