//! A scene: boxes at rest, and the pairs to be tested.

use super::numbers::{box_index, narrow};
use super::sweep::sweep;
use crate::error::RecordingError;
use crate::recording::{Recording, RecordingParts};

/// Boxes at rest and the pairs to be tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The name of the scene, without spaces.
    pub name: String,
    /// Half extents in meters, one row per box.
    pub half_extents: Vec<[f32; 3]>,
    /// Centers in the world, in meters.
    pub position: Vec<[f32; 3]>,
    /// Unit quaternions x, y, z, w, box to world.
    pub rotation: Vec<[f32; 4]>,
    /// Pairs (a, b) of box indices, a < b.
    pub pairs: Vec<[u32; 2]>,
}

impl Scene {
    /// A recording of one frame.
    ///
    /// # Errors
    /// If the scene was changed and is not valid any more.
    pub fn into_recording(self) -> Result<Recording, RecordingError> {
        Recording::new(RecordingParts {
            half_extents: self.half_extents,
            position: self.position,
            rotation: self.rotation,
            pair_offsets: vec![0, self.pairs.len() as u64],
            pairs: self.pairs,
            ..RecordingParts::default()
        })
    }

    /// The same scene far away: every center moved by `offset` meters and rounded to float32.
    ///
    /// The pairs stay the same, although rounding may separate some of the boxes or push them together.
    #[must_use]
    pub fn far_from_origin(mut self, offset: [f32; 3]) -> Self {
        for center in &mut self.position {
            for (component, shift) in center.iter_mut().zip(offset) {
                *component += shift;
            }
        }
        self.name.push_str("-far");
        self
    }

    pub(crate) fn empty(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            half_extents: Vec::new(),
            position: Vec::new(),
            rotation: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// Adds a box, its numbers rounded to float32.
    pub(crate) fn push(
        &mut self,
        half_extents: impl Into<[f64; 3]>,
        center: impl Into<[f64; 3]>,
        rotation: impl Into<[f64; 4]>,
    ) {
        self.half_extents.push(half_extents.into().map(narrow));
        self.position.push(center.into().map(narrow));
        self.rotation.push(rotation.into().map(narrow));
    }

    /// Finds the pairs whose world bounds are no farther apart than `margin` meters.
    pub(crate) fn with_swept_pairs(mut self, margin: f32) -> Self {
        self.pairs = sweep(&self.half_extents, &self.position, &self.rotation, margin);
        self
    }

    /// Pairs boxes 0 and 1, 2 and 3, and so on.
    pub(crate) fn with_neighbor_pairs(mut self) -> Self {
        let pairs = self.position.len() / 2;
        self.pairs =
            (0..pairs).map(|pair| [box_index(2 * pair), box_index(2 * pair + 1)]).collect();
        self
    }
}
