//! Manifolds that move along with their boxes.
//!
//! Each contact is a point of a's surface and a point of b's surface, a depth apart along the normal. Each point moves
//! with its box, and the normal turns with a. The numbers added to last frame's are as small as the step of the boxes,
//! and so is their rounding.
//!
//! Points that slid along the surfaces are put opposite each other again. A later rotation then changes the depth by
//! the way they slid times the angle. Boxes that shake can repeat this in every frame, so each step counts as motion in
//! part.

use bytemuck::cast_slice;
use octosat_lanes::{
    BoundedPairs, Column, Columns, Exact, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, PairBuffer,
    PairSide, Row,
};

use super::past::Past;
use super::reuse::TakenOver;
use super::work::{CacheScratch, CachedPairs, CachedRows, FOUR, MovedMemory};
use crate::contacts::lists::Manifolds;
use crate::contacts::{ContactPoint, Manifold, PointOrigin};
use crate::frame::dot;

/// Last frame's points by fours, as columns: positions, with the depth behind each.
///
/// Lists have room behind the last point: of fewer than four the rest is there, and is not used.
fn fours(points: &[ContactPoint], four: usize) -> Columns<'_, FOUR> {
    let floats: &[f32] = cast_slice(points);
    let stride = size_of::<ContactPoint>() / 4;
    let begin = four * FOUR;
    let rows = points.len() - begin - (FOUR - 1);
    let mut first = begin;
    let columns = [(); FOUR].map(|()| {
        let column = &floats[first * stride..(first + rows) * stride];
        first += 1;
        Column::<4>::strided(column, stride).expect("a stride of four or more")
    });
    Columns::new(columns).expect("columns of one length")
}

/// Last frame's normals as a column, with the depth behind each.
fn normals(rows: &[Manifold]) -> Columns<'_, 1> {
    let column = Column::<4>::strided(cast_slice(rows), size_of::<Manifold>() / 4);
    Columns::new([column.expect("a stride of four or more")]).expect("one column")
}

/// A matrix times a vector.
#[inline(always)]
fn times<F: Lanes>(rows: &[[F; 3]; 3], vector: [F; 3]) -> [F; 3] {
    let [x, y, z] = *rows;
    [dot::<_, Exact>(x, vector), dot::<_, Exact>(y, vector), dot::<_, Exact>(z, vector)]
}

/// How a box has moved, in lanes.
#[derive(Clone, Copy)]
struct Step<F> {
    /// The center as it was.
    center: [F; 3],
    /// The motion of the center.
    way: [F; 3],
    /// Half the change of the vectors that turn with the box: (R − 1) / 2 for the rotation R.
    half_turn: [[F; 3]; 3],
}

impl<F: Lanes> Step<F> {
    #[inline(always)]
    fn of<I: Isa<Real = F>>(isa: I, [now, way, axis]: [[F; 4]; 3]) -> Self {
        let [[x, y, z, _], [i, j, k, _], [p, q, r, _]] = [now, way, axis];
        // With the quaternion (v, w): w [v]× + v vᵀ − |v|².
        let [pp, qq, rr] = [p * p, q * q, r * r];
        let w = (isa.splat(1.0) - ((pp + qq) + rr)).sqrt();
        let [pq, pr, qr] = [p * q, p * r, q * r];
        let [wp, wq, wr] = [w * p, w * q, w * r];
        Self {
            center: [x - i, y - j, z - k],
            way: [i, j, k],
            half_turn: [
                [-(qq + rr), pq - wr, pr + wq],
                [pq + wr, -(pp + rr), qr - wp],
                [pr - wq, qr + wp, -(pp + qq)],
            ],
        }
    }
}

/// The steps of both boxes of a pair, and the origin of positions.
#[derive(Clone, Copy)]
struct PairSteps<F> {
    a: Step<F>,
    b: Step<F>,
    origin: PointOrigin,
}

/// How the contacts of a pair move: all changes are linear in the position and the depth of a contact.
///
/// The numbers belong to the pair, so that each contact takes few operations. Positions are relative to a contact of
/// the pair, because both boxes may be far larger than the distance between contacts.
struct Moving<F> {
    /// The contact from which positions are measured.
    pivot: [F; 3],
    /// The change of a position: its part for the pivot, and what is multiplied with the way from there and with the
    /// depth.
    base: [F; 3],
    turn: [[F; 3]; 3],
    shear: [F; 3],
    /// The same for the gap along the normal.
    gap: F,
    slope: [F; 3],
    lean: F,
    /// The normal as it is.
    turned: [F; 3],
}

