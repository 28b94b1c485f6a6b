//! Small files that declare to be huge are rejected for what their headers say, before any memory is
//! taken for the data.

use octosat_scenes::Problem;

use crate::{archive_of, good_entries, read, rejection};

const HALF_EXTENTS: usize = 0;

/// Half extents in a header of this shape with this many bytes of zeros behind it.
fn declaring(shape: &str, zeros: usize) -> Vec<(&'static str, Vec<u8>)> {
    let mut entries = good_entries();
    let first = &mut entries[HALF_EXTENTS];
    first.header = first.header.replace("(3, 3)", shape);
    first.data = vec![0; zeros];
    entries.iter().map(|entry| (entry.name, entry.npy())).collect()
}

/// Puts another length for the first member's uncompressed size, in the directory and in
/// front of the member.
fn declare_size(bytes: &mut [u8], size: usize) {
    let size = u32::try_from(size).expect("it fits").to_le_bytes();
    for (magic, place) in [(b"PK\x01\x02", 24), (b"PK\x03\x04", 22)] {
        let at = bytes.windows(4).position(|window| window == magic).expect("it is there") + place;
        bytes[at..at + 4].copy_from_slice(&size);
    }
}

#[test]
fn a_member_that_unpacks_to_more_than_the_shape_needs() {
    let bomb = archive_of(&declaring("(3, 3)", 64 << 20), true);
    assert!(bomb.len() < 1 << 20, "it is small");
    let error = read(&bomb).expect_err("it is rejected");
    assert!(matches!(error.problem(), Problem::Header(_)), "{error}");
    assert!(error.to_string().contains("half_extents"), "{error}");
    // The same with a directory that hides the size: what comes out is longer than it says.
    let mut lying = bomb;
    declare_size(&mut lying, good_entries()[HALF_EXTENTS].npy().len());
    assert!(rejection(&lying).contains("half_extents"));
}

#[test]
fn a_plainly_stored_member_that_declares_to_grow() {
    let shape = "(3000, 3)";
    let mut lying = archive_of(&declaring(shape, 36), false);
    declare_size(&mut lying, declaring(shape, 36_000)[HALF_EXTENTS].1.len());
    assert!(rejection(&lying).contains("more than can be compressed"));
    assert!(read(&archive_of(&declaring("(3, 3)", 36), false)).is_ok());
}
