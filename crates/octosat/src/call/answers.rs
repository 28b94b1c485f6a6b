//! Outputs of boolean queries: one boolean or one bit per row.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// The output of a boolean query: one boolean or one bit per row.
///
/// Slices, arrays and vectors of `bool` and of `u64` convert into it.
#[derive(Debug)]
pub enum Answers<'a> {
    /// One boolean per row.
    Each(&'a mut [bool]),
    /// One bit per row: row r is bit `r % 64` of word `r / 64`. Unused bits of the last word become zero.
    Bits(&'a mut [u64]),
}

/// Makes answers of slices, arrays and vectors.
macro_rules! answers_from {
    ($($kind:ident: [$($generic:tt)*] $out:ty;)*) => {$(
        impl<'a, $($generic)*> From<&'a mut $out> for Answers<'a> {
            fn from(out: &'a mut $out) -> Self {
                Self::$kind(out)
            }
        }
    )*};
}

answers_from! {
    Each: [] [bool];
    Each: [const LEN: usize] [bool; LEN];
    Each: [] Vec<bool>;
    Bits: [] [u64];
    Bits: [const LEN: usize] [u64; LEN];
    Bits: [] Vec<u64>;
}

impl Answers<'_> {
    /// Makes all rows false.
    #[cfg(feature = "groups")]
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Each(out) => out.fill(false),
            Self::Bits(out) => out.fill(0),
        }
    }

    /// Makes a row true.
    #[cfg(feature = "groups")]
    pub(crate) fn set(&mut self, row: usize) {
        match self {
            Self::Each(out) => out[row] = true,
            Self::Bits(out) => out[row / 64] |= 1 << (row % 64),
        }
    }

    /// Whether a row is true.
    #[cfg(feature = "groups")]
    pub(crate) fn get(&self, row: usize) -> bool {
        match self {
            Self::Each(out) => out[row],
            Self::Bits(out) => out[row / 64] >> (row % 64) & 1 == 1,
        }
    }

    /// The number of the output's elements, and how many it needs for this number of rows.
    pub(crate) fn lengths(&self, rows: usize) -> Lengths {
        match self {
            Self::Each(out) => Lengths { found: out.len(), expected: rows },
            Self::Bits(out) => Lengths { found: out.len(), expected: rows.div_ceil(64) },
        }
    }
}

/// The length an output has and the length it must have, in its own elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    pub(crate) found: usize,
    pub(crate) expected: usize,
}

impl Lengths {
    /// Rejects an output that does not have one element per row.
    pub(crate) fn check(self) -> Result<(), Error> {
        let Self { found, expected } = self;
        if found == expected {
            return Ok(());
        }
        let why = format_args!("the length of the output is {found}, but must be {expected}");
        Err(Error::new(ErrorKind::Length, why))
    }
}

/// Unpacks bits into booleans, lowest bit first, as many as `out` has.
pub(crate) fn unpack(words: &[u64], out: &mut [bool]) {
    let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let (eights, rest) = out.as_chunks_mut::<8>();
    for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
        *eight = BOOLS_OF_BYTE[usize::from(byte)];
    }
    if let Some(byte) = bytes.next() {
        rest.copy_from_slice(&BOOLS_OF_BYTE[usize::from(byte)][..rest.len()]);
    }
}

/// The bits of each byte as booleans, lowest first: one copy of eight instead of eight shifts.
static BOOLS_OF_BYTE: [[bool; 8]; 256] = bools_of_byte();

const fn bools_of_byte() -> [[bool; 8]; 256] {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
}
