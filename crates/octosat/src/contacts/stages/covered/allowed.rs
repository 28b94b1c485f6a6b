//! The best axis of each excluded pair, among those that leave no covered face.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Singles, folded};

use super::leaving::{B_SHIFT, is_partly_covered, left_faces};
use super::search::{axis_code, has_covered, no_axis, preferring, settled};
use crate::axes::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::choice::{BestAxis, FIRST_EDGE_AXIS, local_normal, noise, preferred_until, towards_b};
use crate::contacts::ContactStatus;
use crate::contacts::stages::chunk::Stages;
use crate::contacts::stages::faces::columns;
use crate::contacts::stages::search::{ContactAxis, contact_axis};
use crate::frame::{Following, MetricFrame, dot, following};
use crate::tolerances::{ASIDE_NOISES, LEAVING_COSINE, PARALLEL_EDGES_SINE_SQUARED};

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Gives the excluded pairs their best allowed axes, keeps their rows, and removes those that have none.
    #[inline(always)]
    pub(super) fn allowed_axes<A: Arithmetic>(&mut self) {
        let (isa, mut all_have_axes, mut place) = (self.isa, true, 0);
        self.scratch.covered.excluded.pad::<I>();
        let mut next = 0;
        while next < self.scratch.covered.excluded.len() {
            let waiting = (self.scratch.covered.excluded.len() - next).min(I::LANES);
            let mut positions = [0; MAX_LANES];
            let queued = self.scratch.covered.excluded.positions::<I>(next);
            positions[..I::LANES].copy_from_slice(queued);
            let sides = self.chunk.load_at(isa, &positions[..I::LANES]);
            let frame = self.frame::<A>(&sides);
            let bits = self.scratch.covered.bits_at(isa, &positions);
            let axis = Allowed::<I>::of::<A>(isa, &frame, bits).best::<A>(isa, &frame);
            let normal = local_normal::<I, A>(isa, &frame, axis.code);
            let left = left_faces::<I, A>(isa, &frame, normal);
            let exists = isa.splat(f32::MIN).less(axis.separation);
            let usual = self.usual_axes_at(&positions);
            let exists = exists & !is_aside::<I, A>(isa, &frame, normal, usual);
            let exists = exists & !is_inside::<I, A>(isa, &frame, normal, axis.separation);
            let suspect = exists & is_partly_covered(isa, left, bits);
            let left = [Singles::from_bits(left)];
            self.scratch.covered.suspects.push_at(isa, suspect, &positions, left);
            let mut columns = [[0.0; MAX_LANES]; 4];
            for (column, values) in
                columns.iter_mut().zip(settled(isa, no_axis(isa).or_if(exists, axis)))
            {
                isa.store(values, column);
            }
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                place = self.scratch.touching.place_of(position, place);
                let values = [0, 1, 2, 3].map(|column| columns[column][lane]);
                self.scratch.touching.set(place, values);
                let has_axis = exists.bits() >> lane & 1 == 1;
                self.keep_row(position, has_axis);
                all_have_axes &= has_axis;
            }
            next += I::LANES;
        }
        self.scratch.covered.suspects.forget_copies();
        if !all_have_axes {
            let none = isa.splat(f32::MIN);
            self.scratch.touching.retain_lanes(
                isa,
                #[inline(always)]
                |[_, _, separation, _]| none.less(separation),
            );
        }
    }

    /// The axes of the rows of the pairs at these positions: of least overlap, or of largest separation.
    #[inline(always)]
    fn usual_axes_at(&self, positions: &[u32]) -> I::Integer {
        let mut codes = [0; MAX_LANES];
        for (code, &position) in codes.iter_mut().zip(positions).take(I::LANES) {
            *code = self.out.manifolds[position as usize].axis.number();
        }
        self.isa.load_integers(&codes)
    }

    /// Keeps the row of an excluded pair; a pair that overlaps and has no allowed axis is of its own kind.
    fn keep_row(&mut self, position: u32, has_axis: bool) {
        let row = &mut self.out.manifolds[position as usize];
        // The zero of boxes that touch is positive in every row.
        row.depth += 0.0;
        let covered = &mut self.scratch.covered;
        covered.rows[position as usize] = *row;
        covered.were_excluded[position as usize / 64] |= 1 << (position % 64);
        if !has_axis && row.depth >= 0.0 {
            row.status = ContactStatus::COVERED;
        }
    }
}

