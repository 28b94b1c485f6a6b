//! Every tolerance and bound of this crate.

/// Largest deviation of a quaternion's squared length from one, without unit.
///
/// Far above the effect of rounding to float32 (about 2e-7), and far below the deviation of a rotation that
/// was never normalized.
pub(crate) const UNIT_TOLERANCE: f64 = 1e-3;

/// Longest npy header that is read, in bytes: the bound that numpy itself sets by default.
pub(crate) const MAX_HEADER_BYTES: usize = 10_000;

/// Longest run of digits in an npy header: no signed 64-bit count has more, and any such number fits 64 bits.
pub(crate) const MAX_HEADER_DIGITS: usize = 19;

/// Multiple in bytes that a written npy header fills, so that the elements after it are aligned (the numpy developers,
/// "numpy.lib.format", section "Format Version 1.0").
pub(crate) const HEADER_ALIGNMENT: usize = 64;

/// Largest expansion that deflate can reach, as a ratio (zlib, "Technical Details", gives 1032:1).
pub(crate) const MAX_DEFLATE_RATIO: u64 = 1032;

/// Allowance in bytes in addition to [`MAX_DEFLATE_RATIO`], for the rounding of the last block.
pub(crate) const DEFLATE_SLACK: u64 = 4096;

/// Expansion up to which an array's declared size is reserved at once. Real recordings stay below
/// it; beyond it memory grows only as data arrives.
pub(crate) const TRUSTED_RATIO: u64 = 64;

/// Size in bytes up to which an array is reserved at once, whatever its expansion.
pub(crate) const TRUSTED_BYTES: u64 = 16 << 20;

/// Growth of an array that is not reserved at once.
pub(crate) const GROWTH: usize = 4;

/// Bytes decoded and converted at a time: small enough to stay in the cache.
pub(crate) const CHUNK_BYTES: usize = 64 << 10;

/// Longest `meta` string, in characters.
pub(crate) const MAX_META_CHARACTERS: u64 = 1 << 20;

/// Size in bytes from which an entry of the archive needs 64-bit lengths, with room for its header
/// and for data that grows when it is compressed.
pub(crate) const LARGE_ENTRY_BYTES: u64 = 0xF000_0000;
