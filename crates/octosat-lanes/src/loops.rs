//! Loops over a few lanes, which the compiler certainly unrolls.

/// `work` of each of the three axes, without a loop.
///
/// A compiler spends a sixth of its time on loops over a few numbers until it unrolls them. The closure must be
/// `#[inline(always)]`.
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
    folded::<N, _>(
        (),
        #[inline(always)]
        |(), number| work(number),
    );
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
