//! The header of an npy array, read with `npyz` behind a guard.

use std::io::{ErrorKind, Read};

use npyz::{DType, NpyHeader, Order};

use crate::error::Problem;
use crate::limits::{MAX_HEADER_BYTES, MAX_HEADER_DEPTH, MAX_HEADER_DIGITS};

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

/// Rejects any text that is not the plain dictionary numpy writes for a plain array.
///
/// The parser in `npyz` accepts every Python literal. It recurses once per bracket, unwraps some conversions
/// of numbers, and multiplies the dimensions without a check. Text that passes this guard causes none of
/// that.
fn guard(text: &[u8]) -> Result<(), Problem> {
    let reject = |what: &str| Err(Problem::Header(what.to_owned()));
    let mut scan = Scan { depth: 0, count: 1 };
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            b'\'' | b'"' => {
                let Some(end) = after.iter().position(|&other| other == byte) else {
                    return reject("a string does not end");
                };
                if !after[..end].iter().all(|&c| c.is_ascii_alphanumeric() || b"_<>|=".contains(&c))
                {
                    return reject("a string holds an unexpected character");
                }
                &after[end + 1..]
            }
            b'{' | b'(' if scan.depth == MAX_HEADER_DEPTH => {
                return reject("brackets are nested too deeply");
            }
            b'{' | b'(' => {
                scan.depth += 1;
                after
            }
            b'}' | b')' => {
                scan.depth = scan.depth.saturating_sub(1);
                after
            }
            b' ' | b'\n' | b',' | b':' => after,
            _ => {
                let end = rest.iter().position(|c| !c.is_ascii_alphanumeric());
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                scan.word(word)?;
                after
            }
        };
    }
    Ok(())
}

/// The depth of the brackets, and the product of the numbers so far.
struct Scan {
    depth: usize,
    count: u64,
}

impl Scan {
    fn word(&mut self, word: &[u8]) -> Result<(), Problem> {
        let reject = |what: &str| Err(Problem::Header(what.to_owned()));
        if word == b"True" || word == b"False" {
            return Ok(());
        }
        let plain = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        if !plain {
            return reject("not the header of a plain array");
        }
        if word.len() > MAX_HEADER_DIGITS {
            return reject("a dimension is too large");
        }
        let number = word.iter().fold(0_u64, |n, digit| n * 10 + u64::from(digit - b'0'));
        // A dimension of zero must not hide an overflow of the others.
        match self.count.checked_mul(number.max(1)) {
            Some(count) => self.count = count,
            None => return reject("the shape holds more elements than can be counted"),
        }
        Ok(())
    }
}
