//! All that an engine with a cache says about a pair, in a form that no other pair of the list changes.

use bytemuck::{Pod, Zeroable};
use octosat::{ContactCache, ContactPoint, Manifolds, NEW_POINT, SurfacePoints};

use crate::case::{Case, short};
use crate::failure::Failure;
use crate::manifolds::{MOST_POINTS, ManifoldRow};

/// A pair's manifold, its points on both boxes, and where these were in the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CachedRow {
    /// The manifold, with what it says about the frame before.
    pub manifold: ManifoldRow,
    /// The points on the boxes; zero if they were not asked for.
    pub surfaces: [SurfacePoints; MOST_POINTS],
    /// Which point each one was.
    pub previous: [PastPoint; MOST_POINTS],
}

/// A point of the frame before.
#[derive(Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct PastPoint {
    /// The pair to which it belonged, in the numbers of this frame.
    pub pair: [u32; 2],
    /// The place of the pair in the list if lists have pairs twice, which then have one order; else zero.
    pub place: u32,
    /// The how-manieth point of the pair it was.
    pub number: u32,
}

impl PastPoint {
    /// Stands for a point that was not there.
    pub const NEW: Self = Self { pair: [u32::MAX; 2], place: u32::MAX, number: u32::MAX };
}

impl std::fmt::Debug for PastPoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pair, place, number } = self;
        if *self == Self::NEW {
            return f.write_str("new");
        }
        write!(f, "point {number} of {pair:?} at {place}")
    }
}

impl CachedRow {
    /// The manifold of a pair, all of whose points are new.
    pub(super) fn new(manifolds: &Manifolds, pair: usize) -> Self {
        let manifold = ManifoldRow::new(manifolds, pair);
        let mut surfaces = [SurfacePoints::default(); MOST_POINTS];
        let first = manifolds.manifolds()[pair].first as usize;
        let found = manifolds.surfaces().get(first..first + manifold.points().len());
        surfaces.iter_mut().zip(found.unwrap_or_default()).for_each(|(own, found)| *own = *found);
        Self { manifold, surfaces, previous: [PastPoint::NEW; MOST_POINTS] }
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        self.manifold.points()
    }

    /// Which point each one was.
    #[must_use]
    pub fn previous(&self) -> &[PastPoint] {
        &self.previous[..self.points().len()]
    }
}

/// The rows of a cache's last call.
///
/// # Errors
/// What is wrong with the list as a whole: each point is of one pair, and was a point of the frame before that no
/// other was; and those of a pair were of one pair.
pub(super) fn checked_rows(cache: &ContactCache, case: &Case) -> Result<Vec<CachedRow>, Failure> {
    let (now, last) = (cache.manifolds(), past_points(cache.last_manifolds()));
    let count = now.points().len();
    let surfaces = if case.setting.surfaces { count } else { 0 };
    if (now.previous().len(), now.surfaces().len()) != (count, surfaces) {
        return Err(Failure::new("places of before or surface points are too few or too many"));
    }
    let (mut free, mut free_before) = (vec![true; count], vec![true; last.len()]);
    let mut rows = Vec::with_capacity(now.manifolds().len());
    for (pair, row) in now.manifolds().iter().enumerate() {
        let range = row.first as usize..row.first as usize + usize::from(row.len);
        if !free.get_mut(range.clone()).is_some_and(|free| free.iter_mut().all(std::mem::take)) {
            return Err(Failure::new(format!("points of {row:?} are of two pairs, or none")));
        }
        let mut cached = CachedRow::new(now, pair);
        let mut place_before = None;
        for (&place, previous) in now.previous()[range].iter().zip(&mut cached.previous) {
            if place == NEW_POINT {
                continue;
            }
            if !free_before.get_mut(place as usize).is_some_and(std::mem::take) {
                return Err(Failure::new(format!(
                    "point {place} of before is that of two, or none"
                )));
            }
            let point = last[place as usize];
            if *place_before.get_or_insert(point.place) != point.place {
                return Err(Failure::new(format!("points of {row:?} were those of two pairs")));
            }
            *previous = if case.is_orderly { PastPoint { place: 0, ..point } } else { point };
        }
        rows.push(cached);
    }
    if free.contains(&true) { Err(Failure::new("points are of no pair")) } else { Ok(rows) }
}

/// The points of a list with the pairs to which they belong.
fn past_points(last: &Manifolds) -> Vec<PastPoint> {
    let mut points = vec![PastPoint::NEW; last.points().len()];
    for touching in last.touching() {
        let (pair, place) = (touching.pair, short(touching.index));
        let own = points.iter_mut().skip(touching.manifold.first as usize);
        for (point, number) in own.take(touching.points.len()).zip(0..) {
            *point = PastPoint { pair, place, number };
        }
    }
    points
}
