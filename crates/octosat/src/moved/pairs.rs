//! Boxes at a time of their motion: what a query asks about, checked and loaded with its pairs.
//!
//! Box a is put at the origin and b where it is as seen from there, so no position in the world is rounded.

use core::ops::Range;

use octosat_lanes::{Columns, Isa, Lanes, repeated};

use super::motions::{MovingPairs, MovingSides};
use super::steps::{StepSides, Steps, check_ends};
use super::turn::Turn;
use crate::axes::boxes::BoxLanes;
use crate::boxes::view::BoxView;
use crate::call::batches::{PairLanes, Pairs, Source, load_floats};
use crate::call::engine::Engine;
use crate::call::moved::{Motion, Motions, Moved};
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};
use crate::vector::{difference, squared, vector};

impl<'a> Query<'a> {
    /// The same query about boxes where they are at times of their motion: pair p at `times[p]`, from 0 for the start
    /// of the step to 1 for its end.
    ///
    /// Times of boxes that overlap at the start of a cast are negative: pass zero for them.
    ///
    /// With the times of [`casts`](crate::Engine::casts) and their motions, a query is about the boxes at their hits:
    /// where they touch and along which normal. No moved boxes are stored, and none of their positions is rounded: box
    /// b is moved as seen from box a. So results are as exact far from the origin as near it. Each coordinate of the
    /// offset of the centers is rounded three times, each time by at most 6e-8 (a unit of roundoff) of the offset at
    /// the start, of the moved part, or of their sum.
    ///
    /// Every query about pairs of boxes takes it, and groups of lists, but casts and impacts reject it. All the rest is
    /// as for other queries: [`Self::within`], [`Self::grown`], the options of [`Contacts`](crate::Contacts). Certain
    /// results are about the moved boxes as they are rounded. Points in the world lie where the boxes are at their
    /// times: a's center is then at its own center plus its own motion times the time. Motions per pair are those of b
    /// as seen from a, which stands still.
    ///
    /// # Example
    /// ```
    /// use octosat::{
    ///     BoxStore, Cast, CastState, Casts, Engine, Manifolds, Motions, OrientedBox, Query,
    /// };
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0, -0.5, 0.0], upright, [5.0, 0.5, 5.0]))?; // a floor
    /// boxes.insert(OrientedBox::new([0.0, 3.0, 0.0], upright, [0.5; 3]))?; // a body that falls
    /// let (query, motions) = (Query::new(&boxes, &[[0, 1]]), [[1.0, -4.0, 0.0]]);
    /// let motions = Motions::per_pair(&motions);
    /// let mut casts = [Cast::default()];
    /// Engine::new().casts(Casts::new(query, motions), &mut casts)?;
    /// assert_eq!(casts[0].state, CastState::HIT);
    ///
    /// // At the least time of all pairs, the first hit.
    /// let times = [casts[0].time];
    /// let mut manifolds = Manifolds::new();
    /// Engine::new().manifolds(query.moved(motions, &times).within(1e-4), &mut manifolds)?;
    /// let touching = manifolds.touching().next().expect("the boxes touch then");
    /// assert_eq!(touching.manifold.normal, [0.0, 1.0, 0.0]);
    /// assert_eq!(touching.points.len(), 4);
    /// assert!(touching.points.iter().all(|point| point.position[1].abs() < 1e-4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moved(self, motions: Motions<'a>, times: &'a [f32]) -> Self {
        Self { moved: Some(Moved { motion: Motion::Along(motions), times }), ..self }
    }

    /// The same for boxes that also turn, as in [`impacts`](crate::Engine::impacts): `ends` are the same boxes at the
    /// end of the step. Offsets are interpolated linearly, and rotations are the linear interpolation of both
    /// quaternions, normalized, by the shorter way.
    ///
    /// The length of a moved rotation is off by at most five units of roundoff, and each coordinate of the offset by
    /// what
    /// [`Self::moved`] says, with the difference of both offsets as the motion. In the world, a's center is at the
    /// interpolation of its centers.
    #[must_use]
    pub fn moved_to(self, ends: impl Into<Sides<BoxView<'a>>>, times: &'a [f32]) -> Self {
        Self { moved: Some(Moved { motion: Motion::To(ends.into()), times }), ..self }
    }
}

