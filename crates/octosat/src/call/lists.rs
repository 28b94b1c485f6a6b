//! Lists that a query compares, as a caller passes them.

use crate::boxes::store::BoxStore;
use crate::boxes::view::BoxView;

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

/// Stores and views of one kind lend lists of pairs among themselves, alone and in twos.
macro_rules! lists_of {
    ($store:ident, $view:ident) => {
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
    };
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

lists_of!(BoxStore, BoxView);
