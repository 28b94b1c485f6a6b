//! States of rows: bytes with names and words.

/// The names and words of the constants of a byte: `Debug`, `Display`, `ALL` and `code`.
macro_rules! words {
    ($state:ident: $($value:ident $words:literal),+) => {
        impl $state {
            /// All values that queries write.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The number. After a `bytemuck` cast it may be any other number.
            #[must_use]
            pub const fn code(self) -> u8 {
                self.0
            }
        }

        impl core::fmt::Debug for $state {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $(Self::$value => f.write_str(concat!(stringify!($state), "::", stringify!($value))),)+
                    Self(other) => write!(f, concat!(stringify!($state), "({})"), other),
                }
            }
        }

        impl core::fmt::Display for $state {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $(Self::$value => f.write_str($words),)+
                    Self(other) => write!(f, "unknown, {other}"),
                }
            }
        }
    };
}
pub(crate) use words;

#[cfg(test)]
mod tests {
    extern crate std;

    use core::fmt::{Debug, Display};
    use std::string::{String, ToString};
    use std::{format, vec::Vec};

    use crate::{
        Axis, CastState, DistanceState, Face, ImpactState, JointMotion, JointMotionState, Verdict,
    };

    fn written<T: Debug + Display>(all: &[T]) -> Vec<[String; 2]> {
        all.iter().map(|state| [format!("{state:?}"), state.to_string()]).collect()
    }

    #[test]
    fn states_print_their_names_and_words() {
        let casts = written(CastState::ALL);
        assert_eq!(casts[1], ["CastState::HIT", "hit"]);
        assert_eq!(casts[2], ["CastState::OVERLAPPING", "overlapping at the start"]);
        assert_eq!(written(Verdict::ALL)[0], ["Verdict::UNDECIDED", "undecided"]);
        assert_eq!(written(DistanceState::ALL)[2], ["DistanceState::BEYOND", "beyond `within`"]);
        let [axis, face] =
            [format!("{:?}", Axis::from_code(4)), format!("{:?}", Face::positive(0))];
        assert_eq!([axis, face], ["Axis(4: face 1 of b)", "Face(1: face +0)"]);
        assert_eq!(format!("{:?}", Axis::from_code(77)), "Axis(255: non-finite input)");
        assert_eq!(Face::from_code(8), Face::MISS);
        let other: CastState = bytemuck::cast(7_u8);
        assert_eq!(written(&[other]), [["CastState(7)", "unknown, 7"]]);
    }

    #[test]
    fn codes_are_those_that_the_header_and_the_book_name() {
        assert_eq!(Verdict::ALL.iter().map(|state| state.code()).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(
            CastState::ALL.iter().map(|state| state.code()).collect::<Vec<_>>(),
            [0, 1, 2, 255]
        );
        assert_eq!(
            DistanceState::ALL.iter().map(|state| state.code()).collect::<Vec<_>>(),
            [0, 1, 2, 255]
        );
        assert_eq!(
            ImpactState::ALL.iter().map(|state| state.code()).collect::<Vec<_>>(),
            [0, 1, 2, 3, 255]
        );
        assert_eq!(
            JointMotionState::ALL.iter().map(|state| state.code()).collect::<Vec<_>>(),
            [0, 1, 2]
        );
        // A word of several rows has one number.
        assert_eq!(JointMotionState::FREE.code(), CastState::FREE.code());
        assert_eq!(JointMotionState::HIT.code(), CastState::HIT.code());
        assert_eq!(ImpactState::HIT.code(), CastState::HIT.code());
        assert_eq!(Verdict::default(), Verdict::UNDECIDED);
        assert_eq!(JointMotion::default().state, JointMotionState::UNDECIDED);
    }
}
