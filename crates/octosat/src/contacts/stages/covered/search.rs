//! The axis of each pair: the usual one, unless it leaves a covered face; else the best that leaves none.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, folded};

use super::WithCovered;
use super::leaving::{FACES_OF_A, FACES_OF_B, is_covered, is_partly_covered, left_faces};
use crate::axes::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::choice::{BestAxis, FIRST_EDGE_AXIS, face_normal, is_edge_axis, preferred_until, towards_b};
use crate::contacts::ContactStatus;
use crate::contacts::stages::chunk::Stages;
use crate::contacts::stages::faces::columns;
use crate::contacts::stages::search::{ContactAxis, NearAxes, contact_axis, face_and_best};
use crate::frame::{Following, MetricFrame, following};
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;

/// No axis: every other one is better.
#[inline(always)]
fn no_axis<I: Isa>(isa: I) -> BestAxis<I::Real> {
    BestAxis { separation: isa.splat(f32::MIN), code: isa.splat_integer(0) }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Dismisses pairs that an edge axis separates by more than the margin, gives the others their usual axes, and lists
    /// those whose axis leaves a covered face.
    #[inline(always)]
    pub(super) fn usual_axes<A: Arithmetic>(&mut self, covered: WithCovered<'_>) {
        let isa = self.isa;
        self.scratch.near.pad::<I>();
        let mut next = 0;
        while next < self.scratch.near.len() {
            let NearAxes { frame, face, best, within } = self.near_axes::<A>(next);
            let positions = self.scratch.near.positions::<I>(next);
            for &position in positions {
                let bits = covered.bits(self.chunk.source.pairs.pairs()[position as usize]);
                self.scratch.covered.bits[position as usize] = bits.cast_signed();
            }
            let bits = self.scratch.covered.bits_at(isa, positions);
            let contact = contact_axis::<I, A>(isa, &frame, face, best);
            let own = own_face::<I, A>(isa, &frame, bits);
            let contact = preferring::<I, A>(isa, &frame, contact, own);
            let left = left_faces::<I, A>(isa, &frame, contact.normal);
            let excluded = within & is_covered(isa, left, bits);
            let suspect = (within & !excluded) & is_partly_covered(isa, left, bits);
            let columns = settled(isa, contact.axis);
            self.scratch.touching.push_at(isa, within, positions, columns);
            let covered = &mut self.scratch.covered;
            covered.excluded.push_at(isa, excluded, positions, []);
            covered.suspects.push_at(isa, suspect, positions, [Lanes::from_bits(left)]);
            next += I::LANES;
        }
        self.scratch.touching.forget_copies();
        self.scratch.covered.excluded.forget_copies();
        self.scratch.covered.suspects.forget_copies();
    }

    /// Gives the excluded pairs their best allowed axes, keeps their rows, and marks those that have none.
    #[inline(always)]
    pub(super) fn allowed_axes<A: Arithmetic>(&mut self) {
        let isa = self.isa;
        self.scratch.covered.excluded.pad::<I>();
        let [mut next, mut place] = [0, 0];
        while next < self.scratch.covered.excluded.len() {
            let waiting = (self.scratch.covered.excluded.len() - next).min(I::LANES);
            let mut positions = [0; MAX_LANES];
            let queued = self.scratch.covered.excluded.positions::<I>(next);
            positions[..I::LANES].copy_from_slice(queued);
            let sides = self.chunk.load_at(isa, &positions[..I::LANES]);
            let frame = self.frame::<A>(&sides);
            let bits = self.scratch.covered.bits_at(isa, &positions);
            let contact = Allowed::<I>::of::<A>(isa, &frame, bits).contact::<A>(isa, &frame);
            let left = left_faces::<I, A>(isa, &frame, contact.normal);
            let exists = isa.splat(f32::MIN).less(contact.axis.separation);
            let suspect = exists & is_partly_covered(isa, left, bits);
            let left = [Lanes::from_bits(left)];
            self.scratch.covered.suspects.push_at(isa, suspect, &positions, left);
            let mut columns = [[0.0; MAX_LANES]; 4];
            for (column, values) in columns.iter_mut().zip(settled(isa, contact.axis)) {
                isa.store(values, column);
            }
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                place = self.scratch.touching.place_of(position, place);
                let values = [0, 1, 2, 3].map(|column| columns[column][lane]);
                self.scratch.touching.set(place, values);
                self.keep_row(position, exists.bits() >> lane & 1 == 1);
            }
            next += I::LANES;
        }
        self.scratch.covered.suspects.forget_copies();
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

impl super::CoveredScratch {
    /// The bits of the pairs at these positions.
    #[inline(always)]
    pub(super) fn bits_at<I: Isa>(&self, isa: I, positions: &[u32]) -> I::Integer {
        let mut bits = [0; MAX_LANES];
        for (bits, &position) in bits.iter_mut().zip(positions).take(I::LANES) {
            *bits = self.bits[position as usize];
        }
        isa.load_integers(&bits)
    }
}

/// An axis as the best face and the best axis of the queue of pairs whose faces are clipped. The best face of an edge axis
/// is none, so the edges stay.
#[inline(always)]
fn settled<I: Isa>(isa: I, axis: BestAxis<I::Real>) -> [I::Real; 4] {
    let is_edge = is_edge_axis(isa, axis.code);
    face_and_best(axis.or_if(is_edge, no_axis(isa)), axis)
}

/// The best face of the boxes that have covered faces, whether it leaves one or not.
#[inline(always)]
fn own_face<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    bits: I::Integer,
) -> BestAxis<I::Real> {
    let magnitudes = magnitudes(frame);
    let [of_a, of_b] = has_covered(isa, bits);
    let mut best = no_axis(isa);
    for k in 0..3 {
        let separation = face_of_a::<_, _, A>(frame, &magnitudes, k).gap();
        let better = of_a & best.separation.less(separation);
        best = best.or_if(better, BestAxis { separation, code: axis_code(isa, k) });
    }
    for k in 0..3 {
        let separation = face_of_b::<_, _, A>(frame, &magnitudes, k).gap();
        let better = of_b & best.separation.less(separation);
        best = best.or_if(better, BestAxis { separation, code: axis_code(isa, 3 + k) });
    }
    best
}

