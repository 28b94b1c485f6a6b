//! Frames one behind the other.

use octosat_scenes::Frame;
use octosat_scenes::generate::Random;

use super::dataset::Dataset;
use super::measure::MANY_PAIRS;

/// Frames that a single frame is made to.
const FRAMES: usize = 20;

/// Frames that a single frame of many pairs is made to.
const FRAMES_OF_MANY_PAIRS: usize = 5;

/// How far creeping boxes move in a frame at most, in meters along each axis: a few times the spacing of float32
/// tens of meters from the origin.
const CREEP: f64 = 10e-6;

/// How much a component of a creeping box's quaternion changes in a frame at most.
const CREEPING_TURN: f64 = 2e-6;

/// The seed of what creeps.
const SEED: u64 = 1;

/// How the boxes of a sequence move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// As recorded.
    Recorded,
    /// Not at all: one frame again and again.
    None,
    /// By micrometers, the pairs being those of one frame.
    Creep,
}

/// Frames one behind the other.
#[derive(Clone, Debug)]
pub(crate) struct Sequence<'a> {
    pub(crate) motion: Motion,
    frames: Vec<Frame<'a>>,
}

/// The poses of creeping boxes: one frame behind the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Creep {
    positions: Vec<Vec<[f32; 3]>>,
    rotations: Vec<Vec<[f32; 4]>>,
}

impl Motion {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::None => "none",
            Self::Creep => "creep",
        }
    }
}

impl Creep {
    /// A walk from a dataset's only frame; nothing if it has more or none.
    pub(crate) fn new(dataset: &Dataset) -> Self {
        let mut creep = Self::default();
        if dataset.recording.frames() != 1 {
            return creep;
        }
        let mut random = Random::new(SEED);
        let Frame { positions, rotations, .. } = dataset.recording.frame(0);
        let (mut positions, mut rotations) = (positions.to_vec(), rotations.to_vec());
        for _ in 0..frames(dataset) {
            creep.positions.push(positions.clone());
            creep.rotations.push(rotations.clone());
            moved(&mut random, positions.as_flattened_mut(), CREEP);
            moved(&mut random, rotations.as_flattened_mut(), CREEPING_TURN);
        }
        creep
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest pose there is")]
fn moved(random: &mut Random, components: &mut [f32], most: f64) {
    for component in components {
        *component = (f64::from(*component) + random.range(-most, most)) as f32;
    }
}

/// Frames that a dataset's only frame is made to.
fn frames(dataset: &Dataset) -> usize {
    if dataset.pairs < MANY_PAIRS { FRAMES } else { FRAMES_OF_MANY_PAIRS }
}

impl<'a> Sequence<'a> {
    /// The sequences to measure: the recorded one, or those that a single frame is made to.
    pub(crate) fn all(dataset: &'a Dataset, creep: &'a Creep) -> Vec<Self> {
        let recording = &dataset.recording;
        match recording.frames() {
            0 => Vec::new(),
            1 => {
                let frame = recording.frame(0);
                let poses = creep.positions.iter().zip(&creep.rotations);
                let creeping =
                    poses.map(|(positions, rotations)| Frame { positions, rotations, ..frame });
                let still = vec![frame; frames(dataset)];
                vec![
                    Self { motion: Motion::None, frames: still },
                    Self { motion: Motion::Creep, frames: creeping.collect() },
                ]
            }
            count => {
                let frames = (0..count).map(|number| recording.frame(number)).collect();
                vec![Self { motion: Motion::Recorded, frames }]
            }
        }
    }

    /// The first frame, which finds an empty cache and is not counted.
    pub(crate) fn first(&self) -> Frame<'a> {
        self.frames[0]
    }

    /// The frames that count.
    pub(crate) fn counted(&self) -> &[Frame<'a>] {
        &self.frames[1..]
    }

    /// The pairs of the frames that count.
    pub(crate) fn counted_pairs(&self) -> usize {
        self.counted().iter().map(|frame| frame.pairs.len()).sum()
    }

    /// The most pairs that a frame has.
    pub(crate) fn most_pairs(&self) -> usize {
        self.frames.iter().map(|frame| frame.pairs.len()).max().unwrap_or(0)
    }
}
