//! Arithmetic that projections are written in, once for float64 and for integers.

use core::cmp::Ordering;

/// Numbers that can be added, subtracted and multiplied.
///
/// Functions instead of operators, because large numbers are passed by reference.
pub(crate) trait Number: Clone {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn magnitude(&self) -> Self;

    fn twice(&self) -> Self {
        self.plus(self)
    }
}

/// Numbers that are exact, if they have bits enough.
pub(crate) trait Integer: Number {
    /// A value times two to a power.
    fn shifted(value: i64, left: u32) -> Self;

    /// How this compares with zero.
    fn sign(&self) -> Ordering;

    /// The highest bits of a number that is not negative.
    fn leading(&self) -> Leading;

    fn compare(&self, other: &Self) -> Ordering {
        self.minus(other).sign()
    }
}

/// The highest bits of a positive integer, or all of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leading {
    /// The integer without its lower bits. The highest bit is set, except in zero.
    pub(crate) bits: u64,
    /// What the bits are multiplied with: two to this power. Negative if the integer is short.
    pub(crate) exponent: i32,
    /// Whether the lower bits are all zero.
    pub(crate) is_exact: bool,
}

impl Number for f64 {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn magnitude(&self) -> Self {
        self.abs()
    }
}

/// The two axes after this one, cyclically.
pub(crate) const fn after(k: usize) -> [usize; 2] {
    [(k + 1) % 3, (k + 2) % 3]
}

/// Three values by their indices. `core::array::from_fn` moves large values around.
#[inline(always)]
pub(crate) fn three<T>(value: impl Fn(usize) -> T) -> [T; 3] {
    [value(0), value(1), value(2)]
}

/// The scalar product, added from left to right.
#[inline]
pub(crate) fn dot<T: Number>(a: [&T; 3], b: [&T; 3]) -> T {
    a[0].times(b[0]).plus(&a[1].times(b[1])).plus(&a[2].times(b[2]))
}

/// The cross product.
#[inline]
pub(crate) fn cross<T: Number>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    three(|k| {
        let [l, m] = after(k);
        a[l].times(&b[m]).minus(&a[m].times(&b[l]))
    })
}
