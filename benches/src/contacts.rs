//! Manifolds of boxes at rest: stateless, and with temporal coherence.

use octosat::{Coherence, ContactKind, Engine, Manifolds, PairMemory};

use crate::{Contender, World, ask_manifolds};

/// Metres: the speculative margin, as engines have it that hold boxes together before they touch.
pub const CONTACT_MARGIN: f32 = 0.02;

/// Frames that are followed before anything is timed: the first, and one of each that repeat.
const VERIFIED_FRAMES: usize = 3;

/// Two frames of boxes that hardly move between them; the pairs are the same.
#[derive(Clone, Debug)]
pub struct RestingScene {
    /// What it is, with no spaces.
    pub name: &'static str,
    /// The boxes as they lie.
    pub still: World,
    /// The same boxes moved by noise.
    pub jittered: World,
}

impl RestingScene {
    /// The scene around a world.
    #[must_use]
    pub fn new(name: &'static str, still: World) -> Self {
        let jittered = still.jittered();
        Self { name, still, jittered }
    }

    /// The frame of this number: always the same, or both in turn.
    #[must_use]
    pub fn frame(&self, number: usize, jitters: bool) -> &World {
        if jitters && number % 2 == 1 { &self.jittered } else { &self.still }
    }
}

/// How manifolds depend on the frame before, and what that one was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Not at all.
    Stateless,
    /// Axes and points are kept steady; the same poses again.
    CoherentStill,
    /// Axes and points are kept steady; poses with noise.
    CoherentJittered,
    /// Manifolds are kept too; the same poses again.
    RecycledStill,
    /// Manifolds are kept too; poses with noise.
    RecycledJittered,
}

impl Case {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Stateless,
        Self::CoherentStill,
        Self::CoherentJittered,
        Self::RecycledStill,
        Self::RecycledJittered,
    ];

    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stateless => "stateless",
            Self::CoherentStill => "coherent-still",
            Self::CoherentJittered => "coherent-jittered",
            Self::RecycledStill => "recycled-still",
            Self::RecycledJittered => "recycled-jittered",
        }
    }

    /// Whether poses differ from frame to frame.
    #[must_use]
    pub const fn jitters(self) -> bool {
        matches!(self, Self::CoherentJittered | Self::RecycledJittered)
    }

    /// Whether manifolds may be kept.
    #[must_use]
    pub const fn recycles(self) -> bool {
        matches!(self, Self::RecycledStill | Self::RecycledJittered)
    }

    fn coherence(self, memory: &mut [PairMemory]) -> Coherence<'_> {
        match self {
            Self::Stateless => Coherence::Off,
            Self::CoherentStill | Self::CoherentJittered => Coherence::On(memory),
            Self::RecycledStill | Self::RecycledJittered => Coherence::recycle(memory),
        }
    }
}

/// A contender on its way through the frames of a scene.
#[derive(Debug)]
pub struct Run<'a> {
    engine: Engine,
    scene: &'a RestingScene,
    case: Case,
    memory: Vec<PairMemory>,
    number: usize,
    manifolds: Manifolds,
}

impl<'a> Run<'a> {
    /// Before the first frame, with nothing remembered.
    #[must_use]
    pub fn new(contender: Contender, scene: &'a RestingScene, case: Case) -> Self {
        Self {
            engine: contender.engine(),
            scene,
            case,
            memory: vec![PairMemory::default(); scene.still.pairs.len()],
            number: 0,
            manifolds: Manifolds::new(),
        }
    }

    /// Asks about the next frame.
    pub fn next_frame(&mut self) -> &Manifolds {
        let world = self.scene.frame(self.number, self.case.jitters());
        let coherence = self.case.coherence(&mut self.memory);
        ask_manifolds(&self.engine, world, coherence, &mut self.manifolds);
        self.number += 1;
        &self.manifolds
    }
}

/// Compares the contenders with the scalar backend, bit for bit on some frames; returns the number of
/// manifolds that were reused in the last of them.
///
/// # Panics
/// If one bit of one manifold or point differs, or there is no contender.
#[must_use]
pub fn verify_contacts(contenders: &[Contender], scene: &RestingScene, case: Case) -> usize {
    let expected = answers(contenders[0].scalar(), scene, case);
    for contender in contenders {
        for (number, found) in answers(*contender, scene, case).iter().enumerate() {
            let same = *found == expected[number];
            assert!(same, "{} {} differs in frame {number}", contender.name(), case.name());
        }
    }
    expected.last().map_or(0, Answer::recycled)
}

/// All bits of a frame's manifolds.
#[derive(PartialEq)]
struct Answer {
    statuses: Vec<(ContactKind, bool)>,
    numbers: Vec<u32>,
}

impl Answer {
    fn new(manifolds: &Manifolds) -> Self {
        let mut numbers = Vec::new();
        for row in manifolds.manifolds() {
            numbers.extend(row.normal.map(f32::to_bits));
            numbers.extend([row.depth.to_bits(), row.first]);
            numbers.extend([row.len, row.axis.code()].map(u32::from));
        }
        for point in manifolds.points() {
            numbers.extend(point.position.map(f32::to_bits));
            numbers.extend([point.depth.to_bits(), point.feature.0]);
        }
        Self {
            statuses: manifolds
                .manifolds()
                .iter()
                .map(|row| (row.kind(), row.is_recycled()))
                .collect(),
            numbers,
        }
    }

    fn recycled(&self) -> usize {
        self.statuses.iter().filter(|(_, recycled)| *recycled).count()
    }
}

fn answers(contender: Contender, scene: &RestingScene, case: Case) -> Vec<Answer> {
    let mut run = Run::new(contender, scene, case);
    (0..VERIFIED_FRAMES).map(|_| Answer::new(run.next_frame())).collect()
}
