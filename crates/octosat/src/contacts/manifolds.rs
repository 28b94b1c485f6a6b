//! The contacts of a list of pairs: a row per pair, the rows in contact, and places for points.
//!
//! Every chunk of pairs has places for as many points as its pairs may have, and packs their points at its front. So no
//! point is joined or moved; with several threads, only the list of rows in contact is.

use alloc::vec::Vec;

use bytemuck::Pod;
use octosat_rows::SurfacePoints;

use super::counts::BoxCounts;
use super::stages::chunk::Workspace;
use super::stages::output::as_u32;
use super::{ContactOptions, ContactPoint, Manifold, PointLimit, PointOrigin};
use crate::error::{Error, ErrorKind};

/// The contacts of a list of pairs: one row per pair, and places for their points.
///
/// The points of a pair are adjacent and begin at [`Manifold::first`]. Keep this value from call to call: later calls
/// use its memory again.
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
    /// The origin of positions, if there was a call.
    pub(super) origin: Option<PointOrigin>,
    pub(super) pairs: Vec<[u32; 2]>,
    /// How many boxes the pairs are of.
    pub(super) boxes: BoxCounts,
    pub(super) manifolds: Vec<Manifold>,
    /// Room for a number per row, of which the first `touching_len` are those of rows that have points.
    pub(super) touching: Vec<u32>,
    pub(super) touching_len: usize,
    /// Room for the points of all rows, at least; places beyond that are from a longer list.
    pub(super) points: Vec<ContactPoint>,
    /// How many of these places the rows had when they were written.
    pub(super) places: usize,
    /// The same for surface points, which count if the query requires them.
    has_surfaces: bool,
    pub(super) surfaces: Vec<SurfacePoints>,
    pub(super) workspace: Workspace,
}

/// A pair with contacts, its row and its points. The boxes touch or are within.
#[derive(Clone, Copy, Debug)]
pub struct Touching<'a> {
    /// The index of the pair in the pair list.
    pub index: usize,
    /// The indices of box a and box b.
    pub pair: [u32; 2],
    /// The row of the pair.
    pub manifold: &'a Manifold,
    /// The points of the pair, at least one.
    pub points: &'a [ContactPoint],
    /// The same points on the surface of each box; empty without [`Contacts::surfaces`](crate::Contacts::surfaces).
    pub surfaces: &'a [SurfacePoints],
}

impl Manifolds {
    /// Empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Contacts that were copied with [`Self::pairs`], [`Self::manifolds`], [`Self::points`] and [`Self::surfaces`], of
    /// boxes that a store accepts; without [`Contacts::surfaces`](crate::Contacts::surfaces), the last are none.
    ///
    /// # Errors
    /// If the parts do not belong together.
    pub fn from_parts(
        pairs: &[[u32; 2]],
        manifolds: &[Manifold],
        points: &[ContactPoint],
        surfaces: &[SurfacePoints],
    ) -> Result<Self, Error> {
        check_parts(pairs, manifolds, points, surfaces)?;
        let touching: Vec<u32> =
            (0..).zip(manifolds).filter(|(_, row)| row.len > 0).map(|(number, _)| number).collect();
        Ok(Self {
            origin: None,
            pairs: pairs.to_vec(),
            boxes: BoxCounts::Unknown,
            manifolds: manifolds.to_vec(),
            places: points.len(),
            touching_len: touching.len(),
            touching,
            points: points.to_vec(),
            has_surfaces: !surfaces.is_empty(),
            surfaces: surfaces.to_vec(),
            workspace: Workspace::default(),
        })
    }

    /// The pairs that have contacts, in the order of the pair list.
    #[inline]
    pub fn touching(&self) -> impl ExactSizeIterator<Item = Touching<'_>> + '_ {
        self.touching_rows().iter().map(|&row| self.touching_at(row))
    }

