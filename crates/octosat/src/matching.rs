//! Last frame's contacts found again, so that a solver can start from last frame's impulses.
//!
//! Two steps, because engines know their pairs better than we do: which pair was which
//! ([`match_pairs`], or the engine's own table), and which point was which ([`match_points`]). The
//! first step also carries over what is remembered of the pairs ([`carry_memories`]).

use crate::coherence::PairMemory;
use crate::contacts::{Manifold, Manifolds};

/// Stands for a pair or a point that was not there in the last frame.
pub const NONE: u32 = u32::MAX;

/// For each pair of a list, its place in last frame's list, or [`NONE`].
///
/// A pair is found whatever the order of the two lists; of repeated pairs the first is meant. A pair (a, b)
/// is another one than (b, a), since its normal and its features are. `out` is overwritten and reused.
///
/// Lists in one order, by first index and then second, or as [`crate::order::sort_pairs`] makes them, are
/// walked side by side: time in proportion to their lengths, and nothing but `out` is allocated. Other lists
/// cost a sort of the previous pairs, twelve bytes each that are allocated in the call, and a binary search for
/// each pair.
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
    let both_ascend =
        |key: fn(&[u32; 2]) -> u64| pairs.is_sorted_by_key(key) && previous.is_sorted_by_key(key);
    if both_ascend(as_given) {
        walk(pairs, previous, as_given, out);
    } else if both_ascend(smaller_first) {
        walk(pairs, previous, smaller_first, out);
    } else {
        search(pairs, previous, out);
    }
}

/// The place of a pair in a list that ascends by first index, then by second.
fn as_given(&[a, b]: &[u32; 2]) -> u64 {
    (u64::from(a) << 32) | u64::from(b)
}

/// The place of a pair in a list that ascends by smaller index, then by larger.
fn smaller_first(&[a, b]: &[u32; 2]) -> u64 {
    as_given(&[a.min(b), a.max(b)])
}

/// Finds the pairs of one list in another, where both ascend by a key of the two boxes.
fn walk(
    pairs: &[[u32; 2]],
    previous: &[[u32; 2]],
    key: impl Fn(&[u32; 2]) -> u64,
    out: &mut Vec<u32>,
) {
    let mut previous = (0..).zip(previous).peekable();
    // Two boxes make two pairs: a before b, and b before a.
    let (mut boxes, mut places) = (None, [NONE; 2]);
    for pair in pairs {
        let wanted = key(pair);
        if boxes != Some(wanted) {
            (boxes, places) = (Some(wanted), [NONE; 2]);
            while let Some((place, other)) = previous.next_if(|(_, other)| key(other) <= wanted) {
                let slot = &mut places[usize::from(other[0] > other[1])];
                if key(other) == wanted && *slot == NONE {
                    *slot = place;
                }
            }
        }
        out.push(places[usize::from(pair[0] > pair[1])]);
    }
}

/// Finds the pairs of one list in another, whatever the order of the two.
fn search(pairs: &[[u32; 2]], previous: &[[u32; 2]], out: &mut Vec<u32>) {
    let mut places: Vec<([u32; 2], u32)> = previous.iter().copied().zip(0..).collect();
    places.sort_unstable();
    out.extend(pairs.iter().map(|pair| {
        let first = places.partition_point(|(other, _)| other < pair);
        places.get(first).filter(|(other, _)| other == pair).map_or(NONE, |&(_, place)| place)
    }));
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
