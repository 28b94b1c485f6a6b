//! Finds the row of a pair of boxes without hashing.

/// The rows of a list of pairs, filed under that box of each pair that has fewer pairs.
///
/// So a ground with thousands of pairs costs no search. A list of n pairs is searched in at most √(2n) steps.
#[derive(Debug, Default)]
pub struct PairRows {
    /// How many pairs each box has.
    degrees: Vec<u32>,
    /// Where the entries of each box end.
    ends: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    other: u32,
    row: u32,
}

impl PairRows {
    /// Files a new list of pairs of so many boxes.
    ///
    /// # Panics
    /// If an index of a pair is not below the number of boxes.
    pub fn file(&mut self, boxes: usize, pairs: &[[u32; 2]]) {
        self.degrees.clear();
        self.degrees.resize(boxes, 0);
        for &[a, b] in pairs {
            self.degrees[a as usize] += 1;
            self.degrees[b as usize] += 1;
        }
        self.ends.clear();
        self.ends.resize(boxes + 1, 0);
        for &pair in pairs {
            let [holder, _] = self.holder_first(pair);
            self.ends[holder as usize + 1] += 1;
        }
        // Now the number of entries is one place behind each box; sums make it where its entries start.
        for place in 1..self.ends.len() {
            self.ends[place] += self.ends[place - 1];
        }
        self.entries.clear();
        self.entries.resize(pairs.len(), Entry::default());
        for (row, &pair) in (0..).zip(pairs) {
            let [holder, other] = self.holder_first(pair);
            let place = &mut self.ends[holder as usize];
            self.entries[*place as usize] = Entry { other, row };
            *place += 1;
        }
    }

    /// The row of a pair, in whichever order of the boxes it was listed.
    pub fn row(&self, pair: [u32; 2]) -> Option<usize> {
        let [holder, other] = self.holder_first(pair);
        let start = holder.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        let entries = &self.entries[start as usize..self.ends[holder as usize] as usize];
        entries.iter().find(|entry| entry.other == other).map(|entry| entry.row as usize)
    }

    /// The box that holds a pair's entry, and the other one.
    fn holder_first(&self, [a, b]: [u32; 2]) -> [u32; 2] {
        let key = |index: u32| (self.degrees[index as usize], index);
        if key(a) <= key(b) { [a, b] } else { [b, a] }
    }
}
