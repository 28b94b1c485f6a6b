//! One batch of pairs, from frames to contacts in memory.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask};

use super::faces::{FacePair, FacePlane, PlanePoint, clamped};
use super::hint::{Hints, LastSlots, SteadyAxis};
use super::reduce::{End, Packed, count_all, set_of};
use super::rows::{BatchMemory, Outcomes, WorldFace, number};
use super::search::{ContactAxis, shows, smaller_extents};
use super::slots::{CLOSEST, Slots};
use super::work::ContactOptions;
use crate::batches::Sides;
use crate::choice::{MetricFrame, is_edge_axis};
use crate::contacts::{ContactStatus, PointLimit, PointOrigin};
use crate::frame::{Basis, dot};
use crate::layout::Unit;
use crate::tolerances::{AXIS_HYSTERESIS_NOISE, CLIP_LIMIT};

/// A batch of pairs, loaded.
pub(super) struct Batch<'a, I: Isa> {
    pub(super) sides: &'a Sides<I, Unit>,
    pub(super) frame: &'a MetricFrame<I::Real>,
    pub(super) margins: I::Real,
    pub(super) options: ContactOptions,
}

impl<I: Isa> Batch<'_, I> {
    /// The origin to which positions relative to a's center are added.
    #[inline(always)]
    pub(super) fn origin(&self, isa: I) -> [I::Real; 3] {
        match self.options.origin {
            PointOrigin::World => Unit::center::<I>(&self.sides.a),
            PointOrigin::CenterOfA => [isa.splat(0.0); 3],
        }
    }

    /// A point along a's axes, given in world coordinates, as a position of the query.
    #[inline(always)]
    pub(super) fn placed<A: Arithmetic>(
        &self,
        isa: I,
        axes: &[[I::Real; 3]; 3],
        local: [I::Real; 3],
    ) -> [I::Real; 3] {
        let mut position = self.origin(isa);
        for (k, component) in position.iter_mut().enumerate() {
            let along = dot::<_, A>(local, [axes[0][k], axes[1][k], axes[2][k]]);
            *component = *component + along;
        }
        position
    }

    /// Clips the faces along the axis and stores rows and points; with hints also the hints for the next frame and
    /// the points on the boxes.
    #[inline(always)]
    pub(super) fn clip<A: Arithmetic>(
        &self,
        isa: I,
        SteadyAxis { contact, kept }: &SteadyAxis<I>,
        hints: Option<Hints<I>>,
        memory: &mut BatchMemory,
    ) -> Clipped<I> {
        let [one, four] = [isa.splat_integer(1), isa.splat_integer(4)];
        let last_faces = hints.map(
            #[inline(always)]
            |hints| hints.faces(isa),
        );
        let faces = FacePair::new::<A>(isa, self.frame, contact.normal, last_faces);
        let plane = FacePlane::new::<I, A>(isa, &faces);
        let mut slots = Slots::none(isa, &plane);
        let limit = self.margins + isa.splat(CLIP_LIMIT) * plane.slack;
        slots.clip::<A>(isa, &faces, &plane, limit);
        let count = self.choose::<A>(isa, &mut slots, &faces, hints);

        let empty = count.equals(isa.splat_integer(0));
        let separation = contact.axis.separation;
        let overlapping = separation.at_most(isa.splat(0.0));
        let [fallback, apart] = [empty & overlapping, empty & !overlapping];
        let least = slots.least_gap(isa);
        let unseen = !(overlapping | shows::<I>(isa, self.frame, [least, separation]));
        if fallback.bits() != 0 {
            slots.fall_back(isa, &plane, fallback, separation);
        }
        slots.present[0] = slots.present[0] | empty;
        let count = IntegerLanes::select(empty, one, count);
        let more = four.less(count);

        // Known results are stored before the points are packed, because packing takes all registers.
        let touching = !apart;
        let normal = Unit::to_world::<I, A>(isa, &self.sides.a, contact.normal);
        let normal = [normal[0].keep(touching), normal[1].keep(touching), normal[2].keep(touching)];
        let mut outcomes = outcomes(isa, contact, &faces, Empty { fallback, apart }, count);
        if hints.is_some() {
            let kept = number(isa, ContactStatus::SEPARATED.kept_axis()).keep(*kept & touching);
            outcomes.status = outcomes.status | kept;
            let chosen = set_of(isa, &slots.present);
            let hint = Hints::<I>::to_keep(isa, contact.axis.code, faces.number(isa), chosen);
            // A fallback contact lasts for a frame.
            isa.store_integers(hint.keep(!(apart | fallback)), &mut memory.hints);
        }
        memory.rows.keep(isa, normal, outcomes);

        let packed = self.packed(isa, &slots, End::First);
        let world = self.world_face::<A>(isa, &faces, normal);
        let mut numbers = memory.first.keep::<I, A>(isa, &world, &packed);
        if hints.is_some() & self.options.surfaces {
            memory.first_surfaces.keep::<I, A>(isa, &faces, &packed);
        }
        if more.bits() != 0 {
            let packed = self.packed(isa, &slots, End::Last);
            let of_last = memory.last.keep::<I, A>(isa, &world, &packed);
            numbers = numbers + of_last.keep(more);
            if hints.is_some() & self.options.surfaces {
                memory.last_surfaces.keep::<I, A>(isa, &faces, &packed);
            }
        }
        let finite = is_finite(isa, normal, numbers);
        memory.rows.reject(!finite);
        Clipped { unseen: unseen & finite, open: Unseen { code: contact.axis.code, least } }
    }

    /// The face of a, on which points are placed, in the world, and the normal.
    #[inline(always)]
    fn world_face<A: Arithmetic>(
        &self,
        isa: I,
        faces: &FacePair<I>,
        normal: [I::Real; 3],
    ) -> WorldFace<I::Real> {
        let axes = faces.which_a.turn_vectors(Unit::axes::<I, A>(isa, &self.sides.a));
        WorldFace { origin: self.origin(isa), axes, top: faces.top, normal }
    }

    /// Leaves the candidates that become points, and returns their number. Of more than four candidates, four are
    /// left: last frame's, if these are barely worse.
    #[inline(always)]
    fn choose<A: Arithmetic>(
        &self,
        isa: I,
        slots: &mut Slots<I>,
        faces: &FacePair<I>,
        hints: Option<Hints<I>>,
    ) -> I::Integer {
        if self.options.limit == PointLimit::Eight {
            return slots.made;
        }
        let four = isa.splat_integer(4);
        let too_many = four.less(slots.made);
        if too_many.bits() == 0 {
            return slots.made;
        }
        let last = hints.map(
            #[inline(always)]
            |hints| LastSlots::of(isa, hints, slots),
        );
        slots.reduce::<A>(isa, too_many);
        let count = count_all(isa, &slots.present);
        if let (Some(last), Some(hints)) = (last, hints) {
            let same_faces = hints.faces_number(isa).equals(faces.number(isa));
            let contested = too_many & hints.known(isa) & same_faces & count.equals(four);
            let noise = isa.splat(AXIS_HYSTERESIS_NOISE) * smaller_extents(self.frame);
            slots.settle::<A>(isa, &last, contested, noise);
        }
        count
    }

    /// Four of the chosen points; a gap above the margin, within the limit of clipping, counts as the margin.
    #[inline(always)]
    fn packed(&self, isa: I, slots: &Slots<I>, end: End) -> Packed<I::Real> {
        let mut packed = slots.packed(isa, &slots.present, end);
        for point in &mut packed.points {
            point.gap = self.margins.lesser(point.gap);
        }
        packed
    }
}

