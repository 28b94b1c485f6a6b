//! Which candidates become points: at most four of up to eight. The chosen ones are moved to the front.
//!
//! The first is the deepest, after depths are tilted by a small fixed slope along a's face. Of faces that are clearly tilted
//! against each other it is the deepest; of nearly parallel ones it is the extreme in a fixed direction, so that noise
//! does not exchange it, and the others with it, from frame to frame.
//!
//! The other three span the largest area with it. Between tilted faces, vectors from it to candidates that are level with
//! the deepest count up to twice: else a higher candidate can replace an end of the edge that a box stands on. That is
//! no search over triples: the first is an end of a diagonal of the four, and for a given diagonal the other two are the
//! farthest on either side of it. Fewer are left if candidates lie on a line.
//!
//! Which slots a pair keeps differs from lane to lane. Walking the slots backwards, each chosen one
//! is pushed onto a stack of four, lane by lane: in the end the stack holds the first four in their
//! order. Picking them pair by pair, by the bits of a mask, takes two and a half times as many
//! instructions.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles, folded, repeated, unrolled};

use super::faces::{FacePair, PlanePoint};
use super::slots::{SLOTS, Slots};
use crate::tolerances::{LEVEL_PART, LEVEL_WEIGHT, REACH_NOISE};

/// The squared sines of the angle up to which two faces count as parallel and from which on as tilted when the other
/// three of four points are chosen, without unit: 0.005 rad, the slope of [`FIRST_POINT_SLOPE`], and 0.01 rad.
///
/// In between, [`LEVEL_WEIGHT`] counts in part: a jump at one angle exchanges a third more of the points at rest.
const TILTED_FACES_SINE_SQUARED: [f32; 2] = [0.005 * 0.005, 0.01 * 0.01];

/// How far two faces may be tilted and still count as parallel when the first of four points is chosen: a slope along u
/// and along v of a's face, without unit.
///
/// Below this slope, of 0.005 or 0.3 degrees, the first point is the extreme in one direction of a's face, and above it
/// the deepest, which noise does not exchange either. Between points that are nearly as deep, the deepest alone changes
/// with every micrometer, and the other three with it. The direction is along no side and no diagonal of a face.
const FIRST_POINT_SLOPE: [f32; 2] = [0.005 * 0.794_689_8, 0.005 * 0.607_015_8];

/// The bit of a slot in a set of slots.
#[inline(always)]
fn slot_bit<I: Isa>(isa: I, slot: usize) -> I::Integer {
    isa.splat_integer(1 << slot)
}

impl<I: Isa> Slots<I> {
    /// Leaves four candidates of the given lanes, which have more.
    #[inline(always)]
    pub(super) fn reduce(&mut self, isa: I, lanes: I::Mask, faces: &FacePair<I>) {
        let four = self.four(isa, extra_weight(isa, faces));
        unrolled::<SLOTS>(
            #[inline(always)]
            |slot| {
                let bit = slot_bit(isa, slot);
                let held = (four & bit).equals(bit);
                self.present[slot] = self.present[slot] & (held | !lanes);
            },
        );
    }

    /// The set of the four slots that are kept: the first, and up to three that span the largest weighted area with it.
    ///
    /// The first is an end of a diagonal of the four. For each other end, the best two are the farthest on either side
    /// of the diagonal, and twice the area is the difference of their cross products with it.
    #[inline(always)]
    fn four(&self, isa: I, extra: I::Real) -> I::Integer {
        let [slope_u, slope_v] = FIRST_POINT_SLOPE.map(|slope| isa.splat(slope));
        let tilted = folded::<SLOTS, _>(
            repeated(isa.splat(f32::NEG_INFINITY)),
            #[inline(always)]
            |mut scores, slot| {
                let PlanePoint { u, v, gap } = self.points[slot];
                let deep = slope_v * v - gap;
                let score = slope_u * u + deep;
                scores[slot] = Lanes::select(self.present[slot], score, scores[slot]);
                scores
            },
        );
        let first = best(isa, &self.points, tilted, f32::NEG_INFINITY);
        let away = self.away(isa, first.point, extra);
        let spans = folded::<SLOTS, _>(
            repeated(isa.splat(0.0)),
            #[inline(always)]
            |mut spans, slot| {
                spans[slot] = away.span(slot);
                spans
            },
        );
        let end = best(isa, &away.points, spans, 0.0);
        (first.bit | end.bit) | away.sides_of(end.point)
    }

