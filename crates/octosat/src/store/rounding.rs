//! Rounding of what was computed in `f64`.

/// Rounds to `f32`, to nearest.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn round(value: f64) -> f32 {
    value as f32
}
