//! What is written is read back, bit for bit.

use std::io::Cursor;

use crate::{Entry, archive, archive_of, floats, good_entries, good_parts, read};
use octosat_scenes::{
    ReadOptions, Recording, RecordingParts, ResultsWriter, embedded, embedded_bytes, generate,
    write_whole,
};

fn written(recording: &Recording) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    recording.write(&mut bytes).expect("memory does not fail");
    bytes.into_inner()
}

/// A folder of this test alone.
fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("octosat-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("the temporary folder can be written");
    path
}

#[test]
fn a_recording_with_everything_survives() {
    let recording = Recording::new(good_parts()).unwrap();
    assert_eq!(read(&written(&recording)).unwrap(), recording);
    assert_eq!(written(&recording), written(&recording));
    assert_eq!(recording.frames(), 2);
    assert_eq!(recording.frame(0).pairs, [[0, 1]]);
    assert_eq!(recording.frame(1).pairs, [[0, 2], [1, 2]]);
    assert_eq!(recording.frame(1).positions, &recording.position()[3..]);
}

#[test]
fn empty_recordings_are_valid() {
    let no_frames = RecordingParts {
        half_extents: vec![[0.0; 3]],
        pair_offsets: vec![0],
        ..RecordingParts::default()
    };
    let no_boxes = RecordingParts { pair_offsets: vec![0, 0, 0], ..RecordingParts::default() };
    let nothing = RecordingParts { pair_offsets: vec![0], ..RecordingParts::default() };
    for parts in [no_frames, no_boxes, nothing] {
        let recording = Recording::new(parts).unwrap();
        let again = read(&written(&recording)).unwrap();
        assert_eq!(again, recording);
        assert_eq!(again.frames(), recording.pair_offsets().len() - 1);
        for frame in 0..again.frames() {
            assert!(again.frame(frame).pairs.is_empty());
        }
    }
}

#[test]
fn stored_and_deflated_archives_read_the_same() {
    let files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
    assert_eq!(read(&archive_of(&files, false)).unwrap(), read(&archive_of(&files, true)).unwrap());
}

#[test]
fn arrays_in_fortran_order_are_transposed() {
    let mut entries = good_entries();
    let expected = read(&archive(&entries)).unwrap();
    let shapes: [&[usize]; 3] = [&[3, 3], &[2, 3, 3], &[2, 3, 4]];
    let data = [
        bytemuck::cast_slice::<_, f32>(expected.half_extents()),
        bytemuck::cast_slice(expected.position()),
        bytemuck::cast_slice(expected.rotation()),
    ];
    for (index, (shape, values)) in shapes.into_iter().zip(data).enumerate() {
        entries[index].data = floats(&fortran(shape, values));
        entries[index].header = entries[index].header.replace("False", "True");
    }
    assert_eq!(read(&archive(&entries)).unwrap(), expected);
}

/// The values of an array in C order, in Fortran order.
fn fortran(shape: &[usize], values: &[f32]) -> Vec<f32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&place| {
        let mut left = place;
        let mut key = Vec::new();
        for size in shape.iter().rev() {
            key.push(left % size);
            left /= size;
        }
        key
    });
    order.into_iter().map(|place| values[place]).collect()
}

#[test]
fn unknown_arrays_are_skipped() {
    let mut entries = good_entries();
    entries.push(Entry::new("anything.npy", "|O", "(3,)", vec![1, 2, 3]));
    assert_eq!(read(&archive(&entries)).unwrap(), read(&archive(&good_entries())).unwrap());
}

#[test]
fn the_embedded_recording_is_what_its_description_says() {
    assert!(embedded_bytes().len() < 1 << 20);
    let plain = embedded(ReadOptions::default()).unwrap();
    assert_eq!([plain.boxes(), plain.frames(), plain.pairs().len()], [1605, 5, 34_947]);
    assert!(plain.reference().is_none() && plain.meta().is_none());
    let full = embedded(ReadOptions::ALL).unwrap();
    assert_eq!(full.reference().unwrap().pair.len(), 13_922);
    assert!(full.meta().unwrap().contains("Bullet"));
    assert_eq!(read(&written(&full)).unwrap(), full);
}