    /// Vectors from the first of the four, times their weights; candidates that do not count are where it is.
    ///
    /// `extra` is added to the weight of the deepest, and nothing at [`LEVEL_PART`] of the height of the highest. Without
    /// heights this gives NaN, as for slots without a candidate, and `greater` makes it zero.
    #[inline(always)]
    fn away(&self, isa: I, first: PlanePoint<I::Real>, extra: I::Real) -> Away<I> {
        let [zero, one] = [0.0, 1.0].map(|number| isa.splat(number));
        let mut highest = self.least;
        for (point, &present) in self.points.iter().zip(&self.present) {
            highest = Lanes::select(present, point.gap, self.least).greater(highest);
        }
        let fall = extra / (isa.splat(LEVEL_PART) * (highest - self.least));
        let mut points = self.points;
        for (point, &present) in points.iter_mut().zip(&self.present) {
            let from = point.minus(first);
            let added = extra - fall * (point.gap - self.least);
            let weight = one + added.greater(zero);
            let [u, v] = [from.u.keep(present), from.v.keep(present)];
            *point = PlanePoint { u: weight * u, v: weight * v, gap: zero };
        }
        Away { isa, points }
    }
}

/// What is added to the weight of the deepest candidate, by the squared sine of the angle between the faces.
#[inline(always)]
fn extra_weight<I: Isa>(isa: I, faces: &FacePair<I>) -> I::Real {
    const EXTRA: f32 = LEVEL_WEIGHT - 1.0;
    let ([_, u, v], [parallel, tilted]) = (faces.axes_b[0], TILTED_FACES_SINE_SQUARED);
    let beyond = (v * v + u * u) - isa.splat(parallel);
    let growth = beyond * isa.splat(EXTRA / (tilted - parallel));
    growth.greater(isa.splat(0.0)).lesser(isa.splat(EXTRA))
}

/// How many slots are in a set, per lane.
#[inline(always)]
pub(super) fn count_all<I: Isa>(isa: I, slots: &[I::Mask; SLOTS]) -> I::Integer {
    folded::<SLOTS, _>(
        isa.splat_integer(0),
        #[inline(always)]
        |count, slot| count + isa.splat_integer(1).keep(slots[slot]),
    )
}

/// The candidates as vectors from the first of the four.
struct Away<I: Isa> {
    isa: I,
    points: [PlanePoint<I::Real>; SLOTS],
}

impl<I: Isa> Away<I> {
    /// Twice the largest area of four points if this slot is the other end of the diagonal.
    #[inline(always)]
    fn span(&self, slot: usize) -> I::Real {
        let (zero, line) = (self.isa.splat(0.0), self.points[slot]);
        let [mut most, mut least] = [zero, zero];
        for (other_slot, &other) in self.points.iter().enumerate() {
            // The cross product with itself is zero, except for rounding.
            if other_slot != slot {
                let across = line.cross(other);
                most = across.greater(most);
                least = across.lesser(least);
            }
        }
        // The area decides; the length decides only among points on a line.
        let length = line.v * line.v + line.u * line.u;
        (most - least) + self.isa.splat(REACH_NOISE) * length
    }

    /// The set of the two slots that are farthest on either side of a line through the first.
    #[inline(always)]
    fn sides_of(&self, line: PlanePoint<I::Real>) -> I::Integer {
        let across = folded::<SLOTS, _>(
            [line.u; SLOTS],
            #[inline(always)]
            |mut across, slot| {
                across[slot] = line.cross(self.points[slot]);
                across
            },
        );
        let left = best(self.isa, &self.points, across, 0.0);
        let mut back = across;
        for across in &mut back {
            *across = -*across;
        }
        let right = best(self.isa, &self.points, back, 0.0);
        left.bit | right.bit
    }
}

/// A slot that won.
#[derive(Clone, Copy, Debug)]
struct Best<F: Singles> {
    point: PlanePoint<F>,
    /// No bit if there is none.
    bit: F::Integer,
}

