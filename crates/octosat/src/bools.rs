//! Outputs of boolean queries: one boolean or one bit per row.

use crate::query::Lengths;

/// The output of a boolean query: a slice, array or vector of `bool`, one per row, or of `u64`, one bit per row.
///
/// In an output of `u64`, row r is bit `r % 64` of word `r / 64`. Unused bits of the last word become zero.
pub trait Answers {
    /// The output, if it has one boolean per row.
    fn bools(&mut self) -> Option<&mut [bool]> {
        None
    }

    /// The output, if it has one bit per row.
    fn words(&mut self) -> Option<&mut [u64]> {
        None
    }
}

impl Answers for [bool] {
    fn bools(&mut self) -> Option<&mut [bool]> {
        Some(self)
    }
}

impl<const N: usize> Answers for [bool; N] {
    fn bools(&mut self) -> Option<&mut [bool]> {
        Some(self)
    }
}

impl Answers for Vec<bool> {
    fn bools(&mut self) -> Option<&mut [bool]> {
        Some(self)
    }
}

impl Answers for [u64] {
    fn words(&mut self) -> Option<&mut [u64]> {
        Some(self)
    }
}

impl<const N: usize> Answers for [u64; N] {
    fn words(&mut self) -> Option<&mut [u64]> {
        Some(self)
    }
}

impl Answers for Vec<u64> {
    fn words(&mut self) -> Option<&mut [u64]> {
        Some(self)
    }
}

/// An output as kernels fill it.
#[derive(Debug)]
pub(crate) enum Bools<'a> {
    /// One boolean per row.
    Each(&'a mut [bool]),
    /// One bit per row, 64 in a word, the first row in the lowest bit.
    Bits(&'a mut [u64]),
}

impl<'a, O: Answers + ?Sized> From<&'a mut O> for Bools<'a> {
    fn from(out: &'a mut O) -> Self {
        if out.words().is_some() {
            return Self::Bits(out.words().unwrap_or_default());
        }
        Self::Each(out.bools().unwrap_or_default())
    }
}

impl Bools<'_> {
    /// The number of the output's elements, and how many it needs for this number of rows.
    pub(crate) fn lengths(&self, rows: usize) -> Lengths {
        match self {
            Self::Each(out) => Lengths { found: out.len(), expected: rows },
            Self::Bits(out) => Lengths { found: out.len(), expected: rows.div_ceil(64) },
        }
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
