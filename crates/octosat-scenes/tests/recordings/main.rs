//! Reading and writing recordings and results.

mod broken_headers;
mod declared_sizes;
mod headers;
mod mutations;
mod rejections;
mod round_trip;

use std::io::{Cursor, Write};

use octosat_scenes::{ReadOptions, Recording, RecordingError, RecordingParts, ReferenceContacts};
use zip::write::SimpleFileOptions;

/// One entry of an archive: the text of its npy header and the bytes after it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) header: String,
    pub(crate) data: Vec<u8>,
}

impl Entry {
    pub(crate) fn new(name: &'static str, kind: &str, shape: &str, data: Vec<u8>) -> Self {
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
        Self { name, header, data }
    }

    pub(crate) fn npy(&self) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(
            u16::try_from(self.header.len())
                .expect("a crafted archive is made in memory")
                .to_le_bytes(),
        );
        bytes.extend(self.header.as_bytes());
        bytes.extend(&self.data);
        bytes
    }
}

/// Bytes of numbers, little-endian.
pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn longs(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The entries of a good recording: three boxes, two frames, three pairs.
pub(crate) fn good_entries() -> Vec<Entry> {
    let half_extents: Vec<f32> = (0..9_u8).map(|i| 0.25 * f32::from(i)).collect();
    let position: Vec<f32> = (0..18_u8).map(|i| f32::from(i) - 7.5).collect();
    let rotation = [0.0, 0.6, 0.0, 0.8].repeat(6);
    vec![
        Entry::new("half_extents.npy", "<f4", "(3, 3)", floats(&half_extents)),
        Entry::new("position.npy", "<f4", "(2, 3, 3)", floats(&position)),
        Entry::new("rotation.npy", "<f4", "(2, 3, 4)", floats(&rotation)),
        Entry::new("pair_offsets.npy", "<u8", "(3,)", longs(&[0, 1, 3])),
        Entry::new("pairs.npy", "<u4", "(3, 2)", words(&[0, 1, 0, 2, 1, 2])),
    ]
}

/// The recording that [`good_entries`] hold, with contacts and a meta string.
pub(crate) fn good_parts() -> RecordingParts {
    let plain =
        read(&archive(&good_entries())).expect("a crafted archive is made in memory").into_parts();
    RecordingParts {
        reference: Some(ReferenceContacts {
            offsets: vec![0, 0, 2],
            pair: vec![[0, 2], [1, 2]],
            point: vec![[1.0, 2.0, 3.0], [-4.0, 5.0, 0.5]],
            normal: vec![[0.0, 1.0, 0.0], [0.6, 0.0, 0.8]],
            depth: vec![0.125, 1e-9],
        }),
        meta: Some("{\"engine\": \"none é 🎲\"}".to_owned()),
        ..plain
    }
}

/// An archive of npy files, deflated.
pub(crate) fn archive(entries: &[Entry]) -> Vec<u8> {
    archive_of(&entries.iter().map(|e| (e.name, e.npy())).collect::<Vec<_>>(), true)
}

pub(crate) fn archive_of(files: &[(&str, Vec<u8>)], deflated: bool) -> Vec<u8> {
    let method =
        if deflated { zip::CompressionMethod::Deflated } else { zip::CompressionMethod::Stored };
    let options = SimpleFileOptions::default().compression_method(method);
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, options).expect("a crafted archive is made in memory");
        zip.write_all(bytes).expect("a crafted archive is made in memory");
    }
    zip.finish().expect("a crafted archive is made in memory").into_inner()
}

pub(crate) fn read(bytes: &[u8]) -> Result<Recording, RecordingError> {
    Recording::read(Cursor::new(bytes), ReadOptions::ALL)
}

/// Reads bytes that must be rejected, and returns the message after checking that it is one line.
pub(crate) fn rejection(bytes: &[u8]) -> String {
    let error = read(bytes).expect_err("a broken recording was read");
    let line = error.to_string();
    assert!(!line.is_empty() && !line.contains('\n') && !line.contains('\r'), "{line:?}");
    line
}
