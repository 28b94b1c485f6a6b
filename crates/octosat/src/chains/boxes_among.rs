//! Boxes of a list ask a world: which of them touch an obstacle, how near they are, and which pairs are near.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{Isa, MAX_LANES};
use octosat_rows::ChainClearance;

use super::crowd::Crowd;
use super::solid::Solid;
use super::visits::{NearestPair, Visit};
use super::world::World;
use crate::axes::boxes::BoxLanes;
use crate::backend::token::Job;
use crate::boxes::rotation::stored;
use crate::boxes::store::{BoxPose, OrientedBox};
use crate::boxes::view::BoxView;
use crate::call::answers::{Answers, Lengths};
use crate::call::engine::Engine;
use crate::call::question::{Question, verbs};
use crate::call::tasks::{for_each_task, for_each_task_of_answers};
use crate::error::{Error, ErrorKind};
use crate::near::probe::{Growth, Probes};
use crate::near::tree::Path;
use crate::tolerances::MAX_LENGTH;

/// Boxes of a list among the obstacles of a [`World`], without a list of pairs: does any touch one, how near is the nearest
/// one, and which pairs are near?
///
/// For robots with kinematics of their own, for moving boxes among many that stand still, for swept boxes of bullets, and
/// for whatever else a box can be put around. The question of [`Engine::any_overlap`](crate::Engine::any_overlap) and
/// [`Engine::least_clearances`](crate::Engine::least_clearances), one answer per box or per group of boxes, and of
/// [`Engine::near_pairs`](crate::Engine::near_pairs).
///
/// The boxes of views count with the rotations that a store would keep. A box that a checked view would reject touches nothing
/// and has no pairs, and the clearance of its group is NaN.
///
/// # Example
/// ```
/// use octosat::{BoxStore, BoxesAmong, Engine, OrientedBox, World};
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let tiles = (0..100_u8).map(|x| OrientedBox::new([x.into(), 0.0, 0.0], upright, [0.5; 3]));
/// let world = World::new(tiles.map(Into::into))?;
/// let mut boxes = BoxStore::new();
/// for x in [2.5, 200.0] {
///     boxes.insert(OrientedBox::new([x, 0.75, 0.0], upright, [0.25; 3]))?;
/// }
/// let (engine, question) = (Engine::new(), BoxesAmong::new(&boxes, &world));
/// let mut hits = [false; 2];
/// engine.any_overlap(question, &mut hits)?;
/// assert_eq!(hits, [true, false]);
/// let mut pairs = Vec::new();
/// engine.near_pairs(question.within(0.1), &mut pairs)?;
/// assert_eq!(pairs, [[0, 2], [0, 3]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoxesAmong<'a> {
    boxes: BoxView<'a>,
    world: &'a World,
    per_group: usize,
    within: f32,
    tolerance: f32,
}

impl<'a> BoxesAmong<'a> {
    /// Boxes among obstacles; each box is a group.
    #[must_use]
    pub fn new(boxes: impl Into<BoxView<'a>>, world: &'a World) -> Self {
        Self { boxes: boxes.into(), world, per_group: 1, within: 0.0, tolerance: 0.0 }
    }

    /// Makes a group of so many boxes each time, such as those of a configuration.
    #[must_use]
    pub const fn in_groups_of(self, boxes: usize) -> Self {
        Self { per_group: boxes, ..self }
    }

    /// How far boxes and obstacles may be apart in meters and still count; zero unless this is called. Least clearances do
    /// not depend on it.
    #[must_use]
    pub const fn within(self, length: f32) -> Self {
        Self { within: length, ..self }
    }

    /// By how much least clearances may be less than the least ones, in meters; zero unless this is called. See
    /// [`Configurations::tolerance`](crate::Configurations::tolerance).
    #[must_use]
    pub const fn tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// The number of groups.
    fn groups(&self) -> usize {
        self.boxes.len().checked_div(self.per_group).unwrap_or(0)
    }

    fn check(&self) -> Result<(), Error> {
        let (boxes, per_group) = (self.boxes.len(), self.per_group);
        if boxes.checked_rem(per_group) != Some(0) {
            let why = format_args!("{boxes} boxes are not whole groups of {per_group}");
            return Err(Error::new(ErrorKind::Length, why));
        }
        for (field, length) in [("within", self.within), ("tolerance", self.tolerance)] {
            if !(0.0..=MAX_LENGTH).contains(&length) {
                let why = format_args!("{field} is {length}, but must be a length of 0 to 1e12 m");
                return Err(Error::new(ErrorKind::Setting, why).of_field(field).of_value(length));
            }
        }
        Ok(())
    }

