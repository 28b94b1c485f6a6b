//! The buffers that hold the results of a contact query.

use core::fmt;

use bytemuck::Zeroable;

use super::cache::work::CacheScratch;
use super::points::{PointList, SurfacePoints};
use super::stages::work::Scratch;
use super::{ContactPoint, Manifold};

/// The contacts of a list of pairs: one row per pair, and a list of all points.
///
/// The points of a pair are adjacent and begin at [`Manifold::first`]. Without a [cache](crate::ContactCache), the
/// points of all pairs are in the order of the pairs; with a cache they are not.
///
/// Keep this value from call to call: later calls use its memory again.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, Manifolds, OrientedBox, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut manifolds = Manifolds::new();
/// Engine::new().manifolds(Query::new(&boxes, &[[0, 1]]), &mut manifolds)?;
/// for touching in manifolds.touching() {
///     assert_eq!(touching.pair, [0, 1]);
///     assert_eq!(touching.manifold.normal, [0.0, 1.0, 0.0]);
///     assert_eq!(touching.points.len(), 4);
///     assert!(touching.points.iter().all(|point| (point.depth - 0.01).abs() < 1e-6));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Manifolds {
    pub(crate) pairs: Vec<[u32; 2]>,
    pub(crate) manifolds: Vec<Manifold>,
    pub(crate) points: PointList,
    pub(crate) workspace: Workspace,
}

/// Working memory of a call, kept for the next call.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Working memory of the kernels, one per thread; here and not on the stack, so that it is cleared once.
    pub(crate) scratch: Vec<Box<TaskScratch>>,
    /// Points of tasks that run at the same time, before their places in the result are known.
    pub(crate) lists: Vec<PointList>,
}

impl Clone for Workspace {
    /// A copy starts with empty working memory.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace({} threads)", self.scratch.len())
    }
}

/// Working memory of a thread.
#[derive(Zeroable)]
pub(crate) struct TaskScratch {
    pub(super) stages: Scratch,
    pub(super) cached: CacheScratch,
}

/// A pair with contacts, its row and its points. The boxes touch or are within the margin.
#[derive(Clone, Copy, Debug)]
pub struct Touching<'a> {
    /// The place of the pair in the pair list.
    pub index: usize,
    /// The indices of box a and box b.
    pub pair: [u32; 2],
    /// The row of the pair.
    pub manifold: &'a Manifold,
    /// The points of the pair, at least one.
    pub points: &'a [ContactPoint],
    /// The same points on the surface of each box; empty without [`Query::surfaces`](crate::Query::surfaces).
    pub surfaces: &'a [SurfacePoints],
    /// The place of each point in the last frame's [`Manifolds::points`], or [`NEW_POINT`](crate::NEW_POINT); empty
    /// without a cache.
    pub previous: &'a [u32],
}

impl Manifolds {
    /// Empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The pairs that have contacts, in the order of the pair list.
    pub fn touching(&self) -> impl Iterator<Item = Touching<'_>> + '_ {
        (0..self.manifolds.len()).filter_map(|index| self.touching_at(index))
    }

    /// The contacts of one pair, if it has any.
    pub(crate) fn touching_at(&self, index: usize) -> Option<Touching<'_>> {
        let manifold = &self.manifolds[index];
        let (first, len) = (manifold.first as usize, usize::from(manifold.len));
        (len > 0).then(|| Touching {
            index,
            pair: self.pairs[index],
            manifold,
            points: &self.points.points[first..first + len],
            surfaces: self.points.surfaces().get(first..first + len).unwrap_or_default(),
            previous: self.points.previous().get(first..first + len).unwrap_or_default(),
        })
    }

    /// One row per pair, in the order of the pair list.
    #[must_use]
    pub fn manifolds(&self) -> &[Manifold] {
        &self.manifolds
    }

    /// The points of all pairs; those of a pair begin at its [`Manifold::first`].
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        self.points.points()
    }

    /// The same points on the surface of each box, in the box's frame; empty without
    /// [`Query::surfaces`](crate::Query::surfaces).
    #[must_use]
    pub fn surfaces(&self) -> &[SurfacePoints] {
        self.points.surfaces()
    }

    /// For each point, the place of the same point in the last frame's [`Self::points`]; empty without a
    /// [cache](crate::ContactCache).
    ///
    /// If you keep impulses in an array parallel to `points`, this number is the index of the point's impulse in the
    /// last frame's array. A new point has [`NEW_POINT`](crate::NEW_POINT). No two points have the same predecessor.
    #[must_use]
    pub fn previous(&self) -> &[u32] {
        self.points.previous()
    }

    /// The points of the pair at this place of the pair list.
    ///
    /// # Panics
    /// If the list has no such place.
    #[must_use]
    pub fn of(&self, pair: usize) -> &[ContactPoint] {
        let manifold = &self.manifolds[pair];
        let first = manifold.first as usize;
        &self.points.points[first..first + usize::from(manifold.len)]
    }
}
