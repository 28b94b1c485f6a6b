//! Rounded and whole numbers.

/// The nearest float32.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is what is wanted")]
pub fn narrow(value: f64) -> f32 {
    value as f32
}

/// The whole part of a number that is not negative; zero for anything else.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which callers bound further"
)]
pub(crate) fn whole(value: f64) -> usize {
    value as usize
}

/// A box's number as pairs hold it.
pub(crate) fn box_index(index: usize) -> u32 {
    u32::try_from(index).expect("a scene has fewer than 2^32 boxes")
}
