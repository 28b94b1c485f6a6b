//! Boxes and pairs to measure on.

use octosat::BoxStore;
use octosat_check::{Basis, Frame, Setting, short};
use octosat_scenes::Recording;
use octosat_scenes::generate::{self, Scene};

use crate::choices::SceneChoice;
use crate::failure::Failure;
use crate::input::{SkippedBasis, Source};

/// The seed of scenes and shapes: any, but always the same.
pub(crate) const SEED: u64 = 1;

/// Pairs for each box of a generated cloud.
const PAIRS_PER_BOX: usize = 5;

/// Pairs for each box that a wall or a pile has.
const PAIRS_PER_STANDING_BOX: usize = 3;

/// Frames are put into one list up to this number of pairs: more than any cache holds.
const MOST_LISTED: usize = 200_000;

/// Some frames that are measured together.
#[derive(Debug)]
pub(crate) struct Dataset {
    pub(crate) scene: String,
    /// How boxes and pairs are ordered in memory.
    pub(crate) order: &'static str,
    pub(crate) recording: Recording,
    /// The boxes and pairs of frame after frame as one long list.
    pub(crate) list: Frame,
    pub(crate) skipped: Option<SkippedBasis>,
}

impl Dataset {
    /// The frames of a recording.
    pub(crate) fn of_recording(source: &Source, recording: Recording) -> Result<Self, Failure> {
        source
            .check_boxes(&recording, Basis::Unit)
            .map_err(|rejected| rejected.into_failure(source))?;
        let skipped = source.check_boxes(&recording, Basis::PreScaled).err();
        let (scene, list) = (source.name.clone(), listed(&recording));
        Ok(Self { scene, order: "recorded", recording, list, skipped })
    }

    /// A generated scene of about this many pairs, in random order.
    pub(crate) fn random(choice: SceneChoice, pairs: usize) -> Result<Self, Failure> {
        Self::of_scene(scene(choice, pairs).shuffled(SEED), "random")
    }

    /// A generated scene of about this many pairs, neighbors in space being neighbors in memory.
    pub(crate) fn spatial(choice: SceneChoice, pairs: usize) -> Result<Self, Failure> {
        Self::of_scene(scene(choice, pairs).spatially_ordered(), "spatial")
    }

    fn of_scene(scene: Scene, order: &'static str) -> Result<Self, Failure> {
        let source = Source { name: scene.name.clone(), path: None };
        Ok(Self { order, ..Self::of_recording(&source, scene.into_recording()?)? })
    }

    /// Whether a basis takes the boxes.
    pub(crate) fn has(&self, basis: Basis) -> bool {
        basis == Basis::Unit || self.skipped.is_none()
    }

    /// A store of the list's boxes.
    pub(crate) fn store(&self) -> Result<BoxStore, Failure> {
        let Frame { position, rotation, half_extents, .. } = &self.list;
        BoxStore::from_slices(position, rotation, half_extents).map_err(Failure::new)
    }
}

/// The boxes of frame after frame, and the pairs of these.
fn listed(recording: &Recording) -> Frame {
    let mut list = Frame {
        half_extents: Vec::new(),
        position: Vec::new(),
        rotation: Vec::new(),
        pairs: Vec::new(),
        setting: Setting::new(0.0, SEED),
        changes: Vec::new(),
    };
    for number in 0..recording.frames() {
        let frame = recording.frame(number);
        if number > 0 && list.pairs.len() + frame.pairs.len() > MOST_LISTED {
            break;
        }
        let first = short(list.position.len());
        list.pairs.extend(frame.pairs.iter().map(|pair| pair.map(|index| index + first)));
        list.half_extents.extend_from_slice(recording.half_extents());
        list.position.extend_from_slice(frame.positions);
        list.rotation.extend_from_slice(frame.rotations);
    }
    list
}

fn scene(choice: SceneChoice, pairs: usize) -> Scene {
    let boxes = (pairs / PAIRS_PER_BOX).max(2);
    let standing = (pairs / PAIRS_PER_STANDING_BOX).max(2);
    match choice {
        SceneChoice::Cloud => generate::cloud(boxes, pairs, SEED),
        SceneChoice::Wall => generate::wall(standing, SEED),
        SceneChoice::Pile => generate::pile(standing, SEED),
        SceneChoice::Needles => generate::needles(boxes, pairs, SEED),
        SceneChoice::Plates => generate::plates(boxes, pairs, SEED),
    }
}
