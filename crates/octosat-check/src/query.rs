//! What each query of `queries` says about itself: how it is asked, checked, timed and searched.

use std::fmt::Debug;

use bytemuck::Pod;
use octosat::{BoxError, Engine, Margin};
use octosat_scenes::generate::{Random, worlds};

use crate::boxes::Basis;
use crate::case::{Case, Frame, Sequence, Setting};
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::Finding;

/// Rows to be asked for at once.
#[derive(Debug)]
pub struct Asked<'a, W> {
    /// Who is asked.
    pub engine: &'a Engine,
    /// About which boxes.
    pub case: &'a Case,
    /// Against what.
    pub world: &'a W,
    /// A box and a shape each, or two boxes.
    pub rows: &'a [[u32; 2]],
    /// How far apart they may be.
    pub margin: Margin<'a>,
    /// The shape that all boxes, in their order, stand against; else the rows are a list.
    pub alone: Option<u32>,
    /// A number of its own for each pair, for a cache.
    pub slots: Option<&'a [u32]>,
}

/// What one engine says about the rows of a frame, to be checked.
#[derive(Debug)]
pub struct Answered<'a, W, R> {
    /// Another engine of the same rounding, for questions that a check has: the fastest.
    pub engine: &'a Engine,
    /// About which boxes.
    pub case: &'a Case,
    /// Against what.
    pub world: &'a W,
    /// A box and a shape each, or two boxes.
    pub rows: &'a [[u32; 2]],
    /// The answers about them.
    pub answers: &'a [R],
}

/// A call that can be timed.
pub struct Call<'a> {
    /// What it is called in reports.
    pub name: &'static str,
    /// The rows of a call.
    pub rows: usize,
    /// Calls an engine into room that is there already; then counts the rows that touch, if that is wanted and
    /// can be told.
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
    /// A call with room of its own, and how many of the answers in there touch.
    pub fn new<T: Send + 'a>(
        name: &'static str,
        room: Vec<T>,
        call: impl Fn(&Engine, &mut [T]) -> Result<(), Failure> + Send + 'a,
        touches: impl Fn(&T) -> bool + Send + 'a,
    ) -> Self {
        let rows = room.len();
        let mut room = room;
        let run = move |engine: &Engine, count| {
            call(engine, &mut room)?;
            let touching = || room.iter().filter(|row| touches(row)).count();
            Ok((count == Count::Touching).then(touching))
        };
        Self { name, rows, run: Box::new(run) }
    }
}

/// Frames to be checked one after the other, found by a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// What they are.
    pub name: String,
    /// At least one frame.
    pub frames: Vec<Frame>,
    /// Whether a recording holds all of it.
    pub is_recordable: bool,
}

impl Round {
    /// A single frame.
    #[must_use]
    pub fn of_frame(name: String, frame: Frame) -> Self {
        Self { name, frames: vec![frame], is_recordable: true }
    }

    /// The frames in a basis, as a sequence for a query.
    ///
    /// # Errors
    /// A box that the basis rejects.
    pub fn cases(&self, basis: Basis, facts: &Facts) -> Result<Vec<Case>, BoxError> {
        let sequence = Sequence::new(self.frames.iter().map(|frame| &frame.pairs[..]), facts);
        let case = |frame| Ok(Case::new(basis, frame)?.of_sequence(sequence));
        self.frames.iter().map(case).collect()
    }
}

/// A query that can be checked.
pub trait Query: Copy + Debug + Send + Sync + 'static {
    /// All that an engine answers about a row: plain bytes, so that equality is that of bits.
    type Row: Pod + Debug + Send + Sync;
    /// What boxes are asked against; nothing if these are boxes.
    type World: Send + Sync;
    /// What an engine keeps from frame to frame.
    type Memory: Debug + Send;
    /// What a check keeps from frame to frame.
    type History: Debug + Default + Send;

    /// What is known before it is asked.
    fn facts(&self) -> &'static Facts;

    /// The frames of a round of a search; the same for the same random numbers.
    fn round(&self, number: u64, random: &mut Random) -> Round {
        let scene = worlds::world(number, random);
        let margin = worlds::margin(&scene, random);
        let margin = if self.facts().takes_margin { margin } else { 0.0 };
        let setting = Setting::new(margin, random.next_u64());
        Round::of_frame(scene.name.clone(), Frame::of_scene(&scene, setting))
    }

    /// What the boxes of a frame are asked against.
    ///
    /// # Errors
    /// Boxes for which there is none.
    fn world(&self, case: &Case) -> Result<Self::World, Failure>;

    /// The rows to check: as from a broad phase.
    fn rows(&self, case: &Case, world: &Self::World) -> Vec<[u32; 2]>;

    /// The shapes that all boxes are asked against at once, too.
    fn alone(&self, _world: &Self::World) -> Vec<u32> {
        Vec::new()
    }

    /// What the engine of this number keeps before the first frame.
    fn memory(&self, number: usize) -> Self::Memory;

    /// Asks an engine, over whatever stands in the room for its answers.
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
    /// If a question of the check's own is rejected.
    fn check(
        &self,
        answered: &Answered<'_, Self::World, Self::Row>,
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
    /// The rows of a list with one margin.
    #[must_use]
    pub fn list(engine: &'a Engine, case: &'a Case, world: &'a W, rows: &'a [[u32; 2]]) -> Self {
        let margin = uniform(case.setting.margin);
        Self { engine, case, world, rows, margin, alone: None, slots: None }
    }
}

/// One margin in meters for all rows; none if it is zero.
#[must_use]
pub fn uniform(margin: f32) -> Margin<'static> {
    if margin > 0.0 { Margin::Uniform(margin) } else { Margin::None }
}
