//! Loops over a few lanes, which the compiler certainly unrolls.
//!
//! A compiler spends up to a third of its time on loops over a few numbers, until it unrolls them. `[value; 3]` is one,
//! too, unless it is a constant.
#![expect(
    unsafe_code,
    reason = "an array is filled number by number, without a value to begin with"
)]

use core::mem::MaybeUninit;

/// The same value `N` times, at most eight, without a loop.
#[inline(always)]
pub fn repeated<const N: usize, T: Copy>(value: T) -> [T; N] {
    let mut result = MaybeUninit::<[T; N]>::uninit();
    let first = result.as_mut_ptr().cast::<T>();
    unrolled::<N>(
        #[inline(always)]
        |number| {
            // SAFETY: the number is below `N`.
            unsafe { first.add(number).write(value) };
        },
    );
    // SAFETY: all `N` have been written.
    unsafe { result.assume_init() }
}

/// `work` of each of the three axes, without a loop.
///
/// The closure must be `#[inline(always)]`.
#[inline(always)]
pub fn per_axis<T>(work: impl Fn(usize) -> T) -> [T; 3] {
    [work(0), work(1), work(2)]
}

/// Calls `work` with the numbers below `N`, at most eight, without a loop.
///
/// A loop over that many numbers may stay rolled, or is unrolled so late that its lanes go through memory. The closure
/// must be `#[inline(always)]`.
#[inline(always)]
pub fn unrolled<const N: usize>(mut work: impl FnMut(usize)) {
    const { assert!(N <= 8, "a ninth number would be left out") };
    // Not by `folded`: a closure around the closure would have to be inlined, too.
    if const { N > 0 } {
        work(0);
    }
    if const { N > 1 } {
        work(1);
    }
    if const { N > 2 } {
        work(2);
    }
    if const { N > 3 } {
        work(3);
    }
    if const { N > 4 } {
        work(4);
    }
    if const { N > 5 } {
        work(5);
    }
    if const { N > 6 } {
        work(6);
    }
    if const { N > 7 } {
        work(7);
    }
}

/// Changes a value by `work` with the numbers below `N`, at most eight, without a loop; see [`unrolled`].
///
/// The value is passed on, and not captured by the closure: captured lanes would be in memory at first, and that costs
/// kernels some registers.
#[inline(always)]
pub fn folded<const N: usize, T>(start: T, mut work: impl FnMut(T, usize) -> T) -> T {
    const { assert!(N <= 8, "a ninth number would be left out") };
    let mut value = start;
    if const { N > 0 } {
        value = work(value, 0);
    }
    if const { N > 1 } {
        value = work(value, 1);
    }
    if const { N > 2 } {
        value = work(value, 2);
    }
    if const { N > 3 } {
        value = work(value, 3);
    }
    if const { N > 4 } {
        value = work(value, 4);
    }
    if const { N > 5 } {
        value = work(value, 5);
    }
    if const { N > 6 } {
        value = work(value, 6);
    }
    if const { N > 7 } {
        value = work(value, 7);
    }
    value
}
