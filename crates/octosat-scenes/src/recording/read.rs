//! Reading a recording from an npz file.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use super::check::{self, Sizes};
use super::data::{Recording, RecordingParts, ReferenceContacts};
use crate::error::{Problem, RecordingError};
use crate::limits::CHUNK_BYTES;
use crate::npz::{ArrayReader, NpzReader, Row};

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
        read_pairs(&mut npz, boxes, frames, &mut parts)?;
        if options.reference && npz.contains("ref_offsets") {
            parts.reference = Some(read_reference(&mut npz, boxes, frames)?);
        }
        if options.meta && npz.contains("meta") {
            parts.meta = Some(npz.array("meta")?.text()?);
        }
        Ok(Self { parts })
    }
}

fn read_half_extents<R: Read + Seek>(
    npz: &mut NpzReader<R>,
) -> Result<Vec<[f32; 3]>, RecordingError> {
    let array = npz.array("half_extents")?;
    let [_] = array.dimensions::<[f32; 3], 1>("(boxes, 3)")?;
    array.rows(check::half_extents)
}

/// Reads positions and rotations and returns the number of frames.
fn read_poses<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    boxes: usize,
    parts: &mut RecordingParts,
) -> Result<u64, RecordingError> {
    let sizes = Sizes { boxes, pair_offsets: &[] };
    let array = npz.array("position")?;
    let expected = format!("(frames, {boxes}, 3)");
    let [frames, found_boxes] = array.dimensions::<[f32; 3], 2>(&expected)?;
    if found_boxes != boxes as u64 {
        return Err(array.wrong_shape(&expected));
    }
    parts.position = array.rows(|first, rows| check::position(sizes, first, rows))?;
    let array = npz.array("rotation")?;
    let expected = format!("({frames}, {boxes}, 4)");
    if array.dimensions::<[f32; 4], 2>(&expected)? != [frames, boxes as u64] {
        return Err(array.wrong_shape(&expected));
    }
    parts.rotation = array.rows(|first, rows| check::rotation(sizes, first, rows))?;
    Ok(frames)
}

fn read_pairs<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    boxes: usize,
    frames: u64,
    parts: &mut RecordingParts,
) -> Result<(), RecordingError> {
    parts.pair_offsets = read_offsets(npz, "pair_offsets", frames)?;
    let array = npz.array("pairs")?;
    let [rows] = array.dimensions::<[u32; 2], 1>("(pairs, 2)")?;
    check::offsets("pair_offsets", &parts.pair_offsets, rows)?;
    let sizes = Sizes { boxes, pair_offsets: &parts.pair_offsets };
    parts.pairs = array.rows(|first, rows| check::pairs(sizes, first, rows))?;
    Ok(())
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
    array.rows(|_, _| Ok(()))
}

fn read_reference<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    boxes: usize,
    frames: u64,
) -> Result<ReferenceContacts, RecordingError> {
    let offsets = read_offsets(npz, "ref_offsets", frames)?;
    let contacts = offsets.last().copied().unwrap_or(0);
    check::offsets("ref_offsets", &offsets, contacts)?;
    let pair = contact_array::<[u32; 2], R>(npz, "ref_pair", contacts)?
        .rows(|first, rows| check::reference_pairs(boxes, first, rows))?;
    let point = contact_array::<[f32; 3], R>(npz, "ref_point", contacts)?
        .rows(|first, rows| check::finite("ref_point", first, rows))?;
    let normal = contact_array::<[f32; 3], R>(npz, "ref_normal", contacts)?
        .rows(|first, rows| check::finite("ref_normal", first, rows))?;
    let depth = contact_array::<f32, R>(npz, "ref_depth", contacts)?
        .rows(|first, rows| check::finite::<1>("ref_depth", first, bytemuck::cast_slice(rows)))?;
    Ok(ReferenceContacts { offsets, pair, point, normal, depth })
}

fn contact_array<'a, T: Row, R: Read + Seek>(
    npz: &'a mut NpzReader<R>,
    name: &'static str,
    contacts: u64,
) -> Result<ArrayReader<'a, R>, RecordingError> {
    let array = npz.array(name)?;
    let expected = match T::WIDTH {
        Some(width) => format!("({contacts}, {width})"),
        None => format!("({contacts},)"),
    };
    if array.dimensions::<T, 1>(&expected)? != [contacts] {
        return Err(array.wrong_shape(&expected));
    }
    Ok(array)
}
