//! Manifolds of boxes at rest: stateless, and with a contact cache.

use octosat::{CacheMode, ContactCache, ContactKind, Engine, Manifolds};

use crate::{Contender, World, ask_manifolds, manifold_query};

/// Metres: the speculative margin, as engines have it that hold boxes together before they touch.
pub const CONTACT_MARGIN: f32 = 0.02;

/// Frames that are followed before anything is timed: the first, and one of each that repeat.
const VERIFIED_FRAMES: usize = 3;

/// Two frames of boxes that barely move between them; the pairs are the same.
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
    SteadyStill,
    /// Axes and points are kept steady; poses with noise.
    SteadyJittered,
    /// Manifolds are reused; the same poses again.
    ReuseStill,
    /// Manifolds are reused until the noise has added up; poses with noise.
    ReuseJittered,
}

impl Case {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Stateless,
        Self::SteadyStill,
        Self::SteadyJittered,
        Self::ReuseStill,
        Self::ReuseJittered,
    ];

    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stateless => "stateless",
            Self::SteadyStill => "steady-still",
            Self::SteadyJittered => "steady-jittered",
            Self::ReuseStill => "reuse-still",
            Self::ReuseJittered => "reuse-jittered",
        }
    }

    /// Whether poses differ from frame to frame.
    #[must_use]
    pub const fn jitters(self) -> bool {
        matches!(self, Self::SteadyJittered | Self::ReuseJittered)
    }

    /// Whether manifolds are taken over: those of boxes that do not move at all are in either mode.
    #[must_use]
    pub const fn reuses(self) -> bool {
        matches!(self, Self::SteadyStill | Self::ReuseStill | Self::ReuseJittered)
    }

    /// The mode of the cache, if there is one.
    const fn mode(self) -> Option<CacheMode> {
        match self {
            Self::Stateless => None,
            Self::SteadyStill | Self::SteadyJittered => Some(CacheMode::Steady),
            Self::ReuseStill | Self::ReuseJittered => Some(CacheMode::REUSE),
        }
    }
}

/// A contender on its way through the frames of a scene.
#[derive(Debug)]
pub struct Run<'a> {
    engine: Engine,
    scene: &'a RestingScene,
    case: Case,
    number: usize,
    /// The cache, if the case has one.
    cache: Option<ContactCache>,
    /// The answer, if it has none.
    manifolds: Manifolds,
}

impl<'a> Run<'a> {
    /// Before the first frame, with an empty cache.
    #[must_use]
    pub fn new(contender: Contender, scene: &'a RestingScene, case: Case) -> Self {
        Self {
            engine: contender.engine(),
            scene,
            case,
            number: 0,
            cache: case.mode().map(ContactCache::new),
            manifolds: Manifolds::new(),
        }
    }

    /// Asks about the next frame.
    ///
    /// # Panics
    /// If the query is rejected.
    pub fn next_frame(&mut self) -> &Manifolds {
        let world = self.scene.frame(self.number, self.case.jitters());
        self.number += 1;
        if let Some(cache) = &mut self.cache {
            let answer = self.engine.manifolds_cached(manifold_query(world), cache);
            return answer.expect("a valid query");
        }
        ask_manifolds(&self.engine, world, &mut self.manifolds);
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
    expected.last().map_or(0, Answer::reused)
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
        numbers.extend(manifolds.previous());
        for point in manifolds.points() {
            numbers.extend(point.position.map(f32::to_bits));
            numbers.extend([point.depth.to_bits(), point.feature.0]);
        }
        Self {
            statuses: manifolds
                .manifolds()
                .iter()
                .map(|row| (row.kind(), row.is_reused()))
                .collect(),
            numbers,
        }
    }

    fn reused(&self) -> usize {
        self.statuses.iter().filter(|(_, reused)| *reused).count()
    }
}

fn answers(contender: Contender, scene: &RestingScene, case: Case) -> Vec<Answer> {
    let mut run = Run::new(contender, scene, case);
    (0..VERIFIED_FRAMES).map(|_| Answer::new(run.next_frame())).collect()
}
