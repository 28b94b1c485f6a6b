//! The kernels of pre-scaled boxes: overlap at the scale of the axes, all else in meters.

use octosat_lanes::{Isa, Lanes, Mask, folded};
use octosat_rows::Penetration;

use super::frame::{ScaledFrame, ScaledLanes, metric_frame};
use super::source::ScaledRows;
use crate::axes::choice::{best_axis, best_face, local_normal};
use crate::axes::fifteen::{Projection, along_edges, cofactors, magnitudes};
use crate::call::batches::Batches;
use crate::call::dispatch::BitKernel;
use crate::call::formula::RowFormula;
use crate::call::length::Length;
use crate::pairs::overlap::overlap_within;
use crate::pairs::penetration::{Stored, write_faces};
use crate::vector::{Following, following};

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledOverlaps;

impl BitKernel<ScaledRows<'_>> for ScaledOverlaps {
    const NANOSECONDS: usize = 8;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, ScaledRows<'_>>, words: &mut [u64]) {
        isa.enter(
            #[inline(always)]
            || match batches.length {
                Length::None => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let [a, b] = batches.load(isa, first);
                        overlap(&ScaledFrame::of(isa, &a, &b))
                    },
                ),
                _ => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let [a, b] = batches.load(isa, first);
                        let frame = metric_frame(isa, &a, &b);
                        overlap_within(isa, &frame, batches.lengths(isa, first))
                    },
                ),
            },
        );
    }
}

/// The lanes whose boxes share a point: no axis of the fifteen separates them. False for NaN.
///
/// The comparisons are those of [`crate::axes::fifteen`], each multiplied by the lengths of the axes it is made of.
#[inline(always)]
fn overlap<F: Lanes>(frame: &ScaledFrame<F>) -> F::Mask {
    let sizes = magnitudes(&frame.rotation);
    let face_of_a = |i: usize| {
        let radius = extended(frame.own_a[i], sizes[i], frame.carried_b);
        Projection { distance: frame.offset_a[i].abs(), radius }
    };
    let face_of_b = |j: usize| {
        let column = [sizes[0][j], sizes[1][j], sizes[2][j]];
        let radius = extended(frame.own_b[j], column, frame.carried_a);
        Projection { distance: frame.offset_b[j].abs(), radius }
    };
    let edge_pair = |cofactors: [F; 3], i: usize, j: usize| {
        let Following { first: l, second: m } = following(i);
        let Following { first: p, second: q } = following(j);
        let distance = along_edges(&frame.rotation, frame.offset_a, i, j).abs();
        let along_l = frame.own_a[l] * sizes[m][j];
        let radius = frame.own_a[m] * sizes[l][j] + along_l;
        let radius = radius + cofactors[q].keep(frame.carried_b[p]);
        Projection { distance, radius: radius + cofactors[p].keep(frame.carried_b[q]) }
    };
    let touching = face_of_a(0).touches() & face_of_a(1).touches() & face_of_a(2).touches();
    let touching =
        touching & (face_of_b(0).touches() & face_of_b(1).touches() & face_of_b(2).touches());
    folded::<3, _>(
        touching,
        #[inline(always)]
        |mut touching, i| {
            let cofactors = cofactors(&frame.rotation, i);
            for j in 0..3 {
                touching = touching & edge_pair(cofactors, i, j).touches();
            }
            touching
        },
    )
}

/// A radius grown by the magnitudes along the axes that carry a half extent.
#[inline(always)]
fn extended<F: Lanes>(radius: F, [x, y, z]: [F; 3], [by_x, by_y, by_z]: [F::Mask; 3]) -> F {
    ((radius + x.keep(by_x)) + y.keep(by_y)) + z.keep(by_z)
}

/// The query; see [`crate::Engine::penetrations`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledPenetrations;

impl RowFormula<ScaledRows<'_>> for ScaledPenetrations {
    type Row = Penetration;

    const NANOSECONDS: usize = 14;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        [a, b]: &[ScaledLanes<I::Real>; 2],
        farthest: I::Real,
        rows: &mut [Penetration],
    ) {
        let frame = metric_frame(isa, a, b);
        let face = best_face(isa, &frame);
        let goes_on = (face.best.separation.at_most(farthest) & face.finite).bits();
        let best = best_axis(isa, &frame, face.best);
        let normal = a.in_world(isa, local_normal(isa, &frame, best.code));
        let stored = Stored::new(isa, normal, isa.splat(0.0) - best.separation, best.code);
        write_faces(isa, face, rows);
        for (lane, row) in rows.iter_mut().enumerate() {
            if goes_on >> lane & 1 == 1 {
                *row = stored.row(lane);
            }
        }
    }
}
