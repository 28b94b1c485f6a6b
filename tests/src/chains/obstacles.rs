//! Random worlds around a chain.

use octosat_scenes::generate::Random;

use super::checked::{CheckedChain, CheckedWorld};
use super::solids::{Shapes, random_solid};

/// Obstacles of which about half of all configurations touch one, as many as wanted.
#[must_use]
pub fn random_world(
    random: &mut Random,
    checked: &CheckedChain,
    shapes: Shapes,
    count: usize,
) -> CheckedWorld {
    let reach = checked.largest_reach();
    let number = (1 + count) as f64;
    let size = random.choose(&[0.2, 0.5]) * reach / number.cbrt();
    let given: Vec<_> = (0..count).map(|_| random_solid(random, shapes, size, reach)).collect();
    CheckedWorld::new(&given)
}
