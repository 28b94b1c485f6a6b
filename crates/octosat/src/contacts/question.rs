//! The question about contacts: a query, which points it finds, and which faces no contact leaves.

use super::{ContactOptions, PointLimit, PointOrigin};
use crate::call::length::Length;
use crate::call::query::Query;
#[cfg(feature = "covered")]
use crate::call::sides::Sides;
#[cfg(feature = "covered")]
use crate::covered::CoveredFaces;

/// Where do boxes touch? The question of [`Engine::manifolds`](crate::Engine::manifolds) and
/// [`Engine::manifolds_cached`](crate::Engine::manifolds_cached) with its options. A plain [`Query`] is the same with the
/// defaults: at most four points, positions from the world's origin, no points on the surfaces, no covered faces.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Contacts, Engine, Manifolds, OrientedBox, PointLimit, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let contacts = Contacts::new(Query::new(&boxes, &[[0, 1]])).limit(PointLimit::Eight).surfaces(true);
/// let mut manifolds = Manifolds::new();
/// Engine::new().manifolds(contacts, &mut manifolds)?;
/// let touching = manifolds.touching().next().unwrap();
/// assert_eq!((touching.points.len(), touching.surfaces.len()), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a> {
    pub(super) query: Query<'a>,
    pub(super) options: ContactOptions,
    /// The covered faces of one list of boxes or of two, if some are given.
    #[cfg(feature = "covered")]
    pub(super) covered: Option<Sides<Option<&'a CoveredFaces>>>,
}

impl<'a> Contacts<'a> {
    /// Contacts of the pairs of a query, with the defaults.
    #[must_use]
    pub fn new(query: Query<'a>) -> Self {
        Self {
            query,
            options: ContactOptions::default(),
            #[cfg(feature = "covered")]
            covered: None,
        }
    }

    /// The same contacts, of pairs that are up to this far apart, too; see [`Query::within`].
    #[must_use]
    pub fn within(self, within: impl Into<Length<'a>>) -> Self {
        Self { query: self.query.within(within), ..self }
    }

    /// The most points of a manifold; four unless this is called.
    #[must_use]
    pub fn limit(mut self, limit: PointLimit) -> Self {
        self.options.limit = limit;
        self
    }

    /// The origin of positions; the world's unless this is called.
    #[must_use]
    pub fn origin(mut self, origin: PointOrigin) -> Self {
        self.options.origin = origin;
        self
    }

    /// Whether each point is also reported on the surface of both boxes; not unless this is called. See
    /// [`Manifolds::surfaces`](crate::Manifolds::surfaces).
    #[must_use]
    pub fn surfaces(mut self, surfaces: bool) -> Self {
        self.options.surfaces = surfaces;
        self
    }

    /// Faces that neighbors cover: no contact normal leaves one of them, so boxes slide over the seams between flush
    /// boxes. `&faces` are those of the boxes of one list; `[&of_a, &of_b]` those of two,
    /// of which one may have none: `[Some(&of_a), None]`.
    ///
    /// Pairs whose contact leaves no covered face keep their bits, unless the face of a box that has covered faces is
    /// nearly as good.
    ///
    /// - Every axis still separates: pairs beyond `within` have no contact.
    /// - If the normal of a contact would leave a covered face, the best axis that leaves none replaces it, for
    ///   separated boxes within, too. Such a contact has only points where both faces lie over each other,
    ///   and is none if the boxes overlap along it by more than the smaller box reaches. Boxes that are apart have the
    ///   contact of their closest points instead, if its direction leaves no covered face.
    /// - A face of a box that has covered faces is preferred to other axes like a face to edges.
    /// - A face that is covered in part counts as covered if all points lie on its rectangles.
    /// - If nothing is left, overlapping boxes have no contact, and the row is of the kind
    ///   [`ContactKind::Covered`](crate::ContactKind::Covered).
    #[cfg(feature = "covered")]
    #[must_use]
    pub fn covered(mut self, faces: impl Into<Sides<Option<&'a CoveredFaces>>>) -> Self {
        self.covered = Some(faces.into());
        self
    }
}

impl<'a> From<Query<'a>> for Contacts<'a> {
    fn from(query: Query<'a>) -> Self {
        Self::new(query)
    }
}

#[cfg(feature = "covered")]
impl<'a> From<&'a CoveredFaces> for Sides<Option<&'a CoveredFaces>> {
    fn from(faces: &'a CoveredFaces) -> Self {
        Self::One(Some(faces))
    }
}

#[cfg(feature = "covered")]
impl<'a> From<[&'a CoveredFaces; 2]> for Sides<Option<&'a CoveredFaces>> {
    fn from(faces: [&'a CoveredFaces; 2]) -> Self {
        Self::Two(faces.map(Some))
    }
}
