//! Orders of boxes and of pairs that keep near things near in memory.
//!
//! With a million pairs the time goes into waiting for memory, so boxes sorted along a
//! space-filling curve and pairs sorted by their boxes are answered faster. No result depends on
//! the order but for its place.

use octosat_lanes::{BoundedPairs, PairOutOfBounds, Row};

use crate::store::sweep;

/// A new order of a list: for each new place, the old index of what stands there.
///
/// # Example
/// ```
/// use octosat::order::Permutation;
/// let order = Permutation::from_old_indices(vec![2, 0, 1]).ok_or("not a permutation")?;
/// let reordered = order.apply(&['a', 'b', 'c']);
/// assert_eq!(reordered, ['c', 'a', 'b']);
/// assert_eq!(order.inverse().apply(&reordered), ['a', 'b', 'c']);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    // Invariant: every number below the length occurs once.
    old_indices: Vec<u32>,
}

impl Permutation {
    /// The order that changes nothing.
    ///
    /// # Panics
    /// If the length does not fit 32 bits.
    #[must_use]
    pub fn identity(len: usize) -> Self {
        Self { old_indices: (0..length_of(len)).collect() }
    }

    /// The order given by the old index of each new place; `None` unless every index below the
    /// length occurs exactly once.
    #[must_use]
    pub fn from_old_indices(old_indices: Vec<u32>) -> Option<Self> {
        let mut seen = vec![false; old_indices.len()];
        for &old in &old_indices {
            let seen = seen.get_mut(old as usize)?;
            if core::mem::replace(seen, true) {
                return None;
            }
        }
        Some(Self { old_indices })
    }

    /// The old index of each new place.
    #[must_use]
    pub fn old_indices(&self) -> &[u32] {
        &self.old_indices
    }

    /// The number of things ordered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.old_indices.len()
    }

    /// Whether nothing is ordered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.old_indices.is_empty()
    }

    /// The order that undoes this one; its `old_indices` are the new index of each old place.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = vec![0; self.len()];
        for (new, &old) in (0..).zip(&self.old_indices) {
            inverse[old as usize] = new;
        }
        Self { old_indices: inverse }
    }

    /// The items in the new order.
    ///
    /// # Panics
    /// If there are more or fewer items than the permutation orders.
    #[must_use]
    pub fn apply<T: Clone>(&self, items: &[T]) -> Vec<T> {
        let mut reordered = Vec::with_capacity(items.len());
        self.apply_into(items, &mut reordered);
        reordered
    }

    /// The items in the new order, in a list whose memory is used again.
    ///
    /// # Panics
    /// If there are more or fewer items than the permutation orders.
    pub fn apply_into<T: Clone>(&self, items: &[T], reordered: &mut Vec<T>) {
        assert_eq!(items.len(), self.len(), "a permutation of another length");
        reordered.clear();
        reordered.extend(self.old_indices.iter().map(|&old| items[old as usize].clone()));
    }
}

/// A list's length as an index type; panics beyond 32 bits.
fn length_of(len: usize) -> u32 {
    assert!(u32::try_from(len).is_ok(), "more entries than 32-bit indices can name");
    #[expect(clippy::cast_possible_truncation, reason = "just checked")]
    let len = len as u32;
    len
}

/// Bits of each coordinate in a Morton code.
const MORTON_BITS: u32 = 21;

/// The order of centres along a Morton curve (the Z-order) through their bounding box.
///
/// The box is divided into 2^21 cubic cells along its longest side. Centres in the same cell keep
/// their order; centres that are not finite come last. The same centres always give the same order.
///
/// Works on the centres of either store: `morton_order(store.centers())`.
///
/// # Panics
/// If there are more centres than 32-bit indices can name.
#[must_use]
pub fn morton_order(centers: &[Row]) -> Permutation {
    let grid = Grid::around(centers);
    let mut keys: Vec<Key> = (0..length_of(centers.len()))
        .zip(centers)
        .map(|(index, center)| Key { code: grid.code(*center), index })
        .collect();
    sweep::sort(&mut keys);
    Permutation { old_indices: keys.into_iter().map(|key| key.index).collect() }
}

/// What is sorted: the index breaks ties, so that equal codes keep their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    code: u64,
    index: u32,
}

/// Cubic cells around the finite centres.
struct Grid {
    lowest: [f64; 3],
    cells_per_metre: f64,
}

