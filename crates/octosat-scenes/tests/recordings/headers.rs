//! Headers of arrays as numpy writes and reads them, and as they are written here.

use std::io::Cursor;

use octosat_scenes::{Recording, RecordingError, ResultsWriter};

use crate::{archive_of, good_entries, good_parts, longs, read, words};

/// What numpy aligns the elements after a header to, in bytes.
const ALIGNMENT: usize = 64;

/// The good recording with other bytes in front of the elements of an array.
pub(crate) fn with_header(name: &str, header: &[u8]) -> Result<Recording, RecordingError> {
    let files: Vec<_> = good_entries()
        .into_iter()
        .map(|entry| {
            let is_changed = entry.name == format!("{name}.npy");
            let bytes = if is_changed { [header, &entry.data].concat() } else { entry.npy() };
            (entry.name, bytes)
        })
        .collect();
    read(&archive_of(&files, false))
}

/// A header of version 1.0 with this text.
pub(crate) fn header(text: &[u8]) -> Vec<u8> {
    let length = u16::try_from(text.len()).expect("it is short").to_le_bytes();
    [&b"\x93NUMPY\x01\x00"[..], &length, text].concat()
}

/// The good recording with another text in the header of its half extents.
pub(crate) fn with_text(text: &str) -> Result<Recording, RecordingError> {
    with_header("half_extents", &header(text.as_bytes()))
}

pub(crate) fn good() -> Recording {
    with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }\n").expect("it is good")
}

/// The bytes that numpy 2.4.6 put in front of the elements with `numpy.lib.format.write_array`.
#[test]
fn headers_by_numpy() {
    let texts = [
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4), }",
        "{'descr': '<u8', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 2), }",
    ];
    for (entry, text) in good_entries().iter().zip(texts) {
        let name = entry.name.trim_end_matches(".npy");
        for (start, width) in [
            (&b"\x93NUMPY\x01\x00v\x00"[..], 117),
            (b"\x93NUMPY\x02\x00t\x00\x00\x00", 115),
            (b"\x93NUMPY\x03\x00t\x00\x00\x00", 115),
        ] {
            let header = [start, format!("{text:width$}\n").as_bytes()].concat();
            assert_eq!(header.len(), 2 * ALIGNMENT);
            assert_eq!(with_header(name, &header).expect(text), good());
        }
    }
    // As it was before numpy 1.14, which aligned to 16 bytes.
    let older = format!("{:69}\n", texts[0]);
    assert_eq!(with_text(&older).expect(&older), good());
}

#[test]
fn scalars_by_numpy() {
    let text = "{'descr': '<U5', 'fortran_order': False, 'shape': (), }";
    let header = [b"\x93NUMPY\x01\x00v\x00", format!("{text:117}\n").as_bytes()].concat();
    let meta = [header, words(&[0x1F3B2, 0x62, 0x63, 0, 0])].concat();
    let mut files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
    files.push(("meta.npy", meta));
    let recording = read(&archive_of(&files, false)).expect("numpy wrote it");
    assert_eq!(recording.meta(), Some("\u{1F3B2}bc"));
}

/// Python reads all of them the same.
#[test]
fn other_spellings() {
    for text in [
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3)}\n",
        "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (3, 3)}\n",
        "{\"descr\": '<f4', 'fortran_order': False, 'shape': (3, 3)}\n",
        "{'shape': (3, 3, ), 'fortran_order': False, 'descr': '<f4', }\n",
        "{'fortran_order':False,'shape':(3,3,),'descr':'<f4',}",
        "  {  'descr'  :  '<f4'  ,  'fortran_order'  :  False  ,  'shape'  :  (  3  ,  3  )  }  \n",
    ] {
        assert_eq!(with_text(text).expect(text), good(), "{text}");
    }
}

/// The whole headers of a file: the same arrays are to give the same bytes in every version.
#[test]
fn headers_as_they_are_written() {
    let start = b"\x93NUMPY\x01\x00v\x00";
    let text = |text: &str| [start, format!("{text:117}\n").as_bytes()].concat();
    let path = std::env::temp_dir().join(format!("octosat-headers-{}.npz", std::process::id()));
    let mut writer = ResultsWriter::create(&path, &[2]).unwrap();
    writer.append("overlap", [1_u8, 0]).unwrap();
    writer.append("normal", [[0.0_f32, 1.0, 0.0]; 2]).unwrap();
    writer.finish().unwrap();
    let results = members(&std::fs::read(&path).unwrap());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        results[0],
        [text("{'descr': '|u1', 'fortran_order': False, 'shape': (2, ), }"), vec![1, 0]].concat()
    );
    assert!(
        results[1]
            .starts_with(&text("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, ), }"))
    );

    let mut file = Cursor::new(Vec::new());
    Recording::new(good_parts()).unwrap().write(&mut file).unwrap();
    let members = members(&file.into_inner());
    let offsets = text("{'descr': '<u8', 'fortran_order': False, 'shape': (3, ), }");
    assert_eq!(members[3], [offsets, longs(&[0, 1, 3])].concat());
    let meta = text("{'descr': '<U22', 'fortran_order': False, 'shape': (), }");
    assert!(members.last().unwrap().starts_with(&meta));
}

/// The bytes of every member of an archive.
fn members(archive: &[u8]) -> Vec<Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(archive)).expect("the archive is sound");
    (0..zip.len())
        .map(|index| {
            let mut bytes = Vec::new();
            std::io::copy(&mut zip.by_index(index).expect("the archive is sound"), &mut bytes)
                .expect("the archive is sound");
            bytes
        })
        .collect()
}
