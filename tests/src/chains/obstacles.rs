//! Random worlds around a chain.

use octosat_scenes::generate::{Random, narrow};

use super::checked::{CheckedChain, CheckedWorld};
use super::solids::{Shapes, random_solid};

/// Obstacles around some of the configurations that a chain has. Many configurations touch one.
#[must_use]
pub fn random_world(
    random: &mut Random,
    checked: &CheckedChain,
    shapes: Shapes,
    count: usize,
) -> CheckedWorld {
    let number = (1 + count) as f64;
    let size = random.choose(&[0.1, 0.4]) * checked.largest_reach() / number.cbrt();
    let given: Vec<_> = (0..count)
        .map(|_| {
            let values = checked.configuration(random, 1.0);
            let solids =
                checked.reference.solids(&values.into_iter().map(f64::from).collect::<Vec<_>>());
            let near = random.choose(&solids).frame.origin;
            let mut given = random_solid(random, shapes, size, 1.5 * size);
            given.center = [0, 1, 2].map(|k| given.center[k] + narrow(near[k]));
            given
        })
        .collect();
    CheckedWorld::new(&given)
}