impl Grid {
    fn around(centers: &[Row]) -> Self {
        let mut lowest = [f32::INFINITY; 3];
        let mut highest = [f32::NEG_INFINITY; 3];
        for center in centers.iter().filter(|center| is_finite(**center)) {
            for k in 0..3 {
                lowest[k] = lowest[k].min(center.0[k]);
                highest[k] = highest[k].max(center.0[k]);
            }
        }
        let mut longest = 0.0_f64;
        for k in 0..3 {
            longest = longest.max(f64::from(highest[k]) - f64::from(lowest[k]));
        }
        let cells = f64::from(1_u32 << MORTON_BITS);
        let cells_per_metre = if longest > 0.0 { cells / longest } else { 0.0 };
        Self { lowest: lowest.map(f64::from), cells_per_metre }
    }

    fn code(&self, center: Row) -> u64 {
        if !is_finite(center) {
            return u64::MAX;
        }
        let mut code = 0;
        for k in 0..3 {
            let place = (f64::from(center.0[k]) - self.lowest[k]) * self.cells_per_metre;
            code |= spread(cell(place)) << k;
        }
        code
    }
}

fn is_finite(center: Row) -> bool {
    center.0[..3].iter().all(|component| component.is_finite())
}

/// The number of the cell at a place, which is never negative; the far edge is in the last cell.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and rounding down is the purpose"
)]
fn cell(place: f64) -> u64 {
    (place as u64).min((1 << MORTON_BITS) - 1)
}

/// Puts two zero bits between each two of the lowest 21 bits.
///
/// After Sean Eron Anderson, "Bit Twiddling Hacks", section "Interleave bits by Binary Magic
/// Numbers", for three coordinates: each step halves the runs of bits and moves the upper half away.
fn spread(bits: u64) -> u64 {
    const STEPS: [(u32, u64); 5] = [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ];
    STEPS.iter().fold(bits, |bits, (shift, mask)| (bits | (bits << shift)) & mask)
}

/// Sorts index pairs by their smaller index, then by their larger one, and returns the order taken.
///
/// Which box of a pair is a and which is b stays as it is; equal pairs keep their order. Results of
/// the sorted pairs go back to the old order with the inverse of what is returned.
///
/// # Panics
/// If there are more pairs than 32-bit indices can name.
///
/// # Example
/// ```
/// use octosat::order::sort_pairs;
/// let mut pairs = [[5, 1], [0, 2], [1, 3]];
/// let order = sort_pairs(&mut pairs);
/// assert_eq!(pairs, [[0, 2], [1, 3], [5, 1]]);
/// assert_eq!(order.inverse().apply(&pairs), [[5, 1], [0, 2], [1, 3]]);
/// ```
pub fn sort_pairs(pairs: &mut [[u32; 2]]) -> Permutation {
    let mut keys: Vec<Key> = (0..length_of(pairs.len()))
        .zip(&*pairs)
        .map(|(index, &[a, b])| {
            let code = (u64::from(a.min(b)) << 32) | u64::from(a.max(b));
            Key { code, index }
        })
        .collect();
    sweep::sort(&mut keys);
    let order = Permutation { old_indices: keys.into_iter().map(|key| key.index).collect() };
    let sorted = order.apply(pairs);
    pairs.copy_from_slice(&sorted);
    order
}

