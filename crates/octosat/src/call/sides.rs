//! One value for the boxes of one list, or one for each of two lists.

use alloc::vec::Vec;

/// What a call takes per list of boxes: one value, or an array of two, of side a and of side b.
///
/// Every value of one list converts, and so does an array of two: `&boxes` and `[&links, &obstacles]`. If a
/// [`Query`](crate::Query) has two lists, all that goes with its boxes has two sides, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides<T> {
    /// For the boxes of one list, which both indices of a pair are for.
    One(T),
    /// For the boxes of side a, and for those of side b: the first index of a pair is for one list, the second for the
    /// other.
    Two([T; 2]),
}

impl<T> Sides<T> {
    /// The value of side a, and that of side b.
    #[inline(always)]
    pub fn each(&self) -> [&T; 2] {
        match self {
            Self::One(both) => [both; 2],
            Self::Two([a, b]) => [a, b],
        }
    }
}

#[cfg(any(feature = "covered", feature = "motion"))]
impl<T> Sides<T> {
    /// How many lists there are.
    fn lists(&self) -> usize {
        if matches!(self, Self::One(_)) { 1 } else { 2 }
    }

    /// Whether both are for one list, or both for two.
    pub(crate) fn has_sides_of<U>(&self, other: &Sides<U>) -> bool {
        self.lists() == other.lists()
    }

    /// The error of values of this name that are for one list when the query has two, or the other way round.
    pub(crate) fn other_sides<U>(
        &self,
        name: &'static str,
        given: &Sides<U>,
    ) -> crate::error::Error {
        let lists = if given.lists() == 1 { "one list" } else { "two lists" };
        let query = if self.lists() == 1 { "one" } else { "two" };
        let why = format_args!("the {name} are for {lists}, but the query has {query}");
        crate::error::Error::new(crate::error::ErrorKind::Argument, why)
    }
}

impl<T> From<T> for Sides<T> {
    fn from(both: T) -> Self {
        Self::One(both)
    }
}

impl<T> From<[T; 2]> for Sides<T> {
    fn from(sides: [T; 2]) -> Self {
        Self::Two(sides)
    }
}

/// Displacements per box are lent by arrays and lists, alone and in twos.
macro_rules! lend_rows {
    ($(($($length:tt)*) $rows:ty),+) => { $(
        impl<'a, $($length)*> From<&'a $rows> for Sides<&'a [[f32; 3]]> {
            fn from(rows: &'a $rows) -> Self {
                Self::One(rows)
            }
        }

        impl<'a, $($length)*> From<[&'a $rows; 2]> for Sides<&'a [[f32; 3]]> {
            fn from([a, b]: [&'a $rows; 2]) -> Self {
                Self::Two([a, b])
            }
        }
    )+ };
}

lend_rows!((const LEN: usize) [[f32; 3]; LEN], () Vec<[f32; 3]>);
