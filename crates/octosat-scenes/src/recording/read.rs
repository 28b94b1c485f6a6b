//! Reading a recording from an npz file, and the embedded one.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::Path;

use super::data::{Recording, RecordingParts, ReferenceContacts};
use crate::error::{Problem, RecordingError};
use crate::limits::CHUNK_BYTES;
use crate::npz::{NpzReader, Row};

/// The optional arrays to read; none by default, so that no memory is spent on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The arrays `ref_*`, the contacts of the engine that made the recording.
    pub reference: bool,
    /// The string `meta`.
    pub meta: bool,
}

impl ReadOptions {
    /// All arrays of the file.
    pub const ALL: Self = Self { reference: true, meta: true };
}

impl Recording {
    /// Reads an npz file.
    ///
    /// The arrays are decoded straight into vectors of their final size. Arrays that the schema
    /// does not know are skipped; both memory orders of numpy are read, big-endian data is rejected.
    ///
    /// # Errors
    /// Names the file, and the array and the row that is wrong. A damaged or hostile file gives an
    /// error as well, and allocates no more than its compressed data could fill.
    pub fn read_path(path: &Path, options: ReadOptions) -> Result<Self, RecordingError> {
        File::open(path)
            .map_err(|error| RecordingError::new(None, Problem::Io(error)))
            .and_then(|file| Self::read(BufReader::with_capacity(CHUNK_BYTES, file), options))
            .map_err(|error| error.in_file(path))
    }

    /// Reads an npz file from anything that can seek.
    ///
    /// # Errors
    /// As [`Recording::read_path`], without the name of the file.
    pub fn read(reader: impl Read + Seek, options: ReadOptions) -> Result<Self, RecordingError> {
        let mut npz = NpzReader::new(reader)?;
        let half_extents = read_half_extents(&mut npz)?;
        let mut parts = RecordingParts { half_extents, ..RecordingParts::default() };
        let boxes = parts.half_extents.len();
        let frames = read_poses(&mut npz, boxes, &mut parts)?;
        parts.pair_offsets = read_offsets(&mut npz, "pair_offsets", frames)?;
        let pairs = npz.array("pairs")?;
        let [_] = pairs.dimensions::<[u32; 2], 1>("(pairs, 2)")?;
        parts.pairs = pairs.rows()?;
        if options.reference && npz.contains("ref_offsets") {
            parts.reference = Some(read_reference(&mut npz, frames)?);
        }
        if options.meta && npz.contains("meta") {
            parts.meta = Some(npz.array("meta")?.text()?);
        }
        Self::new(parts)
    }
}

fn read_half_extents<R: Read + Seek>(
    npz: &mut NpzReader<R>,
) -> Result<Vec<[f32; 3]>, RecordingError> {
    let array = npz.array("half_extents")?;
    let [_] = array.dimensions::<[f32; 3], 1>("(boxes, 3)")?;
    array.rows()
}

/// Reads positions and rotations and returns the number of frames.
fn read_poses<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    boxes: usize,
    parts: &mut RecordingParts,
) -> Result<u64, RecordingError> {
    let array = npz.array("position")?;
    let expected = format!("(frames, {boxes}, 3)");
    let [frames, found_boxes] = array.dimensions::<[f32; 3], 2>(&expected)?;
    if found_boxes != boxes as u64 {
        return Err(array.wrong_shape(&expected));
    }
    parts.position = array.rows()?;
    let array = npz.array("rotation")?;
    let expected = format!("({frames}, {boxes}, 4)");
    if array.dimensions::<[f32; 4], 2>(&expected)? != [frames, boxes as u64] {
        return Err(array.wrong_shape(&expected));
    }
    parts.rotation = array.rows()?;
    Ok(frames)
}

fn read_offsets<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    name: &'static str,
    frames: u64,
) -> Result<Vec<u64>, RecordingError> {
    let array = npz.array(name)?;
    let wanted = frames.saturating_add(1);
    let expected = format!("({wanted},)");
    if array.dimensions::<u64, 1>(&expected)? != [wanted] {
        return Err(array.wrong_shape(&expected));
    }
    array.rows()
}

fn read_reference<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    frames: u64,
) -> Result<ReferenceContacts, RecordingError> {
    let offsets = read_offsets(npz, "ref_offsets", frames)?;
    let contacts = offsets.last().copied().unwrap_or(0);
    Ok(ReferenceContacts {
        pair: contact_array(npz, "ref_pair", contacts)?,
        point: contact_array(npz, "ref_point", contacts)?,
        normal: contact_array(npz, "ref_normal", contacts)?,
        depth: contact_array(npz, "ref_depth", contacts)?,
        offsets,
    })
}

fn contact_array<T: Row>(
    npz: &mut NpzReader<impl Read + Seek>,
    name: &'static str,
    contacts: u64,
) -> Result<Vec<T>, RecordingError> {
    let array = npz.array(name)?;
    let expected = match T::WIDTH {
        Some(width) => format!("({contacts}, {width})"),
        None => format!("({contacts},)"),
    };
    if array.dimensions::<T, 1>(&expected)? != [contacts] {
        return Err(array.wrong_shape(&expected));
    }
    array.rows()
}

const EXCERPT: &[u8] = include_bytes!("../../data/pile-excerpt.npz");

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
