//! The interface of a query: how an engine is called, how answers are checked, which calls are timed.

use std::fmt::Debug;

use bytemuck::Pod;
use octosat::sealed::verbs;
use octosat::{Engine, Error, Length, Question};
use proptest::prelude::BoxedStrategy;

use crate::{Basis, Case, Facts, Failure, Finding, Frame, Sequence, Setting, strategies, uniform};

/// A call about some rows.
#[derive(Debug)]
pub struct Asked<'a, W> {
    /// The engine that is called.
    pub engine: &'a Engine,
    /// The boxes.
    pub case: &'a Case,
    /// The other side of the pairs: boxes or shapes.
    pub world: &'a W,
    /// A box and a shape each, or two boxes.
    pub rows: &'a [[u32; 2]],
    /// How far apart they may be.
    pub margin: Length<'a>,
    /// The shape of a query about all boxes in their order; else the rows are a list.
    pub alone: Option<u32>,
}

/// A call that can be timed.
pub struct Call<'a> {
    /// Its name in reports.
    pub name: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// Calls an engine, which writes into a buffer that is kept; then counts the rows that touch, if that is wanted
    /// and known.
    pub run: Timed<'a>,
}

/// The function of a [`Call`].
pub type Timed<'a> = Box<dyn FnMut(&Engine, Count) -> Result<Option<usize>, Failure> + Send + 'a>;

/// Whether rows that touch are counted after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Counted.
    Touching,
    /// Not counted: the call is being timed.
    Nothing,
}

impl Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("name", &self.name).field("rows", &self.rows).finish()
    }
}

impl<'a> Call<'a> {
    /// A call that writes into this buffer, and which of the answers count as touching.
    pub fn new<T: Send + 'a>(
        name: &'static str,
        mut buffer: Vec<T>,
        call: impl Fn(&Engine, &mut [T]) -> Result<(), Failure> + Send + 'a,
        touches: impl Fn(&T) -> bool + Send + 'a,
    ) -> Self {
        let rows = buffer.len();
        let run = move |engine: &Engine, count| {
            call(engine, &mut buffer)?;
            let touching = || buffer.iter().filter(|row| touches(row)).count();
            Ok((count == Count::Touching).then(touching))
        };
        Self { name, rows, run: Box::new(run) }
    }

    /// A call of [`Engine::overlaps`].
    pub(crate) fn overlaps(
        name: &'static str,
        rows: usize,
        query: impl for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>> + Copy + Send + 'a,
    ) -> Self {
        let call = move |engine: &Engine, out: &mut [bool]| Ok(engine.overlaps(query, out)?);
        Self::new(name, vec![false; rows], call, |&overlaps| overlaps)
    }

    /// A call of [`Engine::penetrations`].
    pub(crate) fn penetrations<T: Clone + Default + Send + 'a>(
        name: &'static str,
        rows: usize,
        query: impl for<'o> Question<verbs::Penetrations, Out<'o> = &'o mut [T]> + Copy + Send + 'a,
        touches: fn(&T) -> bool,
    ) -> Self {
        let call = move |engine: &Engine, out: &mut [T]| Ok(engine.penetrations(query, out)?);
        Self::new(name, vec![T::default(); rows], call, touches)
    }

    /// A call of [`Engine::manifolds`], of a query with one answer per row.
    pub(crate) fn manifolds<T: Clone + Default + Send + 'a>(
        name: &'static str,
        rows: usize,
        query: impl for<'o> Question<verbs::Manifolds, Out<'o> = &'o mut [T]> + Copy + Send + 'a,
        touches: fn(&T) -> bool,
    ) -> Self {
        let call = move |engine: &Engine, out: &mut [T]| Ok(engine.manifolds(query, out)?);
        Self::new(name, vec![T::default(); rows], call, touches)
    }
}

/// Boxes of a frame that are put into words.
const MOST_IN_WORDS: usize = 4;

/// Frames to be checked one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// What they are.
    pub name: String,
    /// At least one frame.
    pub frames: Vec<Frame>,
}

impl Round {
    /// Whether a recording holds all of it: boxes keep their extents and numbers, nothing happens to caches, and all
    /// queries about frames have the same setting, whose margin is not negative.
    pub fn is_recordable(&self) -> bool {
        let Some(first) = self.frames.first() else { return false };
        let usual = Setting::new(first.setting.margin, first.setting.shape_seed);
        let is_usual = |frame: &Frame| {
            frame.setting == usual
                && usual.margin >= 0.0
                && frame.changes.is_empty()
                && frame.half_extents == first.half_extents
                && frame.pairs.iter().all(|[a, b]| a < b)
        };
        self.frames.iter().all(is_usual)
    }

