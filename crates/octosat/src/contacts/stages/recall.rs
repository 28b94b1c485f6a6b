//! What is remembered of a batch of pairs, and the pairs that need no more than that: dismissed by
//! last frame's axis, or at rest with last frame's manifold.
//!
//! The pairs that go on wait in a queue, and all stages after work on full batches of them.

use octosat_lanes::{
    Arithmetic, BoundedPairs, Columns, Exact, IntegerLanes, Isa, Lanes, Mask, PairBuffer, PairSide,
    Row,
};

use super::axis::shows;
use super::batch::{Batch, Remembered, edge_or_face, number};
use super::compact::index;
use super::faces::{FaceChoice, LastFaces, columns};
use super::recycle::{KeptManifold, Moved};
use super::rows::Verdicts;
use super::{Scratch, Stages};
use crate::choice::MetricFrame;
use crate::choice::local_normal;
use crate::coherence::{
    APART, AXIS_NUMBER, CLOSEST_POINTS, FEATURES, HEADER, PairMemory, ROWS, SECOND_LINE,
};
use crate::contacts::{ContactStatus, Manifold};
use crate::frame::{Basis, Unit, dot};
use crate::tolerances::{RECYCLED_CLOSEST_MOTION, ROTATION_LENGTH_TOLERANCE};

/// For how many pairs ahead memories are asked for: they stream through the cache, one line of each, and the
/// CPU by itself asks too late. Of 24, 64 and 160 the last was best, on a Zen 5.
const MEMORIES_AHEAD: usize = 160;

/// The header of a batch's memories, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recalled<I: Isa> {
    /// As [`HEADER`] says.
    verdict: I::Integer,
    faces: I::Integer,
    shape: I::Real,
    margin: I::Real,
}

/// 1 + the feature of each point of last frame, zero for none, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastFeatures<I: Isa>(pub(super) [I::Integer; 4]);

impl<I: Isa> LastFeatures<I> {
    /// Loads them where they are looked at: with the header, they went to the stack and back.
    #[inline(always)]
    pub(super) fn load(isa: I, memories: &Memories<'_>) -> Self {
        let [[first, second, third, fourth]] = memories.load(isa, [FEATURES]);
        Self([first.to_bits(), second.to_bits(), third.to_bits(), fourth.to_bits()])
    }

    /// Whether last frame had a point of this feature.
    #[inline(always)]
    pub(super) fn have(&self, isa: I, feature: I::Integer) -> I::Mask {
        let name = feature + isa.splat_integer(1);
        let [first, second, third, fourth] = self.0;
        (first.equals(name) | second.equals(name)) | (third.equals(name) | fourth.equals(name))
    }
}

/// The memories of a batch: which, and all of them.
///
/// Made once a batch, and not for each load from it: the places of sixteen rows took as many
/// instructions as the rows.
#[derive(Clone, Copy)]
pub(super) struct Memories<'a> {
    memory: &'a [PairMemory],
    places: BoundedPairs<'a>,
}

impl<'a> Memories<'a> {
    /// The memories at `positions`; positions past the last one, which only fill up a batch, become
    /// the last.
    ///
    /// # Panics
    /// If there are no memories: the stages that read them run only where there are.
    #[inline(always)]
    pub(super) fn at(
        memory: &'a [PairMemory],
        positions: &[u32],
        buffer: &'a mut PairBuffer,
    ) -> Self {
        Self { memory, places: BoundedPairs::clamped(positions, memory.len(), buffer) }
    }

    /// Some of their rows, transposed into lanes.
    #[inline(always)]
    pub(super) fn load<I: Isa, const N: usize>(
        &self,
        isa: I,
        rows: [usize; N],
    ) -> [[I::Real; 4]; N] {
        let records: &[[Row; ROWS]] = bytemuck::cast_slice(self.memory);
        let Some(columns) = Columns::interleaved(records, rows) else {
            panic!("a memory has no such row");
        };
        isa.load_rows(&columns, &self.places, PairSide::A)
    }
}

impl<I: Isa> Recalled<I> {
    #[inline(always)]
    pub(super) fn load(isa: I, memories: &Memories<'_>) -> Self {
        let [[verdict, faces, shape, margin]] = memories.load(isa, [HEADER]);
        Self { verdict: verdict.to_bits(), faces: faces.to_bits(), shape, margin }
    }

    /// Pairs that were in contact by faces that were clipped, with an axis and points that may be held.
    #[inline(always)]
    pub(super) fn touching(&self, isa: I) -> I::Mask {
        isa.splat_integer(0).less(self.verdict) & self.verdict.less(isa.splat_integer(APART))
    }

    /// Pairs whose contact was that of their closest points.
    #[inline(always)]
    pub(super) fn closest(&self, isa: I) -> I::Mask {
        isa.splat_integer(CLOSEST_POINTS - 1).less(self.verdict)
    }

