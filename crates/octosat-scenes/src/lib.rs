//! Seeded scenes and recordings of oriented boxes.
//!
//! A [`Recording`] is a run of frames: box poses and, for every frame, the pairs that a broad phase found. It
//! is read from and written to compressed npz files. [`generate`] makes scenes from seeds, the same on every
//! platform. [`ResultsWriter`] writes the results of queries, and [`write_whole`] any other file. [`embedded()`]
//! returns a small real recording.
//!
//! Lengths are in meters, positions in a right-handed world, rotations unit quaternions x, y, z, w
//! that take box coordinates to world coordinates.
//!
//! ```
//! use octosat_scenes::generate;
//!
//! let scene = generate::cloud(200, 1_000, 7);
//! let recording = scene.into_recording()?;
//! assert_eq!(recording.boxes(), 200);
//! assert_eq!(recording.frame(0).pairs.len(), recording.pairs().len());
//! # Ok::<(), octosat_scenes::RecordingError>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod limits;

mod npz;
mod recording;
mod results;

pub mod generate;

pub use error::{Place, Problem, RecordingError};
pub use npz::{Row, write_whole};
pub use recording::{
    Frame, ReadOptions, Recording, RecordingParts, ReferenceContacts, embedded, embedded_bytes,
};
pub use results::ResultsWriter;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
