//! The recording that is always at hand.

use std::io::Cursor;

use crate::recording::{ReadOptions, Recording, RecordingError};

const EXCERPT: &[u8] = include_bytes!("../data/pile-excerpt.npz");

/// The bytes of [`embedded`], an npz file.
#[must_use]
pub fn embedded_bytes() -> &'static [u8] {
    EXCERPT
}

/// A small real recording: a heap of 1605 boxes falling into a pit, 34,947 pairs in five frames.
///
/// Frames 8, 16, 24, 32 and 39 of a run of 40 by Bullet 3.24 (float32): falling, impact and
/// settling of cubes, general boxes, 10:1 plates and 20:1 sticks with half extents up to one meter.
/// The first five boxes are the pit and never move. The pairs are those whose world AABBs overlap;
/// about a quarter of them touch. [`Recording::reference`] holds Bullet's own contacts (at most
/// four a pair, and some on pairs that a gap of up to half a millimeter separates), and
/// [`Recording::meta`] the engine's settings as JSON.
///
/// # Errors
/// Only when there is no memory for it.
pub fn embedded(options: ReadOptions) -> Result<Recording, RecordingError> {
    Recording::read(Cursor::new(EXCERPT), options)
}