/// Gives index pairs the new indices of their boxes, after the boxes were put in another order.
///
/// `inverse` is the inverse of that order. Which box is a and which is b stays as it is.
///
/// # Errors
/// The first pair with an index that is out of range; no pair is changed then.
///
/// # Example
/// ```
/// use octosat::order::{morton_order, renumber_pairs};
/// use octosat::BoxStore;
/// let centers = [[9.0, 9.0, 9.0], [0.0, 0.0, 0.0], [8.0, 9.0, 9.0]];
/// let mut store = BoxStore::from_slices(&centers, &[[0.0, 0.0, 0.0, 1.0]; 3], &[[1.0; 3]; 3])?;
/// let mut pairs = [[0, 2]];
/// let order = morton_order(store.centers());
/// store.reorder(&order)?;
/// assert!(renumber_pairs(&mut pairs, &order.inverse()).is_ok());
/// assert_eq!(pairs, [[2, 1]]);
/// # Ok::<(), octosat::BoxError>(())
/// ```
pub fn renumber_pairs(
    pairs: &mut [[u32; 2]],
    inverse: &Permutation,
) -> Result<(), PairOutOfBounds> {
    BoundedPairs::check(pairs, inverse.len())?;
    for index in pairs.as_flattened_mut() {
        *index = inverse.old_indices[*index as usize];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scattered(count: u32) -> Vec<Row> {
        let coordinate = |number: u32, factor: u32| {
            f64::from(number.wrapping_mul(factor) >> 12) / f64::from(1 << 14)
        };
        (0..count)
            .map(|number| {
                let center = [0x9e37_79b9, 0x85eb_ca6b, 0xc2b2_ae35]
                    .map(|factor| crate::store::round(coordinate(number, factor)));
                Row([center[0], center[1], center[2], 0.0])
            })
            .collect()
    }

    fn path_length(centers: &[Row]) -> f32 {
        centers
            .windows(2)
            .map(|two| (0..3).map(|k| (two[0].0[k] - two[1].0[k]).powi(2)).sum::<f32>().sqrt())
            .sum()
    }

    #[test]
    fn only_permutations_are_accepted() {
        assert!(Permutation::from_old_indices(vec![1, 0, 2]).is_some());
        assert!(Permutation::from_old_indices(vec![1, 1, 2]).is_none());
        assert!(Permutation::from_old_indices(vec![0, 3, 1]).is_none());
        assert_eq!(Permutation::from_old_indices(vec![0, 1, 2]), Some(Permutation::identity(3)));
        assert!(Permutation::identity(0).is_empty());
    }

    #[test]
    fn spreading_keeps_every_bit_apart() {
        for bit in 0..MORTON_BITS {
            assert_eq!(spread(1 << bit), 1 << (3 * bit));
        }
        let all = (1 << MORTON_BITS) - 1;
        assert_eq!(spread(all) | (spread(all) << 1) | (spread(all) << 2), (1 << 63) - 1);
    }

    #[test]
    fn neighbours_in_order_are_near_in_space() {
        let centers = scattered(70_000);
        let order = morton_order(&centers);
        let sorted = order.apply(&centers);
        assert!(path_length(&sorted) * 10.0 < path_length(&centers));
        assert_eq!(order.inverse().apply(&sorted), centers);
        assert!(Permutation::from_old_indices(order.old_indices().to_vec()).is_some());
        assert_eq!(order, morton_order(&centers));
    }

    #[test]
    fn ties_keep_their_order_and_bad_centres_come_last() {
        let mut centers = vec![Row([1.0; 4]); 5];
        assert_eq!(morton_order(&centers), Permutation::identity(5));
        centers[1] = Row([f32::NAN, 0.0, 0.0, 0.0]);
        centers[2] = Row([0.0, f32::INFINITY, 0.0, 0.0]);
        centers[4] = Row([f32::MAX, -f32::MAX, 0.0, f32::NAN]);
        assert_eq!(morton_order(&centers).old_indices(), [4, 0, 3, 1, 2]);
        assert!(morton_order(&[]).is_empty());
    }

    #[test]
    fn pairs_are_sorted_stably_and_go_back() {
        let before = [[7, 2], [2, 7], [0, 9], [2, 3], [7, 2]];
        let mut pairs = before;
        let order = sort_pairs(&mut pairs);
        assert_eq!(pairs, [[0, 9], [2, 3], [7, 2], [2, 7], [7, 2]]);
        assert_eq!(order.old_indices(), [2, 3, 0, 1, 4]);
        assert_eq!(order.inverse().apply(&pairs), before);
    }

    #[test]
    fn renumbering_follows_the_boxes_or_changes_nothing() {
        let order = Permutation::from_old_indices(vec![2, 0, 1]).unwrap();
        let mut pairs = [[0, 1], [2, 0]];
        renumber_pairs(&mut pairs, &order.inverse()).unwrap();
        assert_eq!(pairs, [[1, 2], [0, 1]]);
        let mut pairs = [[0, 1], [3, 0]];
        let error = renumber_pairs(&mut pairs, &order.inverse()).unwrap_err();
        assert_eq!((error.pair, error.index, error.rows), (1, 3, 3));
        assert_eq!(pairs, [[0, 1], [3, 0]]);
    }
}
