//! Which points of a list are a robot's own: a boolean per point.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{Column, Isa, Lanes, Mask};

use super::body::{Body, Placed};
use super::near::{Sphere, are_within};
use super::poses::{JointLanes, Poses};
use super::questions::Configurations;
use super::reach::Reaches;
use crate::backend::token::Job;
use crate::boxes::checks::{Center, check_column};
use crate::call::answers::{Answers, unpack};
use crate::call::engine::Engine;
use crate::call::question::{Question, verbs};
use crate::call::tasks::for_each_task_of_answers;
use crate::error::{Error, ErrorKind};
use crate::near::any;
use crate::tolerances::{SMALLEST_FAR, STORED_OFFSET_ERROR};
use crate::vector::{difference, squared};

/// Points that a camera sees, and a configuration of a chain: which of them are on the robot itself, or
/// [`within`](Configurations::within) a padding of it? A question of [`Engine::overlaps`](crate::Engine::overlaps): a boolean
/// per point, or a bit.
///
/// A point for which the answer is false is certainly farther than the padding from every solid of the chain. One for which it
/// is true may be farther by the rounding of the pose, 30 µm per meter of an arm, and from a hull by a thousandth of the
/// padding. The world of the configuration, and its pairs of links, do not count.
///
/// # Example
/// ```
/// use octosat::{Chain, Configurations, Engine, Joint, OrientedBox, OwnPoints};
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut arm = Chain::new("base");
/// let link = arm.add_link("arm", 0, Joint::revolute("shoulder", [0.0, 0.0, 1.0]))?;
/// arm.attach(link, OrientedBox::new([0.5, 0.0, 0.0], upright, [0.5, 0.05, 0.05]))?;
/// // The arm is turned to the left. Of its own points one is on a face, and one 1 cm in front of it.
/// let left = [core::f32::consts::FRAC_PI_2];
/// let points = [[0.05, 0.5, 0.0], [0.06, 0.5, 0.0], [0.5, 0.05, 0.0]];
/// let seen = OwnPoints::new(Configurations::new(&arm, &left).within(0.02), &points);
/// let mut own = [false; 3];
/// Engine::new().overlaps(seen, &mut own)?;
/// assert_eq!(own, [true, true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OwnPoints<'a> {
    configuration: Configurations<'a>,
    points: Column<'a, 3>,
}

impl<'a> OwnPoints<'a> {
    /// Points in the world, and the one configuration of a chain.
    #[must_use]
    pub fn new(configuration: Configurations<'a>, points: impl Into<Column<'a, 3>>) -> Self {
        Self { configuration, points: points.into() }
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Approximate nanoseconds per point with AVX2.
    fn nanoseconds(&self) -> usize {
        1 + self.configuration.chain.solids.len() * NANOSECONDS_PER_SOLIDS / SOLIDS
    }

    /// Rejects what is not one configuration, and points that are not usable.
    fn check(&self) -> Result<(), Error> {
        self.configuration.check()?;
        let found = self.configuration.len();
        if found != 1 {
            let why = format_args!("the number of configurations is {found}, but must be 1");
            return Err(Error::new(ErrorKind::Length, why));
        }
        self.check_points()
    }

    fn check_points(&self) -> Result<(), Error> {
        check_column(&self.points, Center::OF_BOX)
            .map_err(|error| error.of("point").of_kind(ErrorKind::Shape))
    }
}

/// Approximate nanoseconds per point and so many solids with AVX2.
const NANOSECONDS_PER_SOLIDS: usize = 7;
const SOLIDS: usize = 10;

/// One boolean per point: whether it is within the padding of a solid, except for rounding.
impl Question<verbs::Overlaps> for OwnPoints<'_> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        self.check()?;
        out.lengths(self.len()).check()?;
        let question = &self;
        let load = engine.load(question.len(), question.nanoseconds());
        for_each_task_of_answers(load, out, |range, answers| {
            engine.run(range.len(), OwnPointsOfRange { question, range, answers });
        });
        Ok(())
    }
}

/// The points of a word of bits: a multiple of every batch.
const WORD: usize = u64::BITS as usize;

/// The job of filling the answers of a range of points.
struct OwnPointsOfRange<'j, 'a> {
    question: &'a OwnPoints<'a>,
    range: Range<usize>,
    answers: Answers<'j>,
}

