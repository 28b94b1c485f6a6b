//! Archives made and read here, independently of the code that the binary uses.

use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use bytemuck::{NoUninit, Pod};
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
    pub(crate) fn new<T: NoUninit>(name: &str, kind: &str, shape: &str, values: &[T]) -> Self {
        let [name, kind, shape] = [name, kind, shape].map(str::to_owned);
        Self { name, kind, shape, data: bytemuck::cast_slice(values).to_vec() }
    }

    fn npy(&self) -> Vec<u8> {
        let Self { kind, shape, .. } = self;
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let length = u16::try_from(header.len()).expect("a crafted header is short");
        let start = [&b"\x93NUMPY\x01\x00"[..], &length.to_le_bytes()].concat();
        [&start, header.as_bytes(), &self.data].concat()
    }

    /// Replaces an element of four bytes.
    pub(crate) fn put(&mut self, element: usize, value: f32) {
        self.data[4 * element..4 * element + 4].copy_from_slice(&value.to_le_bytes());
    }

    /// The rows of an array of this kind; as long as its shape says.
    fn values<T: Pod>(&self, kind: &str, row: &str) -> Vec<T> {
        let shape = format!("({}{row})", self.data.len() / size_of::<T>());
        assert_eq!((&*self.kind, &self.shape), (kind, &shape), "{}", self.name);
        bytemuck::pod_collect_to_vec(&self.data)
    }

    pub(crate) fn floats(&self) -> Vec<f32> {
        self.values("<f4", "")
    }

    /// Rows of three floats.
    pub(crate) fn vectors(&self) -> Vec<[f32; 3]> {
        self.values("<f4", ",3")
    }

    pub(crate) fn words(&self) -> Vec<u32> {
        self.values("<u4", "")
    }

    pub(crate) fn longs(&self) -> Vec<u64> {
        self.values("<u8", "")
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.values("|u1", "")
    }
}

/// The indices of the arrays in recordings made here.
pub(crate) const HALF_EXTENTS: usize = 0;
pub(crate) const POSITION: usize = 1;
pub(crate) const ROTATION: usize = 2;
pub(crate) const PAIR_OFFSETS: usize = 3;
pub(crate) const PAIRS: usize = 4;

/// A recording of boxes without rotation: the centers and the pairs of each frame.
pub(crate) fn upright(
    half_extents: &[[f32; 3]],
    frames: &[Vec<[f32; 3]>],
    pairs: &[Vec<[u32; 2]>],
) -> Vec<Array> {
    let (boxes, count) = (half_extents.len(), frames.len());
    let ends = pairs.iter().scan(0, |end, pairs| {
        *end += pairs.len() as u64;
        Some(*end)
    });
    let offsets: Vec<u64> = [0].into_iter().chain(ends).collect();
    let (positions, pairs) = (frames.concat(), pairs.concat());
    let rotations = vec![[0.0_f32, 0.0, 0.0, 1.0]; count * boxes];
    let poses = |last: usize| format!("({count}, {boxes}, {last})");
    vec![
        Array::new("half_extents", "<f4", &format!("({boxes}, 3)"), half_extents),
        Array::new("position", "<f4", &poses(3), &positions),
        Array::new("rotation", "<f4", &poses(4), &rotations),
        Array::new("pair_offsets", "<u8", &format!("({},)", count + 1), &offsets),
        Array::new("pairs", "<u4", &format!("({}, 2)", pairs.len()), &pairs),
    ]
}

/// Two frames of three unit cubes: 0 and 1 overlap by 0.5 m along x in both frames, 2 stands
/// 3 m above 0 in the first and touches it in the second.
pub(crate) fn good_arrays() -> Vec<Array> {
    let frame = |height| vec![[0.0; 3], [0.5, 0.0, 0.0], [0.0, height, 0.0]];
    upright(&[[0.5; 3]; 3], &[frame(4.0), frame(1.0)], &vec![vec![[0, 1], [0, 2]]; 2])
}

/// The good recording with a change to one of the arrays.
pub(crate) fn changed(index: usize, change: impl FnOnce(&mut Array)) -> Vec<Array> {
    let mut arrays = good_arrays();
    change(&mut arrays[index]);
    arrays
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
    let shape = field("'shape':", '(', ')').replace(' ', "");
    let shape = format!("({})", shape.trim_end_matches(','));
    Array::new(name, &field("'descr':", '\'', '\''), &shape, &bytes[10 + length..])
}