    /// The number of the axis that decided, minus one where nothing is known.
    #[inline(always)]
    pub(super) fn code(&self, isa: I) -> I::Integer {
        (self.verdict & isa.splat_integer(AXIS_NUMBER)) - isa.splat_integer(1)
    }

    /// Whether the faces that were clipped have this number.
    #[inline(always)]
    pub(super) fn had_faces(&self, number: I::Integer) -> I::Mask {
        self.faces.equals(number)
    }

    /// The faces that were clipped, of pairs of which some were.
    #[inline(always)]
    pub(super) fn last_faces(&self, isa: I) -> LastFaces<I> {
        LastFaces { choice: self.faces(isa), known: self.touching(isa) }
    }

    /// The faces that were clipped, of pairs that were in contact.
    #[inline(always)]
    pub(super) fn faces(&self, isa: I) -> FaceChoice<I> {
        FaceChoice::from_number(isa, self.faces)
    }

    /// Whether the boxes' extents and the margin are still those the manifold was computed for; the
    /// margin may have grown by `slack`.
    #[inline(always)]
    pub(super) fn fits(&self, shape: I::Real, margin: I::Real, slack: I::Real) -> I::Mask {
        self.shape.equals(shape) & margin.at_most(self.margin + slack)
    }
}

/// What half extents are multiplied with to become one number. Not whole numbers: extents that change by
/// round parts of each other would give the same sum again.
const SHAPE_WEIGHTS: [f32; 3] = [1.0, core::f32::consts::SQRT_2, core::f32::consts::PI];

