//! Lists the pairs of each box, by counting.

use octosat_lanes::{BoundedPairs, PairSide};

/// The most pairs: each pair has two entries, which have 32-bit numbers.
pub(crate) const MOST_PAIRS: usize = (u32::MAX / 2) as usize;

/// The lists of all boxes, one after the other.
///
/// The list of a box is in the order of the other boxes, not of the pairs, so that a list of pairs in another
/// order gives the same sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Incidence {
    /// The start of each box's list, and at the end the end of the last list.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// The entries in the order of the pairs, while lists are made.
    unsorted: Vec<Entry>,
    /// The index of the next entry of each box, while lists are made.
    next: Vec<u32>,
}

/// One side of one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Twice the number of the pair, plus one if the box is the pair's b.
    code: u32,
    /// The box on the other side.
    other: u32,
}

impl Entry {
    /// The number of the pair.
    pub(crate) fn pair(self) -> usize {
        (self.code / 2) as usize
    }

    /// Whether the box of this list is the pair's b, to which the normal points.
    pub(crate) fn is_b(self) -> bool {
        self.code % 2 == 1
    }

    /// The box on the other side of the pair.
    pub(crate) fn other(self) -> usize {
        self.other as usize
    }
}

impl Incidence {
    /// The number of boxes.
    pub(crate) fn boxes(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The pairs of a box.
    pub(crate) fn of(&self, index: usize) -> &[Entry] {
        &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Lists the pairs, at most [`MOST_PAIRS`]; the memory is reused.
    ///
    /// A pair of a box with itself is in no list: it would push the box both ways.
    pub(crate) fn list(&mut self, pairs: &BoundedPairs<'_>) {
        self.count(pairs);
        self.restart();
        for (code, &[a, b]) in (0..).step_by(2).zip(pairs.pairs()) {
            if a != b {
                put(&mut self.unsorted, &mut self.next, a, Entry { code, other: b });
                put(&mut self.unsorted, &mut self.next, b, Entry { code: code + 1, other: a });
            }
        }
        // Each entry of a box is passed on to the other box of its pair. Boxes are visited in ascending
        // order, so every list ascends by the other box, and repeated pairs keep their order.
        self.restart();
        for (index, ends) in (0..).zip(self.starts.windows(2)) {
            for entry in &self.unsorted[ends[0] as usize..ends[1] as usize] {
                let mirrored = Entry { code: entry.code ^ 1, other: index };
                put(&mut self.entries, &mut self.next, entry.other, mirrored);
            }
        }
    }

    /// Counts each box's pairs and makes room for them.
    fn count(&mut self, pairs: &BoundedPairs<'_>) {
        self.starts.clear();
        self.starts.resize(pairs.rows(PairSide::A) + 1, 0);
        for &[a, b] in pairs.pairs() {
            if a != b {
                self.starts[a as usize + 1] += 1;
                self.starts[b as usize + 1] += 1;
            }
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.unsorted.resize(end as usize, Entry::default());
        self.entries.resize(end as usize, Entry::default());
    }

    /// Resets the indices of all next entries.
    fn restart(&mut self) {
        self.next.clear();
        self.next.extend_from_slice(&self.starts);
    }
}

/// Appends an entry to the list of a box.
fn put(entries: &mut [Entry], next: &mut [u32], index: u32, entry: Entry) {
    let place = &mut next[index as usize];
    entries[*place as usize] = entry;
    *place += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(pairs: &[[u32; 2]], boxes: usize) -> Vec<Vec<[usize; 3]>> {
        let mut incidence = Incidence::default();
        // First on other pairs, whose entries must not remain.
        incidence.list(&BoundedPairs::check(&[[0, 1], [1, 2], [0, 2], [2, 1]], 3).unwrap());
        incidence.list(&BoundedPairs::check(pairs, boxes).unwrap());
        assert_eq!(incidence.boxes(), boxes);
        let plain = |entry: &Entry| [entry.pair(), usize::from(entry.is_b()), entry.other()];
        (0..boxes).map(|index| incidence.of(index).iter().map(plain).collect()).collect()
    }

    #[test]
    fn each_box_lists_its_pairs_by_the_other_box() {
        let found = lists(&[[2, 0], [0, 1], [3, 3], [0, 2], [1, 2]], 4);
        assert_eq!(found[0], [[1, 0, 1], [0, 1, 2], [3, 0, 2]]);
        assert_eq!(found[1], [[1, 1, 0], [4, 0, 2]]);
        assert_eq!(found[2], [[0, 0, 0], [3, 1, 0], [4, 1, 1]]);
        assert!(found[3].is_empty(), "a pair of a box with itself is no pair");
        assert!(lists(&[], 0).is_empty());
    }
}