/// The slot with the largest score above `floor`, the first of equals.
///
/// The largest score is found as a tree, and then its slot. A running best would wait for a comparison in each slot.
#[inline(always)]
fn best<I: Isa>(
    isa: I,
    points: &[PlanePoint<I::Real>; SLOTS],
    scores: [I::Real; SLOTS],
    floor: f32,
) -> Best<I::Real> {
    let largest = largest(scores, isa.splat(floor));
    // No score equals NaN.
    let wanted = Lanes::select(largest.equals(isa.splat(floor)), isa.splat(f32::NAN), largest);
    folded::<SLOTS, _>(
        Best { point: points[0], bit: isa.splat_integer(0) },
        #[inline(always)]
        |best, number| {
            let slot = SLOTS - 1 - number;
            let (point, wins) = (points[slot], scores[slot].equals(wanted));
            Best {
                point: PlanePoint {
                    u: Lanes::select(wins, point.u, best.point.u),
                    v: Lanes::select(wins, point.v, best.point.v),
                    gap: point.gap,
                },
                bit: IntegerLanes::select(wins, slot_bit(isa, slot), best.bit),
            }
        },
    )
}

/// The largest of eight numbers and `floor`. NaN never is: `greater` takes its second operand instead.
#[inline(always)]
fn largest<F: Lanes>([a, b, c, d, e, f, g, h]: [F; SLOTS], floor: F) -> F {
    let [low, high] = [
        a.greater(b.greater(floor)).greater(c.greater(d.greater(floor))),
        e.greater(f.greater(floor)).greater(g.greater(h.greater(floor))),
    ];
    low.greater(high)
}

/// How many points are packed at a time.
pub(super) const PACKED: usize = 4;

/// Stands for the feature of a point that does not exist.
pub(super) const NO_FEATURE: i32 = -1;

/// Four points per lane, with [`NO_FEATURE`] if a lane has fewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed<F: Singles> {
    pub(super) points: [PlanePoint<F>; PACKED],
    pub(super) features: [F::Integer; PACKED],
}

/// Which end of the chosen slots is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The first four, in order.
    First,
    /// The last four, from the last on.
    Last,
}

impl<I: Isa> Slots<I> {
    /// Four of the candidates that count, for each lane.
    #[inline(always)]
    pub(super) fn packed(&self, isa: I, end: End) -> Packed<I::Real> {
        let chosen = &self.present;
        let (zero, none) = (isa.splat(0.0), isa.splat_integer(NO_FEATURE));
        // Two numbers of all slots at a time: their stacks stay in registers, and a mask is loaded
        // for both. One at a time loads each mask twice as often.
        let [gap, bits] = stacked::<I>(
            chosen,
            end,
            [zero, Singles::from_bits(none)],
            #[inline(always)]
            |slot| [self.points[slot].gap, Singles::from_bits(self.features[slot])],
        );
        let [u, v] = stacked::<I>(
            chosen,
            end,
            [zero, zero],
            #[inline(always)]
            |slot| [self.points[slot].u, self.points[slot].v],
        );
        let mut points = [PlanePoint { u: zero, v: zero, gap: zero }; PACKED];
        let mut features = [none; PACKED];
        for (k, point) in points.iter_mut().enumerate() {
            *point = PlanePoint { u: u[k], v: v[k], gap: gap[k] };
            features[k] = bits[k].to_bits();
        }
        Packed { points, features }
    }
}

/// Two numbers of four chosen slots of each lane; `nothing` in lanes with fewer.
#[inline(always)]
fn stacked<I: Isa>(
    chosen: &[I::Mask; SLOTS],
    end: End,
    nothing: [I::Real; 2],
    numbers: impl Fn(usize) -> [I::Real; 2],
) -> [[I::Real; PACKED]; 2] {
    let stacks = [[nothing[0]; PACKED], [nothing[1]; PACKED]];
    folded::<SLOTS, _>(
        stacks,
        #[inline(always)]
        |mut stacks, pushed| {
            let slot = if end == End::First { SLOTS - 1 - pushed } else { pushed };
            // So far, the stack holds at most as many numbers as slots were pushed.
            let deepest = pushed.min(PACKED - 1);
            for (stack, value) in stacks.iter_mut().zip(numbers(slot)) {
                for place in (1..=deepest).rev() {
                    stack[place] = Lanes::select(chosen[slot], stack[place - 1], stack[place]);
                }
                stack[0] = Lanes::select(chosen[slot], value, stack[0]);
            }
            stacks
        },
    )
}
