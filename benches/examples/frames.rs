//! Writes the frames of recordings as plain binary files, which programs in C++ read without a library.
//!
//! `cargo run --release -p octosat-benches --example frames -- FOLDER [RECORDING.npz]...` writes `FOLDER/NAME.frames` for
//! each recording, or for the embedded one. `octosat-bullet --frames` reads them (see `examples/bullet`).
//!
//! Numbers are little-endian and follow each other without gaps:
//!
//! | part | content |
//! |---|---|
//! | start | the eight bytes `oframes1`; the number of boxes, `u32`; the number of frames, `u32` |
//! | boxes | three half extents per box, `f32` |
//! | each frame | three coordinates of the center per box, `f32`; a unit quaternion x, y, z, w per box, `f32`; the number of pairs, `u32`; two boxes per pair, `u32` |
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example names the files")]

use std::error::Error;
use std::path::PathBuf;

use octosat_scenes::{Frame, Recording, write_whole};

mod recordings;

/// How a file begins: its kind and the version of its layout.
const START: [u8; 8] = *b"oframes1";

fn add_floats<const N: usize>(bytes: &mut Vec<u8>, rows: &[[f32; N]]) {
    bytes.extend(rows.as_flattened().iter().flat_map(|value| value.to_le_bytes()));
}

fn add_count(bytes: &mut Vec<u8>, count: usize) -> Result<(), Box<dyn Error>> {
    bytes.extend(u32::try_from(count)?.to_le_bytes());
    Ok(())
}

fn bytes_of(recording: &Recording) -> Result<Vec<u8>, Box<dyn Error>> {
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

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("the folder for the files is missing")?;
    for (name, recording) in recordings::named(arguments)? {
        let file = folder.join(name).with_extension("frames");
        write_whole(&file, &bytes_of(&recording)?)?;
        println!("{}", file.display());
    }
    Ok(())
}