    /// Lists the pairs that are near.
    pub(super) fn list_near(
        &self,
        engine: &Engine,
        pairs: &mut Vec<[u32; 2]>,
    ) -> Result<(), Error> {
        self.check()?;
        pairs.clear();
        engine.run(self.boxes.len(), Pairs { question: self, pairs });
        Ok(())
    }

    /// How many nanoseconds a group takes, about.
    fn nanoseconds(&self) -> usize {
        100 * self.per_group
    }
}

/// One boolean per group: whether any of its boxes touches an obstacle, as [`Engine::overlaps`] reports it, or is within a
/// length.
impl Question<verbs::AnyOverlap> for BoxesAmong<'_> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, mut out: Answers<'_>) -> Result<(), Error> {
        self.check()?;
        out.lengths(self.groups()).check()?;
        out.clear();
        let question = &self;
        let load = engine.load(self.groups(), self.nanoseconds()).in_units(64);
        for_each_task_of_answers(load, out, |range, answers| {
            engine.run(range.len() * self.per_group, Hits { question, range, answers });
        });
        Ok(())
    }
}

/// The least clearance of each group, and the pair that it is of: `solid` is the number of the box within its group.
impl Question<verbs::LeastClearances> for BoxesAmong<'_> {
    type Out<'o> = &'o mut [ChainClearance];

    fn answer(self, engine: &Engine, out: &mut [ChainClearance]) -> Result<(), Error> {
        self.check()?;
        Lengths { found: out.len(), expected: self.groups() }.check()?;
        // Boxes would be larger by the length.
        let question = &self.within(0.0);
        let load = engine.load(self.groups(), 10 * self.nanoseconds()).in_units(64);
        for_each_task(load, out, 1, |range, out| {
            engine.run(range.len() * self.per_group, Nearest { question, range, out });
        });
        Ok(())
    }
}

/// The shape of all boxes. It has a length, so that it is no point; what the lengths are is no part of a shape.
const BOX: Solid = Solid::of_box(OrientedBox { pose: BoxPose::IDENTITY, half_extents: [1.0; 3] });

/// Boxes of a list in lanes, which visit the obstacles of a world.
struct Batch<'a> {
    question: &'a BoxesAmong<'a>,
    shape: Solid,
    probes: Probes,
    /// The first box, and a bit per lane that has one whose numbers a checked view accepts.
    first: usize,
    lanes: u32,
}

impl<'a> Batch<'a> {
    fn new(question: &'a BoxesAmong<'a>) -> Self {
        Self { question, shape: BOX, probes: Probes::NONE, first: 0, lanes: 0 }
    }

    /// Takes the boxes of a range from its start on, as many as there are lanes.
    #[inline(always)]
    fn load<I: Isa>(&mut self, isa: I, range: Range<usize>) {
        let len = range.len().min(I::LANES);
        (self.first, self.lanes) = (range.start, 0);
        let BoxView { columns, is_stored } = &self.question.boxes;
        let mut numbers = [[0.0; MAX_LANES]; 10];
        for lane in 0..len {
            let row = |column| columns.row(column, range.start + lane).unwrap_or_default().0;
            let [center, mut rotation, half_extents] = [row(0), row(1), row(2)];
            if !is_stored {
                rotation = stored(rotation);
            }
            let mut all = center[..3].iter().chain(&rotation).chain(&half_extents[..3]);
            self.lanes |= u32::from(all.all(|number| number.abs() <= MAX_LENGTH)) << lane;
            for k in 0..3 {
                (numbers[k][lane], numbers[7 + k][lane]) = (center[k], half_extents[k]);
            }
            for k in 0..4 {
                numbers[3 + k][lane] = rotation[k];
            }
        }
        let three = |first: usize| {
            [
                isa.load(&numbers[first]),
                isa.load(&numbers[first + 1]),
                isa.load(&numbers[first + 2]),
            ]
        };
        let [x, y, z] = three(3);
        let rotation = [x, y, z, isa.load(&numbers[6])];
        let boxes = BoxLanes { center: three(0), rotation, half_extents: three(7) };
        let growth = [0.0, self.question.within].map(
            #[inline(always)]
            |length| isa.splat(length),
        );
        self.probes.fill(isa, &boxes, three(7), growth);
    }

