//! The header of an npy array, read and written.
//!
//! It is a magic string, two bytes of version, the length of the text, and the text, which is one Python dictionary
//! (the numpy developers, "numpy.lib.format", documentation of the module, sections "Format Version 1.0" to "Format
//! Version 3.0").

use std::io::{self, ErrorKind, Read, Write};

use super::dictionary;
use crate::error::Problem;
use crate::limits::{HEADER_ALIGNMENT, MAX_HEADER_BYTES};

/// The first bytes of every npy array.
const MAGIC: [u8; 6] = *b"\x93NUMPY";

/// Magic string and version, in bytes; the length of the text follows.
const PREFIX_BYTES: usize = MAGIC.len() + 2;

/// Bytes of the length of the text in version 1.0, little-endian.
const SHORT_LENGTH_BYTES: usize = 2;

/// Bytes of the length of the text in versions 2.0 and 3.0, little-endian.
const LONG_LENGTH_BYTES: usize = 4;

/// The content of a header.
#[derive(Debug)]
pub(super) struct Header {
    /// numpy's type string.
    pub(super) type_string: String,
    /// The dimensions, the slowest first.
    pub(super) shape: Vec<u64>,
    /// Whether the first dimension varies fastest in the file.
    pub(super) fortran: bool,
    /// The length of the header itself in bytes.
    pub(super) bytes: u64,
}

/// Reads a header, leaving the reader at the first element.
pub(super) fn read(reader: &mut impl Read) -> Result<Header, Problem> {
    let prefix = take(reader, PREFIX_BYTES)?;
    // Version 2.0 has room for a longer text, and 3.0 is in UTF-8, not Latin-1; for a plain array the text is ASCII.
    let length_bytes = match prefix.strip_prefix(&MAGIC) {
        Some([1, 0]) => SHORT_LENGTH_BYTES,
        Some([2 | 3, 0]) => LONG_LENGTH_BYTES,
        Some(_) => return Err(Problem::Header("not an npy array of a known version".to_owned())),
        None => return Err(Problem::Header("not an npy array".to_owned())),
    };
    let length = take(reader, length_bytes)?
        .iter()
        .rev()
        .fold(0_usize, |length, &byte| length << 8 | usize::from(byte));
    if length > MAX_HEADER_BYTES {
        let what = format!("{length} bytes long, at most {MAX_HEADER_BYTES} are read");
        return Err(Problem::Header(what));
    }
    let dictionary = dictionary::parse(&take(reader, length)?)?;
    Ok(Header {
        type_string: dictionary.type_string,
        shape: dictionary.shape,
        fortran: dictionary.fortran,
        bytes: (PREFIX_BYTES + length_bytes + length) as u64,
    })
}

/// Writes the header of an array in C order.
pub(super) fn write(writer: &mut impl Write, type_string: &str, shape: &[u64]) -> io::Result<()> {
    // numpy writes no comma after the last of several dimensions. Here each has one, which Python reads the same, so
    // that arrays give the same bytes as in older versions.
    let dimensions: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let mut text =
        format!("{{'descr': '{type_string}', 'fortran_order': False, 'shape': ({dimensions}), }}");
    // "It is terminated by a newline (\n) and padded with spaces (\x20)" (section "Format Version 1.0").
    let unpadded = PREFIX_BYTES + SHORT_LENGTH_BYTES + text.len() + 1;
    let padding = unpadded.next_multiple_of(HEADER_ALIGNMENT) - unpadded;
    text.extend(std::iter::repeat_n(' ', padding));
    text.push('\n');
    let length = u16::try_from(text.len()).map_err(io::Error::other)?;
    let version = [1, 0];
    let bytes = [&MAGIC[..], &version, &length.to_le_bytes(), text.as_bytes()].concat();
    writer.write_all(&bytes)
}

fn take(reader: &mut impl Read, count: usize) -> Result<Vec<u8>, Problem> {
    let mut bytes = vec![0; count];
    reader.read_exact(&mut bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => Problem::Header("cut short".to_owned()),
        _ => Problem::Archive(error.to_string()),
    })?;
    Ok(bytes)
}