impl<F: Lanes> Moving<F> {
    /// Each contact is half its depth ahead of a point of b's surface along the normal, and as far behind one of a's.
    #[inline(always)]
    fn new<I: Isa<Real = F>>(
        isa: I,
        PairSteps { a, b, origin }: PairSteps<F>,
        normal: [F; 3],
        pivot: [F; 3],
    ) -> Self {
        let (two, half) = (isa.splat(2.0), isa.splat(0.5));
        let (mut from_a, mut from_b) = (pivot, pivot);
        for k in 0..3 {
            if origin == PointOrigin::World {
                from_a[k] = pivot[k] - a.center[k];
                from_b[k] = pivot[k] - b.center[k];
            } else {
                from_b[k] = pivot[k] - (b.center[k] - a.center[k]);
            }
        }
        // Halves of what both boxes do to the normal, and to the pivot.
        let [normal_a, normal_b] = [times(&a.half_turn, normal), times(&b.half_turn, normal)];
        let [turn_a, turn_b] = [times(&a.half_turn, from_a), times(&b.half_turn, from_b)];
        let mut turned = normal;
        for (component, change) in turned.iter_mut().zip(normal_a) {
            *component = two * change;
        }
        let turned = unit_again(isa, normal, turned);
        let (mut base, mut shear, mut apart, mut leaning) = (pivot, pivot, pivot, pivot);
        let (mut turn, mut twist) = (a.half_turn, a.half_turn);
        for k in 0..3 {
            // A direct difference of both motions: for boxes that move together it is exactly zero.
            apart[k] = (b.way[k] - a.way[k]) + two * (turn_b[k] - turn_a[k]);
            let with_a = two * turn_a[k] + half * apart[k];
            base[k] = match origin {
                PointOrigin::World => a.way[k] + with_a,
                PointOrigin::CenterOfA => with_a,
            };
            shear[k] = half * (normal_a[k] - normal_b[k]);
            leaning[k] = normal_a[k] + normal_b[k];
            for column in 0..3 {
                let [of_a, of_b] = [a.half_turn[k][column], b.half_turn[k][column]];
                turn[k][column] = of_a + of_b;
                // With rows and columns exchanged.
                twist[column][k] = two * (of_b - of_a);
            }
        }
        Self {
            pivot,
            base,
            turn,
            shear,
            gap: dot::<_, Exact>(turned, apart),
            slope: times(&twist, turned),
            lean: dot::<_, Exact>(turned, leaning),
            turned,
        }
    }

    /// The new position of a contact, followed by its depth.
    #[inline(always)]
    fn moved(&self, [x, y, z, depth]: [F; 4]) -> [F; 4] {
        let mut to = [x, y, z];
        let mut way = to;
        for (component, pivot) in way.iter_mut().zip(self.pivot) {
            *component = *component - pivot;
        }
        let changes = times(&self.turn, way);
        for k in 0..3 {
            to[k] = to[k] + ((self.base[k] + changes[k]) + self.shear[k] * depth);
        }
        let gap = (self.gap + dot::<_, Exact>(self.slope, way)) - self.lean * depth;
        [to[0], to[1], to[2], depth - gap]
    }
}

/// Where the points of a batch of pairs are in last frame's list.
struct LastPlaces {
    rows: [u32; MAX_LANES],
    first: [u32; MAX_LANES],
    len: [i32; MAX_LANES],
    /// The most points of a pair.
    most: usize,
}

impl LastPlaces {
    #[inline(always)]
    fn of(past: &Past<'_>, places: &[u32], positions: &[u32]) -> Self {
        let none = [0; MAX_LANES];
        let mut all = Self { rows: none, first: none, len: [0; MAX_LANES], most: 0 };
        for (lane, &position) in positions.iter().enumerate() {
            let place = places[position as usize];
            let &Manifold { first, len, .. } = past.row(place);
            (all.rows[lane], all.first[lane]) = (place, first);
            all.len[lane] = i32::from(len);
            all.most = all.most.max(usize::from(len));
        }
        all
    }
}

/// Moves the queued manifolds. If a point of a manifold leaves the margin, its pair is computed instead.
#[inline(always)]
pub(super) fn move_along<I: Isa>(
    isa: I,
    pairs: CachedPairs<'_, '_>,
    past: &Past<'_>,
    rows: &mut CachedRows<'_>,
    cached: &mut CacheScratch,
) {
    let chunk = pairs.chunk;
    let steps = Columns::records(&past.boxes.steps[..chunk.source.view.len()]);
    let CacheScratch { moved, rest, moved_memory: memory, places, is_taken, taken, .. } = cached;
    moved.pad::<I>();
    let mut next = 0;
    while next < moved.len() {
        let positions = moved.positions::<I>(next);
        let last = LastPlaces::of(past, places, positions);
        let mut buffer = PairBuffer::new();
        let [a, b] = isa.load_pairs(&steps, &chunk.source.pairs.pick(positions, &mut buffer));
        let [a, b] = [Step::of(isa, a), Step::of(isa, b)];
        let steps = PairSteps { a, b, origin: rows.options.origin };
        let least = move_batch(isa, steps, past.manifolds, &last, memory);
        let margins = isa.splat(0.0) - chunk.margins_at(isa, positions);
        let within = margins.at_most(least).bits();
        let waiting = (moved.len() - next).min(I::LANES);
        let slides = &moved.column(0)[next..next + waiting];
        for (lane, (&position, &slide)) in positions[..waiting].iter().zip(slides).enumerate() {
            if within >> lane & 1 == 0 {
                rest.push_one(position);
                continue;
            }
            let place = places[position as usize];
            let row = past.row(place);
            memory.write(lane, row, &past.manifolds.points.points, rows);
            let Row([x, y, z, depth]) = memory.normals[lane];
            let row = Manifold { normal: [x, y, z], depth, ..*row };
            past.keep(position as usize, TakenOver { place, row, slide }, rows);
            is_taken[position as usize] = true;
            *taken += 1;
        }
        next += I::LANES;
    }
}