/// Whether the boxes do not lie over each other, seen along a normal, so that clipping their faces leaves no point: their
/// outlines are apart along the part of another axis that is perpendicular to the normal.
///
/// Most pairs at seams are of this kind, and clipping is the longest stage.
#[inline(always)]
fn is_aside<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    normal: [I::Real; 3],
    other: I::Integer,
) -> I::Mask {
    let mut across = local_normal::<I, A>(isa, frame, other);
    let along = dot::<_, A>(across, normal);
    for (component, normal) in across.iter_mut().zip(normal) {
        *component = A::subtract_product(along, normal, *component);
    }
    let [of_a, of_b] = radii::<I, A>(isa, frame, across);
    let gap = dot::<_, A>(across, frame.offset_a).abs() - (of_a + of_b);
    (isa.splat(ASIDE_NOISES) * noise(isa, frame)).less(gap)
}

/// Whether the center of the smaller box is inside of the other one, seen along a normal: the overlap along it is deeper
/// than the smaller box reaches.
///
/// The way out along the normal would lead through the other box, for example to the rim of a floor that a carpet covers.
#[inline(always)]
fn is_inside<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    normal: [I::Real; 3],
    separation: I::Real,
) -> I::Mask {
    let [of_a, of_b] = radii::<I, A>(isa, frame, normal);
    let [[x, y, z], [p, q, r]] = [frame.own_a, frame.own_b];
    let is_a_smaller = ((x + y) + z).less((p + q) + r);
    (Lanes::select(is_a_smaller, of_a, of_b) + separation).less(isa.splat(0.0))
}

/// How far a, and how far b, reaches from its center along a direction, which has any length.
#[inline(always)]
fn radii<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    direction: [I::Real; 3],
) -> [I::Real; 2] {
    let mut radii = [isa.splat(0.0); 2];
    for (half, along) in frame.own_a.into_iter().zip(direction) {
        radii[0] = A::multiply_add(half, along.abs(), radii[0]);
    }
    for (half, axis) in frame.own_b.into_iter().zip(columns(frame)) {
        radii[1] = A::multiply_add(half, dot::<_, A>(axis, direction).abs(), radii[1]);
    }
    radii
}

/// The largest and the negated least cosine that an allowed normal may have with an axis of a box.
#[derive(Clone, Copy)]
struct Limits<F> {
    most: F,
    least: F,
}

impl<F: Singles> Limits<F> {
    /// The limits of the axes of a box whose bits begin with `shift`: a normal that leaves a face of the box has a larger
    /// cosine with its direction than with any other.
    #[inline(always)]
    fn of<I: Isa<Real = F, Integer = F::Integer>>(
        isa: I,
        bits: F::Integer,
        shift: u32,
    ) -> [Self; 3] {
        // Not `map`, whose closures are not always inlined.
        let [x, y, z] = [shift, shift + 2, shift + 4];
        [Self::of_axis(isa, bits, x), Self::of_axis(isa, bits, y), Self::of_axis(isa, bits, z)]
    }

    /// The limits of the axis whose first face has a bit.
    #[inline(always)]
    fn of_axis<I: Isa<Real = F, Integer = F::Integer>>(isa: I, bits: F::Integer, bit: u32) -> Self {
        Self { most: Self::limit(isa, bits, bit), least: -Self::limit(isa, bits, bit + 1) }
    }

    /// The largest cosine with the direction of the face of a bit.
    #[inline(always)]
    fn limit<I: Isa<Real = F, Integer = F::Integer>>(isa: I, bits: F::Integer, bit: u32) -> F {
        let bit = isa.splat_integer(1 << bit);
        let is_covered = (bits & bit).equals(bit);
        F::select(is_covered, isa.splat(LEAVING_COSINE), isa.splat(f32::MAX))
    }

    /// Whether a cosine is within the limits.
    #[inline(always)]
    fn allow(self, cosine: F) -> F::Mask {
        cosine.at_most(self.most) & self.least.at_most(cosine)
    }
}

/// The best of the axes that leave no covered face.
struct Allowed<I: Isa> {
    /// Of the normal with the axes of a, and of the negated normal with those of b.
    limits: [[Limits<I::Real>; 3]; 2],
    owns: [I::Mask; 2],
    face: BestAxis<I::Real>,
    /// The best face of a box that has covered faces.
    own: BestAxis<I::Real>,
    edge: BestAxis<I::Real>,
}

