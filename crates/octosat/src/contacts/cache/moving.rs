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
use super::work::{CacheScratch, CachedPairs, CachedRows, FOUR, MovedMemory};
use crate::contacts::lists::Manifolds;
use crate::contacts::{ContactPoint, Manifold, PointOrigin};
use crate::frame::{cross_component, dot};

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

/// How a box has moved, in lanes.
#[derive(Clone, Copy)]
struct Step<F> {
    /// The center as it was.
    center: [F; 3],
    /// The motion of the center.
    way: [F; 3],
    /// The vector part and the real part of the quaternion of the turn.
    axis: [F; 3],
    cosine: F,
}

impl<F: Lanes> Step<F> {
    #[inline(always)]
    fn of<I: Isa<Real = F>>(isa: I, [now, way, axis]: [[F; 4]; 3]) -> Self {
        let [[x, y, z, _], [i, j, k, _], [p, q, r, _]] = [now, way, axis];
        let axis = [p, q, r];
        Self {
            center: [x - i, y - j, z - k],
            way: [i, j, k],
            axis,
            cosine: (isa.splat(1.0) - dot::<_, Exact>(axis, axis)).sqrt(),
        }
    }

    /// The change of a vector that turns with the box: 2 v × (w r + v × r) for the quaternion (v, w).
    #[inline(always)]
    fn turn(&self, vector: [F; 3]) -> [F; 3] {
        let mut inner = vector;
        for (k, component) in inner.iter_mut().enumerate() {
            let cross = cross_component::<_, Exact>(self.axis, vector, k);
            *component = self.cosine * vector[k] + cross;
        }
        let mut change = vector;
        for (k, component) in change.iter_mut().enumerate() {
            let cross = cross_component::<_, Exact>(self.axis, inner, k);
            *component = cross + cross;
        }
        change
    }
}

/// The steps of both boxes of a pair, and the origin of positions.
#[derive(Clone, Copy)]
struct PairSteps<F> {
    a: Step<F>,
    b: Step<F>,
    origin: PointOrigin,
}

/// Pairs of a batch.
struct Moving<F> {
    steps: PairSteps<F>,
    /// The normal as it was and as it is.
    normal: [F; 3],
    turned: [F; 3],
}

impl<F: Lanes> Moving<F> {
    /// The new position of a contact, followed by its depth.
    #[inline(always)]
    fn moved<I: Isa<Real = F>>(&self, isa: I, [x, y, z, depth]: [F; 4]) -> [F; 4] {
        let Self { steps: PairSteps { a, b, origin }, normal, turned } = self;
        let half = isa.splat(0.5);
        let position = [x, y, z];
        let (mut from_a, mut from_b) = (position, position);
        for k in 0..3 {
            if *origin == PointOrigin::World {
                from_a[k] = position[k] - a.center[k];
                from_b[k] = position[k] - b.center[k];
            } else {
                from_b[k] = position[k] - (b.center[k] - a.center[k]);
            }
            // The point of a's surface is half the depth ahead along the normal, b's behind.
            let ahead = half * (depth * normal[k]);
            from_a[k] = from_a[k] + ahead;
            from_b[k] = from_b[k] - ahead;
        }
        let [turn_a, turn_b] = [a.turn(from_a), b.turn(from_b)];
        let (mut apart, mut to) = (position, position);
        for k in 0..3 {
            // A direct difference of both motions: for boxes that move together it is exactly zero.
            apart[k] = (b.way[k] - a.way[k]) + (turn_b[k] - turn_a[k]);
            let with_a = turn_a[k] + half * apart[k];
            to[k] = match origin {
                PointOrigin::World => position[k] + (a.way[k] + with_a),
                PointOrigin::CenterOfA => position[k] + with_a,
            };
        }
        let [x, y, z] = to;
        [x, y, z, depth - dot::<_, Exact>(*turned, apart)]
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
            let Manifold { first, len, .. } = past.row(place);
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
        for (lane, &position) in positions[..waiting].iter().enumerate() {
            if within >> lane & 1 == 0 {
                rest.push_one(position);
                continue;
            }
            let place = places[position as usize];
            let row = past.row(place);
            memory.write(lane, &row, &past.manifolds.points.points, rows);
            let Row([x, y, z, depth]) = memory.normals[lane];
            let row = Manifold { normal: [x, y, z], depth, ..row };
            past.keep(position as usize, place, row, rows);
            past.count_slide(pairs.pair(position as usize), &mut rows.states[position as usize]);
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
    let normal = [x, y, z];
    let turned = unit_again(isa, normal, steps.a.turn(normal));
    let moving = Moving { steps, normal, turned };
    let [some, none] = [isa.splat(f32::INFINITY), isa.splat(f32::NEG_INFINITY)];
    let [mut least, mut deepest, mut deepest_before] = [some, none, none];
    let mut left = isa.load_integers(&last.len);
    for (four, to) in memory.points.chunks_mut(FOUR).enumerate().take(last.most.div_ceil(FOUR)) {
        let columns = fours(&list.points.points, four);
        let mut buffer = PairBuffer::new();
        let first = &last.first[..I::LANES];
        let places = BoundedPairs::clamped(first, columns.rows(), &mut buffer);
        let points = isa.load_rows(&columns, &places, PairSide::A);
        for (point, to) in points.into_iter().zip(to) {
            let moved = moving.moved(isa, point);
            isa.store_rows(moved, to);
            // Behind the last point of a pair are those of another.
            let present = isa.splat_integer(0).less(left);
            least = least.lesser(Lanes::select(present, moved[3], some));
            deepest = deepest.greater(Lanes::select(present, moved[3], none));
            deepest_before = deepest_before.greater(Lanes::select(present, point[3], none));
            left = left - isa.splat_integer(1);
        }
    }
    let [x, y, z] = turned;
    // The depth of the row changes as that of its deepest point.
    isa.store_rows([x, y, z, depth + (deepest - deepest_before)], &mut memory.normals);
    least
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
        let mut four = [ContactPoint::default(); FOUR];
        four.copy_from_slice(&before[..FOUR]);
        for (point, moved) in four.iter_mut().zip(&self.points[first..first + FOUR]) {
            let Row([x, y, z, depth]) = moved[lane];
            *point = ContactPoint { position: [x, y, z], depth, ..*point };
        }
        now[..FOUR].copy_from_slice(&four);
    }
}