impl Job for OwnPointsOfRange<'_, '_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { question, range, mut answers } = self;
        let solids = isa.enter_rarely(
            #[inline(always)]
            || PaddedSolid::all(isa, question),
        );
        isa.enter_rarely(
            #[inline(always)]
            || {
                for (number, first) in range.clone().step_by(WORD).enumerate() {
                    let part = first..range.end.min(first + WORD);
                    let count = part.len();
                    let word = word(isa, &solids, &question.points, part);
                    match &mut answers {
                        Answers::Each(out) => unpack(&[word], &mut out[WORD * number..][..count]),
                        Answers::Bits(out) => out[number] = word,
                    }
                }
            },
        );
    }
}

/// A solid in all lanes, and how far from it points are own ones.
struct PaddedSolid<'a, I: Isa> {
    body: Body<'a, I>,
    placed: Placed<'a, I>,
    /// The square of the distance from the center beyond which no point is one.
    farthest_squared: I::Real,
    /// The padding in meters, longer by what rounding can be off.
    within: I::Real,
}

impl<'a, I: Isa> PaddedSolid<'a, I> {
    /// All solids where the configuration puts them.
    #[inline(always)]
    fn all(isa: I, question: &OwnPoints<'a>) -> Vec<Self> {
        let chain = question.configuration.chain;
        let (mut values, mut poses, mut reaches) = (JointLanes::NONE, Poses::NONE, Reaches::NONE);
        values.fit(isa, chain);
        poses.fit(isa, chain);
        reaches.fit(isa, chain);
        // The last configuration is repeated in lanes past it, so it is in all lanes.
        values.pose(isa, &question.configuration, 0, &mut poses);
        values.reach(isa, chain, &mut reaches);
        let mut solids = Vec::with_capacity(chain.solids.len());
        for (number, solid) in chain.solids.iter().enumerate() {
            let padding = isa.splat(question.configuration.padding.of_link(solid.link));
            let padding = padding + reaches.of_solid(number);
            let sphere = Sphere::new(isa, &poses.solids[number], solid, padding);
            let body = Body::of_solid(isa, &poses, number, solid);
            let placed = Placed::new(isa, &body);
            let rounding = isa.splat(STORED_OFFSET_ERROR * MOST_PER_LENGTH) * sphere.radius;
            let farthest_squared = sphere.radius * sphere.radius;
            solids.push(Self {
                body,
                placed,
                farthest_squared,
                within: padding + rounding + isa.splat(SMALLEST_FAR),
            });
        }
        solids
    }
}

/// The sum of the magnitudes of a vector is at most so many times its length: a bit more than the root of three.
const MOST_PER_LENGTH: f32 = 1.733;

/// The answers about the points of a word, the first one in the lowest bit.
#[inline(always)]
fn word<I: Isa>(
    isa: I,
    solids: &[PaddedSolid<'_, I>],
    points: &Column<'_, 3>,
    part: Range<usize>,
) -> u64 {
    let count = part.len();
    let mut block = [[0.0; 3]; WORD];
    for (to, point) in block.iter_mut().zip(points.range(part)) {
        *to = point;
    }
    let mut word = 0;
    for first in (0..count).step_by(I::LANES) {
        let own = own(isa, solids, isa.load_triples(&block[first..]));
        word |= u64::from(own.bits()) << first;
    }
    // Lanes past the last point are at the origin.
    word & u64::MAX >> (WORD - count)
}

/// The lanes whose point is own.
#[inline(always)]
fn own<I: Isa>(isa: I, solids: &[PaddedSolid<'_, I>], point: [I::Real; 3]) -> I::Mask {
    let zero = isa.splat(0.0);
    let mut own = zero.less(zero);
    for solid in solids {
        let offset = difference(point, solid.placed.center);
        let near = squared(offset).at_most(solid.farthest_squared);
        if any(near) && solid.body.is_hull() {
            let point = Body::of_point(isa, point);
            own = own | are_within(isa, near, (&solid.body, &point), solid.within);
        } else if any(near) {
            own = own | (solid.placed.is_within(isa, offset, solid.within) & near);
        }
    }
    own
}
