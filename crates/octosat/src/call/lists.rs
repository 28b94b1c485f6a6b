//! Lists that a query compares, as a caller passes them.

use octosat_lanes::Columns;

use crate::boxes::store::{BoxStore, OrientedBox};
use crate::boxes::view::BoxView;
use crate::call::batches::OfRows;

/// The lists of a query, as a caller passes them: of boxes a store or a view, of shapes a slice; two in an array or, of two
/// kinds, in a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list and no lists of a query",
    note = "one list: `&boxes`, `&spheres`; two of one kind: `[&a, &b]`; of two kinds, boxes first: `(&boxes, &spheres)`"
)]
pub trait Lists<'a> {
    /// What the query keeps.
    type Kept;

    /// Borrows the lists.
    fn lists(self) -> Self::Kept;
}

/// A list of boxes, of rectangles or of shapes, as a caller passes it.
pub trait List<'a> {
    /// What the query keeps.
    type Kept;

    /// Borrows the list.
    fn list(self) -> Self::Kept;
}

/// A view whose rows are compared with each other in pairs.
pub(crate) trait Lent<const COLUMNS: usize> {
    /// The plural name of what it is of, for messages.
    const NAMES: &'static str;

    /// What it is of.
    type Kind: OfRows<COLUMNS>;

    /// Its columns.
    fn columns(&self) -> &Columns<'_, COLUMNS>;
}

/// Stores and views of one kind lend lists of pairs among themselves, alone and in twos.
macro_rules! lists_of {
    ($names:literal, $store:ident, $view:ident: $kind:ident in $columns:literal columns) => {
        impl $crate::call::lists::Lent<$columns> for $view<'_> {
            const NAMES: &'static str = $names;

            type Kind = $kind;

            #[inline(always)]
            fn columns(&self) -> &octosat_lanes::Columns<'_, $columns> {
                &self.columns
            }
        }

        impl<'a> From<&'a $store> for $crate::call::sides::Sides<$view<'a>> {
            fn from(store: &'a $store) -> Self {
                Self::One(store.view())
            }
        }

        impl<'a> From<[&'a $store; 2]> for $crate::call::sides::Sides<$view<'a>> {
            fn from(stores: [&'a $store; 2]) -> Self {
                Self::Two(stores.map($store::view))
            }
        }

        impl<'a> From<&$view<'a>> for $crate::call::sides::Sides<$view<'a>> {
            fn from(view: &$view<'a>) -> Self {
                Self::One(*view)
            }
        }

        impl<'a> From<[&$view<'a>; 2]> for $crate::call::sides::Sides<$view<'a>> {
            fn from(views: [&$view<'a>; 2]) -> Self {
                Self::Two(views.map(|view| *view))
            }
        }

        $crate::call::lists::lists_of!(@lent $view:
            $crate::call::sides::Sides<$view<'a>>, $view<'a>, [$view<'a>; 2],
            &$view<'a>, [&$view<'a>; 2], &'a $store, [&'a $store; 2]
        );
        $crate::call::lists::lists_of!(@one $view: &'a $store, $view<'a>, &$view<'a>);
    };
    (@one $view:ident: $($list:ty),+) => {$(
        impl<'a> $crate::call::lists::List<'a> for $list {
            type Kept = $view<'a>;

            fn list(self) -> $view<'a> {
                self.into()
            }
        }
    )+};
    (@lent $view:ident: $($lists:ty),+) => {$(
        impl<'a> $crate::call::lists::Lists<'a> for $lists {
            type Kept = $crate::call::sides::Sides<$view<'a>>;

            fn lists(self) -> Self::Kept {
                self.into()
            }
        }
    )+};
}
pub(crate) use lists_of;

lists_of!("boxes", BoxStore, BoxView: OrientedBox in 3 columns);
