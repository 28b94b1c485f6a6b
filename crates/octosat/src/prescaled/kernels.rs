//! The kernels of pre-scaled boxes: overlap at the scale of the axes, all else in meters.

use octosat_lanes::{IntegerLanes, Isa, Lanes, folded};
use octosat_rows::Penetration;

use super::frame::{ScaledFrame, ScaledPairs, metric_frame};
use super::scaled_box::ScaledBox;
use crate::axes::choice::{best_axis, best_face, local_normal};
use crate::axes::fifteen::{Magnitudes, Projection, along_edges, cofactors, magnitudes};
use crate::call::batches::{Batches, Both};
use crate::call::dispatch::BitKernel;
use crate::call::formula::RowFormula;
use crate::call::length::Length;
use crate::pairs::overlap::overlap_within;
use crate::pairs::penetration::Stored;
use crate::vector::{Following, following};

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledOverlaps;

impl BitKernel<ScaledPairs<'_>> for ScaledOverlaps {
    const NANOSECONDS: usize = 8;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, ScaledPairs<'_>>, words: &mut [u64]) {
        isa.enter(
            #[inline(always)]
            || match batches.length {
                Length::None => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let Both { a, b } = batches.load(isa, first);
                        overlap(&ScaledFrame::of(isa, &a, &b))
                    },
                ),
                _ => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let Both { a, b } = batches.load(isa, first);
                        let frame = metric_frame(isa, &a, &b);
                        overlap_within(isa, &frame, batches.lengths(isa, first))
                    },
                ),
            },
        );
    }
}

/// The lanes whose boxes share a point: no axis of the fifteen separates them. False for NaN.
#[inline(always)]
fn overlap<F: Lanes>(frame: &ScaledFrame<F>) -> F::Mask {
    let sizes = &magnitudes(&frame.rotation);
    let mut touching = frame.face_of_a(sizes, 0).touches();
    for i in 1..3 {
        touching = touching & frame.face_of_a(sizes, i).touches();
    }
    for j in 0..3 {
        touching = touching & frame.face_of_b(sizes, j).touches();
    }
    folded::<3, _>(
        touching,
        #[inline(always)]
        |mut touching, i| {
            let cofactors = cofactors(&frame.rotation, i);
            for j in 0..3 {
                touching = touching & frame.edge_pair(sizes, cofactors, i, j).touches();
            }
            touching
        },
    )
}

/// The comparisons of [`crate::axes::fifteen`], each multiplied by the lengths of the axes it is made of.
impl<F: Lanes> ScaledFrame<F> {
    #[inline(always)]
    fn face_of_a(&self, sizes: &Magnitudes<F>, i: usize) -> Projection<F> {
        let radius = extended(self.own_a[i], sizes[i], self.carried_b);
        Projection { distance: self.offset_a[i].abs(), radius }
    }

    #[inline(always)]
    fn face_of_b(&self, sizes: &Magnitudes<F>, j: usize) -> Projection<F> {
        let column = [sizes[0][j], sizes[1][j], sizes[2][j]];
        let radius = extended(self.own_b[j], column, self.carried_a);
        Projection { distance: self.offset_b[j].abs(), radius }
    }

    #[inline(always)]
    fn edge_pair(
        &self,
        sizes: &Magnitudes<F>,
        cofactors: [F; 3],
        i: usize,
        j: usize,
    ) -> Projection<F> {
        let Following { first: l, second: m } = following(i);
        let Following { first: p, second: q } = following(j);
        let distance = along_edges(&self.rotation, self.offset_a, i, j).abs();
        let along_l = self.own_a[l] * sizes[m][j];
        let radius = self.own_a[m] * sizes[l][j] + along_l;
        let radius = radius + cofactors[q].keep(self.carried_b[p]);
        Projection { distance, radius: radius + cofactors[p].keep(self.carried_b[q]) }
    }
}

/// A radius grown by the magnitudes along the axes that carry a half extent.
#[inline(always)]
fn extended<F: Lanes>(radius: F, [x, y, z]: [F; 3], [by_x, by_y, by_z]: [F::Mask; 3]) -> F {
    ((radius + x.keep(by_x)) + y.keep(by_y)) + z.keep(by_z)
}

/// The query; see [`crate::Engine::penetrations`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledPenetrations;

impl RowFormula<ScaledPairs<'_>> for ScaledPenetrations {
    type Row = Penetration;

    const NANOSECONDS: usize = 14;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        Both { a, b }: &Both<I, ScaledBox, 4>,
        farthest: I::Real,
        rows: &mut [Penetration],
    ) {
        let frame = metric_frame(isa, a, b);
        let face = best_face(isa, &frame);
        let near = face.best.separation.at_most(farthest) & face.finite;
        let best = best_axis(isa, &frame, face.best);
        let [x, y, z] = a.in_world(isa, local_normal(isa, &frame, best.code));
        let normal = [x.keep(near), y.keep(near), z.keep(near)];
        let separation = Lanes::select(near, best.separation, face.best.separation);
        let separation = Lanes::select(face.finite, separation, isa.splat(f32::NAN));
        let code = IntegerLanes::select(near, best.code, face.best.code);
        let stored = Stored::new(isa, normal, isa.splat(0.0) - separation, code);
        for (lane, row) in rows.iter_mut().enumerate() {
            *row = stored.row(lane);
        }
    }
}