/// Pairs that are not done when their faces are clipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clipped<I: Isa> {
    /// Separated pairs that are nearer elsewhere than at the points that are left. If no point is left, they have a
    /// single point without meaning.
    pub(super) unseen: I::Mask,
    /// The data for the search for their closest points.
    pub(super) open: Unseen<I::Real>,
}

/// The data of a pair whose closest points are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen<F: Lanes> {
    /// The number of an axis that separates the boxes.
    pub(super) code: F::Integer,
    /// The least gap of the points that are left; infinite if there are none.
    pub(super) least: F,
}

impl<F: Lanes> Unseen<F> {
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

/// Depth, axis and status of a batch.
#[inline(always)]
fn outcomes<I: Isa>(
    isa: I,
    contact: &ContactAxis<I::Real>,
    faces: &FacePair<I>,
    empty: Empty<I::Mask>,
    count: I::Integer,
) -> Outcomes<I::Real> {
    let zero = isa.splat(0.0);
    let code = contact.axis.code;
    let status = edge_or_face(isa, code, ContactStatus::EDGE, ContactStatus::FACE);
    let fallback = number(isa, ContactStatus::FALLBACK);
    let status = IntegerLanes::select(empty.fallback, fallback, status);
    let [a, b] = [faces.half_a, faces.half_b];
    let flat_a = a[1].equals(zero) | a[2].equals(zero);
    let flat_b = b[1].equals(zero) | b[2].equals(zero);
    let degenerate = flat_a | flat_b;
    let mark = number(isa, ContactStatus::SEPARATED.degenerate());
    let separated = number(isa, ContactStatus::SEPARATED);
    let status = IntegerLanes::select(empty.apart, separated, status);
    let status = status | mark.keep(degenerate);
    Outcomes { count, depth: zero - contact.axis.separation, code, status }
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
