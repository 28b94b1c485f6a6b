//! Boxes and pairs to measure on, in every form that a contender reads.

use octosat::BoxRecords;
use octosat_reference::textbook::MatrixBox;
use octosat_scenes::generate::{self, Scene};
use octosat_scenes::{Frame, Recording};

use crate::arguments::{Basis, SceneChoice};
use crate::failure::Failure;
use crate::input::Source;
use crate::stores::{Store, oriented};

/// The seed of the scenes: any, but always the same.
const SEED: u64 = 1;

/// Pairs for each box of a generated cloud.
const PAIRS_A_BOX: usize = 5;

/// Pairs for each box that a wall or a pile has.
const PAIRS_A_STANDING_BOX: usize = 3;

/// One frame.
#[derive(Debug)]
pub(crate) struct BenchFrame {
    pub(crate) unit: Store,
    pub(crate) scaled: Store,
    /// The unit basis, a record a box.
    pub(crate) records: BoxRecords,
    /// The textbook's boxes, rotation matrices made in advance.
    pub(crate) matrices: Vec<MatrixBox>,
    pub(crate) pairs: Vec<[u32; 2]>,
}

/// Some frames that are measured together.
#[derive(Debug)]
pub(crate) struct Dataset {
    pub(crate) scene: String,
    /// How boxes and pairs are ordered in memory.
    pub(crate) order: &'static str,
    pub(crate) boxes: usize,
    pub(crate) pairs: usize,
    pub(crate) frames: Vec<BenchFrame>,
}

impl BenchFrame {
    fn new(source: &Source, half_extents: &[[f32; 3]], frame: Frame<'_>) -> Result<Self, Failure> {
        let store = |basis| {
            Store::new(basis, half_extents, frame).map_err(|error| source.refuse_box(&error, 0))
        };
        let unit = store(Basis::Unit)?;
        let scaled = store(Basis::Prescaled)?;
        let (mut matrices, mut records) = (Vec::new(), BoxRecords::new());
        if let Store::Unit(boxes) = &unit {
            matrices.extend((0..boxes.len()).map(|index| MatrixBox::from(&oriented(boxes, index))));
            records.copy_from_boxes(boxes);
        }
        Ok(Self { unit, scaled, records, matrices, pairs: frame.pairs.to_vec() })
    }

    pub(crate) fn store(&self, basis: Basis) -> &Store {
        match basis {
            Basis::Unit => &self.unit,
            Basis::Prescaled => &self.scaled,
        }
    }
}

impl Dataset {
    /// All frames of a recording.
    pub(crate) fn of_recording(source: &Source, recording: &Recording) -> Result<Self, Failure> {
        let frames = (0..recording.frames())
            .map(|frame| BenchFrame::new(source, recording.half_extents(), recording.frame(frame)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            scene: source.name.clone(),
            order: "recorded",
            boxes: recording.boxes(),
            pairs: recording.pairs().len(),
            frames,
        })
    }

    /// A generated scene of about this many pairs, in random order.
    pub(crate) fn random(choice: SceneChoice, pairs: usize) -> Result<Self, Failure> {
        Self::of_scene(scene(choice, pairs).shuffled(SEED), "random")
    }

    /// A generated scene of about this many pairs, neighbours in space being neighbours in memory.
    pub(crate) fn spatial(choice: SceneChoice, pairs: usize) -> Result<Self, Failure> {
        Self::of_scene(scene(choice, pairs).spatially_ordered(), "spatial")
    }

    fn of_scene(scene: Scene, order: &'static str) -> Result<Self, Failure> {
        let source = Source { name: scene.name.clone(), path: None };
        let recording = scene.into_recording()?;
        Ok(Self { order, ..Self::of_recording(&source, &recording)? })
    }
}

fn scene(choice: SceneChoice, pairs: usize) -> Scene {
    let boxes = (pairs / PAIRS_A_BOX).max(2);
    let standing = (pairs / PAIRS_A_STANDING_BOX).max(2);
    match choice {
        SceneChoice::Cloud => generate::cloud(boxes, pairs, SEED),
        SceneChoice::Wall => generate::wall(standing, SEED),
        SceneChoice::Pile => generate::pile(standing, SEED),
        SceneChoice::Needles => generate::needles(boxes, pairs, SEED),
        SceneChoice::Plates => generate::plates(boxes, pairs, SEED),
    }
}
