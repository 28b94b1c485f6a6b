//! What is alike on all backends: operators and operations of one expression each, written one a line.
//!
//! The lines make the inner value of lanes, which is a register. After `unsafe` they may call intrinsics: a comment at that
//! word says why the CPU has them.

/// Operators of lanes: `Add fn add(self, other) = self.0 + other.0;`.
macro_rules! operators {
    (unsafe $lanes:ident: $($operator:ident fn $name:ident($one:ident $(, $other:ident)?) = $work:expr;)*) => {
        // SAFETY: as the caller says.
        operators! { $lanes: $($operator fn $name($one $(, $other)?) = unsafe { $work };)* }
    };
    ($lanes:ident: $($operator:ident fn $name:ident($one:ident $(, $other:ident)?) = $work:expr;)*) => {$(
        impl $operator for $lanes {
            type Output = Self;
            #[inline(always)]
            fn $name($one $(, $other: Self)?) -> Self {
                Self($work)
            }
        }
    )*};
}

/// Methods of a trait of lanes: `fn sqrt(self) -> Self = self.0.sqrt();`.
macro_rules! operations {
    (unsafe $(fn $name:ident($($operand:tt)*) -> $made:ident = $work:expr;)*) => {
        // SAFETY: as the caller says.
        operations! { $(fn $name($($operand)*) -> $made = unsafe { $work };)* }
    };
    ($(fn $name:ident($($operand:tt)*) -> $made:ident = $work:expr;)*) => {$(
        #[inline(always)]
        fn $name($($operand)*) -> $made {
            $made($work)
        }
    )*};
}

/// The loads of rows, on a backend that transposes them.
macro_rules! loads_of_rows {
    ($real:ty) => {
        #[inline(always)]
        fn load_rows<const N: usize>(
            self,
            columns: &Columns<'_, N>,
            pairs: &BoundedPairs<'_>,
            side: PairSide,
        ) -> [[$real; 4]; N] {
            crate::loads::load_rows(self, columns, pairs, side)
        }

        #[inline(always)]
        fn load_pairs<const N: usize>(
            self,
            columns: [&Columns<'_, N>; 2],
            pairs: &BoundedPairs<'_>,
        ) -> [[[$real; 4]; N]; 2] {
            crate::loads::load_pairs(self, columns, pairs)
        }

        #[inline(always)]
        fn load_block<const N: usize>(
            self,
            columns: &Columns<'_, N>,
            first: usize,
        ) -> [[$real; 4]; N] {
            crate::loads::load_block(self, columns, first)
        }
    };
}

/// What is alike in backends for every target.
macro_rules! on_any_target {
    () => {
        fn detect() -> Option<Self> {
            Some(Self)
        }

        // Not inlined, as in backends that enable a CPU feature here, so that kernels stay separate functions.
        #[inline(never)]
        fn enter<R>(self, work: impl FnOnce() -> R) -> R {
            work()
        }

        #[inline(never)]
        fn enter_rarely<R>(self, work: impl FnOnce() -> R) -> R {
            work()
        }

        #[inline(always)]
        fn splat_double(self, value: f64) -> Doubles {
            Doubles::splat(value)
        }

        #[inline(always)]
        fn widen(self, from: &[f32]) -> Doubles {
            Doubles::widen(from)
        }

        #[inline(always)]
        fn narrow(self, lanes: Doubles) -> [f32; DOUBLES] {
            lanes.narrow()
        }
    };
}
