//! The directory of an archive, read once more if two of its members have one name.

use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom};

/// The first bytes of an entry of a zip directory.
const ENTRY_MAGIC: [u8; 4] = *b"PK\x01\x02";

/// Length in bytes of an entry before its name.
const ENTRY_BYTES: usize = 46;

/// Position in an entry of the length of its name, two bytes.
const NAME_LENGTH: usize = 28;

/// Position in an entry of the length of its extra fields, two bytes.
const EXTRA_LENGTH: usize = 30;

/// Position in an entry of the length of its comment, two bytes.
const COMMENT_LENGTH: usize = 32;

/// The first name that two members of a directory have.
///
/// The directory has been read before and is well formed; it ends at the first bytes that are not an entry.
pub(super) fn first_duplicate(
    reader: &mut (impl Read + Seek),
    start: u64,
) -> io::Result<Option<String>> {
    reader.seek(SeekFrom::Start(start))?;
    let mut names = HashSet::new();
    let mut entry = [0; ENTRY_BYTES];
    loop {
        reader.read_exact(&mut entry)?;
        if !entry.starts_with(&ENTRY_MAGIC) {
            return Ok(None);
        }
        let length = |place: usize| u16::from_le_bytes([entry[place], entry[place + 1]]);
        let mut name = vec![0; usize::from(length(NAME_LENGTH))];
        reader.read_exact(&mut name)?;
        let rest = u64::from(length(EXTRA_LENGTH)) + u64::from(length(COMMENT_LENGTH));
        io::copy(&mut reader.by_ref().take(rest), &mut io::sink())?;
        if let Some(name) = names.replace(name) {
            return Ok(Some(String::from_utf8_lossy(&name).into_owned()));
        }
    }
}
