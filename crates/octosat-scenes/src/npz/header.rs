//! The header of an npy array, read with `npyz` behind a guard.

use std::io::{ErrorKind, Read};

use npyz::{DType, NpyHeader, Order};

use crate::error::Problem;
use crate::limits::{MAX_HEADER_BRACKETS, MAX_HEADER_BYTES, MAX_HEADER_DIGITS};

/// Magic string and version; the length of the text follows.
const PREFIX_BYTES: usize = 8;

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
    let mut bytes = Vec::new();
    take(reader, &mut bytes, PREFIX_BYTES)?;
    let length_bytes = match bytes[6] {
        1 => 2,
        2 | 3 => 4,
        _ => return Err(Problem::Header("not an npy array of a known version".to_owned())),
    };
    take(reader, &mut bytes, length_bytes)?;
    let length = bytes[PREFIX_BYTES..]
        .iter()
        .rev()
        .fold(0_usize, |length, &byte| length << 8 | usize::from(byte));
    if length > MAX_HEADER_BYTES {
        let what = format!("{length} bytes long, at most {MAX_HEADER_BYTES} are read");
        return Err(Problem::Header(what));
    }
    take(reader, &mut bytes, length)?;
    guard(&bytes[PREFIX_BYTES + length_bytes..])?;
    let header = NpyHeader::from_reader(bytes.as_slice())
        .map_err(|error| Problem::Header(error.to_string()))?;
    let type_string = match header.dtype() {
        DType::Plain(plain) => plain.to_string(),
        other => other.descr(),
    };
    Ok(Header {
        type_string,
        shape: header.shape().to_vec(),
        fortran: header.order() == Order::Fortran,
        bytes: bytes.len() as u64,
    })
}

fn take(reader: &mut impl Read, bytes: &mut Vec<u8>, count: usize) -> Result<(), Problem> {
    let start = bytes.len();
    bytes.resize(start + count, 0);
    reader.read_exact(&mut bytes[start..]).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => Problem::Header("cut short".to_owned()),
        _ => Problem::Archive(error.to_string()),
    })
}

/// Rejects text that the parser in `npyz` cannot be trusted with.
///
/// The parser accepts every Python literal. It recurses once per bracket, unwraps some conversions of numbers, and
/// multiplies the dimensions without a check. The dictionary that numpy writes for a plain array has two brackets, no
/// number but dimensions, and passes.
fn guard(text: &[u8]) -> Result<(), Problem> {
    let reject = |what: &str| Err(Problem::Header(what.to_owned()));
    let is_plain = |c: &u8| c.is_ascii_alphanumeric() || b"'\"_<>|={}(),: \n".contains(c);
    if !text.iter().all(is_plain) {
        return reject("not the header of a plain array");
    }
    if text.iter().filter(|&c| b"{(".contains(c)).count() > MAX_HEADER_BRACKETS {
        return reject("too many brackets");
    }
    let mut count = 1_u64;
    let words = text.split(|c| !c.is_ascii_alphanumeric());
    for word in words.filter(|word| word.first().is_some_and(u8::is_ascii_digit)) {
        if word.len() > MAX_HEADER_DIGITS || !word.iter().all(u8::is_ascii_digit) {
            return reject("a dimension is no number or too large");
        }
        let number = word.iter().fold(0_u64, |n, digit| n * 10 + u64::from(digit - b'0'));
        // A dimension of zero must not hide an overflow of the others.
        let Some(product) = count.checked_mul(number.max(1)) else {
            return reject("the shape holds more elements than can be counted");
        };
        count = product;
    }
    Ok(())
}
