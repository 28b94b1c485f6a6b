//! Lists of shapes in queries: a list of boxes or of shapes, and a list of shapes or only one.

use alloc::vec::Vec;
use core::slice;

use crate::call::lists::{List, Lists};
use crate::call::query::Query;

/// Lists of a [`Query`] of which the second is not of boxes: `A` is a list, such as `BoxView<'_>` or `&[Sphere]`, and `B` is
/// what the other list holds.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a, A, B> {
    pub(crate) a: A,
    pub(crate) b: &'a [B],
    /// The only one of b, which each of a is compared with in order; without it, pairs say which.
    pub(super) only: Option<&'a B>,
    /// Whether both are one list, with one list of what goes with it.
    #[cfg_attr(not(feature = "motion"), expect(dead_code, reason = "only displacements do"))]
    pub(crate) is_one: bool,
}

impl<'a> Query<'a> {
    /// Makes a query about every box, or every shape, of a list with the same shape: row i is about number i of the list.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, HalfSpace, HalfSpaceContacts, OrientedBox, Query};
    /// let ground = HalfSpace::new([0.0, 0.0, 1.0], 0.0)?;
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0, 0.0, 0.375], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// let mut rows = [HalfSpaceContacts::default()];
    /// Engine::new().manifolds(Query::each(&boxes, &ground), &mut rows)?;
    /// assert_eq!(rows[0].len(), 4);
    /// for contact in rows[0].iter() {
    ///     assert_eq!(contact.depth, 0.125);
    ///     // Half-way between the vertex, at -0.125, and the plane.
    ///     assert_eq!(contact.position[2], -0.0625);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each<L: List<'a>, S>(list: L, shape: &'a S) -> Query<'a, Against<'a, L::Kept, S>> {
        let lists =
            Against { a: list.list(), b: slice::from_ref(shape), only: Some(shape), is_one: false };
        Query::of(lists, &[])
    }
}

/// Shapes, as a caller passes a list of them: alone, in twos, and next to a list of any kind.
macro_rules! list_of_shapes {
    ($($(const $length:ident)? $list:ty;)+) => {$(
        impl<'a, S, $(const $length: usize)?> List<'a> for &'a $list {
            type Kept = &'a [S];

            fn list(self) -> &'a [S] {
                self
            }
        }

        impl<'a, S, $(const $length: usize)?> Lists<'a> for &'a $list {
            type Kept = Against<'a, &'a [S], S>;

            fn lists(self) -> Self::Kept {
                Against { a: self, b: self, only: None, is_one: true }
            }
        }

        impl<'a, S, $(const $length: usize)?> Lists<'a> for [&'a $list; 2] {
            type Kept = Against<'a, &'a [S], S>;

            fn lists(self) -> Self::Kept {
                Against { a: self[0], b: self[1], only: None, is_one: false }
            }
        }

        impl<'a, L: List<'a>, S, $(const $length: usize)?> Lists<'a> for (L, &'a $list) {
            type Kept = Against<'a, L::Kept, S>;

            fn lists(self) -> Self::Kept {
                Against { a: self.0.list(), b: self.1, only: None, is_one: false }
            }
        }
    )+};
}

list_of_shapes! {
    [S];
    Vec<S>;
    const LEN [S; LEN];
}
