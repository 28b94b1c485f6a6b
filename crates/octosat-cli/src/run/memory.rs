//! What is remembered of each pair, carried from frame to frame though the pair lists change.

use octosat::PairMemory;
use octosat::matching::{NONE, match_pairs};

use crate::failure::Failure;

/// A memory for each pair of a frame.
#[derive(Debug, Default)]
pub(super) struct Memories {
    /// The frame's pairs, ascending.
    ascending: Vec<[u32; 2]>,
    /// Where each of the ascending pairs stands in the frame's own list.
    places: Vec<usize>,
    /// In the order of the frame's own list.
    memories: Vec<PairMemory>,
}

impl Memories {
    /// The memories of a new frame's pairs, in their order: those that the frame before left, and
    /// empty ones for pairs that were not in it. Where a frame names a pair twice, the first counts.
    pub(super) fn next_frame(&mut self, pairs: &[[u32; 2]]) -> Result<(), Failure> {
        if pairs.len() >= NONE as usize {
            return Err(Failure::new("a frame has more pairs than can be remembered"));
        }
        let mut places: Vec<usize> = (0..pairs.len()).collect();
        // Stable, and a single pass where the list ascends already.
        places.sort_by_key(|&place| pairs[place]);
        let ascending: Vec<[u32; 2]> = places.iter().map(|&place| pairs[place]).collect();
        let mut found = Vec::new();
        match_pairs(&ascending, &self.ascending, &mut found);
        let mut memories = vec![PairMemory::default(); pairs.len()];
        for (&place, before) in places.iter().zip(found).filter(|(_, before)| *before != NONE) {
            memories[place] = self.memories[self.places[before as usize]];
        }
        *self = Self { ascending, places, memories };
        Ok(())
    }

    /// One memory a pair, in the order of the frame's own list.
    pub(super) fn as_mut_slice(&mut self) -> &mut [PairMemory] {
        &mut self.memories
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Basis;
    use crate::coherence::CoherenceChoice;
    use crate::stores::{Query, Store};
    use octosat::{Engine, Manifolds, PointLimit};

    /// Five cubes in a row, each 10 cm into the next.
    fn row_of_cubes() -> Store {
        let frame = octosat_scenes::Frame {
            positions: &[0.0, 0.9, 1.8, 2.7, 3.6].map(|x| [x, 0.0, 0.0]),
            rotations: &[[0.0, 0.0, 0.0, 1.0]; 5],
            pairs: &[],
        };
        Store::new(Basis::Unit, &[[0.5; 3]; 5], frame).unwrap()
    }

    /// For each pair of the last list, whether its memory knew it when that frame began.
    fn known(lists: &[&[[u32; 2]]]) -> Vec<bool> {
        let store = row_of_cubes();
        let mut memories = Memories::default();
        let mut contacts = Manifolds::new();
        let mut known = Vec::new();
        for pairs in lists {
            memories.next_frame(pairs).unwrap();
            known = memories.memories.iter().map(PairMemory::had_contacts).collect();
            let coherence = CoherenceChoice::On.with(memories.as_mut_slice());
            Query { store: &store, pairs, margin: 0.0 }
                .manifolds(&Engine::new(), PointLimit::Four, coherence, &mut contacts)
                .unwrap();
        }
        known
    }

    #[test]
    fn memories_follow_their_pairs_through_changing_lists() {
        let first = &[[2, 3], [0, 1], [1, 2]][..];
        assert_eq!(known(&[first]), [false; 3]);
        assert_eq!(known(&[first, first]), [true; 3]);
        assert_eq!(known(&[first, &[[0, 1], [1, 2], [3, 4]]]), [true, true, false]);
        assert_eq!(known(&[first, &[[3, 4], [2, 3], [0, 2], [0, 1]]]), [false, true, false, true]);
        assert_eq!(known(&[first, &[], first]), [false; 3], "what was gone is new");
        // 0 and 2 do not touch, so a memory that strayed there shows.
        assert_eq!(known(&[&[[0, 2], [0, 1]], &[[0, 1], [0, 2]]]), [true, false]);
        assert_eq!(known(&[&[[0, 1]], &[[0, 1], [0, 1]]]), [true, true]);
    }
}