/// Moves the points of a batch; returns the least depth of each pair.
#[inline(always)]
fn move_batch<I: Isa>(
    isa: I,
    steps: PairSteps<I::Real>,
    list: &Manifolds,
    last: &LastPlaces,
    memory: &mut MovedMemory,
) -> I::Real {
    let normals = normals(&list.manifolds);
    let mut buffer = PairBuffer::new();
    let rows = BoundedPairs::clamped(&last.rows[..I::LANES], normals.rows(), &mut buffer);
    let [[x, y, z, depth]] = isa.load_rows(&normals, &rows, PairSide::A);
    let mut points = load_four(isa, list, last, 0);
    let [u, v, w, _] = points[0];
    let moving = Moving::new(isa, steps, [x, y, z], [u, v, w]);
    let [some, none] = [isa.splat(f32::INFINITY), isa.splat(f32::NEG_INFINITY)];
    let [mut least, mut deepest, mut deepest_before] = [some, none, none];
    let mut left = isa.load_integers(&last.len);
    for (four, to) in memory.points.chunks_mut(FOUR).enumerate().take(last.most.div_ceil(FOUR)) {
        if four > 0 {
            points = load_four(isa, list, last, four);
        }
        for (&point, to) in points.iter().zip(to) {
            let moved = moving.moved(point);
            isa.store_rows(moved, to);
            // Behind the last point of a pair are those of another.
            let present = isa.splat_integer(0).less(left);
            least = least.lesser(Lanes::select(present, moved[3], some));
            deepest = deepest.greater(Lanes::select(present, moved[3], none));
            deepest_before = deepest_before.greater(Lanes::select(present, point[3], none));
            left = left - isa.splat_integer(1);
        }
    }
    let [x, y, z] = moving.turned;
    // The depth of the row changes as that of its deepest point.
    isa.store_rows([x, y, z, depth + (deepest - deepest_before)], &mut memory.normals);
    least
}

/// Four of last frame's points of each pair.
#[inline(always)]
fn load_four<I: Isa>(
    isa: I,
    list: &Manifolds,
    last: &LastPlaces,
    four: usize,
) -> [[I::Real; 4]; FOUR] {
    let columns = fours(&list.points.points, four);
    let mut buffer = PairBuffer::new();
    let places = BoundedPairs::clamped(&last.first[..I::LANES], columns.rows(), &mut buffer);
    isa.load_rows(&columns, &places, PairSide::A)
}

/// A unit vector and a small change of it, made unit again: one step of Newton's method.
#[inline(always)]
fn unit_again<I: Isa>(isa: I, unit: [I::Real; 3], change: [I::Real; 3]) -> [I::Real; 3] {
    let mut sum = unit;
    for (component, change) in sum.iter_mut().zip(change) {
        *component = *component + change;
    }
    let factor = isa.splat(1.5) - isa.splat(0.5) * dot::<_, Exact>(sum, sum);
    for component in &mut sum {
        *component = *component * factor;
    }
    sum
}

impl MovedMemory {
    /// Appends the points of a lane; their features do not change.
    #[inline(always)]
    fn write(&self, lane: usize, row: &Manifold, list: &[ContactPoint], rows: &mut CachedRows<'_>) {
        let (before, now) = (&list[row.first as usize..], &mut rows.points.points[rows.len..]);
        self.write_four(lane, 0, before, now);
        if usize::from(row.len) > FOUR {
            self.write_four(lane, FOUR, &before[FOUR..], &mut now[FOUR..]);
        }
    }

    #[inline(always)]
    fn write_four(
        &self,
        lane: usize,
        first: usize,
        before: &[ContactPoint],
        now: &mut [ContactPoint],
    ) {
        let moved = self.points[first..].iter();
        for ((now, was), moved) in now[..FOUR].iter_mut().zip(&before[..FOUR]).zip(moved) {
            let Row([x, y, z, depth]) = moved[lane];
            *now = ContactPoint { position: [x, y, z], depth, feature: was.feature };
        }
    }
}
