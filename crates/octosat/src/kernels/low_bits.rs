//! Small whole numbers that lanes hold as floats, and their way into integers.

/// Adding this to a whole number below 2²³ puts it into the low bits of the float.
pub(crate) const TO_LOW_BITS: f32 = 8_388_608.0;

/// The low bits of a whole number made by adding [`TO_LOW_BITS`].
#[inline(always)]
pub(crate) fn low_bits(value: f32) -> u32 {
    const MANTISSA: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;
    value.to_bits() & MANTISSA
}
