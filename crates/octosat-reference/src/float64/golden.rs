//! The least value of a convex function, by golden section.

/// Steps of the search, which end at the resolution of float64.
const STEPS: usize = 80;

/// Where a function is least, and its value there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    pub(super) at: f64,
    pub(super) value: f64,
}

/// The least value of a convex function between two numbers, both included.
pub(super) fn least([from, to]: [f64; 2], value: impl Fn(f64) -> f64) -> Least {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let at = |at| Least { at, value: value(at) };
    let [mut low, mut high] = [from, to];
    let [mut first, mut second] =
        [at(high - golden * (high - low)), at(low + golden * (high - low))];
    for _ in 0..STEPS {
        if first.value < second.value {
            high = second.at;
            second = first;
            first = at(high - golden * (high - low));
        } else {
            low = first.at;
            first = second;
            second = at(low + golden * (high - low));
        }
    }
    let others = [at(to), first, second];
    others
        .into_iter()
        .fold(at(from), |best, other| if other.value < best.value { other } else { best })
}