    /// The visit of the box of a lane.
    #[inline(always)]
    fn visit_of<'v>(&'v self, crowd: &'v Crowd, lane: usize) -> Visit<'v> {
        let (world, probes) = (self.question.world, &self.probes);
        Visit { world, crowd, probes, lane, shape: &self.shape, is_padded: false, link: None }
    }

    /// The visits of the boxes to each of the obstacles' trees, and the bounds that each begins with. A box whose visit returns
    /// true has no further ones.
    #[inline(always)]
    fn visit<I: Isa>(&self, isa: I, mut visit: impl FnMut(Visit<'_>, u128) -> bool) {
        let mut lanes = self.lanes;
        for crowd in self.question.world.crowds() {
            let tree = &crowd.tree;
            let starts =
                self.probes.starts(isa, &tree.starts, (Growth::Most, tree.contents), lanes);
            let mut left = starts.lanes;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                if visit(self.visit_of(crowd, lane), starts.bounds[lane]) {
                    lanes &= !(1 << lane);
                }
            }
        }
    }
}

/// The job of filling the answers of a range of groups, which are false before.
struct Hits<'j, 'a> {
    question: &'a BoxesAmong<'a>,
    range: Range<usize>,
    answers: Answers<'j>,
}

impl Job for Hits<'_, '_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { question, range, mut answers } = self;
        let per_group = question.per_group;
        let boxes = range.start * per_group..range.end * per_group;
        let (mut batch, mut path) = (Batch::new(question), Path::NEW);
        let growth = if question.within > 0.0 { Growth::Most } else { Growth::Least };
        for first in boxes.clone().step_by(I::LANES) {
            isa.enter_rarely(
                #[inline(always)]
                || {
                    batch.load(isa, first..boxes.end);
                    batch.visit(isa, |visit, starts| {
                        let group = (batch.first + visit.lane) / per_group - range.start;
                        if !answers.get(group)
                            && visit.meets_out_of_line(isa, growth, starts, &mut path).is_some()
                        {
                            answers.set(group);
                        }
                        answers.get(group)
                    });
                },
            );
        }
    }
}

/// The job of filling the rows of a range of groups.
struct Nearest<'j, 'a> {
    question: &'a BoxesAmong<'a>,
    range: Range<usize>,
    out: &'j mut [ChainClearance],
}

impl Job for Nearest<'_, '_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { question: &BoxesAmong { world, per_group, tolerance, .. }, range, out } = self;
        let boxes = range.start * per_group..range.end * per_group;
        let (mut batch, mut path) = (Batch::new(self.question), Path::NEW);
        let mut nearest = NearestPair::new(ChainClearance::default(), tolerance);
        let mut is_valid = true;
        for first in boxes.clone().step_by(I::LANES) {
            isa.enter_rarely(
                #[inline(always)]
                || batch.load(isa, first..boxes.end),
            );
            for number in first..boxes.end.min(first + I::LANES) {
                let (group, of_group) = (number / per_group - range.start, number % per_group);
                if of_group == 0 {
                    nearest = NearestPair::new(ChainClearance::default(), tolerance);
                    is_valid = true;
                }
                is_valid &= batch.lanes >> (number - first) & 1 == 1;
                if !is_valid {
                    out[group] = ChainClearance { clearance: f32::NAN, ..Default::default() };
                    continue;
                }
                let solid = u32::try_from(of_group).unwrap_or(ChainClearance::NONE);
                for crowd in world.crowds() {
                    let visit = batch.visit_of(crowd, number - first);
                    visit.lessen_out_of_line(isa, solid, &mut path, &mut nearest);
                }
                out[group] = nearest.row();
            }
        }
    }
}

/// The job of listing near pairs.
struct Pairs<'j, 'a> {
    question: &'a BoxesAmong<'a>,
    pairs: &'j mut Vec<[u32; 2]>,
}

impl Job for Pairs<'_, '_> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let boxes = self.question.boxes.len();
        let (mut batch, mut path) = (Batch::new(self.question), Path::NEW);
        for first in (0..boxes).step_by(I::LANES) {
            let listed = self.pairs.len();
            isa.enter_rarely(
                #[inline(always)]
                || {
                    batch.load(isa, first..boxes);
                    batch.visit(isa, |visit, starts| {
                        let index = u32::try_from(first + visit.lane).unwrap_or(u32::MAX);
                        visit.list_out_of_line(isa, starts, &mut path, (index, &mut *self.pairs));
                        false
                    });
                },
            );
            self.pairs[listed..].sort_unstable();
        }
    }
}
