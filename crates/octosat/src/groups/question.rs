//! What a caller asks: groups of pairs, by a list or by products of ranges.

use core::ops::Range;

use crate::boxes::view::BoxView;
#[cfg(feature = "motion")]
use crate::call::batches::Pairs;
use crate::call::checks::check_pairs;
use crate::call::engine::Engine;
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};

/// Every box of one range with every box of another, without a list of pairs in memory.
///
/// For example the links of a configuration of a robot, and all obstacles. If both ranges are of the same list, both
/// orders of each pair occur, and boxes paired with themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Product {
    /// The boxes of side a, by their indices.
    pub a: Range<u32>,
    /// The boxes of side b, by their indices.
    pub b: Range<u32>,
}

impl Product {
    /// Every box of `a` with every box of `b`.
    #[must_use]
    pub fn new(a: Range<u32>, b: Range<u32>) -> Self {
        Self { a, b }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.a.len().saturating_mul(self.b.len())
    }
}

/// A query about groups of pairs: one answer per group, such as a configuration of a robot, a body, or a query box.
///
/// Groups have any number of pairs; one without pairs has the answer of nothing, such as "none overlaps".
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, Groups, OrientedBox, Product};
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let [mut links, mut obstacles] = [BoxStore::new(), BoxStore::new()];
/// for x in [0.0, 1.0, 8.0, 9.0] {
///     links.insert(OrientedBox::new([x, 0.0, 0.0], upright, [0.5; 3]))?; // two configurations of two links
/// }
/// for x in [3.0, 8.2] {
///     obstacles.insert(OrientedBox::new([x, 0.0, 0.0], upright, [0.5; 3]))?;
/// }
/// let products = [Product::new(0..2, 0..2), Product::new(2..4, 0..2)];
/// let mut hits = [false; 2];
/// Engine::new().any_overlap(Groups::of_products([&links, &obstacles], &products), &mut hits)?;
/// assert_eq!(hits, [false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Groups<'a> {
    pub(crate) query: Query<'a>,
    pub(crate) members: Members<'a>,
}

/// The pairs of each group.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Members<'a> {
    /// The pairs of the query; each group ends where the next one begins.
    Bounds(&'a [usize]),
    /// A product per group.
    Products(&'a [Product]),
}

impl<'a> Groups<'a> {
    /// Cuts the pairs of a query into groups, of which group g ends before pair `bounds[g]`.
    ///
    /// Bounds ascend, and the last one is the number of pairs.
    #[must_use]
    pub fn new(query: Query<'a>, bounds: &'a [usize]) -> Self {
        Self { query, members: Members::Bounds(bounds) }
    }

    /// One group per product of boxes of side a and boxes of side b, which may be of the same list.
    #[must_use]
    pub fn of_products(boxes: impl Into<Sides<BoxView<'a>>>, products: &'a [Product]) -> Self {
        Self { query: Query::of(boxes.into(), &[]), members: Members::Products(products) }
    }

    /// The same groups, in which pairs that are up to this many meters apart are answered, too; see [`Query::within`].
    #[must_use]
    pub fn within(self, within: f32) -> Self {
        Self { query: self.query.within(within), ..self }
    }

    /// The same groups of boxes that are larger by this many meters on every side, or smaller by a negative number; see
    /// [`Query::grown`].
    #[must_use]
    pub fn grown(self, grown: f32) -> Self {
        Self { query: self.query.grown(grown), ..self }
    }

    /// The number of groups.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.members {
            Members::Bounds(bounds) => bounds.len(),
            Members::Products(products) => products.len(),
        }
    }

    /// Whether there are no groups.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of pairs of all groups.
    pub(crate) fn pairs(&self) -> usize {
        match self.members {
            Members::Bounds(_) => self.query.pairs.len(),
            Members::Products(products) => {
                products.iter().fold(0, |sum, product| product.pairs().saturating_add(sum))
            }
        }
    }

    /// Rejects groups whose pairs or boxes do not exist, and lengths that are not taken.
    pub(crate) fn check(&self, engine: &Engine, takes: Takes) -> Result<(), Error> {
        let pairs = self.query.pairs;
        takes.check(self.query.within, self.query.grown, pairs.len())?;
        let rows = self.query.lists.each().map(BoxView::len);
        match self.members {
            Members::Bounds(bounds) => {
                check_bounds(bounds, pairs.len())?;
                let pairs = check_pairs(engine, pairs, rows)
                    .map_err(|error| Error::of_pair(error, ["boxes"; 2]))?;
                #[cfg(feature = "motion")]
                if let Some(moved) = &self.query.moved {
                    let [a, b] = self.query.lists.each();
                    let columns = [&a.columns, &b.columns];
                    moved.checked(engine, &self.query, Pairs::new(columns, pairs))?;
                }
                #[cfg(not(feature = "motion"))]
                let _ = pairs;
                Ok(())
            }
            Members::Products(products) => {
                for (group, product) in products.iter().enumerate() {
                    check_range(group, "a", &product.a, rows[0])?;
                    check_range(group, "b", &product.b, rows[1])?;
                }
                Ok(())
            }
        }
    }
}

/// Rejects bounds that do not ascend to the number of pairs.
fn check_bounds(bounds: &[usize], pairs: usize) -> Result<(), Error> {
    let mut start = 0;
    for (group, &bound) in bounds.iter().enumerate() {
        if bound < start || bound > pairs {
            let why =
                format_args!("bounds[{group}] is {bound}, but must be from {start} to {pairs}");
            return Err(Error::new(ErrorKind::OutOfRange, why).in_list("groups", group));
        }
        start = bound;
    }
    if start < pairs {
        let why =
            format_args!("the groups end at pair {start}, but the number of pairs is {pairs}");
        return Err(Error::new(ErrorKind::Length, why));
    }
    Ok(())
}

/// Rejects a range that ends before it begins or past the last box.
fn check_range(group: usize, side: &str, range: &Range<u32>, boxes: usize) -> Result<(), Error> {
    let Range { start, end } = *range;
    if start <= end && end as usize <= boxes {
        return Ok(());
    }
    let why = format_args!(
        "products[{group}].{side} is {start}..{end}, but must ascend and end at {boxes} at most"
    );
    Err(Error::new(ErrorKind::OutOfRange, why).in_list("groups", group))
}
