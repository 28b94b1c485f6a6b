//! Chains against their float64 reference: poses, overlaps, clearances, and attempts to break the proofs of motions.
//!
//! `OCTOSAT_CONFIGURATIONS=1000000 OCTOSAT_MOTIONS=1000000 OCTOSAT_ATTEMPTS=10000000 cargo test --release
//! -p octosat-tests --test chains -- --nocapture --test-threads 1` asks about as many, and `OCTOSAT_SEED` changes which
//! attempts are made.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod attempts;
mod bits;
mod clearances;
mod extremes;
mod golden;
mod overlaps;
mod poses;
mod rejected;
mod sampled;
mod self_pairs;
mod settings;

use octosat::{Engine, JointMotion, JointMotions};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::chains::{Case, ChainKind, ChainPlan, CheckedChain, Shapes, random_chain};

/// Half the distance from 1 to the next float32.
const UNIT_ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// How many rows an environment variable asks for, or as many as usual.
fn wanted(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |count| count.parse().unwrap())
}

/// A chain of the kind of this number, of links of 1 m or of any size.
fn chain_of(random: &mut Random, number: usize, shapes: Shapes) -> CheckedChain {
    let kind = ChainKind::ALL[number % ChainKind::ALL.len()];
    let size = if random.one_in(2) { 1.0 } else { 10.0_f64.powf(random.range(-3.0, 3.0)) };
    let joints = random.choose(&[3, 6, 9]);
    loop {
        let checked = random_chain(random, ChainPlan { kind, joints, size, shapes });
        if !checked.ranges.is_empty() {
            return checked;
        }
    }
}

/// Joint values at a part of a motion, on the straight line.
fn between(start: &[f32], end: &[f32], part: f64) -> Vec<f64> {
    let at = |(&one, &other): (&f32, &f32)| {
        let [one, other] = [one, other].map(f64::from);
        one + part * (other - one)
    };
    start.iter().zip(end).map(at).collect()
}

/// The first of many faults.
fn first(faults: &[String]) -> &[String] {
    &faults[..faults.len().min(3)]
}

/// The nearest joint values of float32.
fn rounded(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&value| narrow(value)).collect()
}

/// The joint values in float64.
fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().copied().map(f64::from).collect()
}

/// What is known about the motions of a case. Large links are looked at less closely, which takes less time.
fn motions(case: &Case<'_>, starts: &[f32], ends: &[f32]) -> Vec<JointMotion> {
    let configurations = case.configurations(starts);
    let mut rows = vec![JointMotion::default(); configurations.len()];
    let tolerance = 1e-4 * narrow(case.checked.size.max(1.0));
    let asked = JointMotions::new(configurations, ends).tolerance(tolerance);
    Engine::new().joint_motions(asked, &mut rows).unwrap();
    rows
}