impl<I: Isa> Allowed<I> {
    #[inline(always)]
    fn of<A: Arithmetic>(isa: I, frame: &MetricFrame<I::Real>, bits: I::Integer) -> Self {
        let none = no_axis(isa);
        let magnitudes = magnitudes(frame);
        let mut allowed = Self {
            limits: [Limits::of(isa, bits, 0), Limits::of(isa, bits, B_SHIFT)],
            owns: has_covered(isa, bits),
            face: none,
            own: none,
            edge: none,
        };
        allowed.faces::<A>(isa, frame, &magnitudes);
        folded::<3, _>(
            allowed,
            #[inline(always)]
            |mut allowed, i| {
                allowed.edges::<A>(isa, frame, &magnitudes, i);
                allowed
            },
        )
    }

    /// The faces of both boxes. With the other axes of its own box, a face normal has cosines of zero.
    #[inline(always)]
    fn faces<A: Arithmetic>(
        &mut self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
    ) {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        for k in 0..3 {
            let backwards = frame.offset_a[k].less(zero);
            let sign = Lanes::select(backwards, -one, one);
            let mut allowed = self.limits[0][k].allow(sign);
            for j in 0..3 {
                allowed = allowed & self.limits[1][j].allow(-(sign * frame.rotation[k][j]));
            }
            let separation = face_of_a::<_, _, A>(frame, magnitudes, k).gap();
            self.offer_face(BestAxis { separation, code: axis_code(isa, k) }, allowed, 0);
        }
        let columns = columns(frame);
        for k in 0..3 {
            let backwards = dot::<_, A>(columns[k], frame.offset_a).less(zero);
            let sign = Lanes::select(backwards, -one, one);
            let mut allowed = self.limits[1][k].allow(-sign);
            for i in 0..3 {
                allowed = allowed & self.limits[0][i].allow(sign * columns[k][i]);
            }
            let separation = face_of_b::<_, _, A>(frame, magnitudes, k).gap();
            self.offer_face(BestAxis { separation, code: axis_code(isa, 3 + k) }, allowed, 1);
        }
    }

    /// Offers a face of a, 0, or of b, 1.
    #[inline(always)]
    fn offer_face(&mut self, candidate: BestAxis<I::Real>, allowed: I::Mask, side: usize) {
        let better = allowed & self.face.separation.less(candidate.separation);
        self.face = self.face.or_if(better, candidate);
        let better = (allowed & self.owns[side]) & self.own.separation.less(candidate.separation);
        self.own = self.own.or_if(better, candidate);
    }

    /// Edge `i` of a with each edge of b. With both edges, their normal has cosines of zero.
    #[inline(always)]
    fn edges<A: Arithmetic>(
        &mut self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
        i: usize,
    ) {
        let cofactors = cofactors::<_, _, A>(frame, i);
        let columns = columns(frame);
        let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
        let Following { first: l, second: m } = following(i);
        for j in 0..3 {
            let Following { first: p, second: q } = following(j);
            let length_squared = edge_length_squared::<_, _, A>(frame, i, j);
            let length = length_squared.sqrt();
            let gap = edge_pair::<_, _, A>(frame, magnitudes, cofactors, i, j).gap();
            let separation = gap / length;
            let mut direction = [isa.splat(0.0); 3];
            direction[l] = direction[i] - frame.rotation[m][j];
            direction[m] = frame.rotation[l][j];
            let normal = towards_b::<I, A>(isa, frame, direction, Some(length));
            let [of_a, of_b] = self.limits;
            let on_a = of_a[l].allow(normal[l]) & of_a[m].allow(normal[m]);
            let on_b = of_b[p].allow(-dot::<_, A>(columns[p], normal))
                & of_b[q].allow(-dot::<_, A>(columns[q], normal));
            let allowed = (parallel.at_most(length_squared) & on_a) & on_b;
            let better = allowed & self.edge.separation.less(separation);
            let code = isa.splat_integer(FIRST_EDGE_AXIS) + axis_code(isa, 3 * i + j);
            self.edge = self.edge.or_if(better, BestAxis { separation, code });
        }
    }

    /// The axis of the contact, chosen among the allowed ones as usual.
    #[inline(always)]
    fn best<A: Arithmetic>(self, isa: I, frame: &MetricFrame<I::Real>) -> BestAxis<I::Real> {
        let limit = preferred_until::<I, A>(isa, frame, self.face.separation);
        let best = self.face.or_if(limit.less(self.edge.separation), self.edge);
        let ContactAxis { axis, .. } = contact_axis::<I, A>(isa, frame, self.face, best);
        preferring::<I, A>(isa, frame, axis, self.own)
    }
}
