//! Boxes and pairs to measure on, in every form that a contender reads.

use octosat::BoxError;
use octosat_reference::textbook::MatrixBox;
use octosat_scenes::generate::{self, Scene};
use octosat_scenes::{Frame, Recording};

use crate::choices::{Basis, SceneChoice};
use crate::failure::Failure;
use crate::input::{RefusedBox, SkippedBasis, Source};
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
    /// None where a box of any frame is beyond the limits of the pre-scaled basis.
    pub(crate) scaled: Option<Store>,
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
    /// The same frames, as they were read or made.
    pub(crate) recording: Recording,
    pub(crate) skipped: Option<SkippedBasis>,
}

impl BenchFrame {
    fn new(half_extents: &[[f32; 3]], frame: Frame<'_>) -> Result<Self, BoxError> {
        let unit = Store::new(Basis::Unit, half_extents, frame)?;
        let boxes = unit.unit();
        let matrix = |index| MatrixBox::from(&oriented(boxes, index));
        let matrices = (0..boxes.len()).map(matrix).collect();
        Ok(Self { unit, scaled: None, matrices, pairs: frame.pairs.to_vec() })
    }

    /// The boxes in a basis, unless that one is skipped.
    pub(crate) fn store(&self, basis: Basis) -> Option<&Store> {
        match basis {
            Basis::Unit => Some(&self.unit),
            Basis::Prescaled => self.scaled.as_ref(),
        }
    }
}

impl Dataset {
    /// All frames of a recording.
    pub(crate) fn of_recording(source: &Source, recording: &Recording) -> Result<Self, Failure> {
        let new = |number| {
            BenchFrame::new(recording.half_extents(), recording.frame(number))
                .map_err(|error| source.refuse_box(&RefusedBox { error, frame: number }))
        };
        let mut dataset = Self {
            scene: source.name.clone(),
            order: "recorded",
            boxes: recording.boxes(),
            pairs: recording.pairs().len(),
            frames: (0..recording.frames()).map(new).collect::<Result<_, _>>()?,
            recording: recording.clone(),
            skipped: None,
        };
        if let Err(refused) = dataset.scale(recording) {
            dataset.skipped = Some(SkippedBasis::new(source, Basis::Prescaled, &refused));
            dataset.frames.iter_mut().for_each(|frame| frame.scaled = None);
        }
        Ok(dataset)
    }

    /// Makes the pre-scaled boxes of every frame; what is made before an error stays.
    fn scale(&mut self, recording: &Recording) -> Result<(), RefusedBox> {
        for (number, own) in self.frames.iter_mut().enumerate() {
            let frame = recording.frame(number);
            let scaled = Store::new(Basis::Prescaled, recording.half_extents(), frame);
            own.scaled = Some(scaled.map_err(|error| RefusedBox { error, frame: number })?);
        }
        Ok(())
    }

    /// Whether the boxes are there in a basis.
    pub(crate) fn has(&self, basis: Basis) -> bool {
        basis == Basis::Unit || self.skipped.is_none()
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
