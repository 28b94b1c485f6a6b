//! A hash table from words to the rows of a list, which keeps its memory from step to step.

/// The rows of a list by a hash of what they are found by.
#[derive(Debug, Default)]
pub struct RowTable {
    /// Rows, each at the place that its hash says or behind it; a power of two of them, at most half in use.
    slots: Vec<u32>,
}

/// Marks a slot that is not in use.
const FREE: u32 = u32::MAX;

impl RowTable {
    /// Files the rows of a new list, whose hashes come in order.
    pub fn file(&mut self, hashes: impl ExactSizeIterator<Item = u64>) {
        let size = (2 * hashes.len()).next_power_of_two();
        self.slots.clear();
        self.slots.resize(size, FREE);
        for (row, hash) in (0..).zip(hashes) {
            let mut slot = self.first_slot(hash);
            while self.slots[slot] != FREE {
                slot = (slot + 1) % size;
            }
            self.slots[slot] = row;
        }
    }

    /// The first row with a hash that is the right one.
    pub fn find(&self, hash: u64, is_right: impl Fn(usize) -> bool) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = self.first_slot(hash);
        while self.slots[slot] != FREE {
            let row = self.slots[slot] as usize;
            if is_right(row) {
                return Some(row);
            }
            slot = (slot + 1) % self.slots.len();
        }
        None
    }

    fn first_slot(&self, hash: u64) -> usize {
        (hash >> 32) as usize % self.slots.len()
    }
}

/// A hash of words, whose high half is the better one.
pub fn hash(words: impl IntoIterator<Item = u32>) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| {
        (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
