//! The axis of each box that its face is perpendicular to, a choice per lane.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use crate::tolerances::FACE_HYSTERESIS;

/// One of three axes, a choice per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Which<I: Isa> {
    second: I::Mask,
    third: I::Mask,
}

impl<I: Isa> Which<I> {
    /// The axis with the largest magnitude of three, the first of equals.
    #[inline(always)]
    pub(super) fn largest(values: [I::Real; 3]) -> Self {
        let magnitudes = [values[0].abs(), values[1].abs(), values[2].abs()];
        let second = magnitudes[0].less(magnitudes[1]);
        let larger = magnitudes[1].greater(magnitudes[0]);
        Self { second, third: larger.less(magnitudes[2]) }
    }

    /// The axis with this number.
    #[inline(always)]
    pub(super) fn from_number(isa: I, number: I::Integer) -> Self {
        let one = isa.splat_integer(1);
        Self { second: number.equals(one), third: one.less(number) }
    }

    /// The number of the axis.
    #[inline(always)]
    pub(super) fn number(self, isa: I) -> I::Integer {
        self.pick_integer([isa.splat_integer(0), isa.splat_integer(1), isa.splat_integer(2)])
    }

    /// The other choice if it holds and its magnitude is barely less.
    #[inline(always)]
    pub(super) fn or_nearly(
        self,
        isa: I,
        other: Self,
        values: [I::Real; 3],
        holds: I::Mask,
    ) -> Self {
        let least = self.pick(values).abs() - isa.splat(FACE_HYSTERESIS);
        let kept = holds & least.at_most(other.pick(values).abs());
        Self {
            second: (kept & other.second) | (!kept & self.second),
            third: (kept & other.third) | (!kept & self.third),
        }
    }

    /// The value that belongs to the chosen axis.
    #[inline(always)]
    pub(super) fn pick(self, values: [I::Real; 3]) -> I::Real {
        let two = Lanes::select(self.second, values[1], values[0]);
        Lanes::select(self.third, values[2], two)
    }

    /// The integer that belongs to the chosen axis.
    #[inline(always)]
    fn pick_integer(self, integers: [I::Integer; 3]) -> I::Integer {
        let two = IntegerLanes::select(self.second, integers[1], integers[0]);
        IntegerLanes::select(self.third, integers[2], two)
    }

    /// Integers in cyclic order from that of the chosen axis on.
    #[inline(always)]
    pub(super) fn turn_integers(self, [x, y, z]: [I::Integer; 3]) -> [I::Integer; 3] {
        [self.pick_integer([x, y, z]), self.pick_integer([y, z, x]), self.pick_integer([z, x, y])]
    }

    /// The values in cyclic order from the chosen axis on.
    #[inline(always)]
    pub(super) fn turn(self, [x, y, z]: [I::Real; 3]) -> [I::Real; 3] {
        [self.pick([x, y, z]), self.pick([y, z, x]), self.pick([z, x, y])]
    }
}

impl<I: Isa> Which<I> {
    /// The inverse of [`Self::turn`].
    #[inline(always)]
    pub(super) fn turn_back(self, [x, y, z]: [I::Real; 3]) -> [I::Real; 3] {
        [self.pick([x, z, y]), self.pick([y, x, z]), self.pick([z, y, x])]
    }

    /// Three vectors in cyclic order from the chosen one on.
    #[inline(always)]
    pub(super) fn turn_vectors(self, vectors: [[I::Real; 3]; 3]) -> [[I::Real; 3]; 3] {
        let mut turned = vectors;
        for k in 0..3 {
            let components = self.turn([vectors[0][k], vectors[1][k], vectors[2][k]]);
            for (vector, component) in turned.iter_mut().zip(components) {
                vector[k] = component;
            }
        }
        turned
    }
}

/// Which axes of a and of b faces are perpendicular to.
#[derive(Clone, Copy)]
pub(super) struct FaceChoice<I: Isa> {
    pub(super) a: Which<I>,
    pub(super) b: Which<I>,
}

impl<I: Isa> FaceChoice<I> {
    /// The axes in the number of a pair of faces.
    #[inline(always)]
    pub(super) fn from_number(isa: I, number: I::Integer) -> Self {
        let low_bits = isa.splat_integer(0b11);
        Self {
            a: Which::from_number(isa, number & low_bits),
            b: Which::from_number(isa, number.shift_right(2) & low_bits),
        }
    }
}