impl<'a> Moved<'a> {
    /// The same in columns. Rejects times and motions that are not usable for a query, whose pairs have been checked.
    pub(crate) fn checked(
        &self,
        engine: &Engine,
        query: &Query<'a>,
        pairs: Pairs<'_>,
    ) -> Result<Path<'a>, Error> {
        let [expected, found] = [pairs.len(), self.times.len()];
        if expected != found {
            let why = format_args!(
                "the number of times is {found}, but the number of pairs is {expected}"
            );
            return Err(Error::new(ErrorKind::Length, why));
        }
        // All before the first wrong one is searched, so that the loop is vectorized.
        let is_usable = |time: &f32| (0.0..=1.0).contains(time);
        if !self.times.iter().fold(true, |all, time| all & is_usable(time))
            && let Some(pair) = self.times.iter().position(|time| !is_usable(time))
        {
            let time = self.times[pair];
            let why = format_args!("times[{pair}] is {time}, but must be from 0 to 1");
            let error = Error::new(ErrorKind::Setting, why).of_field("time").of_value(time);
            return Err(error.in_list("pairs", pair));
        }
        match &self.motion {
            Motion::Along(motions) => motions.check(engine, query.pairs.len(), query.lists())?,
            Motion::To(ends) => check_ends(engine, query, pairs, ends)?,
        }
        Ok(self.path())
    }

    /// The same in columns, which a source of batches borrows; it has been checked.
    pub(crate) fn path(&self) -> Path<'a> {
        let way = match &self.motion {
            Motion::Along(motions) => Way::Along(*motions),
            Motion::To(ends) => Way::To(ends.each().map(|view| view.columns.first())),
        };
        Path { way, times: self.times }
    }
}

/// How the boxes of a query get where they are, in columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path<'a> {
    way: Way<'a>,
    times: &'a [f32],
}

/// The motions, or centers and rotations at the end of the step.
#[derive(Clone, Copy, Debug)]
enum Way<'a> {
    Along(Motions<'a>),
    To([Columns<'a, 2>; 2]),
}

impl Path<'_> {
    /// The pairs of a range of the query's rows, at their times.
    pub(crate) fn pairs<'s>(&'s self, pairs: Pairs<'s>, rows: Range<usize>) -> MovedPairs<'s> {
        let times = &self.times[rows.clone()];
        let way = match &self.way {
            Way::Along(motions) => {
                PairWay::Along(MovingPairs::new(pairs, motions.of_rows(rows), false))
            }
            Way::To(poses) => PairWay::To(Steps::new(pairs, poses.each_ref())),
        };
        MovedPairs { way, times }
    }
}

/// Pairs of boxes at their times, as a source of batches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedPairs<'a> {
    way: PairWay<'a>,
    times: &'a [f32],
}

