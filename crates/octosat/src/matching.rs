//! Last frame's contacts found again, so that a solver can start from last frame's impulses.
//!
//! Two steps, because engines know their pairs better than we do: which pair was which
//! ([`match_pairs`], or the engine's own table), and which point was which ([`match_points`]). The
//! first step also carries over what is remembered of the pairs ([`carry_memories`]).

use crate::coherence::PairMemory;
use crate::contacts::{Manifold, Manifolds};

/// Stands for a pair or a point that was not there in the last frame.
pub const NONE: u32 = u32::MAX;

/// For each pair of a sorted list, its place in another sorted list, or [`NONE`].
///
/// Both lists ascend, as broad phases give them and as [`crate::order::sort_pairs`] makes them; of
/// repeated pairs the first is meant. One pass over both; `out` is overwritten and reused. In lists
/// that do not ascend some pairs are not found, and nothing worse.
///
/// # Example
/// ```
/// use octosat::matching::{NONE, match_pairs};
///
/// let mut places = Vec::new();
/// match_pairs(&[[0, 1], [0, 2], [3, 4]], &[[0, 2], [1, 3], [3, 4]], &mut places);
/// assert_eq!(places, [NONE, 0, 2]);
/// ```
///
/// # Panics
/// If the previous list has 2³² − 1 pairs or more.
pub fn match_pairs(pairs: &[[u32; 2]], previous: &[[u32; 2]], out: &mut Vec<u32>) {
    assert!(previous.len() < NONE as usize, "places of pairs are u32");
    out.clear();
    out.reserve(pairs.len());
    let mut next = 0_u32;
    for pair in pairs {
        while previous.get(next as usize).is_some_and(|other| other < pair) {
            next += 1;
        }
        let found = previous.get(next as usize) == Some(pair);
        out.push(if found { next } else { NONE });
    }
}

/// For each point, the point of the last frame with the same [`crate::Feature`] in the same pair, or
/// [`NONE`]; both are places in [`Manifolds::points`].
///
/// `previous_pairs` says for each pair where it stood in the last frame, or [`NONE`], as
/// [`match_pairs`] gives it. Features are unique in a manifold, so no old point is handed out twice
/// to one pair. `out` is overwritten and reused.
///
/// # Example
/// ```
/// use octosat::matching::match_points;
/// use octosat::{BoxStore, Engine, Manifolds, OrientedBox, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
/// let (mut last, mut now) = (Manifolds::new(), Manifolds::new());
/// Engine::new().manifolds(Query::new(&boxes, &[[0, 1]]), &mut last)?;
/// boxes.set_pose(1, octosat::BoxPose { center: [0.51, 1.99, 0.0], rotation: upright })?;
/// Engine::new().manifolds(Query::new(&boxes, &[[0, 1]]), &mut now)?;
///
/// let mut impulses_of = Vec::new();
/// match_points(&now, &last, &[0], &mut impulses_of);
/// assert_eq!(impulses_of, [0, 1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there is not one previous pair for each pair, or one does not exist.
pub fn match_points(
    contacts: &Manifolds,
    previous: &Manifolds,
    previous_pairs: &[u32],
    out: &mut Vec<u32>,
) {
    assert_eq!(contacts.manifolds().len(), previous_pairs.len(), "one previous pair for each pair");
    out.clear();
    out.reserve(contacts.points().len());
    for (pair, &before) in previous_pairs.iter().enumerate() {
        let points = contacts.of(pair);
        if points.is_empty() {
            continue;
        }
        let Some(old) = (before != NONE).then(|| previous.manifolds()[before as usize]) else {
            out.extend(points.iter().map(|_| NONE));
            continue;
        };
        let Manifold { first, .. } = old;
        let old = previous.of(before as usize);
        out.extend(points.iter().map(|point| {
            let found = (first..).zip(old).find(|(_, other)| other.feature == point.feature);
            found.map_or(NONE, |(place, _)| place)
        }));
    }
}

/// The memories of this frame's pairs: those of the last frame's, and empty ones for new pairs.
///
/// `previous_pairs` says for each pair where it stood in the last frame, or [`NONE`], as
/// [`match_pairs`] gives it. `out` is overwritten and reused.
///
/// # Example
/// ```
/// use octosat::PairMemory;
/// use octosat::matching::{NONE, carry_memories};
///
/// let last = vec![PairMemory::default(); 3];
/// let mut now = Vec::new();
/// carry_memories(&[2, NONE], &last, &mut now);
/// assert_eq!(now, [last[2], PairMemory::default()]);
/// ```
///
/// # Panics
/// If a previous pair does not exist.
pub fn carry_memories(previous_pairs: &[u32], previous: &[PairMemory], out: &mut Vec<PairMemory>) {
    out.clear();
    out.reserve(previous_pairs.len());
    out.extend(previous_pairs.iter().map(|&before| {
        if before == NONE { PairMemory::default() } else { previous[before as usize] }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_in_any_mixture() {
        let mut places = vec![7];
        match_pairs(&[], &[[0, 1]], &mut places);
        assert!(places.is_empty());
        match_pairs(&[[0, 1], [0, 1], [5, 6]], &[], &mut places);
        assert_eq!(places, [NONE; 3]);
        let all: Vec<[u32; 2]> = (0..50).map(|k| [k / 7, 10 + k]).collect();
        let now: Vec<[u32; 2]> = all.iter().copied().filter(|pair| pair[1] % 3 != 0).collect();
        let before: Vec<[u32; 2]> = all.iter().copied().filter(|pair| pair[1] % 2 != 0).collect();
        match_pairs(&now, &before, &mut places);
        for (pair, &place) in now.iter().zip(&places) {
            let expected = before.iter().position(|other| other == pair);
            assert_eq!((place != NONE).then_some(place as usize), expected);
        }
    }

    #[test]
    fn lists_that_grow_are_moved_a_few_times() {
        let pairs: Vec<[u32; 2]> = (0..1000).map(|k| [k, k + 1]).collect();
        let (mut places, mut memories) = (Vec::new(), Vec::new());
        let mut rooms = [0; 2];
        let mut moves = 0;
        for len in 1..pairs.len() {
            match_pairs(&pairs[..len], &[], &mut places);
            carry_memories(&places, &[], &mut memories);
            let now = [places.capacity(), memories.capacity()];
            moves += usize::from(now != rooms);
            rooms = now;
        }
        assert!(moves < 30, "{moves}");
    }
}