/// One number for six half extents. Where they change by more than the rounding of their own box' sum it
/// is another one, but for chance: one change in some ten million gives the same.
#[inline(always)]
pub(super) fn shape<I: Isa>(isa: I, frame: &MetricFrame<I::Real>) -> I::Real {
    let [first, second, third] = SHAPE_WEIGHTS;
    let weights = [isa.splat(first), isa.splat(second), isa.splat(third)];
    let of_a = dot::<_, Exact>(weights, frame.own_a);
    let of_b = dot::<_, Exact>(weights, frame.own_b);
    // A product: in a sum, a large box would hide any change of a small one. And by the part that b has of
    // both: in a product alone, a box of twice the size would hide that the other has half of it.
    (of_a * of_b) * (isa.splat(1.0) + of_b / (of_a + of_b))
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

/// Whether a direction is of unit length, as that of an edge axis is not where rounding has left
/// nothing of it; such axes are no candidates of the search either.
#[inline(always)]
pub(super) fn is_unit<I: Isa, A: Arithmetic>(isa: I, direction: [I::Real; 3]) -> I::Mask {
    let off = dot::<_, A>(direction, direction) - isa.splat(1.0);
    off.abs().at_most(isa.splat(ROTATION_LENGTH_TOLERANCE))
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Settles the pairs that memory can settle, and queues the others.
    ///
    /// Always in exact arithmetic: compiled for both, the kernels took a quarter longer.
    pub(super) fn recall(&mut self) {
        let isa = self.isa;
        self.sort_by_memory();
        isa.enter(
            #[inline(always)]
            || self.still_apart(),
        );
        if let Some(motion) = self.out.options.recycled_motion {
            isa.enter(
                #[inline(always)]
                || self.at_rest(motion),
            );
        }
        self.queue_open();
    }

    /// Sorts the chunk's pairs by what is remembered: apart, or in contact where that may be
    /// recycled. Batches of both kinds would pay for both.
    fn sort_by_memory(&mut self) {
        let recycles = self.out.options.recycled_motion.is_some();
        let rows: &[Row] = bytemuck::cast_slice(self.out.memory);
        let Scratch { apart_before, resting, settled, .. } = self.scratch;
        settled.fill(false);
        let [mut apart, mut resting] = [apart_before.appending(), resting.appending()];
        for (position, memory) in (0_u32..).zip(self.out.memory.iter()) {
            let touched = memory.had_contacts();
            let place = position as usize;
            self.isa.prefetch_row(rows, (place + MEMORIES_AHEAD) * ROWS);
            // The second line, of pairs in contact; of others the first once more.
            let second = SECOND_LINE * usize::from(touched);
            self.isa.prefetch_row(rows, place * ROWS + second);
            apart.push(position, memory.was_apart());
            resting.push(position, recycles & touched);
            if place.is_multiple_of(I::LANES) {
                self.chunk.prefetch(self.isa, place);
            }
        }
    }

    /// Queues the pairs that memory has not settled.
    fn queue_open(&mut self) {
        let Scratch { open, settled, .. } = self.scratch;
        let mut open = open.appending();
        for (position, &settled) in (0_u32..).zip(&settled[..self.out.manifolds.len()]) {
            open.push(position, !settled);
        }
    }

    /// Dismisses pairs that last frame's axis still separates by more than the margin.
    #[inline(always)]
    fn still_apart(&mut self) {
        let isa = self.isa;
        let zero = isa.splat(0.0);
        self.scratch.apart_before.pad::<I>();
        let mut next = 0;
        while next < self.scratch.apart_before.len() {
            let positions = self.scratch.apart_before.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<Exact>(&sides);
            let mut buffer = PairBuffer::new();
            let memories = Memories::at(self.out.memory, positions, &mut buffer);
            let recalled = Recalled::load(isa, &memories);
            let code = recalled.code(isa);
            let direction = local_normal::<I, Exact>(isa, &frame, code);
            let gap = gap_along::<I, Exact>(&frame, direction);
            let beyond = self.chunk.margins_at(isa, positions).less(gap);
            let sound = gap.at_most(isa.splat(f32::MAX)) & is_unit::<I, Exact>(isa, direction);
            let apart = (beyond & sound).bits();
            let status = number(isa, ContactStatus::SEPARATED);
            let count = isa.splat_integer(0);
            let verdicts = Verdicts { count, depth: zero - gap, code, status };
            self.scratch.rows.keep(isa, [zero; 3], verdicts);
            for (lane, &position) in positions.iter().enumerate() {
                // A row that is not final is overwritten later.
                self.out.manifolds[position as usize] = self.scratch.rows.row(lane);
                self.scratch.settled[position as usize] = apart >> lane & 1 == 1;
            }
            next += I::LANES;
        }
    }

    /// Takes over the manifolds of pairs that hardly moved.
    #[inline(always)]
    fn at_rest(&mut self, motion: f32) {
        let isa = self.isa;
        self.scratch.resting.pad::<I>();
        let mut next = 0;
        while next < self.scratch.resting.len() {
            let positions = self.scratch.resting.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<Exact>(&sides);
            let margins = self.chunk.margins_at(isa, positions);
            // After the boxes: memories loaded before went to the stack while frames were made.
            let mut buffer = PairBuffer::new();
            let memories = Memories::at(self.out.memory, positions, &mut buffer);
            let kept = KeptManifold::load(isa, &memories);
            let recalled = Recalled::load(isa, &memories);
            let batch = Batch { sides: &sides, frame: &frame, margins, options: self.out.options };
            let gap = gap_along::<I, Exact>(&frame, kept.normal);
            let squared = kept.motion_squared::<Exact>(isa, &frame);
            let moved = Moved { squared, part: motion, margins };
            let fits = kept.fits(isa, &frame, &recalled, moved) & gap.at_most(margins);
            let verdicts = recycled_verdicts(isa, gap, &recalled);
            let normal = Unit::to_world::<I, Exact>(isa, &sides.a, kept.normal);
            self.scratch.rows.keep(isa, normal, verdicts);
            let remembered = Remembered { recalled: &recalled, memories };
            let recycled = &mut self.scratch.recycled;
            let least = kept.moved::<Exact>(isa, &batch, remembered, recycled);
            let shown = shows::<I>(isa, &frame, [least, gap]);
            // Boxes that have rolled onto a corner that was no contact do not recycle, and closest points do
            // only while there is a way between them and it has hardly turned.
            let reach = isa.splat(RECYCLED_CLOSEST_MOTION) * gap;
            let leads = isa.splat(0.0).less(gap) & squared.at_most(reach * reach);
            let leads = leads | !recalled.closest(isa);
            let recycles = (fits & leads & shown).bits();
            let waiting = (self.scratch.resting.len() - next).min(I::LANES);
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                if recycles >> lane & 1 == 1 {
                    let first = self.out.len;
                    let len = self.scratch.recycled.write(lane, &mut self.out.points[first..]);
                    self.out.len += usize::from(len);
                    let row = self.scratch.rows.row(lane);
                    self.out.manifolds[position as usize] =
                        Manifold { first: index(first), len, ..row };
                    self.scratch.settled[position as usize] = true;
                }
            }
            next += I::LANES;
        }
    }
}

/// Depth, axis and status of recycled manifolds.
#[inline(always)]
fn recycled_verdicts<I: Isa>(isa: I, gap: I::Real, recalled: &Recalled<I>) -> Verdicts<I::Real> {
    let closest = recalled.closest(isa);
    let code = recalled.code(isa);
    let [edge, face] = [ContactStatus::EDGE.recycled(), ContactStatus::FACE.recycled()];
    let status = edge_or_face(isa, code, edge, face);
    let recycled = number(isa, ContactStatus::CLOSEST.recycled());
    let status = IntegerLanes::select(closest, recycled, status);
    Verdicts { count: isa.splat_integer(0), depth: isa.splat(0.0) - gap, code, status }
}
