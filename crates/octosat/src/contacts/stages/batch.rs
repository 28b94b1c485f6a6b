//! One batch of pairs, from frames to contacts in memory.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask, Singles, repeated, unrolled};

use super::axis::{ContactAxis, shows};
use super::edges::Edges;
use super::faces::{FacePair, FacePlane, PlanePoint, clamped};
use super::features::{CLOSEST, Features};
use super::output::{BatchMemory, Outcomes, number};
use super::points::WorldFace;
use super::reduce::{End, count_all};
use super::sides::RectangleSides;
use super::slots::Slots;
use crate::axes::choice::{is_edge_axis, smaller_extents};
use crate::axes::frame::Frame;
use crate::call::batches::PairLanes;
use crate::contacts::{ContactOptions, ContactStatus, PointLimit, PointOrigin};
use crate::vector::dot;

/// A batch of pairs, loaded.
pub(super) struct Batch<'a, I: Isa> {
    pub(super) sides: &'a PairLanes<I>,
    pub(super) frame: &'a Frame<I::Real>,
    pub(super) farthest: I::Real,
    pub(super) options: ContactOptions,
}

impl<I: Isa> Batch<'_, I> {
    /// The origin to which positions relative to a's center are added.
    #[inline(always)]
    pub(super) fn origin(&self, isa: I) -> [I::Real; 3] {
        match self.options.origin {
            PointOrigin::World => self.sides.a.center,
            PointOrigin::CenterOfA => repeated(isa.splat(0.0)),
        }
    }

    /// A point along a's axes, given in world coordinates, as a position of the query.
    #[inline(always)]
    pub(super) fn placed(
        &self,
        isa: I,
        axes: &[[I::Real; 3]; 3],
        local: [I::Real; 3],
    ) -> [I::Real; 3] {
        let mut position = self.origin(isa);
        for (k, component) in position.iter_mut().enumerate() {
            let along = dot(local, [axes[0][k], axes[1][k], axes[2][k]]);
            *component = *component + along;
        }
        position
    }

    /// Clips the faces along the axis and stores rows and points.
    #[inline(always)]
    pub(super) fn clip(
        &self,
        isa: I,
        contact: &ContactAxis<I::Real>,
        memory: &mut BatchMemory,
    ) -> Clipped<I> {
        let [zero, infinite] = [isa.splat(0.0), isa.splat(f32::INFINITY)];
        let [none, one, four] = [0, 1, 4].map(|count| isa.splat_integer(count));
        let faces = FacePair::new(isa, self.frame, contact.normal);
        let plane = FacePlane::new(isa, self.frame, &faces);
        let mut slots = Slots::none(isa, &plane);
        slots.clip(isa, &faces, &plane, self.farthest);
        let separation = contact.axis.separation;
        let overlapping = separation.at_most(zero);
        // Boxes that overlap, but whose candidates rounding has put beyond `within`.
        let lost = overlapping & slots.made.equals(none) & slots.least.less(infinite);
        if lost.bits() != 0 {
            slots.show_nearest(isa, lost, self.farthest);
        }
        let empty = slots.made.equals(none);
        let count = self.choose(isa, &faces, &mut slots);
        let [fallback, apart] = [empty & overlapping, empty & !overlapping];
        let least = Lanes::select(empty, infinite, slots.least);
        let unseen = apart | !(overlapping | shows::<I>(isa, self.frame, [least, separation]));
        if empty.bits() != 0 {
            slots.fall_back(isa, &plane, empty, separation);
        }
        slots.present[0] = slots.present[0] | empty;
        let count = IntegerLanes::select(empty, one, count);
        let more = four.less(count);

        // Known results are stored before the points are packed, because packing takes all registers.
        let touching = !apart;
        let normal = self.sides.a.in_world(contact.normal);
        let normal = [normal[0].keep(touching), normal[1].keep(touching), normal[2].keep(touching)];
        let status = status(isa, contact, &faces, Empty { fallback, apart });
        let (depth, code) = (zero - separation, contact.axis.code);
        let outcomes = Outcomes { count, depth, code, status, size: self.size() };
        memory.rows.store(isa, normal, outcomes);

        let packed = slots.packed(isa, End::First);
        let world = self.world_face(isa, &faces, normal);
        let mut numbers = memory.first.store(isa, &world, &packed);
        if self.options.surfaces {
            numbers = numbers + memory.first_surfaces.store(isa, &faces, &packed);
        }
        if more.bits() != 0 {
            let packed = slots.packed(isa, End::Last);
            let mut of_last = memory.last.store(isa, &world, &packed);
            if self.options.surfaces {
                of_last = of_last + memory.last_surfaces.store(isa, &faces, &packed);
            }
            numbers = numbers + of_last.keep(more);
        }
        let finite = is_finite(isa, normal, numbers);
        let all_finite = memory.rows.reject(!finite);
        Clipped { unseen: unseen & finite, search: Unseen { code, least }, all_finite }
    }

    /// The face of a, on which points are placed, in the world, and the normal.
    #[inline(always)]
    fn world_face(&self, isa: I, faces: &FacePair<I>, normal: [I::Real; 3]) -> WorldFace<I::Real> {
        let axes = faces.which_a.turn_vectors(self.sides.a.axes(isa));
        WorldFace { origin: self.origin(isa), axes, top: faces.top, normal }
    }

    /// Leaves the candidates that become points, and returns their number.
    #[inline(always)]
    fn choose(&self, isa: I, faces: &FacePair<I>, slots: &mut Slots<I>) -> I::Integer {
        let too_many = isa.splat_integer(4).less(slots.made);
        if self.options.limit == PointLimit::Eight || too_many.bits() == 0 {
            return slots.made;
        }
        slots.reduce(isa, too_many, faces);
        count_all(isa, &slots.present)
    }

    /// The size of the smaller box, in the highest byte.
    #[inline(always)]
    fn size(&self) -> I::Integer {
        let extents = smaller_extents(self.frame).to_bits();
        extents.shift_right(F32_FRACTION_BITS).shift_left(SIZE_SHIFT)
    }
}