    /// All numbers of a round of few boxes, in words.
    pub fn words(&self) -> String {
        let mut text = String::new();
        for (number, frame) in self.frames.iter().enumerate() {
            let Setting { margin, .. } = frame.setting;
            text.push_str(&format!(
                "\n  frame {number}, margin {margin:?}, pairs {:?}",
                frame.pairs
            ));
            for index in 0..frame.position.len().min(MOST_IN_WORDS) {
                let [half, center] = [frame.half_extents[index], frame.position[index]];
                let rotation = frame.rotation[index];
                text.push_str(&format!("\n    half extents {half:?} at {center:?}, {rotation:?}"));
            }
        }
        text
    }

    /// The frames in a basis, as a sequence for a query.
    ///
    /// # Errors
    /// A box that the basis rejects.
    pub fn cases(&self, basis: Basis, facts: &Facts) -> Result<Vec<Case>, Error> {
        let sequence = Sequence::new(self.frames.iter().map(|frame| &frame.pairs[..]), facts);
        let case = |number: usize| {
            let frame = &self.frames[number];
            let case = Case::new(basis, frame)?.until(frame, self.frames.get(number + 1))?;
            let case = case.of_sequence(sequence);
            Ok(if frame.setting.shape_seed % 2 == 1 { case.with_small_components() } else { case })
        };
        (0..self.frames.len()).map(case).collect()
    }
}

/// A query that can be checked.
pub trait Query: Copy + Debug + Send + Sync + 'static {
    /// All answers of an engine about a row: plain bytes, so that equality is that of bits.
    type Row: Pod + Debug + Send + Sync;
    /// The shapes of the pairs; nothing if these are boxes.
    type World: Default + Send + Sync;
    /// What an engine uses again from call to call: buffers, or a cache.
    type Memory: Clone + Debug + Default + Send;
    /// What a check keeps from frame to frame.
    type History: Debug + Default + Send;

    /// The constants of the query.
    fn facts(&self) -> &'static Facts;

    /// The cases of a round of a search, of another kind in each of some rounds that follow each other.
    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let (name, world) = strategies::worlds(number);
        strategies::usual(self.facts(), name, world)
    }

    /// The shapes of a frame.
    ///
    /// # Errors
    /// Boxes for which there is none.
    fn world(&self, _case: &Case) -> Result<Self::World, Failure> {
        Ok(Self::World::default())
    }

    /// The rows to check: as from a broad phase.
    fn rows(&self, case: &Case, _world: &Self::World) -> Vec<[u32; 2]> {
        case.pairs.clone()
    }

    /// The shapes of queries about all boxes at once, in addition to the rows.
    fn alone(&self, _world: &Self::World) -> Vec<u32> {
        Vec::new()
    }

    /// The memory of the engine of this number before the first frame.
    fn memory(&self, _number: usize) -> Self::Memory {
        Self::Memory::default()
    }

    /// Asks an engine; buffers for its answers hold something else before.
    ///
    /// # Errors
    /// Rows that the engine rejects, or answers that contradict each other.
    fn ask(
        &self,
        asked: &Asked<'_, Self::World>,
        memory: &mut Self::Memory,
    ) -> Result<Vec<Self::Row>, Failure>;

    /// Checks answers row by row against the references.
    ///
    /// # Errors
    /// If a call that the check makes is rejected.
    fn check(
        &self,
        asked: &Asked<'_, Self::World>,
        answers: &[Self::Row],
        history: &mut Self::History,
    ) -> Result<Vec<Finding>, Failure>;

    /// Whether the answer of a row depends on a box.
    fn depends_on(&self, _case: &Case, row: [u32; 2], index: u32) -> bool {
        row.contains(&index)
    }

    /// The calls that can be timed.
    fn calls<'a>(&self, _case: &'a Case, _world: &'a Self::World) -> Vec<Call<'a>> {
        Vec::new()
    }
}

impl<'a, W> Asked<'a, W> {
    /// A call about a list, with the margin of the case for all rows.
    pub fn list(engine: &'a Engine, case: &'a Case, world: &'a W, rows: &'a [[u32; 2]]) -> Self {
        let margin = uniform(case.setting.margin);
        Self { engine, case, world, rows, margin, alone: None }
    }

    /// The margin of the row at a place, meters, if there is one.
    pub(crate) fn margin_at(&self, place: usize) -> Option<f32> {
        match self.margin {
            Length::None => None,
            Length::Uniform(margin) => Some(margin),
            Length::PerPair(margins) => Some(margins[place]),
        }
    }
}
