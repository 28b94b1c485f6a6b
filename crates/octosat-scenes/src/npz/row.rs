//! The element types that the arrays of this crate hold.

use bytemuck::Pod;

/// One row of an array: a scalar or a short fixed vector of scalars. No other type can be one.
pub trait Row: Pod {
    /// The scalar's bits.
    #[doc(hidden)]
    type Word: Word;
    /// numpy's type string of the scalar.
    #[doc(hidden)]
    const TYPE: &'static str;
    /// The last dimension of the array's shape; `None` for scalars, which have none.
    #[doc(hidden)]
    const WIDTH: Option<u64>;
}

/// The bits of a scalar in a file, always little-endian.
#[expect(unnameable_types, reason = "other crates cannot make a type a row")]
pub trait Word: Pod {
    /// Converts from the file's byte order to the machine's, or back; this is the same exchange of bytes, if
    /// any.
    fn little_endian(self) -> Self;
}

impl Word for u8 {
    fn little_endian(self) -> Self {
        self
    }
}

impl Word for u32 {
    fn little_endian(self) -> Self {
        self.to_le()
    }
}

impl Word for u64 {
    fn little_endian(self) -> Self {
        self.to_le()
    }
}

impl Row for u8 {
    type Word = Self;
    const TYPE: &'static str = "|u1";
    const WIDTH: Option<u64> = None;
}

impl Row for u32 {
    type Word = Self;
    const TYPE: &'static str = "<u4";
    const WIDTH: Option<u64> = None;
}

impl Row for u64 {
    type Word = Self;
    const TYPE: &'static str = "<u8";
    const WIDTH: Option<Self> = None;
}

impl Row for f32 {
    type Word = u32;
    const TYPE: &'static str = "<f4";
    const WIDTH: Option<u64> = None;
}

impl Row for [f32; 3] {
    type Word = u32;
    const TYPE: &'static str = "<f4";
    const WIDTH: Option<u64> = Some(3);
}

impl Row for [f32; 4] {
    type Word = u32;
    const TYPE: &'static str = "<f4";
    const WIDTH: Option<u64> = Some(4);
}

impl Row for [u32; 2] {
    type Word = u32;
    const TYPE: &'static str = "<u4";
    const WIDTH: Option<u64> = Some(2);
}
