//! What is remembered of a batch of pairs, and the pairs that need no more than that: dismissed by
//! last frame's axis, or at rest with last frame's manifold.
//!
//! The pairs that go on wait in a queue, and all stages after work on full batches of them.

use octosat_lanes::{
    Arithmetic, BoundedPairs, Columns, Isa, Lanes, MAX_LANES, Mask, PairSide, Row,
};

use super::batch::{Batch, number};
use super::faces::{FaceChoice, Which, columns};
use super::recycle::{KeptManifold, Moved};
use super::rows::Verdicts;
use super::{Stages, index};
use crate::coherence::{FEATURES, HEADER, PairMemory, ROWS};
use crate::contacts::{ContactStatus, Manifold};
use crate::frame::{Basis, dot};
use crate::kernels::choice::{FIRST_EDGE_AXIS, MetricFrame, local_normal};

/// The header of a batch's memories, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recalled<I: Isa> {
    /// 1 + the axis number of pairs in contact, its negation for pairs apart, zero for neither.
    verdict: I::Real,
    faces: I::Real,
    shape: I::Real,
    margin: I::Real,
    pub(super) features: [I::Real; 4],
}

/// Rows of the memories at `positions`, transposed into lanes; positions past the last memory, which
/// only fill up a batch, read the last.
#[inline(always)]
pub(super) fn load<I: Isa, const N: usize>(
    isa: I,
    memory: &[PairMemory],
    positions: &[u32],
    rows: [usize; N],
) -> [[I::Real; 4]; N] {
    let nothing = [[isa.splat(0.0); 4]; N];
    let records: &[[Row; ROWS]] = bytemuck::cast_slice(memory);
    let Some(last) = records.len().checked_sub(1) else { return nothing };
    let mut places = [[0_u32; 2]; MAX_LANES];
    #[expect(clippy::cast_possible_truncation, reason = "a chunk holds 512 pairs")]
    for (place, &position) in places.iter_mut().zip(positions) {
        *place = [position.min(last as u32); 2];
    }
    let places = BoundedPairs::check(&places[..I::LANES], records.len());
    match (places, Columns::interleaved(records, rows)) {
        (Ok(places), Some(columns)) => isa.load_rows(&columns, &places, PairSide::A),
        _ => nothing,
    }
}

impl<I: Isa> Recalled<I> {
    #[inline(always)]
    pub(super) fn load(isa: I, memory: &[PairMemory], positions: &[u32]) -> Self {
        let [[verdict, faces, shape, margin], features] =
            load(isa, memory, positions, [HEADER, FEATURES]);
        Self { verdict, faces, shape, margin, features }
    }

    /// Pairs that were apart.
    #[inline(always)]
    pub(super) fn apart(&self, isa: I) -> I::Mask {
        self.verdict.less(isa.splat(0.0))
    }

    /// Pairs that were in contact.
    #[inline(always)]
    pub(super) fn touching(&self, isa: I) -> I::Mask {
        isa.splat(0.0).less(self.verdict)
    }

    /// The number of the axis that decided.
    #[inline(always)]
    pub(super) fn code(&self, isa: I) -> I::Real {
        self.verdict.abs() - isa.splat(1.0)
    }

    /// Whether the faces that were clipped have this number.
    #[inline(always)]
    pub(super) fn had_faces(&self, number: I::Real) -> I::Mask {
        self.faces.equals(number)
    }

    /// The faces that were clipped, of pairs that were in contact.
    #[inline(always)]
    pub(super) fn faces(&self, isa: I) -> FaceChoice<I> {
        let [four, eight] = [isa.splat(4.0), isa.splat(8.0)];
        let second = four.at_most(self.faces);
        let third = eight.at_most(self.faces);
        let base = Lanes::select(third, eight, four.keep(second));
        let of_b = Which::new(second & !third, third);
        FaceChoice { a: Which::from_number(isa, self.faces - base), b: of_b }
    }

    /// Whether the boxes' extents and the margin are still those the manifold was computed for; the
    /// margin may have grown by `slack`.
    #[inline(always)]
    pub(super) fn fits(&self, shape: I::Real, margin: I::Real, slack: I::Real) -> I::Mask {
        self.shape.equals(shape) & margin.at_most(self.margin + slack)
    }
}

/// One number for six half extents: differs wherever one of them does, but for rare coincidence.
#[inline(always)]
pub(super) fn shape<I: Isa>(isa: I, frame: &MetricFrame<I::Real>) -> I::Real {
    let [a, b] = [frame.own_a, frame.own_b];
    let [two, eight] = [isa.splat(2.0), isa.splat(8.0)];
    let of_a = (a[0] + two * a[1]) + (two * two) * a[2];
    let of_b = (b[0] + two * b[1]) + (two * two) * b[2];
    of_a + eight * of_b
}

