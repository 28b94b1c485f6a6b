//! Writes the frames of recordings as plain binary files, which programs in C++ read without a library.
//!
//! Arguments: `FOLDER [RECORDING.npz]...`. Writes `FOLDER/NAME.frames` for each recording, or for the embedded one.
//! `octosat-bullet --frames` reads them (see `examples/bullet`).
//!
//! Numbers are little-endian and follow each other without gaps:
//!
//! | part | content |
//! |---|---|
//! | start | the eight bytes `oframes1`; the number of boxes, `u32`; the number of frames, `u32` |
//! | boxes | three half extents per box, `f32` |
//! | each frame | three coordinates of the center per box, `f32`; a unit quaternion x, y, z, w per box, `f32`; the number of pairs, `u32`; two boxes per pair, `u32` |

use std::ffi::OsString;
use std::path::Path;

use octosat_scenes::{Frame, Recording, write_whole};

use crate::{Outcome, recordings};

/// How a file begins: its kind and the version of its layout.
const START: [u8; 8] = *b"oframes1";

fn add_floats<const N: usize>(bytes: &mut Vec<u8>, rows: &[[f32; N]]) {
    bytes.extend(rows.as_flattened().iter().flat_map(|value| value.to_le_bytes()));
}

fn add_count(bytes: &mut Vec<u8>, count: usize) -> Outcome {
    bytes.extend(u32::try_from(count)?.to_le_bytes());
    Ok(())
}

fn bytes_of(recording: &Recording) -> Outcome<Vec<u8>> {
    let mut bytes = START.to_vec();
    add_count(&mut bytes, recording.boxes())?;
    add_count(&mut bytes, recording.frames())?;
    add_floats(&mut bytes, recording.half_extents());
    for number in 0..recording.frames() {
        let Frame { positions, rotations, pairs } = recording.frame(number);
        add_floats(&mut bytes, positions);
        add_floats(&mut bytes, rotations);
        add_count(&mut bytes, pairs.len())?;
        bytes.extend(pairs.as_flattened().iter().flat_map(|index| index.to_le_bytes()));
    }
    Ok(bytes)
}

/// Writes the files and prints their names.
pub(crate) fn write(arguments: &[OsString]) -> Outcome {
    let (folder, files) = arguments.split_first().ok_or("the folder for the files is missing")?;
    for (name, recording) in recordings::of_files_or_embedded(files)? {
        let file = Path::new(folder).join(name).with_extension("frames");
        write_whole(&file, &bytes_of(&recording)?)?;
        println!("{}", file.display());
    }
    Ok(())
}