#[test]
fn files_appear_whole_or_not_at_all() {
    let folder = folder("atomic");
    let path = folder.join("cloud.npz");
    let recording = generate::cloud(50, 100, 3).into_recording().unwrap();
    recording.write_path(&path).unwrap();
    recording.write_path(&path).unwrap();
    assert_eq!(Recording::read_path(&path, ReadOptions::ALL).unwrap(), recording);

    // A name that is taken by a folder, and a folder that is not there.
    let message = recording.write_path(&folder).unwrap_err().to_string();
    assert!(message.contains("atomic"), "{message}");
    assert!(recording.write_path(&folder.join("none").join("x.npz")).is_err());

    // A results file that is given up, and one with a wrong number of rows.
    let results = folder.join("results.npz");
    let mut writer = ResultsWriter::create(&results, &[2]).unwrap();
    writer.append("overlap", [1_u8, 0]).unwrap();
    drop(writer);
    let mut writer = ResultsWriter::create(&results, &[2]).unwrap();
    writer.append("depth", [0.0_f32]).unwrap();
    assert!(writer.finish().unwrap_err().to_string().contains("depth has 1 rows, expected 2"));
    let left: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["cloud.npz"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn contact_arrays_must_fit_the_offsets() {
    let folder = folder("contacts");
    let path = folder.join("results.npz");
    let finish = |offsets: &[&[u64]], points: usize, depths: usize| {
        let mut writer = ResultsWriter::create(&path, &[2]).unwrap();
        for part in offsets {
            writer.append_offsets(part.iter().copied())?;
        }
        writer.append("contact_point", vec![[0.0_f32; 3]; points])?;
        writer.append("contact_depth", vec![0.0_f32; depths])?;
        writer.append("contact_feature", [1_u32, 2])?;
        writer.append("contact_feature", [1_u32])?;
        writer.finish()
    };
    assert!(finish(&[&[0, 2, 3]], 3, 3).is_ok());
    assert!(finish(&[&[0], &[2], &[], &[3]], 3, 3).is_ok(), "in parts");
    assert!(finish(&[&[0, 3]], 3, 3).is_err(), "one offset is missing");
    assert!(finish(&[&[1, 2, 3]], 3, 3).is_err(), "not from zero");
    assert!(finish(&[&[0, 3], &[2]], 3, 3).is_err(), "falling");
    assert!(finish(&[&[0, 2, 3]], 3, 2).is_err(), "a depth is missing");
    assert!(finish(&[&[0, 2, 3]], 4, 3).is_err(), "a point too many");
    assert!(finish(&[], 3, 3).is_err(), "no offsets");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_are_followed() {
    let folder = folder("links");
    let path = |name: &str| folder.join(name);
    std::fs::create_dir_all(path("inner")).unwrap();
    std::fs::write(path("there"), "older").unwrap();
    for (link, to) in [("a", "there"), ("b", "inner/new"), ("c", "b2"), ("b2", "inner/other")] {
        std::os::unix::fs::symlink(to, path(link)).unwrap();
    }
    for (link, target) in [("a", "there"), ("b", "inner/new"), ("c", "inner/other")] {
        write_whole(&path(link), link.as_bytes()).unwrap();
        assert!(std::fs::symlink_metadata(path(link)).unwrap().is_symlink(), "{link}");
        assert_eq!(std::fs::read_to_string(path(target)).unwrap(), link);
    }
    std::os::unix::fs::symlink("circle", path("circle")).unwrap();
    assert!(write_whole(&path("circle"), b"").is_err());
    std::os::unix::fs::symlink("none/new", path("lost")).unwrap();
    assert!(write_whole(&path("lost"), b"").is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
