//! Files that are no archives, damaged archives, and targets that cannot be written.

use std::path::Path;

use octosat_scenes::{embedded_bytes, generate};

use crate::common::{Done, Folder, on_files};
use crate::crafted::{Array, archive, good_arrays};

/// Asserts that a file is refused by name and that nothing else is left in its folder.
fn refused(folder: &Folder, file: &Path, what: &str) {
    let before = folder.names();
    let out = folder.path("results.npz");
    let plot = folder.path("plot.svg");
    let all = [
        on_files(&["run", "--json", "--out"], &[&out, file]),
        on_files(&["run"], &[file]),
        on_files(&["verify"], &[file]),
        on_files(&["bench", "--plot"], &[&plot, file]),
    ];
    for done in all {
        let name = file.display().to_string();
        assert!(done.refusal().contains(&name), "{what}: {done:?}");
    }
    assert_eq!(folder.names(), before, "{what}");
}

/// What a small sound recording gives.
fn sound_depths(folder: &Folder) -> Vec<u8> {
    let file = folder.write("sound.npz", &archive(&good_arrays()));
    let out = folder.path("sound-results.npz");
    on_files(&["run", "--json", "--out"], &[&out, &file]).json(0);
    std::fs::read(&out).expect("the results are there")
}

/// Damage that the reader may find or that may not matter: the results are right or not there.
fn refused_or_right(folder: &Folder, bytes: &[u8], right: &[u8], what: &str) {
    let file = folder.write("damaged.npz", bytes);
    let before = folder.names();
    let out = folder.path("results.npz");
    let done: Done = on_files(&["run", "--json", "--out"], &[&out, &file]);
    if done.status == Some(0) {
        assert!(std::fs::read(&out).expect("the results are there") == right, "{what}");
        std::fs::remove_file(&out).expect("the results are there");
    } else {
        assert!(done.refusal().contains("damaged.npz"), "{what}: {done:?}");
    }
    assert_eq!(folder.names(), before, "{what}");
}

#[test]
fn what_is_no_file() {
    let folder = Folder::new("no-file");
    refused(&folder, &folder.path("absent.npz"), "absent");
    refused(&folder, &folder.path("absent/absent.npz"), "absent folder");
    refused(&folder, &folder.path(""), "a folder");
}

#[test]
fn what_is_no_archive() {
    let folder = Folder::new("no-archive");
    let mut random = generate::Random::new(3);
    let noise: Vec<u8> = (0..5_000).map(|_| random.next_u64().to_le_bytes()[0]).collect();
    let contents: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("one byte", b"P"),
        ("text", b"half_extents\nposition\n"),
        ("the start of an archive", b"PK\x03\x04"),
        ("an empty archive", b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        ("random bytes", &noise),
    ];
    for (what, bytes) in contents {
        let file = folder.write("broken.npz", bytes);
        refused(&folder, &file, what);
    }
}

#[test]
fn names_with_line_breaks_stay_on_one_line() {
    let folder = Folder::new("line-breaks");
    let done = on_files(&["run"], &[&folder.path("two\nlines\r.npz")]);
    assert!(done.refusal().contains("two lines .npz"), "{done:?}");
}

#[test]
fn truncated_archives() {
    let folder = Folder::new("truncated");
    let bytes = embedded_bytes();
    let length = bytes.len();
    for kept in [1, 30, 100, length / 4, length / 2, length - 1_000, length - 22, length - 1] {
        let file = folder.write("broken.npz", &bytes[..kept]);
        refused(&folder, &file, &format!("{kept} of {length} bytes"));
    }
    let small = archive(&good_arrays());
    for kept in (0..small.len()).step_by(97) {
        let file = folder.write("broken.npz", &small[..kept]);
        refused(&folder, &file, &format!("{kept} of {} bytes", small.len()));
    }
}

#[test]
fn two_members_of_one_name() {
    let folder = Folder::new("duplicate");
    let mut arrays = good_arrays();
    arrays.push(Array { name: "positiom".to_owned(), ..arrays[1].clone() });
    let mut bytes = archive(&arrays);
    let sound = folder.write("sound.npz", &bytes);
    on_files(&["run", "--json"], &[&sound]).json(0);
    while let Some(at) = bytes.windows(8).position(|window| window == b"positiom") {
        bytes[at + 7] = b'n';
    }
    let file = folder.write("twice.npz", &bytes);
    refused(&folder, &file, "two members");
    let done = on_files(&["run"], &[&file]);
    assert!(done.refusal().contains("two members position.npy"), "{done:?}");
}

#[test]
fn flipped_bytes() {
    let folder = Folder::new("flipped");
    let right = sound_depths(&folder);
    let small = archive(&good_arrays());
    for place in (0..small.len()).step_by(7) {
        let mut damaged = small.clone();
        damaged[place] ^= 0xFF;
        refused_or_right(&folder, &damaged, &right, &format!("byte {place}"));
    }
}

#[test]
fn a_flipped_byte_in_a_large_recording() {
    let folder = Folder::new("checksum");
    let bytes = embedded_bytes();
    let sound = folder.write("sound.npz", bytes);
    let out = folder.path("sound-results.npz");
    on_files(&["run", "--json", "--out"], &[&out, &sound]).json(0);
    let right = std::fs::read(&out).expect("the results are there");
    for part in 1..16 {
        // Damage of an optional array, which is not read, does not matter.
        let mut damaged = bytes.to_vec();
        damaged[bytes.len() * part / 16] ^= 0x10;
        refused_or_right(&folder, &damaged, &right, &format!("part {part} of 16"));
    }
}

#[test]
fn targets_that_cannot_be_written() {
    let folder = Folder::new("targets");
    let file = folder.write("sound.npz", &archive(&good_arrays()));
    let absent = folder.path("absent/results.npz");
    for out in [absent.as_path(), &folder.path(""), &file] {
        let done = on_files(&["run", "--json", "--out"], &[out, &file]);
        assert!(done.refusal().contains(&out.display().to_string()), "{done:?}");
    }
    let done = on_files(&["run", "--out"], &[&folder.path("results.npz"), &file, &file]);
    assert!(done.refusal().contains("results.npz"), "{done:?}");
    let done = on_files(&["bench", "--plot"], &[&absent, &file]);
    assert!(done.refusal().contains("absent"), "{done:?}");
    assert_eq!(folder.names(), ["sound.npz"]);
    let bytes = std::fs::read(&file).expect("the recording is there");
    assert!(bytes == archive(&good_arrays()), "the recording is as it was");
}

#[test]
fn an_older_result_stays_when_the_new_one_fails() {
    let folder = Folder::new("older");
    let broken = folder.write("broken.npz", b"broken");
    let out = folder.write("results.npz", b"older");
    on_files(&["run", "--out"], &[&out, &broken]).refusal();
    assert_eq!(std::fs::read(&out).expect("it is there"), b"older");
    assert_eq!(folder.names(), ["broken.npz", "results.npz"]);
}
