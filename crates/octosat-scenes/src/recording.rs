//! Recordings: frames of box poses, with the pairs that a broad phase found.

mod check;
mod data;
mod read;
mod write;

pub use data::{Frame, Recording, RecordingParts, ReferenceContacts};
pub use read::{ReadOptions, embedded, embedded_bytes};
