//! The data of a recording, before and after it is checked.

/// The data of a recording, not yet checked.
///
/// There are B boxes, F frames, and P pairs over all frames. Arrays of several frames hold one frame after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordingParts {
    /// Half extents in meters, constant over the recording (B rows).
    pub half_extents: Vec<[f32; 3]>,
    /// Centers in the world, in meters (F·B rows).
    pub position: Vec<[f32; 3]>,
    /// Unit quaternions x, y, z, w, box to world (F·B rows).
    pub rotation: Vec<[f32; 4]>,
    /// The pairs of frame f are rows `pair_offsets[f]..pair_offsets[f + 1]` (F + 1 rows).
    pub pair_offsets: Vec<u64>,
    /// Pairs (a, b) of box indices, a < b (P rows).
    pub pairs: Vec<[u32; 2]>,
    /// The contacts of the engine that made the recording.
    pub reference: Option<ReferenceContacts>,
    /// A JSON string about the recording.
    pub meta: Option<String>,
}

/// The contacts that the recording's engine found in its frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReferenceContacts {
    /// The contacts of frame f are rows `offsets[f]..offsets[f + 1]`.
    pub offsets: Vec<u64>,
    /// The boxes (a, b) of each contact, a < b.
    pub pair: Vec<[u32; 2]>,
    /// World points in meters; their place between the surfaces depends on the engine.
    pub point: Vec<[f32; 3]>,
    /// Unit normals in the world, from a to b.
    pub normal: Vec<[f32; 3]>,
    /// Depths in meters along the normals, positive if the boxes overlap.
    pub depth: Vec<f32>,
}

/// A checked recording: sizes agree, indices are in range, poses are finite and rotations unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    pub(super) parts: RecordingParts,
}

/// One frame of a recording.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Centers of all boxes in the world, in meters.
    pub positions: &'a [[f32; 3]],
    /// Rotations of all boxes, unit quaternions x, y, z, w, box to world.
    pub rotations: &'a [[f32; 4]],
    /// Pairs (a, b) of box indices, a < b.
    pub pairs: &'a [[u32; 2]],
}

impl Recording {
    /// The number of boxes.
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.parts.half_extents.len()
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.parts.pair_offsets.len() - 1
    }

    /// One frame, from zero.
    ///
    /// # Panics
    /// If there is no such frame.
    #[must_use]
    pub fn frame(&self, frame: usize) -> Frame<'_> {
        let poses = frame * self.boxes()..(frame + 1) * self.boxes();
        Frame {
            positions: &self.parts.position[poses.clone()],
            rotations: &self.parts.rotation[poses],
            pairs: &self.parts.pairs[self.pair_rows(frame)],
        }
    }

    /// The rows of [`Recording::pairs`] that belong to a frame.
    ///
    /// # Panics
    /// If there is no such frame.
    #[must_use]
    pub fn pair_rows(&self, frame: usize) -> std::ops::Range<usize> {
        let rows = self.parts.pairs.len();
        // The checks made sure that no offset exceeds the number of rows, which is a `usize`.
        let row = |f: usize| usize::try_from(self.parts.pair_offsets[f]).unwrap_or(rows);
        row(frame)..row(frame + 1)
    }

    /// Half extents in meters, one row per box.
    #[must_use]
    pub fn half_extents(&self) -> &[[f32; 3]] {
        &self.parts.half_extents
    }

    /// Centers in meters, all boxes of the first frame, then of the next.
    #[must_use]
    pub fn position(&self) -> &[[f32; 3]] {
        &self.parts.position
    }

    /// Unit quaternions x, y, z, w, in the order of [`Recording::position`].
    #[must_use]
    pub fn rotation(&self) -> &[[f32; 4]] {
        &self.parts.rotation
    }

    /// The start of each frame's pairs, and at the end the number of pairs.
    #[must_use]
    pub fn pair_offsets(&self) -> &[u64] {
        &self.parts.pair_offsets
    }

    /// The pairs of all frames.
    #[must_use]
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.parts.pairs
    }

    /// The contacts of the engine that made the recording, if there are any and they were read.
    #[must_use]
    pub fn reference(&self) -> Option<&ReferenceContacts> {
        self.parts.reference.as_ref()
    }

    /// The JSON string about the recording, if there is one and it was read.
    #[must_use]
    pub fn meta(&self) -> Option<&str> {
        self.parts.meta.as_deref()
    }

    /// Returns the data.
    #[must_use]
    pub fn into_parts(self) -> RecordingParts {
        self.parts
    }
}
