//! The answers of an engine with a cache about a pair, in a form that does not depend on the other pairs of the list.

use bytemuck::{Pod, Zeroable};
use octosat::{ContactCache, ContactPoint, Manifolds, NEW_POINT, SurfacePoints};

use crate::manifolds::{MOST_POINTS, ManifoldRow};
use crate::{Case, Failure, short};

/// A pair's manifold, its points on both boxes, and where these were in the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CachedRow {
    /// The manifold, with its flags about the frame before.
    pub manifold: ManifoldRow,
    /// The points on the boxes; zero if they were not asked for.
    pub surfaces: [SurfacePoints; MOST_POINTS],
    /// The number of each point among those of the pair in the frame before, or [`NEW_POINT`].
    pub previous: [u32; MOST_POINTS],
    /// The row of the frame before that had these points; all [`NEW_POINT`] if all points are new.
    pub owner: Owner,
}

/// A pair of the frame before, in the numbers of this frame, and its place in the list if lists have pairs twice, which
/// then have one order; else zero.
pub type Owner = [u32; 3];

impl CachedRow {
    /// The manifold of a pair, all of whose points are new.
    pub(super) fn new(manifolds: &Manifolds, pair: usize) -> Self {
        let manifold = ManifoldRow::new(manifolds, pair);
        let mut surfaces = [SurfacePoints::default(); MOST_POINTS];
        let first = manifolds.manifolds()[pair].first as usize;
        let found = manifolds.surfaces().get(first..first + manifold.points().len());
        surfaces.iter_mut().zip(found.unwrap_or_default()).for_each(|(own, found)| *own = *found);
        Self { manifold, surfaces, previous: [NEW_POINT; MOST_POINTS], owner: [NEW_POINT; 3] }
    }

    /// The points.
    pub fn points(&self) -> &[ContactPoint] {
        self.manifold.points()
    }

    /// The number that each point had.
    pub(super) fn previous(&self) -> impl Iterator<Item = Option<usize>> {
        let numbers = self.previous[..self.points().len()].iter();
        numbers.map(|&number| (number != NEW_POINT).then_some(number as usize))
    }
}

/// The rows of a cache's last call.
///
/// # Errors
/// What is wrong with the list as a whole: each point is of one pair, and was a point of the frame before that no
/// other was; and those of a pair were of one row.
pub(super) fn checked_rows(cache: &ContactCache, case: &Case) -> Result<Vec<CachedRow>, Failure> {
    let (now, last) = (cache.manifolds(), past_points(cache.last_manifolds(), case));
    let count = now.points().len();
    let surfaces = if case.setting.surfaces { count } else { 0 };
    if (now.previous().len(), now.surfaces().len()) != (count, surfaces) {
        return Err(Failure::new("predecessors or surface points are too few or too many"));
    }
    let (mut free, mut free_before) = (vec![true; count], vec![true; last.len()]);
    let mut rows = Vec::with_capacity(now.manifolds().len());
    for (pair, row) in now.manifolds().iter().enumerate() {
        let range = row.first as usize..row.first as usize + usize::from(row.len);
        if !free.get_mut(range.clone()).is_some_and(|free| free.iter_mut().all(std::mem::take)) {
            return Err(Failure::new(format!("points of {row:?} are of two pairs, or none")));
        }
        let mut cached = CachedRow::new(now, pair);
        for (&place, previous) in now.previous()[range].iter().zip(&mut cached.previous) {
            if place == NEW_POINT {
                continue;
            }
            if !free_before.get_mut(place as usize).is_some_and(std::mem::take) {
                return Err(Failure::new(format!("two points were point {place}, or none was")));
            }
            let (owner, number) = last[place as usize];
            if ![[NEW_POINT; 3], owner].contains(&cached.owner) {
                return Err(Failure::new(format!("points of {row:?} were those of two rows")));
            }
            (cached.owner, *previous) = (owner, number);
        }
        rows.push(cached);
    }
    if free.contains(&true) { Err(Failure::new("points are of no pair")) } else { Ok(rows) }
}

/// The row to which each point of a list belongs, and its number there.
fn past_points(last: &Manifolds, case: &Case) -> Vec<(Owner, u32)> {
    let mut points = vec![([NEW_POINT; 3], NEW_POINT); last.points().len()];
    for touching in last.touching() {
        let [a, b] = touching.pair;
        let place = if case.sequence.is_orderly { 0 } else { short(touching.index) };
        let own = points.iter_mut().skip(touching.manifold.first as usize);
        let numbers = 0..u32::from(touching.manifold.len);
        own.zip(numbers).for_each(|(point, number)| *point = ([a, b, place], number));
    }
    points
}
