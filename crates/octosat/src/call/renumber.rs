//! Pairs of boxes that were put in another order.

use octosat_lanes::BoundedPairs;

use crate::boxes::order::Permutation;
use crate::error::Error;

/// Gives index pairs the new indices of their boxes, after the boxes were put in another order.
///
/// `inverse` is the inverse of that order. Boxes a and b of a pair are not exchanged. Pairs of rectangles are
/// renumbered in the same way.
///
/// # Errors
/// The first pair with an index that is out of range. No pair is changed then.
///
/// # Example
/// ```
/// use octosat::order::{morton_order, renumber_pairs};
/// use octosat::BoxStore;
/// let centers = [[9.0, 9.0, 9.0], [0.0, 0.0, 0.0], [8.0, 9.0, 9.0]];
/// let mut store = BoxStore::from_slices(&centers, &[[0.0, 0.0, 0.0, 1.0]; 3], &[[1.0; 3]; 3])?;
/// let mut pairs = [[0, 2]];
/// let order = morton_order::<3>(store.centers());
/// store.reorder(&order)?;
/// renumber_pairs(&mut pairs, &order.inverse())?;
/// assert_eq!(pairs, [[2, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn renumber_pairs(pairs: &mut [[u32; 2]], inverse: &Permutation) -> Result<(), Error> {
    BoundedPairs::check(pairs, inverse.len())
        .map_err(|error| Error::of_pair(error, ["boxes"; 2]))?;
    for index in pairs.as_flattened_mut() {
        *index = inverse.old_indices()[*index as usize];
    }
    Ok(())
}