/// The status of the pairs, without closest points.
#[inline(always)]
fn status<I: Isa>(
    isa: I,
    contact: &ContactAxis<I::Real>,
    faces: &FacePair<I>,
    empty: Empty<I::Mask>,
) -> I::Integer {
    let zero = isa.splat(0.0);
    let status = edge_or_face(isa, contact.axis.code, ContactStatus::EDGE, ContactStatus::FACE);
    let fallback = number(isa, ContactStatus::FALLBACK);
    let status = IntegerLanes::select(empty.fallback, fallback, status);
    let [a, b] = [faces.half_a, faces.half_b];
    let flat_a = a[1].equals(zero) | a[2].equals(zero);
    let flat_b = b[1].equals(zero) | b[2].equals(zero);
    let mark = number(isa, ContactStatus::SEPARATED.degenerate());
    let separated = number(isa, ContactStatus::SEPARATED);
    let status = IntegerLanes::select(empty.apart, separated, status);
    status | mark.keep(flat_a | flat_b)
}

/// How many bits of an `f32` lie behind its exponent.
const F32_FRACTION_BITS: u32 = 23;

/// Where the size stands in the last word of a row.
const SIZE_SHIFT: u32 = 24;

/// Pairs that are not done when their faces are clipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clipped<I: Isa> {
    /// Separated pairs that are nearer elsewhere than at the points that are left. If no point is left, they have the
    /// point of a fallback contact.
    pub(super) unseen: I::Mask,
    /// The data for the search for their closest points.
    pub(super) search: Unseen<I::Real>,
    /// Whether all rows are of finite numbers; the others have no points.
    pub(super) all_finite: bool,
}

/// The data of a pair whose closest points are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen<F: Singles> {
    /// The number of an axis that separates the boxes.
    pub(super) code: F::Integer,
    /// The least gap of the points that are left; infinite if there are none.
    pub(super) least: F,
}

impl<F: Singles> Unseen<F> {
    /// The columns of the queue in which the pair waits.
    #[inline(always)]
    pub(super) fn to_columns(self) -> [F; 2] {
        [F::from_bits(self.code), self.least]
    }

    /// The pair that waited in these columns of the queue.
    #[inline(always)]
    pub(super) fn from_columns([code, least]: [F; 2]) -> Self {
        Self { code: code.to_bits(), least }
    }
}

/// Pairs for which clipping left no point.
#[derive(Clone, Copy, Debug)]
struct Empty<M> {
    fallback: M,
    apart: M,
}

/// Whether a normal is finite, and a number that is if all positions are.
///
/// Valid boxes have no others. Values that no store accepts, in an unchecked view, may overflow after the search for
/// axes. The result is then NaN, whose sign differs between backends.
#[inline(always)]
pub(super) fn is_finite<I: Isa>(isa: I, normal: [I::Real; 3], positions: I::Real) -> I::Mask {
    let zero = isa.splat(0.0);
    let sum = ((normal[0] + normal[1]) + normal[2]) + positions;
    // Infinity times zero is NaN, which equals nothing.
    (sum * zero).equals(zero)
}

/// One status or the other, by the kind of axis that an axis number stands for.
#[inline(always)]
pub(super) fn edge_or_face<I: Isa>(
    isa: I,
    code: I::Integer,
    edge: ContactStatus,
    face: ContactStatus,
) -> I::Integer {
    IntegerLanes::select(is_edge_axis(isa, code), number(isa, edge), number(isa, face))
}

impl<I: Isa> Slots<I> {
    /// Puts the deepest vertex of b's face, moved onto a's face, into slot 0 of the given lanes.
    #[inline(always)]
    fn fall_back(
        &mut self,
        isa: I,
        plane: &FacePlane<I::Real>,
        lanes: I::Mask,
        separation: I::Real,
    ) {
        let zero = isa.splat(0.0);
        let mut corner = plane.center;
        for edge in plane.edges {
            let upwards = zero.less(edge.gap);
            let [plus, minus] = [corner.plus(edge), corner.minus(edge)];
            corner = PlanePoint {
                u: Lanes::select(upwards, minus.u, plus.u),
                v: Lanes::select(upwards, minus.v, plus.v),
                gap: corner.gap,
            };
        }
        let point = &mut self.points[0];
        point.u = Lanes::select(lanes, clamped(corner.u, plane.sides[0]), point.u);
        point.v = Lanes::select(lanes, clamped(corner.v, plane.sides[1]), point.v);
        point.gap = Lanes::select(lanes, separation, point.gap);
        let closest = isa.splat_integer(CLOSEST);
        self.features[0] = IntegerLanes::select(lanes, closest, self.features[0]);
    }
}

impl<I: Isa> Slots<I> {
    /// Clips the faces against each other; candidates whose gap is at most `limit` count.
    ///
    /// In place: returned by value, the slots would be copied from memory to memory once per batch.
    #[inline(always)]
    fn clip(&mut self, isa: I, faces: &FacePair<I>, plane: &FacePlane<I::Real>, limit: I::Real) {
        let features = Features::new(isa, faces, plane);
        let edges = Edges::new(isa, faces, plane, &features);
        unrolled::<4>(
            #[inline(always)]
            |edge| self.set(isa, edge, edges.start(edge), limit),
        );
        let sides = RectangleSides::new(isa, faces, plane, &features);
        unrolled::<4>(
            #[inline(always)]
            |side| self.set(isa, 4 + side, sides.start(side), limit),
        );
    }
}