/// The gap between the boxes along a unit direction of a's frame, towards b; negative for overlap.
#[inline(always)]
pub(super) fn gap_along<I: Isa, A: Arithmetic>(
    frame: &MetricFrame<I::Real>,
    direction: [I::Real; 3],
) -> I::Real {
    let mut radius = frame.own_a[0] * direction[0].abs();
    for k in 1..3 {
        radius = A::multiply_add(frame.own_a[k], direction[k].abs(), radius);
    }
    for (column, extent) in columns(frame).into_iter().zip(frame.own_b) {
        radius = A::multiply_add(extent, dot::<_, A>(column, direction).abs(), radius);
    }
    dot::<_, A>(direction, frame.offset_a) - radius
}

impl<I: Isa, B: Basis> Stages<'_, '_, '_, '_, I, B> {
    /// Writes the rows of pairs that last frame decides; queues the others.
    #[inline(always)]
    pub(super) fn recall<A: Arithmetic>(&mut self) {
        let isa = self.isa;
        let mut first = 0_u32;
        while (first as usize) < self.chunk.len() {
            let mut positions = [0_u32; MAX_LANES];
            for (position, number) in positions.iter_mut().zip(first..) {
                *position = number;
            }
            self.chunk.prefetch(isa, first as usize);
            let settled = self.settle_by_memory::<A>(first as usize, &positions[..I::LANES]);
            self.scratch.open.push(isa, !settled, first, []);
            #[expect(clippy::cast_possible_truncation, reason = "the widest backend has 16 lanes")]
            {
                first += I::LANES as u32;
            }
        }
        self.scratch.open.forget_from(self.out.manifolds.len());
    }

    /// Writes the rows of a batch; true for the pairs whose row is final.
    #[inline(always)]
    fn settle_by_memory<A: Arithmetic>(&mut self, start: usize, positions: &[u32]) -> I::Mask {
        let isa = self.isa;
        let zero = isa.splat(0.0);
        let recalled = Recalled::load(isa, self.out.memory, positions);
        let apart = recalled.apart(isa);
        let nobody = zero.less(zero);
        let may_recycle = match self.out.options.recycled_motion {
            Some(_) => recalled.touching(isa),
            None => nobody,
        };
        if (apart | may_recycle).bits() == 0 {
            return nobody;
        }
        let sides = self.chunk.load(isa, start);
        let frame = self.frame::<A>(&sides);
        let margins = self.chunk.margins(isa, start);
        let mut direction = local_normal::<I, A>(isa, &frame, recalled.code(isa));
        let mut recycled = nobody;
        if let Some(motion) = self.out.options.recycled_motion {
            let kept = KeptManifold::load(isa, self.out.memory, positions);
            recycled = may_recycle
                & kept.fits::<A>(isa, &frame, &recalled, Moved { part: motion, margins });
            for (component, of_kept) in direction.iter_mut().zip(kept.normal) {
                *component = Lanes::select(recycled, of_kept, *component);
            }
            let batch = Batch { sides: &sides, frame: &frame, margins, options: self.out.options };
            recycled =
                recycled & kept.moved::<A, B>(isa, &batch, &recalled, &mut self.scratch.recycled);
        }
        let gap = gap_along::<I, A>(&frame, direction);
        let finite = gap.abs().at_most(isa.splat(f32::MAX));
        let apart = apart & margins.less(gap) & finite;
        let recycled = recycled & gap.at_most(margins) & finite;

        let mut normal = B::to_world::<I, A>(isa, &sides.a, direction);
        for component in &mut normal {
            *component = component.keep(recycled);
        }
        let is_edge = isa.splat(FIRST_EDGE_AXIS).at_most(recalled.code(isa));
        let [edge, face] = [ContactStatus::EDGE, ContactStatus::FACE];
        let edge_or_face =
            Lanes::select(is_edge, number(isa, edge.recycled()), number(isa, face.recycled()));
        let separated = number(isa, ContactStatus::SEPARATED);
        let status = Lanes::select(recycled, edge_or_face, separated);
        let verdicts = Verdicts { depth: zero - gap, code: recalled.code(isa), status };
        self.scratch.rows.keep(isa, normal, verdicts);
        self.write_recalled(start, apart | recycled, recycled);
        apart | recycled
    }

    /// Copies the settled rows of a batch and the points of those that are recycled.
    #[inline(always)]
    fn write_recalled(&mut self, start: usize, settled: I::Mask, recycled: I::Mask) {
        let recycled = recycled.bits();
        let mut settled = settled.bits();
        while settled != 0 {
            let lane = settled.trailing_zeros() as usize;
            settled &= settled - 1;
            let position = start + lane;
            let Some(row) = self.out.manifolds.get_mut(position) else { return };
            *row = self.scratch.rows.row(lane);
            if recycled >> lane & 1 == 1 {
                let features = &self.out.memory[position].rows[FEATURES];
                let first = self.out.len;
                let points = &mut self.out.points[first..];
                let len = self.scratch.recycled.write(lane, features, points);
                self.out.len += len;
                #[expect(clippy::cast_possible_truncation, reason = "at most four points")]
                {
                    *row = Manifold { first: index(first), len: len as u8, ..*row };
                }
            }
        }
    }
}
