//! Damage at every place of a small file: an error in one line or an equal recording, no panic.

use crate::{archive, archive_of, good_entries, good_parts, read};
use octosat_scenes::{Recording, generate};

/// Reads damaged bytes; what is read in spite of the damage must be the original.
fn survives(bytes: &[u8], original: &Recording, what: &str) {
    match read(bytes) {
        Ok(recording) => {
            // A flipped bit in a name can hide an optional array; nothing else may change.
            let mut parts = original.clone().into_parts();
            if recording.meta().is_none() {
                parts.meta = None;
            }
            if recording.reference().is_none() {
                parts.reference = None;
            }
            assert_eq!(recording.into_parts(), parts, "{what}");
        }
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains('\n') && !line.is_empty(), "{what}: {line:?}");
        }
    }
}

fn samples() -> Vec<(Vec<u8>, Recording)> {
    let plain = read(&archive(&good_entries())).expect("it is good");
    let files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
    let full = Recording::new(good_parts()).expect("it is good");
    let mut bytes = std::io::Cursor::new(Vec::new());
    full.write(&mut bytes).expect("memory does not fail");
    vec![(archive_of(&files, false), plain), (bytes.into_inner(), full)]
}

/// Bits to flip: the first and the last, one between, and all.
const FLIPS: [u8; 4] = [0x01, 0x80, 0x08, 0xFF];

/// Every byte of both files, each with one of the flips; the same places of the second file have the next one.
#[test]
fn any_changed_byte() {
    for (first, (bytes, original)) in samples().into_iter().enumerate() {
        for place in 0..bytes.len() {
            let flip = FLIPS[(first + place) % FLIPS.len()];
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            survives(&damaged, &original, &format!("byte {place} ^ {flip:#x}"));
        }
    }
}

#[test]
fn any_truncation() {
    for (bytes, original) in samples() {
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "cut to {length} bytes");
            survives(&bytes[length..], &original, &format!("without the first {length} bytes"));
        }
    }
}

#[test]
fn any_damage_that_the_checksum_hides() {
    let files: Vec<_> = good_entries().iter().map(|e| (e.name, e.npy())).collect();
    let mut random = generate::Random::new(5);
    for file in 0..files.len() {
        for place in 0..files[file].1.len() {
            let mut damaged = files.clone();
            damaged[file].1[place] = random.next_u64().to_le_bytes()[0];
            // A changed value may be a valid recording; it must only never panic.
            if let Err(error) = read(&archive_of(&damaged, false)) {
                assert!(!error.to_string().contains('\n'));
            }
        }
        for length in 0..files[file].1.len() {
            let mut damaged = files.clone();
            damaged[file].1.truncate(length);
            let bytes = archive_of(&damaged, true);
            assert!(read(&bytes).is_err(), "{} cut to {length} bytes", files[file].0);
        }
    }
}

#[test]
fn random_bytes_behind_a_good_start() {
    let mut random = generate::Random::new(11);
    for (bytes, original) in samples() {
        for _ in 0..2_000 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random.below(8) {
                let place = random.below(damaged.len());
                damaged[place] = random.next_u64().to_le_bytes()[0];
            }
            survives(&damaged, &original, "several changed bytes");
        }
    }
}
