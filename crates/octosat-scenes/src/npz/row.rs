//! The element types that the arrays of this crate hold.

use bytemuck::Pod;

/// One row of an array: a scalar or a short fixed vector of scalars.
pub trait Row: Pod {
    /// numpy's type string of the scalar.
    #[doc(hidden)]
    const TYPE: &'static str;
    /// The last dimension of the array's shape; `None` for scalars, which have none.
    #[doc(hidden)]
    const WIDTH: Option<u64>;
    /// The size of the scalar in bytes.
    #[doc(hidden)]
    const SCALAR: usize;
}

/// Converts rows from the file's byte order, little-endian, to the machine's, or back; this is the same exchange of
/// bytes, if any.
pub(super) fn little_endian<T: Row>(rows: &mut [T]) {
    if cfg!(target_endian = "big") {
        bytemuck::cast_slice_mut(rows).chunks_exact_mut(T::SCALAR).for_each(<[u8]>::reverse);
    }
}

impl Row for u8 {
    const TYPE: &'static str = "|u1";
    const WIDTH: Option<u64> = None;
    const SCALAR: usize = 1;
}

impl Row for u32 {
    const TYPE: &'static str = "<u4";
    const WIDTH: Option<u64> = None;
    const SCALAR: usize = 4;
}

impl Row for u64 {
    const TYPE: &'static str = "<u8";
    const WIDTH: Option<Self> = None;
    const SCALAR: usize = 8;
}

impl Row for f32 {
    const TYPE: &'static str = "<f4";
    const WIDTH: Option<u64> = None;
    const SCALAR: usize = 4;
}

impl Row for [f32; 3] {
    const TYPE: &'static str = "<f4";
    const WIDTH: Option<u64> = Some(3);
    const SCALAR: usize = 4;
}

impl Row for [f32; 4] {
    const TYPE: &'static str = "<f4";
    const WIDTH: Option<u64> = Some(4);
    const SCALAR: usize = 4;
}

impl Row for [u32; 2] {
    const TYPE: &'static str = "<u4";
    const WIDTH: Option<u64> = Some(2);
    const SCALAR: usize = 4;
}
