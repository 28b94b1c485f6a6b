//! A new order of a list, and how lists and pairs are brought into it.

use alloc::vec;
use alloc::vec::Vec;

use octosat_lanes::Row;

use crate::threads;

/// A new order of a list: for each new index, the old index of the item that goes there.
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

    /// The order given by the old index of each new index; `None` unless every index below the
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

    /// The old index of each new index.
    #[must_use]
    pub fn old_indices(&self) -> &[u32] {
        &self.old_indices
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.old_indices.len()
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.old_indices.is_empty()
    }

    /// The order that undoes this one. Its `old_indices` hold the new index of each old index.
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

    /// Writes the items in the new order into a list, whose memory is reused.
    ///
    /// # Panics
    /// If there are more or fewer items than the permutation orders.
    pub fn apply_into<T: Clone>(&self, items: &[T], reordered: &mut Vec<T>) {
        assert_eq!(items.len(), self.len(), "a permutation of another length");
        reordered.clear();
        reordered.extend(self.old_indices.iter().map(|&old| items[old as usize].clone()));
    }
}

/// Puts every column of a store in another order; each must be as long as the permutation.
pub(crate) fn reorder_columns(order: &Permutation, columns: &mut [Vec<Row>]) {
    let mut scratch = Vec::with_capacity(order.len());
    for column in columns {
        order.apply_into(column, &mut scratch);
        core::mem::swap(column, &mut scratch);
    }
}

/// A list's length as an index type; panics beyond 32 bits.
fn length_of(len: usize) -> u32 {
    assert!(u32::try_from(len).is_ok(), "more entries than 32-bit indices can name");
    #[expect(clippy::cast_possible_truncation, reason = "just checked")]
    let len = len as u32;
    len
}

/// A sort key: the index breaks ties, so that equal codes keep their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    code: u64,
    index: u32,
}

/// The order of items by their codes.
pub(super) fn order_by(codes: impl ExactSizeIterator<Item = u64>) -> Permutation {
    let mut keys: Vec<Key> =
        (0..length_of(codes.len())).zip(codes).map(|(index, code)| Key { code, index }).collect();
    threads::sort(&mut keys);
    Permutation { old_indices: keys.into_iter().map(|key| key.index).collect() }
}

/// Sorts index pairs by their smaller index, then by their larger one, and returns the new order.
///
/// Boxes a and b of a pair are not exchanged. Equal pairs keep their order. To bring the results of the sorted pairs
/// back to the old order, apply the inverse of the returned permutation.
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
    let order =
        order_by(pairs.iter().map(|&[a, b]| (u64::from(a.min(b)) << 32) | u64::from(a.max(b))));
    let sorted = order.apply(pairs);
    pairs.copy_from_slice(&sorted);
    order
}
