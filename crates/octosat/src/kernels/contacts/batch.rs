//! One batch of pairs: from their frames to contacts in memory.

use octosat_lanes::{Arithmetic, Isa, Lanes, Mask};

use super::axis::{ContactAxis, SteadyAxis};
use super::clip::Slots;
use super::closest::{ClosestPoints, closest_points};
use super::faces::{FacePair, LastFaces, columns};
use super::features::CLOSEST;
use super::plane::clamped;
use super::plane::{FacePlane, PlanePoint};
use super::recall::{Recalled, shape};
use super::rows::{BatchMemory, ClosestMemory, PlacedPoint, Verdicts, WorldFace};
use super::settle::{NOT_RECYCLED, Notes};
use crate::contacts::{ContactStatus, PointLimit, PointOrigin};
use crate::frame::{Basis, dot};
use crate::kernels::choice::{FIRST_EDGE_AXIS, MetricFrame, local_normal};
use crate::kernels::chunk::Sides;
use crate::tolerances::CLIP_TOLERANCE;

/// What the points of a query are to be like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactOptions {
    pub(crate) limit: PointLimit,
    pub(crate) origin: PointOrigin,
    /// Whether manifolds are recycled, and up to which motion.
    pub(crate) recycled_motion: Option<f32>,
}

/// A batch of pairs, loaded.
pub(super) struct Batch<'a, I: Isa, B: Basis> {
    pub(super) sides: &'a Sides<I, B>,
    pub(super) frame: &'a MetricFrame<I::Real>,
    pub(super) margins: I::Real,
    pub(super) options: ContactOptions,
}

impl<I: Isa, B: Basis> Batch<'_, I, B> {
    /// What positions relative to a's centre are added to.
    #[inline(always)]
    pub(super) fn origin(&self, isa: I) -> [I::Real; 3] {
        match self.options.origin {
            PointOrigin::World => B::center(&self.sides.a),
            PointOrigin::CenterOfA => [isa.splat(0.0); 3],
        }
    }

    /// Clips the faces along the axis and keeps rows and candidates; true for separated pairs of
    /// which nothing is left, whose single point is without meaning.
    #[inline(always)]
    pub(super) fn clip<A: Arithmetic>(
        &self,
        isa: I,
        SteadyAxis { contact, kept }: &SteadyAxis<I>,
        recalled: Option<&Recalled<I>>,
        memory: &mut BatchMemory,
    ) -> I::Mask {
        let zero = isa.splat(0.0);
        let last = recalled.map(
            #[inline(always)]
            |recalled| LastFaces { choice: recalled.faces(isa), known: recalled.touching(isa) },
        );
        let faces = FacePair::new::<A>(isa, self.frame, contact.normal, last.as_ref());
        let plane = FacePlane::new::<I, A>(isa, &faces);
        let mut slots = Slots::none(isa, &plane);
        slots.clip::<A>(isa, &faces, &plane);
        slots.keep_within(self.margins + plane.slack);
        #[expect(clippy::cast_precision_loss, reason = "four or eight")]
        let limit = self.options.limit.points() as f32;
        let chosen = slots.choose::<A>(isa, limit);

        let empty = chosen.bits.equals(zero);
        let overlapping = contact.axis.separation.at_most(zero);
        let [fallback, apart] = [empty & overlapping, empty & !overlapping];
        if fallback.bits() != 0 {
            slots.fall_back(isa, &plane, fallback, contact.axis.separation);
        }
        memory.keep_slots(isa, &slots, self.margins);

        let bits = Lanes::select(empty, isa.splat(1.0), chosen.bits);
        let normal = B::to_world::<I, A>(isa, &self.sides.a, contact.normal);
        let touching = !apart;
        let normal = [normal[0].keep(touching), normal[1].keep(touching), normal[2].keep(touching)];
        let axes = B::axes::<I, A>(isa, &self.sides.a);
        let world = WorldFace {
            origin: self.origin(isa),
            axes: faces.which_a.turn_vectors(axes),
            top: faces.top,
            normal,
        };
        let mut verdicts = verdicts(isa, contact, &faces, Empty { fallback, apart });
        if recalled.is_some() {
            let kept = number(isa, ContactStatus::SEPARATED.kept_axis()).keep(*kept & touching);
            verdicts.status = verdicts.status + kept;
            memory.keep_candidates(isa, chosen.candidates);
            memory.notes.keep(isa, self.notes(isa, contact, &faces, fallback));
        }
        memory.keep_rows::<I, A>(isa, &world, bits, verdicts);
        apart
    }

    /// What is remembered of the pairs, but for their points.
    #[inline(always)]
    fn notes(
        &self,
        isa: I,
        contact: &ContactAxis<I::Real>,
        faces: &FacePair<I>,
        fallback: I::Mask,
    ) -> Notes<I::Real> {
        let frame = self.frame;
        let [a, b] = [frame.own_a, frame.own_b];
        let [normal, offset] = [contact.normal, frame.offset_a];
        let [first, second, _] = columns(frame);
        Notes {
            verdict: contact.axis.code + isa.splat(1.0),
            faces: faces.which_a.number(isa) + isa.splat(4.0) * faces.which_b.number(isa),
            shape: Lanes::select(fallback, isa.splat(NOT_RECYCLED), shape::<I>(isa, frame)),
            margin: self.margins,
            scale: ((a[0] + a[1]) + a[2]) + ((b[0] + b[1]) + b[2]),
            pose: [
                [normal[0], normal[1], normal[2], offset[0]],
                [offset[1], offset[2], first[0], first[1]],
                [first[2], second[0], second[1], second[2]],
            ],
        }
    }

    /// The contacts of the boxes' closest points, given the number of an axis that separates the
    /// boxes; true for pairs whose distance is within the margin.
    #[inline(always)]
    pub(super) fn closest<A: Arithmetic>(
        &self,
        isa: I,
        code: I::Real,
        memory: &mut ClosestMemory,
    ) -> I::Mask {
        let [zero, half] = [isa.splat(0.0), isa.splat(0.5)];
        let ClosestPoints { on_a, on_b, distance_squared, feature } =
            closest_points::<I, A>(isa, self.frame);
        let distance = distance_squared.sqrt();
        // Between points that are as near as rounding there is no direction to speak of.
        let [a, b] = [self.frame.own_a, self.frame.own_b];
        let scale = ((a[0] + a[1]) + a[2]) + ((b[0] + b[1]) + b[2]);
        let coincide = distance.at_most(isa.splat(CLIP_TOLERANCE) * scale);
        let length = Lanes::select(coincide, isa.splat(1.0), distance);
        let mut normal = local_normal::<I, A>(isa, self.frame, code);
        let mut middle = on_a;
        for k in 0..3 {
            let between = (on_b[k] - on_a[k]) / length;
            normal[k] = Lanes::select(coincide, normal[k], between);
            middle[k] = half * (on_a[k] + on_b[k]);
        }
        let axes = B::axes::<I, A>(isa, &self.sides.a);
        let origin = self.origin(isa);
        let mut position = middle;
        for (k, component) in position.iter_mut().enumerate() {
            let along = dot::<_, A>(middle, [axes[0][k], axes[1][k], axes[2][k]]);
            *component = origin[k] + along;
        }
        let normal = B::to_world::<I, A>(isa, &self.sides.a, normal);
        let point = PlacedPoint { position, depth: zero - distance };
        memory.keep(isa, normal, point, feature);
        distance.at_most(self.margins)
    }
}

