//! Archives made and read here, independently of the code that the binary uses.

use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;

/// One array: its name, numpy's type, its shape and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Array {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) shape: String,
    pub(crate) data: Vec<u8>,
}

impl Array {
    pub(crate) fn new(name: &str, kind: &str, shape: &str, data: Vec<u8>) -> Self {
        Self { name: name.to_owned(), kind: kind.to_owned(), shape: shape.to_owned(), data }
    }

    fn npy(&self) -> Vec<u8> {
        let Self { kind, shape, .. } = self;
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let length = u16::try_from(header.len()).expect("a crafted header is short");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(&self.data);
        bytes
    }

    /// Puts four bytes in the place of an element that is as long.
    pub(crate) fn put(&mut self, element: usize, bytes: [u8; 4]) {
        self.data[4 * element..4 * element + 4].copy_from_slice(&bytes);
    }
}

pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn longs(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Two frames of three unit cubes: 0 and 1 overlap by 0.5 m along x in both frames, 2 stands
/// 3 m above 0 in the first and touches it in the second.
pub(crate) fn good_arrays() -> Vec<Array> {
    let half_extents = [0.5; 9];
    let position = [
        [0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 4.0, 0.0],
        [0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0],
    ];
    let rotation = [0.0, 0.0, 0.0, 1.0].repeat(6);
    vec![
        Array::new("half_extents", "<f4", "(3, 3)", floats(&half_extents)),
        Array::new("position", "<f4", "(2, 3, 3)", floats(position.as_flattened())),
        Array::new("rotation", "<f4", "(2, 3, 4)", floats(&rotation)),
        Array::new("pair_offsets", "<u8", "(3,)", longs(&[0, 2, 4])),
        Array::new("pairs", "<u4", "(4, 2)", words(&[0, 1, 0, 2, 0, 1, 0, 2])),
    ]
}

/// An archive of these arrays.
pub(crate) fn archive(arrays: &[Array]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for array in arrays {
        let name = format!("{}.npy", array.name);
        zip.start_file(name, SimpleFileOptions::default()).expect("memory does not fail");
        zip.write_all(&array.npy()).expect("memory does not fail");
    }
    zip.finish().expect("memory does not fail").into_inner()
}

/// The arrays of a results file, in the order of their names.
pub(crate) fn read_arrays(path: &Path) -> Vec<Array> {
    let file = File::open(path).expect("the results are there");
    let mut zip = zip::ZipArchive::new(file).expect("the results are an archive");
    let mut arrays = Vec::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).expect("the entry is there");
        let name = entry.name().expect("the name is text");
        let name = name.strip_suffix(".npy").expect("an npy array").to_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("the checksum is right");
        arrays.push(parse(&name, &bytes));
    }
    arrays.sort_by(|a, b| a.name.cmp(&b.name));
    arrays
}

/// One of some arrays.
pub(crate) fn named<'a>(arrays: &'a [Array], name: &str) -> &'a Array {
    arrays.iter().find(|array| array.name == name).expect("the array is there")
}

impl Array {
    pub(crate) fn floats(&self) -> Vec<f32> {
        assert_eq!(self.kind, "<f4", "{}", self.name);
        let (chunks, rest) = self.data.as_chunks::<4>();
        assert!(rest.is_empty(), "{}", self.name);
        chunks.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    pub(crate) fn words(&self) -> Vec<u32> {
        assert_eq!(self.kind, "<u4", "{}", self.name);
        let (chunks, rest) = self.data.as_chunks::<4>();
        assert!(rest.is_empty(), "{}", self.name);
        chunks.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
    }

    pub(crate) fn longs(&self) -> Vec<u64> {
        assert_eq!(self.kind, "<u8", "{}", self.name);
        let (chunks, rest) = self.data.as_chunks::<8>();
        assert!(rest.is_empty(), "{}", self.name);
        chunks.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        assert_eq!(self.kind, "|u1", "{}", self.name);
        &self.data
    }
}

fn parse(name: &str, bytes: &[u8]) -> Array {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00", "{name}");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = String::from_utf8(bytes[10..10 + length].to_vec()).expect("a header is text");
    assert!(header.contains("'fortran_order': False"), "{header}");
    let field = |key: &str, begin: char, end: char| {
        let (_, after) = header.split_once(key).expect("the key is there");
        let (_, value) = after.split_once(begin).expect("the value begins");
        value.split_once(end).expect("the value ends").0.to_owned()
    };
    let kind = field("'descr':", '\'', '\'');
    let shape = field("'shape':", '(', ')').replace(' ', "");
    let shape = format!("({})", shape.trim_end_matches(','));
    Array { name: name.to_owned(), kind, shape, data: bytes[10 + length..].to_vec() }
}
