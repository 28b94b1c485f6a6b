//! The embedded recording.

use std::io::Cursor;

use crate::error::RecordingError;
use crate::recording::{ReadOptions, Recording};

const EXCERPT: &[u8] = include_bytes!("../data/pile-excerpt.npz");

/// The bytes of [`embedded`], an npz file.
#[must_use]
pub fn embedded_bytes() -> &'static [u8] {
    EXCERPT
}

/// Returns a small real recording: a heap of 1605 boxes falling into a pit, 34,947 pairs in five frames.
///
/// It has the frames 8, 16, 24, 32 and 39 of a run of 40 by Bullet 3.24 (float32), in which cubes, general boxes,
/// 10:1 plates and 20:1 sticks with half extents up to one meter fall, hit the pit and settle. The first five boxes
/// are the pit and never move. The pairs are those whose world AABBs overlap; about a quarter of them touch.
/// [`Recording::reference`] holds Bullet's own contacts: at most four per pair, some of them for pairs with a gap of
/// up to half a millimeter. [`Recording::meta`] holds the engine's settings as JSON.
///
/// # Errors
/// Only if there is no memory for it.
pub fn embedded(options: ReadOptions) -> Result<Recording, RecordingError> {
    Recording::read(Cursor::new(EXCERPT), options)
}
