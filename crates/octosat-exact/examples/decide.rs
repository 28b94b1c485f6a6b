//! How long one exact decision takes, by its width, and how many decisions float64 leaves to integers.
//!
//! The pairs nearly touch, which is the hardest there is, and for large widths have numbers of all sizes: `cargo run
//! --release -p octosat-exact --example decide`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use octosat_exact::Pair;

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/suite/pairs.rs"]
mod pairs;

/// Pairs of one run.
const COUNT: usize = 60_000;

/// Every set of pairs is timed this many times, and the least time counts.
const ROUNDS: usize = 15;

/// The widths that times are listed for: up to these numbers of bits.
const WIDTHS: [u32; 7] = [128, 192, 256, 384, 512, 768, 1408];

fn main() {
    let everyday = near_pairs([-1.0, 1.0]);
    let left = everyday.iter().filter(|pair| pair.overlap_by_filter().is_none()).count();
    println!("{COUNT} pairs that nearly touch, 0.1 to 10 m");
    println!("left by the filter: {:.2} %", percent(left, COUNT));
    println!("filter: {:.0} ns", nanoseconds(&everyday, |pair| pair.overlap_by_filter().is_some()));
    println!("{:>10}  {:>7}  {:>8}", "bits up to", "pairs %", "integers");
    let mut all = everyday;
    let mut random = pairs::Random(2);
    for high in 0..38 {
        let limits = [-f64::from(high), f64::from(high)];
        all.extend((0..500).map(|_| pairs::wild_pair(&mut random, limits)));
    }
    let mut least = 0;
    for width in WIDTHS {
        let fits = |pair: &&Pair| (least + 1..=width).contains(&pair.overlap_bits());
        let of_everyday = all[..COUNT].iter().filter(fits).count();
        let pairs = all.iter().filter(fits).take(10_000).copied().collect::<Vec<_>>();
        if !pairs.is_empty() {
            let time = nanoseconds(&pairs, Pair::overlap_by_integers);
            println!("{width:>10}  {:>7.2}  {time:>5.0} ns", percent(of_everyday, COUNT));
        }
        least = width;
    }
}

/// Pairs of sizes between two powers of ten, in meters.
fn near_pairs([low, high]: [f64; 2]) -> Vec<Pair> {
    let mut random = pairs::Random(1);
    let pair = |at| {
        let size = random.power(low, high);
        pairs::near_pair(&mut random, at % 15, size)
    };
    (0..COUNT).map(pair).collect()
}

/// The time per pair.
#[expect(clippy::cast_precision_loss, reason = "a time to be printed")]
fn nanoseconds(pairs: &[Pair], decide: impl Fn(&Pair) -> bool) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(pairs.iter().filter(|pair| decide(black_box(pair))).count());
        least = least.min(start.elapsed());
    }
    least.as_nanos() as f64 / pairs.len() as f64
}

#[expect(clippy::cast_precision_loss, reason = "a share to be printed")]
fn percent(count: usize, of: usize) -> f64 {
    100.0 * count as f64 / of as f64
}