    /// The contacts of a row that has points.
    #[inline]
    pub(super) fn touching_at(&self, row: u32) -> Touching<'_> {
        let index = row as usize;
        let manifold = &self.manifolds[index];
        let (first, len) = (manifold.first as usize, usize::from(manifold.len));
        Touching {
            index,
            pair: self.pairs[index],
            manifold,
            points: &self.points[first..first + len],
            surfaces: self.surfaces().get(first..first + len).unwrap_or_default(),
        }
    }

    /// The numbers of the rows that have points, ascending.
    #[must_use]
    pub fn touching_rows(&self) -> &[u32] {
        &self.touching[..self.touching_len]
    }

    /// The pairs of the last call.
    #[must_use]
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// One row per pair, in the order of the pair list.
    #[must_use]
    pub fn manifolds(&self) -> &[Manifold] {
        &self.manifolds
    }

    /// Places for the points of all pairs: those of a pair begin at its [`Manifold::first`], in the order of the pairs.
    ///
    /// There are places for as many points as all pairs may have, but those of a pair are not at a multiple of its number:
    /// use `first`. A place that belongs to no point holds a value without meaning. Arrays of your own, such as
    /// impulses, can have the same places.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        self.points.get(..self.places).unwrap_or(&self.points)
    }

    /// The points on the surface of each box, in the box's frame, at the same places; empty without
    /// [`Contacts::surfaces`](crate::Contacts::surfaces).
    #[must_use]
    pub fn surfaces(&self) -> &[SurfacePoints] {
        let places = if self.has_surfaces { self.places } else { 0 };
        self.surfaces.get(..places).unwrap_or(&self.surfaces)
    }

    /// The points of the pair with this index in the pair list.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    pub fn of(&self, pair: usize) -> &[ContactPoint] {
        let manifold = &self.manifolds[pair];
        let first = manifold.first as usize;
        &self.points[first..first + usize::from(manifold.len)]
    }

    /// Removes all contacts. The buffers stay.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.manifolds.clear();
        self.touching_len = 0;
        self.places = 0;
        self.boxes = BoxCounts::Unknown;
    }

    /// Gives pairs new indices, and removes the rows of pairs that get none; points keep their places. Returns whether
    /// each row that has points stays.
    pub(super) fn renumber(
        &mut self,
        renumbered: impl Fn([u32; 2]) -> Option<[u32; 2]>,
    ) -> Vec<bool> {
        let mut stays = Vec::with_capacity(self.touching_len);
        let (mut rows, mut touching) = (0, 0);
        for row in 0..self.pairs.len() {
            let pair = renumbered(self.pairs[row]);
            let touches =
                self.touching_rows().get(stays.len()).is_some_and(|&next| next as usize == row);
            if touches {
                stays.push(pair.is_some());
            }
            let Some(pair) = pair else { continue };
            if touches {
                self.touching[touching] = as_u32(rows);
                touching += 1;
            }
            self.pairs[rows] = pair;
            self.manifolds[rows] = self.manifolds[row];
            rows += 1;
        }
        self.pairs.truncate(rows);
        self.manifolds.truncate(rows);
        self.touching_len = touching;
        stays
    }

    /// Makes room for this many rows and their points.
    pub(super) fn resize(&mut self, rows: usize, options: ContactOptions) {
        self.origin = Some(options.origin);
        self.has_surfaces = options.surfaces;
        self.pairs.resize(rows, [0; 2]);
        self.manifolds.resize(rows, Manifold::NONE);
        reserve(&mut self.touching, rows);
        self.places = rows * options.limit.points();
        let places = self.places;
        reserve(&mut self.points, places);
        if options.surfaces {
            reserve(&mut self.surfaces, places);
        }
    }
}

/// Makes room for this many values. New memory is zero until it is written.
fn reserve<T: Pod>(list: &mut Vec<T>, room: usize) {
    if list.len() < room {
        let room = room.max(list.len() + list.len() / 8);
        // The old list is freed first, because both are never needed at once. Zeros from the allocator take no
        // memory until they are written, and most pairs have fewer points than they may have.
        *list = Vec::new();
        *list = bytemuck::zeroed_vec(room);
    }
}

/// Checks that parts of contacts belong together.
fn check_parts(
    pairs: &[[u32; 2]],
    manifolds: &[Manifold],
    points: &[ContactPoint],
    surfaces: &[SurfacePoints],
) -> Result<(), Error> {
    let length = |list, expected, found| {
        if expected == found {
            Ok(())
        } else {
            let why = format_args!("the length of {list} is {found}, but must be {expected}");
            Err(Error::new(ErrorKind::Parts, why).of_field(list))
        }
    };
    length("manifolds", pairs.len(), manifolds.len())?;
    length("surfaces", if surfaces.is_empty() { 0 } else { points.len() }, surfaces.len())?;
    let mut end = 0;
    for (number, row) in manifolds.iter().enumerate() {
        if row.len == 0 && row.first == 0 {
            continue;
        }
        let wrong = |what: &str| {
            let why = format_args!("manifolds[{number}] has {what}");
            Error::new(ErrorKind::Parts, why).in_list("manifolds", number)
        };
        let (first, len) = (row.first as usize, usize::from(row.len));
        let fits = (1..=PointLimit::Eight.points()).contains(&len) && first >= end;
        let places = points.get(first..).and_then(|points| points.get(..len));
        let Some(points) = places.filter(|_| fits) else {
            return Err(wrong(
                "points beyond the list, points of an earlier row, or more than the limit",
            ));
        };
        end = first + len;
        let is_wrong = |k: usize| {
            let feature = points[k].feature;
            feature.kind().is_none() || points[..k].iter().any(|other| other.feature == feature)
        };
        if (0..len).any(is_wrong) {
            return Err(wrong("a point of an unknown feature, or two points of one feature"));
        }
    }
    Ok(())
}