/// Pairs of boxes that move.
#[derive(Clone, Copy, Debug)]
enum PairWay<'a> {
    Along(MovingPairs<'a>),
    To(Steps<'a>),
}

/// Both sides of one batch of pairs at their times, a at the origin, and where a's center is in the world, in lanes.
#[derive(Clone, Copy)]
pub(crate) struct MovedSides<I: Isa> {
    pub(crate) sides: PairLanes<I>,
    pub(crate) center_of_a: [I::Real; 3],
}

impl Source for MovedPairs<'_> {
    type Batch<I: Isa> = MovedSides<I>;

    #[inline(always)]
    fn len(&self) -> usize {
        self.times.len()
    }

    fn boxes(&self) -> usize {
        match &self.way {
            PairWay::Along(pairs) => pairs.boxes(),
            PairWay::To(steps) => steps.boxes(),
        }
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        let times = &self.times[range.clone()];
        let way = match &self.way {
            PairWay::Along(pairs) => PairWay::Along(pairs.slice(range)),
            PairWay::To(steps) => PairWay::To(steps.slice(range)),
        };
        Self { way, times }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> MovedSides<I> {
        let time = load_floats(isa, self.times, first);
        match &self.way {
            PairWay::Along(pairs) => {
                along(isa, pairs.load(isa, first), pairs.of_a(isa, first), time)
            }
            PairWay::To(steps) => turned(isa, steps.load(isa, first), time),
        }
    }

    fn load_at<I: Isa>(&self, _isa: I, _positions: &[u32]) -> MovedSides<I> {
        unreachable!("pairs are moved in their order, and queued pairs loaded from the rows")
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        match &self.way {
            PairWay::Along(pairs) => pairs.prefetch(isa, first),
            PairWay::To(steps) => steps.prefetch(isa, first),
        }
    }
}

/// Both boxes at a time of a motion without turning.
#[inline(always)]
fn along<I: Isa>(
    isa: I,
    moving: MovingSides<I>,
    motion_of_a: [I::Real; 3],
    time: I::Real,
) -> MovedSides<I> {
    let MovingSides { sides, motion, .. } = moving;
    let PairLanes { a, b } = sides;
    MovedSides {
        sides: placed(isa, sides, after(difference(b.center, a.center), motion, time)),
        center_of_a: after(a.center, motion_of_a, time),
    }
}

/// The same of a motion to the end of the step. As for impacts, offsets are interpolated, and rotations by the shorter
/// way.
#[inline(always)]
fn turned<I: Isa>(isa: I, step: StepSides<I>, time: I::Real) -> MovedSides<I> {
    let StepSides { start, end } = step;
    let [end_a, end_b] = end;
    let from = difference(start.b.center, start.a.center);
    let mut motion = difference(end_b.center, end_a.center);
    for (component, from) in motion.iter_mut().zip(from) {
        *component = *component - from;
    }
    let turn = |start, end| unit(isa, Turn::between(isa, start, end), time);
    let sides = PairLanes {
        a: BoxLanes { rotation: turn(start.a.rotation, end_a.rotation), ..start.a },
        b: BoxLanes { rotation: turn(start.b.rotation, end_b.rotation), ..start.b },
    };
    MovedSides {
        sides: placed(isa, sides, after(from, motion, time)),
        center_of_a: after(start.a.center, difference(end_a.center, start.a.center), time),
    }
}

/// A position, a part of a motion later.
#[inline(always)]
fn after<F: Lanes>(position: [F; 3], motion: [F; 3], time: F) -> [F; 3] {
    let mut moved = position;
    for (component, along) in moved.iter_mut().zip(motion) {
        *component = time * along + *component;
    }
    moved
}

/// The rotation at a time of a turn, made unit.
#[inline(always)]
fn unit<I: Isa>(isa: I, turn: Turn<I::Real>, time: I::Real) -> [I::Real; 4] {
    let mut quaternion = turn.quaternion(time);
    let (axis, w) = (vector(quaternion), quaternion[3]);
    let length = (w * w + squared(axis)).sqrt();
    let inverse = isa.splat(1.0) / length;
    for component in &mut quaternion {
        *component = *component * inverse;
    }
    quaternion
}

/// The same boxes, a at the origin and b at an offset.
#[inline(always)]
fn placed<I: Isa>(isa: I, sides: PairLanes<I>, offset: [I::Real; 3]) -> PairLanes<I> {
    PairLanes {
        a: BoxLanes { center: repeated(isa.splat(0.0)), ..sides.a },
        b: BoxLanes { center: offset, ..sides.b },
    }
}
