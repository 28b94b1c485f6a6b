//! The frames that whole frames are measured on.

use octosat_scenes::Frame;
use octosat_scenes::generate::{Random, narrow};

use super::dataset::{Dataset, SEED};
use super::plan::MANY_PAIRS;

/// Frames that a single frame is made to, and that one of many pairs is.
const FRAMES: [usize; 2] = [20, 5];

/// How far creeping boxes move in a frame at most, in meters along each axis: a few times the spacing of float32 tens
/// of meters from the origin.
const CREEP: f64 = 10e-6;

/// How much a component of a creeping box's quaternion changes in a frame at most.
const CREEPING_TURN: f64 = 2e-6;

/// Frames one behind the other.
pub(super) struct Sequence<'a> {
    /// Recorded; of a single frame: none or creep.
    pub(super) motion: &'static str,
    /// Of the lists of pairs: that of the dataset, or shuffled.
    pub(super) order: &'static str,
    pub(super) frames: Vec<Frame<'a>>,
}

/// The order of lists each of which is shuffled by itself.
pub(super) const SHUFFLED: &str = "shuffled";

/// What sequences need in addition to the recording.
#[derive(Default)]
pub(super) struct Made {
    /// The poses of creeping boxes, frame by frame, if the dataset has a single frame.
    positions: Vec<Vec<[f32; 3]>>,
    rotations: Vec<Vec<[f32; 4]>>,
    /// The list of each frame in an order of its own.
    shuffled: Vec<Vec<[u32; 2]>>,
}

impl Made {
    pub(super) fn new(dataset: &Dataset) -> Self {
        let recording = &dataset.recording;
        let (mut made, mut random) = (Self::default(), Random::new(SEED));
        if recording.frames() == 1 {
            made.creep(dataset, &mut random);
        }
        for number in 0..recording.frames().max(made.positions.len()) {
            let number = if recording.frames() == 1 { 0 } else { number };
            let mut pairs = recording.frame(number).pairs.to_vec();
            random.shuffle(&mut pairs);
            made.shuffled.push(pairs);
        }
        made
    }

    /// A walk from the only frame.
    fn creep(&mut self, dataset: &Dataset, random: &mut Random) {
        let Frame { positions, rotations, .. } = dataset.recording.frame(0);
        let (mut positions, mut rotations) = (positions.to_vec(), rotations.to_vec());
        let mut moved = |components: &mut [f32], most: f64| {
            for component in components {
                *component = narrow(f64::from(*component) + random.range(-most, most));
            }
        };
        for _ in 0..FRAMES[usize::from(dataset.recording.pairs().len() >= MANY_PAIRS)] {
            self.positions.push(positions.clone());
            self.rotations.push(rotations.clone());
            moved(positions.as_flattened_mut(), CREEP);
            moved(rotations.as_flattened_mut(), CREEPING_TURN);
        }
    }
}

impl<'a> Sequence<'a> {
    /// The recorded sequence, or those that a single frame is made to: at rest, and creeping. Each with the lists as
    /// they are, and with shuffled ones.
    pub(super) fn all(dataset: &'a Dataset, made: &'a Made) -> Vec<Self> {
        let recording = &dataset.recording;
        let frame = |number| recording.frame(number);
        let moving = match recording.frames() {
            0 => Vec::new(),
            1 => {
                let poses = made.positions.iter().zip(&made.rotations);
                let creeping =
                    poses.map(|(positions, rotations)| Frame { positions, rotations, ..frame(0) });
                let still = vec![frame(0); made.positions.len()];
                vec![("none", still), ("creep", creeping.collect())]
            }
            count => vec![("recorded", (0..count).map(frame).collect())],
        };
        let orders = |(motion, frames): (&'static str, Vec<Frame<'a>>)| {
            let lists = frames.iter().zip(&made.shuffled);
            let shuffled = lists.map(|(frame, pairs)| Frame { pairs, ..*frame }).collect();
            [
                Self { motion, order: dataset.order, frames },
                Self { motion, order: SHUFFLED, frames: shuffled },
            ]
        };
        moving.into_iter().flat_map(orders).collect()
    }
}