/// Pairs of which clipping left nothing.
#[derive(Clone, Copy, Debug)]
struct Empty<M> {
    fallback: M,
    apart: M,
}

/// A status as a number in every lane.
#[inline(always)]
pub(super) fn number<I: Isa>(isa: I, status: ContactStatus) -> I::Real {
    isa.splat(f32::from(status.bits()))
}

/// Depth, axis and status of a batch.
#[inline(always)]
fn verdicts<I: Isa>(
    isa: I,
    contact: &ContactAxis<I::Real>,
    faces: &FacePair<I>,
    empty: Empty<I::Mask>,
) -> Verdicts<I::Real> {
    let zero = isa.splat(0.0);
    let is_edge = isa.splat(FIRST_EDGE_AXIS).at_most(contact.axis.code);
    let status =
        Lanes::select(is_edge, number(isa, ContactStatus::EDGE), number(isa, ContactStatus::FACE));
    let status = Lanes::select(empty.fallback, number(isa, ContactStatus::FALLBACK), status);
    let [a, b] = [faces.half_a, faces.half_b];
    let flat_a = a[1].equals(zero) | a[2].equals(zero);
    let flat_b = b[1].equals(zero) | b[2].equals(zero);
    let degenerate = flat_a | flat_b;
    let mark = number(isa, ContactStatus::SEPARATED.degenerate());
    let status = Lanes::select(empty.apart, number(isa, ContactStatus::SEPARATED), status);
    let status = status + mark.keep(degenerate);
    Verdicts { depth: zero - contact.axis.separation, code: contact.axis.code, status }
}

impl<I: Isa> Slots<I> {
    /// Drops candidates whose gap is larger.
    #[inline(always)]
    fn keep_within(&mut self, limit: I::Real) {
        for (present, point) in self.present.iter_mut().zip(&self.points) {
            *present = *present & point.gap.at_most(limit);
        }
    }

    /// Puts the deepest corner of b's face, moved onto a's face, into slot 0 of the given lanes.
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
        self.features[0] = Lanes::select(lanes, isa.splat(CLOSEST), self.features[0]);
    }
}
