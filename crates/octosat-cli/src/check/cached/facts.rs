//! A pair's answer from a cache, and where its points were in the frame before.

use octosat::{ContactCache, Manifolds, NEW_POINT, SurfacePoints};

use crate::manifolds::PairManifold;

/// A pair's row and points, on the boxes too, and where the points stood.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedManifold<'a> {
    pub(super) manifold: PairManifold<'a>,
    pub(super) surfaces: &'a [SurfacePoints],
    pub(super) previous: &'a [u32],
}

/// A point of the frame before: of which pair, and the how many-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastPoint {
    pub(super) pair: [u32; 2],
    /// The place of the pair in the list.
    pub(super) place: usize,
    pub(super) number: usize,
}

/// The pairs that had points in the frame before.
#[derive(Debug)]
pub(super) struct LastPoints {
    /// Where the points of each begin, ascending, with the pair and its place.
    begins: Vec<(usize, [u32; 2], usize)>,
    len: usize,
}

impl<'a> CachedManifold<'a> {
    /// The answer about a pair, with or without the points on the boxes.
    pub(super) fn of(contacts: &'a Manifolds, pair: usize, surfaces: bool) -> Self {
        let manifold = PairManifold::of(contacts, pair);
        let first = manifold.row.first as usize;
        let range = first..first + manifold.points.len();
        Self {
            manifold,
            surfaces: if surfaces {
                contacts.surfaces().get(range.clone()).unwrap_or_default()
            } else {
                &[]
            },
            previous: contacts.previous().get(range).unwrap_or_default(),
        }
    }

    /// The first thing whose bits differ, in words; points of the frame before are the same ones if they are the
    /// same ones of the same pair.
    pub(super) fn difference(
        &self,
        last: &LastPoints,
        expected: &Self,
        expected_last: &LastPoints,
    ) -> Option<String> {
        if let Some(what) = self.manifold.difference(&expected.manifold) {
            return Some(what);
        }
        if !self.has_surfaces_of(expected) {
            let (own, expected) = (self.surfaces, expected.surfaces);
            return Some(format!("surface points are {own:?} instead of {expected:?}"));
        }
        let of = |previous: &[u32], last: &LastPoints| -> Vec<_> {
            let found = previous.iter().map(|&place| last.find(place));
            found.map(|point| point.map(|point| (point.pair, point.number))).collect()
        };
        let own = of(self.previous, last);
        let expected = of(expected.previous, expected_last);
        (own != expected).then(|| format!("points before are {own:?} instead of {expected:?}"))
    }

    /// Whether the points are of the same features, in the same order.
    pub(super) fn has_features_of(&self, other: &Self) -> bool {
        let features = |of: &Self| of.manifold.points.iter().map(|p| p.feature).collect::<Vec<_>>();
        features(self) == features(other)
    }

    /// Whether the points on the boxes are the same ones, bit for bit.
    pub(super) fn has_surfaces_of(&self, other: &Self) -> bool {
        let [own, others] = [self.surfaces, other.surfaces].map(bytemuck::cast_slice::<_, u32>);
        own == others
    }
}

impl LastPoints {
    /// Those of a cache's frame before.
    pub(super) fn of(cache: &ContactCache) -> Self {
        let last = cache.last_manifolds();
        let begin = |touching: octosat::Touching<'_>| {
            (touching.manifold.first as usize, touching.pair, touching.index)
        };
        let mut begins: Vec<_> = last.touching().map(begin).collect();
        begins.sort_unstable();
        Self { begins, len: last.points().len() }
    }

    /// A point by its place in the list; none for a new one.
    pub(super) fn find(&self, place: u32) -> Option<LastPoint> {
        let place = place as usize;
        if place >= self.len {
            return None;
        }
        let after = self.begins.partition_point(|&(begin, ..)| begin <= place);
        let &(begin, pair, index) = self.begins.get(after.checked_sub(1)?)?;
        Some(LastPoint { pair, place: index, number: place - begin })
    }

    /// What is wrong with a list of points as a whole, in words: each is of one pair, was in range in the frame
    /// before, and no other was there.
    pub(super) fn complaint(&self, now: &Manifolds) -> Option<String> {
        if now.previous().len() != now.points().len() {
            return Some("there is not a place of before for every point".to_owned());
        }
        let mut taken = vec![false; self.len];
        for (point, &place) in now.previous().iter().enumerate() {
            if place == NEW_POINT {
                continue;
            }
            match taken.get_mut(place as usize) {
                None => return Some(format!("point {point} was point {place} of {}", self.len)),
                Some(true) => return Some(format!("point {place} of before is that of two")),
                Some(taken) => *taken = true,
            }
        }
        let mut ranges: Vec<_> = now
            .manifolds()
            .iter()
            .filter(|row| row.len > 0)
            .map(|row| (row.first as usize, row.first as usize + usize::from(row.len)))
            .collect();
        ranges.sort_unstable();
        let end = ranges.iter().try_fold(0, |end, &(begin, next)| (begin == end).then_some(next));
        (end != Some(now.points().len())).then(|| "points are of no pair, or of two".to_owned())
    }
}
