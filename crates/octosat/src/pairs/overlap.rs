//! The boolean query: no square root, no division, and no early exit.
//!
//! An early exit gains nothing if many pairs overlap, because some lane always continues. Packing the
//! remaining pairs between faces and edges costs more than the edges it saves.

use octosat_lanes::{Isa, Lanes, folded};

use crate::axes::fifteen::{
    cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::axes::frame::Frame;
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::dispatch::BitKernel;
use crate::call::length::Length;
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;

/// The lanes whose boxes share a point: no axis of the fifteen separates them. False for NaN.
#[inline(always)]
pub(crate) fn overlap<F: Lanes>(frame: &Frame<F>) -> F::Mask {
    let magnitudes = magnitudes(&frame.rotation);
    let cofactors = [
        cofactors(&frame.rotation, 0),
        cofactors(&frame.rotation, 1),
        cofactors(&frame.rotation, 2),
    ];
    let mut touching = face_of_a(frame, &magnitudes, 0).touches();
    for i in 1..3 {
        touching = touching & face_of_a(frame, &magnitudes, i).touches();
    }
    for j in 0..3 {
        touching = touching & face_of_b(frame, &magnitudes, j).touches();
        for i in 0..3 {
            let edges = edge_pair(frame, &magnitudes, cofactors[i], i, j);
            touching = touching & edges.touches();
        }
    }
    touching
}

/// The lanes whose boxes no axis of the fifteen separates by more than `within`, in meters.
///
/// An edge pair's gap carries the length of its cross product; its square is compared with the
/// square of `within` at the same length, so that no root is needed.
#[inline(always)]
pub(crate) fn overlap_within<I: Isa>(isa: I, frame: &Frame<I::Real>, farthest: I::Real) -> I::Mask {
    let magnitudes = magnitudes(&frame.rotation);
    let zero = isa.splat(0.0);
    let is_positive = zero.less(farthest);
    let farthest_squared = farthest * farthest;
    let mut near = face_of_a(frame, &magnitudes, 0).gap().at_most(farthest);
    for i in 1..3 {
        near = near & face_of_a(frame, &magnitudes, i).gap().at_most(farthest);
    }
    for j in 0..3 {
        near = near & face_of_b(frame, &magnitudes, j).gap().at_most(farthest);
    }
    let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
    folded::<3, _>(
        near,
        #[inline(always)]
        |mut near, i| {
            let cofactors = cofactors(&frame.rotation, i);
            for j in 0..3 {
                let gap = edge_pair(frame, &magnitudes, cofactors, i, j).gap();
                let length_squared = edge_length_squared(frame, i, j);
                // The squares of a tiny cross product and of a tiny gap would underflow unequally.
                let parallel = length_squared.less(parallel);
                let within = (gap * gap).at_most(farthest_squared * length_squared) | parallel;
                near = near & (gap.at_most(zero) | (is_positive & within));
            }
            near
        },
    )
}

/// The query about pairs of boxes; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlaps;

impl BitKernel<Pairs<'_>> for Overlaps {
    const NANOSECONDS: usize = 8;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, Pairs<'_>>, words: &mut [u64]) {
        isa.enter(
            #[inline(always)]
            || match batches.length {
                Length::None => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let PairLanes { a, b } = batches.load(isa, first);
                        overlap(&a.frame(isa, &b))
                    },
                ),
                _ => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let PairLanes { a, b } = batches.load(isa, first);
                        let frame = a.frame(isa, &b);
                        overlap_within(isa, &frame, batches.lengths(isa, first))
                    },
                ),
            },
        );
    }
}