/// Which boxes a, and which boxes b, have faces that are covered, wholly or in part.
#[inline(always)]
fn has_covered<I: Isa>(isa: I, bits: I::Integer) -> [I::Mask; 2] {
    let none = isa.splat_integer(0);
    [FACES_OF_A, FACES_OF_B].map(|faces| !(bits & isa.splat_integer(faces)).equals(none))
}

/// The number of an axis in every lane.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below fifteen")]
fn axis_code<I: Isa>(isa: I, number: usize) -> I::Integer {
    isa.splat_integer(number as i32)
}

/// The contact's axis, or the face of a box with covered faces if it is nearly as good.
#[inline(always)]
fn preferring<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    contact: ContactAxis<I::Real>,
    own: BestAxis<I::Real>,
) -> ContactAxis<I::Real> {
    let limit = preferred_until::<I, A>(isa, frame, own.separation);
    let wins = contact.axis.separation.at_most(limit);
    let own_normal = face_normal::<I, A>(isa, frame, own.code);
    let mut normal = contact.normal;
    for (component, of_own) in normal.iter_mut().zip(own_normal) {
        *component = Lanes::select(wins, of_own, *component);
    }
    ContactAxis { axis: contact.axis.or_if(wins, own), normal }
}

/// The best of the axes that leave no covered face.
struct Allowed<I: Isa> {
    bits: I::Integer,
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
        let mut allowed = Self { bits, face: none, own: none, edge: none };
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

    /// Whether a direction of this length, turned towards b, leaves no covered face.
    #[inline(always)]
    fn allows<A: Arithmetic>(
        &self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        direction: [I::Real; 3],
        length: Option<I::Real>,
    ) -> I::Mask {
        let normal = towards_b::<I, A>(isa, frame, direction, length);
        !is_covered(isa, left_faces::<I, A>(isa, frame, normal), self.bits)
    }

    #[inline(always)]
    fn faces<A: Arithmetic>(
        &mut self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
    ) {
        let owns = has_covered(isa, self.bits);
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        for k in 0..3 {
            let mut direction = [zero; 3];
            direction[k] = one;
            let separation = face_of_a::<_, _, A>(frame, magnitudes, k).gap();
            let candidate = BestAxis { separation, code: axis_code(isa, k) };
            let allowed = self.allows::<A>(isa, frame, direction, None);
            self.offer_face(candidate, allowed, owns[0]);
        }
        let columns = columns(frame);
        for k in 0..3 {
            let separation = face_of_b::<_, _, A>(frame, magnitudes, k).gap();
            let candidate = BestAxis { separation, code: axis_code(isa, 3 + k) };
            let allowed = self.allows::<A>(isa, frame, columns[k], None);
            self.offer_face(candidate, allowed, owns[1]);
        }
    }

    #[inline(always)]
    fn offer_face(&mut self, candidate: BestAxis<I::Real>, allowed: I::Mask, is_own: I::Mask) {
        let better = allowed & self.face.separation.less(candidate.separation);
        self.face = self.face.or_if(better, candidate);
        let better = (allowed & is_own) & self.own.separation.less(candidate.separation);
        self.own = self.own.or_if(better, candidate);
    }

    /// Edge `i` of a with each edge of b.
    #[inline(always)]
    fn edges<A: Arithmetic>(
        &mut self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        magnitudes: &Magnitudes<I::Real>,
        i: usize,
    ) {
        let cofactors = cofactors::<_, _, A>(frame, i);
        let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
        let Following { first: l, second: m } = following(i);
        for j in 0..3 {
            let length_squared = edge_length_squared::<_, _, A>(frame, i, j);
            let length = length_squared.sqrt();
            let gap = edge_pair::<_, _, A>(frame, magnitudes, cofactors, i, j).gap();
            let separation = gap / length;
            let mut direction = [isa.splat(0.0); 3];
            direction[l] = direction[i] - frame.rotation[m][j];
            direction[m] = frame.rotation[l][j];
            let allowed = parallel.at_most(length_squared)
                & self.allows::<A>(isa, frame, direction, Some(length));
            let better = allowed & self.edge.separation.less(separation);
            let code = isa.splat_integer(FIRST_EDGE_AXIS) + axis_code(isa, 3 * i + j);
            self.edge = self.edge.or_if(better, BestAxis { separation, code });
        }
    }

    /// The axis of the contact, chosen among the allowed ones as usual.
    #[inline(always)]
    fn contact<A: Arithmetic>(self, isa: I, frame: &MetricFrame<I::Real>) -> ContactAxis<I::Real> {
        let limit = preferred_until::<I, A>(isa, frame, self.face.separation);
        let best = self.face.or_if(limit.less(self.edge.separation), self.edge);
        let contact = contact_axis::<I, A>(isa, frame, self.face, best);
        preferring::<I, A>(isa, frame, contact, self.own)
    }
}
